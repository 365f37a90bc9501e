//! Path arguments: files, folders, patterns, standard input.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use pentad_rules::Code;
use walkdir::{DirEntry, FilterEntry, IntoIter, WalkDir};

use super::{Picked, Stream, display_name, is_hidden, listed_size, open_outcome};
use crate::{Error, ErrorKind, Outcome};

/// One argument of the command line.
pub(crate) enum Argument {
    Path(PathBuf),
    Pattern(Pattern),
    Stdin,
    Stream(String, Stream),
    Picked(usize, Picked),
}

/// A pattern of file names, and where to look.
#[derive(Clone)]
pub(crate) struct Pattern {
    text: String,
    base: PathBuf,
    matcher: GlobMatcher,
    depth: usize,
    /// Whether the pattern itself names hidden files.
    hidden: bool,
}

/// The next thing to open.
pub(crate) enum Entry {
    File { path: PathBuf, walked: bool },
    Broken { name: String, outcome: Outcome, walked: bool },
    Stdin,
    Stream(String, Stream),
    Picked(usize, Picked),
}

impl Argument {
    /// What an argument means: something that exists, else a pattern, else a path that will fail when its turn comes.
    pub(crate) fn parse(argument: OsString) -> Result<Argument, Error> {
        if argument == "-" {
            return Ok(Argument::Stdin);
        }
        let path = PathBuf::from(argument);
        match path.to_str() {
            Some(text) if has_wildcards(text) && path.symlink_metadata().is_err() => {
                Ok(Argument::Pattern(Pattern::parse(text)?))
            }
            _ => Ok(Argument::Path(path)),
        }
    }
}

fn has_wildcards(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

impl Pattern {
    fn parse(text: &str) -> Result<Pattern, Error> {
        let matcher = GlobBuilder::new(text)
            .literal_separator(true)
            .build()
            .map_err(|source| ErrorKind::Pattern { pattern: text.to_owned(), source })?
            .compile_matcher();
        let is_wild = |c: &Component<'_>| c.as_os_str().to_str().is_some_and(has_wildcards);
        let components: Vec<_> = Path::new(text).components().collect();
        let fixed = components.iter().position(is_wild).unwrap_or(components.len());
        let base = components[..fixed].iter().collect();
        let wild = &components[fixed..];
        // `{a/b,c}` spans components: such a pattern is looked for at any depth, as `**` is.
        let deep = text.contains("**") || text.contains('{');
        let depth = if deep { usize::MAX } else { wild.len() };
        let hidden = wild.iter().any(|c| c.as_os_str().to_str().is_some_and(is_hidden));
        Ok(Pattern { text: text.to_owned(), base, matcher, depth, hidden })
    }

    fn walk(&self) -> Walk {
        let root = if self.base.as_os_str().is_empty() { Path::new(".") } else { &self.base };
        Walk::new(WalkDir::new(root).max_depth(self.depth), self.hidden)
    }

    /// The path of an entry as the pattern would write it.
    fn relative<'p>(&self, path: &'p Path) -> &'p Path {
        if self.base.as_os_str().is_empty() { path.strip_prefix(".").unwrap_or(path) } else { path }
    }
}

/// A walk through a folder in the order of file names.
struct Walk(FilterEntry<IntoIter, fn(&DirEntry) -> bool>);

impl Walk {
    fn new(walk: WalkDir, hidden: bool) -> Walk {
        let filter: fn(&DirEntry) -> bool = if hidden {
            |_| true
        } else {
            |entry| entry.depth() == 0 || !entry.file_name().to_str().is_some_and(is_hidden)
        };
        Walk(walk.follow_links(true).sort_by_file_name().into_iter().filter_entry(filter))
    }
}

/// What is being walked through at the moment; a folder that a pattern matched lies above the pattern.
enum Level {
    Folder(Walk),
    Pattern { pattern: Pattern, walk: Walk, found: bool },
}

/// The arguments, expanded one entry at a time.
pub(crate) struct Paths {
    arguments: VecDeque<Argument>,
    levels: Vec<Level>,
}

