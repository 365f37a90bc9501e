//! Formats of the family that pentad knows and does not read yet, and collections that are no records: each is refused by its name, since
//! "unknown" would send people looking for a damage that is not there.

/// A kind of file.
struct Kind {
    name: &'static str,
    /// Extensions that tell the kind where the bytes say nothing against it.
    extensions: &'static [&'static str],
    /// Whether the first bytes tell it.
    is: fn(&[u8]) -> bool,
    /// Whether they can hardly be anything else.
    magic: bool,
}

const fn kind(name: &'static str, extensions: &'static [&'static str], is: fn(&[u8]) -> bool) -> Kind {
    Kind { name, extensions, is, magic: false }
}

const fn by_magic_number(name: &'static str, extensions: &'static [&'static str], is: fn(&[u8]) -> bool) -> Kind {
    Kind { name, extensions, is, magic: true }
}

/// Nothing in the bytes tells it from other files.
fn never(_: &[u8]) -> bool {
    false
}

/// What the counts that `pentad stats` writes are called where they are no input.
pub const STATS_PARTIAL: &str =
    "a partial of pentad stats: counts and no games; pentad stats takes it, from a plain file";

static KINDS: [Kind; 12] = [
    by_magic_number(STATS_PARTIAL, &["pentad-partial"], is_stats_partial),
    by_magic_number("a RenjuNet database (rif), which is not read yet", &["rif"], is_rif),
    by_magic_number("a Palm database of GoRenjer (pdb), which is not read yet", &["pdb"], is_palm),
    kind("a ShowRenju text (bdt), which is not read yet", &["bdt"], is_show_renju),
    kind("a Renju Dynamic Figure (rdf), which is not read yet", &["rdf"], is_dynamic_figure),
    kind("a RenJS tree (ren), which is not read yet", &["ren", "renjs"], is_renjs),
    kind("an X & O game file, which is not read yet", &[], is_x_and_o),
    kind("a Datafree collection (buf), which is not read yet", &["buf"], is_datafree),
    kind("a BaseCity game (wzq), which is not read yet", &["wzq"], never),
    by_magic_number("LZ4 data: an engine's database or games, which are not read yet", &["lz4"], is_lz4),
    kind("games of engines for training (binpack), which are not read yet", &["binpack"], never),
    kind("a database of Yixin or Rapfi (db): a set of positions without an order of moves, and no games", &[], is_yxdb),
];

/// The kind of file that its first bytes tell whatever else they look like.
pub(crate) fn by_magic(head: &[u8]) -> Option<&'static str> {
    KINDS.iter().find(|kind| kind.magic && (kind.is)(head)).map(|kind| kind.name)
}

/// The kind of file that the first bytes look like, if they look like no format that is read.
pub(crate) fn by_bytes(head: &[u8]) -> Option<&'static str> {
    KINDS.iter().find(|kind| (kind.is)(head)).map(|kind| kind.name)
}

/// The kind of file that the extension tells.
pub(crate) fn by_extension(extension: &str) -> Option<&'static str> {
    let is = |kind: &&Kind| kind.extensions.iter().any(|e| e.eq_ignore_ascii_case(extension));
    KINDS.iter().find(is).map(|kind| kind.name)
}

/// The text without a byte order mark and white space before it.
fn text(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start()
}

fn first_line(head: &[u8]) -> &[u8] {
    let text = text(head);
    &text[..memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len())]
}

