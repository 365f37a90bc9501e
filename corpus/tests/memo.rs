//! Counting a record that came before without reading it gives what reading it gives.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use pentad_corpus::{Judge, JudgeOptions, Memo, Tally};
use pentad_formats::{ReadOptions, Record, find_format};
use proptest::prelude::*;

/// Short games, sound and unsound, ones that cannot be read, and ones that are too long to be remembered.
const GAMES: [&str; 14] = [
    "(;)",
    "(;;)",
    "(;B[hh])",
    "(;B[hh];W[hh])",
    "(;SZ[99])",
    "(;SZ[99];B[hh])",
    "(;RE[B+5])",
    "(;RE[W+R];B[hh])",
    "x",
    "(",
    "",
    "(;B[hh];B[ii];B[jj];B[kk])",
    "(;GM[4]SZ[15]RU[renju];B[hh];W[ii];B[jj])",
    "(;XX[]XX[]XX[]YY[]YY[]ZZ[]ZZ[])",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_that_came_before_count_the_same(games in prop::collection::vec(prop::sample::select(&GAMES[..]), 0..80)) {
        let (mut record, mut judge, mut memo) = (Record::new(), Judge::new(), Memo::new());
        let (mut plain, mut remembering, mut known) = (Tally::default(), Tally::default(), 0);
        for game in &games {
            record.clear();
            find_format("sgf").unwrap().read(game.as_bytes(), &ReadOptions::default(), &mut record);
            let again = memo.count(game.as_bytes(), &mut remembering);
            known += u32::from(again);
            if record.readable {
                judge.judge(&record, "sgf", &JudgeOptions::default());
            }
            let judged = if record.readable { judge.findings() } else { &[] };
            let findings = || record.findings.iter().chain(judged);
            let verdict = record.readable.then(|| judge.verdict());
            for tally in [Some(&mut plain), Some(&mut remembering).filter(|_| !again)].into_iter().flatten() {
                match verdict {
                    Some(verdict) => tally.add_judged(verdict, findings()),
                    None => tally.add_unreadable(findings()),
                }
            }
            memo.remember(game.as_bytes(), verdict, findings());
        }
        prop_assert_eq!(plain, remembering);
        // What came right before, and is short, is known.
        let pairs = games.windows(2).filter(|pair| pair[0] == pair[1] && pair[0].len() < 20).count() as u32;
        prop_assert!(known >= pairs);
    }
}

#[test]
fn nothing_is_remembered_where_nothing_comes_again() {
    let (mut memo, mut tally) = (Memo::new(), Tally::default());
    let games: Vec<String> = (0..20_000).map(|n| format!("(;XX[{n}])")).collect();
    for game in &games {
        assert!(!memo.count(game.as_bytes(), &mut tally));
        memo.remember(game.as_bytes(), None, std::iter::empty());
    }
    assert!(!memo.count(games[19_999].as_bytes(), &mut tally), "it has given up");
    let mut memo = Memo::new();
    let mut known = 0;
    for game in games[..1000].iter().cycle().take(20_000) {
        if memo.count(game.as_bytes(), &mut tally) {
            known += 1;
        } else {
            memo.remember(game.as_bytes(), None, std::iter::empty());
        }
    }
    assert!(known > 10_000, "{known}: a thousand kinds are known");
}
