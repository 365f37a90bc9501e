//! A run that was stopped and one that goes on with it do what one run would have done.

mod support;

use std::fs;
use std::ops::ControlFlow;

use pentad_corpus::{ErrorKind, Options, Resume, Sources, Totals, run};
use support::chunked::{Folder, games, options, sgf};
use support::tell;

/// What batches say up to the `stop`th, and what is done then.
fn told(folder: &Folder, options: &Options<'_>, stop: usize) -> (String, Totals) {
    let (mut out, mut batches) = (String::new(), 0);
    let sources = Sources::new([folder.0.path()]).expect("it is a folder");
    let totals = run(
        sources,
        options,
        || (),
        |(), batch| tell(batch),
        |part| {
            out += &part;
            batches += 1;
            if batches == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    (out, totals.expect("threads can be started"))
}

#[test]
fn two_runs_are_as_one() {
    let folder = Folder::with(&games(120, |n| if n % 7 == 0 { "between".to_owned() } else { String::new() }));
    for (name, count) in [("a.sgf", 3), ("c.sgf", 1), ("z.sgf", 40)] {
        fs::write(folder.0.path().join(name), games(count, |_| String::new())).expect("it can be written");
    }
    fs::write(folder.0.path().join("b.sgf"), "").expect("it can be written");
    let (all, totals) = told(&folder, &options(sgf(), 1, 400), usize::MAX);
    assert_eq!((totals.records, totals.inputs), (164, 5));
    for threads in [1, 2, 3] {
        let mut options = options(sgf(), threads, 400);
        options.limits.chunk_from = 1000;
        for stop in 1.. {
            let (first, totals) = told(&folder, &options, stop);
            let done: Resume = totals.done.expect("a batch was done");
            // It goes through a command line.
            let done = done.to_string().parse().expect("it is a place");
            let rest_of = Options { resume: Some(&done), ..options };
            let (second, rest) = told(&folder, &rest_of, usize::MAX);
            assert_eq!(first.clone() + &second, all, "{done} {threads}");
            assert_eq!(totals.records + rest.records, 164);
            if first == all {
                break;
            }
        }
    }
}

#[test]
fn an_unknown_input_is_told() {
    let folder = Folder::with(&games(2, |_| String::new()));
    let resume = "elsewhere.sgf:3".parse().expect("it is a place");
    for threads in [1, 2] {
        let mut options = options(sgf(), threads, 400);
        options.resume = Some(&resume);
        let sources = Sources::new([folder.0.path()]).expect("it is a folder");
        let error =
            run(sources, &options, || (), |(), _| (), |()| ControlFlow::Continue(())).expect_err("none has the name");
        assert!(matches!(error.kind(), ErrorKind::NoSuchInput(name) if name == "elsewhere.sgf"), "{error}");
    }
}
