//! Queries against a plain scan.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;

use pentad_corpus::{Facts, Judge, JudgeOptions, Query, ResultsBy, Subject, result};
use pentad_formats::{Field, Record, Score, Span, TreeBuilder};
use pentad_rules::{Color, Coords, Event, Game, Point, Size, Symmetry};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// A game as the plain scan sees it.
#[derive(Clone, Debug)]
struct Plain {
    size: Size,
    moves: Vec<Point>,
    year: Option<u16>,
    result: Score,
}

type Stones = BTreeMap<Point, Color>;

impl Plain {
    fn record(&self) -> Record {
        let mut record = Record::new();
        record.size = Some(self.size);
        record.result = Some(self.result);
        if let Some(year) = self.year {
            record.set(Field::Date, &year.to_string(), Span::WHOLE);
        }
        self.moves.iter().for_each(|&p| record.push(Event::place(p), Span::WHOLE));
        record
    }

    /// The position after each ply, from the empty board on.
    fn positions(&self) -> Vec<Stones> {
        let mut all = vec![Stones::new()];
        for (n, &point) in self.moves.iter().enumerate() {
            let mut next = all[n].clone();
            next.insert(point, if n % 2 == 0 { Color::Black } else { Color::White });
            all.push(next);
        }
        all
    }
}

fn image(stones: &Stones, s: Symmetry, size: Size) -> Stones {
    stones.iter().map(|(&p, &color)| (s.apply(p, size), color)).collect()
}

#[derive(Clone, Debug)]
enum Ask {
    Plies(&'static str, usize),
    Year(&'static str, u16),
    Result(Score),
    Position(Vec<Point>),
    Pattern(Vec<String>, Option<Point>),
    Not(Box<Ask>),
    And(Box<Ask>, Box<Ask>),
    Or(Box<Ask>, Box<Ask>),
}

impl Ask {
    fn text(&self) -> String {
        match self {
            Ask::Plies(sign, n) => format!("plies {sign} {n}"),
            Ask::Year(sign, year) => format!("year {sign} {year}"),
            Ask::Result(score) => format!("result = {}", score.text()),
            Ask::Position(moves) => {
                let moves: Vec<_> = moves.iter().map(|p| p.text(Coords::WithI).to_string()).collect();
                format!("position \"{}\"", moves.join(" "))
            }
            Ask::Pattern(rows, None) => format!("pattern \"{}\"", rows.join("/")),
            Ask::Pattern(rows, Some(at)) => format!("pattern \"{}\" at {}", rows.join("/"), at.text(Coords::WithI)),
            Ask::Not(a) => format!("not ({})", a.text()),
            Ask::And(a, b) => format!("({}) and ({})", a.text(), b.text()),
            Ask::Or(a, b) => format!("({}) or ({})", a.text(), b.text()),
        }
    }

    /// Whether a position or a pattern is on this board, and this stone is one of its own.
    fn is_on(&self, stones: &Stones, size: Size, stone: Option<Point>) -> bool {
        match self {
            Ask::Position(moves) => {
                let game = Plain { size, moves: moves.clone(), year: None, result: Score::Unknown };
                let wanted = game.positions().pop().unwrap();
                Symmetry::of(size).iter().any(|s| image(&wanted, *s, size) == *stones)
            }
            Ask::Pattern(rows, at) => Symmetry::of(size).iter().any(|s| {
                let found = places(&image(stones, *s, size), size, rows, *at);
                found.into_iter().any(|(left, bottom)| {
                    let Some(stone) = stone.map(|stone| s.apply(stone, size)) else { return true };
                    let (x, y) = (i32::from(stone.column()) - left, i32::from(stone.row()) - bottom);
                    let row = usize::try_from(y).ok().and_then(|y| rows.iter().rev().nth(y));
                    let sign = row.and_then(|row| row.chars().nth(usize::try_from(x).ok()?));
                    matches!(sign, Some('X' | 'O'))
                })
            }),
            _ => unreachable!("only what is on a board"),
        }
    }

    /// The answer of a plain scan.
    fn holds(&self, game: &Plain) -> Option<bool> {
        let compare = |a: usize, sign: &str, b: usize| match sign {
            "<" => a < b,
            ">=" => a >= b,
            "!=" => a != b,
            _ => a == b,
        };
        match self {
            Ask::Plies(sign, n) => Some(compare(game.moves.len(), sign, *n)),
            Ask::Year(sign, year) => Some(compare(usize::from(game.year?), sign, usize::from(*year))),
            Ask::Result(score) => Some(game.result == *score),
            Ask::Position(_) => Some(game.positions().iter().any(|stones| self.is_on(stones, game.size, None))),
            Ask::Pattern(..) => Some(game.positions().iter().any(|stones| self.is_on(stones, game.size, None))),
            Ask::Not(a) => Some(!a.holds(game)?),
            Ask::And(a, b) => match (a.holds(game), b.holds(game)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Ask::Or(a, b) => match (a.holds(game), b.holds(game)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }
}

/// The lower left corners of the places where the rows are on the board as it lies; of the one place only, where one is given.
fn places(stones: &Stones, size: Size, rows: &[String], at: Option<Point>) -> Vec<(i32, i32)> {
    let sign = |x: i32, y: i32| {
        if !(0..i32::from(size.width())).contains(&x) || !(0..i32::from(size.height())).contains(&y) {
            return '#';
        }
        match stones.get(&Point::new(x as u8, y as u8).unwrap()) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        }
    };
    let fits = |&(left, bottom): &(i32, i32)| {
        let row_fits =
            |(y, row): (i32, &String)| (0..).zip(row.chars()).all(|(x, c)| c == '?' || c == sign(left + x, bottom + y));
        (0..).zip(rows.iter().rev()).all(row_fits)
    };
    match at {
        Some(at) => vec![(at.column().into(), at.row().into())],
        None => (-5..30).flat_map(|y| (-5..30).map(move |x| (x, y))).collect(),
    }
    .into_iter()
    .filter(fits)
    .collect()
}

const SIZES: [Size; 2] = [Size::RENJU, Size::PENTE];

/// Games of a few stones in a corner, so that the same positions come about and edges count.
fn games() -> impl Strategy<Value = Vec<Plain>> {
    let points: Vec<Point> = (0..4).flat_map(|c| (0..3).map(move |r| Point::new(c, r).unwrap())).collect();
    let results = select(vec![Score::Black, Score::White, Score::Draw, Score::Unknown]);
    let year = proptest::option::of(2008..2012u16);
    let game = (select(SIZES.to_vec()), subsequence(points, 0..9).prop_shuffle(), 0..8usize, year, results);
    let game = game.prop_map(|(size, moves, turn, year, result)| {
        let turn = Symmetry::ALL[turn];
        Plain { size, moves: moves.into_iter().map(|p| turn.apply(p, size)).collect(), year, result }
    });
    proptest::collection::vec(game, 1..8)
}

fn asks() -> impl Strategy<Value = Ask> {
    let points: Vec<Point> = (0..4).flat_map(|c| (0..3).map(move |r| Point::new(c, r).unwrap())).collect();
    let corner = select(points.clone());
    let row = "[XO.?#]{1,3}";
    let sign = select(vec!["<", ">=", "!=", "="]);
    let leaf = prop_oneof![
        1 => (sign.clone(), 0..9usize).prop_map(|(sign, n)| Ask::Plies(sign, n)),
        1 => (sign, 2008..2012u16).prop_map(|(sign, year)| Ask::Year(sign, year)),
        1 => select(vec![Score::Black, Score::Draw]).prop_map(Ask::Result),
        3 => subsequence(points, 1..4).prop_shuffle().prop_map(Ask::Position),
        5 => (proptest::collection::vec(row, 1..3), proptest::option::of(corner))
            .prop_map(|(rows, at)| Ask::Pattern(rows, at)),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| Ask::Not(a.into())),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Ask::And(a.into(), b.into())),
            (inner.clone(), inner).prop_map(|(a, b)| Ask::Or(a.into(), b.into())),
        ]
    })
}

