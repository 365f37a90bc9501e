//! Laws that hold for every game, every record and every order of them, over the crates.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod image;
#[path = "../formats/tests/records/mod.rs"]
mod records;

use std::collections::BTreeMap;

use pentad_corpus::{
    Counter, Facts, Grouping, Judge, JudgeOptions, Key, Partial, PartialHeader, PartialWriter, Period, RatingPlan,
    ResultsBy, Row, StatisticsOptions, System, result,
};
use pentad_formats::{
    Detection, FORMATS, Field, Frame, Loss, PreludeEnd, ReadOptions, Record, Stream, WriteOptions, detect, find_format,
};
use pentad_rules::{
    Action, Case, Choice, Claim, Code, Color, EndBy, EngineOptions, Event, Events, Fault, FivePolicy, FoulPolicy,
    GAMES, Game, Legality, Opening, Outcome, Point, Policy, PositionKey, Replay, Ruling, Seat, Severity, Size, Start,
    Symmetry, Variation, Verdict, Wishes,
};
use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::sample::select;

/// A game before it is put before a judge.
#[derive(Clone, Debug)]
struct Play {
    game: &'static Game,
    opening: Option<&'static Opening>,
    size: Size,
    setup: Option<(Vec<Point>, Vec<Point>, Option<Color>)>,
    events: Events,
    bare: bool,
    stated: Option<Outcome>,
    policy: Policy,
}

impl Play {
    fn case<'a>(&'a self, events: &'a Events) -> Case<'a> {
        let start = |(black, white, to_move): &'a (Vec<Point>, Vec<Point>, Option<Color>)| Start {
            black,
            white,
            to_move: *to_move,
            captured: [0, 2],
        };
        Case {
            rules: &self.game.rules,
            opening: self.opening,
            size: self.size,
            start: self.setup.as_ref().map(start),
            events,
            bare: self.bare,
            painted: false,
            stated: self.stated,
        }
    }

    fn judge(&self, replay: &mut Replay) -> Verdict {
        replay.judge(&self.case(&self.events), &self.policy).clone()
    }
}

/// Points of a small neighbourhood, so that rows, captures and fouls come about, and now and then any point of any board.
fn point(size: Size) -> impl Strategy<Value = Point> {
    let (w, h) = (size.width(), size.height());
    let near = move |side: u8| side / 2 - (side / 2).min(4)..(side / 2 + 5).min(side);
    prop_oneof![
        20 => (near(w), near(h)),
        4 => (0..w, 0..h),
        1 => (0..26u8, 0..26u8),
    ]
    .prop_map(|(column, row)| Point::new(column, row).unwrap())
}

/// Stones alone, without repetition: games that go on long enough to be won.
fn stones(size: Size) -> impl Strategy<Value = Events> {
    let (w, h) = (size.width().min(9), size.height().min(9));
    let (left, bottom) = ((size.width() - w) / 2, (size.height() - h) / 2);
    let area: Vec<Point> =
        (left..left + w).flat_map(|c| (bottom..bottom + h).map(move |r| Point::new(c, r).unwrap())).collect();
    let len = area.len();
    (Just(area).prop_shuffle(), 0..=len).prop_map(|(mut order, plies)| {
        order.truncate(plies);
        order.into_iter().collect()
    })
}

/// Anything that can happen, in any order.
fn happenings(size: Size) -> impl Strategy<Value = Events> {
    let claims = vec![Claim::Five, Claim::DoubleThree, Claim::DoubleFour, Claim::Overline];
    let choices = vec![Choice::White, Choice::Black, Choice::PlaceTwo];
    let action = prop_oneof![
        40 => point(size).prop_map(|p| Action::Place(Some(p))),
        1 => Just(Action::Place(None)),
        2 => Just(Action::Pass),
        6 => any::<bool>().prop_map(Action::Swap),
        3 => (0..9u32).prop_map(Action::Declare),
        3 => point(size).prop_map(|p| Action::Choose(Some(p))),
        2 => of(select(choices)).prop_map(Action::Choice),
        2 => select(claims).prop_map(Action::Claim),
        1 => select(vec![Action::Resign, Action::Time, Action::Draw]),
        1 => point(size).prop_map(Action::Edit),
    ];
    let seat = || weighted(0.1, select(vec![Seat::First, Seat::Second]));
    let color = weighted(0.05, select(vec![Color::Black, Color::White]));
    let one = (action, seat(), color).prop_map(|(action, by, color)| (Event { action, by, color }, None));
    let offer = (vec(of(point(size)), 0..5), seat())
        .prop_map(|(points, by)| (Event { by, ..Event::new(Action::Pass) }, Some(points)));
    vec(prop_oneof![30 => one, 1 => offer], 0..120).prop_map(|steps| {
        let mut events = Events::new();
        for (event, offered) in steps {
            match offered {
                None => events.push(event),
                Some(offered) => events.push_offer(offered, event.by),
            }
        }
        events
    })
}

