//! Stones in another order.

use pentad_rules::Event;

use crate::{NodeId, Record, TreeBuilder};

/// Puts the stones of a record in another order: the n-th event does what the event `order[n]` did (both from 0), and what stands beside
/// it goes with it. Who acts and in which colour stays: stones change places within a turn. `order` has each event once; a record
/// whose tree has branches, and one of another length, stays as it is.
pub fn reorder(record: &mut Record, order: &[u32]) {
    if record.tree.as_ref().is_some_and(|tree| !tree.is_chain()) || order.len() != record.events.len() {
        return;
    }
    let (events, spans): (Vec<Event>, Vec<_>) = (record.events.to_vec(), record.spans.clone());
    for (to, event) in record.events.iter_mut().enumerate() {
        event.action = events[order[to] as usize].action;
        record.spans[to] = spans[order[to] as usize];
    }
    // What stands at the event n (from 1) or at its node goes where that event is now.
    let places: Vec<NodeId> = match &record.tree {
        None => (1..=order.len() as u32).collect(),
        Some(tree) => (0..tree.len() as NodeId).filter(|&id| tree.event(id).is_some()).collect(),
    };
    if places.len() != order.len() {
        return;
    }
    let mut now = vec![None; places.last().map_or(0, |&last| last as usize + 1)];
    for (to, &from) in order.iter().enumerate() {
        now[places[from as usize] as usize] = Some(places[to]);
    }
    record.move_notes(0, |at| now.get(at as usize).copied().flatten().unwrap_or(at));
    if let Some(tree) = &record.tree {
        let mut events = record.events.iter().copied();
        let mut take = |id: NodeId| tree.event(id).and_then(|_| events.next());
        let mut builder = TreeBuilder::new(take(0), tree.span(0));
        for id in 1..tree.len() as NodeId {
            builder.add(take(id), tree.span(id));
        }
        record.tree = Some(builder.finish());
    }
}
