//! The rules of the board as they stand in TOML.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PresetError;
use crate::{CaptureRule, Ends, Entry, Foul, Fouls, Passes, Row, Rules, Stands, Turns};

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RulesForm {
    /// Only games of two players can be judged; the key exists so that a file for more is refused by name.
    #[serde(skip_serializing)]
    players: Option<i64>,
    /// Stones of the first turn and of each later one.
    turns: Option<[u8; 2]>,
    passes: Option<Passes>,
    /// 0: no limit.
    max_plies: Option<u32>,
    five_stands: Option<Stands>,
    row: Option<RowsForm>,
    fouls: Option<FoulsForm>,
    captures: Option<Captures>,
}

/// The rows that win: keys for both colours, and for one.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RowsForm {
    length: Option<u8>,
    longer: Option<Longer>,
    ends: Option<Ends>,
    edge_blocks: Option<bool>,
    black: Option<RowForm>,
    white: Option<RowForm>,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RowForm {
    length: Option<u8>,
    longer: Option<Longer>,
    ends: Option<Ends>,
    edge_blocks: Option<bool>,
}

/// What a row longer than the one that wins is.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Longer {
    Wins,
    Nothing,
}

/// The fouls of both colours as a list, or of each by name.
#[derive(Clone, Default)]
struct FoulsForm {
    black: Option<Vec<Foul>>,
    white: Option<Vec<Foul>>,
}

/// `false`, or how stones are captured.
#[derive(Clone)]
enum Captures {
    None,
    Some(CapturesForm),
}

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CapturesForm {
    trias: Option<bool>,
    to_win: Option<u16>,
    ahead: Option<bool>,
    entry: Option<Entry>,
    remnant_wins: Option<bool>,
    /// Rows of several colours can be captured in games of more than two players only; the key exists to be refused by name.
    #[serde(skip_serializing)]
    mixed: Option<bool>,
}

impl RulesForm {
    pub(super) fn of(rules: &Rules) -> RulesForm {
        let [black, white] = rules.rows.map(RowForm::of);
        let [black_fouls, white_fouls] = rules.fouls.map(|fouls| Some(fouls.iter().collect()));
        RulesForm {
            players: None,
            turns: Some([rules.turns.first, rules.turns.then]),
            passes: Some(rules.passes),
            max_plies: Some(rules.max_plies.unwrap_or(0)),
            five_stands: Some(rules.stands),
            row: Some(RowsForm { black: Some(black), white: Some(white), ..RowsForm::default() }),
            fouls: Some(FoulsForm { black: black_fouls, white: white_fouls }),
            captures: Some(rules.captures.map_or(Captures::None, |rule| Captures::Some(CapturesForm::of(rule)))),
        }
    }

    pub(super) fn over(self, model: RulesForm) -> RulesForm {
        let fouls = self.fouls.unwrap_or_default();
        let model_fouls = model.fouls.unwrap_or_default();
        RulesForm {
            players: self.players.or(model.players),
            turns: self.turns.or(model.turns),
            passes: self.passes.or(model.passes),
            max_plies: self.max_plies.or(model.max_plies),
            five_stands: self.five_stands.or(model.five_stands),
            row: match (self.row, model.row) {
                (Some(own), Some(model)) => Some(own.over(model)),
                (own, model) => own.or(model),
            },
            fouls: Some(FoulsForm {
                black: fouls.black.or(model_fouls.black),
                white: fouls.white.or(model_fouls.white),
            }),
            captures: match (self.captures, model.captures) {
                (Some(Captures::Some(own)), Some(Captures::Some(model))) => Some(Captures::Some(own.over(model))),
                (own, model) => own.or(model),
            },
        }
    }

    pub(super) fn finish(self) -> Result<Rules, PresetError> {
        let missing = |key: &str| PresetError::new(format!("rules.{key} is missing; or name a game it is like"));
        if self.players.is_some_and(|n| n != 2) {
            return Err(PresetError::new("rules.players: pentad judges games of two players only"));
        }
        let row = self.row.ok_or_else(|| missing("row"))?;
        let fouls = self.fouls.unwrap_or_default();
        let [first, then] = self.turns.unwrap_or([1, 1]);
        if first == 0 || then == 0 {
            return Err(PresetError::new("rules.turns: at least one stone a turn"));
        }
        let kinds = |list: Option<Vec<Foul>>| list.unwrap_or_default().into_iter().collect::<Fouls>();
        Ok(Rules {
            known: true,
            rows: [row.of_color(row.black)?, row.of_color(row.white)?],
            fouls: [kinds(fouls.black), kinds(fouls.white)],
            captures: match self.captures {
                None | Some(Captures::None) => None,
                Some(Captures::Some(form)) => Some(form.finish()?),
            },
            stands: self.five_stands.unwrap_or(Stands::AtOnce),
            turns: Turns { first, then },
            passes: self.passes.ok_or_else(|| missing("passes"))?,
            max_plies: self.max_plies.filter(|&n| n != 0),
        })
    }
}

impl RowsForm {
    fn over(self, model: RowsForm) -> RowsForm {
        let both = self.both();
        let of = |own: Option<RowForm>, model_own: Option<RowForm>| {
            Some(own.unwrap_or_default().over(both).over(model_own.unwrap_or_default()).over(model.both()))
        };
        RowsForm { black: of(self.black, model.black), white: of(self.white, model.white), ..RowsForm::default() }
    }