/// The events with the points of their offers.
fn steps(events: &Events) -> impl Iterator<Item = (Event, Vec<Option<Point>>)> + '_ {
    events.iter().map(|event| (*event, events.offered(event.action).to_vec()))
}

fn gather(steps: impl Iterator<Item = (Event, Vec<Option<Point>>)>) -> Events {
    let mut events = Events::new();
    for (event, offered) in steps {
        match event.action {
            Action::Offer(_) => events.push_offer(offered, event.by),
            _ => events.push(event),
        }
    }
    events
}

/// The play without the events that are errors, but for the last few: so it goes on to where rows, captures and fouls are, and
/// through opening procedures.
fn mended(play: &Play, errors: u32) -> Play {
    let mut play = play.clone();
    let mut replay = Replay::new();
    let mut kept = 0;
    loop {
        let verdict = play.judge(&mut replay);
        let error = verdict.faults.iter().find(|f| f.severity == Severity::Error);
        match error.map(|f| f.event as usize) {
            Some(event) if event > kept && verdict.end.by == EndBy::None => {
                let rest = steps(&play.events).enumerate().filter(|(i, _)| i + 1 != event);
                let shorter = gather(rest.map(|(_, step)| step));
                // What an error stops is seldom near the end.
                if errors > 0 && event + errors as usize >= play.events.len() {
                    return play;
                }
                kept = event - 1;
                play.events = shorter;
            }
            _ => return play,
        }
    }
}

fn policy() -> impl Strategy<Value = Policy> {
    let five = select(vec![FivePolicy::Ends, FivePolicy::Declared]);
    let foul = || select(vec![FoulPolicy::Claim, FoulPolicy::ClaimUntilEnd, FoulPolicy::Lose, FoulPolicy::Block]);
    let ruling = || select(vec![Ruling::Error, Ruling::Warning, Ruling::Allowed]);
    (five, [foul(), foul(), foul()], [ruling(), ruling(), ruling()]).prop_map(|(five, fouls, rulings)| {
        let [tournament_rule, offer_after_swap, second_not_adjacent] = rulings;
        let opening =
            EngineOptions { tournament_rule, offer_after_swap, second_not_adjacent, ..EngineOptions::default() };
        Policy { five, fouls, opening }
    })
}

