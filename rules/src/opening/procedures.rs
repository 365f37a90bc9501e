//! The opening procedures that come with pentad. Each entry names its source.

use super::stage::{Actor, Count, Knob, Limit, Opening, Shape, Stage, Then};
use crate::Code;
use std::borrow::Cow;

const ANYWHERE: &[Limit] = &[];
const CENTRE: &[Limit] = &[Limit::within(0)];
const ZONE_3: &[Limit] = &[Limit::within(1)];
const ZONE_5: &[Limit] = &[Limit::within(2)];
const ZONE_7: &[Limit] = &[Limit::within(3)];
const ZONE_9: &[Limit] = &[Limit::within(4)];

const SWAP: Stage = Stage::Swap { by: Actor::Other };

const fn lay(by: Actor, limits: &'static [Limit]) -> Stage {
    Stage::Lay { by, limits: Cow::Borrowed(limits), then: Then::Next }
}

const fn turn(limits: &'static [Limit]) -> Stage {
    lay(Actor::Due, limits)
}

const fn first(limits: &'static [Limit]) -> Stage {
    lay(Actor::First, limits)
}

const fn second(limits: &'static [Limit]) -> Stage {
    lay(Actor::Second, limits)
}

const fn offer(count: Count) -> Stage {
    Stage::Offer { by: Actor::Due, count, instead: None, after_swap: true, then: Then::Next }
}

const ADJACENT: &[Limit] = &[Limit { shape: Shape::Within(1), code: Code::Zone3, knob: Knob::SecondNotAdjacent }];

const FAR_3: &[Limit] = &[Limit::beyond(3)];
const FAR_4: &[Limit] = &[Limit::beyond(4)];

const PRO: &[Stage] = &[turn(CENTRE), turn(ADJACENT), turn(FAR_3)];
const LONG_PRO: &[Stage] = &[turn(CENTRE), turn(ADJACENT), turn(FAR_4)];

const SWAP_1: &[Stage] = &[turn(ANYWHERE), SWAP];
const SWAP_3: &[Stage] = &[first(ANYWHERE), first(ANYWHERE), first(ANYWHERE), SWAP];
const SWAP_GOMOKU: &[Stage] = &[turn(ANYWHERE), turn(ANYWHERE), turn(ANYWHERE), SWAP];
const SWAP_2: &[Stage] = &[
    first(ANYWHERE),
    first(ANYWHERE),
    first(ANYWHERE),
    Stage::Choice { by: Actor::Other, then: Then::End, place_two: Some(Then::Next) },
    lay(Actor::Other, ANYWHERE),
    lay(Actor::Layer, ANYWHERE),
    Stage::Choice { by: Actor::Other, then: Then::End, place_two: None },
];

const RIF: &[Stage] = &[first(CENTRE), first(ZONE_3), first(ZONE_5), SWAP, turn(ANYWHERE), offer(Count::Fixed(2))];
const YAMAGUCHI: &[Stage] = &[
    first(CENTRE),
    first(ZONE_3),
    first(ZONE_5),
    Stage::Declare { by: Actor::First, least: 1, most: None },
    SWAP,
    turn(ANYWHERE),
    offer(Count::Declared),
];

const fn soosorv(most: u32) -> [Stage; 8] {
    [
        first(CENTRE),
        first(ZONE_3),
        first(ZONE_5),
        SWAP,
        turn(ANYWHERE),
        Stage::Declare { by: Actor::Layer, least: 1, most: Some(most) },
        SWAP,
        offer(Count::Declared),
    ]
}

const SOOSORV_4: &[Stage] = &soosorv(4);
const SOOSORV_8: &[Stage] = &soosorv(8);

const TARANNIKOV: &[Stage] =
    &[turn(CENTRE), SWAP, turn(ZONE_3), SWAP, turn(ZONE_5), SWAP, turn(ZONE_7), SWAP, turn(ZONE_9), SWAP];

