//! Where nodes stand.

use super::NodeId;
use super::packed::{Cursor, Packed};
use crate::Span;

/// The spans of all nodes.
#[derive(Clone, Debug)]
pub(super) enum Spans {
    /// Each for itself.
    Each(Packed),
    /// Runs of nodes of the same length, each right after the one before: the first node of a run and where it starts.
    Runs {
        /// Length of a node.
        len: u32,
        runs: Vec<(NodeId, u32)>,
        count: NodeId,
        /// Where the next node starts if it belongs to the last run.
        next: u32,
    },
}

/// Where the nodes of a tree stand ([`Tree::spans`]): to go on to a later node costs a step for each node between, and no more than any
/// other node.
///
/// [`Tree::spans`]: super::Tree::spans
#[derive(Clone, Debug)]
pub struct SpansInOrder<'t> {
    pub(super) spans: &'t Spans,
    pub(super) at: Option<Cursor<'t>>,
}

impl SpansInOrder<'_> {
    /// Where a node stands.
    pub fn get(&mut self, id: NodeId) -> Span {
        match self.spans {
            Spans::Each(spans) => spans.go_on(&mut self.at, id),
            Spans::Runs { .. } => self.spans.get(id),
        }
    }
}

impl Spans {
    pub(super) fn runs_of(len: u32) -> Spans {
        Spans::Runs { len, runs: Vec::new(), count: 0, next: u32::MAX }
    }

    #[inline]
    pub(super) fn push(&mut self, span: Span) {
        match self {
            Spans::Each(spans) => spans.push(span),
            Spans::Runs { len, runs, count, next } => {
                if *next != span.start || *count == 0 {
                    runs.push((*count, span.start));
                }
                *count += 1;
                *next = span.start.wrapping_add(*len);
            }
        }
    }

    /// Changes the span of the last node; another one, or one of a run, stays where it was.
    pub(super) fn set(&mut self, id: NodeId, span: Span) {
        if let Spans::Each(spans) = self {
            spans.set(id, span);
        }
    }

    pub(super) fn get(&self, id: NodeId) -> Span {
        match self {
            Spans::Each(spans) => spans.get(id),
            Spans::Runs { len, runs, count, .. } => {
                if id >= *count {
                    return Span::default();
                }
                let (first, start) = runs[runs.partition_point(|&(first, _)| first <= id) - 1];
                Span { start: start.saturating_add(len * (id - first)), len: *len }
            }
        }
    }

    pub(super) fn reserve(&mut self, nodes: usize) {
        if let Spans::Each(spans) = self {
            spans.reserve(nodes);
        }
    }

    pub(super) fn memory(&self) -> usize {
        match self {
            Spans::Each(spans) => spans.memory(),
            Spans::Runs { runs, .. } => size_of::<(NodeId, u32)>() * runs.capacity(),
        }
    }
}
