//! The table `findings`: a row a finding.

use pentad_formats::{Finding, Locator, Position};
use pentad_rules::{Code, Coords, PointText, Severity};

use crate::Outcome;
use crate::table::table;

/// A finding of a record, or what is wrong with a file as a whole.
pub(super) struct FindingRow<'a> {
    game: u64,
    number: u64,
    code: Code,
    severity: Severity,
    path: Option<&'a str>,
    ply: Option<u32>,
    event: Option<u32>,
    point: Option<PointText>,
    place: Option<Position>,
    message: &'a str,
    help: Option<&'a str>,
}

impl<'a> FindingRow<'a> {
    pub(super) fn new(
        game: u64,
        number: u64,
        finding: &'a Finding,
        coords: Coords,
        locator: Option<&Locator<'_>>,
    ) -> FindingRow<'a> {
        FindingRow {
            game,
            number,
            code: finding.code,
            severity: finding.severity,
            path: Some(finding.path.as_deref().unwrap_or("main")),
            ply: finding.ply,
            event: finding.event,
            point: finding.point.map(|point| point.text(coords)),
            place: locator.zip(finding.span).map(|(locator, span)| locator.position(locator.start_of(span))),
            message: &finding.message,
            help: finding.help.as_deref(),
        }
    }

    pub(super) fn of_file(game: u64, outcome: &'a Outcome) -> FindingRow<'a> {
        FindingRow {
            game,
            number: 1,
            code: outcome.code,
            severity: outcome.severity,
            path: None,
            ply: None,
            event: None,
            point: None,
            place: None,
            message: &outcome.message,
            help: outcome.help.as_deref(),
        }
    }
}

table! {
    FINDINGS, "a row for each finding, notes among them; of a record those of its reader first, then the judge's.", "findings", version 1, row: FindingRow;
    game: Serial = row.game, "the record: `game` of the table `games`";
    number: Int = row.number, "number of the finding in its record, from 1";
    code: Text = row.code.number(), "such as `R103`";
    name: Text = row.code.name(), "such as `double-three`";
    severity: Text = row.severity.name(), "`error`, `warning` or `note`, under the policies in force";
    path: Text or null = row.path, "`main`, or the way to a node of a variation, such as `2/1`; empty for a file";
    ply: Int or null = row.ply, "the ply that it belongs to; 0 before the first";
    event_number: Int or null = row.event, "the event of the record that it belongs to, from 1";
    point: Text or null = row.point.as_ref().map(PointText::as_str), "the point that is concerned, in the record's letters";
    line: Int or null = row.place.map(|p| p.line), "line of the file, from 1";
    column: Int or null = row.place.map(|p| p.column), "column in decoded characters, from 1";
    offset: Int or null = row.place.map(|p| p.offset), "byte of the decompressed file, from 0";
    message: Text = row.message, "one sentence for people; its wording may change";
    help: Text or null = row.help, "what would mend it; its wording may change";
}
