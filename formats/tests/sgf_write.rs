//! The law of reader and writer: what is read from what was written has the same content.

#![allow(clippy::unwrap_used)]

use pentad_formats::{
    Encoding, Field, Frame, Names, NoteKind, Official, Paint, ReadOptions, Reason, Record, Score, Span, TreeBuilder,
    WriteOptions, find_format,
};
use pentad_rules::{Action, Choice, Claim, Color, Coords, Event, Point, Seat, Size};
use proptest::prelude::*;

/// Choices drawn from bytes, so that a failing case shrinks.
struct Dice<'a>(&'a [u8]);

impl Dice<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, n: usize) -> usize {
        (usize::from(self.byte()) << 8 | usize::from(self.byte())) % n
    }

    fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn rarely<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(4) == 3).then(|| make(self))
    }

    fn text(&mut self) -> String {
        const WORDS: [&str; 24] = [
            "", "a", "]", "\\", ":", "\n", "\r\n", "\r", "\t", " ", "[", "(;", ")", "é", "黑胜", "12ms", "\\]", "][",
            "1419", "]\n[", "2011-05", "rated", "(1)", ";B[hh]",
        ];
        (0..self.below(5)).map(|_| self.one(&WORDS)).collect()
    }

    fn point(&mut self) -> Point {
        let side = if self.below(8) == 7 { 26 } else { 15 };
        Point::new(self.below(side) as u8, self.below(side) as u8).unwrap()
    }

    fn maybe_point(&mut self) -> Option<Point> {
        if self.below(12) == 11 { None } else { Some(self.point()) }
    }

    fn color(&mut self) -> Color {
        self.one(&[Color::Black, Color::White])
    }

    fn event(&mut self, record: &mut Record) -> Event {
        let action = match self.below(24) {
            0 => Action::Pass,
            1 => Action::Choose(self.maybe_point()),
            2 => Action::Swap(true),
            3 => Action::Swap(false),
            4 => Action::Declare(self.below(11) as u32),
            5 => {
                let points: Vec<_> = (0..self.below(4)).map(|_| self.maybe_point()).collect();
                record.events.keep_offer(points)
            }
            6 => {
                let choices = [Some(Choice::White), Some(Choice::Black), Some(Choice::PlaceTwo), None];
                Action::Choice(self.one(&choices))
            }
            7 => Action::Claim(self.one(&[Claim::Five, Claim::DoubleThree, Claim::DoubleFour, Claim::Overline])),
            8 => self.one(&[Action::Resign, Action::Time, Action::Draw]),
            9 | 10 => Action::Edit(self.point()),
            _ => Action::Place(self.maybe_point()),
        };
        let by = self.rarely(|d| d.one(&[Seat::First, Seat::Second]));
        Event { action, by, color: self.rarely(Dice::color) }
    }

    fn notes(&mut self, record: &mut Record, places: usize) {
        const KINDS: [NoteKind; 8] = [
            NoteKind::Comment,
            NoteKind::Comment,
            NoteKind::Label,
            NoteKind::TimeMs,
            NoteKind::Raw,
            NoteKind::Extra,
            NoteKind::Extra,
            NoteKind::Extra,
        ];
        const KEYS: [&str; 22] = [
            "KM", "TE", "PB", "B", "W", "GC", "C", "foo", "a:b]", "", "5A", "PENTAD", "ST", "GM", "RE", "AB", "N",
            "HASH", "QPR", "SC", "1", "AP",
        ];
        const RESULTS: [&str; 4] = ["B+R (moves beyond 169 not given)", "Void", "who", "W+Foo"];
        for _ in 0..self.below(6) {
            let (at, kind) = (self.below(places) as u32, self.one(&KINDS));
            let key = match kind {
                NoteKind::Comment | NoteKind::TimeMs if self.below(8) > 0 => String::new(),
                NoteKind::Label => self.one(&["h8", "a1", "z26", "i9", "H8", "h08", "x"]).to_owned(),
                _ => self.one(&KEYS).to_owned(),
            };
            let value = if key == "RE" { self.one(&RESULTS).to_owned() } else { self.text() };
            record.note(at, kind, &key, &value);
        }
    }

    fn header(&mut self, record: &mut Record) {
        record.size = self
            .rarely(|d| d.one(&[Size::square(15), Size::square(19), Size::new(20, 15), Size::square(26)]))
            .flatten();
        record.coords = self.one(&[Coords::WithI, Coords::SkipI]);
        record.prefix = self.rarely(|d| d.below(9) as u32);
        record.rated = self.rarely(|d| d.below(2) == 1);
        record.names = self.one(&[Names::ByColor, Names::BySeat, Names::Unknown]);
        record.opener = self.rarely(Dice::color);
        let scores = [Score::Black, Score::White, Score::Draw, Score::Unknown];
        record.result = self.rarely(|d| d.one(&scores));
        record.other_result = self.rarely(|d| (d.one(&scores), Span::default()));
        record.reason = self.rarely(|d| d.one(Reason::ALL));
        record.official = self.rarely(|d| d.one(Official::ALL));
        record.paint = self.one(&[Paint::BlackFirst, Paint::WhiteFirst]);
        record.incomplete = self.below(4) == 3;
        record.self_ending = self.below(4) == 3;
        record.tells_procedure = self.below(4) == 3;
        for &field in Field::ALL {
            if let Some(text) = self.rarely(Dice::text) {
                record.set(field, &text, Span::default());
            }
        }
        if self.below(3) == 2 {
            record.setup.black = (0..self.below(4)).map(|_| self.point()).collect();
            record.setup.white = (0..self.below(4)).map(|_| self.point()).collect();
            record.setup.to_move = self.rarely(Dice::color);
            record.setup.captured = [self.below(3) as u16, self.below(3) as u16];
        }
    }

    fn tree(&mut self, record: &mut Record) {
        let mut tree = TreeBuilder::new(None, Span::default());
        for _ in 0..self.below(12) {
            if self.below(3) == 2 {
                tree.up_to(self.below(tree.depth() + 1));
            }
            let event = if self.below(10) == 9 { None } else { Some(self.event(record)) };
            tree.add(event, Span::default());
        }
        let tree = tree.finish();
        for event in tree.main_line().filter_map(|id| tree.event(id)) {
            record.push(event, Span::default());
        }
        let places = tree.len();
        record.tree = Some(tree);
        self.notes(record, places);
    }

    fn record(&mut self) -> Record {
        let mut record = Record::new();
        self.header(&mut record);
        if self.below(2) == 1 {
            self.tree(&mut record);
        } else {
            for _ in 0..self.below(16) {
                let event = self.event(&mut record);
                record.push(event, Span::default());
            }
            let places = record.events.len() + 1;
            self.notes(&mut record, places);
        }
        record
    }
}

