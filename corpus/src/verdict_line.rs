//! The machine form of a verdict: one JSON object a line (`pentad check --format jsonl`), a public interface.
//!
//! Points and stones are ordered by column, then row, and written in the record's own letters.

use pentad_formats::{Field, Finding, Locator, Record};
use pentad_rules::{Color, Coords, Point, Seat, Size, Verdict};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, SerializeTuple, Serializer};

use crate::{Judgement, Outcome};

/// A verdict line. `judged` is `None` for a record that could not be read, and for a file of which no record could be had.
#[derive(Debug, Serialize)]
pub struct VerdictLine<'a> {
    file: &'a str,
    record: u64,
    id: Option<&'a str>,
    rules: Option<&'a str>,
    opening: Option<&'a str>,
    size: Option<SizeJson>,
    coords: Option<&'static str>,
    plies: Option<u32>,
    verdict: &'static str,
    missing: &'a [&'static str],
    end: Option<EndJson<'a>>,
    stated: Option<StatedJson>,
    captures: Option<Vec<CaptureJson<'a>>>,
    captured: Option<ByColor>,
    opening_code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_name: Option<&'a str>,
    complete: Option<bool>,
    /// Not known where the record leaves out who swapped.
    black_seat: Option<u8>,
    findings: Vec<FindingJson<'a>>,
}

impl<'a> VerdictLine<'a> {
    /// The line of a record that was judged. Findings are in order: the reader's, then the judge's.
    pub fn judged(
        file: &'a str,
        number: u64,
        record: &'a Record,
        judgement: &Judgement,
        verdict: &'a Verdict,
        findings: impl Iterator<Item = &'a Finding>,
        locator: &Locator<'_>,
    ) -> VerdictLine<'a> {
        let coords = judgement.coords;
        let point = move |point: &Point| PointJson(*point, coords);
        let end = EndJson {
            by: verdict.end.by.name(),
            winner: verdict.end.winner.map_or("none", Color::name),
            ply: verdict.end.ply,
            lines: verdict.end.lines.iter().map(|line| line.iter().map(point).collect()).collect(),
            also: if verdict.end.also_captures { &["captures"] } else { &[] },
        };
        let capture = |c: &'a pentad_rules::Capture| CaptureJson {
            ply: c.ply,
            by: c.by.name(),
            key: if c.poofed { "poofed" } else { "stones" },
            stones: &c.stones,
            coords,
        };
        VerdictLine {
            file,
            record: number,
            id: record.get(Field::Id),
            rules: Some(&judgement.game.id),
            opening: judgement.opening.map(|o| o.id.as_ref()),
            size: Some(SizeJson(judgement.size)),
            coords: Some(coords.name()),
            plies: Some(verdict.plies),
            verdict: verdict.legality.name(),
            missing: &verdict.missing,
            end: Some(end),
            stated: Some(StatedJson {
                result: record.stated_result().map(|r| r.text()),
                reason: record.reason.map(|r| r.name()),
                agrees: verdict.agrees,
            }),
            captures: Some(verdict.captures.iter().map(capture).collect()),
            captured: Some(ByColor { black: verdict.captured[0], white: verdict.captured[1] }),
            opening_code: verdict.opening.map(|o| o.code),
            opening_name: None,
            complete: verdict.complete,
            black_seat: verdict.black_seat.map(Seat::number),
            findings: findings.map(|f| FindingJson::new(f, coords, Some(locator))).collect(),
        }
    }

    /// The line with the name of the opening from a user's table.
    #[must_use]
    pub fn with_opening_name(self, name: Option<&'a str>) -> VerdictLine<'a> {
        VerdictLine { opening_name: name, ..self }
    }

    /// The line of a record that could not be read.
    pub fn unreadable(
        file: &'a str,
        number: u64,
        findings: impl Iterator<Item = &'a Finding>,
        locator: &Locator<'_>,
    ) -> VerdictLine<'a> {
        let findings = findings.map(|f| FindingJson::new(f, Coords::WithI, Some(locator))).collect();
        VerdictLine { findings, ..VerdictLine::blank(file, number) }
    }

    /// The line of a file as a whole (record 0): refused, empty, or broken off.
    pub fn of_file(file: &'a str, outcome: &'a Outcome) -> VerdictLine<'a> {
        let finding = FindingJson {
            code: outcome.code.number(),
            name: outcome.code.name(),
            severity: outcome.severity.name(),
            path: None,
            ply: None,
            event: None,
            point: None,
            line: None,
            column: None,
            offset: None,
            message: &outcome.message,
            help: outcome.help.as_deref(),
        };
        VerdictLine { findings: vec![finding], ..VerdictLine::blank(file, 0) }
    }

    fn blank(file: &'a str, record: u64) -> VerdictLine<'a> {
        VerdictLine {
            file,
            record,
            id: None,
            rules: None,
            opening: None,
            size: None,
            coords: None,
            plies: None,
            verdict: "unreadable",
            missing: &[],
            end: None,
            stated: None,
            captures: None,
            captured: None,
            opening_code: None,
            opening_name: None,
            complete: None,
            black_seat: None,
            findings: Vec::new(),
        }
    }

    /// Appends the line with its end to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        serde_json::to_writer(&mut *out, self).expect("writing JSON to memory cannot fail");
        out.push(b'\n');
    }
}

