//! The SGF reader, framer and writer.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use pentad_formats::{
    Encoding, Field, Frame, Locator, NoteKind, Paint, ReadOptions, Reason, Record, Score, WriteOptions, find_format,
};
use pentad_rules::{Action, Color, Coords, Event, Point, Size};

fn sgf() -> &'static dyn pentad_formats::Format {
    find_format("sgf").unwrap()
}

fn frames(bytes: &[u8], encoding: Encoding) -> Vec<&[u8]> {
    let mut framer = sgf().framer(encoding);
    let (mut slices, mut at) = (Vec::new(), 0);
    loop {
        match framer.next(&bytes[at..], true) {
            Frame::Record { end } => {
                slices.push(&bytes[at..at + end]);
                at += end;
            }
            _ => return slices,
        }
    }
}

fn read_with(bytes: &[u8], options: &ReadOptions) -> Record {
    let mut record = Record::new();
    sgf().read(bytes, options, &mut record);
    record
}

fn read(bytes: impl AsRef<[u8]>) -> Record {
    let record = read_with(bytes.as_ref(), &ReadOptions::default());
    assert_eq!(record.events.len(), record.spans.len());
    record
}

fn read_all(bytes: &[u8]) -> Vec<Record> {
    frames(bytes, Encoding::UTF_8).into_iter().map(read).collect()
}

/// `h8 i9 pass [h9 j7] =h9 swap+` and the like.
fn line(record: &Record) -> String {
    let text = |p: Option<Point>| p.map_or("?".to_owned(), |p| p.text(Coords::WithI).to_string());
    let word = |e: &Event| {
        let color = match e.color {
            Some(Color::Black) => "b:",
            Some(Color::White) => "w:",
            None => "",
        };
        match e.action {
            Action::Place(p) => format!("{color}{}", text(p)),
            Action::Pass => format!("{color}pass"),
            Action::Swap(taken) => format!("swap{}", if taken { '+' } else { '-' }),
            Action::Offer(_) => {
                let points: Vec<_> = record.events.offered(e.action).iter().map(|&p| text(p)).collect();
                format!("[{}]", points.join(" "))
            }
            Action::Choose(p) => format!("={}", text(p)),
            Action::Edit(p) => format!("edit-{color}{}", text(Some(p))),
            other => format!("{other:?}"),
        }
    };
    record.events.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn codes(record: &Record) -> Vec<&'static str> {
    record.findings.iter().map(|f| f.code.name()).collect()
}

/// Code, line and column of each finding.
fn places(bytes: &[u8], record: &Record) -> Vec<(&'static str, u64, u64)> {
    let locator =
        Locator { bytes, offset: 0, line: 1, column: 0, encoding: pentad_formats::Encoding::UTF_8, binary: false };
    record
        .findings
        .iter()
        .map(|f| {
            let at = locator.position(f.span.unwrap().start as usize);
            (f.code.name(), at.line, at.column)
        })
        .collect()
}

fn notes(record: &Record) -> Vec<(u32, NoteKind, &str, &str)> {
    record.notes().map(|n| (n.at, n.kind, n.key, n.value)).collect()
}

