//! What is to say of a file as a whole.

use pentad_formats::Position;
use pentad_rules::{Code, Severity};

/// Something that concerns an input as a whole: it could not be opened, was refused, is empty, broke off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What kind of fault.
    pub code: Code,
    /// What is wrong, in one sentence without the file's name.
    pub message: String,
    /// What would mend it.
    pub help: Option<String>,
    /// How grave it is here.
    pub severity: Severity,
}

impl Outcome {
    /// An outcome without advice.
    pub fn new(code: Code, message: impl Into<String>) -> Outcome {
        Outcome { code, message: message.into(), help: None, severity: code.severity() }
    }

    /// The same with words on what would mend it.
    pub fn help(mut self, help: impl Into<String>) -> Outcome {
        self.help = Some(help.into());
        self
    }

    /// The same as no more than a warning.
    pub fn mildly(mut self) -> Outcome {
        self.severity = self.severity.min(Severity::Warning);
        self
    }
}

/// Text that belongs to no record and was not handed to a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stray {
    /// Where its first byte that is not white space stands.
    pub position: Position,
    /// How many bytes there are from there on.
    pub bytes: u64,
}