fn play() -> impl Strategy<Value = Play> {
    let size = prop_oneof![
        4 => Just(Size::RENJU),
        3 => Just(Size::PENTE),
        1 => (5..27u8).prop_map(|n| Size::square(n).unwrap()),
        1 => (5..27u8, 5..27u8).prop_map(|(w, h)| Size::new(w, h).unwrap()),
    ];
    let game = (0..GAMES.len()).prop_map(|i| &GAMES[i]);
    let opening = weighted(0.5, (0..Opening::all().len()).prop_map(|i| &Opening::all()[i]));
    let stated = of(select(vec![Outcome::Won(Color::Black), Outcome::Won(Color::White), Outcome::Drawn]));
    (size, game, opening, stated, any::<bool>(), policy()).prop_flat_map(
        |(size, game, opening, stated, bare, policy)| {
            let setup = (stones(size), any::<bool>(), of(select(vec![Color::Black, Color::White])));
            let setup = weighted(0.1, setup).prop_map(move |setup| {
                let (stones, uneven, to_move) = setup?;
                let mut sides = [vec![], vec![]];
                for (i, event) in stones.iter().take(12).enumerate() {
                    if let Action::Place(Some(point)) = event.action {
                        sides[usize::from(i % 2 == 1 && !(uneven && i == 1))].push(point);
                    }
                }
                let [black, white] = sides;
                Some((black, white, to_move))
            });
            let events = prop_oneof![stones(size), happenings(size)];
            (setup, events, weighted(0.7, Just(size.centre())), weighted(0.8, 0..2u32)).prop_map(
                move |(setup, events, first, errors)| {
                    let first = first.filter(|_| setup.is_none());
                    let events = first.into_iter().map(Event::place).map(|e| (e, vec![])).chain(steps(&events));
                    let events = gather(events);
                    let play = Play { game, opening, size, setup, events, bare, stated, policy: policy.clone() };
                    errors.map_or_else(|| play.clone(), |errors| mended(&play, errors))
                },
            )
        },
    )
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(2500))]

    /// A game and its mirror images are judged alike, point by point.
    #[test]
    fn images_of_a_game_have_the_mapped_verdict(play in play()) {
        let mut replay = Replay::new();
        let verdict = play.judge(&mut replay);
        for &symmetry in Symmetry::of(play.size) {
            let image = image::judge(&mut replay, &play.case(&play.events), &play.policy, symmetry);
            let expected = image::of_verdict(&verdict, symmetry, play.size);
            prop_assert_eq!(image::told(&image), image::told(&expected), "{}", symmetry.name());
        }
    }

    /// What was laid and not taken is what lies there.
    #[test]
    fn captures_conserve_stones(play in play()) {
        let mut replay = Replay::new();
        let verdict = play.judge(&mut replay);
        if play.events.iter().any(|e| matches!(e.action, Action::Edit(_))) {
            return Ok(());
        }
        let judged = play.events.iter().filter(|e| e.is_ply()).take(verdict.judged as usize);
        let laid = judged.filter(|e| !matches!(e.action, Action::Pass)).count();
        let set_up = play.setup.as_ref().map_or(0, |(black, white, _)| black.len() + white.len());
        let taken: usize = verdict.captures.iter().map(|c| c.stones.len()).sum();
        prop_assert_eq!(set_up + laid - taken, replay.board().stones() as usize);
        let before = if play.setup.is_some() { 2 } else { 0 };
        prop_assert_eq!(usize::from(verdict.captured[0]) + usize::from(verdict.captured[1]), taken + before);
    }

    /// A judge who has seen other games says the same.
    #[test]
    fn judging_depends_on_nothing_but_the_game(plays in vec(play(), 1..5)) {
        let mut used = Replay::new();
        for play in &plays {
            let (seasoned, fresh) = (play.judge(&mut used), play.judge(&mut Replay::new()));
            prop_assert_eq!(image::told(&seasoned), image::told(&fresh));
            prop_assert!(fresh.judged <= fresh.plies && fresh.end.ply <= fresh.judged);
            prop_assert_eq!(used.board().stones(), used.board().size().iter().filter(|&p| used.board().at(p).is_some()).count() as u32);
        }
    }

    /// Nothing that comes later makes wrong what was right before: a game is legal up to its first error, and so is each of its
    /// beginnings.
    #[test]
    fn a_prefix_of_a_legal_game_is_legal(mut play in play(), cut in any::<prop::sample::Index>()) {
        play.policy.five = FivePolicy::Ends;
        play.stated = None;
        let mut replay = Replay::new();
        let mut whole = play.judge(&mut replay);
        if let Some(error) = whole.faults.iter().find(|f| f.severity == Severity::Error) {
            prop_assert_eq!(whole.legality, Legality::Illegal);
            play.events.truncate(error.event as usize - 1);
            whole = play.judge(&mut replay);
        }
        prop_assert_ne!(whole.legality, Legality::Illegal, "{:?}", whole);
        play.events.truncate(cut.index(play.events.len() + 1));
        let prefix = play.judge(&mut replay);
        prop_assert_ne!(prefix.legality, Legality::Illegal, "{:?} and {:?}", prefix, whole);
        prop_assert!(whole.captures.starts_with(&prefix.captures));
    }
}

/// Faults of a kind that variations have too, as far as claims and procedures do not matter: code, ply, point.
fn of_board(faults: &[Fault]) -> Vec<(Code, u32, Option<Point>)> {
    let claims = [
        Code::UnclaimedFoul,
        Code::WrongClaim,
        Code::ResultDisagrees,
        Code::SkippedCapture,
        Code::FactsMissing,
        // How the game that was played ended.
        Code::RowOutranks,
    ];
    let board = faults.iter().filter(|f| !claims.contains(&f.code) && f.code != Code::UnnoticedFive);
    board.map(|f| (f.code, f.ply, f.point)).collect()
}

