//! Puts results back in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::halt::Halt;

/// An ordered gate: whatever the order in which numbered items arrive, they leave for the sink in the order of their numbers.
///
/// Whoever brings the item that completes the sequence carries it and all that follow it to the sink. A producer waits that is more than
/// a window ahead, or whose item is too heavy beside those that wait already, so that both their number and their weight are bounded; the item
/// that leaves next never waits. It does not matter who produces the items, if every number is delivered once and the lowest number missing is
/// never kept back by a producer that waits here.
pub(crate) struct Gate<'a, T, S> {
    state: Mutex<State<T>>,
    changed: Condvar,
    sink: Mutex<S>,
    window: u64,
    /// How much the items that wait may weigh.
    weight: usize,
    halt: &'a Halt<'a>,
}

struct State<T> {
    /// The number that leaves next.
    next: u64,
    /// Items from `next` on, with their weights.
    waiting: VecDeque<Option<(usize, T)>>,
    weight: usize,
    /// Whether a thread is carrying items to the sink.
    emitting: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of the sink sets the halt, which is looked at after every lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, T, S: FnMut(T) -> ControlFlow<()>> Gate<'a, T, S> {
    pub(crate) fn new(sink: S, window: u64, weight: usize, halt: &'a Halt<'a>) -> Gate<'a, T, S> {
        let state = State { next: 0, waiting: VecDeque::new(), weight: 0, emitting: false };
        Gate { state: Mutex::new(state), changed: Condvar::new(), sink: Mutex::new(sink), window, weight, halt }
    }

    /// Brings an item. False when the run is to end.
    pub(crate) fn deliver(&self, number: u64, weight: usize, item: T) -> bool {
        let mut state = lock(&self.state);
        let is_too_much = |state: &State<T>| {
            let heavy = state.weight.saturating_add(weight) > self.weight;
            number >= state.next + self.window || (heavy && number != state.next)
        };
        while is_too_much(&state) && !self.halt.is_set() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.halt.is_set() {
            return false;
        }
        let slot = (number - state.next) as usize;
        if state.waiting.len() <= slot {
            state.waiting.resize_with(slot + 1, || None);
        }
        state.waiting[slot] = Some((weight, item));
        state.weight += weight;
        if state.emitting {
            return true;
        }
        state.emitting = true;
        while let Some((weight, item)) = state.waiting.front_mut().and_then(Option::take) {
            state.waiting.pop_front();
            state.next += 1;
            state.weight -= weight;
            drop(state);
            self.changed.notify_all();
            if (lock(&self.sink))(item).is_break() {
                self.halt.set();
            }
            if self.halt.is_set() {
                return false;
            }
            state = lock(&self.state);
        }
        state.emitting = false;
        true
    }

    /// Wakes the producers that wait, so that they see the halt.
    fn wake(&self) {
        // With the lock held, no producer is between looking at the halt and waiting.
        let state = lock(&self.state);
        self.changed.notify_all();
        drop(state);
    }

    /// A guard for a producer: when it ends early, by a halt or a panic, all others end.
    pub(crate) fn alarm(&self) -> Alarm<'_, 'a, T, S> {
        Alarm(self)
    }
}

/// See [`Gate::alarm`].
pub(crate) struct Alarm<'g, 'a, T, S: FnMut(T) -> ControlFlow<()>>(&'g Gate<'a, T, S>);

impl<T, S: FnMut(T) -> ControlFlow<()>> Drop for Alarm<'_, '_, T, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt.set();
        }
        if self.0.halt.is_set() {
            self.0.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn what_waits_is_bounded_by_number_and_weight_and_leaves_in_order() {
        // The first item comes last: of each other thread one item may wait, of heavy ones fewer.
        for (weight, most) in [(1, 4), (40, 2), (100, 1), (1000, 0)] {
            let (halt, waiting, peak) = (Halt::new(None), AtomicUsize::new(0), AtomicUsize::new(0));
            let mut left = Vec::new();
            let gate = Gate::new(
                |number: u64| {
                    left.push(number);
                    ControlFlow::Continue(())
                },
                5,
                100,
                &halt,
            );
            thread::scope(|scope| {
                for number in 1..10u64 {
                    let (gate, waiting) = (&gate, &waiting);
                    scope.spawn(move || {
                        assert!(gate.deliver(number, weight, number));
                        waiting.fetch_add(1, Ordering::SeqCst);
                    });
                }
                // All that may wait do so before long; more never do.
                while waiting.load(Ordering::SeqCst) < most {
                    thread::yield_now();
                }
                thread::sleep(std::time::Duration::from_millis(5));
                peak.store(waiting.load(Ordering::SeqCst), Ordering::SeqCst);
                assert!(gate.deliver(0, weight, 0));
            });
            assert_eq!(peak.load(Ordering::SeqCst), most, "of weight {weight}");
            drop(gate);
            assert_eq!(left, (0..10).collect::<Vec<_>>());
        }
    }
}
