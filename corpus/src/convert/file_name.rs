//! Names of files that every system takes.

use std::collections::HashSet;
use std::hash::BuildHasher as _;
use std::path::{Path, PathBuf};

use rustc_hash::FxBuildHasher;

/// Longest name without extension, in bytes.
const LONGEST: usize = 100;

/// Names that Windows keeps for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Makes names, each different from all before it, also where capitals do not count.
#[derive(Debug, Default)]
pub(super) struct FileNames {
    /// Hashes of the names given. Two names with one hash cost a number behind the name and nothing else.
    taken: HashSet<u64, FxBuildHasher>,
}

impl FileNames {
    /// A name for a file about `what`, with an extension.
    pub(super) fn make(&mut self, what: &str, extension: &str) -> String {
        let stem = safe(what);
        let mut name = format!("{stem}.{extension}");
        let mut number = 1u64;
        while !self.taken.insert(FxBuildHasher.hash_one(name.to_lowercase())) {
            number += 1;
            name = format!("{stem}-{number}.{extension}");
        }
        name
    }
}

/// Letters, digits, `-` and `_` of any script; anything else is `_`.
fn safe(what: &str) -> String {
    let mut name = String::new();
    for c in what.trim().chars() {
        if name.len() + c.len_utf8() > LONGEST {
            break;
        }
        name.push(if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' });
    }
    let lower = name.to_ascii_lowercase();
    let device = DEVICES.iter().any(|d| {
        lower
            .strip_prefix(d)
            .is_some_and(|rest| rest.is_empty() || rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    });
    if name.is_empty() || device {
        name.push('_');
    }
    name
}

/// A name that is free, for what there is of a file or folder: `games.partial.sgf`, and of what has no extension `games.partial`.
pub fn partial_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or_else(String::new, |e| format!(".{}", e.to_string_lossy()));
    let names = (1..).map(|n: u32| if n == 1 { "partial".to_owned() } else { format!("partial-{n}") });
    let mut paths = names.map(|word| path.with_file_name(format!("{stem}.{word}{extension}")));
    paths.find(|path| !path.exists()).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_each_is_another() {
        let mut names = FileNames::default();
        let made =
            ["Ann", "ann", "a/b\\c:d", "", "nul", "COM1", "中村", "..", "Ann"].map(|what| names.make(what, "sgf"));
        let expected = [
            "Ann.sgf",
            "ann-2.sgf",
            "a_b_c_d.sgf",
            "_.sgf",
            "nul_.sgf",
            "COM1_.sgf",
            "中村.sgf",
            "__.sgf",
            "Ann-3.sgf",
        ];
        assert_eq!(made, expected);
        assert!(names.make(&"é".repeat(300), "sgf").len() <= LONGEST + 4);
    }
}