fn points(list: &[Point]) -> String {
    list.iter().map(|p| p.text(Coords::WithI).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_plain_game() {
    let r = read("(;FF[4]GM[4]SZ[15]RU[Renju]PB[Ann \\] A]PW[Bob]DT[2003-10-07]RE[B+R];B[hh];W[gf];B[jj]C[yes\\\nno])");
    assert_eq!(line(&r), "h8 g10 j6");
    assert_eq!((r.get(Field::BlackName), r.get(Field::WhiteName)), (Some("Ann ] A"), Some("Bob")));
    assert_eq!((r.get(Field::Rules), r.get(Field::Date)), (Some("Renju"), Some("2003-10-07")));
    assert_eq!((r.result, r.reason, r.size), (Some(Score::Black), Some(Reason::Resign), Size::square(15)));
    assert_eq!(notes(&r), [(3, NoteKind::Comment, "", "yesno")]);
    assert!(r.findings.is_empty() && r.readable && r.tree.is_none());
}

#[test]
fn sizes() {
    for (text, size) in
        [("15", Size::square(15)), ("15:15", Size::square(15)), ("20:15", Size::new(20, 15)), ("", None)]
    {
        let r = read(format!("(;GM[4]SZ[{text}];B[aa])"));
        assert_eq!((r.size, r.findings.len()), (size, 0), "{text}");
        assert_eq!(line(&r), "a15");
    }
    for bad in ["4", "27", "x", "15:", "15:15:15", "-3", "99999999999"] {
        let r = read(format!("(;GM[4]SZ[{bad}];B[aa])"));
        assert_eq!((r.size, codes(&r)), (None, vec!["size-invalid"]), "{bad}");
    }
    let late = read("(;GM[4]AB[aa]SZ[9];W[ab])");
    assert_eq!((points(&late.setup.black).as_str(), line(&late).as_str()), ("a9", "a8"));
    let none = read("(;GM[4];B[aa];W[ss])");
    assert_eq!((line(&none).as_str(), none.size, codes(&none)), ("a19 s1", Size::square(19), vec!["size-assumed"]));
}

#[test]
fn long_identifiers_of_ff1_to_ff3() {
    let r = read("(;GaMe[4]SiZe[15]PlayerBlack[A];Black[hh];White[ig])");
    assert_eq!(
        (line(&r).as_str(), r.get(Field::BlackName), codes(&r)),
        ("h8 i9", Some("A"), vec!["legacy-identifier"])
    );
}

#[test]
fn setup_and_compressed_lists() {
    let text = b"(;GM[4]SZ[15]AB[aa:ba][cc][aa]\nAW[oo]PL[W];W[hh];AE[cc]AB[dd];B[ii])";
    let r = read(text);
    assert_eq!((points(&r.setup.black).as_str(), points(&r.setup.white).as_str()), ("b15 c13 a15", "o1"));
    assert_eq!(r.setup.to_move, Some(Color::White));
    assert_eq!(line(&r), "h8 edit-c13 edit-b:d12 i7");
    assert_eq!(places(text, &r), [("setup-overlap", 1, 28), ("turn-mismatch", 2, 10), ("setup-in-game", 2, 19)]);
    assert_eq!(r.paint, Paint::BlackFirst);
    let second = read("(;GM[4]SZ[15];AB[hh]AW[ii];B[jj])");
    assert_eq!((points(&second.setup.black).as_str(), line(&second).as_str()), ("h8", "j6"));
}

#[test]
fn colours_are_kept_as_written() {
    assert_eq!(line(&read("(;GM[4]SZ[15];B[hh];B[ii];W[jj];W[kk])")), "h8 b:i7 j6 w:k5");
    // A position without PL: Black has one stone more, so White is due; with two more nobody is.
    assert_eq!(line(&read("(;SZ[15]AB[aa];W[hh];B[ii])")), "h8 i7");
    assert_eq!(line(&read("(;SZ[15]AB[aa][bb];B[ii];W[jj])")), "b:i7 j6");
    let white = read("(;GM[4]SZ[15]PB[A]PW[B]WR[1d]RE[W+R]PL[W];W[hh];B[ig];W[ii];W[aa])");
    assert_eq!((white.paint, line(&white).as_str()), (Paint::WhiteFirst, "h8 i9 i7 b:a15"));
    assert_eq!((white.get(Field::BlackName), white.get(Field::BlackRank)), (Some("B"), Some("1d")));
    assert_eq!((white.result, white.setup.to_move), (Some(Score::Black), Some(Color::Black)));
    let pass = read("(;SZ[15];W[];B[hh];W[ii])");
    assert_eq!((pass.paint, line(&pass).as_str()), (Paint::BlackFirst, "w:pass h8 i7"));
    let both = read("(;SZ[15];B[];W[hh])");
    assert_eq!((both.paint, line(&both).as_str()), (Paint::WhiteFirst, "w:pass h8"));
}

#[test]
fn passes_and_points_in_other_forms() {
    let r = read("(;GM[4]SZ[15];B[HH];W[tt];B[];W[IG])");
    assert_eq!((line(&r).as_str(), codes(&r)), ("h8 pass pass i9", vec!["uppercase-point"]));
    let r = read("(;GM[4]SZ[20];B[tt];W[zz];B[h8x])");
    assert_eq!(line(&r), "t1 ? ?");
    assert_eq!(notes(&r), [(2, NoteKind::Extra, "W", "zz"), (3, NoteKind::Extra, "B", "h8x")]);
    let r = read("(;GM[4]SZ[15];B[h8];W[I9];B[j10k11])");
    assert_eq!((line(&r).as_str(), r.coords, codes(&r)), ("h8 i9 j10 b:k11", Coords::WithI, vec!["algebraic-point"]));
    let skip = read("(;SZ[19];B[K10];W[L10])");
    assert_eq!((line(&skip).as_str(), skip.coords), ("j10 k10", Coords::SkipI));
    let with = read("(;SZ[19];B[K10];W[I10])");
    assert_eq!((line(&with).as_str(), with.coords), ("k10 i10", Coords::WithI));
    let asked = ReadOptions { coords: Some(Coords::SkipI), ..ReadOptions::default() };
    assert_eq!(line(&read_with(b"(;SZ[15];B[j8];W[i9])", &asked)), "i8 ?");
}

#[test]
fn irregular_nodes() {
    let text = b"(;GM[4]RE[0]B[hh]W[gf]B[jj])";
    let r = read(text);
    assert_eq!((line(&r).as_str(), r.result), ("h8 g10 j6", Some(Score::Draw)));
    assert_eq!(places(text, &r), [("move-in-root", 1, 13), ("several-moves", 1, 20), ("several-moves", 1, 25)]);
    let r = read("(;GM[4]SZ[15];;B[hh];;W[ii];)");
    assert_eq!((line(&r).as_str(), codes(&r)), ("h8 i7", vec![]));
    let text = b"(;GM[4]SZ[15];B[hh]C[a]C[b] %% x;W[ii]";
    let r = read(text);
    assert_eq!(line(&r), "h8 i7");
    assert_eq!(
        places(text, &r),
        [
            ("property-repeated", 1, 24),
            ("property-malformed", 1, 29),
            ("property-malformed", 1, 32),
            ("unclosed", 1, 39)
        ]
    );
    assert_eq!(line(&read("(;SZ[15];B[hh][ii])")), "h8 b:i7");
}

#[test]
fn text_around_records() {
    let text = b"hello\n(;GM[4]SZ[15];B[hh]))\n--- \n(;GM[4]SZ[15];B[ii]) \n";
    let slices = frames(text, Encoding::UTF_8);
    assert_eq!(slices.len(), 2);
    assert_eq!(places(slices[0], &read(slices[0])), [("stray-text", 1, 1)]);
    assert_eq!(places(slices[1], &read(slices[1])), [("stray-text", 1, 1)]);
    assert_eq!(line(&read(slices[1])), "i7");
    assert!(!read("nothing here").readable);
    assert_eq!(codes(&read("\u{feff} (;SZ[15];B[hh])")), Vec::<&str>::new());
}

#[test]
fn an_unclosed_game_does_not_swallow_the_next() {
    let text = "(;FF[4]GM[4]SZ[15]\n;B[hh];W[ii]\n\n(;FF[4]GM[4]SZ[15]\n;B[gg])\n";
    let all = read_all(text.as_bytes());
    assert_eq!(all.iter().map(line).collect::<Vec<_>>(), ["h8 i7", "g9"]);
    assert_eq!((codes(&all[0]), codes(&all[1])), (vec!["unclosed"], vec![]));
    // Moves in a child tree, one or two parentheses missing.
    for missing in ["", ")"] {
        let text = format!("(;FF[4]GM[101]SZ[19]\n(;B[K10]\n;W[L9]{missing}\n\n(;FF[4]GM[101]SZ[19]\n(;B[K10]))");
        assert_eq!(read_all(text.as_bytes()).iter().map(line).collect::<Vec<_>>(), ["j10 k9", "j10"]);
    }
    // Whole games as variations are one record.
    let text = "(;FF[4]GM[4]SZ[15]\n(;GM[4]PB[a];B[hh])\n(;GM[4]PB[b];B[ii];W[jj])\n)";
    let all = read_all(text.as_bytes());
    assert_eq!(all.len(), 1);
    assert_eq!((line(&all[0]).as_str(), all[0].tree.as_ref().unwrap().leaves()), ("h8", 2));
}

#[test]
fn variations() {
    let r = read("(;SZ[15]C[root];B[hh]C[one](;W[ii]C[two];B[jj])(;W[gg]LB[hh:A][ii:B\\:]C[three]B[aa])(;C[four]))");
    assert_eq!(line(&r), "h8 i7 j6");
    let tree = r.tree.as_ref().unwrap();
    let shape: Vec<_> = tree.walk().map(|v| (v.parent, tree.event(v.id).is_some())).collect();
    assert_eq!(shape, [(0, false), (0, true), (1, true), (2, true), (1, true), (4, true), (1, false)]);
    assert_eq!(
        notes(&r),
        [
            (0, NoteKind::Comment, "", "root"),
            (1, NoteKind::Comment, "", "one"),
            (2, NoteKind::Comment, "", "two"),
            (4, NoteKind::Label, "h8", "A"),
            (4, NoteKind::Label, "i7", "B:"),
            (4, NoteKind::Comment, "", "three"),
            (6, NoteKind::Comment, "", "four"),
        ]
    );
    // The colour due is that of the line, not of the file.
    let r = read("(;SZ[15];B[hh](;W[ii];B[jj])(;B[gg];W[aa]))");
    let tree = r.tree.as_ref().unwrap();
    let colors: Vec<_> = tree.walk().map(|v| tree.event(v.id).and_then(|e| e.color)).collect();
    assert_eq!(colors, [None, None, None, None, Some(Color::Black), None]);
    // A chain of child trees is no variation.
    assert!(read("(;SZ[15](;B[hh](;W[ii])))").tree.is_none());
}

#[test]
fn notes_before_the_move_belong_to_its_node() {
    let r = read("(;SZ[15];B[hh];C[x]LB[hh:1]W[ii];C[alone])");
    let at: Vec<_> = r.notes().map(|n| n.at).collect();
    assert_eq!(at, [2, 2, 2]);
}

#[test]
fn results() {
    let text = b"(;GM[4]SZ[15]\nRE[B+R (moves beyond 169 not given)];B[hh])";
    let r = read(text);
    assert_eq!((r.result, r.reason, r.incomplete), (Some(Score::Black), Some(Reason::Resign), true));
    assert_eq!(r.extra("RE"), Some("B+R (moves beyond 169 not given)"));
    assert_eq!(places(text, &r), [("record-incomplete", 2, 4)]);
    let r = read("(;GM[4]RE[白胜];B[hh])");
    assert_eq!((r.result, codes(&r)), (Some(Score::White), vec!["result-localised"]));
    let r = read("(;GM[4]RE[who knows];B[hh])");
    assert_eq!((r.result, codes(&r), r.extra("RE")), (None, vec!["result-unreadable"], Some("who knows")));
    let r = read("(;GM[4]RE[B+R]RE[W+R];B[hh])");
    assert_eq!((r.result, r.other_result.map(|o| o.0)), (Some(Score::Black), Some(Score::White)));
    // The judge reports the conflict, for records of all formats.
    assert_eq!(codes(&r), ["property-repeated"]);
}

#[test]
fn gbk_without_declaration() {
    // 黑胜 as GBK bytes, and a name whose second byte is `]`.
    let text = b"(;GM[4]SZ[15]RE[\xBA\xDA\xCA\xA4]PB[\x81\x5D\x81\x5C];B[hh])";
    let gbk = Encoding::from_label("GBK").unwrap();
    let slices = frames(text, gbk);
    assert_eq!(slices, [&text[..]]);
    let r = read_with(slices[0], &ReadOptions { encoding: gbk, ..ReadOptions::default() });
    assert_eq!((r.result, line(&r).as_str()), (Some(Score::Black), "h8"));
    assert_eq!(r.get(Field::BlackName).unwrap().chars().count(), 2);
    let declared = [b"(;PW[\x81\x5D]CA[GBK]", &text[2..]].concat();
    assert_eq!(sgf().declared_encoding(&declared), Some(gbk));
    let r = read(&declared);
    assert_eq!((r.result, line(&r).as_str()), (Some(Score::Black), "h8"));
    assert_eq!(r.get(Field::WhiteName).unwrap().chars().count(), 1);
}

#[test]
fn undecodable_text_is_kept_as_bytes() {
    let text = b"(;CA[EUC-KR]GM[4]SZ[15]PB[\xFF\xFF\xFF];B[hh])";
    let r = read(text);
    assert!(codes(&r).contains(&"encoding"));
    assert!(r.notes().any(|n| n.kind == NoteKind::Raw && n.key == "PB" && n.value == "////"), "{:?}", notes(&r));
}

#[test]
fn engine_matches() {
    let text = "(;FF[4]GM[4]GN[7]EV[A x B]DT[2022.03.04 05:06:07]RO[1.1]RU[4]SZ[15]PB[A]PW[B]RE[W+1]TE[Black play forbidden move - double three]\n;B[hh]C[opening move];W[gf]C[opening move]\n;B[jj]C[12ms];W[kk]C[7ms nice])";
    let r = read(text);
    assert_eq!((r.dialect, r.self_ending, r.prefix), ("engine", true, Some(2)));
    assert_eq!(
        (r.get(Field::Rules), r.get(Field::Date), r.get(Field::Time)),
        (Some("renju"), Some("2022-03-04"), Some("05:06:07"))
    );
    assert_eq!((r.get(Field::Id), r.result, r.reason), (Some("7"), Some(Score::White), Some(Reason::Forbidden)));
    assert_eq!(notes(&r)[..2], [(3, NoteKind::TimeMs, "", "12"), (4, NoteKind::Comment, "", "7ms nice")]);
    // Numbers of unknown writers stay numbers.
    assert_eq!(read("(;GM[4]SZ[15]RU[4];B[hh])").get(Field::Rules), Some("4"));
}

#[test]
fn orc_games() {
    let text = "(;GM[5]FF[4]SW[YES]5A[kc][ff]GN[A-B(W) : RIF rule (Rated)]RE[W+Resign]PW[A]WR[2d]PB[B]BR[4k ]SZ[15]TM[300]KM[0.5]\n;B[hh];W[ih]C[two];B[gf]C[three];W[jj]C[four];B[ff]C[five];W[kk]C[six]\n;)\n";
    let r = read(text);
    assert_eq!((r.dialect, r.get(Field::Opening), r.rated), ("orc", Some("rif"), Some(true)));
    assert_eq!(line(&r), "h8 i8 g10 swap+ j6 [k13 f10] =f10 k5");
    let at: Vec<_> = r.notes().filter(|n| n.kind == NoteKind::Comment).map(|n| (n.at, n.value)).collect();
    assert_eq!(at, [(2, "two"), (3, "three"), (5, "four"), (7, "five"), (8, "six")]);
    assert_eq!((r.get(Field::WhiteRank), r.get(Field::BlackRank)), (Some("2d"), Some("4k")));
    assert_eq!((r.result, r.reason), (Some(Score::White), Some(Reason::Resign)));
    assert_eq!(codes(&r), ["game-number"]);
    assert_eq!(r.events.len(), r.spans.len());
    // Tarannikov's rule has five swaps: which one it was is not known.
    let r = read(text.replace("RIF rule", "Tarannikov rule"));
    assert_eq!((line(&r).as_str(), r.extra("SW")), ("h8 i8 g10 j6 [k13 f10] =f10 k5", Some("YES")));
    let r = read("(;GM[5]SW[NO]FA[kc ff]SZ[15];B[hh];W[ih])");
    assert_eq!((line(&r).as_str(), r.extra("SW"), r.extra("5A")), ("h8 i8", Some("NO"), Some("kc ff")));
}

#[test]
fn gomoku_quest() {
    let text = b"(;GM[4]SZ[15]GN[gomokuquest]RE[B+]\nPB[a (1500)]PW[:b (1600)]\n;QPR[hh,ih,gf];QSLW[jj];B[hh];W[jj];B[ff];W[kk])";
    let r = read(text);
    assert_eq!((r.dialect, r.self_ending, line(&r).as_str()), ("quest", true, "h8 i8 g10 j6 f10 k5"));
    assert_eq!((r.get(Field::BlackName), r.get(Field::BlackRating)), (Some("a"), Some("1500")));
    assert_eq!((r.get(Field::WhiteName), r.get(Field::WhiteRating)), (Some(":b"), Some("1600")));
    assert_eq!(places(text, &r), [("repeated-stone", 3, 27), ("repeated-stone", 3, 33)]);
    let free = read("(;GM[4]SZ[15]RE[W+]\nPB[x (1)]PW[y (2)];B[hh])");
    assert_eq!((free.dialect, free.get(Field::WhiteRating)), ("quest", Some("2")));
}

#[test]
fn pentedb() {
    let text = "(;FF[4]AP[X:0.1]CA[ISO-8859-1]GM[103]SZ[19]GN[9]\nDBNM[Db]PC[Caf\u{e9}]\nDT[01/24/2008]\nPW[first]WR[1600]PB[second]BR[1500]RE[W]RU[Unrated]TM[-]\n(;B[K10]HASH[-4]ROT[0]C[a\\b]\n;W[K9]HASH[4]ROT[3]\n))";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let r = read(&latin);
    assert_eq!((r.dialect, r.self_ending, r.rated), ("pentedb", true, Some(false)));
    assert_eq!((line(&r).as_str(), r.coords, r.tree.is_some()), ("j10 j9", Coords::SkipI, false));
    assert_eq!((r.get(Field::BlackName), r.get(Field::BlackRating)), (Some("first"), Some("1600")));
    assert_eq!((r.result, r.get(Field::Rules)), (Some(Score::Black), Some("keryo-pente")));
    assert_eq!((r.get(Field::Date), r.get(Field::Site)), (Some("2008-01-24"), Some("Caf\u{e9}")));
    assert!(notes(&r).contains(&(1, NoteKind::Extra, "HASH", "-4")));
    assert!(notes(&r).contains(&(1, NoteKind::Comment, "", "a\\b")));
    assert_eq!(codes(&r), ["algebraic-point"]);
}

#[test]
fn headers_only() {
    let options = ReadOptions { headers_only: true, ..ReadOptions::default() };
    let r = read_with(b"(;GM[4]SZ[15]PB[a]PW[b]RE[W+]C[x];C[y];W[hh];B[ii](;W[jj])(;W[kk]))", &options);
    assert!(r.events.is_empty() && r.tree.is_none() && r.notes().next().is_none());
    assert_eq!((r.get(Field::BlackName), r.result, r.paint), (Some("b"), Some(Score::Black), Paint::WhiteFirst));
}

#[test]
fn detection() {
    use pentad_formats::{Confidence, Detection, detect};
    let kind = |text: &str| match detect(text.as_bytes(), None) {
        Detection::Format { format, confidence, .. } => Some((format.info().id, confidence)),
        _ => None,
    };
    assert_eq!(kind("\u{feff}\n (;GM[4]SZ[15]"), Some(("sgf", Confidence::Certain)));
    assert_eq!(kind("hello (;GM[4]SZ[15]"), Some(("sgf", Confidence::Likely)));
    assert_eq!(kind("(; hello"), Some(("sgf", Confidence::Likely)));
    assert_eq!(kind("hello (; hello"), None);
    // GM[1] and a komi occur on renju boards.
    for ours in
        ["(;GM[1]SZ[15]KM[6.5];B[hh]", "(;GM[1]SZ[19];B[hh]", "(;GM[5]SZ[15]KM[5.5]", "(;SZ[19]RU[Gomoku]KM[7.5]"]
    {
        assert!(kind(ours).is_some(), "{ours}");
    }
    for go in
        ["(;GM[1]FF[4]SZ[19]KM[6.5];B[pd]", "(;FF[4]SZ[9]RU[Japanese]", "(;GM[1]AP[CGoban:3]", "(;GM[1]HA[2]AB[dd][pp]"]
    {
        assert!(matches!(detect(go.as_bytes(), Some("sgf")), Detection::Refused("a game of Go")), "{go}");
    }
    assert!(matches!(detect(b"", Some("sgf")), Detection::Empty));
    assert!(matches!(detect(b"x", Some("SGF")), Detection::Format { confidence: Confidence::Guess, .. }));
}

fn samples(folder: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples").join(folder);
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: the samples are not at {}", folder.display());
        return None;
    };
    let mut all: Vec<_> = files
        .filter_map(|f| f.ok().map(|f| f.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "sgf"))
        .map(|p| (p.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&p).unwrap()))
        .collect();
    all.sort();
    Some(all)
}

