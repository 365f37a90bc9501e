//! The table `games`: a row a record.

use pentad_formats::{Field, Names, NoteKind, Official, PartialDate, Position, Reason, Record, Score};
use pentad_rules::{Action, Color, Seat};

use super::{Entry, is_foul};
use crate::Facts;
use crate::table::table;

/// A record, or a file of which none could be had.
pub(super) struct GameRow<'a> {
    entry: &'a Entry<'a>,
    /// The record and what is known of it, where it could be read.
    facts: Option<&'a Facts<'a>>,
    place: Option<Position>,
    date: Option<PartialDate>,
    missing: Option<String>,
    swap: Option<String>,
    branch: Option<String>,
    /// Findings by severity: notes, warnings, errors.
    findings: [u64; 3],
}

impl<'a> GameRow<'a> {
    pub(super) fn new(entry: &'a Entry<'a>, facts: Option<&'a Facts<'a>>) -> GameRow<'a> {
        let mut findings = [0; 3];
        entry.severities().for_each(|severity| findings[severity as usize] += 1);
        let missing = facts.map(|f| f.verdict.missing.join(",")).filter(|missing| !missing.is_empty());
        GameRow {
            entry,
            facts,
            place: entry.place(),
            date: facts.and_then(|f| PartialDate::parse(f.record.get(Field::Date)?.trim())),
            missing,
            swap: facts.and_then(Facts::swap),
            branch: facts.and_then(Facts::branch),
            findings,
        }
    }

    fn record(&self) -> Option<&'a Record> {
        self.facts.map(|f| f.record)
    }

    fn get(&self, field: Field) -> Option<&'a str> {
        self.record()?.get(field)
    }

    /// What the header says of the final Black or White, where it is known whom it means; of a pair of fields Black's comes first.
    fn of(&self, color: Color, (black, white): (Field, Field)) -> Option<&'a str> {
        let facts = self.facts?;
        let (black, white) = facts.of_colours(black, white)?;
        facts.record.get(if color == Color::Black { black } else { white })
    }

    fn rating(&self, color: Color) -> Option<u32> {
        self.of(color, (Field::BlackRating, Field::WhiteRating))?.trim().parse().ok()
    }

    /// Who won by the result that counts.
    fn result(&self) -> Option<&'static str> {
        self.facts?.result.map(|winner| winner.map_or("draw", Color::name))
    }

    fn end_winner(&self) -> Option<&'static str> {
        let end = &self.facts?.verdict.end;
        (end.by != pentad_rules::EndBy::None).then(|| end.winner.map_or("none", Color::name))
    }

    /// How many stones or points match, where the record tells its opening procedure.
    fn swaps(&self) -> Option<usize> {
        let facts = self.facts?;
        let taken = |event: &&pentad_rules::Event| event.action == Action::Swap(true);
        facts.swap().map(|_| facts.record.events.iter().filter(taken).count())
    }

    fn offers(&self) -> Option<u32> {
        self.facts?.offers()?.parse().ok()
    }

    fn fouls(&self) -> Option<usize> {
        self.facts.map(|f| f.verdict.faults.iter().filter(|fault| is_foul(fault)).count())
    }

    /// Lines of the tree beside the main one.
    fn variations(&self) -> Option<usize> {
        self.record().map(|record| record.tree.as_ref().map_or(0, |tree| tree.leaves().saturating_sub(1)))
    }

    fn comments(&self) -> Option<usize> {
        self.record().map(|record| record.notes().filter(|note| note.kind == NoteKind::Comment).count())
    }

    fn verdict(&self) -> &'static str {
        self.facts.map_or("unreadable", |f| f.verdict.legality.name())
    }
}

const NAME: (Field, Field) = (Field::BlackName, Field::WhiteName);
const RANK: (Field, Field) = (Field::BlackRank, Field::WhiteRank);
const COUNTRY: (Field, Field) = (Field::BlackCountry, Field::WhiteCountry);

