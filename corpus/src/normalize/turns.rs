//! Games of several stones a turn: which stones are of one turn.

use std::ops::Range;

use pentad_formats::{Record, Tree};
use pentad_rules::{Action, EndBy, Game, Verdict};

/// The events of each turn of which there are several stones that lie side by side in the record, so that their order means nothing.
/// The turn that ends the game keeps its order: one of its stones may complete the row alone, and then it is the last. A record with
/// variations has none: what branches off within a turn needs its order.
pub(super) fn turns(record: &Record, game: &Game, verdict: &Verdict) -> Vec<Range<usize>> {
    let rules = &game.rules;
    let mut turns = Vec::new();
    if rules.turns.then < 2 || record.tree.as_ref().is_some_and(|tree: &Tree| !tree.is_chain()) {
        return turns;
    }
    let set_up = !record.setup.black.is_empty() || !record.setup.white.is_empty();
    let mut left = if set_up { rules.turns.then } else { rules.turns.first };
    let prefix = record.prefix.unwrap_or(0) as usize;
    let ends_at = (verdict.end.by != EndBy::None).then_some(verdict.end.ply);
    let mut plies = 0;
    let mut turn: Option<Range<usize>> = None;
    let mut close = |turn: &mut Option<Range<usize>>| turns.extend(turn.take().filter(|turn| turn.len() > 1));
    for (at, event) in record.events.iter().enumerate() {
        if event.is_ply() {
            plies += 1;
            if plies > verdict.judged {
                break;
            }
            if Some(plies) == ends_at {
                turn = None;
                break;
            }
        }
        match event.action {
            Action::Place(Some(_)) => {
                // The end of the given stones parts a turn in two.
                if at == prefix {
                    close(&mut turn);
                }
                turn.get_or_insert(at..at).end = at + 1;
                left = left.saturating_sub(1);
                if left == 0 {
                    left = rules.turns.then;
                    close(&mut turn);
                }
            }
            Action::Pass => {
                close(&mut turn);
                left = rules.turns.then;
            }
            // Whatever stands between two stones of a turn keeps them apart.
            _ => close(&mut turn),
        }
    }
    close(&mut turn);
    turns
}
