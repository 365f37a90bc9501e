//! The positions that games went through, on their way from a worker.

/// What is before the state key in the key of a position beside the number of plies: the family of rules, the width and the height of the
/// board (`docs/partials.md`).
pub(crate) type Setting = [u8; 3];

/// The positions of one game after its first plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course<'c> {
    pub(crate) setting: Setting,
    /// Which of the four results.
    pub(crate) result: u8,
    /// The plies, packed.
    pub(crate) line: &'c [u8],
    /// The state keys after 1, 2 … plies.
    pub(crate) keys: &'c [u128],
}

/// Courses one after the other.
#[derive(Debug, Default)]
pub(super) struct Courses {
    heads: Vec<Head>,
    lines: Vec<u8>,
    keys: Vec<u128>,
}

#[derive(Clone, Copy, Debug)]
struct Head {
    setting: Setting,
    result: u8,
    plies: u8,
    line_len: u8,
}

impl Courses {
    /// Adds a course, which has [`super::lines::MAX_PLIES`] plies at most.
    pub(super) fn push(&mut self, course: &Course<'_>) {
        let Course { setting, result, line, keys } = *course;
        self.heads.push(Head { setting, result, plies: keys.len() as u8, line_len: line.len() as u8 });
        self.lines.extend_from_slice(line);
        self.keys.extend_from_slice(keys);
    }

    /// The courses in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = Course<'_>> {
        let (mut lines, mut keys) = (&self.lines[..], &self.keys[..]);
        self.heads.iter().map(move |head| {
            let (line, other_lines) = lines.split_at(usize::from(head.line_len));
            let (own, other_keys) = keys.split_at(usize::from(head.plies));
            (lines, keys) = (other_lines, other_keys);
            Course { setting: head.setting, result: head.result, line, keys: own }
        })
    }
}