proptest! {
    #![proptest_config(cases(2500))]

    /// A line of a tree is judged as a game is, as far as the board goes; taking moves back leaves no trace.
    #[test]
    fn variations_are_judged_as_games_are(mut play in play(), back in any::<prop::sample::Index>()) {
        play.opening = None;
        play.stated = None;
        let not_of_lines = |e: &Event| e.by.is_some() || matches!(e.action, Action::Claim(_));
        play.events = gather(steps(&play.events).filter(|(e, _)| !not_of_lines(e)).collect::<Vec<_>>().into_iter());
        let mut replay = Replay::new();
        let verdict = play.judge(&mut replay);
        let case = play.case(&play.events);
        let mut variation = Variation::new();
        variation.start(&case);
        let run = |variation: &mut Variation, from: usize| {
            let mut faults = Vec::new();
            for event in &play.events[from..] {
                let playable = variation.play(&case, &play.policy, event);
                faults.extend(of_board(variation.faults()));
                if !playable {
                    break;
                }
            }
            faults
        };
        let all = run(&mut variation, 0);
        prop_assert_eq!(&all, &of_board(&verdict.faults));
        prop_assert!(play.size.iter().all(|p| variation.board().at(p) == replay.board().at(p)));
        let depth = back.index(variation.depth() + 1);
        variation.back_to(depth);
        let again = run(&mut variation, depth);
        prop_assert!(all.ends_with(&again), "{:?} after {:?}", again, all);
        prop_assert!(play.size.iter().all(|p| variation.board().at(p) == replay.board().at(p)));
        variation.back_to(0);
        let start = play.setup.as_ref().map_or(0, |(black, white, _)| black.len() + white.len());
        prop_assert_eq!(variation.board().stones() as usize, start);
    }
}

/// The rows of games that are shared out to three parts: one counted at once, one by a worker, one in a file.
fn rows<'a>(games: impl Iterator<Item = &'a (Record, u8)>, options: &StatisticsOptions, memory: usize) -> Vec<Row> {
    let mut judge = Judge::new();
    let mut parts = [Counter::new(memory), Counter::of_worker(), Counter::new(memory)];
    for (record, part) in games {
        let judgement = judge.judge(record, "jsonl", &JudgeOptions::default());
        let result = result(record, judge.verdict(), ResultsBy::Stated);
        let facts = Facts { record, judgement: &judgement, verdict: judge.verdict(), name: None, result };
        parts[usize::from(*part)].add(&facts, None, options).unwrap();
    }
    let [mut whole, mut worker, machine] = parts;
    whole.absorb(&worker.take().unwrap()).unwrap();
    let mut file = PartialWriter::new(Vec::new(), &PartialHeader::default()).unwrap();
    each_row(machine, |row| file.push(row).unwrap());
    let file = file.finish().unwrap();
    let (mut partial, mut row) = (Partial::open(&file[..]).unwrap(), Row::default());
    while partial.next(&mut row).unwrap() {
        assert!(whole.add_row(&row).unwrap(), "{row:?}");
    }
    let mut rows = Vec::new();
    each_row(whole, |row| rows.push(row.clone()));
    rows
}

fn each_row(counter: Counter, mut each: impl FnMut(&Row)) {
    let (mut rows, mut row) = (counter.rows(true).unwrap(), Row::default());
    while rows.next(&mut row).unwrap() {
        each(&row);
    }
}

/// What statistics can be asked for.
fn statistics_options() -> impl Strategy<Value = StatisticsOptions> {
    let keys = [
        "opening", "swap", "branch", "offers", "fifth", "rules", "year", "player", "pair", "rating", "result", "end",
        "ending", "foul", "first-3",
    ];
    let by = vec(select(keys.to_vec()), 1..4).prop_map(|keys| {
        let keys = keys.into_iter().map(|key| Key::parse(key).unwrap()).collect();
        StatisticsOptions { grouping: Some(Grouping { keys, band: 100, class: None }), ..StatisticsOptions::default() }
    });
    let openings = (vec((6..9u8, 6..9u8), 0..2), any::<bool>(), 0..24u8).prop_map(|(after, unfolded, depth)| {
        let after: Vec<Point> = after.into_iter().map(|(c, r)| Point::new(c, r).unwrap()).collect();
        StatisticsOptions { after: [after.clone(), after], unfolded, depth, ..StatisticsOptions::default() }
    });
    let systems = select(vec![System::Glicko2, System::Performance]);
    let ratings = (systems, select(vec![Period::Month, Period::Year])).prop_map(|(system, period)| StatisticsOptions {
        ratings: Some(RatingPlan { system, period }),
        ..StatisticsOptions::default()
    });
    prop_oneof![by, openings, ratings]
}

