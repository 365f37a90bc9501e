//! `pentad tree`: the moves below a position, with counts and scores.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anstyle::Style;
use anyhow::Context as _;
use pentad_corpus::{BoardView, Branch, Counts, Judge, Played, RecordReader, TreeOptions, TreeView, result};
use pentad_formats::{NoteKind, Record, Span, TreeBuilder, WriteOptions, find_format};
use pentad_rules::{Color, Coords, Event, Point, Size};
use serde::Serialize;

use crate::args::{Common, TreeArgs, TreeShape};
use crate::exit::Done;
use crate::indexed::{self, Indexed};
use crate::output::{self, thousands};
use crate::report_text::OfFile;
use crate::selection::Passed;
use crate::{input, moves_text, rules_file, selection};

pub(crate) fn run(args: &TreeArgs, common: &Common) -> anyhow::Result<Done> {
    let options = TreeOptions {
        at: moves_text::both("--at", &args.at)?,
        depth: usize::from(args.depth),
        unfolded: args.unfolded,
    };
    let (counted, letters, done) = match &args.index {
        Some(path) => ask(path, args, common, &options)?,
        None => count(args, common, &options)?,
    };
    let view = &counted.view;
    let coords = letters.unwrap_or(view.usual_coords()).letters();
    let at = &options.at[usize::from(coords == Coords::SkipI)];
    match args.format {
        TreeShape::Text => output::text(text(&counted, at, coords, args).as_bytes())?,
        TreeShape::Json => output::plain(json(view, at, coords)?.as_bytes())?,
        TreeShape::Sgf => output::plain(&as_records("sgf", view, at, coords)?)?,
        TreeShape::Lib => output::plain(&as_records("lib", view, at, coords)?)?,
    }
    Ok(done)
}

/// What was counted, the column letters that were asked for, and how it went.
type Answer = (Counted, Option<Coords>, Done);

/// Asks an index.
fn ask(path: &Path, args: &TreeArgs, common: &Common, options: &TreeOptions) -> anyhow::Result<Answer> {
    let Indexed { mut index, stated, judging } = Indexed::open(path)?;
    let changes = index.changes()?;
    if !changes.is_empty() && !common.quiet {
        say!("{}", indexed::news(&index, &changes));
    }
    let view = index.tree(options, args.selection.results.by(), judging.catalogue)?;
    let unreadable = index.totals().unreadable;
    let letters = stated.input.letters(judging.board());
    Ok((Counted { view, unreadable, passed: Passed::default() }, letters, Done::Sound))
}

/// Reads and counts the input.
fn count(args: &TreeArgs, common: &Common, options: &TreeOptions) -> anyhow::Result<Answer> {
    let judging = rules_file::judge_options(&args.judge, args.procedure.opening.as_ref())?;
    let judging = selection::judging(&args.selection, judging);
    let results = args.selection.results.by();
    let names = rules_file::opening_names(&args.judge)?;
    let selection = selection::of(&args.selection, names.as_ref());
    let mut counted = Counted::default();
    let run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(judging.board())), Judge::new()),
        |(reader, judge), batch| {
            let mut counted = Counted::default();
            let format = batch.input.format.map_or("", |f| f.info().id);
            for slice in batch.records() {
                let record = reader.read(batch, &slice);
                if !record.readable {
                    counted.unreadable += 1;
                    continue;
                }
                let judgement = judge.judge(record, format, &judging);
                let taken = selection.takes(batch, record, &judgement, judge);
                counted.passed.count(taken);
                if taken != Some(true) {
                    continue;
                }
                let verdict = judge.verdict();
                let (game, opening, size) = (judgement.game, judgement.opening, judgement.size);
                let result = result(record, verdict, results);
                counted.view.add(&Played { record, game, opening, size, verdict, result }, options);
            }
            counted.unreadable += u64::from(batch.end.as_ref().is_some_and(|e| e.outcome.is_some()));
            (counted, OfFile::of(batch))
        },
        |(part, of_file)| {
            of_file.say(common);
            counted.merge(part);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok((counted, args.input.letters(judging.board()), run.done(false)))
}

/// The moves, and the records that are not among them.
#[derive(Default)]
struct Counted {
    view: TreeView,
    unreadable: u64,
    passed: Passed,
}

impl Counted {
    fn merge(&mut self, part: Counted) {
        self.view.merge(part.view);
        self.unreadable += part.unreadable;
        self.passed.add(part.passed);
    }
}

