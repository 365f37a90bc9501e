//! Statistics of a corpus are those of its parts, through the program: any number of threads, any order of inputs, any split into partials.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod program;

use std::fs;
use std::path::Path;

use program::run;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const PLAYERS: &[&str] = &["Ann", "Bo", "Cy", ""];
const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "*"];

/// A line of a file: mostly a game of a few moves near the centre.
fn line() -> impl Strategy<Value = String> {
    let moves = vec((6..10u8, 6..10u8), 0..9);
    let players = (select(PLAYERS), select(PLAYERS));
    let game = (moves, players, select(RESULTS), 0..40u32, any::<bool>());
    game.prop_map(|(moves, (black, white), result, date, pente)| {
        let (rules, size) = if pente { ("pente", 19) } else { ("renju", 15) };
        let moves: Vec<_> = moves.iter().map(|(c, r)| format!("\"{}{}\"", char::from(b'a' + c), r + 1)).collect();
        let date = if date < 36 { format!("200{}-{:02}", date / 12, date % 12 + 1) } else { "2003".to_owned() };
        format!(
            "{{\"pentad\":1,\"rules\":\"{rules}\",\"size\":{size},\"coords\":\"with-i\",\"black\":{{\"name\":\"{black}\",\"rating\":1800}},\
             \"white\":{{\"name\":\"{white}\"}},\"date\":\"{date}\",\"result\":\"{result}\",\"moves\":[{}]}}\n",
            moves.join(",")
        )
    })
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// The output of `stats` with some options over some inputs.
fn stats(options: &[&str], more: &[&str], inputs: &[String]) -> Vec<u8> {
    let mut args = vec!["stats"];
    args.extend(options.iter().chain(more));
    args.extend(inputs.iter().map(String::as_str));
    let run = run(&args, b"");
    assert_eq!(run.status, Some(0), "{args:?}: {}", run.stderr);
    run.stdout
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_statistics_of_parts_are_those_of_the_whole(
        files in vec((vec(line(), 0..30), 0..3u8), 1..6).prop_flat_map(|f| (Just(f.clone()), Just(f).prop_shuffle())),
        options in select(vec![
            &["--depth", "6", "--top", "3"][..],
            &["--by", "player,year", "--min-games", "2", "--format", "csv"],
            &["--by", "pair,ending", "--where", "plies > 2"],
            &["--ratings", "--format", "json"],
            &["--ratings=performance"],
            &["--after", "h8", "--unfolded", "--format", "json", "--since", "2001"],
        ]),
        threads in select(vec!["1", "2", "4"]),
        memory in select(vec!["1k", "1M", "1G"]),
    ) {
        let (files, shuffled) = files;
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole.jsonl");
        fs::write(&whole, files.iter().flat_map(|(lines, _)| lines.concat().into_bytes()).collect::<Vec<_>>()).unwrap();
        let expected = stats(options, &["-j", "1"], &[text(&whole)]);
        let mut inputs = Vec::new();
        for (number, (lines, way)) in shuffled.iter().enumerate() {
            let games = folder.path().join(format!("{number}.jsonl"));
            fs::write(&games, lines.concat()).unwrap();
            let partials = folder.path().join(format!("partials-{number}"));
            if *way == 0 || lines.is_empty() {
                inputs.extend((!lines.is_empty()).then(|| text(&games)));
                continue;
            }
            stats(options, &["--partials", &text(&partials), "-j", threads], &[text(&games)]);
            inputs.push(text(&partials));
            if *way == 2 {
                // A partial of a partial.
                let merged = folder.path().join(format!("merged-{number}"));
                stats(options, &["--partials", &text(&merged)], &[text(&partials)]);
                *inputs.last_mut().unwrap() = text(&merged);
            }
        }
        prop_assume!(!inputs.is_empty());
        // Files of the same games are rightly taken for one partial given twice.
        let mut seen: Vec<Vec<&String>> = shuffled.iter().map(|(lines, _)| {
            let mut lines: Vec<_> = lines.iter().collect();
            lines.sort();
            lines
        }).filter(|lines| !lines.is_empty()).collect();
        let all = seen.len();
        seen.sort();
        seen.dedup();
        prop_assume!(seen.len() == all);
        let found = stats(options, &["-j", threads, "--memory", memory], &inputs);
        prop_assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected));
    }
}
