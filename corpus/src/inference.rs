//! Which games a record is consistent with.

use pentad_rules::{Code, End, Game, Legality, Opening, Severity, Size, Verdict};

/// What one game, with one opening procedure, says of a record.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The game.
    pub game: &'static Game,
    /// The procedure it was judged with.
    pub opening: Option<&'static Opening>,
    /// The board it was judged on.
    pub size: Size,
    /// Legal, illegal or unverifiable.
    pub legality: Legality,
    /// The facts that lack.
    pub missing: Vec<&'static str>,
    /// How the game ends on the board.
    pub end: End,
    /// Whether the stated result is the board's.
    pub agrees: Option<bool>,
    /// What is wrong under these rules, each with its ply.
    pub faults: Vec<(Code, u32)>,
    /// Whether the first stones are one of the 26 openings of renju.
    named_opening: bool,
}

impl Candidate {
    pub(crate) fn new(
        game: &'static Game,
        opening: Option<&'static Opening>,
        size: Size,
        verdict: &Verdict,
    ) -> Candidate {
        let faults = verdict.faults.iter().filter(|f| f.severity > Severity::Note);
        Candidate {
            game,
            opening,
            size,
            legality: verdict.legality,
            missing: verdict.missing.clone(),
            end: verdict.end.clone(),
            agrees: verdict.agrees,
            faults: faults.map(|f| (f.code, f.ply)).collect(),
            named_opening: verdict.opening.is_some(),
        }
    }

    /// Whether the record can be a game of these rules: nothing illegal happens, and the stated result is not contradicted.
    pub fn is_consistent(&self) -> bool {
        self.legality != Legality::Illegal && self.agrees != Some(false)
    }

    /// How much speaks against these rules: the result that they do not explain, facts that lack, irregular plies, an unusual board, and
    /// last how common the game is.
    fn doubts(&self) -> (bool, bool, usize, bool, u8) {
        let rarity = match self.game.id.as_ref() {
            "renju" if self.named_opening => 0,
            "gomoku-freestyle" | "pente" => 1,
            _ => 2,
        };
        let unexplained = self.agrees != Some(true);
        let unverifiable = self.legality == Legality::Unverifiable;
        (unexplained, unverifiable, self.faults.len(), self.size != self.game.size, rarity)
    }
}

/// The likeliest of the games that a record is consistent with, and what to tell of it; `None` where it is consistent with none.
pub(crate) fn likeliest(candidates: Vec<Candidate>) -> Option<(&'static Game, String)> {
    let consistent: Vec<_> = candidates.into_iter().filter(Candidate::is_consistent).collect();
    let best = consistent.iter().min_by_key(|candidate| candidate.doubts())?;
    let others: Vec<_> = consistent.iter().map(|c| c.game.id.as_ref()).filter(|id| *id != best.game.id).collect();
    let message = if others.is_empty() {
        format!("the record names no rule; judged as {}, the only game it is consistent with", best.game.id)
    } else {
        format!("the record names no rule; judged as {}; consistent also with {}", best.game.id, others.join(", "))
    };
    Some((best.game, message))
}
