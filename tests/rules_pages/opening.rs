//! The page of an opening procedure.

use std::fmt::Write as _;

use pentad_rules::opening::{Limit, Stage};
use pentad_rules::{Code, GAMES, Game, Opening};

use crate::rules_pages::{as_toml, cell, facts, list};

/// The page: what stands before the prose, and what stands after it.
pub(crate) fn page(opening: &Opening) -> (String, String) {
    let Opening { id, title, .. } = opening;
    let mut rows = vec![("name", format!("`--opening {id}`"))];
    if !opening.spellings.is_empty() {
        rows.push(("also written", list(&opening.spellings)));
    }
    if !opening.bare_spellings.is_empty() {
        let note = "the number is left open, and the note `opening-assumed` says so";
        rows.push(("also understood", format!("{}: {note}", list(&opening.bare_spellings))));
    }
    let games: Vec<_> = GAMES.iter().filter(|g| g.opening.as_ref().is_some_and(|o| o.id == *id)).collect();
    if !games.is_empty() {
        let links: Vec<_> = games.iter().map(|g| format!("[{}](../games/{}.md)", g.title, g.id)).collect();
        rows.push(("part of", links.join(", ")));
    }
    let passes = if opening.passes { "as the game has it, when the procedure is finished" } else { "none" };
    rows.extend([
        ("passes", passes.to_owned()),
        ("a list of moves alone", bare(opening)),
        ("source", opening.source.to_string()),
    ]);
    let table = format!("# {title}\n{}\n## Stages\n{}", facts(&rows), stages(opening));
    // Some names are those of a game, which the command would print.
    let topic = if Game::find(id).is_some() { format!("{id}-opening") } else { id.to_string() };
    (table, as_toml(&topic, "--opening FILE", &opening.to_toml()))
}

fn stages(opening: &Opening) -> String {
    if opening.stages.is_empty() {
        return "None: nothing is asked of the first stones.\n".to_owned();
    }
    let mut out = "| | what happens | findings where it does not |\n|---|---|---|\n".to_owned();
    for (number, stage) in opening.stages.iter().enumerate() {
        let links: Vec<_> = codes(stage).iter().map(|c| format!("[`{0}`](../../findings.md#{0})", c.name())).collect();
        let _ = writeln!(out, "| {} | {} | {} |", number + 1, cell(&stage.to_string()), links.join(", "));
    }
    let swap = if opening.stages.iter().any(|s| matches!(s, Stage::Swap { .. })) {
        "A swap need not be taken: any other event declines it. "
    } else {
        ""
    };
    out + "\n"
        + swap
        + "Afterwards ordinary play goes on, and the colours are final. A diagonal step is one line of distance.\n"
}

/// What breaking a stage is called.
fn codes(stage: &Stage) -> Vec<Code> {
    let of = |limits: &[Limit]| limits.iter().map(|limit| limit.code).collect::<Vec<_>>();
    match stage {
        Stage::Lay { limits, .. } => of(limits),
        Stage::Swap { .. } => Vec::new(),
        Stage::Declare { .. } => vec![Code::DeclareMissing, Code::DeclareRange],
        Stage::Offer { instead, after_swap, .. } => {
            let mut codes = instead.as_deref().map_or_else(|| vec![Code::OfferMissing], of);
            codes.extend([Code::OfferCount, Code::DuplicateOffer, Code::SymmetricOffers, Code::ChooseNotOffered]);
            codes.extend((!after_swap).then_some(Code::OfferAfterSwap));
            codes
        }
        Stage::Choice { .. } => vec![Code::ChoiceMissing, Code::ChoiceInvalid],
    }
}

/// What a record without swaps, offers and choices lets one check.
fn bare(opening: &Opening) -> String {
    let any = |kind: fn(&Stage) -> bool| opening.stages.iter().any(kind);
    let lacks = [
        (any(|s| matches!(s, Stage::Swap { .. })), "who swapped"),
        (any(|s| matches!(s, Stage::Declare { .. })), "what was declared"),
        (any(|s| matches!(s, Stage::Offer { instead: None, .. })), "what was offered"),
        (
            any(|s| matches!(s, Stage::Offer { instead: Some(_), .. })),
            "what was offered (where stone 5 can only come from an offer)",
        ),
        (any(|s| matches!(s, Stage::Choice { .. })), "what was chosen"),
    ];
    let lacks: Vec<_> = lacks.into_iter().filter_map(|(lacks, what)| lacks.then_some(what)).collect();
    let limited = any(|s| match s {
        Stage::Lay { limits, .. } => !limits.is_empty(),
        Stage::Offer { instead, .. } => instead.is_some(),
        _ => false,
    });
    match (limited, lacks.is_empty()) {
        (_, true) => "shows all that can be checked".to_owned(),
        (true, false) => format!("shows where the stones lie; it lacks {}", lacks.join(", ")),
        (false, false) => format!("cannot show a fault; it lacks {}", lacks.join(", ")),
    }
}