fn written(records: &[&Record]) -> Vec<u8> {
    let sgf = find_format("sgf").unwrap();
    let mut out = Vec::new();
    for record in records {
        assert_eq!(sgf.write(record, &WriteOptions::default(), &mut out), Some(Vec::new()));
    }
    out
}

fn slices(bytes: &[u8]) -> Vec<&[u8]> {
    let mut framer = find_format("sgf").unwrap().framer(Encoding::UTF_8);
    let (mut all, mut at) = (Vec::new(), 0);
    while let Frame::Record { end } = framer.next(&bytes[at..], true) {
        all.push(&bytes[at..at + end]);
        at += end;
    }
    assert!(bytes[at..].trim_ascii().is_empty(), "nothing follows the last record");
    all
}

fn read(slice: &[u8]) -> Record {
    let mut record = Record::new();
    find_format("sgf").unwrap().read(slice, &ReadOptions::default(), &mut record);
    record
}

/// What [`Record::same_content`] compares, to see what differs.
fn content(r: &Record) -> String {
    let notes: Vec<_> = r.notes().collect();
    let fields: Vec<_> = Field::ALL.iter().filter_map(|&f| Some((f.name(), r.get(f)?))).collect();
    let tree: Option<Vec<_>> = r.tree.as_ref().map(|t| t.walk().map(|v| (t.event(v.id), v.parent)).collect());
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{fields:?}\n{notes:?}\n{tree:?}\n{:?}",
        (r.size, r.coords, r.prefix, r.rated, r.names, r.opener, r.result, r.other_result.map(|o| o.0), r.self_ending),
        (r.reason, r.official, r.paint, r.incomplete, r.readable),
        r.setup,
        r.events,
        r.findings,
        r.dialect,
        r.spans.len(),
    )
}

