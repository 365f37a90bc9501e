//! The documents say what the program does: generated pages are the tables of the code, shown commands print what is shown, every
//! command and option that is named exists, and every link leads somewhere.
//!
//! `BLESS=1 cargo test --test docs` writes the generated pages and the output of the shown commands anew.
#![allow(clippy::unwrap_used, reason = "a test")]

mod command_line;
mod rules_pages;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pentad_corpus::export::Table;
use pentad_corpus::table::Schema;
use pentad_rules::{Catalogue, Changes, Code, Game, Opening, OpeningNames, Severity};
use rules_pages::Prose;

/// The folder of the repository: all paths in the documents start there.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

/// Compares a document with what it should be; when blessing, writes it.
fn settle(path: &Path, expected: &str) {
    let found = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if found == expected {
        return;
    }
    if blessing() {
        // The other tests read the documents meanwhile.
        let new = path.with_extension("new");
        fs::write(&new, expected).unwrap();
        return fs::rename(new, path).unwrap();
    }
    let line = found.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{}:{} is out of date: it says\n  {}\nand should say\n  {}\n`BLESS=1 cargo test --test docs` writes it anew",
        path.display(),
        line + 1,
        found.lines().nth(line).unwrap_or("(its end)"),
        expected.lines().nth(line).unwrap_or("(its end)"),
    );
}

/// All documents, by their paths.
fn documents() -> BTreeMap<PathBuf, String> {
    let root = Path::new(ROOT);
    let of_folder = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "md")).collect::<Vec<_>>()
    };
    let folders = ["", "docs", "docs/formats", "docs/rules", "docs/rules/games", "docs/rules/openings"];
    let paths = folders.into_iter().flat_map(of_folder);
    paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap().replace("\r\n", "\n"))).collect()
}

// Generated pages.

const GENERATED: &str = "<!-- Generated from the tables in the code: `BLESS=1 cargo test --test docs`. -->\n";

fn findings_page() -> String {
    let mut out = format!(
        "{GENERATED}# Findings\n\n\
         A finding has a code, which never changes its meaning once it is published. The first letter is the family. Errors make `pentad check` end with status 1. \
         The severity below is the usual one; what a policy changes is said in the text. `pentad explain R101` or `pentad explain occupied` prints one entry.\n"
    );
    for (letter, title) in Code::FAMILIES {
        let codes = || Code::ALL.iter().filter(|c| c.number().starts_with(*letter));
        let _ = write!(
            out,
            "\n## {letter}: {}\n\n| code | name | severity | what |\n|---|---|---|---|\n",
            lower_first(title)
        );
        for code in codes() {
            let info = code.info();
            let (number, name) = (info.number, info.name);
            let _ =
                writeln!(out, "| {number} | [`{name}`](#{name}) | {} | {} |", info.severity.name(), cell(info.summary));
        }
        for code in codes() {
            let info = code.info();
            let _ = write!(
                out,
                "\n### {}\n{}, {}. {}.\n\n{}\n",
                info.name,
                info.number,
                severity(info.severity),
                info.summary,
                info.page
            );
        }
    }
    out
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "a note",
        Severity::Warning => "a warning",
        Severity::Error => "an error",
    }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn lower_first(text: &str) -> String {
    text[..1].to_lowercase() + &text[1..]
}

/// The page of tables up to where its generated part begins, and that part.
fn tables_page(page: &str) -> String {
    let begin = "<!-- Generated from the tables in the code, from here on: `BLESS=1 cargo test --test docs`. -->\n";
    let (prose, _) = page.split_once(begin).expect("the mark of the generated part");
    let mut out = format!("{prose}{begin}");
    for table in Table::ALL {
        let Schema { name, version, meaning, columns } = table.schema();
        let _ = write!(
            out,
            "\n## {name}\nVersion {version}: {meaning}\n\n| column | | may be empty | meaning |\n|---|---|---|---|\n"
        );
        for column in columns.iter() {
            let empty = if column.nullable { "yes" } else { "" };
            let _ =
                writeln!(out, "| `{}` | {} | {empty} | {} |", column.name, column.kind.name(), cell(&column.meaning));
        }
    }
    out
}

#[test]
fn generated_pages_are_the_tables_of_the_code() {
    let docs = Path::new(ROOT).join("docs");
    settle(&docs.join("findings.md"), &findings_page());
    let tables = fs::read_to_string(docs.join("tables.md")).unwrap().replace("\r\n", "\n");
    settle(&docs.join("tables.md"), &tables_page(&tables));
    for (name, page) in rules_pages::pages(GENERATED, &prose()) {
        settle(&docs.join("rules").join(name), &page);
    }
}

