//! What a library's file says beside its tree, as one text: the extra [`KEY`] of the record. With it the same bytes can be written again.
//!
//! `3.4 root nodes:15 bits:14^40 tail:0a encoding:GBK`

use std::fmt::Write as _;

use crate::{Encoding, Record};

/// The key of extras of a record and of its nodes that only a library has a place for.
pub(super) const KEY: &str = "LIB";
/// The key of a text on the board that belongs to no point.
pub(super) const TEXT_KEY: &str = "LIBTEXT";
/// The key of a node's mark: "something interesting here" in SGF.
pub(super) const MARK_KEY: &str = "HO";

/// How many flags that do not fit the tree are kept.
pub(super) const MAX_BITS: usize = 4096;

/// The filler of a header.
pub(super) const FILLER: [u8; 10] = [0xff; 10];

/// Facts of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts {
    /// Major and minor version; `None` in a file without a header.
    pub(super) version: Option<[u8; 2]>,
    /// Whether the file has a root node.
    pub(super) root: bool,
    /// The filler of the header, where it is not the usual one.
    pub(super) filler: Option<[u8; 10]>,
    /// How many nodes the file has, the root and the nodes of texts among them.
    pub(super) nodes: u32,
    /// Nodes, by their number in the file, and the flags that are not as the tree has them.
    pub(super) bits: Vec<(u32, u8)>,
    /// An odd byte after the last node.
    pub(super) tail: Option<u8>,
    /// The encoding of texts that are not UTF-8.
    pub(super) encoding: Option<Encoding>,
}

impl Facts {
    /// The facts as a text.
    pub(super) fn text(&self) -> String {
        let mut text = match self.version {
            Some([major, minor]) => format!("{major}.{minor}"),
            None => "headerless".to_owned(),
        };
        if self.root {
            text.push_str(" root");
        }
        let _ = write!(text, " nodes:{}", self.nodes);
        if let Some(filler) = &self.filler {
            text.push_str(" filler:");
            filler.iter().for_each(|byte| {
                let _ = write!(text, "{byte:02x}");
            });
        }
        for (at, (node, flags)) in self.bits.iter().enumerate() {
            let _ = write!(text, "{}{node}^{flags:02x}", if at == 0 { " bits:" } else { "," });
        }
        if let Some(tail) = self.tail {
            let _ = write!(text, " tail:{tail:02x}");
        }
        if let Some(encoding) = self.encoding {
            let _ = write!(text, " encoding:{}", encoding.name());
        }
        text
    }

    /// The facts of a record, where it has them and they can be read.
    pub(super) fn of(record: &Record) -> Option<Facts> {
        // A root has facts of its node there as well.
        let mut own = record.notes().filter(|n| n.at == 0 && n.key == KEY);
        own.find_map(|n| Facts::parse(n.value))
    }

    fn parse(text: &str) -> Option<Facts> {
        let mut facts = Facts::default();
        let mut words = text.split(' ');
        facts.version = match words.next()? {
            "headerless" => None,
            version => {
                let (major, minor) = version.split_once('.')?;
                Some([major.parse().ok()?, minor.parse().ok()?])
            }
        };
        for word in words {
            match word.split_once(':').unwrap_or((word, "")) {
                ("root", "") => facts.root = true,
                ("nodes", count) => facts.nodes = count.parse().ok()?,
                ("filler", hex) => facts.filler = Some(bytes(hex)?),
                ("bits", list) => {
                    let one = |item: &str| {
                        let (node, flags) = item.split_once('^')?;
                        Some((node.parse().ok()?, u8::from_str_radix(flags, 16).ok()?))
                    };
                    facts.bits = list.split(',').map(one).collect::<Option<_>>()?;
                }
                ("tail", hex) => facts.tail = Some(u8::from_str_radix(hex, 16).ok()?),
                ("encoding", name) => facts.encoding = Some(Encoding::from_label(name)?),
                _ => return None,
            }
        }
        Some(facts)
    }
}

