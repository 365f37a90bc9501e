//! Taking away what stands beside the moves.

use crate::{NoteKind, Record};

/// What stands beside the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beside {
    /// Comments.
    pub comments: bool,
    /// Labels of points, and texts on the board.
    pub labels: bool,
    /// Marks of points and nodes.
    pub marks: bool,
}

/// Properties of SGF that mark points or nodes.
const MARKS: [&str; 16] =
    ["HO", "MA", "TR", "CR", "SQ", "SL", "AR", "LN", "DD", "VW", "BM", "DO", "IT", "TE", "GB", "GW"];

/// Takes comments, labels or marks away, with the raw bytes that were kept for them. Returns how many notes are gone.
pub fn strip(record: &mut Record, beside: Beside) -> u64 {
    let mut gone = 0;
    record.retain_notes(|note| {
        let goes = match note.kind {
            NoteKind::Comment => beside.comments,
            NoteKind::Label => beside.labels,
            NoteKind::Extra if note.key == "LIBTEXT" => beside.labels,
            NoteKind::Extra => beside.marks && note.at > 0 && MARKS.contains(&note.key),
            NoteKind::Raw => {
                beside.comments && note.key == "comment"
                    || beside.labels && (note.key == "LIBTEXT" || note.key.starts_with("label."))
            }
            NoteKind::TimeMs => false,
        };
        gone += u64::from(goes);
        !goes
    });
    gone
}
