//! A stage of an opening procedure as it stands in TOML: a table whose key says what happens, and whose value says who does it.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Code;
use crate::opening::{Actor, Count, Knob, Limit, Shape, Stage, Then};

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StageForm {
    lay: Option<Actor>,
    swap: Option<Actor>,
    declare: Option<Actor>,
    offer: Option<Actor>,
    choice: Option<Actor>,
    /// Where the stone of `lay` may lie: a limit of its own, or several.
    within: Option<u8>,
    beyond: Option<u8>,
    limits: Option<Vec<LimitForm>>,
    /// The least and the largest number of `declare`.
    from: Option<u32>,
    to: Option<u32>,
    /// How many points are offered.
    count: Option<CountForm>,
    /// The limits of the stone that may be laid instead of an offer.
    or_lay: Option<Vec<LimitForm>>,
    after_swap: Option<bool>,
    then: Option<ThenForm>,
    /// What comes after a choice to lay two more stones.
    place_two: Option<ThenForm>,
}

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LimitForm {
    within: Option<u8>,
    beyond: Option<u8>,
    /// Steps from the centre, columns to the right and rows up.
    except: Option<Vec<[i8; 2]>>,
    /// The finding; each shape has its own.
    code: Option<String>,
    /// The policy that the limit hangs on.
    rule: Option<Knob>,
}

#[derive(Clone, Copy)]
struct CountForm(Count);

#[derive(Clone, Copy)]
struct ThenForm(Then);

type Faulty<T> = Result<T, String>;

impl StageForm {
    pub(super) fn of(stage: &Stage) -> StageForm {
        let limits = |list: &[Limit]| Some(list.iter().map(LimitForm::of).collect::<Vec<_>>());
        let then = |then: &Then| Some(ThenForm(*then)).filter(|_| *then != Then::Next);
        let empty = StageForm::default();
        match stage {
            Stage::Lay { by, limits: list, then: next } => {
                let short = |shape: &Shape| Limit::of(shape.clone()).filter(|plain| list[..] == [plain.clone()]);
                match list.first().map(|limit| &limit.shape) {
                    None => StageForm { lay: Some(*by), then: then(next), ..empty },
                    Some(shape @ Shape::Within(n)) if short(shape).is_some() => {
                        StageForm { lay: Some(*by), within: Some(*n), then: then(next), ..empty }
                    }
                    Some(shape @ Shape::Beyond(n)) if short(shape).is_some() => {
                        StageForm { lay: Some(*by), beyond: Some(*n), then: then(next), ..empty }
                    }
                    Some(_) => StageForm { lay: Some(*by), limits: limits(list), then: then(next), ..empty },
                }
            }
            Stage::Swap { by } => StageForm { swap: Some(*by), ..empty },
            Stage::Declare { by, least, most } => {
                StageForm { declare: Some(*by), from: Some(*least), to: *most, ..empty }
            }
            Stage::Offer { by, count, instead, after_swap, then: next } => StageForm {
                offer: Some(*by),
                count: Some(CountForm(*count)),
                or_lay: instead.as_deref().and_then(limits),
                after_swap: Some(*after_swap).filter(|allowed| !allowed),
                then: then(next),
                ..empty
            },
            Stage::Choice { by, then: next, place_two } => {
                StageForm { choice: Some(*by), then: then(next), place_two: place_two.map(ThenForm), ..empty }
            }
        }
    }

    pub(super) fn finish(mut self) -> Faulty<Stage> {
        let next = |then: Option<ThenForm>| then.map_or(Then::Next, |form| form.0);
        let kinds = [self.lay.take(), self.swap.take(), self.declare.take(), self.offer.take(), self.choice.take()];
        let mut stated = kinds.iter().enumerate().filter_map(|(kind, by)| by.map(|by| (kind, by)));
        let (Some((kind, by)), None) = (stated.next(), stated.next()) else {
            return Err("one of lay, swap, declare, offer and choice, and one only".to_owned());
        };
        let stage = match kind {
            0 => {
                let short = [self.within.take().map(Shape::Within), self.beyond.take().map(Shape::Beyond)];
                let short = short.into_iter().flatten().filter_map(Limit::of);
                let long = self.limits.take().unwrap_or_default().into_iter().map(LimitForm::finish);
                let limits = short.map(Ok).chain(long).collect::<Faulty<Vec<_>>>()?;
                Stage::Lay { by, limits: Cow::Owned(limits), then: next(self.then.take()) }
            }
            1 => Stage::Swap { by },
            2 => Stage::Declare { by, least: self.from.take().unwrap_or(1), most: self.to.take() },
            3 => {
                let count = self.count.take().ok_or("count is missing: a number or \"declared\"")?.0;
                let instead = self.or_lay.take().map(|list| list.into_iter().map(LimitForm::finish).collect());
                Stage::Offer {
                    by,
                    count,
                    instead: instead.transpose()?.map(Cow::Owned),
                    after_swap: self.after_swap.take().unwrap_or(true),
                    then: next(self.then.take()),
                }
            }
            _ => {
                Stage::Choice { by, then: next(self.then.take()), place_two: self.place_two.take().map(|form| form.0) }
            }
        };
        match self.left_over() {
            Some(key) => Err(format!("{key} has no meaning here")),
            None => Ok(stage),
        }
    }

