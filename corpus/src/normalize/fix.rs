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

    /// What it does, in one sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Fix::Orientation => {
                "the board turned so that all its images become one: renju openings as in the books, else the smallest moves; \
                 the stones of a turn of Connect6 sorted"
            }
            Fix::Names => {
                "players by the alias file, whatever case, blanks and family-name order; without an entry only blanks and \
                 forms of characters (NFKC)"
            }
            Fix::Texts => {
                "blanks and forms of characters of event, site, section and round; events and sites by the alias file"
            }
            Fix::Dates => "ISO dates, as far as they are known; no digit is invented",
            Fix::Results => {
                "the result that the board proves, where the game is known; the stated one is kept beside it"
            }
        }
    }

    /// The fix with this [`Fix::name`].
    pub fn from_name(name: &str) -> Option<Fix> {
        Fix::ALL.into_iter().find(|fix| fix.name() == name)
    }
}
