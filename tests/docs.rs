//! The documents say what the program does: generated pages are the tables of the code, shown commands print what is shown, every
//! command and option that is named exists, and every link leads somewhere.
//!
//! `BLESS=1 cargo test --test docs` writes the generated pages and the output of the shown commands anew.
#![allow(clippy::unwrap_used, reason = "a test")]

mod command_line;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pentad_rules::{Code, Coords, GAMES, Game, NamedOpening, Opening, Passes, Severity};

/// The folder of the repository: all paths in the documents start there.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

/// Compares a document with what it should be; when blessing, writes it.
fn settle(path: &Path, expected: &str) {
    let found = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if found == expected {
        return;
    }
    if blessing() {
        // The other tests read the documents meanwhile.
        let new = path.with_extension("new");
        fs::write(&new, expected).unwrap();
        return fs::rename(new, path).unwrap();
    }
    let line = found.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{}:{} is out of date: it says\n  {}\nand should say\n  {}\n`BLESS=1 cargo test --test docs` writes it anew",
        path.display(),
        line + 1,
        found.lines().nth(line).unwrap_or("(its end)"),
        expected.lines().nth(line).unwrap_or("(its end)"),
    );
}

/// All documents, by their paths.
fn documents() -> BTreeMap<PathBuf, String> {
    let root = Path::new(ROOT);
    let of_folder = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "md")).collect::<Vec<_>>()
    };
    let paths = ["", "docs", "docs/formats"].into_iter().flat_map(of_folder);
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap().replace("\r\n", "\n"))).collect()
}

// Generated pages.

const GENERATED: &str = "<!-- Generated from the tables in the code: `BLESS=1 cargo test --test docs`. -->\n";

fn findings_page() -> String {
    let mut out = format!(
        "{GENERATED}# Findings\n\n\
         A finding has a code, which never changes its meaning once it is published. The first letter is the family. Errors make `pentad check` end with status 1. \
         The severity below is the usual one; what a policy changes is said in the text. `pentad explain R101` or `pentad explain occupied` prints one entry.\n"
    );
    for (letter, title) in Code::FAMILIES {
        let codes = || Code::ALL.iter().filter(|c| c.number().starts_with(*letter));
        let _ = write!(
            out,
            "\n## {letter}: {}\n\n| code | name | severity | what |\n|---|---|---|---|\n",
            lower_first(title)
        );
        for code in codes() {
            let info = code.info();
            let (number, name) = (info.number, info.name);
            let _ =
                writeln!(out, "| {number} | [`{name}`](#{name}) | {} | {} |", info.severity.name(), cell(info.summary));
        }
        for code in codes() {
            let info = code.info();
            let _ = write!(
                out,
                "\n### {}\n{}, {}. {}.\n\n{}\n",
                info.name,
                info.number,
                severity(info.severity),
                info.summary,
                info.page
            );
        }
    }
    out
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "a note",
        Severity::Warning => "a warning",
        Severity::Error => "an error",
    }
}

fn games_page() -> String {
    let mut out = format!(
        "{GENERATED}# Games\n\n\
         A game is a row of a table: the rules of the board as plain data, and the opening procedure that belongs to the game, if one does. \
         `--rules NAME` takes an id or one of the other spellings, whatever the case, with or without hyphens. `pentad explain renju` prints one entry.\n\n\
         | id | game | usual board | column letters | captured stones that win | passes | opening procedure |\n|---|---|---|---|---|---|---|\n"
    );
    for game in GAMES {
        let captures = game.rules.captures.map_or_else(|| "no captures".to_owned(), |c| c.to_win.to_string());
        let passes = match game.rules.passes {
            Passes::Forbidden => "none",
            Passes::TwoDraw => "two in a row draw",
        };
        let letters = if game.coords == Coords::WithI { "with i" } else { "without i" };
        let opening = game.opening.as_ref().map_or_else(String::new, |id| format!("[`{id}`](openings.md#{id})"));
        let Game { id, title, size, .. } = game;
        let _ = writeln!(out, "| [`{id}`](#{id}) | {title} | {size} | {letters} | {captures} | {passes} | {opening} |");
    }
    for game in GAMES {
        let _ = write!(out, "\n## {}\n**{}.** {}\n", game.id, game.title, game.page);
        if !game.aliases.is_empty() {
            let _ = write!(out, "\nAlso written {}.\n", game.aliases.join(", "));
        }
    }
    out
}

