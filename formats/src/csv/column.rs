//! What the columns of a table hold.

use crate::Field;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The moves.
    Moves,
    /// A text of the record.
    Text(Field),
    /// The date.
    Date,
    /// The result, or who won.
    Result,
    /// A result stated besides, such as the label that a data set had before it was mended.
    SecondResult,
    /// How the game ended.
    Reason,
    /// The result that counts in the event.
    Official,
    /// Size of the board: 15, 15x15.
    Size,
    /// The convention of column letters.
    Coords,
    /// Whether the game was rated.
    Rated,
    /// Whether moves are missing.
    Incomplete,
    /// Whom the names belong to.
    Names,
    /// The final colour of who laid the first stone.
    Opener,
    /// How many of the first moves are given.
    Prefix,
    /// A comment on the game.
    Comment,
}

impl Column {
    /// The columns that are written, in their order, by the names that they have then.
    pub(super) const WRITTEN: [(&str, Column); 31] = [
        ("id", Column::Text(Field::Id)),
        ("rules", Column::Text(Field::Rules)),
        ("opening", Column::Text(Field::Opening)),
        ("size", Column::Size),
        ("coords", Column::Coords),
        ("prefix", Column::Prefix),
        ("black", Column::Text(Field::BlackName)),
        ("black_rating", Column::Text(Field::BlackRating)),
        ("black_rank", Column::Text(Field::BlackRank)),
        ("black_country", Column::Text(Field::BlackCountry)),
        ("white", Column::Text(Field::WhiteName)),
        ("white_rating", Column::Text(Field::WhiteRating)),
        ("white_rank", Column::Text(Field::WhiteRank)),
        ("white_country", Column::Text(Field::WhiteCountry)),
        ("names", Column::Names),
        ("opener", Column::Opener),
        ("event", Column::Text(Field::Event)),
        ("site", Column::Text(Field::Site)),
        ("section", Column::Text(Field::Section)),
        ("round", Column::Text(Field::Round)),
        ("date", Column::Date),
        ("time", Column::Text(Field::Time)),
        ("time_control", Column::Text(Field::TimeControl)),
        ("rated", Column::Rated),
        ("result", Column::Result),
        ("second_result", Column::SecondResult),
        ("reason", Column::Reason),
        ("official", Column::Official),
        ("incomplete", Column::Incomplete),
        ("comment", Column::Comment),
        ("moves", Column::Moves),
    ];

    /// Other spellings, in letters and digits alone.
    const SPELLINGS: [(&'static [&'static str], Column); 25] = [
        (&["movelist", "movetext", "sequence", "gamerecord", "plays", "movesequence", "gamemoves"], Column::Moves),
        (&["gameid", "gameno", "gamenumber"], Column::Text(Field::Id)),
        (&["rule", "ruleset", "variant", "gametype"], Column::Text(Field::Rules)),
        (&["openingrule", "openingprocedure"], Column::Text(Field::Opening)),
        (&["boardsize"], Column::Size),
        (&["coordinates", "letters"], Column::Coords),
        (&["blackname", "blackplayer", "playerblack"], Column::Text(Field::BlackName)),
        (&["blackelo", "ratingblack"], Column::Text(Field::BlackRating)),
        (&["rankblack", "blackdan"], Column::Text(Field::BlackRank)),
        (&["countryblack"], Column::Text(Field::BlackCountry)),
        (&["whitename", "whiteplayer", "playerwhite"], Column::Text(Field::WhiteName)),
        (&["whiteelo", "ratingwhite"], Column::Text(Field::WhiteRating)),
        (&["rankwhite", "whitedan"], Column::Text(Field::WhiteRank)),
        (&["countrywhite"], Column::Text(Field::WhiteCountry)),
        (&["tournament", "eventname", "competition"], Column::Text(Field::Event)),
        (&["place", "server", "location"], Column::Text(Field::Site)),
        (&["group"], Column::Text(Field::Section)),
        (&["gamedate", "played", "playedon", "day"], Column::Date),
        (&["timelimit", "clock"], Column::Text(Field::TimeControl)),
        (&["israted"], Column::Rated),
        (&["winner", "outcome", "score", "gameresult"], Column::Result),
        (
            &["originalresult", "originalwinner", "originalwinnerlabel", "originallabel", "otherresult"],
            Column::SecondResult,
        ),
        (&["termination", "endby", "endreason", "resultreason", "howended"], Column::Reason),
        (&["officialresult"], Column::Official),
        (&["comments", "note", "notes", "remark", "remarks"], Column::Comment),
    ];

    /// What a column of this name holds, whatever its case and whatever stands between its letters.
    pub fn named(name: &str) -> Option<Column> {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        let mut written = Column::WRITTEN.iter();
        let own = written.find(|(w, _)| w.bytes().filter(|&b| b != b'_').eq(plain.bytes())).map(|&(_, c)| c);
        let other = || Column::SPELLINGS.iter().find(|(names, _)| names.contains(&plain.as_str())).map(|&(_, c)| c);
        if plain.is_empty() { None } else { own.or_else(other) }
    }
}

/// What the user says of the columns: `moves=3,result=winner`.
///
/// ```
/// use pentad_formats::{Column, Columns};
/// let columns = Columns::parse("moves=3,result=Who won").unwrap();
/// assert_eq!(columns.of("Who won", 7), Some(Column::Result));
/// assert_eq!(columns.of("text", 3), Some(Column::Moves));
/// assert!(Columns::parse("moves").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns(Vec<(Column, String)>);

impl Columns {
    /// Reads `WHAT=COLUMN,…`: what pentad calls it, and the column's name or its number from 1.
    ///
    /// # Errors
    /// A sentence on what is wrong with the text.
    pub fn parse(text: &str) -> Result<Columns, String> {
        let one = |part: &str| {
            let (what, column) = part.split_once('=').ok_or("each part is WHAT=COLUMN, such as moves=3")?;
            let what = what.trim();
            let known = || {
                let names = Column::WRITTEN.iter().map(|(name, _)| *name);
                format!("a column can hold {}; not {what}", names.collect::<Vec<_>>().join(", "))
            };
            let held = Column::named(what).ok_or_else(known)?;
            if column.trim().is_empty() {
                return Err(format!("{what}= wants the name or the number of a column"));
            }
            Ok((held, column.trim().to_owned()))
        };
        text.split(',').map(one).collect::<Result<_, String>>().map(Columns)
    }

    /// What the column with this name and number, from 1, holds, where the user said so.
    pub fn of(&self, name: &str, number: usize) -> Option<Column> {
        let said = |column: &str| column.eq_ignore_ascii_case(name.trim()) || column.parse() == Ok(number);
        self.0.iter().find(|(_, column)| said(column)).map(|(held, _)| *held)
    }

    /// Whether the user said where this is to be found, so that no other column is taken for it.
    pub fn say(&self, held: Column) -> bool {
        self.0.iter().any(|(column, _)| *column == held)
    }
}