table! {
    GAMES, "a row for each record, also for one that could not be read, and for a file of which none could be had.", "games", version 1, row: GameRow;
    game: Serial = row.entry.game, "number of the record among all that were read, from 1, in the order of the input: the key that joins the tables";
    file: Text = row.entry.file, "the path as given or walked to; `a.zip!x.sgf` in an archive; `-` for standard input";
    record: Int = row.entry.record, "number of the record in its file, from 1; 0 for the file as a whole";
    format: Text or null = row.entry.format, "id of the format that it was read from";
    line: Int or null = row.place.map(|p| p.line), "line on which the record begins, from 1";
    offset: Int or null = row.place.map(|p| p.offset), "byte of the decompressed file at which the record begins, from 0";
    id: Text or null = row.get(Field::Id), "the record's own identification";
    rules: Text or null = row.facts.map(|f| f.judgement.game.id.as_ref()), "id of the game that it was judged under";
    opening: Text or null = row.facts.and_then(|f| f.judgement.opening).map(|o| o.id.as_ref()), "id of the opening procedure; empty where none is named or implied";
    opening_code: Text or null = row.facts.and_then(|f| f.verdict.opening).map(|o| o.code), "which of the 26 openings of renju the first three stones are, such as `D4`";
    opening_romaji: Text or null = row.facts.and_then(|f| f.verdict.opening).map(|o| o.romaji), "the name of that opening, such as `Kagetsu`";
    opening_name: Text or null = row.facts.and_then(|f| f.name), "the name in the table of `--names`";
    width: Int or null = row.facts.map(|f| f.judgement.size.width()), "columns of the board";
    height: Int or null = row.facts.map(|f| f.judgement.size.height()), "rows of the board";
    coords: Text or null = row.facts.map(|f| f.judgement.coords.name()), "how moves are written: `with-i`, `skip-i` or `centre`";
    black: Text or null = row.of(Color::Black, NAME), "the player who owns Black at the end; empty where the record leaves open who that is";
    white: Text or null = row.of(Color::White, NAME), "the player who owns White at the end";
    black_rating: Int or null = row.rating(Color::Black), "Black's rating, where it is a whole number";
    white_rating: Int or null = row.rating(Color::White), "White's rating";
    black_rank: Text or null = row.of(Color::Black, RANK), "Black's rank, as stated";
    white_rank: Text or null = row.of(Color::White, RANK), "White's rank";
    black_country: Text or null = row.of(Color::Black, COUNTRY), "Black's country, as stated";
    white_country: Text or null = row.of(Color::White, COUNTRY), "White's country";
    header_black: Text or null = row.get(Field::BlackName), "the name that the record gives to Black, whomever that means";
    header_white: Text or null = row.get(Field::WhiteName), "the name that the record gives to White";
    names: Text or null = row.record().map(|r| Names::name(r.names)), "whom these two mean: `by-colour` the final colours, `by-seat` who laid the first stone and the other, or `unknown`";
    event: Text or null = row.get(Field::Event), "the event";
    site: Text or null = row.get(Field::Site), "the place or server";
    section: Text or null = row.get(Field::Section), "the section of the event";
    round: Text or null = row.get(Field::Round), "the round";
    date: Text or null = row.get(Field::Date), "the date as stated, in ISO form where it could be read";
    year: Int or null = row.date.map(|d| d.year), "the year; no part of a date is ever invented";
    month: Int or null = row.date.and_then(|d| d.month), "the month, 1 to 12";
    day: Int or null = row.date.and_then(|d| d.day), "the day of the month";
    time: Text or null = row.get(Field::Time), "the time of day";
    time_control: Text or null = row.get(Field::TimeControl), "the time control, as stated";
    rated: Flag or null = row.record().and_then(|r| r.rated), "whether the game was rated";
    plies: Int or null = row.facts.map(|f| f.verdict.plies), "stones and passes of the main line, judged or not";
    judged_plies: Int or null = row.facts.map(|f| f.verdict.judged), "stones and passes that were judged and could be played: what `pentad stats` counts as the length";
    stated_result: Text or null = row.record().and_then(Record::stated_result).map(Score::text), "the stated result: `1-0` (the final Black won), `0-1`, `1/2-1/2` or `*`";
    second_result: Text or null = row.record().and_then(|r| r.other_result).map(|(score, _)| score.text()), "another result that the record states elsewhere";
    reason: Text or null = row.record().and_then(|r| r.reason).map(Reason::name), "how the record says that the game ended";
    official: Text or null = row.record().and_then(|r| r.official).map(Official::name), "the result that counts in the event, such as `+:-`";
    end_by: Text or null = row.facts.map(|f| f.verdict.end.by.name()), "how the game ended on the board; `none` where it did not";
    end_winner: Text or null = row.end_winner(), "who won on the board: `black`, `white`, or `none` for a draw; empty where it did not end there";
    end_ply: Int or null = row.facts.map(|f| f.verdict.end.ply), "the ply at which it ended on the board; without an end the last one that was judged";
    result: Text or null = row.result(), "who won by the result that counts (`--results`): `black`, `white`, `draw`; empty where it is unknown";
    agrees: Flag or null = row.facts.and_then(|f| f.verdict.agrees), "whether the stated result is the board's; empty where the board proves none or none is stated";
    verdict: Text = row.verdict(), "`legal`, `illegal`, `unverifiable` or `unreadable`";
    missing: Text or null = row.missing.as_deref(), "facts that are missing, joined by commas: `swap`, `declare`, `offer`, `choose`, `choice`, `opening`, `rules`";
    captured_black: Int or null = row.facts.map(|f| f.verdict.captured[Color::Black.index()]), "stones that Black has taken, not pairs";
    captured_white: Int or null = row.facts.map(|f| f.verdict.captured[Color::White.index()]), "stones that White has taken";
    complete: Flag or null = row.facts.and_then(|f| f.verdict.complete), "whether the opening procedure was finished; empty where none is named";
    black_seat: Int or null = row.facts.and_then(|f| f.verdict.black_seat).map(Seat::number), "the seat that owns Black at the end; seat 1 laid the first stone";
    swaps: Int or null = row.swaps(), "swaps that were taken; empty where the record does not tell";
    swap: Text or null = row.swap.as_deref(), "after which stones: `after 3`, `none`, or `no window`; as in `pentad stats --by swap`";
    branch: Text or null = row.branch.as_deref(), "the branch of the procedure that was taken, as in `pentad stats --by branch`";
    offers: Int or null = row.offers(), "fifth moves that were offered; empty where the record does not tell or none are due";
    fouls: Int or null = row.fouls(), "fouls on the board, claimed or not: double-threes, double-fours and overlines";
    setup: Int or null = row.record().map(|r| r.setup.black.len() + r.setup.white.len()), "stones that were set up before the first move";
    incomplete: Flag or null = row.record().map(|r| r.incomplete), "whether the record says that moves are missing";
    variations: Int or null = row.variations(), "lines of the tree beside the main one";
    comments: Int or null = row.comments(), "comments, those of variations among them";
    errors: Int = row.findings[2], "findings that are errors";
    warnings: Int = row.findings[1], "findings that are warnings";
    notes: Int = row.findings[0], "findings that are notes";
}
