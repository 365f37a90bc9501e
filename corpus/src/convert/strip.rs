//! Leaving out what nobody needs.

use pentad_formats::variations::{Beside, strip};
use pentad_formats::{Field, NoteKind, Record};

use super::{Next, Step, Told};

/// A kind of thing that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stripped {
    /// Comments.
    Comments,
    /// Labels of points.
    Labels,
    /// Marks of points and nodes.
    Marks,
    /// Times of moves.
    Times,
    /// What pentad has no name for: properties and tags of other programs, with their raw bytes.
    Extras,
    /// Names, ratings, ranks and countries of the players.
    Players,
}

impl Stripped {
    /// All kinds.
    pub const ALL: [Stripped; 6] =
        [Stripped::Comments, Stripped::Labels, Stripped::Marks, Stripped::Times, Stripped::Extras, Stripped::Players];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Stripped::Comments => "comments",
            Stripped::Labels => "labels",
            Stripped::Marks => "marks",
            Stripped::Times => "times",
            Stripped::Extras => "extras",
            Stripped::Players => "players",
        }
    }

    /// The kind with this [`Stripped::name`].
    pub fn from_name(name: &str) -> Option<Stripped> {
        Stripped::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// Leaves out things of these kinds.
#[derive(Clone, Debug)]
pub struct Strip(pub Vec<Stripped>);

impl Step for Strip {
    fn apply(&self, mut record: Record, told: &mut Told, next: &mut Next<'_>) {
        let strips = |kind| self.0.contains(&kind);
        let players = strips(Stripped::Players);
        let of_player = |name: &str| name.starts_with("black.") || name.starts_with("white.");
        let (comments, labels) = (strips(Stripped::Comments), strips(Stripped::Labels));
        strip(&mut record, Beside { comments, labels, marks: strips(Stripped::Marks) });
        record.retain_notes(|note| !match note.kind {
            NoteKind::Comment | NoteKind::Label => false,
            NoteKind::TimeMs => strips(Stripped::Times),
            NoteKind::Extra => strips(Stripped::Extras),
            NoteKind::Raw => strips(Stripped::Extras) || players && of_player(note.key),
        });
        if players {
            Field::ALL.iter().filter(|field| of_player(field.name())).for_each(|&field| record.unset(field));
        }
        next(record, told);
    }
}
