//! The framer against its law, stated once more byte by byte; and hostile input.

#![allow(clippy::unwrap_used)]

use pentad_formats::{Encoding, Format, Frame, Framer, ReadOptions, Record, WriteOptions, find_format};
use proptest::prelude::*;

fn sgf() -> &'static dyn Format {
    find_format("sgf").unwrap()
}

fn blank(b: u8) -> bool {
    b" \t\n\r\x0B\x0C".contains(&b)
}

/// Whether a game starts with the `(` at `at`.
fn game_start(text: &[u8], at: usize) -> bool {
    let window = &text[at..text.len().min(at + 64)];
    let mut rest = &window[1..];
    let skip = |t: &mut &[u8]| *t = &t[t.iter().take_while(|&&b| blank(b)).count()..];
    skip(&mut rest);
    let Some(after) = rest.strip_prefix(b";") else { return false };
    rest = after;
    skip(&mut rest);
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let id: Vec<u8> = rest[..length].iter().copied().filter(|b| !b.is_ascii_lowercase()).collect();
    length <= 16
        && rest.get(length) == Some(&b'[')
        && [&b"FF"[..], b"GM", b"SZ", b"CA", b"AP", b"ST"].contains(&&id[..])
}

/// Whether the identifier before the `[` at `at` is B or W.
fn is_move(text: &[u8], start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let id: Vec<u8> = before.iter().rev().copied().take_while(|b| b.is_ascii_alphanumeric()).collect();
    let capitals: Vec<u8> = id.iter().copied().filter(|b| !b.is_ascii_lowercase()).collect();
    id.len() <= 16 && (capitals == b"B" || capitals == b"W")
}

fn lead(encoding: Encoding, b: u8) -> bool {
    match encoding.name() {
        "Shift_JIS" => (0x81..=0x9F).contains(&b) || (0xE0..=0xFC).contains(&b),
        _ => encoding.has_ascii_trail_bytes() && (0x81..=0xFE).contains(&b),
    }
}

/// How many bytes the character at `at` has.
fn width(text: &[u8], at: usize, encoding: Encoding) -> usize {
    match text.get(at + 1) {
        Some(&second) if lead(encoding, text[at]) && second >= 0x40 && second != 0x7F => 2,
        _ => 1,
    }
}

/// The law: where each record ends.
fn reference(text: &[u8], encoding: Encoding) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut at = 0;
    'records: loop {
        let start = loop {
            let Some(open) = text[at..].iter().position(|&b| b == b'(').map(|n| at + n) else { return ends };
            at = open + 1;
            let after = at + text[at..].iter().take_while(|&&b| blank(b)).count();
            if text.get(after) == Some(&b';') {
                break open;
            }
        };
        at = start + 1;
        let (mut depth, mut in_value, mut moved, mut container) = (1, false, false, false);
        while at < text.len() {
            match text[at] {
                b'\\' => {
                    at += 1;
                    if at < text.len() {
                        at += width(text, at, encoding);
                    }
                    continue;
                }
                b']' => in_value = false,
                b'[' if !in_value => {
                    in_value = true;
                    moved |= is_move(text, start, at);
                }
                b')' if !in_value => {
                    depth -= 1;
                    if depth == 0 {
                        at += 1;
                        ends.push(at);
                        continue 'records;
                    }
                }
                b'(' if !in_value => {
                    if !container && game_start(text, at) {
                        if moved && b"\n\r".contains(&text[at - 1]) {
                            ends.push(at);
                            continue 'records;
                        }
                        container = !moved;
                    }
                    depth += 1;
                }
                _ => {}
            }
            at += width(text, at, encoding);
        }
        ends.push(text.len());
        return ends;
    }
}

