//! `pentad explain`: a page on a finding code, a game, an opening procedure, a renju opening or a format.

use std::fmt::Write as _;
use std::io::Write as _;

use anstyle::Style;
use anyhow::bail;
use pentad_corpus::normalize::{CUT_ABOUT, Fix};
use pentad_formats::{FORMATS, Format, find_format};
use pentad_rules::{Code, GAMES, Game, NamedOpening, Opening, OpeningNames, Severity};

use crate::args::ExplainArgs;
use crate::exit::Done;

const BOLD: Style = Style::new().bold();
const WIDTH: usize = 96;

pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<Done> {
    let topic = args.topic.trim();
    let page = if args.toml { toml(topic)? } else { page(topic)? };
    write!(anstream::stdout().lock(), "{page}")?;
    Ok(Done::Sound)
}

fn page(topic: &str) -> anyhow::Result<String> {
    match topic {
        "topics" => return Ok(topics()),
        "codes" => return Ok(codes()),
        "games" | "rules" => return Ok(list("Games", GAMES.iter().map(|g| (g.id.as_ref(), g.title.as_ref())))),
        "openings" => return Ok(openings()),
        "formats" => return Ok(list("Formats", FORMATS.iter().map(|f| (f.info().id, f.info().title)))),
        "normalize" | "fixes" => return Ok(fixes()),
        _ => {}
    }
    if let Some(code) = Code::find(topic) {
        return Ok(code_page(code));
    }
    if let Some(format) = find_format(topic) {
        return Ok(format_page(format));
    }
    // Some names are those of a game and of its procedure.
    let game = Game::find(topic).map(game_page);
    let opening = Opening::find(topic).ok().map(|found| opening_page(found.opening));
    if game.is_some() || opening.is_some() {
        return Ok(game.into_iter().chain(opening).collect::<Vec<_>>().join("\n"));
    }
    if let Some(opening) = NamedOpening::find(topic) {
        return Ok(named_page(opening));
    }
    match nearest(topic) {
        Some(near) => bail!("nothing is known of \"{topic}\"; did you mean {near}?"),
        None => bail!("nothing is known of \"{topic}\"; `pentad explain` lists the topics"),
    }
}

/// A game as TOML, procedure and all; else a procedure; or the 26 openings as a table of names.
fn toml(topic: &str) -> anyhow::Result<String> {
    if topic == "openings" {
        return Ok(OpeningNames::renju_as_toml());
    }
    if let Some(game) = Game::find(topic) {
        return Ok(game.to_toml());
    }
    match Opening::find(topic) {
        Ok(found) => Ok(found.opening.to_toml()),
        Err(_) => bail!(
            "no game and no opening procedure is called \"{topic}\"; these and the 26 openings (explain openings --toml) can be printed as TOML"
        ),
    }
}

/// The topic that looks most like an unknown one.
fn nearest(topic: &str) -> Option<&'static str> {
    let topic = topic.to_lowercase();
    let all = Code::ALL.iter().map(|c| c.name()).chain(GAMES.iter().map(|g| g.id.as_ref()));
    let all = all.chain(Opening::all().iter().map(|o| o.id.as_ref())).chain(FORMATS.iter().map(|f| f.info().id));
    let distance = |id: &str| strsim::damerau_levenshtein(id, &topic);
    all.min_by_key(|id| distance(id)).filter(|id| distance(id) <= 1 + topic.len() / 3)
}

fn topics() -> String {
    format!(
        "{BOLD}pentad explain TOPIC{BOLD:#}\n\n\
         \x20 codes      all finding codes; explain R101 or explain occupied for one\n\
         \x20 games      all games; explain renju for one\n\
         \x20 openings   all opening procedures and the 26 renju openings; explain rif or explain D4 for one\n\
         \x20 formats    all record formats; explain sgf for one\n\
         \x20 normalize  the fixes of pentad normalize\n"
    )
}

fn list<'a>(title: &str, rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let rows: Vec<_> = rows.collect();
    let width = rows.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    rows.iter().fold(format!("{BOLD}{title}{BOLD:#}\n"), |mut out, (id, text)| {
        let _ = writeln!(out, "  {id:<width$}  {text}");
        out
    })
}

fn codes() -> String {
    let mut out = String::new();
    for (letter, title) in Code::FAMILIES {
        let _ = writeln!(out, "{BOLD}{title}{BOLD:#}");
        for code in Code::ALL.iter().filter(|c| c.number().starts_with(*letter)) {
            let info = code.info();
            let _ = writeln!(out, "  {}  {:<20} {:<8} {}", info.number, info.name, info.severity.name(), info.summary);
        }
    }
    out
}

