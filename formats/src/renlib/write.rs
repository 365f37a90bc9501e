//! Writes a library. Where the record was read from one and is unchanged, the bytes are those that were read.

use pentad_rules::{Action, Point, Size};

use super::facts::{FILLER, Facts};
use super::game;
use super::header::{MAGIC, OLD_START};
use super::node::{NO_POINT, byte};
use super::plan::{Losses, Plan};
use super::strings::Decoder;
use super::write_node::NodeWriter;
use crate::{Encoding, Field, Loss, Names, NodeId, NoteKind, Paint, ReadOptions, Record, WriteOptions};

/// Appends a library of the record.
pub(super) fn write(record: &Record, options: &WriteOptions, out: &mut Vec<u8>) -> Vec<Loss> {
    let refuse = |why| vec![Loss::record(why)];
    if !record.readable {
        return refuse("it could not be read");
    }
    if record.size.is_some_and(|size| size != Size::RENJU) {
        return refuse("a library has a board of 15x15");
    }
    if !record.setup.is_empty_board() {
        return refuse("a library starts from the empty board");
    }
    let mut losses = Losses::default();
    let plan = match Plan::of(record, &mut losses) {
        Ok(plan) => plan,
        Err(why) => return refuse(why),
    };
    losses.add("whose turn it is", u64::from(!record.setup.is_empty()), "Black begins, and a library does not say so");
    header_losses(record, &mut losses);
    let facts = Facts::of(record).filter(|_| options.dialect.is_none());
    let start = out.len();
    if let Some(facts) = &facts {
        let mut told = Losses::default();
        if file(record, &plan, options, Some(facts), true, out, &mut told) && is_that(record, facts, &out[start..]) {
            losses.0.append(&mut told.0);
            return losses.0;
        }
        // The record was changed after it was read: the file has other nodes.
        out.truncate(start);
    }
    file(record, &plan, options, facts.as_ref(), false, out, &mut losses);
    losses.0
}

/// Whether flags that do not fit the tree still tell the record's tree.
fn is_that(record: &Record, facts: &Facts, bytes: &[u8]) -> bool {
    if facts.bits.is_empty() {
        return true;
    }
    let mut back = Record::new();
    super::read::read(bytes, &ReadOptions::default(), &mut back);
    match (&record.tree, &back.tree) {
        (Some(a), Some(b)) => a.same_form(b),
        _ => false,
    }
}

/// Appends the file. `exact` says to write it as the facts tell; then the answer is whether it has as many nodes as they tell.
fn file(
    record: &Record,
    plan: &Plan<'_>,
    options: &WriteOptions,
    facts: Option<&Facts>,
    exact: bool,
    out: &mut Vec<u8>,
    losses: &mut Losses,
) -> bool {
    let rapfi = options.dialect.is_some();
    let main = facts.and_then(|f| f.encoding).unwrap_or(Encoding::UTF_8);
    let last = plan.tree.main_line().last().unwrap_or(0);
    let turn = super::turn(options.dialect).inverse();
    let mut writer = NodeWriter {
        plan,
        out,
        losses,
        facts: facts.filter(|_| exact),
        from_library: Facts::of(record).is_some(),
        decoder: Decoder { main },
        turn,
        rapfi,
        number: 0,
        bits: 0,
        notes: 0,
        last_of_game: last,
        game: game_comment(record, plan, last),
    };
    let form = Form::of(&writer, facts, rapfi);
    match form {
        Form::Headerless => {}
        Form::Plain { version } | Form::Rooted { version } => {
            writer.out.extend_from_slice(MAGIC);
            writer.out.extend_from_slice(&version);
            writer.out.extend_from_slice(&facts.and_then(|f| f.filler).unwrap_or(FILLER));
        }
    }
    writer.nodes(matches!(form, Form::Rooted { .. }));
    let count = writer.number;
    if let Some(tail) = facts.and_then(|f| f.tail).filter(|_| exact) {
        out.push(tail);
    }
    exact && facts.is_some_and(|f| f.nodes == count)
}