/// The comments of each place, and the extras of each key, in their order.
fn in_order(record: &Record) -> Vec<(u32, &str, &str)> {
    let mut notes: Vec<_> = record.notes().filter(|n| matches!(n.kind, NoteKind::Comment | NoteKind::Extra)).collect();
    notes.sort_by_key(|n| (n.at, n.kind as u8, n.key));
    notes.into_iter().map(|n| (n.at, n.key, n.value)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(a in prop::collection::vec(any::<u8>(), 0..900), b in prop::collection::vec(any::<u8>(), 0..300)) {
        let records = [Dice(&a).record(), Dice(&b).record()];
        let text = written(&[&records[0], &records[1]]);
        let slices = slices(&text);
        prop_assert_eq!(slices.len(), 2);
        for (record, slice) in records.iter().zip(slices) {
            let back = read(slice);
            let unsound = ["property-repeated", "property-malformed", "several-moves", "stray-text", "unclosed", "algebraic-point"];
            prop_assert!(back.findings.iter().all(|f| !unsound.contains(&f.code.name())), "{:?}", back.findings);
            prop_assert!(
                record.same_content(&back)
                    && record.self_ending == back.self_ending
                    && record.tells_procedure == back.tells_procedure
                    && in_order(record) == in_order(&back),
                "{}\nwas\n{}\nand became\n{}", String::from_utf8_lossy(slice), content(record), content(&back)
            );
        }
    }
}

#[test]
fn a_plain_game_is_plain_text() {
    let mut record = Record::new();
    record.size = Size::square(15);
    for (field, text) in
        [(Field::BlackName, "Ann"), (Field::WhiteName, "B]b"), (Field::Rules, "renju"), (Field::Date, "2011-05")]
    {
        record.set(field, text, Span::default());
    }
    record.result = Some(Score::Black);
    record.reason = Some(Reason::Resign);
    for text in ["h8", "i9", "g6"] {
        record.push(Event::place(Point::parse(text, Coords::WithI).unwrap()), Span::default());
    }
    record.push(Event::new(Action::Pass), Span::default());
    record.note(2, NoteKind::Comment, "", "why\\not");
    let head = format!("(;FF[4]GM[4]CA[UTF-8]AP[pentad:{}]SZ[15]RU[renju]", env!("CARGO_PKG_VERSION"));
    let rest = "PB[Ann]PW[B\\]b]DT[2011-05]RE[B+R]\n;B[hh];W[ig]C[why\\\\not];B[gj];W[])\n\n";
    assert_eq!(String::from_utf8(written(&[&record])).unwrap(), format!("{head}{rest}"));
    assert!(read(format!("{head}{rest}").as_bytes()).findings.is_empty());
}

#[test]
fn other_programs_see_the_fifth_moves() {
    let game = "(;GM[5]FF[4]SW[YES]5A[kc][ff]GN[A-B : RIF rule]SZ[15];B[hh];W[ih];B[gf];W[jj];B[ff];W[kk])";
    let record = read(game.as_bytes());
    let text = String::from_utf8(written(&[&record])).unwrap();
    assert!(text.contains("5A[kc][ff]") && text.contains(";PENTAD[act:swap yes];W[jj]"), "{text}");
    let back = read(text.as_bytes());
    assert!(record.same_content(&back), "{}\n{}", content(&record), content(&back));
}

#[test]
fn white_stays_white() {
    let game = "(;GM[4]SZ[15]PB[A]PW[B]RE[W+]PL[W];W[hh];B[ig];W[ii])";
    let text = String::from_utf8(written(&[&read(game.as_bytes())])).unwrap();
    assert!(text.contains("PB[A]PW[B]RE[W+]PL[W]\n;W[hh];B[ig];W[ii])"), "{text}");
}

#[test]
fn two_results_that_cannot_be_read_keep_their_order() {
    let mut record = Record::new();
    for (first, last) in [("who", "W+Foo"), ("W+Foo", "who"), ("who", "whom")] {
        record.clear();
        record.note(0, NoteKind::Extra, "RE", first);
        record.note(0, NoteKind::Extra, "RE", last);
        let text = written(&[&record]);
        let back = read(text.trim_ascii());
        assert!(
            in_order(&record) == in_order(&back) && record.same_content(&back),
            "{}",
            String::from_utf8_lossy(&text)
        );
    }
}

#[test]
fn a_cut_record_keeps_its_remark() {
    let game = "(;GM[4]SZ[15]RE[B+R (moves beyond 169 not given)];B[hh])";
    let text = String::from_utf8(written(&[&read(game.as_bytes())])).unwrap();
    assert!(text.contains("RE[B+R (moves beyond 169 not given)]") && !text.contains("extra"), "{text}");
}

#[test]
fn long_texts_and_deep_trees() {
    let mut record = Record::new();
    let long = "]\\:\n".repeat(16 << 10);
    record.note(0, NoteKind::Comment, "", &long);
    record.set(Field::Event, &long, Span::default());
    let mut tree = TreeBuilder::new(None, Span::default());
    for n in 0..100_000u32 {
        let event = Event::place(Point::from_index(n as usize % 15).unwrap());
        tree.add(Some(event), Span::default());
        record.push(event, Span::default());
    }
    // A second line at every hundredth node of the main line.
    for n in (0..100_000).rev().step_by(100) {
        tree.up_to(n);
        tree.add(None, Span::default());
    }
    let tree = tree.finish();
    record.tree = Some(tree);
    let text = written(&[&record]);
    let back = read(slices(&text)[0]);
    let tree = back.tree.as_ref().unwrap();
    assert_eq!((tree.len(), tree.leaves()), (101_001, 1001));
    assert_eq!((back.events.len(), back.get(Field::Event)), (100_000, Some(long.as_str())));
}
