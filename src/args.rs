//! The command line.

mod convert;
mod dedup;
mod export;
mod games;
mod index;
mod normalize;
mod openings;
mod output;
mod stats;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use pentad_corpus::Resume;
use pentad_formats::{Bounds, Columns, Encoding, FORMATS, Format, ReadOptions, find_format};
use pentad_rules::{Coords, FivePolicy, Foul, FoulPolicy, Game, Opening, Ruling, Size, Wishes};

pub(crate) use convert::ConvertArgs;
pub(crate) use dedup::{DedupArgs, DiffArgs, DuplicateShape, OnlyChange};
pub(crate) use export::ExportArgs;
pub(crate) use games::{FindArgs, Results, SelectionArgs, TreeArgs, TreeShape};
pub(crate) use index::IndexArgs;
pub(crate) use normalize::{CutWhere, NormalizeArgs};
pub(crate) use openings::{OpeningsArgs, OpeningsShape};
pub(crate) use output::OutputArgs;
pub(crate) use stats::{RatingsArg, StatsArgs, StatsShape};

/// Reads, checks, converts and counts the game records of the five-in-a-row family: renju, gomoku, Pente and their variants.
#[derive(Parser, Debug)]
#[command(name = "pentad", version, max_term_width = 110, propagate_version = false, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Replay and judge every record; findings and a summary
    Check(CheckArgs),
    /// One line per record: players, result, rule, date
    List(ListArgs),
    /// Opening statistics: openings and next moves with wins, draws, losses and 95 % intervals
    Stats(StatsArgs),
    /// Records from one format into another, and a report of what was lost
    Convert(ConvertArgs),
    /// Clean records: one orientation, one spelling of a name, ISO dates, results that the board proves; and a report of every change
    Normalize(NormalizeArgs),
    /// The moves below a position: how often each was played there, how often the position behind it came about, and how it scored
    Tree(TreeArgs),
    /// The records that a query means (--where)
    Find(FindArgs),
    /// Records that are duplicates of each other, in which way, and what they state differently; the records without them
    Dedup(DedupArgs),
    /// Two releases of a database: records added, removed, changed
    #[command(mut_arg("paths", |arg| arg.value_name("NEW").help("The newer release: files, folders, globs or -")))]
    Diff(DiffArgs),
    /// Records as tables for other programs: games, plies, findings as CSV, JSON lines, Parquet, Arrow
    Export(ExportArgs),
    /// Lists of openings: what is the same in them, how games and pairs of games from them ended, and which to keep
    Openings(OpeningsArgs),
    /// An index of positions on the disk, which tree and find answer from (--index)
    Index(IndexArgs),
    /// A game or position on a board in the terminal
    Show(ShowArgs),
    /// Which points are forbidden for Black in renju, and why
    Forbidden(ForbiddenArgs),
    /// A page on a finding code, a game, an opening procedure, a renju opening or a format
    Explain(ExplainArgs),
    /// Completions for a shell
    Completions(CompletionsArgs),
    /// The manual page (roff)
    Man,
}

