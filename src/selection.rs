//! Which records `--where` takes.

use pentad_corpus::JudgeOptions;
use pentad_corpus::convert::Filter;
pub(crate) use pentad_corpus::{Passed, Selection};
use pentad_rules::OpeningNames;

use crate::args::SelectionArgs;
use crate::output::thousands;

/// What the command line asks for; `names` are those of `--names`.
pub(crate) fn of<'a>(args: &'a SelectionArgs, names: Option<&'a OpeningNames>) -> Selection<'a> {
    Selection { query: args.query.as_ref(), names, results: args.results.by() }
}

/// The same for records that are written.
pub(crate) fn filter(args: &SelectionArgs, judging: JudgeOptions) -> Option<Filter> {
    args.query.clone().map(|query| Filter { query, results: args.results.by(), judging })
}

/// A line of a summary: how many records were passed over.
pub(crate) fn told(passed: Passed) -> String {
    let (left_out, undecided) = (thousands(passed.left_out), thousands(passed.undecided));
    format!("--where    {left_out} left out, {undecided} of which it is not known\n")
}
