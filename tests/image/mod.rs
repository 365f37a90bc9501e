//! The picture of a game and of its verdict under a symmetry of the board.
#![allow(dead_code, unreachable_pub, reason = "a module of several programs, each of which uses the part it needs")]

use pentad_rules::{Case, Detail, Events, Policy, Replay, Size, Start, Symmetry, Verdict};

/// The events as seen in the mirror.
pub fn of_events(events: &Events, symmetry: Symmetry, size: Size) -> Events {
    let mut image = events.clone();
    image.map_points(|point| symmetry.apply(point, size));
    image
}

/// The verdict as seen in the mirror, with everything that has no order of its own in the order of points.
pub fn of_verdict(verdict: &Verdict, symmetry: Symmetry, size: Size) -> Verdict {
    let mut image = verdict.clone();
    let map = |points: &mut Vec<_>| {
        points.iter_mut().for_each(|point| *point = symmetry.apply(*point, size));
        points.sort_unstable();
    };
    image.end.lines.iter_mut().for_each(map);
    image.end.lines.sort();
    image.captures.iter_mut().for_each(|capture| map(&mut capture.stones));
    for fault in &mut image.faults {
        fault.point = fault.point.map(|point| symmetry.apply(point, size));
        if let Detail::Rows(rows) = &mut fault.detail {
            rows.iter_mut().for_each(map);
            rows.sort();
        }
    }
    image
}

/// The verdict in words, to compare it.
pub fn told(verdict: &Verdict) -> String {
    let verdict = of_verdict(verdict, Symmetry::Identity, Size::RENJU);
    let opening = verdict.opening.map(|o| o.code);
    format!("{:?} {opening:?}", Verdict { opening: None, ..verdict })
}

/// Judges the image of a case.
pub fn judge(replay: &mut Replay, case: &Case<'_>, policy: &Policy, symmetry: Symmetry) -> Verdict {
    let map = |points: &[_]| points.iter().map(|&point| symmetry.apply(point, case.size)).collect::<Vec<_>>();
    let events = of_events(case.events, symmetry, case.size);
    let [black, white] = case.start.map_or([vec![], vec![]], |start| [map(start.black), map(start.white)]);
    let start = case.start.map(|start| Start { black: &black, white: &white, ..start });
    let image = Case { size: symmetry.resize(case.size), start, events: &events, ..*case };
    replay.judge(&image, policy).clone()
}
