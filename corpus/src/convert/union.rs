//! All records as one tree.

use std::sync::Arc;

use pentad_formats::variations::Merger;
use pentad_formats::{Field, Loss};

use super::{Encoder, Item, Piece};
use crate::{Error, Input};

/// Gathers the records of all inputs, in their order, into one tree. Holds the tree and nothing else.
#[derive(Debug, Default)]
pub struct Union {
    merger: Merger,
    /// Where the first record comes from.
    first: Option<Arc<Input>>,
}

impl Union {
    /// A union of nothing.
    pub fn new() -> Union {
        Union { merger: Merger::new(), first: None }
    }

    /// Takes the record of an item into the union, and tells in the item what of it is not there. What cannot be taken in is lost.
    pub fn add(&mut self, input: &Arc<Input>, item: &mut Item) {
        let Some(record) = item.later.take() else { return };
        match self.merger.add(&record) {
            Ok(losses) => {
                item.losses.extend(losses);
                item.made = 1;
                self.first.get_or_insert_with(|| Arc::clone(input));
            }
            Err(why) => item.losses.push(Loss::record(why.to_string())),
        }
    }

    /// Writes the tree, by way of the steps, and gives it as an item of its own that tells how often something was written and what was lost
    /// of the whole; with it the number of its nodes, a root without a move not counted. `None` where there was nothing to write.
    ///
    /// # Errors
    /// The first error of `write`.
    pub fn finish(self, encoder: &mut Encoder<'_>, write: &mut UnionPiece<'_>) -> Result<Option<(Item, u64)>, Error> {
        let nodes = self.merger.nodes() as u64 - 1;
        let (Some(input), Ok((record, losses))) = (self.first, self.merger.finish()) else { return Ok(None) };
        let id = record.get(Field::Id).map(str::to_owned);
        let mut item = Item { id, later: Some(Box::new(record)), losses, ..Item::new(0) };
        encoder.expand(&input, &mut item, &mut |piece, bytes| write(&input, piece, bytes))?;
        Ok(Some((item, nodes)))
    }
}

/// Takes a piece of the union, the input of the first record, and the bytes that the piece lies in.
pub type UnionPiece<'a> = dyn FnMut(&Input, &Piece, &[u8]) -> Result<(), Error> + 'a;
