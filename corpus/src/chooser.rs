//! Which rules a record is judged by (design decision 13): its own statement, else the user's, else what it can be.

use std::sync::LazyLock;

use pentad_formats::{Field, Finding, Record};
use pentad_rules::opening::{Found, UnknownOpening};
use pentad_rules::{Catalogue, Code, Game, Opening, UNKNOWN_GAME};

use crate::JudgeOptions;

/// Finds the game and the procedure of a record; remembers the names looked up last.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    catalogue: Option<&'static Catalogue>,
    rules: Option<(String, bool, StatedRules)>,
    opening: Option<(String, Result<Found<'static>, UnknownOpening>)>,
    assumed: Option<(&'static str, &'static Game)>,
}

/// What the text of a rule names: a game, an opening procedure (`Soosõrv-8`), or both (`Renju, Taraguchi-10`).
#[derive(Clone, Copy, Debug, Default)]
struct StatedRules {
    game: Option<&'static Game>,
    opening: Option<Found<'static>>,
}

/// Games that one kind of procedure belongs to. The others (pro, swap2 and more) are played in several games.
const PROCEDURES: [(&str, &[&str]); 4] = [
    (
        "renju",
        &[
            "rif",
            "yamaguchi",
            "soosorv-4",
            "soosorv-8",
            "tarannikov",
            "taraguchi-5",
            "taraguchi-10",
            "super-taraguchi-10",
            "sakata",
            "super-sakata",
        ],
    ),
    ("pente", &["pente-tournament"]),
    ("g-pente", &["g-pente"]),
    ("d-pente", &["d-pente"]),
];

impl Chooser {
    /// The game that the record states or the user names; `None` where neither does.
    pub(crate) fn game(
        &mut self,
        record: &Record,
        format: &str,
        options: &JudgeOptions,
        findings: &mut Vec<Finding>,
    ) -> Option<&'static Game> {
        let stated = record.get(Field::Rules);
        let StatedRules { game: known, opening } =
            stated.map(|text| self.rules(text, format, options)).unwrap_or_default();
        let span = record.span_of(Field::Rules).unwrap_or_default();
        if let (Some(text), None, None) = (stated, known, opening) {
            let message = match options.game {
                Some(flag) => format!("no game is called \"{}\" here; judged as {}", brief(text), flag.id),
                None => format!("no game is called \"{}\" here; nothing but the points can be judged", brief(text)),
            };
            let mut finding = Finding::new(Code::RulesUnknown, span, message);
            if let Some(near) = Game::nearest(text) {
                finding =
                    finding.help(format!("did the record mean {near}? `--rules {near} --override-rules` judges so"));
            }
            findings.push(finding);
        }
        match (known, options.game) {
            (Some(own), Some(flag)) if own.id != flag.id => {
                let used = if options.override_rules { flag } else { own };
                let message = format!("the record says {}, the flag says {}; judged as {}", own.id, flag.id, used.id);
                findings.push(Finding::new(Code::RulesContradiction, span, message));
                Some(used)
            }
            (Some(own), _) => Some(own),
            (None, Some(flag)) => Some(flag),
            (None, None) if stated.is_some() && opening.is_none() => Some(&UNKNOWN_GAME),
            (None, None) => None,
        }
    }

    /// The game of this id, for records that name none.
    pub(crate) fn assumed_game(&mut self, id: &'static str, options: &JudgeOptions) -> &'static Game {
        self.use_catalogue(options);
        match self.assumed {
            Some((last, game)) if last == id => game,
            _ => {
                let game = options.catalogue.game(id).unwrap_or(&UNKNOWN_GAME);
                self.assumed = Some((id, game));
                game
            }
        }
    }

    /// The game whose opening procedure a record names that names no game, or else the user; and which of them names it.
    pub(crate) fn game_by_procedure(
        &mut self,
        record: &Record,
        options: &JudgeOptions,
    ) -> Option<(&'static str, &'static str)> {
        let stated = record.get(Field::Opening).and_then(|text| self.procedure(text, options).ok());
        let stated = stated.or_else(|| record.get(Field::Rules).and_then(|_| self.opening_in_rules()));
        let stated = stated.map(|found| (found.opening, "but"));
        let (opening, who) = stated.or_else(|| Some((options.opening?, "the flag")))?;
        let is_of = |(_, procedures): &&(&str, &[&str])| procedures.contains(&opening.id.as_ref());
        PROCEDURES.iter().find(is_of).map(|(game, _)| (*game, who))
    }

    /// The procedure that the record states or the user names, else the one that is part of the game.
    pub(crate) fn opening(
        &mut self,
        record: &Record,
        game: &'static Game,
        options: &JudgeOptions,
        findings: &mut Vec<Finding>,
    ) -> Option<&'static Opening> {
        // Found once: each record of a match of engines asks for it.
        static GIVEN: LazyLock<Option<&'static Opening>> =
            LazyLock::new(|| Opening::find("gomocup").ok().map(|found| found.opening));
        let implied = game.opening.as_deref().or_else(|| if is_engine_match(record) { *GIVEN } else { None });
        let by_rules = record.get(Field::Rules).and_then(|text| Some((text, self.opening_in_rules()?)));
        let (field, text, found) = match (record.get(Field::Opening), by_rules) {
            (Some(text), _) => (Field::Opening, text, self.procedure(text, options)),
            (None, Some((text, found))) => (Field::Rules, text, Ok(found)),
            (None, None) => return options.opening.or(implied),
        };
        let span = record.span_of(field).unwrap_or_default();
        let forced = options.opening.filter(|_| options.override_rules);
        match found {
            Ok(found) => {
                if found.assumed {
                    let message = format!("\"{text}\" is read as {}", found.opening.id);
                    findings.push(Finding::new(Code::OpeningAssumed, span, message));
                }
                if let Some(flag) = options.opening.filter(|flag| flag.id != found.opening.id) {
                    let used = forced.unwrap_or(found.opening);
                    let (own, flag) = (&found.opening.id, &flag.id);
                    let message = format!("the record says {own}, the flag says {flag}; judged as {}", used.id);
                    findings.push(Finding::new(Code::RulesContradiction, span, message));
                }
                forced.or(Some(found.opening))
            }
            Err(unknown) => {
                findings.push(Finding::new(Code::OpeningUnknown, span, unknown.to_string()));
                options.opening.or(implied)
            }
        }
    }

    /// What the name of a rule means in a format. pente.org calls exactly-five on 19×19 simply Gomoku; a name that says freestyle means it
    /// there as well.
    fn rules(&mut self, text: &str, format: &str, options: &JudgeOptions) -> StatedRules {
        self.use_catalogue(options);
        let of_pente_org = format == "pente";
        if let Some((last, last_of_pente_org, rules)) = &self.rules
            && last == text
            && *last_of_pente_org == of_pente_org
        {
            return *rules;
        }
        let mut rules = StatedRules::read(text, options.catalogue);
        let says_free = || text.to_lowercase().contains("free");
        if of_pente_org && rules.game.is_some_and(|g| g.id == "gomoku-freestyle") && !says_free() {
            rules.game = options.catalogue.game("gomoku-standard");
        }
        self.rules = Some((text.to_owned(), of_pente_org, rules));
        rules
    }

    /// The procedure that the rule looked up last names.
    fn opening_in_rules(&self) -> Option<Found<'static>> {
        self.rules.as_ref().and_then(|(_, _, rules)| rules.opening)
    }

    fn procedure(&mut self, text: &str, options: &JudgeOptions) -> Result<Found<'static>, UnknownOpening> {
        self.use_catalogue(options);
        if let Some((last, found)) = &self.opening
            && last == text
        {
            return *found;
        }
        let found = options.catalogue.opening(text);
        self.opening = Some((text.to_owned(), found));
        found
    }

    /// Names mean something else in another catalogue.
    fn use_catalogue(&mut self, options: &JudgeOptions) {
        if !self.catalogue.is_some_and(|last| std::ptr::eq(last, options.catalogue)) {
            *self = Chooser { catalogue: Some(options.catalogue), ..Chooser::default() };
        }
    }
}