fn survives(record: &Record) -> bool {
    let mut out = Vec::new();
    assert_eq!(sgf().write(record, &WriteOptions::default(), &mut out), Some(Vec::new()));
    record.same_content(&read(&out))
}

#[test]
fn samples_of_engine_matches_have_all_their_moves() {
    let Some(files) = samples("engines/match") else { return };
    let mut games = 0;
    for (name, bytes) in &files {
        for slice in frames(bytes, Encoding::UTF_8) {
            let r = read(slice);
            let count =
                slice.windows(4).filter(|w| w[0] == b';' && matches!(w[1], b'B' | b'W') && w[2] == b'[').count();
            assert_eq!((r.events.len(), r.dialect), (count, "engine"), "{name}");
            assert!(r.findings.is_empty() && survives(&r), "{name}: {:?}", r.findings);
            assert!(r.result.is_some() && r.reason.is_some() && r.get(Field::Time).is_some());
            assert!(r.events.iter().all(|e| e.color.is_none() && matches!(e.action, Action::Place(Some(_)))));
            games += 1;
        }
    }
    assert_eq!(games, 590);
}

#[test]
fn samples_of_every_dialect() {
    let Some(files) = samples("sgf") else { return };
    let all: Vec<_> = files
        .iter()
        .flat_map(|(name, bytes)| frames(bytes, Encoding::UTF_8).into_iter().map(move |slice| (name.as_str(), slice)))
        .map(|(name, slice)| (name, slice, read(slice)))
        .collect();
    let of = |name: &str, n: usize| all.iter().filter(|(file, ..)| file.starts_with(name)).nth(n).unwrap();
    let check = |name: &str, n: usize, moves: &str, dialect: &str, found: &[(&str, u64, u64)]| {
        let (_, slice, record) = of(name, n);
        assert!(line(record).starts_with(moves), "{name}: {}", line(record));
        assert_eq!((record.dialect, places(slice, record).as_slice()), (dialect, found), "{name}");
    };
    let end = |name: &str, n: usize| {
        let (_, slice, r) = of(name, n);
        // The names as they stand in the file, without a rating.
        for (id, field) in [("PB[", Field::BlackName), ("PW[", Field::WhiteName)] {
            let text = String::from_utf8_lossy(slice);
            let value = text.split_once(id).and_then(|(_, rest)| rest.split([']', '(']).next()).map(str::trim);
            assert_eq!(r.get(field), value, "{name}");
        }
        (r.result, r.reason)
    };
    let in_one = [("move-in-root", 1, 58), ("several-moves", 1, 65), ("several-moves", 1, 70)];
    check("bare", 0, "h8 i9 g6", "", &in_one);
    assert_eq!(end("bare", 0), (Some(Score::Draw), None));
    check("cgomokucli", 0, "h8 i8 g9 i7 f10 j6 e11 k5 d12", "engine", &[]);
    assert_eq!(end("cgomokucli", 0), (Some(Score::Black), Some(Reason::Five)));
    check("collection", 0, "pass edit-i7 k5", "", &[("setup-in-game", 1, 57)]);
    check("collection", 1, "g9", "", &[]);
    check("gomokuquest_free", 0, "h8 i7 i9 j9 g7 j10", "quest", &[]);
    assert_eq!(end("gomokuquest_free", 0), (Some(Score::White), None));
    check("gomokuquest_opening", 0, "h8 h9 j10 i9 g9 i7 i8 j9", "quest", &[]);
    assert_eq!(of("gomokuquest_opening", 0).2.events.len(), 37);
    check("orc", 0, "h8 h9 j10 swap- i9 [g9 h8] =i11 k9 j9 j8 k7 g9", "orc", &[("game-number", 1, 6)]);
    assert_eq!(end("orc", 0), (Some(Score::White), Some(Reason::Resign)));
    check("webrenjuboard", 0, "", "", &[("turn-mismatch", 1, 50)]);
    assert_eq!(points(&of("webrenjuboard", 0).2.setup.black), "h8 i9 j8");
    assert!(all.iter().all(|(.., record)| survives(record)));
    assert_eq!(all.len(), 8);
}