fn has(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

fn is_stats_partial(head: &[u8]) -> bool {
    head.starts_with(b"\x89PNTPT\r\n")
}

/// XML whose root is `database` with a version and a date.
fn is_rif(head: &[u8]) -> bool {
    let text = text(head);
    let Some(at) = memchr::memmem::find(text, b"<database") else { return false };
    let tag = &text[at..];
    let tag = &tag[..memchr::memchr(b'>', tag).unwrap_or(tag.len())];
    text.starts_with(b"<") && has(tag, b"version=") && has(tag, b"date=")
}

fn is_palm(head: &[u8]) -> bool {
    head.get(60..68) == Some(b"DATA5Ren")
}

/// `key=[black,white,result,moves,5A,reverse,comment]` in one of the first lines, the moves in hexadecimal digits.
fn is_show_renju(head: &[u8]) -> bool {
    let game = |line: &[u8]| {
        let Some(open) = memchr::memmem::find(line, b"=[") else { return false };
        let mut fields = line[open + 2..].splitn(7, |&b| b == b',');
        let moves = fields.nth(3).unwrap_or_default();
        moves.len() >= 6
            && moves.len().is_multiple_of(2)
            && moves.iter().all(u8::is_ascii_hexdigit)
            && fields.nth(1).is_some()
    };
    text(head).split(|&b| b == b'\n').take(8).any(game)
}

fn is_dynamic_figure(head: &[u8]) -> bool {
    has(first_line(head), b":RDFA")
}

fn is_renjs(head: &[u8]) -> bool {
    let line = first_line(head);
    line.starts_with(b"[i=") && has(line, b";p=") && has(line, b";f=")
}

/// `[GAME]` on a line of its own, after comments at most.
fn is_x_and_o(head: &[u8]) -> bool {
    let lines = text(head).split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.skip_while(|line| line.is_empty() || line.starts_with(b";"));
    lines.next().is_some_and(|line| line.eq_ignore_ascii_case(b"[game]"))
}

/// Records of 256 bytes: two names of 15 bytes, then moves from 1 to 225 and nothing but zeros after them. The flags of a name add 100 to
/// its bytes, so that these tell nothing.
fn is_datafree(head: &[u8]) -> bool {
    let records = head.chunks_exact(256);
    let whole = records.remainder().is_empty() && !head.is_empty();
    let fits = |record: &[u8]| {
        let moves = &record[30..];
        let len = moves.iter().position(|&m| m == 0).unwrap_or(moves.len());
        let mut seen = [false; 256];
        let once = |&m: &u8| m <= 225 && !std::mem::replace(&mut seen[usize::from(m)], true);
        len >= 4 && len < moves.len() && moves[..len].iter().all(once) && moves[len..].iter().all(|&m| m == 0)
    };
    let names = head.get(..30).is_some_and(|names| names.iter().all(|&b| b >= b' '));
    whole && names && records.clone().all(fits)
}

fn is_lz4(head: &[u8]) -> bool {
    head.starts_with(b"\x04\x22\x4D\x18")
}

/// A number of records, then a key of 3 bytes and two for each stone, the first three of which are rule and board.
fn is_yxdb(head: &[u8]) -> bool {
    let &[_, _, _, _, low, high, rule, width, height, ..] = head else { return false };
    let key = usize::from(u16::from_le_bytes([low, high]));
    let board = rule <= 2 && (5..=22).contains(&width) && (5..=22).contains(&height);
    let empty = key == 3 && rule <= 2 && width == 0 && height == 0;
    // The count of a file that is not empty, and a key of an odd number of bytes.
    head[..4] != [0; 4] && (empty || board && key >= 3 && key % 2 == 1 && key <= 3 + 2 * 22 * 22)
}

#[cfg(test)]
mod tests {
    use super::{by_bytes, by_extension};

    #[test]
    fn each_kind_is_told_by_its_bytes() {
        let palm = [&[b'x'; 60][..], b"DATA5Ren\0\0\0\0"].concat();
        let mut datafree = vec![b' '; 256];
        datafree[30..].fill(0);
        datafree[30..35].copy_from_slice(&[113, 114, 99, 98, 225]);
        let cases: [(&[u8], &str); 9] = [
            (b"\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<database version=\"1.0\" date=\"2026-01-01\">", "(rif)"),
            (&palm, "(pdb)"),
            (b"2026\r\ncup=[Ann,Bo,+,8879898A,,N,good, game]\r\n", "(bdt)"),
            (b"x:RDFA1:\n 1HH", "(rdf)"),
            (b"[i=0;p=;m=0;f=;c=,1,]", "(ren)"),
            (b"; a comment\r\n\r\n[GAME]\r\nType=101\r\n", "X & O"),
            (&datafree, "(buf)"),
            (b"\x04\x22\x4D\x18\x60", "LZ4"),
            (b"\x02\0\0\0\x05\0\x02\x0f\x0f\x07\x07\x05\0", "(db)"),
        ];
        for (head, part) in cases {
            assert!(by_bytes(head).is_some_and(|name| name.contains(part)), "{part}: {:?}", by_bytes(head));
        }
        for other in [
            &b"<html><database/></html>"[..],
            b"a=[1,2,3,4,5,6]",
            b"1,2,3,4\n",
            b"a text without an end, long enough to be a record of a collection of games in two hundred and fifty-six bytes, as the sentence goes on and on \
              until it has as many letters as it needs to be taken for one by a test that is too easy to please, which is what this one is for. The end of it is here now.",
            b"(;GM[4]SZ[15];B[hh])",
            b"[Game \"Pente\"]\n",
            b"\x05\x70\x71\x6F\xF0\x72",
            b"",
        ] {
            assert_eq!(by_bytes(other), None, "{}", String::from_utf8_lossy(other));
        }
        assert!(by_extension("WZQ").is_some_and(|name| name.contains("BaseCity")));
        assert_eq!(by_extension("txt"), None);
    }
}