/// Options that every command knows.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Colours in the output
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto, global = true)]
    pub(crate) color: ColorWhen,
    /// Progress bar on stderr; never shown when stderr is no terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ProgressWhen::Auto, global = true)]
    pub(crate) progress: ProgressWhen,
    /// Print less: no findings, no summary
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print more: notes as well as warnings and errors
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    /// Sets the choice for all output of the process.
    pub(crate) fn write_global(self) {
        match self {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressWhen {
    Auto,
    Never,
}

/// Which records, and how to read them.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Files, folders (walked), globs, or - for standard input; .gz, .zst and .zip are opened
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Take every file for this format instead of detecting it; a dialect of it after a colon
    #[arg(long, value_name = "FORMAT[:DIALECT]", value_parser = form)]
    pub(crate) from: Option<Form>,
    /// Encoding of text, whatever the records declare (UTF-8, GB18030, Shift_JIS, EUC-KR, windows-1251 …)
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub(crate) encoding: Option<Encoding>,
    /// Column letters of moves written as letter and number
    #[arg(long, value_name = "with-i|skip-i|centre", value_parser = notation)]
    pub(crate) coords: Option<Notation>,
    /// Which column of a CSV file holds what, by its name or number: moves=3,result=winner
    #[arg(long, value_name = "WHAT=COLUMN,…", value_parser = columns)]
    pub(crate) columns: Option<&'static str>,
    /// Largest record that is held in memory
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = bytes)]
    pub(crate) max_record: usize,
    /// Largest file of a format that has one record, a tree, in a file (lib)
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) max_tree: usize,
    /// Most moves, or nodes of a tree, in one line of a game or variation; a record with a longer one is not read
    #[arg(long, value_name = "MOVES", default_value_t = Bounds::USUAL.line, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_line: u32,
    /// Most nodes of a record with variations, in formats with many records in a file
    #[arg(long, value_name = "NODES", default_value_t = Bounds::USUAL.nodes, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_nodes: u32,
    /// Largest window of .zst input, as a power of two (25: 32 MiB, all that zstd writes up to --ultra -20)
    #[arg(long, value_name = "LOG2", default_value_t = 25, value_parser = clap::value_parser!(u32).range(10..=31))]
    pub(crate) zstd_window: u32,
    /// Pass over what an interrupted run has done: the inputs before this one, and so many of its records (it says where it stopped)
    #[arg(long, value_name = "NAME:RECORDS", allow_hyphen_values = true)]
    pub(crate) resume: Option<Resume>,
    /// Threads; the output does not depend on it [default: one per core]
    #[arg(short = 'j', long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl InputArgs {
    /// How to read records; `board` is the one that the flags name, or that is usual in the game they name.
    pub(crate) fn read_options(&self, board: Option<Size>) -> ReadOptions {
        ReadOptions {
            coords: self.letters(board),
            dialect: self.from.and_then(|from| from.dialect),
            size: board,
            columns: self.columns,
            bounds: Bounds { line: self.max_line, nodes: self.max_nodes },
            ..ReadOptions::default()
        }
    }

    /// The notation of points that was asked for.
    pub(crate) fn letters(&self, board: Option<Size>) -> Option<Coords> {
        self.coords.map(|notation| notation.on(board))
    }
}

/// A format and perhaps a dialect of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) format: &'static dyn Format,
    pub(crate) dialect: Option<&'static str>,
}

/// A notation of points, before the board is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notation {
    Letters(Coords),
    Centre,
}

impl Notation {
    /// The notation on the board of the flags; Pente's, where they name none. Readers put in the centre of the record's own board.
    fn on(self, board: Option<Size>) -> Coords {
        match self {
            Notation::Letters(coords) => coords,
            Notation::Centre => Coords::Centre(board.unwrap_or(Size::PENTE).centre()),
        }
    }
}

/// How to judge.
#[derive(Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The game, where the record does not say (`pentad explain games` lists them); a TOML file with one of your own; or auto: the likeliest
    /// of those that the record is consistent with
    #[arg(long, value_name = "GAME|FILE|auto", value_parser = rules)]
    pub(crate) rules: Option<RulesArg>,
    /// Change a key of the rules, whichever game is judged, such as rules.passes=forbidden or policy.most-offers=2
    /// (`pentad explain renju --toml` shows the keys)
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Size of the board, where the record does not say
    #[arg(long, value_name = "N|WxH", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// Judge under --rules and --opening even where the record says otherwise
    #[arg(long)]
    pub(crate) override_rules: bool,
    /// Whether a completed five ends the game at once or when it is declared [default: by format]
    #[arg(long, value_name = "ends|declared", value_parser = five)]
    pub(crate) five: Option<FivePolicy>,
    /// What a foul does: lose at once, lose when claimed, or block the point; for one kind as overline=until-end
    #[arg(long, value_name = "[KIND=]claim|until-end|lose|block", value_parser = foul, value_delimiter = ',')]
    pub(crate) foul: Vec<FoulSetting>,
    /// Whether Pente's tournament rule holds [default: an error in rated games, a note elsewhere]
    #[arg(long, value_name = "on|off", value_parser = on_off)]
    pub(crate) tournament_rule: Option<bool>,
    /// A TOML table of named openings of any depth (`pentad explain openings --toml` prints one to start from)
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Option<PathBuf>,
    /// Doubtful readings of the rules are errors
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Which opening procedure.
#[derive(Args, Debug)]
pub(crate) struct ProcedureArgs {
    /// The opening procedure, where the record does not say (`pentad explain openings` lists them); or a TOML file with one of your own
    #[arg(long, value_name = "NAME|FILE", value_parser = opening)]
    pub(crate) opening: Option<OpeningArg>,
}

impl ProcedureArgs {
    /// The file that tells the procedure.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        match &self.opening {
            Some(OpeningArg::File(path)) => Some(path),
            _ => None,
        }
    }
}