fn prose() -> Prose {
    Prose::read(&Path::new(ROOT).join("docs/rules"))
}

#[test]
fn the_folder_of_rules_has_the_pages_of_the_tables_and_no_others() {
    let pages: BTreeSet<_> = rules_pages::pages(GENERATED, &prose()).into_iter().map(|(name, _)| name).collect();
    let rules = Path::new(ROOT).join("docs/rules");
    for path in documents().into_keys().filter(|p| p.starts_with(&rules)) {
        let name = path.strip_prefix(&rules).unwrap().to_str().unwrap().replace('\\', "/");
        assert!(pages.contains(&name), "docs/rules/{name} is about nothing that the tables hold");
    }
    let prose = prose();
    for page in prose.pages() {
        assert!(
            page == "index" || pages.contains(&format!("{page}.md")),
            "there is prose for {page}, but no such page"
        );
    }
}

#[test]
fn each_point_on_which_sources_differ_has_a_test_of_its_name() {
    let folder = Path::new(ROOT).join("rules/tests/conflicts");
    let files =
        fs::read_dir(folder).unwrap().map(|e| fs::read_to_string(e.unwrap().path()).unwrap().replace("\r\n", "\n"));
    let sources = files.collect::<Vec<_>>().concat();
    let tests = sources.split("#[test]\nfn ").skip(1).map(|rest| rest.split('(').next().unwrap().to_owned());
    let prose = prose();
    let told = prose.conflicts.iter().filter(|c| c.untested.is_none()).map(|c| c.id.clone());
    assert_eq!(tests.collect::<BTreeSet<_>>(), told.collect());
}

#[test]
fn entries_are_printed_as_the_pages_show_them() {
    for (name, page) in rules_pages::pages(GENERATED, &prose()) {
        let Some((before, toml)) = page.split_once("```toml\n") else { continue };
        let command = before.rsplit('`').nth(3).unwrap();
        assert!(command.ends_with("--toml"), "{name}: {command}");
        assert_eq!(run(command).0, toml.trim_end_matches("```\n"), "{name}: {command}");
    }
}

// Shown commands.

/// What a shown command prints, standard output first, and its exit status.
fn run(line: &str) -> (String, i32) {
    let mut words = command_line::words(line).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pentad"));
    command.current_dir(ROOT).env_remove("NO_COLOR").env("COLUMNS", "100").stdin(Stdio::null());
    if let Some(at) = words.iter().position(|w| w == "<") {
        command.stdin(File::open(Path::new(ROOT).join(&words[at + 1])).unwrap());
        words.truncate(at);
    }
    let output = command.args(&words[1..]).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let trimmed: String = text.lines().map(|l| l.trim_end().to_owned() + "\n").collect();
    (trimmed, output.status.code().unwrap())
}

/// The document with the output of all commands in its `console` blocks as it is now. A block is made of lines that start with `$ pentad`,
/// of `$ echo $?` and of what they print.
fn with_output(document: &str) -> String {
    let (mut out, mut inside, mut status) = (String::new(), false, 0);
    for line in document.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (true, Some("echo $?")) => {
                let _ = write!(out, "{line}\n{status}\n");
            }
            (true, Some(command)) => {
                let (text, code) = run(command);
                let _ = write!(out, "{line}\n{text}");
                status = code;
            }
            (true, None) if line != "```" => {}
            _ => {
                // A block of TOML that names a file shows the file.
                let file = line.strip_prefix("```toml ");
                inside = line == "```console" || file.is_some();
                out += line;
                out.push('\n');
                out += &file.map_or_else(String::new, |file| fs::read_to_string(Path::new(ROOT).join(file)).unwrap());
            }
        }
    }
    out
}

#[test]
fn shown_commands_print_what_is_shown() {
    for (path, text) in documents() {
        settle(&path, &with_output(&text));
    }
}

/// A block right behind a line that links to an example shows the file.
#[test]
fn shown_files_are_the_files() {
    let mut shown = 0;
    for (path, text) in documents() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(at, _)| lines.get(at + 1) == Some(&"```")) {
            let Some(link) = line.strip_prefix('[').and_then(|l| Some(l.split_once("](")?.1.split_once(')')?.0)) else {
                continue;
            };
            let file = fs::read_to_string(path.parent().unwrap().join(link)).unwrap().replace("\r\n", "\n");
            let block: Vec<_> = lines[at + 2..].iter().take_while(|l| **l != "```").copied().collect();
            assert_eq!(block.join("\n").trim_end(), file.trim_end(), "{}: {link}", path.display());
            shown += 1;
        }
    }
    assert!(shown >= 4, "{shown}");
}

