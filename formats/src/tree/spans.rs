//! Where nodes stand.

use super::NodeId;
use crate::Span;

/// The spans of all nodes.
#[derive(Clone, Debug)]
pub(super) enum Spans {
    /// Each for itself.
    Each(Vec<Span>),
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

    /// Changes the span of a node; of a run, the node stays where it was.
    pub(super) fn set(&mut self, id: NodeId, span: Span) {
        if let Spans::Each(spans) = self
            && let Some(old) = spans.get_mut(id as usize)
        {
            *old = span;
        }
    }

    pub(super) fn get(&self, id: NodeId) -> Span {
        match self {
            Spans::Each(spans) => spans.get(id as usize).copied().unwrap_or_default(),
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
            Spans::Each(spans) => size_of::<Span>() * spans.capacity(),
            Spans::Runs { runs, .. } => size_of::<(NodeId, u32)>() * runs.capacity(),
        }
    }
}