/// How a file begins.
#[derive(Clone, Copy)]
enum Form {
    Headerless,
    /// Without a root node.
    Plain {
        version: [u8; 2],
    },
    Rooted {
        version: [u8; 2],
    },
}

impl Form {
    /// As the file was that the record was read from; else as RenLib does: without a root where every first move is h8, nothing is to be
    /// said before it, and nobody passes.
    fn of(writer: &NodeWriter<'_, '_, '_>, facts: Option<&Facts>, rapfi: bool) -> Form {
        let plan = writer.plan;
        let bare = !writer.root_says_something();
        // What begins with a pass would be taken for a root.
        let labels = writer.first_labels();
        let first = plan.tree.first_child(0).map(|id| writer.byte_of(id));
        let first = match (first, labels.first()) {
            (Some(first), Some(&label)) if label < first => Some(label),
            (None, label) => label.copied(),
            (first, _) => first,
        };
        let may_lack = bare && first.is_some_and(|byte| byte != NO_POINT);
        match facts {
            _ if rapfi && may_lack => Form::Plain { version: [3, 0] },
            Some(facts) if facts.root => Form::Rooted { version: facts.version.unwrap_or([3, 4]) },
            Some(Facts { version: Some(version), .. }) if may_lack => Form::Plain { version: *version },
            Some(Facts { version: None, .. }) if may_lack && first == Some(OLD_START) => Form::Headerless,
            // A file with a header and nothing else.
            Some(Facts { version: Some(version), nodes: 0, .. }) if bare && first.is_none() => {
                Form::Plain { version: *version }
            }
            _ => {
                let centre = byte(Size::RENJU.centre());
                let on_centre = plan.tree.children(0).all(|id| Some(writer.byte_of(id)) == centre);
                let passes = || (1..plan.tree.len() as NodeId).any(|id| writer.byte_of(id) == NO_POINT);
                if may_lack && labels.is_empty() && on_centre && !passes() {
                    Form::Plain { version: [3, 0] }
                } else {
                    Form::Rooted { version: [3, 4] }
                }
            }
        }
    }
}

/// What the comment of the last move is to say of the game, with the move's own comment.
fn game_comment(record: &Record, plan: &Plan<'_>, last: NodeId) -> Option<String> {
    let own = plan.notes_at(last).iter().find(|n| n.kind == NoteKind::Comment && n.key.is_empty());
    game::game_comment(record, own.map_or("", |n| n.value), !plan.tree.is_chain())
}

fn header_losses(record: &Record, losses: &mut Losses) {
    for &field in Field::ALL {
        if let Some(text) = record.get(field)
            && !game::carries(field, text)
        {
            losses.add(field.name(), 1, "a library has no place for it");
        }
    }
    let mut add = |what, lost, why| losses.add(what, u64::from(lost), why);
    add("names", record.names != Names::ByColor, "a library does not say whom names belong to");
    add("opener", record.opener.is_some(), "a library has no place for it");
    add("paint", record.paint != Paint::BlackFirst, "in a library black begins");
    add("official result", record.official.is_some(), "a library has one result");
    add("given moves", record.prefix.is_some(), "a library does not mark them");
    add("incomplete", record.incomplete, "a library cannot say that moves are missing");
    add("reason", record.reason.is_some(), "a library has no place for it");
    add("rated", record.rated.is_some(), "a library has no place for it");
    add("second result", record.other_result.is_some(), "a library has one result");
}

impl NodeWriter<'_, '_, '_> {
    /// The point byte of a node.
    pub(super) fn byte_of(&self, id: NodeId) -> u8 {
        match self.plan.tree.event(id).map(|e| e.action) {
            Some(Action::Place(Some(p)) | Action::Choose(Some(p))) => self.byte(p).unwrap_or(NO_POINT),
            Some(Action::Pass) => NO_POINT,
            _ => {
                let facts = self.node_facts(id);
                facts.no_move.or(facts.byte).unwrap_or(NO_POINT)
            }
        }
    }

    /// The byte of a point as the dialect has it.
    pub(super) fn byte(&self, point: Point) -> Option<u8> {
        byte(self.turn.apply(point, Size::RENJU))
    }
}