fn judged<T>(record: &Record, then: impl FnOnce(&Subject<'_>) -> T) -> T {
    let options = JudgeOptions { game: Game::find("gomoku-freestyle"), ..JudgeOptions::default() };
    let mut judge = Judge::new();
    let judgement = judge.judge(record, "jsonl", &options);
    let verdict = judge.verdict();
    let result = result(record, verdict, ResultsBy::Stated);
    let facts = Facts { record, judgement: &judgement, verdict, name: None, result };
    then(&Subject { facts, findings: [&record.findings, judge.findings()], file: "", format: "jsonl" })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_query_means_what_a_plain_scan_finds(games in games(), ask in asks()) {
        let text = ask.text();
        // A pattern of edges only asks for nothing.
        let Ok(query) = Query::parse(&text) else { return Ok(()) };
        for game in &games {
            let found = judged(&game.record(), |subject| query.matches(subject));
            prop_assert_eq!(found, ask.holds(game), "{} {:?}", text, game);
        }
    }

    /// In a tree of several games the places are those where each of them first has what is asked for, and no others.
    #[test]
    fn places_in_a_tree_are_those_in_its_lines(games in games(), ask in asks()) {
        let board = matches!(ask, Ask::Position(_) | Ask::Pattern(..));
        let Some(query) = Query::parse(&ask.text()).ok().filter(|_| board) else { return Ok(()) };
        let size = games[0].size;
        // Each game branches off where it differs from the one before.
        let mut builder = TreeBuilder::new(None, Span::WHOLE);
        let mut before: Vec<Point> = Vec::new();
        for game in &games {
            let moves: Vec<Point> = game.moves.iter().copied().filter(|p| size.contains(*p)).collect();
            let same = moves.iter().zip(&before).take_while(|(a, b)| a == b).count();
            builder.up_to(same);
            for &point in &moves[same..] {
                builder.add(Some(Event::place(point)), Span::WHOLE);
            }
            before = moves;
        }
        let mut record = Record::new();
        record.size = Some(size);
        record.tree = Some(builder.finish());
        let mut found = Vec::new();
        judged(&record, |subject| {
            query.places(subject, |place| found.push((place.way.to_string(), place.node, place.ply)));
        });
        let tree = record.tree.as_ref().unwrap();
        let mut expected = Vec::new();
        for visit in tree.walk() {
            let moves: Vec<Point> = tree.path_to(visit.id).iter().filter_map(|&id| tree.event(id)?.point()).collect();
            let (ply, last) = (moves.len() as u32, moves.last().copied());
            let stones = Plain { moves, ..games[0].clone() }.positions().pop().unwrap();
            if ask.is_on(&stones, size, last) {
                expected.push((tree.path_name(visit.id), visit.id, ply));
            }
        }
        prop_assert_eq!(found, expected, "{}", ask.text());
    }
}