fn openings() -> String {
    let procedures = Opening::all().iter().map(|o| (o.id.as_ref(), o.title.as_ref()));
    let mut out = list("Opening procedures", procedures);
    let _ = writeln!(out, "{BOLD}The 26 openings of renju{BOLD:#}");
    for opening in NamedOpening::all() {
        let _ = writeln!(out, "  {:<4} {}  {}", opening.code, opening.kanji, opening.romaji);
    }
    out
}

/// What `normalize` mends.
fn fixes() -> String {
    let mut out = format!("{BOLD}Fixes of pentad normalize{BOLD:#}\n\n");
    for (option, name, about) in Fix::ALL.map(|fix| ("--fix", fix.name(), fix.about())).into_iter().chain([(
        "--cut",
        "first-irregular",
        CUT_ABOUT,
    )]) {
        let _ = writeln!(out, "{BOLD}{option} {name}{BOLD:#}\n{}\n", wrap(about));
    }
    out.pop();
    out
}

fn code_page(code: Code) -> String {
    let info = code.info();
    let severity = match info.severity {
        Severity::Note => "a note",
        Severity::Warning => "a warning",
        Severity::Error => "an error",
    };
    format!(
        "{BOLD}{} {}{BOLD:#}: {}\n\n{}\n\nBy itself {severity}.\n",
        info.number,
        info.name,
        info.summary,
        wrap(info.page)
    )
}

fn game_page(game: &Game) -> String {
    let mut out = format!("{BOLD}{}{BOLD:#} ({})\n\n{}\n", game.title, game.id, wrap(&game.page));
    if !game.aliases.is_empty() {
        let _ = writeln!(out, "\nAlso written {}.", game.aliases.join(", "));
    }
    if let Some(opening) = &game.opening {
        let _ = writeln!(out, "Opening procedure: {}.", opening.id);
    }
    out + &more(&format!("games/{}", game.id))
}

fn opening_page(opening: &Opening) -> String {
    let mut out = format!("{BOLD}{}{BOLD:#} ({})\n\n", opening.title, opening.id);
    for (number, stage) in opening.stages.iter().enumerate() {
        let _ = writeln!(out, "{:>3}. {stage}", number + 1);
    }
    let _ = writeln!(out, "\nSource: {}", wrap(&opening.source));
    let spellings: Vec<_> = opening.spellings.iter().chain(opening.bare_spellings.iter()).map(AsRef::as_ref).collect();
    if !spellings.is_empty() {
        let _ = writeln!(out, "Also written {}.", spellings.join(", "));
    }
    out + &more(&format!("openings/{}", opening.id))
}

/// Where the documents say more.
fn more(page: &str) -> String {
    format!("History, and where the sources differ: docs/rules/{page}.md\n")
}

fn named_page(opening: &NamedOpening) -> String {
    use pentad_rules::Coords::WithI;
    let mut out = format!("{BOLD}{} {} {}{BOLD:#}\n\n", opening.code, opening.kanji, opening.romaji);
    let _ = writeln!(out, "h8 {} {}, up to symmetry.", opening.second.text(WithI), opening.third.text(WithI));
    let variants: Vec<_> = opening.kanji_variants.iter().chain(opening.romaji_variants).copied().collect();
    if !variants.is_empty() {
        let _ = writeln!(out, "Also written {}.", variants.join(", "));
    }
    let images = opening.images();
    let _ = writeln!(out, "{images} positions are this opening. All 26: docs/rules/openings/the-26-openings.md");
    out
}

fn format_page(format: &dyn Format) -> String {
    let info = format.info();
    let extensions: Vec<_> = info.extensions.iter().map(|e| format!(".{e}")).collect();
    format!(
        "{BOLD}{}{BOLD:#} ({})\n\n{}\n\nUsual extensions: {}. {} record{} in a file. Pentad reads it{}.\n",
        info.title,
        info.id,
        wrap(info.page),
        extensions.join(", "),
        if info.many { "Many" } else { "One" },
        if info.many { "s" } else { "" },
        if info.writes { " and writes it" } else { "" },
    )
}

/// Breaks a text at blanks into lines that fit a terminal.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = unicode_width::UnicodeWidthStr::width(word);
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
}
