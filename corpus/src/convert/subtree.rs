//! The part of a tree below a position.

use pentad_formats::variations::part;
use pentad_formats::{Loss, Record};
use pentad_rules::{Coords, Point};

use super::{Next, Step, Told};

/// Keeps the moves that lead to a position and everything below it, in the order of the tree. A record of which no line begins so is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subtree {
    words: Vec<String>,
}

/// The word for a pass.
const PASS: &str = "pass";

impl Subtree {
    /// The part below these moves: `h8`, `pass`. Which column a letter is depends on the letters of each record.
    ///
    /// # Errors
    /// The first word that is neither a point of any board nor a pass.
    pub fn new(words: impl IntoIterator<Item = String>) -> Result<Subtree, String> {
        let words: Vec<_> = words.into_iter().collect();
        let is_move = |word: &&String| {
            let letters = [Coords::WithI, Coords::SkipI];
            word.eq_ignore_ascii_case(PASS) || letters.into_iter().any(|coords| Point::parse(word, coords).is_some())
        };
        match words.iter().find(|word| !is_move(word)) {
            Some(word) => Err(word.clone()),
            None => Ok(Subtree { words }),
        }
    }

    /// The moves in the letters of a record; `None` where one of them is no point in these.
    fn moves(&self, coords: Coords) -> Option<Vec<Option<Point>>> {
        let one = |word: &String| match word.eq_ignore_ascii_case(PASS) {
            true => Some(None),
            false => Point::parse(word, coords).map(Some),
        };
        self.words.iter().map(one).collect()
    }
}

impl Step for Subtree {
    fn apply(&self, record: Record, told: &mut Told, next: &mut Next<'_>) {
        let below = self.moves(record.coords.letters()).and_then(|moves| part(&record, &moves));
        match below {
            Some(part) => next(part, told),
            None => told.losses.push(Loss::record(format!("no line of it begins with {}", self.words.join(" ")))),
        }
    }
}