/// Feeds the text in pieces; drops what belongs to no record where `drop` says so.
fn framed(text: &[u8], encoding: Encoding, pieces: &[usize], drop: bool) -> Vec<usize> {
    let mut framer = sgf().framer(encoding);
    let (mut ends, mut base, mut fed, mut n) = (Vec::new(), 0, 0, 0);
    loop {
        match framer.next(&text[base..fed], fed == text.len()) {
            Frame::Record { end } => {
                base += end;
                ends.push(base);
            }
            Frame::More => {
                assert!(fed < text.len(), "nothing more can come");
                if drop {
                    let count = framer.stray();
                    assert!(count <= fed - base);
                    framer.dropped(count);
                    base += count;
                }
                fed = text.len().min(fed + pieces[n % pieces.len()]);
                n += 1;
            }
            Frame::End => return ends,
        }
    }
}

/// Text made of what could confuse.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    const TOKENS: [&[u8]; 36] = [
        b"(",
        b"(;",
        b")",
        b"))",
        b"[",
        b"]",
        b"\\",
        b"\\\\",
        b";",
        b"\n",
        b"\r\n",
        b" ",
        b"\n(;FF[4]",
        b"(;GM[4]SZ[15]",
        b"\n( ;\tGaMe[4]",
        b"\n(;CA[GBK]PB[(;]",
        b";B[hh]",
        b";W[ii]",
        b"B[]",
        b"xB[",
        b";Black[hh]",
        b"C[a (;FF[4] b]",
        b"C[\\](]",
        b"PB[\\\\]",
        b"\n(;B[aa]",
        b"\n(;PB[x]",
        b"AB[aa][bb]",
        b"\n(;FF",
        b"\n(;                                                            FF[4]",
        b"\x83\x5D",
        b"\x83",
        b"\xB1]",
        b"\x81\x5C",
        b"text",
        b"(;FF[4]\n(;GM[4];B[hh])\n(;GM[4];B[ii])\n)",
        b"(;FF[4]GM[4]\n;B[hh];W[ii])\n",
    ];
    let token = (0..TOKENS.len()).prop_map(|n| TOKENS[n].to_vec());
    prop::collection::vec(prop_oneof![12 => token, 1 => prop::collection::vec(any::<u8>(), 0..4)], 0..60)
        .prop_map(|t| t.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_framer_follows_its_law(
        text in hostile(),
        pieces in prop::collection::vec(1usize..80, 1..8),
        label in prop::sample::select(vec!["UTF-8", "Shift_JIS", "GB18030"]),
        drop in any::<bool>(),
    ) {
        let encoding = Encoding::from_label(label).unwrap();
        let law = reference(&text, encoding);
        prop_assert_eq!(&framed(&text, encoding, &[text.len().max(1)], false), &law);
        prop_assert_eq!(&framed(&text, encoding, &pieces, drop), &law, "in pieces");
    }

    #[test]
    fn the_reader_takes_anything(text in hostile(), headers_only in any::<bool>(), label in prop::sample::select(vec!["UTF-8", "Shift_JIS"])) {
        let encoding = Encoding::from_label(label).unwrap();
        let options = ReadOptions { encoding, headers_only, ..ReadOptions::default() };
        let mut record = Record::new();
        let mut at = 0;
        for end in reference(&text, encoding) {
            let slice = &text[at..end];
            at = end;
            record.clear();
            sgf().read(slice, &options, &mut record);
            prop_assert!(record.readable);
            prop_assert_eq!(record.events.len(), record.spans.len());
            let sound = |s: pentad_formats::Span| s.end() <= slice.len();
            prop_assert!(record.findings.iter().filter_map(|f| f.span).all(sound), "{:?}", record.findings);
            prop_assert!(record.spans.iter().all(|&s| sound(s)));
            let places = record.tree.as_ref().map_or(record.events.len() + 1, |t| t.len());
            prop_assert!(record.notes().all(|n| (n.at as usize) < places));
            // What is read can be written, and is then read the same.
            let mut out = Vec::new();
            prop_assert_eq!(sgf().write(&record, &WriteOptions::default(), &mut out), Some(Vec::new()));
            let mut back = Record::new();
            let utf8 = ReadOptions { headers_only, ..ReadOptions::default() };
            sgf().read(&out, &utf8, &mut back);
            prop_assert!(headers_only || record.same_content(&back), "{}\n{:?}\n{:?}", String::from_utf8_lossy(&out), record, back);
        }
    }
}

