//! Which records `--where` takes.

use pentad_corpus::JudgeOptions;
use pentad_corpus::convert::Filter;
pub(crate) use pentad_corpus::{Passed, Selection};
use pentad_rules::{Code, OpeningNames};

use crate::args::SelectionArgs;
use crate::output::thousands;

/// What the command line asks for; `names` are those of `--names`.
pub(crate) fn of<'a>(args: &'a SelectionArgs, names: Option<&'a OpeningNames>) -> Selection<'a> {
    Selection { query: args.query.as_ref(), names, results: args.results.by() }
}

/// How records are judged for what is asked of them: fours are looked for where a query wants to know of them.
pub(crate) fn judging(args: &SelectionArgs, options: JudgeOptions) -> JudgeOptions {
    let asked = args.query.as_ref().is_some_and(|query| query.asks_for(Code::FourNotAnswered));
    JudgeOptions { fours: options.fours || asked, ..options }
}

/// Which records are written.
pub(crate) fn filter(args: &SelectionArgs, options: JudgeOptions) -> Option<Filter> {
    let judging = judging(args, options);
    args.query.clone().map(|query| Filter { query, results: args.results.by(), judging })
}

/// A line of a summary: how many records were passed over.
pub(crate) fn told(passed: Passed) -> String {
    let (left_out, undecided) = (thousands(passed.left_out), thousands(passed.undecided));
    format!("--where    {left_out} left out, {undecided} of which it is not known\n")
}
