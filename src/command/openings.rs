//! `pentad openings`: lists of openings, what is the same in them, how games from them ended, and which to keep.

mod figures;
mod report;
mod write;

use std::ops::ControlFlow;
use std::sync::Arc;

use anstyle::AnsiColor;
use pentad_corpus::{
    Batch, Facts, Grouping, Input, Judge, JudgeOptions, Locators, OpeningList, PlayedGame, RecordReader, RecordSlice,
    ResultsBy, given, given_lines, marked, result,
};
use pentad_formats::{Field, Record, Score};
use pentad_rules::{Action, Color, Coords, Point, Size};

use crate::args::{Common, InputArgs, OpeningsArgs};
use crate::exit::Done;
use crate::output::{printable, thousands};
use crate::{input, rules_file};

/// An opening of the input, or what should be one.
struct Entry {
    input: Arc<Input>,
    /// The line that it stands in, from 1; of a file that is no text the number of the record.
    line: u64,
    /// Its number among the openings of its record, from 1, where that is a tree.
    part: Option<u64>,
    coords: Coords,
    id: Option<String>,
    /// Its number in the list, from 0; or why it is none.
    listed: Result<usize, String>,
    /// The bytes of its record, where it is all that the record says.
    text: Option<Vec<u8>>,
    /// Why it is not kept.
    dropped: Option<String>,
}

impl Entry {
    /// File and line, and which opening of a tree.
    fn place(&self) -> String {
        let part = self.part.map_or_else(String::new, |part| format!("#{part}"));
        format!("{}:{}{part}", printable(self.input.name()), self.line)
    }
}

/// What a worker finds.
struct Found {
    input: Arc<Input>,
    line: u64,
    part: Option<u64>,
    coords: Coords,
    id: Option<String>,
    stones: Result<(Vec<Point>, Size), String>,
    text: Option<Vec<u8>>,
    game: Option<PlayedGame>,
}

/// A game for `--games`: its stones up to what is none, its board, and the game.
type Begun = (Vec<Point>, Size, PlayedGame);

/// The games that were looked at.
#[derive(Default)]
struct GamesSeen {
    games: u64,
    /// Games that began with no opening of the list.
    others: u64,
    unreadable: u64,
}

