//! The commands, a file each.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod dedup;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod find;
pub(crate) mod forbidden;
pub(crate) mod index;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod openings;
pub(crate) mod show;
pub(crate) mod stats;
pub(crate) mod tree;
pub(crate) mod which_rules;
