//! The page of a game.

use std::fmt::Write as _;

use pentad_rules::{CaptureRule, Coords, Ends, Entry, Fouls, Game, Passes, Row, Rules, Size, Stands};

use crate::rules_pages::{as_toml, facts, list};

/// The page: what stands before the prose, and what stands after it.
pub(crate) fn page(game: &Game) -> (String, String) {
    let Game { id, title, rules, .. } = game;
    let letters = match game.coords {
        Coords::WithI => format!("a to {}, with i", letter(game.size, true)),
        _ => format!("a to {}, without i", letter(game.size, false)),
    };
    let opening = game.opening.as_ref().map_or_else(
        || "none of its own; any of [these](../README.md#opening-procedures)".to_owned(),
        |o| format!("[{}](../openings/{}.md)", o.title, o.id),
    );
    let mut rows = vec![("name", format!("`--rules {id}`"))];
    if !game.aliases.is_empty() {
        rows.push(("also written", list(&game.aliases)));
    }
    rows.extend([
        ("usual board", format!("{}, columns {letters}", game.size)),
        ("stones a turn", turns(rules)),
        ("rows that win", by_color(rules.rows.map(row))),
        ("fouls", by_color(rules.fouls.map(fouls))),
        ("captures", rules.captures.map_or_else(|| "none".to_owned(), captures)),
    ]);
    if rules.captures.is_some() {
        rows.push(("a row wins", stands(rules.stands).to_owned()));
    }
    let passes = match rules.passes {
        Passes::Forbidden => "none",
        Passes::TwoDraw => "allowed after the opening; two in a row draw",
    };
    let limit = rules.max_plies.map_or_else(String::new, |n| format!(", or after ply {n}"));
    rows.extend([
        ("passes", passes.to_owned()),
        ("drawn", format!("on a full board{limit}")),
        ("opening procedure", opening),
        ("policies of its own", policies(game)),
    ]);
    let table = format!("# {title}\n{}\n\n{}", game.page, facts(&rows));
    (table, as_toml(id, "--rules FILE", &game.to_toml()))
}

/// The letter of the last column.
fn letter(size: Size, with_i: bool) -> char {
    let index = size.width() - 1 + u8::from(!with_i && size.width() > 8);
    char::from(b'a' + index)
}

fn turns(rules: &Rules) -> String {
    let (first, then) = (rules.turns.first, rules.turns.then);
    if first == then { first.to_string() } else { format!("{first} in the first turn, then {then}") }
}

/// What holds for both colours, or for each; `none` of both.
fn by_color([black, white]: [String; 2]) -> String {
    if black == white && black == "none" {
        return black;
    }
    if black == white { format!("both colours: {black}") } else { format!("Black: {black}. White: {white}") }
}

pub(crate) fn row(row: Row) -> String {
    let length = ["four", "five", "six"].get(usize::from(row.length).wrapping_sub(4)).copied().unwrap_or("none");
    let mut out = match (row.longer_wins, row.ends) {
        (true, Ends::Any) => format!("{length} or more"),
        _ => format!("exactly {length}"),
    };
    let blocked = if row.edge_blocks { "enemy stones or the edge" } else { "enemy stones; the edge blocks nothing" };
    match row.ends {
        Ends::Any => {}
        Ends::OneFree => {
            let _ = write!(out, ", unless both ends are blocked ({blocked})");
        }
        Ends::BothFree => {
            let _ = write!(out, ", if neither end is blocked ({blocked})");
        }
    }
    match (row.longer_wins, row.ends) {
        (true, Ends::Any) => {}
        (true, _) => out.push_str("; a longer row in any case"),
        (false, _) => out.push_str("; a longer row is nothing"),
    }
    out
}

pub(crate) fn fouls(fouls: Fouls) -> String {
    let names: Vec<_> = fouls.iter().map(|f| f.name()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn captures(rule: CaptureRule) -> String {
    let what = if rule.trias { "exactly two or three stones" } else { "exactly two stones" };
    let ahead = if rule.ahead { ", if they are more than the opponent's" } else { "" };
    let entry = match rule.entry {
        Entry::Safe => "own stones laid between two enemy stones are safe",
        Entry::Poof => "own stones that a stone joins between two enemy stones vanish to the opponent's credit",
        Entry::Forbidden => "a stone may not be laid where it would be captured at once",
    };
    let remnant =
        if rule.remnant_wins { "; a capture that leaves the opponent a row that wins gives him the game" } else { "" };
    format!(
        "{what} in a row, enclosed at both ends, compulsory; {} captured stones win{ahead}; {entry}{remnant}",
        rule.to_win
    )
}

fn stands(stands: Stands) -> &'static str {
    match stands {
        Stands::AtOnce => "at once",
        Stands::UnlessCapturable => {
            "at once where none of its stones could be captured, else when it stands after the reply"
        }
        Stands::AfterReply => "when it stands after the reply",
    }
}

fn policies(game: &Game) -> String {
    let table: toml::Table = game.to_toml().parse().expect("a game's TOML can be read");
    let stated = table.get("policy").and_then(toml::Value::as_table).into_iter().flatten();
    let stated: Vec<_> = stated.map(|(key, value)| format!("`policy.{key} = {value}`")).collect();
    if stated.is_empty() { "none".to_owned() } else { stated.join(", ") }
}