#[test]
fn samples_of_pentedb() {
    let Some(files) = samples("pente_sgf") else { return };
    for (name, bytes) in &files {
        let all: Vec<_> = frames(bytes, Encoding::LATIN_1).into_iter().map(read).collect();
        assert!(all.iter().all(|r| r.dialect == "pentedb" && codes(r) == ["algebraic-point"] && survives(r)), "{name}");
        let nodes = |r: &Record| r.tree.as_ref().map(|t| (t.len(), t.leaves()));
        match name.as_str() {
            "analysis.sgf" => {
                // Every `;` of this file begins a node.
                let count = bytes.iter().filter(|&&b| b == b';').count();
                assert_eq!(all.iter().map(nodes).collect::<Vec<_>>(), [Some((count, 3410))]);
            }
            "sample.sgf" => {
                assert_eq!(all.iter().map(nodes).collect::<Vec<_>>(), [None, Some((8, 3))]);
                assert_eq!(line(&all[0]).split(' ').count(), 22);
                // RE[B] means player 2, who has the name in PB.
                let text = String::from_utf8_lossy(bytes);
                let value = text.split_once("PB[").and_then(|(_, rest)| rest.split(']').next());
                assert_eq!((all[0].get(Field::WhiteName), all[0].result), (value, Some(Score::White)));
            }
            _ => {}
        }
    }
}
