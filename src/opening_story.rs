//! The opening of a game in words and on a board.

use std::fmt::Write as _;

use anstyle::AnsiColor;
use pentad_corpus::{Judge, JudgeOptions, Judgement};
use pentad_formats::{Field, Names, Record};
use pentad_rules::opening::{OpeningStory, Told};
use pentad_rules::{Board, Color, Point, Seat, Verdict};

use crate::board_text::{self, Mark};
use crate::output::printable;

/// Tells the opening of a record that was judged.
pub(crate) fn tell(record: &Record, judgement: &Judgement, verdict: &Verdict, options: &JudgeOptions) -> String {
    let Some(opening) = judgement.opening else {
        return "The record names no opening procedure; --opening=NAME tells it as one.\n".to_owned();
    };
    let told = Told {
        opening,
        rules: &judgement.game.rules,
        size: judgement.size,
        events: &record.events,
        bare: !record.tells_procedure && record.events.is_bare(),
        options: &Judge::policy(record, judgement.game, options).opening,
        coords: judgement.coords,
    };
    let story = told.story();
    let mut out = format!("{} ({})\n", opening.title, opening.id);
    for seat in [Seat::First, Seat::Second] {
        if let Some(name) = name(record, seat, story.black) {
            let _ = writeln!(out, "player {}: {}", seat.number(), printable(name));
        }
    }
    out.push('\n');
    for (number, step) in story.steps.iter().enumerate() {
        let _ = writeln!(out, "{:>3}. {step}", number + 1);
    }
    out.push('\n');
    out += &board(&story, judgement);
    let _ = writeln!(out, "\n{}", conclusion(&story, verdict));
    out
}

/// Whose name stands in the header for a seat, where that can be known.
fn name(record: &Record, seat: Seat, black: Option<Seat>) -> Option<&str> {
    let owner = match record.names {
        Names::BySeat => Some(Seat::First),
        Names::ByColor => black,
        Names::Unknown => None,
    }?;
    record.get(if seat == owner { Field::BlackName } else { Field::WhiteName })
}

/// The stones with their numbers, the points that were offered and not chosen as `?`, a stone that is refused as `!`.
fn board(story: &OpeningStory, judgement: &Judgement) -> String {
    let mut board = Board::new(judgement.size);
    for (index, &point) in story.stones.iter().enumerate() {
        board.place(point, if index % 2 == 0 { Color::Black } else { Color::White });
    }
    let mark = |point: Point| {
        if let Some(index) = story.stones.iter().position(|&p| p == point) {
            let color = if index % 2 == 0 { AnsiColor::Blue } else { AnsiColor::Yellow };
            return Some(Mark::new((index + 1).to_string(), color));
        }
        if story.refused == Some(point) {
            return Some(Mark::new("!", AnsiColor::Red));
        }
        story.rejected.contains(&point).then(|| Mark::new("?", AnsiColor::Green))
    };
    board_text::draw(&board, judgement.coords, mark)
}

fn conclusion(story: &OpeningStory, verdict: &Verdict) -> String {
    let mut out = match (story.complete, story.black) {
        (true, Some(seat)) => format!("the procedure is finished; player {} is Black", seat.number()),
        (true, None) => "the procedure is finished; who is Black is not told".to_owned(),
        (false, _) => "the procedure is not finished".to_owned(),
    };
    if let Some(opening) = verdict.opening {
        let _ = write!(out, "; opening {} {} {}", opening.code, opening.kanji, opening.romaji);
    }
    if !story.rejected.is_empty() {
        out += "; ? offered and not chosen";
    }
    if story.refused.is_some() {
        out += "; ! refused";
    }
    out
}