/// What `--rules` says.
#[derive(Clone, Debug)]
pub(crate) enum RulesArg {
    Auto,
    Named(&'static Game),
    File(PathBuf),
}

/// What `--opening` says.
#[derive(Clone, Debug)]
pub(crate) enum OpeningArg {
    Named(&'static Opening),
    File(PathBuf),
}

impl JudgeArgs {
    /// The files that tell how to judge.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let rules = match &self.rules {
            Some(RulesArg::File(path)) => Some(path),
            _ => None,
        };
        rules.into_iter().chain(&self.names)
    }

    /// What the flags decide of policies. Of several `--foul` settings the last one for a kind counts.
    pub(crate) fn wishes(&self) -> Wishes {
        let mut fouls = [None; 3];
        for setting in &self.foul {
            match setting.kind {
                Some(kind) => fouls[kind as usize] = Some(setting.policy),
                None => fouls = [Some(setting.policy); 3],
            }
        }
        let ruling = |holds| if holds { Ruling::Error } else { Ruling::Allowed };
        Wishes {
            five: self.five,
            fouls,
            tournament_rule: self.tournament_rule.map(ruling),
            offer_after_swap: self.strict.then_some(Ruling::Error),
            ..Wishes::NONE
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) procedure: ProcedureArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Shape of the report: for people, or one JSON line per record
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = CheckShape::Text)]
    pub(crate) format: CheckShape,
    /// Print the summary only
    #[arg(long)]
    pub(crate) summary: bool,
    /// Say of each record which games and opening procedures it is consistent with, and what each says of it, instead of judging it
    #[arg(long, conflicts_with_all = ["summary", "expect", "query"])]
    pub(crate) which_rules: bool,
    /// Make it an error when another number of records is seen
    #[arg(long, value_name = "N")]
    pub(crate) expect: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckShape {
    Text,
    Jsonl,
}

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// Say what each file is taken for, how surely, and why, instead of listing records
    #[arg(long, conflicts_with = "query")]
    pub(crate) detect: bool,
    /// Shape of the list
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = ListShape::Text)]
    pub(crate) format: ListShape,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListShape {
    Text,
    Jsonl,
    Csv,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    /// Which record of the input, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) record: u64,
    /// The position after this ply [default: the last one that could be played]
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<u32>,
    /// Tell the opening event by event, who did what, with its stones and offered points on the board; of the procedure NAME where the
    /// record does not say
    #[arg(
        long, value_name = "NAME|FILE", value_parser = shown_opening, num_args = 0..=1, require_equals = true,
        default_missing_value = "", conflicts_with_all = ["ply", "numbers"]
    )]
    pub(crate) opening: Option<ShownOpening>,
    /// Move numbers instead of stones
    #[arg(long)]
    pub(crate) numbers: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ForbiddenArgs {
    /// The moves so far, Black first, such as "h8 g6 f6 g5"; or a JSON position; or a file of positions, one a line; or - for standard input
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Size of the board for a list of moves
    #[arg(long, value_name = "N|WxH", default_value = "15", value_parser = size)]
    pub(crate) size: Size,
    /// Tell the proof of each foul, or of the point named
    #[arg(long, value_name = "POINT", num_args = 0..=1, default_missing_value = "all")]
    pub(crate) explain: Option<String>,
    /// Shape of the answer
    #[arg(long, value_enum, value_name = "SHAPE", default_value_t = CheckShape::Text)]
    pub(crate) format: CheckShape,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// A code (R101, occupied), a game (renju), a procedure (rif), an opening (D4), a format (sgf); or codes, games, openings, formats
    #[arg(value_name = "TOPIC", default_value = "topics")]
    pub(crate) topic: String,
    /// A game or a procedure as TOML, which --rules or --opening takes back, changed or not; a procedure that is called as a game is
    /// NAME-opening (d-pente-opening)
    #[arg(long)]
    pub(crate) toml: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// One `--foul` setting: for one kind, or for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoulSetting {
    pub(crate) kind: Option<Foul>,
    pub(crate) policy: FoulPolicy,
}

pub(crate) fn form(text: &str) -> Result<Form, String> {
    let (id, dialect) = text.split_once(':').map_or((text, None), |(id, dialect)| (id, Some(dialect)));
    let format = find_format(id).ok_or_else(|| {
        let ids: Vec<_> = FORMATS.iter().map(|f| f.info().id).collect();
        format!("no such format; there are {}", ids.join(", "))
    })?;
    let Some(name) = dialect else { return Ok(Form { format, dialect: None }) };
    let known = format.info().dialects;
    let found = known.iter().find(|d| d.id.eq_ignore_ascii_case(name));
    let found = found.ok_or_else(|| match known.iter().map(|d| d.id).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => format!("{} has no dialects to choose from", format.info().id),
        ids => format!("no such dialect of {}; there are {ids}", format.info().id),
    })?;
    Ok(Form { format, dialect: Some(found.id) })
}

