//! Any events under any game, opening procedure and policy.

use std::cell::RefCell;

use pentad_rules::{
    Action, Case, Choice, Claim, Color, EngineOptions, Event, Events, FivePolicy, FoulPolicy, GAMES, OfferSymmetry,
    Opening, Outcome, Point, Policy, Replay, Ruling, Seat, Size, Start, Symmetry, Verdict,
};

use crate::image;
use crate::input::Input;

thread_local! {
    /// A judge who has seen all inputs before.
    static SEASONED: RefCell<Replay> = RefCell::new(Replay::new());
}

/// A game from bytes: judged alike by a fresh and by a seasoned judge and in a mirror, and no stone is lost or made.
pub fn replay(bytes: &[u8]) {
    let mut input = Input(bytes);
    let game = &GAMES[usize::from(input.byte()) % GAMES.len()];
    let openings = Opening::all();
    let opening = openings.get(usize::from(input.byte()) % (openings.len() + 1));
    let size = match input.byte() {
        0..=99 => Size::RENJU,
        100..=179 => Size::PENTE,
        180..=219 => Size::square(5 + input.byte() % 22).expect("from 5 to 26"),
        _ => Size::new(5 + input.byte() % 22, 5 + input.byte() % 22).expect("from 5 to 26"),
    };
    let flags = input.byte();
    let symmetry = input.byte();
    let policy = policy(&mut input);
    let stated = [None, None, Some(Outcome::Won(Color::Black)), Some(Outcome::Won(Color::White)), Some(Outcome::Drawn)];
    let stated = input.one(&stated);
    let (black, white) = if flags & 2 == 0 { (vec![], vec![]) } else { (points(&mut input), points(&mut input)) };
    let start = Start {
        black: &black,
        white: &white,
        to_move: [None, Some(Color::Black), Some(Color::White)][usize::from(flags >> 4) % 3],
        captured: [u16::from(flags >> 6) * 2, u16::from(flags >> 7)],
    };
    let events = events(&mut input, size);
    let case = Case {
        rules: &game.rules,
        opening,
        size,
        start: (flags & 2 != 0).then_some(start),
        events: &events,
        bare: flags & 1 != 0,
        painted: false,
        stated,
    };
    let mut judge = Replay::new();
    let verdict = judge.judge(&case, &policy).clone();
    check(&case, &verdict, judge.board().stones());
    SEASONED.with_borrow_mut(|seasoned| {
        let again = seasoned.judge(&case, &policy).clone();
        assert_eq!(image::told(&again), image::told(&verdict), "a seasoned judge says otherwise");
        let symmetries = Symmetry::of(size);
        let symmetry = symmetries[usize::from(symmetry) % symmetries.len()];
        let seen = image::judge(seasoned, &case, &policy, symmetry);
        let expected = image::of_verdict(&verdict, symmetry, size);
        assert_eq!(image::told(&seen), image::told(&expected), "{} of {size}", symmetry.name());
    });
}

fn check(case: &Case<'_>, verdict: &Verdict, stones: u32) {
    assert_eq!(verdict.plies, case.events.plies());
    assert!(verdict.judged <= verdict.plies && verdict.end.ply <= verdict.judged, "{verdict:?}");
    for fault in &verdict.faults {
        assert!(fault.event as usize <= case.events.len() && fault.ply <= verdict.plies + 1, "{fault:?}");
        assert!(!fault.message(Default::default()).is_empty());
    }
    let edited = case.events.iter().any(|e| matches!(e.action, Action::Edit(_)));
    let placed = case.start.map_or(0, |s| {
        let mut points: Vec<_> = s.black.iter().chain(s.white).filter(|&&p| case.size.contains(p)).collect();
        points.sort();
        points.dedup();
        points.len()
    });
    if !edited {
        let judged = case.events.iter().filter(|e| e.is_ply()).take(verdict.judged as usize);
        let laid = judged.filter(|e| !matches!(e.action, Action::Pass)).count();
        let taken: usize = verdict.captures.iter().map(|c| c.stones.len()).sum();
        assert_eq!(placed + laid, taken + stones as usize, "stones laid are on the board or taken: {verdict:?}");
    }
}

fn policy(input: &mut Input<'_>) -> Policy {
    let rulings = [Ruling::Error, Ruling::Warning, Ruling::Allowed];
    let fouls = [FoulPolicy::Claim, FoulPolicy::ClaimUntilEnd, FoulPolicy::Lose, FoulPolicy::Block];
    Policy {
        five: input.one(&[FivePolicy::Ends, FivePolicy::Declared]),
        fouls: [input.one(&fouls), input.one(&fouls), input.one(&fouls)],
        opening: EngineOptions {
            tournament_rule: input.one(&rulings),
            offer_after_swap: input.one(&rulings),
            second_not_adjacent: input.one(&rulings),
            symmetry: input.one(&[OfferSymmetry::Pattern, OfferSymmetry::Board, OfferSymmetry::None]),
            most_offers: input.one(&[None, Some(0), Some(3), Some(u32::MAX)]),
        },
    }
}

/// Up to fifteen points of any board.
fn points(input: &mut Input<'_>) -> Vec<Point> {
    (0..input.byte() % 16).filter_map(|_| Point::new(input.byte() % 26, input.byte() % 26)).collect()
}

/// Events of one byte each, and one for the point: most lay a stone near the centre.
fn events(input: &mut Input<'_>, size: Size) -> Events {
    let choices = [None, Some(Choice::White), Some(Choice::Black), Some(Choice::PlaceTwo)];
    let claims = [Claim::Five, Claim::DoubleThree, Claim::DoubleFour, Claim::Overline];
    let mut events = Events::new();
    while !input.is_empty() {
        let kind = input.byte();
        let (by, color) = match kind & 7 {
            7 => {
                let seat = [None, Some(Seat::First), Some(Seat::Second)];
                let color = [None, Some(Color::Black), Some(Color::White)];
                (input.one(&seat), input.one(&color))
            }
            _ => (None, None),
        };
        let action = match kind >> 3 {
            0..=19 => Action::Place(point(input, size)),
            20 => Action::Pass,
            21 => Action::Swap(input.byte() & 1 == 0),
            22 => Action::Declare(u32::from(input.byte())),
            23 => Action::Choose(point(input, size)),
            24 => Action::Choice(input.one(&choices)),
            25 => Action::Claim(input.one(&claims)),
            26 => input.one(&[Action::Resign, Action::Time, Action::Draw]),
            27 => match point(input, size) {
                Some(point) => Action::Edit(point),
                None => Action::Pass,
            },
            28 | 29 => {
                let offered: Vec<_> = (0..input.byte() % 12).map(|_| point(input, size)).collect();
                events.push_offer(offered, by);
                continue;
            }
            _ => Action::Place(Some(size.centre())),
        };
        events.push(Event { action, by, color });
    }
    events
}

/// A point in the middle from one byte below 225, else one of any board, or none.
fn point(input: &mut Input<'_>, size: Size) -> Option<Point> {
    let byte = input.byte();
    let (column, row) = match byte {
        0..225 => (byte % 15, byte / 15),
        225..250 => (input.byte() % 26, input.byte() % 26),
        _ => return None,
    };
    let shift = |side: u8| if byte < 225 { side.saturating_sub(15) / 2 } else { 0 };
    Point::new(column + shift(size.width()), row + shift(size.height()))
}
