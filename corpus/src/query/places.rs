//! Where in a record what a query asks for comes about.

use pentad_formats::NoteKind;
use pentad_rules::Point;

use super::Query;
use super::eval::{Subject, compare, holds};
use super::field::Field;
use super::parse::Term;
use crate::board_search::{Way, nodes};

/// A place in a record that a query means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceFound<'a> {
    /// The way there through the variations.
    pub way: &'a Way,
    /// The node of the record's tree, or how many events have been played where it has none.
    pub node: u32,
    /// How many stones have been laid and turns passed.
    pub ply: u32,
    /// The stone that was laid last; none at the beginning and after what is no stone.
    pub point: Option<Point>,
}

impl Query {
    /// Whether it asks for something that comes about at some place in a record: a position, a pattern or a comment.
    pub fn asks_for_places(&self) -> bool {
        self.conditions.terms().any(at_a_place)
    }

    /// Visits the places of a judged record, its variations included, where what the query asks for comes about: of positions and patterns
    /// those where the last stone brings them about, of comments those that have them. What else it asks for holds of the whole record.
    /// Whether there is one; `None` where what else it asks for is not known.
    pub fn places(&self, subject: &Subject<'_>, mut visit: impl FnMut(PlaceFound<'_>)) -> Option<bool> {
        let everywhere = |places: Option<bool>| {
            self.conditions.run(|term| if at_a_place(term) { places } else { holds(term, subject) })
        };
        if everywhere(None) == Some(false) {
            return Some(false);
        }
        let images = self.images(subject);
        let mut comments: Vec<_> = subject
            .facts
            .record
            .notes()
            .filter(|note| note.kind == NoteKind::Comment)
            .map(|n| (n.at, n.value.into()))
            .collect();
        comments.sort_by_key(|(at, _)| *at);
        let (at, texts): (Vec<u32>, Vec<_>) = comments.into_iter().unzip();
        let mut found = false;
        nodes(&subject.facts.played(), |here, way| {
            let meant = self.conditions.run(|term| match term {
                Term::Board(number) => Some(images[*number].come_about(here)),
                Term::Text(Field::Comment, comparison, wanted) => {
                    let from = at.partition_point(|&place| place < here.place);
                    let until = at.partition_point(|&place| place <= here.place);
                    Some(compare(&texts[from..until], *comparison, wanted))
                }
                term => holds(term, subject),
            });
            if meant == Some(true) {
                found = true;
                visit(PlaceFound { way, node: here.place, ply: here.position.ply(), point: here.laid });
            }
        });
        let known = found || [true, false].into_iter().any(|places| everywhere(Some(places)).is_some());
        known.then_some(found)
    }
}

/// Whether a condition holds of a place in a record.
fn at_a_place(term: &Term) -> bool {
    matches!(term, Term::Board(_) | Term::Text(Field::Comment, ..))
}