pub(crate) fn run(args: &OpeningsArgs, common: &Common) -> anyhow::Result<Done> {
    let judging = rules_file::judge_options(&args.judge, None)?;
    let (mut list, mut entries, mut seen) = (OpeningList::new(args.shifted), Vec::new(), GamesSeen::default());
    let mut run = input::run(
        &args.input,
        common,
        || (RecordReader::new(args.input.read_options(judging.board())), Judge::new()),
        |worker, batch| find(worker, batch, args, &judging),
        |found| {
            for one in found {
                take(one, &mut list, &mut entries, &mut seen);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?
    .done(false);
    if !args.games.is_empty() && run != Done::Interrupted {
        let games = InputArgs { paths: args.games.clone(), from: None, ..args.input.clone() };
        let done = input::run(
            &games,
            common,
            || (RecordReader::new(games.read_options(judging.board())), Judge::new()),
            |worker, batch| games_of(worker, batch, args.results.by(), &judging),
            |(begun, unreadable)| {
                seen.unreadable += unreadable;
                for (stones, size, game) in begun {
                    seen.games += 1;
                    match list.begun_from(&stones, size) {
                        Some(group) => list.count(group, &game),
                        None => seen.others += 1,
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?
        .done(false);
        run = if done == Done::Sound { run } else { done };
    }
    if run == Done::Interrupted {
        return Ok(run);
    }
    if let Some(keep) = &args.keep {
        for entry in &mut entries {
            let Ok(number) = entry.listed else { continue };
            let figures = figures::of(&list, number);
            entry.dropped = (!keep.holds(&figures)).then(|| keep.reason(&figures));
        }
    }
    write::run(args, common, &list, &entries)?;
    if args.output.as_deref().is_none_or(|path| path.as_os_str() != "-") {
        report::run(args, &list, &entries, &seen)?;
    }
    if seen.unreadable > 0 && !common.quiet {
        let yellow = AnsiColor::Yellow.on_default().bold();
        say!(
            "{yellow}warning{yellow:#}: not counted, since they could not be read: {} games or files",
            thousands(seen.unreadable)
        );
    }
    Ok(run)
}

/// The openings of a batch.
fn find(
    (reader, judge): &mut (RecordReader, Judge),
    batch: &Batch,
    args: &OpeningsArgs,
    judging: &JudgeOptions,
) -> Vec<Found> {
    let mut locators = batch.locators();
    let mut found: Vec<Found> = Vec::new();
    for slice in batch.records() {
        let record = reader.read(batch, &slice);
        let one = |stones, text, game| Found {
            input: Arc::clone(&batch.input),
            line: line_of(&mut locators.clone(), batch, &slice),
            part: None,
            coords: record.coords.letters(),
            id: record.get(Field::Id).map(str::to_owned),
            stones,
            text,
            game,
        };
        if !record.readable {
            let worst = record.findings.iter().max_by_key(|f| f.severity);
            let why = worst.map_or_else(|| "it could not be read".to_owned(), |f| f.message.to_string());
            found.push(one(Err(why), None, None));
            continue;
        }
        // What a list gets wrong may make every stone of a line wrong.
        if let Some(error) = record.findings.iter().find(|f| f.code == pentad_rules::Code::OddCount) {
            found.push(one(Err(error.message.to_string()), None, None));
            continue;
        }
        let (facts_game, size) = game(record, batch, judge, args.results.by(), judging);
        let sized = |stones: Vec<Point>| (stones, size);
        if args.marked && record.tree.is_some() {
            found.extend(
                (1..)
                    .zip(marked(record, size))
                    .map(|(part, stones)| Found { part: Some(part), ..one(stones.map(sized), None, None) }),
            );
        } else if let Some(lines) = given_lines(record, size, args.plies).filter(|_| record.prefix.unwrap_or(0) == 0) {
            found.extend(
                (1..).zip(lines).map(|(part, stones)| Found { part: Some(part), ..one(stones.map(sized), None, None) }),
            );
        } else {
            let stones = given(record, size, args.plies);
            let known = record.stated_result().is_some_and(|score| score != Score::Unknown);
            let all = record.events.plies() as usize;
            let played = known || stones.as_ref().is_ok_and(|stones| stones.len() < all);
            let text = (!played).then(|| slice.bytes.to_vec());
            found.push(one(stones.map(sized), text, played.then_some(facts_game)));
        }
        // The place of the next record is counted from this one.
        locators.of(&slice);
    }
    if let Some(outcome) = batch.end.as_ref().and_then(|end| end.outcome.as_ref()) {
        found.push(Found {
            input: Arc::clone(&batch.input),
            line: 1,
            part: None,
            coords: Coords::WithI,
            id: None,
            stones: Err(outcome.message.clone()),
            text: None,
            game: None,
        });
    }
    found
}

fn line_of(locators: &mut Locators<'_>, batch: &Batch, slice: &RecordSlice<'_>) -> u64 {
    if batch.input.format.is_some_and(|f| f.is_binary()) {
        return slice.number;
    }
    let locator = locators.of(slice);
    let first = slice.bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
    locator.position(first).line
}

/// Puts an opening into the list. The games of a match have the opening of their first game in it.
fn take(found: Found, list: &mut OpeningList, entries: &mut Vec<Entry>, seen: &mut GamesSeen) {
    let Found { input, line, part, coords, id, stones, text, game } = found;
    let entry = |listed, dropped| entries.push(Entry { input, line, part, coords, id, listed, text, dropped });
    let (stones, size) = match stones {
        Ok(stones) => stones,
        Err(why) => return entry(Err(why.clone()), Some(why)),
    };
    let group = match (&game, list.find(&stones, size)) {
        (Some(_), Some(group)) => group,
        _ => {
            let number = list.push(stones, size);
            entry(Ok(number), None);
            list.openings()[number].group
        }
    };
    if let Some(game) = game {
        seen.games += 1;
        list.count(group, &game);
    }
}

/// The games of a batch, and how many records and files could not be read.
fn games_of(
    (reader, judge): &mut (RecordReader, Judge),
    batch: &Batch,
    results: ResultsBy,
    judging: &JudgeOptions,
) -> (Vec<Begun>, u64) {
    let (mut games, mut unreadable) = (Vec::new(), 0);
    for slice in batch.records() {
        let record = reader.read(batch, &slice);
        if !record.readable {
            unreadable += 1;
            continue;
        }
        let (game, size) = game(record, batch, judge, results, judging);
        games.push((first_stones(record, size), size, game));
    }
    unreadable += u64::from(batch.end.as_ref().is_some_and(|e| e.outcome.is_some()));
    (games, unreadable)
}

/// The stones of a game up to a pass, to one that lies nowhere, or to a point that is laid twice.
fn first_stones(record: &Record, size: Size) -> Vec<Point> {
    let mut taken = vec![false; Point::COUNT];
    if !record.setup.is_empty() {
        return Vec::new();
    }
    let stones = record.events.iter().filter(|e| e.is_ply()).map_while(|event| match event.action {
        Action::Place(point) | Action::Choose(point) => point.filter(|&p| size.contains(p)),
        _ => None,
    });
    stones.take_while(|p| !std::mem::replace(&mut taken[p.index()], true)).collect()
}

/// A record as a game, and its board.
fn game(
    record: &Record,
    batch: &Batch,
    judge: &mut Judge,
    results: ResultsBy,
    judging: &JudgeOptions,
) -> (PlayedGame, Size) {
    let format = batch.input.format;
    let judgement = judge.judge(record, format.map_or("", |f| f.info().id), judging);
    let verdict = judge.verdict();
    let result: Option<Option<Color>> = result(record, verdict, results);
    let facts = Facts { record, judgement: &judgement, verdict, name: None, result };
    let grouping = Grouping { keys: Vec::new(), band: 100, class: None };
    let players =
        facts.value(pentad_corpus::Key::Player, &grouping).and_then(|names| <[String; 2]>::try_from(names).ok());
    let event = record.get(Field::Event).map_or_else(
        || {
            let name = batch.input.name();
            // A match may be a folder of files with a game each.
            let folder = name.rfind(['/', '\\', '!']).map_or("", |at| &name[..at]);
            if format.is_some_and(|f| f.info().many) { name } else { folder }.to_owned()
        },
        str::to_owned,
    );
    (PlayedGame { result, plies: verdict.plies, players, event }, judgement.size)
}