/// Zones of stones 2 to 4; stone 5 is laid in 9×9, or chosen from `count` offered points.
const fn taraguchi(zones: [&'static [Limit]; 3], count: u32) -> [Stage; 10] {
    let [second, third, fourth] = zones;
    [
        turn(CENTRE),
        SWAP,
        turn(second),
        SWAP,
        turn(third),
        SWAP,
        turn(fourth),
        SWAP,
        Stage::Offer {
            by: Actor::Due,
            count: Count::Fixed(count),
            instead: Some(Cow::Borrowed(ZONE_9)),
            after_swap: false,
            then: Then::End,
        },
        SWAP,
    ]
}

const TARAGUCHI_5: &[Stage] = &taraguchi([ZONE_3, ZONE_5, ZONE_7], 5);
const TARAGUCHI_10: &[Stage] = &taraguchi([ZONE_3, ZONE_5, ZONE_7], 10);
const SUPER_TARAGUCHI_10: &[Stage] = &taraguchi([ZONE_5, ZONE_7, ZONE_9], 10);

const SAKATA: &[Stage] = &[first(CENTRE), first(ZONE_3), first(ZONE_5), second(ANYWHERE), second(ANYWHERE), SWAP];
const SUPER_SAKATA: &[Stage] = &[
    first(CENTRE),
    first(ZONE_3),
    first(ZONE_5),
    second(ZONE_7),
    second(ZONE_9),
    Stage::Choice { by: Actor::Other, then: Then::End, place_two: Some(Then::Next) },
    lay(Actor::Other, ANYWHERE),
    // The same three choices are handed back, as often as the players like.
    Stage::Lay { by: Actor::Layer, limits: Cow::Borrowed(ANYWHERE), then: Then::Stage(5) },
];

const CENTRE_FIRST: &[Stage] = &[turn(CENTRE)];
const TOURNAMENT: &[Limit] =
    &[Limit { shape: Shape::Beyond(3), code: Code::TournamentRule, knob: Knob::TournamentRule }];
const PENTE: &[Stage] = &[turn(CENTRE), turn(ANYWHERE), turn(TOURNAMENT)];
// The axis points three and four lines from the centre: the prose of pente.org counts the centre as the first (rules.md 5.2).
const AXES: &[(i8, i8)] = &[(3, 0), (4, 0), (-3, 0), (-4, 0), (0, 3), (0, 4), (0, -3), (0, -4)];
const CLOSED_AXES: &[Limit] = &[
    Limit { shape: Shape::Beyond(3), code: Code::TournamentRule, knob: Knob::Always },
    Limit { shape: Shape::Except(Cow::Borrowed(AXES)), code: Code::GPenteRule, knob: Knob::Always },
];
const G_PENTE: &[Stage] = &[turn(CENTRE), turn(ANYWHERE), turn(CLOSED_AXES)];
const D_PENTE: &[Stage] = &[first(ANYWHERE), first(ANYWHERE), first(ANYWHERE), first(ANYWHERE), SWAP];

macro_rules! procedures {
    ($($id:literal $title:literal [$($spelling:literal),*] [$($bare:literal),*] $(@$passes:ident)? $stages:expr, $source:literal;)*) => {
        static PROCEDURES: &[Opening] = &[$(Opening {
            id: Cow::Borrowed($id),
            title: Cow::Borrowed($title),
            spellings: {
                const SPELLINGS: &[Cow<'static, str>] = &[$(Cow::Borrowed($spelling)),*];
                Cow::Borrowed(SPELLINGS)
            },
            bare_spellings: {
                const SPELLINGS: &[Cow<'static, str>] = &[$(Cow::Borrowed($bare)),*];
                Cow::Borrowed(SPELLINGS)
            },
            source: Cow::Borrowed($source),
            stages: Cow::Borrowed($stages),
            passes: {
                const WITHOUT: &[&str] = &[$(stringify!($passes))?];
                WITHOUT.is_empty()
            },
        },)*];
    };
}

// Id, title, spellings, spellings that leave the number open, stages, source.
procedures! {
    "free" "Free" ["none", "no opening rule", "free opening"] [] &[],
        "no procedure";
    "gomocup" "Gomocup openings" ["gomocup opening", "balanced opening", "given prefix"] [] @no_passes &[],
        "gomocup.org: the manager sets up the first stones; they are not checked, and nobody passes";
    "pro" "Pro" ["pro opening", "pro rule"] [] PRO,
        "gomoku practice: vint.ee, jimmychan help; the Czech federation's stone 2 next to the centre is an option";
    "long-pro" "Long pro" ["long pro opening", "long pro rule"] [] LONG_PRO,
        "gomoku practice: AbstractPlay, trew/Gomoku";
    "swap1" "Swap after the first move" ["swap after first move", "swap after 1st move", "pie", "pie rule", "chinese swap"] [] SWAP_1,
        "gomoku practice";
    "swap" "Swap" ["swap3", "swap after three moves", "swap after third move"] [] SWAP_3,
        "gomoku practice: one player lays three stones, the other chooses a colour";
    "swap-gomoku" "Swap gomoku" ["swap gomoku opening"] [] SWAP_GOMOKU,
        "the rule as taught at RenjuClass: the players alternate for three stones, then the second may swap";
    "swap2" "Swap2" ["swap2 rule", "swap2 opening"] [] SWAP_2,
        "Gomoku World Championships since 2009; gomocup.org";
    "rif" "RIF classical"
        ["rif classical", "classical rif", "rif rules", "rif opening rule", "2題打ち", "二題打ち", "珠型交替五珠二ヶ所打ち", "指定开局、三手可交换、五手两打", "三手可交换五手两打"] []
        RIF, "RIF, 2 May 1996 with the correction of 1998; renju.net/study/rifrules.php";
    "yamaguchi" "Yamaguchi" ["yamaguchi rule", "題数打ち", "題数指定打ち", "珠型五珠題数提示選択打ち", "山口规则", "山口規則", "山口", "五手n打"] []
        YAMAGUCHI, "Yusui Yamaguchi; RIF general assembly 2008; renju.net showrule 5";
    "soosorv-4" "Soosõrv-4" ["soosyrv-4", "soosyrev-4", "ソーソロフ4", "索索夫4"]
        ["soosorv", "soosyrv", "soosyrev", "ソーソロフ", "四珠交替打ち", "索索夫", "索索夫规则"]
        SOOSORV_4, "Ants Soosõrv; RIF general assembly 2008";
    "soosorv-8" "Soosõrv-8" ["soosyrv-8", "soosyrev-8", "ソーソロフ8", "索索夫8"] []
        SOOSORV_8, "certified by the RIF in 2011; world championships from 2017";
    "tarannikov" "Tarannikov" ["tarannikov rule", "5 swaps", "five swaps"] [] TARANNIKOV,
        "Yuri Tarannikov's proposal; as taught at RenjuClass";
    "taraguchi-5" "Taraguchi-5" ["塔拉山口5"] ["taraguchi", "塔拉山口", "塔拉", "塔拉山口规则"] TARAGUCHI_5,
        "RIF general assembly 2008; design decisions 6 and 21";
    "taraguchi-10" "Taraguchi-10" ["五珠交替打ち", "塔拉山口10", "塔拉10"] [] TARAGUCHI_10,
        "renju.net/rule/25; Nihon Renju-sha; design decision 6";
    "super-taraguchi-10" "Super Taraguchi-10" ["super taraguchi", "supertaraguchi"] [] SUPER_TARAGUCHI_10,
        "Renju Caffe, correspondence play";
    "sakata" "Sakata" ["sakata rule"] [] SAKATA,
        "Goro Sakata's proposal; as taught at RenjuClass, without limits on stones 4 and 5";
    "super-sakata" "Super Sakata" [] [] SUPER_SAKATA,
        "renju.net/rule/17";
    "centre" "First stone on the centre" ["center", "centre first", "center first"] [] CENTRE_FIRST,
        "ninuki-renju; gomoku and Connect6 at pente.org";
    "pente-tournament" "Pente tournament rule" ["tournament rule", "pente"] [] PENTE,
        "pente.org, rated games; BrainKing; design decision 9";
    "g-pente" "G-Pente opening" ["g-pente opening"] [] G_PENTE,
        "pente.org";
    "d-pente" "D-Pente opening" ["d-pente opening", "dk-pente"] [] D_PENTE,
        "pente.org: player 1 lays four stones, player 2 picks the seat";
}

impl Opening {
    /// All procedures that come with pentad.
    pub fn all() -> &'static [Opening] {
        PROCEDURES
    }
}

/// The procedure with exactly this id, which the table is known to have; checked when the crate is compiled.
pub(crate) const fn procedure(id: &str) -> Cow<'static, Opening> {
    let mut i = 0;
    while i < PROCEDURES.len() {
        if let Cow::Borrowed(other) = PROCEDURES[i].id
            && same(other.as_bytes(), id.as_bytes())
        {
            return Cow::Borrowed(&PROCEDURES[i]);
        }
        i += 1;
    }
    panic!("no such procedure")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_makes_sense() {
        for opening in Opening::all() {
            assert_eq!(opening.validate(), Ok(()), "{}", opening.id);
            assert!(!opening.source.is_empty() && !opening.title.is_empty());
        }
    }
}
