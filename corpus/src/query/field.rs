//! What can be asked of a record.

/// A thing that a query asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The game.
    Rules,
    /// One of the 26 openings of renju, or an opening procedure.
    Opening,
    /// The opening procedure.
    Procedure,
    /// The name in a user's table of openings.
    OpeningName,
    /// The branch of the procedure.
    Branch,
    /// After which moves the colours were swapped.
    Swap,
    /// How many fifth moves were offered.
    Offers,
    /// The year.
    Year,
    /// The date.
    Date,
    /// The event.
    Event,
    /// The place.
    Site,
    /// The round.
    Round,
    /// The record's own identification.
    Id,
    /// The final Black's name.
    Black,
    /// The final White's name.
    White,
    /// Either player's name.
    Player,
    /// Either player's rating.
    Rating,
    /// The result that counts.
    Result,
    /// How the game ended on the board.
    End,
    /// The reason that the record states.
    Reason,
    /// Plies that were judged.
    Plies,
    /// The verdict.
    Verdict,
    /// A finding, by code or name.
    Finding,
    /// The comments.
    Comment,
    /// The name of the file.
    File,
    /// The format.
    Format,
}

/// What the values of a field are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    Date,
}

const FIELDS: [(Field, &str, Kind); 26] = [
    (Field::Rules, "rules", Kind::Text),
    (Field::Opening, "opening", Kind::Text),
    (Field::Procedure, "opening-rule", Kind::Text),
    (Field::OpeningName, "opening-name", Kind::Text),
    (Field::Branch, "branch", Kind::Text),
    (Field::Swap, "swap", Kind::Text),
    (Field::Offers, "offers", Kind::Number),
    (Field::Year, "year", Kind::Number),
    (Field::Date, "date", Kind::Date),
    (Field::Event, "event", Kind::Text),
    (Field::Site, "site", Kind::Text),
    (Field::Round, "round", Kind::Text),
    (Field::Id, "id", Kind::Text),
    (Field::Black, "black", Kind::Text),
    (Field::White, "white", Kind::Text),
    (Field::Player, "player", Kind::Text),
    (Field::Rating, "rating", Kind::Number),
    (Field::Result, "result", Kind::Text),
    (Field::End, "end", Kind::Text),
    (Field::Reason, "reason", Kind::Text),
    (Field::Plies, "plies", Kind::Number),
    (Field::Verdict, "verdict", Kind::Text),
    (Field::Finding, "finding", Kind::Text),
    (Field::Comment, "comment", Kind::Text),
    (Field::File, "file", Kind::Text),
    (Field::Format, "format", Kind::Text),
];

impl Field {
    /// The field with this name.
    pub fn find(name: &str) -> Option<Field> {
        FIELDS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|(field, ..)| *field)
    }

    /// All names, for messages and documents.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().map(|(_, name, _)| *name)
    }

    pub(super) fn kind(self) -> Kind {
        FIELDS.iter().find(|(field, ..)| *field == self).map_or(Kind::Text, |(.., kind)| *kind)
    }
}