fn name(point: Option<Point>, coords: Coords) -> String {
    point.map_or_else(|| "pass".to_owned(), |p| p.text(coords).to_string())
}

fn text(counted: &Counted, at: &[Point], coords: Coords, args: &TreeArgs) -> String {
    let view = &counted.view;
    const BOLD: Style = Style::new().bold();
    let mut out = String::new();
    let moves: Vec<_> = at.iter().map(|p| p.text(coords).to_string()).collect();
    for (size, board) in view.boards() {
        let after = if moves.is_empty() { "The first move".to_owned() } else { format!("After {}", moves.join(" ")) };
        let _ = writeln!(out, "{BOLD}{after}, {size}: {} games{BOLD:#}", thousands(board.root.games()));
        let _ = writeln!(
            out,
            "{BOLD}{:<24} {:>10} {:>6}  {:>7}  {:>13}   {:>10}  {:>7}  {:>13}{BOLD:#}",
            "move", "here", "%", "score %", "95 %", "position", "score %", "95 %"
        );
        rows(&mut out, board, coords, args.top);
        out.push('\n');
    }
    if view.boards().next().is_none() {
        out.push_str("No game comes to this position.\n\n");
    }
    let mut note = |count: u64, what: &str| {
        if count > 0 {
            let _ = writeln!(out, "Not counted: {} {what}.", thousands(count));
        }
    };
    note(counted.unreadable, "records or files that could not be read");
    note(counted.passed.left_out, "that --where leaves out");
    note(counted.passed.undecided, "of which it is not known whether --where takes them");
    out.push_str(
        "here: games in which the move was played in this position. position: games in which the position behind it came about, in any order\n\
         of moves. Score: that of the player whose move it is, draws counting half, of the games with a known result, with Wilson's 95 % interval.\n",
    );
    out
}

/// What is still to be printed of the moves after a position, and how many games came to it.
struct Level<'a> {
    rest: &'a [Branch],
    games: u64,
    printed: usize,
}

/// The rows of all moves, those after a move indented below it. Goes through the tree without recursion.
fn rows(out: &mut String, board: &BoardView, coords: Coords, top: usize) {
    let branches = board.branches();
    let mut open = vec![Level { rest: &branches[0], games: board.root.games(), printed: 0 }];
    while let Some(level) = open.last_mut() {
        let Some((branch, rest)) = level.rest.split_first() else {
            open.pop();
            continue;
        };
        let (games, left) = (level.games, level.rest);
        if level.printed == top {
            open.pop();
            let mut others = Counts::default();
            left.iter().for_each(|b| others.merge(&b.here));
            let line = Line { level: open.len(), mover: branch.mover, here: &others, games, reached: None };
            line.write(out, &format!("others: {} moves", left.len()));
            continue;
        }
        (level.rest, level.printed) = (rest, level.printed + 1);
        let (here, reached) = (&branch.here, Some(&branch.reached));
        Line { level: open.len() - 1, mover: branch.mover, here, games, reached }
            .write(out, &name(branch.point, coords));
        open.push(Level { rest: &branches[branch.id as usize], games: here.games(), printed: 0 });
    }
}

/// One row of the text.
struct Line<'a> {
    level: usize,
    mover: Color,
    here: &'a Counts,
    /// Games that came to the position before.
    games: u64,
    reached: Option<&'a Counts>,
}

