//! The rules that the command line asks for: presets by name or from TOML files, and changes to them.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use pentad_corpus::JudgeOptions;
pub(crate) use pentad_corpus::named_opening;
use pentad_rules::{Catalogue, Changes, Game, Opening, OpeningNames, PresetError};

use crate::args::{JudgeArgs, OpeningArg, RulesArg};

/// The options of the judge. What comes from files is loaded once and lives as long as the program.
pub(crate) fn judge_options(args: &JudgeArgs, procedure: Option<&OpeningArg>) -> anyhow::Result<JudgeOptions> {
    let mut changes = Changes::default();
    for change in &args.set {
        changes.add(change).map_err(|error| anyhow!("--set {change}: {error}"))?;
    }
    let own_game = match &args.rules {
        Some(RulesArg::File(path)) => Some(load(path, Game::from_toml)?),
        _ => None,
    };
    let own_opening = match procedure {
        Some(OpeningArg::File(path)) => Some(load(path, Opening::from_toml)?),
        _ => None,
    };
    let named = match &args.rules {
        Some(RulesArg::Named(game)) => Some(game.id.to_string()),
        _ => own_game.as_ref().map(|game| game.id.to_string()),
    };
    if let Some(RulesArg::Named(game)) = &args.rules {
        changes.apply(game).map_err(|error| anyhow!("--set: {}: {error}", game.id))?;
    }
    let catalogue: &'static Catalogue = if own_game.is_none() && own_opening.is_none() && changes.is_empty() {
        Catalogue::standard()
    } else {
        let own_openings = own_opening.clone().into_iter().collect();
        let catalogue = Catalogue::new(own_game.into_iter().collect(), own_openings, &changes);
        Box::leak(Box::new(catalogue.map_err(|error| anyhow!("--set: {error}"))?))
    };
    let opening = match procedure {
        Some(OpeningArg::Named(opening)) => Some(*opening),
        Some(OpeningArg::File(_)) => own_opening.and_then(|own| catalogue.openings().find(|o| **o == own)),
        None => None,
    };
    Ok(JudgeOptions {
        catalogue,
        game: named.and_then(|id| catalogue.game(&id)),
        infer: matches!(args.rules, Some(RulesArg::Auto)),
        opening,
        size: args.size,
        override_rules: args.override_rules,
        wishes: args.wishes(),
        fours: false,
    })
}

/// The table of named openings that the user names.
pub(crate) fn opening_names(args: &JudgeArgs) -> anyhow::Result<Option<OpeningNames>> {
    args.names.as_deref().map(|path| load(path, OpeningNames::from_toml)).transpose()
}

fn load<T>(path: &Path, read: impl Fn(&str) -> Result<T, PresetError>) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))?;
    read(&text)
        .map_err(|error| anyhow!("{}{}{error}", path.display(), if error.place().is_some() { ":" } else { ": " }))
}
