//! Stages of an opening procedure in words, for `explain` and the docs.

use std::fmt;

use super::stage::{Actor, Count, Knob, Limit, Shape, Stage, Then};

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Lay { by, limits, then } => {
                write!(f, "{by} lays a stone")?;
                limits.iter().try_for_each(|limit| write!(f, "; {limit}"))?;
                write!(f, "{then}")
            }
            Stage::Swap { by } => write!(f, "{by} may swap the colours"),
            Stage::Declare { by, least, most } => match most {
                Some(most) => write!(f, "{by} declares how many fifth moves will be offered, {least} to {most}"),
                None => write!(f, "{by} declares how many fifth moves will be offered, at least {least}"),
            },
            Stage::Offer { by, count, instead, after_swap, then } => {
                let count = match count {
                    Count::Fixed(n) => n.to_string(),
                    Count::Declared => "as many as declared".to_owned(),
                };
                if let Some(limits) = instead {
                    write!(f, "{by} lays the stone")?;
                    limits.iter().try_for_each(|limit| write!(f, ", {limit},"))?;
                    write!(f, " or ")?;
                } else {
                    write!(f, "{by} ")?;
                }
                write!(f, "offers fifth moves ({count}), no two the same by symmetry; the other player chooses one")?;
                if !after_swap {
                    write!(f, "; not after a swap at this move")?;
                }
                write!(f, "{then}")
            }
            Stage::Choice { by, then, place_two } => {
                write!(f, "{by} chooses white or black{then}")?;
                place_two.map_or(Ok(()), |then| write!(f, ", or lays two more stones{then}"))
            }
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Actor::First => "the first player",
            Actor::Second => "the second player",
            Actor::Due => "the owner of the colour due",
            Actor::Layer => "the player who laid the last stone",
            Actor::Other => "the player who did not lay the last stone",
        })
    }
}

impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Then::Next => Ok(()),
            Then::End => f.write_str(" (and the procedure is finished)"),
            Then::Stage(n) => write!(f, " (then step {})", n + 1),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Within(0) => write!(f, "on the centre")?,
            Shape::Within(d) => write!(f, "in the central {0}x{0} square", 2 * u32::from(*d) + 1)?,
            Shape::Beyond(d) => write!(f, "at least {d} lines from the centre")?,
            Shape::Except(steps) => except(f, steps)?,
        }
        match self.knob {
            Knob::Always => Ok(()),
            Knob::TournamentRule => f.write_str(" (an error in rated games, a note elsewhere)"),
            Knob::SecondNotAdjacent => f.write_str(" (only where the event wants it)"),
        }
    }
}

/// The points that a limit leaves out: by their distances where they are all those of the central lines, else as steps from the centre.
fn except(f: &mut fmt::Formatter<'_>, steps: &[(i8, i8)]) -> fmt::Result {
    let mut distances: Vec<i16> = steps.iter().map(|&(x, y)| i16::from(x).abs().max(i16::from(y).abs())).collect();
    distances.sort_unstable();
    distances.dedup();
    let on_axes = |&(x, y): &(i8, i8)| x == 0 || y == 0;
    let ends = |d: &i16| [(*d, 0), (-d, 0), (0, *d), (0, -d)];
    let stated = |(x, y): (i16, i16)| steps.iter().any(|&(a, b)| (i16::from(a), i16::from(b)) == (x, y));
    if steps.iter().all(on_axes) && distances.iter().flat_map(ends).all(stated) {
        let list: Vec<_> = distances.iter().map(ToString::to_string).collect();
        return write!(f, "not on the central lines {} points from the centre", list.join(" or "));
    }
    let list: Vec<_> = steps.iter().map(|(x, y)| format!("({x}, {y})")).collect();
    write!(f, "not at these steps from the centre: {}", list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Opening;

    #[test]
    fn points_left_out_are_said_as_they_are() {
        let text = |steps: &[(i8, i8)]| {
            let limit = Limit { shape: Shape::Except(steps.to_vec().into()), ..Limit::within(9) };
            limit.to_string()
        };
        assert_eq!(text(&[(2, 0), (-2, 0), (0, 2), (0, -2)]), "not on the central lines 2 points from the centre");
        assert_eq!(text(&[(2, 0), (1, -1)]), "not at these steps from the centre: (2, 0), (1, -1)");
        let g_pente = Opening::find("g-pente").unwrap().opening;
        let third = g_pente.stages[2].to_string();
        assert!(third.ends_with("not on the central lines 3 or 4 points from the centre"), "{third}");
    }
}
