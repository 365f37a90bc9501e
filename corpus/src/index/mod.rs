//! An index on the disk: which records come to which position, how their games ended, and their first plies.
//!
//! It is made once ([`IndexBuilder`]) and asked often ([`Index`]): [`Index::tree`] gives the moves below a position without a look at the
//! records, [`Index::candidates`] the records that a query for positions may mean. Made again, it keeps what it has of files that have not
//! changed. The file is described in `docs/index.md`.

mod block;
mod build;
mod candidates;
mod collect;
mod files;
mod head;
mod leaves;
mod meta;
mod posting;
mod reach;
mod reader;
mod row;
mod tree;
mod wire;

pub use build::{Collectors, IndexBuilder};
pub use candidates::Candidates;
pub use collect::{Collector, IndexPart};
pub use files::Changes;
pub use meta::IndexOptions;
pub use reader::{Index, IndexTotals};
