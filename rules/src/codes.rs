//! The one table of finding codes. A code, once published, never changes meaning.
//!
//! `F` reading a format, `R` moves and rules, `O` opening procedure, `G` end and result, `M` meta data, `C` corpus and event.
//! `explain`, the docs pages and the reports are generated from this table.

use std::fmt;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Good to know; nothing is wrong.
    Note,
    /// Irregular or doubtful, and the record stands.
    Warning,
    /// Wrong: the record is not sound.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// What the table says of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The number, such as `R101`.
    pub number: &'static str,
    /// The name, such as `occupied`.
    pub name: &'static str,
    /// Severity where no policy says otherwise.
    pub severity: Severity,
    /// One sentence.
    pub summary: &'static str,
    /// The page: what it means, how it is decided, what mends it, and the source of the rule.
    pub page: &'static str,
}

macro_rules! codes {
    ($($variant:ident $number:literal $name:literal $severity:ident $summary:literal $page:literal)*) => {
        /// A finding code: which kind of fault this is.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, ordered by family and number.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// The row of the table.
            pub const fn info(self) -> &'static CodeInfo {
                match self {
                    $(Code::$variant => &CodeInfo {
                        number: $number, name: $name, severity: Severity::$severity, summary: $summary, page: $page,
                    },)*
                }
            }
        }
    };
}

