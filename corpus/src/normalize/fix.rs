//! The fixes there are.

/// One kind of fix. Nothing else is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix {
    /// The board is turned into the orientation that stands for all its images.
    Orientation,
    /// Names of players.
    Names,
    /// Event, site, section and round.
    Texts,
    /// Dates.
    Dates,
    /// Results that the board proves.
    Results,
}

impl Fix {
    /// All fixes, in the order in which they are listed.
    pub const ALL: [Fix; 5] = [Fix::Orientation, Fix::Names, Fix::Texts, Fix::Dates, Fix::Results];

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Fix::Orientation => "orientation",
            Fix::Names => "names",
            Fix::Texts => "texts",
            Fix::Dates => "dates",
            Fix::Results => "results",
        }
    }

    /// What it does.
    pub const fn about(self) -> &'static str {
        match self {
            Fix::Orientation => {
                "The board is turned so that all images of a record become one: openings of renju as in the books (h8, then h9 or i9, \
                 the third stone east or below), else the smallest moves by column, then row. Offers, stones set up, variations, labels and \
                 marks turn along. The stones of a turn of Connect6 are sorted."
            }
            Fix::Names => {
                "Names of players by the alias file (--aliases), whatever case, blanks and place of the family name (SMITH, John). Of a \
                 name without an entry only blanks and forms of characters (NFKC) change."
            }
            Fix::Texts => {
                "Blanks and forms of characters (NFKC) of event, site, section and round; events and sites by the alias file."
            }
            Fix::Dates => {
                "Dates in ISO form, as far as they are known. No digit is invented: where the day and the month cannot be told apart, or the \
                 century is missing, the date stays as it is and is listed."
            }
            Fix::Results => {
                "The result that the board proves, where the game is known. A stated result that differs becomes the second result of the record."
            }
        }
    }

    /// The fix with this [`Fix::name`].
    pub fn from_name(name: &str) -> Option<Fix> {
        Fix::ALL.into_iter().find(|fix| fix.name() == name)
    }
}
