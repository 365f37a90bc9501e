//! The pages under `docs/rules`: what the tables of games, procedures and openings hold, and beside it the prose of `notes.toml` and
//! `conflicts.toml`.

mod game;
mod index;
mod named;
mod opening;
mod prose;

use pentad_rules::{GAMES, Opening};

pub(crate) use prose::Prose;

/// All pages, each with its path under `docs/rules`.
pub(crate) fn pages(generated: &str, prose: &Prose) -> Vec<(String, String)> {
    let games = GAMES.iter().map(|g| (format!("games/{}", g.id), game::page(g)));
    let openings = Opening::all().iter().map(|o| (format!("openings/{}", o.id), opening::page(o)));
    let named = [("openings/the-26-openings".to_owned(), named::page())];
    let mut pages: Vec<_> = games
        .chain(openings)
        .chain(named)
        .map(|(name, (table, toml))| {
            let text = format!("{generated}{table}{}{toml}", prose.of(&name));
            (format!("{name}.md"), text)
        })
        .collect();
    pages.push(("README.md".to_owned(), format!("{generated}{}", index::page(prose))));
    pages
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A two-column table without a head.
fn facts(rows: &[(&str, String)]) -> String {
    let lines = rows.iter().map(|(key, text)| format!("| {key} | {} |\n", cell(text)));
    format!("| | |\n|---|---|\n{}", lines.collect::<String>())
}

/// Words as code, with commas.
fn list<T: AsRef<str>>(words: &[T]) -> String {
    words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

/// The entry as TOML, under the command that prints it.
fn as_toml(topic: &str, option: &str, text: &str) -> String {
    format!(
        "\n## As a file\n`pentad explain {topic} --toml` prints this entry. A file like it, changed or not, is taken by `{option}`: see \
         [rules of your own](../../guide.md#rules-of-your-own).\n\n```toml\n{text}```\n"
    )
}