impl Line<'_> {
    fn write(&self, out: &mut String, label: &str) {
        let score = |counts: &Counts| match counts.score_of(self.mover) {
            Some(s) => format!("{:>7.1}  {:>5.1} - {:>5.1}", 100.0 * s.share, 100.0 * s.low, 100.0 * s.high),
            None => format!("{:>7}  {:>13}", "-", ""),
        };
        let percent = 100.0 * self.here.games() as f64 / self.games.max(1) as f64;
        let position = |counts: &Counts| format!("   {:>10}  {}", thousands(counts.games()), score(counts));
        let label = format!("{}{label}", "  ".repeat(self.level));
        let position = self.reached.map_or_else(String::new, position);
        let here = thousands(self.here.games());
        let line = format!("{label:<24} {here:>10} {percent:>6.1}  {}{position}", score(self.here));
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

#[derive(Serialize)]
struct CountsJson {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    unknown: u64,
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl CountsJson {
    /// From the view of the mover.
    fn of(counts: &Counts, whose: Color) -> CountsJson {
        let rounded = |x: f64| (x * 1e6).round() / 1e6;
        let score = counts.score_of(whose);
        let (won, lost) =
            if whose == Color::Black { (counts.black, counts.white) } else { (counts.white, counts.black) };
        CountsJson {
            games: counts.games(),
            won,
            drawn: counts.drawn,
            lost,
            unknown: counts.unknown,
            score: score.map(|s| rounded(s.share)),
            low: score.map(|s| rounded(s.low)),
            high: score.map(|s| rounded(s.high)),
        }
    }
}

/// `--format json`: one object a board; `nodes` in the order of play, each with the number of the one before (0: the position).
#[derive(Serialize)]
struct BoardJson {
    size: String,
    at: Vec<String>,
    games: u64,
    nodes: Vec<NodeJson>,
}

#[derive(Serialize)]
struct NodeJson {
    id: u32,
    parent: u32,
    #[serde(rename = "move")]
    point: String,
    mover: &'static str,
    here: CountsJson,
    reached: CountsJson,
}

fn json(view: &TreeView, at: &[Point], coords: Coords) -> anyhow::Result<String> {
    let boards: Vec<BoardJson> = view
        .boards()
        .map(|(size, board)| {
            let mut nodes = Vec::new();
            walk(board, |parent, _, branch, id| {
                let whose = branch.mover;
                nodes.push(NodeJson {
                    id,
                    parent,
                    point: name(branch.point, coords),
                    mover: whose.name(),
                    here: CountsJson::of(&branch.here, whose),
                    reached: CountsJson::of(&branch.reached, whose),
                });
            });
            let at_names = at.iter().map(|p| p.text(coords).to_string()).collect();
            BoardJson { size: size.to_string(), at: at_names, games: board.root.games(), nodes }
        })
        .collect();
    Ok(serde_json::to_string_pretty(&boards)? + "\n")
}

/// Goes through all moves, each before those after it: the number of the one before, the level from 0, the move and its number from 1.
fn walk(board: &BoardView, mut each: impl FnMut(u32, usize, &Branch, u32)) {
    let branches = board.branches();
    let mut open = vec![(branches[0].iter(), 0)];
    let mut count = 0;
    while let Some((rest, parent)) = open.last_mut() {
        let parent = *parent;
        match rest.next() {
            None => drop(open.pop()),
            Some(branch) => {
                count += 1;
                each(parent, open.len() - 1, branch, count);
                open.push((branches[branch.id as usize].iter(), count));
            }
        }
    }
}

/// The tree of each board as a record of a format, with the counts in comments.
fn as_records(format: &str, view: &TreeView, at: &[Point], coords: Coords) -> anyhow::Result<Vec<u8>> {
    let format = find_format(format).context("a format that is known")?;
    let mut out = Vec::new();
    for (size, board) in view.boards() {
        let record = record(size, board, at, coords);
        let losses = format.write(&record, &WriteOptions::default(), &mut out).unwrap_or_default();
        if let Some(loss) = losses.iter().find(|loss| loss.is_record()) {
            anyhow::bail!("the tree of {size} cannot be written as {}: {}", format.info().id, loss.why);
        }
    }
    Ok(out)
}

fn record(size: Size, board: &BoardView, at: &[Point], coords: Coords) -> Record {
    let mut record = Record::new();
    record.size = Some(size);
    record.coords = coords;
    let mut tree = TreeBuilder::new(None, Span::WHOLE);
    for &point in at {
        tree.add(Some(Event::place(point)), Span::WHOLE);
    }
    let comment = |counts: &Counts, whose: Color| match counts.score_of(whose) {
        Some(s) => {
            format!("{} games, {:.1} % ({:.1} - {:.1})", counts.games(), 100.0 * s.share, 100.0 * s.low, 100.0 * s.high)
        }
        None => format!("{} games", counts.games()),
    };
    record.note(at.len() as u32, NoteKind::Comment, "", &format!("{} games", board.root.games()));
    let mut notes = Vec::new();
    walk(board, |_, level, branch, _| {
        let whose = branch.mover;
        tree.up_to(at.len() + level);
        let event = branch.point.map_or(Event::new(pentad_rules::Action::Pass), Event::place);
        let id = tree.add(Some(event), Span::WHOLE);
        let text = format!("here: {}\nposition: {}", comment(&branch.here, whose), comment(&branch.reached, whose));
        notes.push((id, text));
    });
    for (id, text) in notes {
        record.note(id, NoteKind::Comment, "", &text);
    }
    let tree = tree.finish();
    for id in tree.main_line() {
        if let Some(event) = tree.event(id) {
            record.push(event, Span::WHOLE);
        }
    }
    record.tree = Some(tree);
    record
}
