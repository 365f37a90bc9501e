//! What is wrong with a record, and where.

use std::borrow::Cow;

use pentad_rules::{Code, Point, Severity};

use crate::Span;

/// One fault of reading or of the rules, with its place in the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of fault.
    pub code: Code,
    /// How grave under the policies in force.
    pub severity: Severity,
    /// Where in the record's slice; `None` when the fault has no place of its own.
    pub span: Option<Span>,
    /// The way to a variation node, as `2/1`; `None` in the main line.
    pub path: Option<String>,
    /// The ply it belongs to, from 1; 0 before the first.
    pub ply: Option<u32>,
    /// The event it belongs to, from 1.
    pub event: Option<u32>,
    /// The point it belongs to.
    pub point: Option<Point>,
    /// What is wrong, in one sentence without its place.
    pub message: Cow<'static, str>,
    /// What would mend it.
    pub help: Option<String>,
}

impl Finding {
    /// A finding of the code's own severity.
    pub fn new(code: Code, span: Span, message: impl Into<Cow<'static, str>>) -> Finding {
        Finding {
            code,
            severity: code.severity(),
            span: Some(span),
            path: None,
            ply: None,
            event: None,
            point: None,
            message: message.into(),
            help: None,
        }
    }

    /// The same with words on what would mend it.
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = Some(help.into());
        self
    }
}