fn encoding(text: &str) -> Result<Encoding, String> {
    Encoding::from_label(text)
        .ok_or_else(|| "no such encoding; try UTF-8, GB18030, Shift_JIS, EUC-KR or windows-1252".to_owned())
}

fn letters(text: &str) -> Result<Coords, String> {
    Coords::from_name(text).ok_or_else(|| "with-i (renju, gomoku) or skip-i (pente.org)".to_owned())
}

fn notation(text: &str) -> Result<Notation, String> {
    match Coords::from_name(text) {
        Some(coords) => Ok(Notation::Letters(coords)),
        None if text == "centre" => Ok(Notation::Centre),
        None => Err("with-i (renju, gomoku), skip-i (pente.org) or centre (0, R3, L2U1)".to_owned()),
    }
}

fn columns(text: &str) -> Result<&'static str, String> {
    Columns::parse(text)?;
    // There is one command line, and it lasts as long as the program.
    Ok(text.to_owned().leak())
}

/// Whether a word that names nothing known is meant as a file: by its ending or because there is one.
fn is_file(text: &str) -> bool {
    text.ends_with(".toml") || text.contains(std::path::MAIN_SEPARATOR) || std::path::Path::new(text).is_file()
}

fn rules(text: &str) -> Result<RulesArg, String> {
    if text == "auto" {
        return Ok(RulesArg::Auto);
    }
    if let Some(game) = Game::find(text) {
        return Ok(RulesArg::Named(game));
    }
    if is_file(text) {
        return Ok(RulesArg::File(text.into()));
    }
    if Opening::find(text).is_ok() {
        return Err(format!("this is an opening procedure and no game; `--opening {text}`"));
    }
    Err(match Game::nearest(text) {
        Some(id) => format!("no such game; did you mean {id}?"),
        None => "no such game; `pentad explain games` lists them".to_owned(),
    })
}

fn opening(text: &str) -> Result<OpeningArg, String> {
    match Opening::find(text) {
        Ok(found) => Ok(OpeningArg::Named(found.opening)),
        Err(_) if is_file(text) => Ok(OpeningArg::File(text.into())),
        Err(unknown) => Err(unknown.to_string()),
    }
}

/// What `show --opening` says: perhaps a procedure.
#[derive(Clone, Debug)]
pub(crate) struct ShownOpening(pub(crate) Option<OpeningArg>);

fn shown_opening(text: &str) -> Result<ShownOpening, String> {
    if text.is_empty() { Ok(ShownOpening(None)) } else { opening(text).map(|found| ShownOpening(Some(found))) }
}

fn five(text: &str) -> Result<FivePolicy, String> {
    match text {
        "ends" => Ok(FivePolicy::Ends),
        "declared" => Ok(FivePolicy::Declared),
        _ => Err("ends or declared".to_owned()),
    }
}

fn foul(text: &str) -> Result<FoulSetting, String> {
    let (kind, policy) = match text.split_once('=') {
        Some((kind, policy)) => {
            let kind = Foul::from_name(kind).ok_or("the kinds are double-three, double-four and overline")?;
            (Some(kind), policy)
        }
        None => (None, text),
    };
    let policy = match policy {
        "claim" | "next-stone" => FoulPolicy::Claim,
        "until-end" => FoulPolicy::ClaimUntilEnd,
        "lose" => FoulPolicy::Lose,
        "block" => FoulPolicy::Block,
        _ => return Err("claim, until-end, lose or block, perhaps after KIND=".to_owned()),
    };
    Ok(FoulSetting { kind, policy })
}

fn on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off".to_owned()),
    }
}

fn size(text: &str) -> Result<Size, String> {
    let (w, h) = text.split_once(['x', ':']).unwrap_or((text, text));
    let side = |t: &str| t.trim().parse::<u8>().ok();
    side(w)
        .zip(side(h))
        .and_then(|(w, h)| Size::new(w, h))
        .ok_or_else(|| "a number from 5 to 26, or two as 20x15".to_owned())
}

fn bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let factor: usize = match unit.trim().to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return Err("a number of bytes, perhaps with k, M or G".to_owned()),
    };
    let count: usize = digits.parse().map_err(|_| "a number of bytes, perhaps with k, M or G".to_owned())?;
    let bytes = count.checked_mul(factor).ok_or_else(|| "too large".to_owned())?;
    if bytes < 1024 { Err("at least 1k".to_owned()) } else { Ok(bytes) }
}
