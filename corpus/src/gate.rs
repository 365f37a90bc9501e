//! Puts results back in order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::halt::Halt;

/// An ordered gate: whatever the order in which numbered items arrive, they leave for the sink in the order of their numbers.
///
/// Whoever brings the item that completes the sequence carries it and all that follow it to the sink. A producer that is more than
/// a window ahead waits, so that the number of waiting items is bounded. It does not matter who produces the items, if every
/// number is delivered once and the lowest number missing is never kept back by a producer that waits here.
pub(crate) struct Gate<'a, T, S> {
    state: Mutex<State<T>>,
    changed: Condvar,
    sink: Mutex<S>,
    window: u64,
    halt: &'a Halt<'a>,
}

struct State<T> {
    /// The number that leaves next.
    next: u64,
    /// Items from `next` on.
    waiting: VecDeque<Option<T>>,
    /// Whether a thread is carrying items to the sink.
    emitting: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of the sink sets the halt, which is looked at after every lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, T, S: FnMut(T) -> ControlFlow<()>> Gate<'a, T, S> {
    pub(crate) fn new(sink: S, window: u64, halt: &'a Halt<'a>) -> Gate<'a, T, S> {
        let state = State { next: 0, waiting: VecDeque::new(), emitting: false };
        Gate { state: Mutex::new(state), changed: Condvar::new(), sink: Mutex::new(sink), window, halt }
    }

    /// Brings an item. False when the run is to end.
    pub(crate) fn deliver(&self, number: u64, item: T) -> bool {
        let mut state = lock(&self.state);
        while number >= state.next + self.window && !self.halt.is_set() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.halt.is_set() {
            return false;
        }
        let slot = (number - state.next) as usize;
        if state.waiting.len() <= slot {
            state.waiting.resize_with(slot + 1, || None);
        }
        state.waiting[slot] = Some(item);
        if state.emitting {
            return true;
        }
        state.emitting = true;
        while let Some(item) = state.waiting.front_mut().and_then(Option::take) {
            state.waiting.pop_front();
            state.next += 1;
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