/// Games of few points, of Pente on its board and of renju on the other one: stones are taken, and positions come about in many orders.
fn crowded(size: Size) -> impl Strategy<Value = Record> {
    vec((6..10u8, 6..10u8), 0..24).prop_map(move |points| {
        let mut record = Record::new();
        record.size = Some(size);
        record.set(Field::Rules, if size == Size::PENTE { "pente" } else { "renju" }, Default::default());
        points.into_iter().for_each(|(c, r)| record.push(Event::place(Point::new(c, r).unwrap()), Default::default()));
        record
    })
}

/// The positions of games by a plain replay: how often each came about after so many plies.
fn positions(games: &[Record], depth: usize, folded: bool) -> BTreeMap<(u8, [u8; 16]), u64> {
    let mut found = BTreeMap::new();
    let mut judge = Judge::new();
    for record in games.iter().filter(|record| record.setup.is_empty()) {
        let judgement = judge.judge(record, "jsonl", &JudgeOptions::default());
        let (rules, size, events) = (&judgement.game.rules, judgement.size, &record.events);
        let case = Case { rules, opening: None, size, start: None, events, bare: true, painted: false, stated: None };
        let mut variation = Variation::new();
        variation.start(&case);
        let judged = judge.verdict().judged as usize;
        // Stones that are put down by hand are no position of a game.
        let played = events.iter().take_while(|e| !matches!(e.action, Action::Edit(_))).filter(|e| e.is_ply());
        for (ply, event) in (1..).zip(played.take(depth.min(judged))) {
            if !variation.play(&case, &Policy::default(), &Event { by: None, color: None, ..*event }) {
                break;
            }
            let key = PositionKey::of_state(variation.board(), variation.due(), variation.captured(), folded);
            *found.entry((ply, key.to_bytes())).or_default() += 1;
        }
    }
    found
}