/// Facts of a node, as the extra [`KEY`] of the node: `start no-move:79 extension:8001`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NodeFacts {
    /// The viewer jumps to this position.
    pub(super) start: bool,
    /// Another alternative before it is on the same point, and a text on that point belongs to that one.
    pub(super) twin: bool,
    /// The point byte of a node that lays no stone.
    pub(super) no_move: Option<u8>,
    /// A point byte that names no point.
    pub(super) byte: Option<u8>,
    /// The comment is in 7-bit characters.
    pub(super) old: bool,
    /// The flags of both kinds of comment are set.
    pub(super) both: bool,
    /// The extension word, where it does not only say that a text follows.
    pub(super) extension: Option<u16>,
    /// The file ends before the extension word.
    pub(super) no_extension: bool,
}

impl NodeFacts {
    pub(super) fn text(&self) -> String {
        let words = [
            self.start.then(|| "start".to_owned()),
            self.twin.then(|| "twin".to_owned()),
            self.no_move.map(|byte| format!("no-move:{byte:02x}")),
            self.byte.map(|byte| format!("byte:{byte:02x}")),
            self.old.then(|| "old".to_owned()),
            self.both.then(|| "both".to_owned()),
            self.extension.map(|word| format!("extension:{word:04x}")),
            self.no_extension.then(|| "no-extension".to_owned()),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn parse(text: &str) -> Option<NodeFacts> {
        let mut facts = NodeFacts::default();
        for word in text.split(' ') {
            let hex = |hex| u16::from_str_radix(hex, 16).ok();
            match word.split_once(':').unwrap_or((word, "")) {
                ("start", "") => facts.start = true,
                ("twin", "") => facts.twin = true,
                ("old", "") => facts.old = true,
                ("both", "") => facts.both = true,
                ("no-extension", "") => facts.no_extension = true,
                ("no-move", byte) => facts.no_move = Some(hex(byte)?.try_into().ok()?),
                ("byte", byte) => facts.byte = Some(hex(byte)?.try_into().ok()?),
                ("extension", word) => facts.extension = Some(hex(word)?),
                _ => return None,
            }
        }
        Some(facts)
    }
}

fn bytes(hex: &str) -> Option<[u8; 10]> {
    let pairs: Option<Vec<u8>> = (0..10).map(|at| u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()).collect();
    pairs.filter(|_| hex.len() == 20)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_nodes_come_back() {
        let mut facts = NodeFacts { start: true, no_move: Some(0x79), ..NodeFacts::default() };
        assert_eq!(facts.text(), "start no-move:79");
        assert_eq!(NodeFacts::parse(&facts.text()), Some(facts));
        facts = NodeFacts { twin: true, byte: Some(0xf0), old: true, both: true, extension: Some(0x8001), ..facts };
        facts.no_extension = true;
        assert_eq!(NodeFacts::parse(&facts.text()), Some(facts));
        assert_eq!(NodeFacts::parse("what"), None);
    }

    #[test]
    fn facts_come_back() {
        let mut facts = Facts { version: Some([3, 4]), root: true, nodes: 15, ..Facts::default() };
        assert_eq!(facts.text(), "3.4 root nodes:15");
        assert_eq!(Facts::parse(&facts.text()), Some(facts.clone()));
        facts =
            Facts { version: None, bits: vec![(3, 0x80), (14, 0x40)], tail: Some(10), filler: Some([1; 10]), ..facts };
        facts.encoding = Encoding::from_label("GBK");
        assert_eq!(Facts::parse(&facts.text()), Some(facts));
        for bad in ["", "3", "3.4 nodes:x", "3.4 what", "3.4 tail:", "3.4 filler:00", "3.4 bits:1"] {
            assert_eq!(Facts::parse(bad), None, "{bad}");
        }
    }
}