    /// A key that this kind of stage does not know.
    fn left_over(&self) -> Option<&'static str> {
        let keys = [
            ("within", self.within.is_some()),
            ("beyond", self.beyond.is_some()),
            ("limits", self.limits.is_some()),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
            ("count", self.count.is_some()),
            ("or-lay", self.or_lay.is_some()),
            ("after-swap", self.after_swap.is_some()),
            ("then", self.then.is_some()),
            ("place-two", self.place_two.is_some()),
        ];
        keys.into_iter().find(|(_, stated)| *stated).map(|(key, _)| key)
    }
}

impl LimitForm {
    fn of(limit: &Limit) -> LimitForm {
        let own = Limit::of(limit.shape.clone()).map(|plain| plain.code);
        let form = LimitForm {
            code: Some(limit.code.name().to_owned()).filter(|_| own != Some(limit.code)),
            rule: Some(limit.knob).filter(|knob| *knob != Knob::Always),
            ..LimitForm::default()
        };
        match &limit.shape {
            Shape::Within(n) => LimitForm { within: Some(*n), ..form },
            Shape::Beyond(n) => LimitForm { beyond: Some(*n), ..form },
            Shape::Except(steps) => LimitForm { except: Some(steps.iter().map(|&(x, y)| [x, y]).collect()), ..form },
        }
    }

    fn finish(self) -> Faulty<Limit> {
        let shape = match (self.within, self.beyond, self.except) {
            (Some(n), None, None) => Shape::Within(n),
            (None, Some(n), None) => Shape::Beyond(n),
            (None, None, Some(steps)) => Shape::Except(Cow::Owned(steps.into_iter().map(|[x, y]| (x, y)).collect())),
            _ => return Err("a limit is within, beyond or except, and one only".to_owned()),
        };
        let own = Limit::of(shape.clone()).map(|plain| plain.code);
        let code = match &self.code {
            Some(name) => Code::find(name).ok_or_else(|| format!("code = \"{name}\": no such finding"))?,
            None => own.unwrap_or(Code::OutsideZone),
        };
        Ok(Limit { shape, code, knob: self.rule.unwrap_or(Knob::Always) })
    }
}

impl Limit {
    /// The limit that always holds, with the code of its shape, where it has one of its own.
    fn of(shape: Shape) -> Option<Limit> {
        match shape {
            Shape::Within(n) => Some(Limit::within(n)),
            Shape::Beyond(n) => Some(Limit::beyond(n)),
            Shape::Except(_) => None,
        }
    }
}

impl Serialize for CountForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Count::Fixed(n) => n.serialize(serializer),
            Count::Declared => "declared".serialize(serializer),
        }
    }
}

impl Serialize for ThenForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Then::Next => "next".serialize(serializer),
            Then::End => "end".serialize(serializer),
            Then::Stage(n) => (u32::from(n) + 1).serialize(serializer),
        }
    }
}

/// A number, or one of some words.
struct NumberOr<T> {
    expected: &'static str,
    number: fn(u64) -> Option<T>,
    word: fn(&str) -> Option<T>,
}

impl<'de, T> Visitor<'de> for NumberOr<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        self.visit_u64(u64::try_from(number).unwrap_or(0))
    }
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        (self.number)(number).ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }
    fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
        (self.word)(word).ok_or_else(|| E::invalid_value(de::Unexpected::Str(word), &self))
    }
}

impl<'de> Deserialize<'de> for CountForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CountForm, D::Error> {
        deserializer.deserialize_any(NumberOr {
            expected: "a number of points from 1, or \"declared\"",
            number: |n| u32::try_from(n).ok().filter(|n| *n > 0).map(|n| CountForm(Count::Fixed(n))),
            word: |word| (word == "declared").then_some(CountForm(Count::Declared)),
        })
    }
}

impl<'de> Deserialize<'de> for ThenForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ThenForm, D::Error> {
        deserializer.deserialize_any(NumberOr {
            expected: "\"next\", \"end\" or the number of a stage from 1",
            number: |n| u8::try_from(n.checked_sub(1)?).ok().map(|n| ThenForm(Then::Stage(n))),
            word: |word| match word {
                "next" => Some(ThenForm(Then::Next)),
                "end" => Some(ThenForm(Then::End)),
                _ => None,
            },
        })
    }
}