codes! {
    // F: reading a format. 1xx any format, 2xx sgf, 3xx tag + movetext, 4xx jsonl, 6xx lib, 7xx psq, rec, pos, sav, openings, 8xx tables.
    Unreadable "F101" "unreadable" Error
        "Nothing could be read as a record"
        "The bytes at this place are no record of the format that the file was taken for. The record counts as unreadable, has a verdict line of its own, and reading goes on at the next record. `pentad list --detect` says what a file is taken for and why; `--from FORMAT` overrides it."
    RecordTooLarge "F102" "record-too-large" Error
        "A record is larger than --max-record, or a file that is one record than --max-tree; or it has more than --max-line or --max-nodes allows"
        "Records are held in memory one at a time, so one record may not be larger than `--max-record` (16 MiB), and a file that is one record, such as a RenLib library, not larger than `--max-tree` (1 GiB). Within that length a record can still hold millions of moves, each of which costs more memory than its text: one line, of the game or of a variation, may not have more than `--max-line` moves or nodes (16,384), and a record of a format with many records in a file not more than `--max-nodes` nodes (2,500,000). The record is skipped, reading goes on after its true end. Where the record is sound and that large, raise the limit that the message names."
    UnknownFormat "F103" "unknown-format" Error
        "The format of a file could not be told"
        "Neither the bytes nor the extension tell what this file is. Name the format with `--from FORMAT`. A file that was found in a folder or an archive and not named by the user gives a warning instead."
    Refused "F104" "refused" Error
        "The file is of a kind that holds no game records of this family"
        "Some files look like game records and are not: C libraries called .lib, chess PGN, Go SGF, rating lists, position databases, archives of other kinds. They are refused by name and counted, not guessed at."
    SourceBroken "F105" "source-broken" Error
        "A file or archive could not be read to its end"
        "The operating system or the decompressor reported an error. What was read before it has been judged; nothing after it was."
    Encoding "F106" "encoding" Note
        "Text is not in the encoding that was declared or expected"
        "A text value is not valid in the declared or detected encoding. It was read in another one, named in the message; the raw bytes are kept. `--encoding NAME` overrides."
    StrayText "F107" "stray-text" Note
        "Text between records was passed over"
        "Something that is not white space stands between two records or after the last one. It belongs to no record."
    Empty "F108" "empty" Warning
        "The file holds no record"
        "The file is empty or holds nothing but white space and comments."
    Unclosed "F109" "unclosed" Warning
        "The record ends before it is closed"
        "The end of the record (a closing parenthesis, a bracket, a quote) is missing. What was there has been read."
    PropertyMalformed "F201" "property-malformed" Warning
        "An SGF property is malformed"
        "The identifier or the values of this property are not written as SGF asks. The property was kept as it is where possible, and passed over where not."
    LegacyIdentifier "F202" "legacy-identifier" Note
        "A property identifier is in the long form of SGF versions 1 to 3"
        "Lower-case letters in identifiers are dropped, as old files mean it (`GaMe` is GM). FF[4] no longer allows them; in a file that declares FF[4] this is a warning."
    UppercasePoint "F203" "uppercase-point" Warning
        "A point is written with upper-case letters"
        "On boards up to 26 lines SGF points are lower-case pairs. Some writers use capitals for the same pairs; they are read so."
    AlgebraicPoint "F204" "algebraic-point" Note
        "Points are written as letter and number"
        "SGF points are letter pairs (`hh`). This game uses letter and row number (`K10`); which letters were taken is stated in the message."
    MoveInRoot "F205" "move-in-root" Warning
        "A move stands in the node of the game information"
        "SGF keeps root properties and moves in different nodes. The move was read in the order in which it stands."
    SeveralMoves "F206" "several-moves" Warning
        "More than one move stands in one node"
        "A node holds at most one move. The moves were read in the order in which they stand."
    SetupInGame "F207" "setup-in-game" Warning
        "Stones are set up in the middle of a game"
        "AB, AW or AE after the first move changes the position by hand; no rule of the game does that. The change is carried out and play goes on from it."
    SetupOverlap "F208" "setup-overlap" Warning
        "A point is set up twice"
        "AB, AW and AE may name each point once. The last statement counts."
    PropertyRepeated "F209" "property-repeated" Warning
        "A property stands twice in one node"
        "Each property may occur once in a node. All values are kept."
    GameNumber "F210" "game-number" Note
        "GM does not say gomoku or renju"
        "GM[4] is gomoku and renju. Other numbers occur on five-in-a-row files (5, 1, 2, 11, and 101 on for pente.org's games), so the number is only a hint."
    RepeatedStone "F211" "repeated-stone" Note
        "A stone that the record gave before is given again"
        "Gomoku Quest writes the opening as QPR and QSLW and may then write the same stone as a move. An equal repeat is passed over."
    TurnMismatch "F212" "turn-mismatch" Note
        "Another side is to move than the number of stones says"
        "The numbers of stones set up suggest the other side. The property PL says whose turn it is, or, where it is missing, the first \
         stone; that is believed."
    TagMalformed "F301" "tag-malformed" Warning
        "A tag line is malformed"
        "A tag is written `[Key \"value\"]` on a line of its own. The line was passed over; the other tags and the moves are read."
    TagRepeated "F302" "tag-repeated" Warning
        "A tag stands twice"
        "The first value counts; the other is kept."
    MoveNumber "F303" "move-number" Warning
        "A move number is not the one due"
        "The numbers in the movetext are only a help for the reader; the moves are read in the order in which they stand."
    MovetextToken "F304" "movetext-token" Warning
        "A word in the movetext is neither move, number nor result"
        "The word was kept as an illegible move where a move is due, else passed over."
    ResultMissing "F305" "result-missing" Note
        "The movetext does not end with a result"
        "The result is then taken from the tag, else it is unknown."
    JsonSyntax "F401" "json-syntax" Error
        "A line is not JSON"
        "Each line of a jsonl file is one JSON object. docs/jsonl.md gives the schema."
    JsonKey "F402" "unknown-key" Warning
        "An unknown key"
        "The schema has no such key. It is kept in `extra`, and the record is judged."
    JsonValue "F403" "value-invalid" Error
        "A value has the wrong type or is out of range"
        "The schema in docs/jsonl.md says which values a key takes. The field counts as not stated; a bad entry among moves or events is an illegible event."
    JsonVersion "F404" "version-unknown" Error
        "A version of the schema that this program does not know"
        "The field `pentad` states the version of the schema, now 1. A newer pentad is needed."
    JsonKeyRepeated "F405" "key-repeated" Warning
        "A key stands twice in one object"
        "JSON leaves open which of the two values counts. The first was taken; the other is kept in `extra`."
    JsonKeyMissing "F406" "key-missing" Warning
        "A key that every record needs is missing"
        "A record states the version of the schema (`\"pentad\":1`) and has at least one of `moves`, `events`, `setup` and `tree`. A record without version is read as version 1."
    LibraryPoint "F601" "library-point" Error
        "A byte of a library names no point"
        "In a RenLib library the low nibble of the first byte of a node is the column from 1 to 15, the high nibble the row from the top from 0 to 14; 00 is the root or a pass. Any other byte is kept as an illegible move. RenLib refuses a library that has one; after a thousand of them the file is taken for no library."
    LibraryLeaf "F602" "library-leaf" Warning
        "A node of a library says that it has no child, and another node follows"
        "The flag 40 closes a branch, and the next node belongs to the last node before it that promised an alternative (flag 80). Here no node has promised one. As RenLib does, the next node is read as a child of this one."
    LibraryOpen "F603" "library-open" Note
        "Nodes of a library promise alternatives that do not come"
        "RenLib writes the flag 80 for a node with a later alternative. Where it saves a branch or a position by itself, it leaves the flags as they are, though the alternatives are not in the file. Nothing is missing from what was saved; the flags are written back."
    LibraryTwice "F604" "library-twice" Note
        "A point is twice among the alternatives of one position"
        "RenLib has each point once below a position. Both nodes are kept, with what follows each of them."
    LibraryTooDeep "F605" "library-too-deep" Error
        "A line of a library is longer than any game"
        "A game has 225 stones, and RenLib holds no longer line. Passes could make a line of any length: beyond 1,048,576 nodes the library is not read."
    HeaderMalformed "F701" "header-malformed" Note
        "The first line of a game file is not written as the format asks"
        "Files of engines and their managers begin with a line of fixed form, such as `Piskvorky 15x15, 11:11, 0`. What could be understood of it was read, and the rest is kept."
    MovesCount "F702" "moves-count" Warning
        "Another number of moves is announced than is there"
        "The file states how many moves it has. More or fewer are there: it may be cut off. Those that are there were read; of a format in which a byte is a move those beyond the stated number are no moves."
    OddCount "F703" "odd-count" Error
        "A line of an opening list has an odd number of numbers"
        "Each stone of such a list is two numbers, columns to the right of the middle and rows below it. Where the last one has no partner, a number is missing or one too many somewhere in the line, so that every stone may be wrong; Piskvork refuses such a line. The stones were read in pairs from the start, the last number is kept in the extra `half`."
    FieldCount "F801" "field-count" Warning
        "A row has another number of fields than the table has columns"
        "Each row of a table has a field for each column. Fields that are missing are taken as not stated; those beyond the last column are \
         kept under their numbers. Most often a comma stands in a text that is not quoted."

    // R: moves and rules.
    Occupied "R101" "occupied" Error
        "A stone on an occupied point"
        "A stone is laid on an empty intersection. In Pente a point that a capture has emptied is empty and may be used again. Source: The International Rules of Renju, 4; the rules of Pente at pente.org."
    OffBoard "R102" "off-board" Error
        "A move that names no point of the board"
        "The token is illegible, or names a point outside this board. Mind the letters: renju boards use i, pente.org skips it (`--coords`)."
    DoubleThree "R103" "double-three" Warning
        "A double-three, forbidden for Black in renju"
        "One stone makes two or more threes at once, without making a five. A three is three stones that one more allowed stone turns into a straight four; a row that can only become one at a forbidden point, or at a point that makes a five, is no three (RIF rule 9.3, read jointly, without a depth limit). `pentad forbidden --explain` shows the proof. The stone loses if it is claimed: see `unclaimed-foul`."
    DoubleFour "R104" "double-four" Warning
        "A double-four, forbidden for Black in renju"
        "One stone makes two or more fours at once, without making a five; two fours may lie in one line. A four is four stones that one more stone turns into exactly five. RIF rule 9.2."
    Overline "R105" "overline" Warning
        "A row of six or more, forbidden for Black in renju"
        "Black may not make a row longer than five, unless the same stone makes an exact five in another line. White wins with such a row. RIF rule 9.2."
    WrongColor "R106" "wrong-color" Error
        "A stone of the colour that is not due"
        "The record gives this stone a colour whose turn it is not (two black moves in a row, say). The colour is kept as it is written. Where a player passed, the record has to say so."
    PassNotAllowed "R107" "pass-not-allowed" Error
        "A pass where none is allowed"
        "Pente and its variants and engine tournaments know no passes, and no opening procedure allows one before it is finished. RIF rule 10 allows passes in renju otherwise."
    SkippedCapture "R108" "skipped-capture" Note
        "The record can be played if this capture was overlooked"
        "Captures are compulsory, and this record is judged so. It goes on as if the two (or three) stones had stayed on the board; the rules printed with the game allow that when all players overlook a capture."
    SelfCapture "R109" "self-capture" Error
        "A stone laid between two enemy stones where the rules forbid it"
        "Pente lets a player lay a stone next to an own one between two enemy stones, and nothing happens. A rules file may forbid it (rules.captures.entry = \"forbidden\"); then such a stone cannot be laid."
    CaptureMark "R110" "capture-mark" Note
        "A mark of a capture and the board disagree"
        "In the old notation of Pente a `*` behind a stone says that it captures. Here the stone takes nothing on the board, or one that takes \
         something has no mark in a record that marks captures. The board decides; the mark is kept."
    VariationsCut "R190" "variations-cut" Warning
        "More is wrong in the variations than is listed"
        "A tree can have millions of nodes, so at most 100 findings of its variations are listed for each record. This one stands for the rest, says how many there are, and is as grave as the gravest of them."

    // O: opening procedures.
    NotCentre "O101" "not-centre" Error
        "The first stone is not on the centre"
        "This opening procedure (or this variant of Pente) wants the first stone on the central intersection."
    Zone3 "O102" "zone-3x3" Error "A stone outside the central 3x3 square" "This opening procedure wants this stone within one line of the centre."
    Zone5 "O103" "zone-5x5" Error "A stone outside the central 5x5 square" "This opening procedure wants this stone within two lines of the centre."
    Zone7 "O104" "zone-7x7" Error "A stone outside the central 7x7 square" "This opening procedure wants this stone within three lines of the centre."
    Zone9 "O105" "zone-9x9" Error "A stone outside the central 9x9 square" "This opening procedure wants this stone within four lines of the centre."
    TooClose "O106" "too-close" Error "A stone too close to the centre" "Pro and long pro want Black's second stone at least three (four) lines from the centre."
    TournamentRule "O107" "tournament-rule" Error
        "Player 1's second stone is within two lines of the centre"
        "The tournament rule of Pente: player 1's second stone lies at least three lines from the centre. It holds in rated games and in variants that always have it; elsewhere breaking it is a note. `--tournament-rule on|off` decides."
    GPenteRule "O108" "g-pente-rule" Error "A stone on a line that G-Pente closes" "In G-Pente player 1's second stone may also not lie on the central lines three or four points from the centre."
    SwapNotAllowed "O109" "swap-not-allowed" Error "A swap that the opening procedure does not allow here" "Colours may be exchanged only in the swap windows of the procedure, each of which can be answered once, by the player who did not lay the last stone."
    WrongPlayer "O110" "wrong-player" Error "An event of the player whose turn it is not" "The record says who acted, and under the opening procedure (or by the order of turns) it was the other player's part."
    DeclareMissing "O111" "declare-missing" Error "The number of fifth moves was not declared" "This procedure wants the number of fifth moves declared before anything else happens."
    DeclareRange "O112" "declare-range" Error "A declared number out of range" "The number of fifth moves is limited by the procedure (Soosorv-8: 1 to 8)."
    DeclareNotAllowed "O113" "declare-not-allowed" Error "A declaration that has no place here" "The procedure knows no declaration of a number of fifth moves at this point."
    OfferMissing "O114" "offer-missing" Error "The fifth moves were not offered" "This procedure wants fifth moves offered, from which the opponent chooses, and a stone was laid instead."
    OfferNotAllowed "O115" "offer-not-allowed" Error "An offer of fifth moves that has no place here" "The procedure allows no offer at this point."
    OfferCount "O116" "offer-count" Error "The wrong number of fifth moves" "As many fifth moves have to be offered as the procedure fixes or as was declared."
    DuplicateOffer "O117" "duplicate-offer" Error "A fifth move offered twice" "The offered points have to differ."
    SymmetricOffers "O118" "symmetric-offers" Error "Two offered fifth moves are the same by symmetry" "No symmetry of the four stones on the board may carry one offered point to another. The edge and the centre of the board do not count. Source: the wording of the Renju International Federation (fifth moves unequal in all respects); A. Meritee, 2008, on the Taraguchi text."
    OfferAfterSwap "O119" "offer-after-swap" Warning "Ten fifth moves offered after a swap at move 4" "In Taraguchi the swap after move 4 and the offer of fifth moves are alternatives in the federation's text, while another text allows both. `--strict` makes this an error."
    ChooseMissing "O120" "choose-missing" Error "No fifth move was chosen" "After the offer the opponent chooses one of the offered points, and only then lays stone 6."
    ChooseNotAllowed "O121" "choose-not-allowed" Error "A choice of a fifth move that has no place here" "Nothing was offered."
    ChooseNotOffered "O122" "choose-not-offered" Error "The chosen fifth move was not offered" "The choice is among the offered points."
    ChoiceMissing "O123" "choice-missing" Error "The choice of colour is missing" "The procedure wants a player to choose a colour (or to lay two more stones) here."
    ChoiceInvalid "O124" "choice-invalid" Error "A choice that does not exist" "The choices are white, black and, where the procedure has it, place-two."
    ChoiceNotAllowed "O125" "choice-not-allowed" Error "A choice that has no place here" "The procedure offers no such choice at this point."
    OutsideZone "O126" "outside-zone" Error "A stone outside the square that the procedure allows" "An opening procedure of a rules file wants this stone within a number of lines of the centre that has no code of its own."
    FactsMissing "O127" "facts-missing" Note
        "The record leaves out facts that the opening procedure hangs on"
        "A bare list of moves cannot show who swapped, what was offered or which colour was chosen. What can be checked (zones, distances) was checked and is in order; the rest is unverifiable, and the verdict says so."

    // G: end and result.
    MovesAfterEnd "G101" "moves-after-end" Error
        "Play goes on after the game has ended"
        "The game ended on the board at an earlier ply under this rule and these policies (`--five`, `--foul`). Later plies are counted and kept, not judged."
    UnclaimedFoul "G102" "unclaimed-foul" Warning
        "A foul of Black's was not claimed"
        "A forbidden move loses only when it is pointed out before the next stone (RIF practice). Here play went on, or the stated result is not White's win. `--foul lose` ends the game at the foul as servers do, `--foul KIND=until-end` lets the claim come later, `--foul block` makes the move an error."
    UnnoticedFive "G103" "unnoticed-five" Warning
        "A five was completed and play went on"
        "Over the board a five counts when its owner declares it; nobody else may point it out. `--five ends` ends the game there as servers and engines do."
    ResultDisagrees "G104" "result-disagrees" Warning
        "The stated result is not the one on the board"
        "The board proves how the game ended, and the record states another result. Both are kept; a wrong result never makes a record illegal."
    ResultConflict "G105" "result-conflict" Warning
        "The record states two different results"
        "Header and movetext (or two fields) name different results. Neither wins silently; the header's is used where one is needed."
    RecordIncomplete "G106" "record-incomplete" Note
        "The record says that moves are missing"
        "The moves end before the game did. The result is the stated one."
    FourNotAnswered "G107" "four-not-answered" Note
        "A four was left unanswered"
        "The opponent could make a five with the next stone, and the player neither stopped it nor made a five first; often a resignation by moving elsewhere. Where the five follows at once there is no note. `pentad check` looks for it where notes are told (`-v`, `--format jsonl`)."
    WrongClaim "G108" "wrong-claim" Warning
        "A claim that does not hold"
        "The record says that a five or a foul was claimed at this point, and nothing can be claimed: there is none, the claim comes too \
         late, or it is not this player's to make. Play goes on."
    RowOutranks "G109" "row-outranks" Note
        "A row that survived the reply goes before what the reply won"
        "In Boat- and O-Pente a row that could be broken wins when it still stands after the reply, even if the reply took the last stones that captures need or completed a row of its own. Source: pente.org; AbstractPlay has the same order."

    // M: meta data.
    SizeAssumed "M101" "size-assumed" Note
        "The record does not state the size of the board"
        "The usual size of the game or format was taken; `--size N` overrides."
    SizeInvalid "M102" "size-invalid" Error
        "A size of the board that is not supported"
        "Boards are 5 to 26 points wide and high."
    RulesUnknown "M103" "rules-unknown" Warning
        "The record names a rule that pentad does not know"
        "The rule's name is none that `pentad explain games` lists. Under `--rules NAME` the record is judged all the same. Without it nothing but a point off the board is an error, nothing ends the game on the board, and the record is unverifiable."
    RulesContradiction "M104" "rules-contradiction" Note
        "The flag names another rule than the record"
        "The record's own statement goes first. `--override-rules` judges under the flag."
    RulesAssumed "M105" "rules-assumed" Note
        "The record does not say under which rule it was played"
        "The rule was taken from the size of the board and the format; `--rules NAME` states it."
    OpeningUnknown "M106" "opening-unknown" Warning
        "The record names an opening procedure that pentad does not know"
        "The board alone is judged."
    OpeningAssumed "M107" "opening-assumed" Note
        "The name of the opening procedure leaves its number open"
        "A bare `taraguchi` is read as taraguchi-5, a bare `soosorv` as soosorv-4."
    CoordsInferred "M108" "coords-inferred" Note
        "The letters of the columns were inferred"
        "Nothing in the record says whether the letter i is used. `--coords with-i|skip-i` states it."
    DateUnreadable "M109" "date-unreadable" Note
        "A date that cannot be read"
        "The text is kept as it is."
    ResultUnreadable "M110" "result-unreadable" Note
        "A result that cannot be read, or not all of it"
        "The text is kept as it is. Where it begins with a winner (`B+Foo`) the winner counts; else the result is unknown."
    SetupInvalid "M111" "setup-invalid" Error
        "The position that the game starts from is not possible"
        "A setup stone lies outside the board or on another one."
    ResultLocalised "M112" "result-localised" Note
        "A result is written in words of another language"
        "SGF writes results as `B+` and `W+`. A few exact words of other languages (such as 黑胜, 白胜, 和棋) are understood; any other text counts as unknown."

    // C: corpus and event.
    CountDiffers "C101" "count-differs" Error
        "The number of records is not the expected one"
        "`--expect N` was given, and another number of records was seen."
}