// Named commands and options.

/// The options of each command, as its help lists them.
fn options() -> BTreeMap<String, BTreeSet<String>> {
    let (help, _) = run("pentad --help");
    let commands = help.lines().skip_while(|l| *l != "Commands:").skip(1).take_while(|l| !l.is_empty());
    let names =
        commands.filter(|l| l.starts_with("  ") && !l.starts_with("   ")).filter_map(|l| l.split_whitespace().next());
    names.map(|name| (name.to_owned(), long_options(&run(&format!("pentad {name} --help")).0))).collect()
}

/// The words of a text that look like long options.
fn long_options(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let option = |w: &&str| w.starts_with("--") && w.len() > 3 && w.as_bytes()[2].is_ascii_lowercase();
    words.filter(option).map(|w| w.trim_end_matches('-').to_owned()).collect()
}

/// The pieces of code in a document: between backticks, and the lines of fenced blocks but those of TOML.
fn code(document: &str) -> Vec<&str> {
    let (mut pieces, mut fenced, mut toml) = (Vec::new(), false, false);
    for line in document.lines() {
        if line.starts_with("```") {
            (fenced, toml) = (!fenced, line.starts_with("```toml"));
        } else if fenced {
            pieces.extend(Some(line).filter(|_| !toml));
        } else {
            pieces.extend(line.split('`').skip(1).step_by(2));
        }
    }
    pieces
}

#[test]
fn named_commands_and_options_exist() {
    let known = options();
    assert!(known.len() >= 6 && known["check"].contains("--expect"), "{known:?}");
    let any: BTreeSet<_> = known.values().flatten().cloned().chain(["--version".to_owned()]).collect();
    for (path, text) in documents() {
        for piece in code(&text) {
            let piece = piece.trim_start_matches("$ ");
            let (command, line) = match piece.strip_prefix("pentad ").or(piece.strip_prefix("cargo run --release -- "))
            {
                Some(line) => (line.split(' ').next(), line),
                None if piece.starts_with("--") => (None, piece),
                None => continue,
            };
            let allowed = match command {
                Some(name) if !name.starts_with('-') => {
                    known.get(name).unwrap_or_else(|| panic!("{}: no command `{name}`", path.display()))
                }
                _ => &any,
            };
            let unknown: Vec<_> = long_options(line).difference(allowed).cloned().collect();
            assert!(unknown.is_empty(), "{}: `{piece}` names {unknown:?}", path.display());
        }
    }
}

/// The words of a document that `--set` is said to take.
fn shown_changes(document: &str) -> Vec<String> {
    let lines = code(document).into_iter().filter(|piece| piece.contains("--set "));
    let words = lines.map(|piece| command_line::words(piece.trim_start_matches("$ ")).unwrap());
    let after =
        |words: Vec<String>| words.windows(2).filter(|w| w[0] == "--set").map(|w| w[1].clone()).collect::<Vec<_>>();
    words.flat_map(after).collect()
}

#[test]
fn shown_keys_and_files_of_rules_can_be_taken() {
    let mut shown = 0;
    for (path, text) in documents() {
        for change in shown_changes(&text).into_iter().filter(|c| c != "KEY=VALUE") {
            let mut changes = Changes::default();
            let taken = changes.add(&change).and_then(|()| Catalogue::new(Vec::new(), Vec::new(), &changes));
            assert!(taken.is_ok(), "{}: --set {change}: {}", path.display(), taken.unwrap_err());
            shown += 1;
        }
        for block in text.split("\n```toml").skip(1) {
            let (_, block) = block.split_once('\n').unwrap();
            let toml = block.split("\n```").next().unwrap();
            let read = Game::from_toml(toml).map(drop).or_else(|_| Opening::from_toml(toml).map(drop));
            let read = read.or_else(|error| OpeningNames::from_toml(toml).map(drop).map_err(|_| error));
            assert!(read.is_ok(), "{}: {toml}\n{}", path.display(), read.unwrap_err());
        }
    }
    assert!(shown > 20, "{shown}");
}

// Links.

#[test]
fn links_lead_somewhere() {
    for (path, text) in documents() {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") {
                continue;
            }
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: there is no {link}", path.display());
            if !anchor.is_empty() {
                let headings = fs::read_to_string(&target).unwrap();
                let found = headings.lines().any(|l| l.starts_with('#') && slug(l) == anchor);
                assert!(found, "{}: there is no heading {link}", path.display());
            }
        }
    }
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>().replace(' ', "-")
}
