//! Policies as they stand in TOML. What is left out is decided by flags, the record or the design.

use serde::{Deserialize, Serialize};

use crate::{FivePolicy, FoulPolicy, OfferSymmetry, Ruling, Wishes};

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PolicyForm {
    five: Option<FivePolicy>,
    double_three: Option<FoulPolicy>,
    double_four: Option<FoulPolicy>,
    overline: Option<FoulPolicy>,
    tournament_rule: Option<Ruling>,
    offer_after_swap: Option<Ruling>,
    second_not_adjacent: Option<Ruling>,
    offer_symmetry: Option<OfferSymmetry>,
    most_offers: Option<u32>,
}

impl PolicyForm {
    pub(super) fn of(wishes: &Wishes) -> PolicyForm {
        let [double_three, double_four, overline] = wishes.fouls;
        PolicyForm {
            five: wishes.five,
            double_three,
            double_four,
            overline,
            tournament_rule: wishes.tournament_rule,
            offer_after_swap: wishes.offer_after_swap,
            second_not_adjacent: wishes.second_not_adjacent,
            offer_symmetry: wishes.symmetry,
            most_offers: wishes.most_offers,
        }
    }

    pub(super) fn over(self, model: PolicyForm) -> PolicyForm {
        PolicyForm::of(&self.finish().or(&model.finish()))
    }

    pub(super) fn finish(self) -> Wishes {
        Wishes {
            five: self.five,
            fouls: [self.double_three, self.double_four, self.overline],
            tournament_rule: self.tournament_rule,
            offer_after_swap: self.offer_after_swap,
            second_not_adjacent: self.second_not_adjacent,
            symmetry: self.offer_symmetry,
            most_offers: self.most_offers,
        }
    }
}
