//! Findings for people: what, where, and the line of the source with a caret.

use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use pentad_corpus::{Batch, Input, Outcome};
use pentad_formats::{Encoding, Finding, Locator};
use pentad_rules::Severity;

use crate::args::Common;
use crate::output::printable;

/// Bytes of a line that are shown before and after the place of a finding.
const BEFORE: usize = 60;
const AFTER: usize = 80;

/// Appends a finding of a record.
pub(crate) fn finding(out: &mut Vec<u8>, input: &Input, record: u64, finding: &Finding, locator: &Locator<'_>) {
    let file = printable(input.name());
    let level = level(finding.severity);
    let title = level.clone().primary_title(format!("{}: {}", finding.code.name(), finding.message));
    let title = Group::with_title(title.id(finding.code.number()));
    let mut place = format!("record {record}");
    if let Some(path) = &finding.path {
        place.push_str(&format!(", variation {path}"));
    }
    if let Some(ply) = finding.ply.filter(|&ply| ply > 0) {
        place.push_str(&format!(", ply {ply}"));
    }
    let help = finding.help.as_ref().map(|help| Level::HELP.message(help));
    let Some(span) = finding.span else {
        return print(
            out,
            title.element(Origin::path(file.as_ref())).element(Level::NOTE.message(place)).elements(help),
        );
    };
    let start = locator.start_of(span);
    if locator.binary {
        let byte = locator.position(start).offset;
        let place = Level::NOTE.message(format!("{place}, byte {byte}"));
        return print(out, title.element(Origin::path(file.as_ref())).element(place).elements(help));
    }
    let position = locator.position(start);
    let origin = Origin::path(file.as_ref()).line(position.line as usize).char_column(position.column as usize);
    if locator.bytes.is_empty() {
        return print(out, title.element(origin).element(Level::NOTE.message(place)).elements(help));
    }
    let excerpt = Excerpt::around(locator, start, span.end(), input.encoding);
    let snippet = Snippet::source(&excerpt.text)
        .line_start(position.line as usize)
        .annotation(AnnotationKind::Primary.span(excerpt.mark.clone()).label(place));
    // The excerpt may be cut from a long line, so the column cannot be counted in it: the place is told before, in a report of its own.
    print_part(out, title.element(origin));
    print(out, Group::with_level(level).element(snippet).elements(help));
}

/// Appends what is to say of a file as a whole.
pub(crate) fn outcome(out: &mut Vec<u8>, file: &str, outcome: &Outcome) {
    let file = printable(file);
    let title = level(outcome.severity).primary_title(format!("{}: {}", outcome.code.name(), outcome.message));
    let mut group = Group::with_title(title.id(outcome.code.number())).element(Origin::path(file.as_ref()));
    if let Some(help) = &outcome.help {
        group = group.element(Level::HELP.message(help));
    }
    print(out, group);
}

/// Says on stderr what is to say of a file as a whole: errors, and the rest where the user wants to know more.
pub(crate) fn say_outcome(common: &Common, file: &str, of_file: Option<&Outcome>) {
    let Some(said) = of_file.filter(|o| common.verbose || o.severity == Severity::Error) else { return };
    let mut out = Vec::new();
    outcome(&mut out, file, said);
    say_text!("{}", String::from_utf8_lossy(&out));
}

/// What is to say of a file as a whole, on its way from a worker.
#[derive(Default)]
pub(crate) struct OfFile(Option<(Arc<Input>, Outcome)>);

impl OfFile {
    /// That of the file that ends in this batch.
    pub(crate) fn of(batch: &Batch) -> OfFile {
        let outcome = batch.end.as_ref().and_then(|end| end.outcome.clone());
        OfFile(outcome.map(|outcome| (Arc::clone(&batch.input), outcome)))
    }

    /// Says it on stderr.
    pub(crate) fn say(&self, common: &Common) {
        if let Some((input, outcome)) = &self.0 {
            say_outcome(common, input.name(), Some(outcome));
        }
    }
}

fn print(out: &mut Vec<u8>, group: Group<'_>) {
    print_part(out, group);
    out.push(b'\n');
}

fn print_part(out: &mut Vec<u8>, group: Group<'_>) {
    out.extend_from_slice(Renderer::styled().render(&[group]).as_bytes());
    out.push(b'\n');
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// A piece of a line as text, and where the marked part is in it.
struct Excerpt {
    text: String,
    mark: std::ops::Range<usize>,
}

impl Excerpt {
    fn around(locator: &Locator<'_>, start: usize, end: usize, encoding: Encoding) -> Excerpt {
        let (line_start, line) = locator.line_around(start);
        let at = start.saturating_sub(line_start).min(line.len());
        let until = end.saturating_sub(line_start).clamp(at, line.len());
        let from = at.saturating_sub(BEFORE);
        let to = (until.min(at + AFTER) + AFTER).min(line.len());
        let mut text = String::new();
        if from > 0 {
            text.push('…');
        }
        push(&mut text, &line[from..at], encoding);
        let mark_start = text.len();
        push(&mut text, &line[at..until.min(to)], encoding);
        let mark_end = text.len();
        push(&mut text, &line[until.min(to)..to], encoding);
        if to < line.len() {
            text.push('…');
        }
        // A mark of no width stands before the next character, and an empty line has a place too.
        if mark_end == text.len() {
            text.push(' ');
        }
        let width = text[mark_start..].chars().next().map_or(1, char::len_utf8);
        Excerpt { mark: mark_start..mark_end.max(mark_start + width), text }
    }
}

/// Appends bytes as text that a terminal shows without harm.
fn push(text: &mut String, bytes: &[u8], encoding: Encoding) {
    let (decoded, ..) = encoding.decode(bytes);
    text.extend(decoded.chars().map(|c| if c.is_control() && c != '\t' { '\u{b7}' } else { c }));
}