impl Paths {
    pub(crate) fn new(arguments: VecDeque<Argument>) -> Paths {
        Paths { arguments, levels: Vec::new() }
    }

    /// The sizes of all files, when all arguments are files, folders and patterns.
    pub(super) fn total_bytes(&self) -> Option<u64> {
        let copy = |argument: &Argument| match argument {
            Argument::Path(path) => Some(Argument::Path(path.clone())),
            Argument::Pattern(pattern) => Some(Argument::Pattern(pattern.clone())),
            Argument::Picked(_, file) => Some(Argument::Path(file.path.clone())),
            Argument::Stdin | Argument::Stream(..) => None,
        };
        let mut paths = Paths::new(self.arguments.iter().map(copy).collect::<Option<_>>()?);
        let mut total = 0;
        while let Some(entry) = paths.next() {
            if let Entry::File { path, .. } = entry {
                match listed_size(&path) {
                    Some(size) => total += size,
                    None if path.exists() => return None,
                    None => {}
                }
            }
        }
        Some(total)
    }

    pub(crate) fn next(&mut self) -> Option<Entry> {
        loop {
            if let Some(entry) = self.step() {
                return Some(entry);
            }
            if !self.levels.is_empty() {
                continue;
            }
            match self.arguments.pop_front()? {
                Argument::Stdin => return Some(Entry::Stdin),
                Argument::Stream(name, stream) => return Some(Entry::Stream(name, stream)),
                Argument::Picked(number, file) => return Some(Entry::Picked(number, file)),
                Argument::Path(path) if path.is_dir() => {
                    self.levels.push(Level::Folder(Walk::new(WalkDir::new(path), false)));
                }
                Argument::Path(path) => return Some(Entry::File { path, walked: false }),
                Argument::Pattern(pattern) => {
                    let walk = pattern.walk();
                    self.levels.push(Level::Pattern { pattern, walk, found: false });
                }
            }
        }
    }

    /// One step of the walk at hand; `None` when it brought nothing to open.
    fn step(&mut self) -> Option<Entry> {
        let walk = match self.levels.last_mut()? {
            Level::Folder(walk) | Level::Pattern { walk, .. } => walk,
        };
        let Some(next) = walk.0.next() else {
            return match self.levels.pop() {
                Some(Level::Pattern { pattern, found: false, .. }) => Some(Entry::Broken {
                    name: pattern.text,
                    outcome: Outcome::new(Code::SourceBroken, "no file has such a name"),
                    walked: false,
                }),
                _ => None,
            };
        };
        let entry = match next {
            Ok(entry) => entry,
            Err(error) => return self.broken(&error),
        };
        match self.levels.last_mut()? {
            Level::Folder(_) => {
                entry.file_type().is_file().then(|| Entry::File { path: entry.into_path(), walked: true })
            }
            Level::Pattern { pattern, walk, found } => {
                let path = pattern.relative(entry.path());
                if path.as_os_str().is_empty() || !pattern.matcher.is_match(path) {
                    return None;
                }
                *found = true;
                let path = path.to_path_buf();
                if entry.file_type().is_dir() {
                    walk.0.skip_current_dir();
                    self.levels.push(Level::Folder(Walk::new(WalkDir::new(path), false)));
                    return None;
                }
                entry.file_type().is_file().then_some(Entry::File { path, walked: true })
            }
        }
    }

    fn broken(&self, error: &walkdir::Error) -> Option<Entry> {
        if matches!(self.levels.last(), Some(Level::Pattern { .. })) && error.depth() == 0 {
            // The pattern's folder does not exist: the pattern matches nothing, which is said at its end.
            return None;
        }
        let name = error.path().map_or_else(String::new, display_name);
        let outcome = match (error.io_error(), error.loop_ancestor()) {
            (Some(error), _) => open_outcome(error),
            (None, Some(above)) => {
                let message = format!("the link leads back to {}, which lies above it", display_name(above));
                Outcome::new(Code::SourceBroken, message)
            }
            (None, None) => Outcome::new(Code::SourceBroken, error.to_string()),
        };
        Some(Entry::Broken { name, outcome, walked: true })
    }
}