#[derive(Debug)]
struct SizeJson(Size);

impl Serialize for SizeJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = (self.0.width(), self.0.height());
        if width == height {
            return serializer.serialize_u8(width);
        }
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&width)?;
        pair.serialize_element(&height)?;
        pair.end()
    }
}

#[derive(Debug)]
struct PointJson(Point, Coords);

impl Serialize for PointJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.text(self.1))
    }
}

#[derive(Debug, Serialize)]
struct EndJson<'a> {
    by: &'static str,
    winner: &'static str,
    ply: u32,
    lines: Vec<Vec<PointJson>>,
    also: &'a [&'static str],
}

#[derive(Debug, Serialize)]
struct StatedJson {
    result: Option<&'static str>,
    reason: Option<&'static str>,
    agrees: Option<bool>,
}

#[derive(Debug, Serialize)]
struct ByColor {
    black: u16,
    white: u16,
}

#[derive(Debug)]
struct CaptureJson<'a> {
    ply: u32,
    by: &'static str,
    key: &'static str,
    stones: &'a [Point],
    coords: Coords,
}

impl Serialize for CaptureJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("ply", &self.ply)?;
        map.serialize_entry("by", self.by)?;
        map.serialize_entry(self.key, &Points(self.stones, self.coords))?;
        map.end()
    }
}

struct Points<'a>(&'a [Point], Coords);

impl Serialize for Points<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for &point in self.0 {
            list.serialize_element(&PointJson(point, self.1))?;
        }
        list.end()
    }
}

#[derive(Debug, Serialize)]
struct FindingJson<'a> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    path: Option<&'a str>,
    ply: Option<u32>,
    event: Option<u32>,
    point: Option<PointJson>,
    line: Option<u64>,
    column: Option<u64>,
    offset: Option<u64>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a Finding, coords: Coords, locator: Option<&Locator<'_>>) -> FindingJson<'a> {
        let position = locator.zip(finding.span).map(|(locator, span)| locator.position(locator.start_of(span)));
        FindingJson {
            code: finding.code.number(),
            name: finding.code.name(),
            severity: finding.severity.name(),
            path: Some(finding.path.as_deref().unwrap_or("main")),
            ply: finding.ply,
            event: finding.event,
            point: finding.point.map(|p| PointJson(p, coords)),
            line: position.map(|p| p.line),
            column: position.map(|p| p.column),
            offset: position.map(|p| p.offset),
            message: &finding.message,
            help: finding.help.as_deref(),
        }
    }
}
