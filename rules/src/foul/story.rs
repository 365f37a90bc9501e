//! The proof of a foul in plain English, for a referee.

use super::{Attempt, FollowUp, Foul, Proof, Reason, Three};
use crate::{Coords, Point};

impl Proof {
    /// The proof in plain English: a head line and, indented below it, each row that matters, with the reasons why a
    /// three is not real. Every line ends with a line feed.
    pub fn story(&self, coords: Coords) -> String {
        let mut story = Story { text: String::new(), coords, player: self.color.title() };
        let point = story.point(self.point);
        let player = story.player;
        let verdict = self.verdict();
        story.line(
            0,
            &if verdict.five {
                format!("{point}: five, wins for {player} whatever else the stone makes.")
            } else if verdict.is_allowed() {
                let shapes = self.threes.len();
                let real = self.threes.iter().filter(|t| t.is_real()).count();
                let against_appearances = match (self.banned.contains(Foul::DoubleThree), shapes) {
                    (true, 2..) => format!(" ({real} of {shapes} threes real)"),
                    _ => String::new(),
                };
                format!("{point}: no foul, {player} may play there{against_appearances}.")
            } else {
                let kinds: Vec<_> = verdict.fouls.iter().map(Foul::name).collect();
                format!("{point}: {}, forbidden for {player}.", kinds.join(" and "))
            },
        );
        story.rows(self, 1, Rows::ALL);
        story.text
    }
}

/// Which rows of a proof to tell.
#[derive(Clone, Copy)]
struct Rows {
    fours: bool,
    threes: bool,
}

impl Rows {
    const ALL: Rows = Rows { fours: true, threes: true };
}

struct Story {
    text: String,
    coords: Coords,
    player: &'static str,
}

impl Story {
    fn line(&mut self, depth: usize, line: &str) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn point(&self, point: Point) -> String {
        point.text(self.coords).to_string()
    }

    fn points(&self, points: &[Point], between: &str) -> String {
        points.iter().map(|&p| self.point(p)).collect::<Vec<_>>().join(between)
    }

    /// The first and last point of an unbroken row.
    fn span(&self, row: &[Point]) -> String {
        let ends: Vec<_> = row.first().into_iter().chain(row.last()).map(|&p| self.point(p)).collect();
        ends.join("-")
    }

    fn spans(&self, rows: &[Vec<Point>]) -> String {
        rows.iter().map(|r| self.span(r)).collect::<Vec<_>>().join(" and ")
    }

    fn rows(&mut self, proof: &Proof, depth: usize, rows: Rows) {
        for five in &proof.fives {
            let line = format!("five: {}", self.span(five));
            self.line(depth, &line);
        }
        for overline in &proof.overlines {
            let line = format!("overline: {}, {} stones", self.span(overline), overline.len());
            self.line(depth, &line);
        }
        for (i, four) in proof.fours.iter().enumerate().filter(|_| rows.fours) {
            let (stones, fifth) = (self.points(&four.stones, " "), self.points(&four.completions, " or "));
            self.line(depth, &format!("four {}: {stones}, becomes a five at {fifth}", i + 1));
        }
        for (i, three) in proof.threes.iter().enumerate().filter(|_| rows.threes) {
            self.three(i + 1, three, depth);
        }
    }

    fn three(&mut self, number: usize, three: &Three, depth: usize) {
        let stones = self.points(&three.stones, " ");
        let good: Vec<_> = three
            .follow_ups
            .iter()
            .filter(|f| f.counts())
            .map(|f| format!("{} ({})", self.point(f.point), self.span(&f.straight_four)))
            .collect();
        let player = self.player;
        let line = if good.is_empty() {
            format!("three {number}: {stones}, not real:")
        } else {
            format!(
                "three {number}: {stones}, becomes a straight four at {}, where {player} may play",
                good.join(" or ")
            )
        };
        self.line(depth, &line);
        for follow_up in &three.follow_ups {
            self.follow_up(follow_up, depth + 1);
        }
    }

    /// Why a follow-up is no good, or is good against appearances; nothing when it is plain.
    fn follow_up(&mut self, follow_up: &FollowUp, depth: usize) {
        let (point, player) = (self.point(follow_up.point), self.player);
        let proof = match &follow_up.reason {
            Reason::Plain => return,
            Reason::LeftOut => {
                let line = if follow_up.counts() {
                    format!("at {point} only one three or none is real (proof too long, left out)")
                } else {
                    let what = what_it_makes(follow_up.attempt);
                    format!("at {point} {player} would make {what} (proof too long, left out)")
                };
                return self.line(depth, &line);
            }
            Reason::Nested(proof) => proof,
        };
        let fouls = follow_up.attempt.fouls;
        let what = what_it_makes(follow_up.attempt);
        if follow_up.attempt.five {
            let rows = self.spans(&proof.fives);
            self.line(depth, &format!("at {point} {player} would make a five at the same time ({rows})"));
        } else if fouls.contains(Foul::Overline) {
            let rows = self.spans(&proof.overlines);
            self.line(depth, &format!("at {point} {player} would make {what} ({rows})"));
        } else if fouls.contains(Foul::DoubleFour) {
            self.line(depth, &format!("at {point} {player} would make {what}:"));
            self.rows(proof, depth + 1, Rows { fours: true, threes: false });
        } else if fouls.contains(Foul::DoubleThree) {
            self.line(depth, &format!("at {point} {player} would make {what}:"));
            self.rows(proof, depth + 1, Rows { fours: false, threes: true });
        } else {
            self.line(depth, &format!("at {point} there would be no double-three:"));
            self.rows(proof, depth + 1, Rows { fours: false, threes: true });
        }
    }
}

/// With articles: `a double-four and an overline`.
fn what_it_makes(attempt: Attempt) -> String {
    if attempt.five {
        return "a five".to_owned();
    }
    let with_article = |foul: Foul| match foul {
        Foul::Overline => "an overline",
        Foul::DoubleFour => "a double-four",
        Foul::DoubleThree => "a double-three",
    };
    attempt.fouls.iter().map(with_article).collect::<Vec<_>>().join(" and ")
}