impl Code {
    /// The families: the letter that the numbers start with, and a title.
    pub const FAMILIES: &[(char, &str)] = &[
        ('F', "Reading a format"),
        ('R', "Moves and rules"),
        ('O', "Opening procedures"),
        ('G', "End and result"),
        ('M', "Meta data"),
        ('C', "Corpus and event"),
    ];

    /// The number, such as `R101`.
    pub const fn number(self) -> &'static str {
        self.info().number
    }

    /// The name, such as `occupied`.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Severity where no policy says otherwise.
    pub const fn severity(self) -> Severity {
        self.info().severity
    }

    /// The code with this number or name, whatever the case.
    pub fn find(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.number().eq_ignore_ascii_case(text) || c.name().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_unique_and_ordered_within_families() {
        for (i, a) in Code::ALL.iter().enumerate() {
            for b in &Code::ALL[i + 1..] {
                assert_ne!(a.number(), b.number());
                assert_ne!(a.name(), b.name());
                if a.number()[..1] == b.number()[..1] {
                    assert!(a.number() < b.number(), "{a} before {b}");
                }
            }
            assert_eq!(Code::find(a.number()), Some(*a));
            assert_eq!(Code::find(a.name()), Some(*a));
            assert!(a.info().summary.len() > 10 && a.info().page.len() > 10, "{a}");
        }
    }
}