/// Writes a record and reads it back, as a file of its own.
fn through(format: &str, record: &Record) -> Result<(Vec<u8>, Vec<Loss>, Record), TestCaseError> {
    let (format, mut bytes) = (find_format(format).unwrap(), Vec::new());
    format.write_head(&WriteOptions::default(), &mut bytes);
    let losses = format.write(record, &WriteOptions::default(), &mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if losses.iter().any(Loss::is_record) {
        return Ok((bytes, losses, Record::new()));
    }
    let start = if let PreludeEnd::At(end) = format.prelude_end(&bytes, true) { end } else { 0 };
    let (prelude, rows) = bytes.split_at(start);
    let mut framer = format.framer_in(&Stream { prelude, ..Stream::default() });
    let Frame::Record { end } = framer.next(rows, true) else {
        return Err(TestCaseError::fail(format!("no record in {text}")));
    };
    let rest = framer.next(&rows[end..], true);
    prop_assert_eq!(rest, Frame::End, "one record becomes one: {}", text);
    let mut back = Record::new();
    match format.read_prelude(prelude, &ReadOptions::default()).filter(|_| start > 0) {
        Some(prelude) => format.read_after(&prelude, &rows[..end], &ReadOptions::default(), &mut back),
        None => format.read(&rows[..end], &ReadOptions::default(), &mut back),
    }
    prop_assert!(back.readable, "{} {:?}", text, back.findings);
    prop_assert_eq!(back.events.len(), back.spans.len());
    Ok((bytes, losses, back))
}

const FIELDS: &[Field] = &[Field::Event, Field::Site, Field::Round, Field::BlackName, Field::WhiteName];

proptest! {
    #![proptest_config(cases(300))]

    /// Statistics are sums: neither the order of the games nor how they are shared out nor the memory matters.
    #[test]
    fn statistics_do_not_depend_on_the_order_of_games(
        games in vec((records::any_record(), 0..3u8), 0..12).prop_flat_map(|g| (Just(g.clone()), Just(g).prop_shuffle())),
        options in statistics_options(),
    ) {
        let (games, mut shuffled) = games;
        let once = rows(games.iter(), &options, 1 << 30);
        prop_assert_eq!(&once, &rows(shuffled.iter(), &options, 0));
        shuffled.iter_mut().for_each(|(_, part)| *part = 0);
        prop_assert_eq!(&once, &rows(shuffled.iter(), &options, 1 << 30));
    }

    /// Positions are those of a plain replay, captures and all.
    #[test]
    fn positions_are_those_of_a_replay(
        games in vec(prop_oneof![records::any_record(), crowded(Size::PENTE), crowded(Size::RENJU)], 0..8),
        unfolded in any::<bool>(),
        depth in 1..30u8,
    ) {
        let options = StatisticsOptions { depth, unfolded, ..StatisticsOptions::default() };
        let expected = positions(&games, usize::from(depth), !unfolded);
        let games: Vec<_> = games.into_iter().map(|record| (record, 0)).collect();
        let mut found = BTreeMap::new();
        for row in rows(games.iter(), &options, 1 << 30).iter().filter(|row| row.key[0] == 6) {
            let key: [u8; 16] = row.key[5..].try_into().unwrap();
            *found.entry((row.key[1], key)).or_default() += row.counts().iter().sum::<u64>();
        }
        prop_assert_eq!(found, expected);
    }

    /// jsonl and SGF hold everything, each alone and one after the other.
    #[test]
    fn records_survive_any_way_through_the_lossless_formats(record in records::any_record()) {
        let (bytes, losses, by_json) = through("jsonl", &record)?;
        prop_assert!(losses.is_empty(), "{:?}", losses);
        prop_assert!(by_json.same_content(&record), "{}", String::from_utf8_lossy(&bytes));
        let (_, _, by_sgf) = through("sgf", &by_json)?;
        let (json, _, by_both) = through("jsonl", &by_sgf)?;
        prop_assert!(by_both.same_content(&by_sgf), "{}", String::from_utf8_lossy(&json));
        let (again, _, by_all) = through("sgf", &by_both)?;
        prop_assert!(by_all.same_content(&by_sgf), "{}", String::from_utf8_lossy(&again));
    }

    /// Whatever a record holds, the flat formats make one record of it, and list what they could not hold.
    #[test]
    fn any_record_comes_back_from_flat_formats_or_its_losses_are_listed(record in records::any_record()) {
        for format in ["playok", "moves", "csv"] {
            let (bytes, losses, back) = through(format, &record)?;
            prop_assert!(!losses.is_empty() || back.same_content(&record), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    /// The stones of a plain game are the same in every format, and so is what is judged of them.
    #[test]
    fn plain_stones_are_the_same_in_all_formats(mut record in records::plain_record(Size::RENJU, FIELDS)) {
        record.set(Field::Rules, "gomoku-standard", Default::default());
        for format in FORMATS {
            if !format.info().writes {
                continue;
            }
            let (bytes, losses, back) = through(format.info().id, &record)?;
            if losses.iter().any(Loss::is_record) {
                continue;
            }
            prop_assert!(back.events == record.events, "{:?} {}", losses, String::from_utf8_lossy(&bytes));
        }
    }

    /// A plain game is the same game in every format that pentad writes, and each format is recognised by its bytes.
    #[test]
    fn plain_games_are_the_same_in_all_formats(mut record in records::plain_record(Size::PENTE, FIELDS)) {
        record.coords = pentad_rules::Coords::SkipI;
        record.set(Field::Rules, "pente", Default::default());
        // As games of this family's sites do; of one that goes on after a five the writer of `pente` lists that.
        record.self_ending = true;
        let options = JudgeOptions {
            wishes: Wishes { five: Some(FivePolicy::Ends), ..Wishes::NONE },
            ..JudgeOptions::default()
        };
        let mut judge = Judge::new();
        judge.judge(&record, "jsonl", &options);
        let expected = image::told(judge.verdict());
        let mut before = record;
        for format in ["jsonl", "pente", "csv", "sgf", "jsonl", "csv", "sgf", "pente"] {
            let (bytes, losses, back) = through(format, &before)?;
            let text = String::from_utf8_lossy(&bytes);
            prop_assert!(losses.is_empty(), "{:?} {}", losses, text);
            prop_assert!(
                matches!(detect(&bytes, None), Detection::Format { format: found, .. } if found.info().id == format),
                "{}", text
            );
            judge.judge(&back, format, &options);
            prop_assert_eq!(image::told(judge.verdict()), &expected[..], "{}", text);
            prop_assert!(FIELDS.iter().all(|&f| back.get(f) == before.get(f)), "{}", text);
            prop_assert_eq!((back.result, back.size.or(Some(Size::PENTE))), (before.result, Some(Size::PENTE)));
            before = back;
        }
    }
}
