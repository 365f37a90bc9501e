//! Finding an opening procedure by the names that people write.

use super::stage::Opening;
use std::fmt;

/// A procedure found by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// The procedure.
    pub opening: &'a Opening,
    /// The name left the number open (design decision 21); [`Opening::id`] states the one that was assumed.
    pub assumed: bool,
}

impl<'a> Found<'a> {
    pub(crate) fn new(opening: &'a Opening, called: Called) -> Found<'a> {
        Found { opening, assumed: called == Called::Assumed }
    }
}

/// How a name fits a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// The name is one of this procedure alone.
    Named,
    /// The name leaves the number of the procedure open.
    Assumed,
}

/// A name that is none of an opening procedure's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownOpening {
    /// The id of the procedure with the most similar name, if one is similar at all.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nearest {
            Some(id) => write!(f, "no such opening procedure; `{id}` has a similar name"),
            None => write!(f, "no such opening procedure"),
        }
    }
}

impl std::error::Error for UnknownOpening {}

/// How similar a name must be to be suggested.
const SIMILAR: f64 = 0.6;

/// The characters of a name that count: no spaces, hyphens and underscores, no case, no accents of ours, digits narrow.
fn core(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|&c| !(c.is_whitespace() || matches!(c, '-' | '_' | '‐' | '‑' | '–' | '—')))
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            'õ' | 'ö' | 'ó' | 'ò' | 'ô' => 'o',
            '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10).unwrap_or(c),
            _ => c,
        })
}

impl Opening {
    /// Whether this procedure is called so; case, spaces, hyphens and underscores do not count.
    pub fn called(&self, name: &str) -> Option<Called> {
        self.fits(&core(name).collect::<String>())
    }

    /// [`Opening::called`] of the core of a name.
    fn fits(&self, name: &str) -> Option<Called> {
        let same = |spelling: &str| core(spelling).eq(name.chars());
        if same(&self.id) || self.spellings.iter().any(|s| same(s)) {
            Some(Called::Named)
        } else if self.bare_spellings.iter().any(|s| same(s)) {
            Some(Called::Assumed)
        } else {
            None
        }
    }

    /// The procedure with this name. The spellings that sources and programs use are known, Japanese and Chinese ones among them.
    pub fn find(name: &str) -> Result<Found<'static>, UnknownOpening> {
        let name: String = core(name).collect();
        let fits = |opening: &'static Opening| opening.fits(&name).map(|called| Found::new(opening, called));
        Opening::all().iter().find_map(fits).ok_or_else(|| UnknownOpening { nearest: nearest(&name) })
    }
}

/// The procedure with the most similar spelling to the core of a name.
fn nearest(name: &str) -> Option<&'static str> {
    // A long text is no mistyped name, and comparing it would cost its length many times over.
    if name.len() > 64 {
        return None;
    }
    let mut best = (SIMILAR, None);
    for opening in Opening::all() {
        let spellings = opening.spellings.iter().chain(opening.bare_spellings.iter());
        for spelling in spellings.chain([&opening.id]) {
            let likeness = strsim::normalized_damerau_levenshtein(name, &core(spelling).collect::<String>());
            if likeness > best.0 {
                best = (likeness, Some(&*opening.id));
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str) -> Option<(&'static str, bool)> {
        Opening::find(name).ok().map(|f| (&*f.opening.id, f.assumed))
    }

    #[test]
    fn every_spelling_leads_to_one_procedure() {
        for opening in Opening::all() {
            for name in opening.spellings.iter().chain(opening.bare_spellings.iter()).chain([&opening.id]) {
                let owners: Vec<_> = Opening::all().iter().filter(|o| o.called(name).is_some()).collect();
                assert_eq!(owners, [opening], "{name}");
            }
        }
    }

    #[test]
    fn spellings_of_the_sources_are_known() {
        for (id, names) in [
            ("rif", "RIF/RIF classical/2題打ち/珠型交替五珠二ヶ所打ち/指定开局、三手可交换、五手两打"),
            ("yamaguchi", "Yamaguchi/題数打ち/題数指定打ち/珠型五珠題数提示選択打ち/山口规则/五手N打"),
            ("soosorv-8", "Soosõrv-8/soosorv8/SOOSYRV 8/soosyrev_8/索索夫8"),
            ("taraguchi-10", "Taraguchi10/taraguchi-10/TARAGUCHI 10/五珠交替打ち/塔拉山口10/taraguchi-１０"),
            ("swap1", "swap-1/pie/Swap after first move/chinese swap"),
            ("swap", "swap3/Swap 3"),
            ("long-pro", "longpro/LONG PRO"),
            ("tarannikov", "Tarannikov/5 swaps"),
        ] {
            for name in names.split('/') {
                assert_eq!(find(name), Some((id, false)), "{name}");
            }
        }
        for (id, names) in [
            ("soosorv-4", "Soosõrv/soosorv/Soosyrv/Soosyrev/ソーソロフ/四珠交替打ち/索索夫"),
            ("taraguchi-5", "Taraguchi/塔拉山口/塔拉"),
        ] {
            for name in names.split('/') {
                assert_eq!(find(name), Some((id, true)), "{name}");
            }
        }
        for name in ["", "RIF pro", "Extended Pro", "5-1-2", "San ge 5", "Taiwan rule", "taraguchi-7", "soosorv-5"] {
            assert_eq!(find(name), None, "{name}");
        }
    }

    #[test]
    fn a_mistyped_name_finds_its_neighbour() {
        let nearest = |name| Opening::find(name).unwrap_err().nearest;
        assert_eq!(nearest("yamagutchi"), Some("yamaguchi"));
        assert_eq!(nearest("tarranikov"), Some("tarannikov"));
        assert_eq!(nearest("xyzzy"), None);
        assert_eq!(nearest(""), None);
    }
}
