//! What the index says of itself: how it was made, of which files, and where its parts lie.

use pentad_rules::Size;

use super::block::Extent;
use super::leaves::RootBlock;
use super::wire::{Wire, put_bytes, put_number};

/// How an index is made: what its answers depend on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexOptions {
    /// The options that records were read and judged by, as the program that makes the index wants to find them again.
    pub flags: Vec<String>,
    /// How many plies of each game are kept, and up to how many stones positions are found.
    pub depth: u8,
}

/// Everything but rows and postings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Meta {
    pub(super) program: String,
    pub(super) options: IndexOptions,
    /// The paths as they were given.
    pub(super) arguments: Vec<Vec<u8>>,
    pub(super) files: Vec<FileMeta>,
    pub(super) kinds: Vec<Kind>,
    /// How many records there are of each kind.
    pub(super) of_kind: Vec<u64>,
    pub(super) rows: Extent64,
    pub(super) root: RootBlock,
    pub(super) positions: u64,
}

/// Where the rows begin, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extent64 {
    pub(super) offset: u64,
    pub(super) count: u64,
}

/// A file, and what tells that it has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FileMeta {
    pub(super) path: Vec<u8>,
    /// Whether it was found in a folder or by a pattern.
    pub(super) walked: bool,
    pub(super) state: Option<FileState>,
    pub(super) inputs: Vec<InputMeta>,
}

/// What tells that a file has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FileState {
    pub(super) size: u64,
    /// When it was changed: seconds and nanoseconds from 1970 on.
    pub(super) changed: (i64, u32),
    /// A checksum of some of its bytes.
    pub(super) probe: u32,
}

/// An input in a file: the file itself, or a member of the archive that it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct InputMeta {
    pub(super) member: Option<String>,
    pub(super) records: u64,
    pub(super) unreadable: u64,
    /// Whether something is wrong with it as a whole.
    pub(super) outcome: bool,
}

/// What many games have in common.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub(super) struct Kind {
    pub(super) size: Size,
    /// Whether its column letters skip the i.
    pub(super) skip_i: bool,
    pub(super) game: String,
    /// Whether its games begin with a position that was set up.
    pub(super) set_up: bool,
}

fn put_state(state: Option<FileState>, out: &mut Vec<u8>) {
    let Some(FileState { size, changed: (seconds, nanos), probe }) = state else { return out.push(0) };
    out.push(1);
    out.extend_from_slice(&size.to_le_bytes());
    out.extend_from_slice(&seconds.to_le_bytes());
    out.extend_from_slice(&nanos.to_le_bytes());
    out.extend_from_slice(&probe.to_le_bytes());
}

fn state(wire: &mut Wire<'_>) -> Option<Option<FileState>> {
    if wire.byte()? == 0 {
        return Some(None);
    }
    let size = wire.u64()?;
    let changed = (i64::from_le_bytes(wire.array()?), wire.u32()?);
    Some(Some(FileState { size, changed, probe: wire.u32()? }))
}

impl Meta {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        put_bytes(out, self.program.as_bytes());
        put_number(out, self.options.flags.len() as u64);
        self.options.flags.iter().for_each(|flag| put_bytes(out, flag.as_bytes()));
        out.push(self.options.depth);
        put_number(out, self.arguments.len() as u64);
        self.arguments.iter().for_each(|path| put_bytes(out, path));
        put_number(out, self.files.len() as u64);
        for file in &self.files {
            put_bytes(out, &file.path);
            out.push(u8::from(file.walked));
            put_state(file.state, out);
            put_number(out, file.inputs.len() as u64);
            for input in &file.inputs {
                out.push(u8::from(input.member.is_some()) | u8::from(input.outcome) << 1);
                input.member.iter().for_each(|member| put_bytes(out, member.as_bytes()));
                put_number(out, input.records);
                put_number(out, input.unreadable);
            }
        }
        put_number(out, self.kinds.len() as u64);
        for (kind, count) in self.kinds.iter().zip(&self.of_kind) {
            let flags = u8::from(kind.skip_i) | u8::from(kind.set_up) << 1;
            out.extend_from_slice(&[kind.size.width(), kind.size.height(), flags]);
            put_bytes(out, kind.game.as_bytes());
            put_number(out, *count);
        }
        out.extend_from_slice(&self.rows.offset.to_le_bytes());
        out.extend_from_slice(&self.rows.count.to_le_bytes());
        out.extend_from_slice(&self.root.extent.offset.to_le_bytes());
        out.extend_from_slice(&self.root.extent.len.to_le_bytes());
        out.push(self.root.levels);
        out.extend_from_slice(&self.positions.to_le_bytes());
    }

    pub(super) fn read(bytes: &[u8]) -> Option<Meta> {
        let mut wire = Wire(bytes);
        let wire = &mut wire;
        let program = wire.text()?;
        let flags = wire.list(Wire::text)?;
        let options = IndexOptions { flags, depth: wire.byte()? };
        let arguments = wire.list(|wire| wire.bytes().map(<[u8]>::to_vec))?;
        let files = wire.list(|wire| {
            let path = wire.bytes()?.to_vec();
            let walked = wire.byte()? != 0;
            let state = state(wire)?;
            let inputs = wire.list(|wire| {
                let flags = wire.byte()?;
                let member = if flags & 1 == 0 { None } else { Some(wire.text()?) };
                let (records, unreadable) = (wire.number()?, wire.number()?);
                Some(InputMeta { member, records, unreadable, outcome: flags & 2 != 0 })
            })?;
            Some(FileMeta { path, walked, state, inputs })
        })?;
        let kinds = wire.list(|wire| {
            let [width, height, flags] = wire.array()?;
            let size = Size::new(width, height)?;
            let kind = Kind { size, skip_i: flags & 1 != 0, set_up: flags & 2 != 0, game: wire.text()? };
            Some((kind, wire.number()?))
        })?;
        let (kinds, of_kind) = kinds.into_iter().unzip();
        let rows = Extent64 { offset: wire.u64()?, count: wire.u64()? };
        let extent = Extent { offset: wire.u64()?, len: wire.u32()? };
        let root = RootBlock { extent, levels: wire.byte()? };
        let positions = wire.u64()?;
        let meta = Meta { program, options, arguments, files, kinds, of_kind, rows, root, positions };
        wire.0.is_empty().then_some(meta)
    }
}