fn openings_page() -> String {
    let mut out = format!(
        "{GENERATED}# Opening procedures and the 26 openings\n\n\
         A procedure is a table of stages that one engine runs. `--opening NAME` takes an id or one of the other spellings. \
         Distances are counted in lines of the board, a diagonal step being one. A swap is optional: any other event declines it. \
         After the last stage ordinary play goes on, and the colours are final. \
         Design decisions are numbered as in [decisions](decisions.md). `pentad explain rif` prints one entry.\n"
    );
    for opening in Opening::all() {
        let _ = write!(out, "\n## {}\n**{}.** Source: {}.\n\n", opening.id, opening.title, opening.source);
        for (number, stage) in opening.stages.iter().enumerate() {
            let _ = writeln!(out, "{}. {stage}", number + 1);
        }
        if opening.stages.is_empty() {
            out.push_str("No stage: nothing is checked.\n");
        }
        if !opening.spellings.is_empty() {
            let _ = write!(out, "\nAlso written {}.\n", opening.spellings.join(", "));
        }
        if !opening.bare_spellings.is_empty() {
            let bare = opening.bare_spellings.join(", ");
            let _ = write!(out, "\nAlso understood, with a note, since the number is left open: {bare}.\n");
        }
    }
    out.push_str(
        "\n## The 26 openings of renju\n\
         Stone 1 is on h8. The places of stones 2 and 3 are given in one position; the other positions by turning and mirroring are the same opening. \
         *images* says how many positions there are. A code is understood in either order (D4, 4D), a name in characters or in Latin letters. \
         In Russian texts D means diagonal, our I: write `ru:D4` for such a code.\n\n\
         | code | name | reading | stones 2 and 3 | images | also written |\n|---|---|---|---|---|---|\n",
    );
    for o in NamedOpening::all() {
        let stones = [o.second, o.third].map(|p| p.text(Coords::WithI).to_string()).join(" ");
        let others: Vec<_> = o.kanji_variants.iter().chain(o.romaji_variants).copied().collect();
        let (code, kanji, romaji) = (o.code, o.kanji, o.romaji);
        let _ = writeln!(out, "| {code} | {kanji} | {romaji} | {stones} | {} | {} |", o.images(), others.join(", "));
    }
    out
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn lower_first(text: &str) -> String {
    text[..1].to_lowercase() + &text[1..]
}

#[test]
fn generated_pages_are_the_tables_of_the_code() {
    for (name, page) in [("findings.md", findings_page()), ("games.md", games_page()), ("openings.md", openings_page())]
    {
        settle(&Path::new(ROOT).join("docs").join(name), &page);
    }
}

// Shown commands.

/// What a shown command prints, standard output first, and its exit status.
fn run(line: &str) -> (String, i32) {
    let mut words = command_line::words(line).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentad"));
    command.current_dir(ROOT).env_remove("NO_COLOR").env("COLUMNS", "100").stdin(Stdio::null());
    if let Some(at) = words.iter().position(|w| w == "<") {
        command.stdin(File::open(Path::new(ROOT).join(&words[at + 1])).unwrap());
        words.truncate(at);
    }
    let output = command.args(&words[1..]).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let trimmed: String = text.lines().map(|l| l.trim_end().to_owned() + "\n").collect();
    (trimmed, output.status.code().unwrap())
}

/// The document with the output of all commands in its `console` blocks as it is now. A block is made of lines that start with `$ pentad`,
/// of `$ echo $?` and of what they print.
fn with_output(document: &str) -> String {
    let (mut out, mut inside, mut status) = (String::new(), false, 0);
    for line in document.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (true, Some("echo $?")) => {
                let _ = write!(out, "{line}\n{status}\n");
            }
            (true, Some(command)) => {
                let (text, code) = run(command);
                let _ = write!(out, "{line}\n{text}");
                status = code;
            }
            (true, None) if line != "```" => {}
            _ => {
                inside = line == "```console";
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

#[test]
fn shown_commands_print_what_is_shown() {
    for (path, text) in documents() {
        settle(&path, &with_output(&text));
    }
}

/// A block right behind a line that links to an example shows the file.
#[test]
fn shown_files_are_the_files() {
    let mut shown = 0;
    for (path, text) in documents() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(at, _)| lines.get(at + 1) == Some(&"```")) {
            let Some(link) = line.strip_prefix('[').and_then(|l| Some(l.split_once("](")?.1.split_once(')')?.0)) else {
                continue;
            };
            let file = fs::read_to_string(path.parent().unwrap().join(link)).unwrap().replace("\r\n", "\n");
            let block: Vec<_> = lines[at + 2..].iter().take_while(|l| **l != "```").copied().collect();
            assert_eq!(block.join("\n").trim_end(), file.trim_end(), "{}: {link}", path.display());
            shown += 1;
        }
    }
    assert!(shown >= 4, "{shown}");
}

// Named commands and options.

/// The options of each command, as its help lists them.
fn options() -> BTreeMap<String, BTreeSet<String>> {
    let (help, _) = run("pentad --help");
    let commands = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    let names =
        commands.filter(|l| l.starts_with("  ") && !l.starts_with("   ")).filter_map(|l| l.split_whitespace().next());
    names.map(|name| (name.to_owned(), long_options(&run(&format!("pentad {name} --help")).0))).collect()
}

/// The words of a text that look like long options.
fn long_options(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let option = |w: &&str| w.starts_with("--") && w.len() > 3 && w.as_bytes()[2].is_ascii_lowercase();
    words.filter(option).map(|w| w.trim_end_matches('-').to_owned()).collect()
}

/// The pieces of code in a document: between backticks, and the lines of fenced blocks.
fn code(document: &str) -> Vec<&str> {
    let (mut pieces, mut fenced) = (Vec::new(), false);
    for line in document.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            pieces.push(line);
        } else {
            pieces.extend(line.split('`').skip(1).step_by(2));
        }
    }
    pieces
}