impl StatedRules {
    fn read(text: &str, catalogue: &'static Catalogue) -> StatedRules {
        // A rule is named in a few words: a text is no rule.
        if text.len() > 200 {
            return StatedRules::default();
        }
        if let Some(game) = catalogue.game(text) {
            return StatedRules { game: Some(game), opening: None };
        }
        if let Ok(found) = catalogue.opening(text) {
            return StatedRules { game: None, opening: Some(found) };
        }
        let bounds = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '/' | '(' | ')' | '+');
        let cuts = text.char_indices().filter(|&(_, c)| bounds(c)).take(8);
        let both = cuts.filter_map(|(at, _)| {
            let (left, right) = text.split_at(at);
            let (left, right) = (left.trim_matches(bounds), right.trim_matches(bounds));
            let pair = |game, opening| Some((catalogue.game(game)?, catalogue.opening(opening).ok()?));
            pair(left, right).or_else(|| pair(right, left))
        });
        both.map(|(game, opening)| StatedRules { game: Some(game), opening: Some(opening) }).next().unwrap_or_default()
    }
}

/// Whether engines play from a given position, without an opening procedure and without passes, as at Gomocup.
fn is_engine_match(record: &Record) -> bool {
    let at_gomocup = |event: &str| {
        let name = |at: usize| event.as_bytes()[at..].get(..7).is_some_and(|n| n.eq_ignore_ascii_case(b"gomocup"));
        memchr::memchr2_iter(b'g', b'G', event.as_bytes()).any(name)
    };
    record.prefix.is_some() || record.dialect == "engine" || record.get(Field::Event).is_some_and(at_gomocup)
}

/// The first characters of a text, for a message.
fn brief(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}
