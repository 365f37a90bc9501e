//! The index of the rules pages.

use std::fmt::Write as _;

use pentad_rules::opening::Stage;
use pentad_rules::{GAMES, Game, Opening};

use crate::rules_pages::{Prose, cell, game, list};

pub(crate) fn page(prose: &Prose) -> String {
    let mut out = "# Rules\n\
         [Games](#games) · [opening procedures](#opening-procedures) · [the 26 openings of renju](openings/the-26-openings.md) · \
         [where the sources differ](#where-the-sources-differ) · [rules of your own](../guide.md#rules-of-your-own)\n\n\
         A game is a row of a table: the rules of the board as plain data, and the opening procedure that belongs to it, if one does. A procedure is a table of \
         stages that one engine runs. All pages here are those tables in words. `pentad explain NAME` prints the short form.\n\n\
         ## Games\n\
         `--rules NAME` takes an id or another spelling, whatever the case, with or without hyphens.\n\n\
         | id | game | usual board | rows that win | fouls | captured stones that win | opening procedure |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    for Game { id, title, size, rules, opening, .. } in GAMES {
        let captures = rules.captures.map_or_else(String::new, |c| c.to_win.to_string());
        let opening = opening.as_ref().map_or_else(String::new, |o| format!("[`{0}`](openings/{0}.md)", o.id));
        let rows = both(rules.rows.map(game::row));
        let fouls = both(rules.fouls.map(game::fouls));
        let fouls = if fouls == "none" { String::new() } else { fouls };
        let _ = writeln!(
            out,
            "| [`{id}`](games/{id}.md) | {title} | {size} | {} | {fouls} | {captures} | {opening} |",
            cell(&rows)
        );
    }
    out.push_str(
        "\n## Opening procedures\n`--opening NAME` takes an id or another spelling.\n\n\
         | id | procedure | stones | swaps | fifth moves offered | source |\n|---|---|---|---|---|---|\n",
    );
    for opening in Opening::all() {
        let count = |kind: fn(&Stage) -> bool| opening.stages.iter().filter(|s| kind(s)).count();
        let stones = count(|s| matches!(s, Stage::Lay { .. } | Stage::Offer { .. }));
        let swaps = count(|s| matches!(s, Stage::Swap { .. }));
        let choices =
            if count(|s| matches!(s, Stage::Choice { .. })) > 0 { "by choice".to_owned() } else { String::new() };
        let swaps = if swaps == 0 { choices } else { swaps.to_string() };
        let stones = if stones == 0 { String::new() } else { stones.to_string() };
        let Opening { id, title, source, .. } = opening;
        let _ = writeln!(
            out,
            "| [`{id}`](openings/{id}.md) | {title} | {stones} | {swaps} | {} | {} |",
            offers(opening),
            cell(source)
        );
    }
    out.push_str(&prose.of("index"));
    out.push_str(
        "\n## Where the sources differ\n\
         Each point stands on the pages of its games and procedures: who says what, what pentad does, and the flag or key that chooses otherwise. \
         Each has a test in `rules/tests/conflicts/`, but where nothing in a record tells.\n\n| question | pages |\n|---|---|\n",
    );
    for conflict in &prose.conflicts {
        let links: Vec<_> =
            conflict.pages.iter().map(|p| format!("[{}]({p}.md)", p.split_once('/').map_or("", |p| p.1))).collect();
        let _ = writeln!(out, "| {} | {} |", cell(&conflict.question), list(&links));
    }
    out
}

fn both([black, white]: [String; 2]) -> String {
    if black == white { black } else { format!("Black: {black}; White: {white}") }
}

fn offers(opening: &Opening) -> String {
    use pentad_rules::opening::Count;
    let mut declared = (1, None);
    for stage in &*opening.stages {
        match stage {
            Stage::Declare { least, most, .. } => declared = (*least, *most),
            Stage::Offer { count: Count::Fixed(n), instead, .. } => {
                return if instead.is_some() { format!("{n}, or a stone") } else { n.to_string() };
            }
            Stage::Offer { count: Count::Declared, .. } => {
                let (least, most) = declared;
                return most.map_or_else(
                    || format!("{least} or more, as declared"),
                    |m| format!("{least} to {m}, as declared"),
                );
            }
            _ => {}
        }
    }
    String::new()
}