#[test]
fn named_commands_and_options_exist() {
    let known = options();
    assert!(known.len() >= 6 && known["check"].contains("--expect"), "{known:?}");
    let any: BTreeSet<_> = known.values().flatten().cloned().chain(["--version".to_owned()]).collect();
    for (path, text) in documents() {
        for piece in code(&text) {
            let piece = piece.trim_start_matches("$ ");
            let (command, line) = match piece.strip_prefix("pentad ").or(piece.strip_prefix("cargo run --release -- "))
            {
                Some(line) => (line.split(' ').next(), line),
                None if piece.starts_with("--") => (None, piece),
                None => continue,
            };
            let allowed = match command {
                Some(name) if !name.starts_with('-') => {
                    known.get(name).unwrap_or_else(|| panic!("{}: no command `{name}`", path.display()))
                }
                _ => &any,
            };
            let unknown: Vec<_> = long_options(line).difference(allowed).cloned().collect();
            assert!(unknown.is_empty(), "{}: `{piece}` names {unknown:?}", path.display());
        }
    }
}

// Links.

#[test]
fn links_lead_somewhere() {
    for (path, text) in documents() {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") {
                continue;
            }
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: there is no {link}", path.display());
            if !anchor.is_empty() {
                let headings = fs::read_to_string(&target).unwrap();
                let found = headings.lines().any(|l| l.starts_with('#') && slug(l) == anchor);
                assert!(found, "{}: there is no heading {link}", path.display());
            }
        }
    }
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>().replace(' ', "-")
}