    /// The keys for both colours.
    fn both(&self) -> RowForm {
        RowForm { length: self.length, longer: self.longer, ends: self.ends, edge_blocks: self.edge_blocks }
    }

    fn of_color(&self, own: Option<RowForm>) -> Result<Row, PresetError> {
        let form = own.unwrap_or_default().over(self.both());
        let length = form.length.ok_or_else(|| PresetError::new("rules.row.length is missing"))?;
        if !matches!(length, 0 | 4..=6) {
            return Err(PresetError::new("rules.row.length: rows of 4 to 6 can be judged, and 0 where no row wins"));
        }
        let longer =
            form.longer.ok_or_else(|| PresetError::new("rules.row.longer is missing: \"wins\" or \"nothing\""))?;
        Ok(Row {
            length,
            longer_wins: longer == Longer::Wins,
            ends: form.ends.unwrap_or(Ends::Any),
            edge_blocks: form.edge_blocks.unwrap_or(false),
        })
    }
}

impl RowForm {
    fn of(row: Row) -> RowForm {
        RowForm {
            length: Some(row.length),
            longer: Some(if row.longer_wins { Longer::Wins } else { Longer::Nothing }),
            ends: Some(row.ends),
            edge_blocks: Some(row.edge_blocks),
        }
    }

    fn over(self, model: RowForm) -> RowForm {
        RowForm {
            length: self.length.or(model.length),
            longer: self.longer.or(model.longer),
            ends: self.ends.or(model.ends),
            edge_blocks: self.edge_blocks.or(model.edge_blocks),
        }
    }
}

impl CapturesForm {
    fn of(rule: CaptureRule) -> CapturesForm {
        CapturesForm {
            trias: Some(rule.trias),
            to_win: Some(rule.to_win),
            ahead: Some(rule.ahead),
            entry: Some(rule.entry),
            remnant_wins: Some(rule.remnant_wins),
            mixed: None,
        }
    }

    fn over(self, model: CapturesForm) -> CapturesForm {
        CapturesForm {
            trias: self.trias.or(model.trias),
            to_win: self.to_win.or(model.to_win),
            ahead: self.ahead.or(model.ahead),
            entry: self.entry.or(model.entry),
            remnant_wins: self.remnant_wins.or(model.remnant_wins),
            mixed: self.mixed.or(model.mixed),
        }
    }

    fn finish(self) -> Result<CaptureRule, PresetError> {
        if self.mixed == Some(true) {
            return Err(PresetError::new(
                "rules.captures.mixed: rows of several colours are no part of games of two players",
            ));
        }
        let to_win = self
            .to_win
            .ok_or_else(|| PresetError::new("rules.captures.to-win is missing: the number of stones that wins"))?;
        if to_win == 0 {
            return Err(PresetError::new("rules.captures.to-win: at least one stone"));
        }
        Ok(CaptureRule {
            trias: self.trias.unwrap_or(false),
            to_win,
            ahead: self.ahead.unwrap_or(false),
            entry: self.entry.unwrap_or(Entry::Safe),
            remnant_wins: self.remnant_wins.unwrap_or(false),
        })
    }
}

impl Serialize for Captures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Captures::None => false.serialize(serializer),
            Captures::Some(form) => form.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Captures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Captures, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Captures;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("false or a table that says how stones are captured")
            }
            fn visit_bool<E: de::Error>(self, captures: bool) -> Result<Captures, E> {
                if captures { Err(E::custom("say how stones are captured")) } else { Ok(Captures::None) }
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Captures, A::Error> {
                CapturesForm::deserialize(de::value::MapAccessDeserializer::new(map)).map(Captures::Some)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl Serialize for FoulsForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = |list: &Option<Vec<Foul>>| list.iter().flatten().map(|f| f.name()).collect::<Vec<_>>();
        serializer.collect_map([("black", names(&self.black)), ("white", names(&self.white))])
    }
}

impl<'de> Deserialize<'de> for FoulsForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FoulsForm, D::Error> {
        struct Either;
        fn kinds<E: de::Error>(names: &[String]) -> Result<Vec<Foul>, E> {
            let kind = |name: &String| {
                Foul::from_name(name).ok_or_else(|| {
                    E::custom(format!("\"{name}\": the kinds are double-three, double-four and overline"))
                })
            };
            names.iter().map(kind).collect()
        }
        impl<'de> Visitor<'de> for Either {
            type Value = FoulsForm;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of fouls, or one for black and one for white")
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<FoulsForm, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element::<String>()? {
                    names.push(name);
                }
                let kinds = kinds(&names)?;
                Ok(FoulsForm { black: Some(kinds.clone()), white: Some(kinds) })
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<FoulsForm, A::Error> {
                let mut form = FoulsForm::default();
                while let Some(key) = map.next_key::<String>()? {
                    let slot = match key.as_str() {
                        "black" => &mut form.black,
                        "white" => &mut form.white,
                        _ => return Err(de::Error::unknown_field(&key, &["black", "white"])),
                    };
                    *slot = Some(kinds(&map.next_value::<Vec<String>>()?)?);
                }
                Ok(form)
            }
        }
        deserializer.deserialize_any(Either)
    }
}