#[test]
fn a_record_too_large_to_keep_still_ends_where_it_ends() {
    let text = b"junk (;FF[4]GM[4];B[hh]C[\\]) (;]\n(;W[ii])(;W[jj]C[)))\\\\]))\n(;SZ[15];B[aa])";
    let law = reference(text, Encoding::UTF_8);
    assert_eq!(law.len(), 2);
    // Once the record has begun, everything seen is dropped after each step, of whatever length.
    for step in 1..text.len() {
        let mut framer = sgf().framer(Encoding::UTF_8);
        let (mut ends, mut base, mut fed) = (Vec::new(), 0, 0);
        loop {
            match framer.next(&text[base..fed], fed == text.len()) {
                Frame::Record { end } => {
                    base += end;
                    ends.push(base);
                }
                Frame::More => {
                    let begun = ends.is_empty() && fed > b"junk (;".len();
                    let count = if begun { fed - base } else { framer.stray() };
                    framer.dropped(count);
                    base += count;
                    fed = text.len().min(fed + step);
                }
                Frame::End => break,
            }
        }
        assert_eq!(ends, law, "{step}");
    }
}

/// Cuts, reads and writes all records.
fn through(text: &[u8]) -> usize {
    let mut framer = sgf().framer(Encoding::UTF_8);
    let (mut at, mut count, mut record) = (0, 0, Record::new());
    while let Frame::Record { end } = framer.next(&text[at..], true) {
        record.clear();
        sgf().read(&text[at..at + end], &ReadOptions::default(), &mut record);
        let mut out = Vec::new();
        let _ = sgf().write(&record, &WriteOptions::default(), &mut out);
        at += end;
        count += 1;
    }
    count
}

#[test]
fn nothing_is_a_record_of_nothing() {
    assert_eq!(through(b""), 0);
    assert_eq!(through(b" \n "), 0);
    assert_eq!(through(b"(("), 0);
}

#[test]
fn a_record_may_be_cut_off_anywhere() {
    let text = "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[é\\]]RE[B+R]5A[gg][hh]AB[aa:bb]\n;B[hh]C[x](;W[ii]LB[hh:a])(;W[i9]PENTAD[by:2]))";
    for cut in 0..text.len() {
        through(&text.as_bytes()[..cut]);
        through(&text.as_bytes()[cut..]);
    }
}

#[test]
fn hostile_repetition_ends() {
    const MIB: usize = 1 << 20;
    let tokens: [&[u8]; 26] = [
        b"(",
        b"(;",
        b")",
        b"[",
        b"]",
        b"\\",
        b"[\\",
        b"\\]",
        b"](",
        b"[)]",
        b"[(",
        b";",
        b";B[hh]",
        b"(;B[hh])",
        b"AB[aa:zz]",
        b"AB[aa]AW[aa]",
        b"A",
        b"a ",
        b"C[]",
        b"\n(;FF[4]",
        b"( ",
        b"(;B[hh]C[x]",
        b"LB[hh:1]",
        b"xyz[a]",
        b"B[HH]",
        b";B[aa]PENTAD[act:edit a1 black]",
    ];
    for head in [&b""[..], b"(;GM[4]SZ[15]", b"(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj]"] {
        for token in tokens {
            through(&[head, &token.repeat(MIB / token.len())].concat());
        }
    }
    through(&b"(".repeat(20 * MIB));
    through(&b"(;".repeat(MIB));
    through(&[&b"(;B[hh]".repeat(MIB / 4)[..], &b")(;W[ii])".repeat(MIB / 4)].concat());
}

#[test]
fn framing_in_small_steps_is_linear() {
    for token in [&b"("[..], b"( ", b"(;", b"[", b"[\\", b"\\", b"](", b"\n(;FF[4]", b"(;B[hh]"] {
        let text = token.repeat((4 << 20) / token.len());
        framed(&text, Encoding::UTF_8, &[4096], false);
    }
}

#[test]
fn the_framer_can_go_to_another_thread() {
    fn send<T: Send>(_: T) {}
    send(sgf().framer(Encoding::UTF_8) as Box<dyn Framer>);
}
