//! Laws that hold for every procedure and every list of events.

use crate::{play, point, strict};
use pentad_rules::{Action, Choice, Engine, Event, Events, Opening, Point, Seat, Size, Symmetry};
use proptest::prelude::*;

/// Points near the centre, so that procedures get far.
fn near() -> impl Strategy<Value = Option<Point>> {
    (3u8..12, 3u8..12).prop_map(|(x, y)| Point::new(x, y))
}

#[derive(Clone, Debug)]
enum Step {
    One(Action, Option<Seat>),
    Offer(Vec<Option<Point>>, Option<Seat>),
}

fn seat() -> impl Strategy<Value = Option<Seat>> {
    prop_oneof![8 => Just(None), 1 => Just(Some(Seat::First)), 1 => Just(Some(Seat::Second))]
}

fn step() -> impl Strategy<Value = Step> {
    let one = prop_oneof![
        12 => near().prop_map(Action::Place),
        6 => any::<bool>().prop_map(Action::Swap),
        3 => (0u32..6).prop_map(Action::Declare),
        3 => near().prop_map(Action::Choose),
        3 => prop::option::of(prop::sample::select(vec![Choice::White, Choice::Black, Choice::PlaceTwo])).prop_map(Action::Choice),
        1 => Just(Action::Pass),
        1 => Just(Action::Place(None)),
    ];
    prop_oneof![
        8 => (one, seat()).prop_map(|(a, s)| Step::One(a, s)),
        1 => (prop::collection::vec(near(), 1..6), seat()).prop_map(|(p, s)| Step::Offer(p, s)),
    ]
}

fn gather(steps: &[Step]) -> Events {
    let mut events = Events::new();
    for step in steps {
        match step {
            Step::One(action, by) => events.push(Event { by: *by, ..Event::new(*action) }),
            Step::Offer(points, by) => events.push_offer(points.iter().copied(), *by),
        }
    }
    events
}

/// Keeps the steps that the engine admits, so that a random walk goes through the procedure and past its end.
fn legal_walk(opening: &Opening, steps: Vec<Step>, bare: bool) -> Vec<Step> {
    let mut kept = vec![Step::One(Action::Place(point("h8")), None)];
    let mut engine = Engine::new();
    for step in steps {
        kept.push(step);
        if play(&mut engine, opening, &gather(&kept), Size::RENJU, bare, &strict()).refusal.is_some() {
            kept.pop();
        }
    }
    kept
}

fn any_opening() -> impl Strategy<Value = &'static Opening> {
    prop::sample::select(Opening::all().iter().collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_legal_prefix_stays_legal(opening in any_opening(), steps in prop::collection::vec(step(), 0..60), bare: bool) {
        let walk = legal_walk(opening, steps, bare);
        let mut engine = Engine::new();
        let mut complete = false;
        for n in 0..=walk.len() {
            let answer = play(&mut engine, opening, &gather(&walk[..n]), Size::RENJU, bare, &strict());
            prop_assert_eq!(answer.refusal, None);
            prop_assert!(answer.complete || !complete, "a finished procedure stays finished");
            complete = answer.complete;
        }
    }

    #[test]
    fn a_declined_swap_may_be_left_out(opening in any_opening(), steps in prop::collection::vec(step(), 0..60)) {
        let walk = legal_walk(opening, steps, false);
        let silent: Vec<_> = walk.iter().filter(|s| !matches!(s, Step::One(Action::Swap(false), _))).cloned().collect();
        let silent = play(&mut Engine::new(), opening, &gather(&silent), Size::RENJU, false, &strict());
        let spoken = play(&mut Engine::new(), opening, &gather(&walk), Size::RENJU, false, &strict());
        prop_assert_eq!((silent.refusal, silent.black, silent.plies), (None, spoken.black, spoken.plies));
    }

    #[test]
    fn eight_images_have_one_verdict(opening in any_opening(), steps in prop::collection::vec(step(), 0..60), more in step(), bare: bool) {
        let mut walk = legal_walk(opening, steps, bare);
        walk.push(more);
        let expected = play(&mut Engine::new(), opening, &gather(&walk), Size::RENJU, bare, &strict());
        for s in Symmetry::ALL {
            let mut events = gather(&walk);
            events.map_points(|p| s.apply(p, Size::RENJU));
            let mut image = play(&mut Engine::new(), opening, &events, Size::RENJU, bare, &strict());
            if let Some((_, r)) = &mut image.refusal {
                r.point = r.point.map(|p| s.inverse().apply(p, Size::RENJU));
            }
            prop_assert_eq!(&image, &expected);
        }
    }

    #[test]
    fn an_engine_forgets_the_game_before(a in any_opening(), b in any_opening(), first in prop::collection::vec(step(), 0..40), then in prop::collection::vec(step(), 0..40)) {
        let mut used = Engine::new();
        play(&mut used, a, &gather(&legal_walk(a, first, false)), Size::RENJU, false, &strict());
        let events = gather(&legal_walk(b, then, true));
        let fresh = play(&mut Engine::new(), b, &events, Size::RENJU, true, &strict());
        prop_assert_eq!(play(&mut used, b, &events, Size::RENJU, true, &strict()), fresh);
    }
}
