//! Conditions joined by `and`, `or`, `not` and parentheses, of which some may be unknown. A shunting yard puts them in the order in which they
//! are worked off; nothing recurses, whatever the text.

use std::cmp::Ordering;

/// How a value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `~`: contains, whatever the case.
    Contains,
}

impl Comparison {
    /// Whether it holds of two values of this order.
    pub(crate) fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal | Comparison::Contains => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// Conditions and what joins them, in postfix order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Postfix<T> {
    steps: Vec<Step<T>>,
}

#[derive(Clone, PartialEq, Debug)]
enum Step<T> {
    Term(T),
    Not,
    And,
    Or,
}

impl<T> Postfix<T> {
    /// The conditions.
    pub(crate) fn terms(&self) -> impl Iterator<Item = &T> {
        self.steps.iter().filter_map(|step| match step {
            Step::Term(term) => Some(term),
            _ => None,
        })
    }

    /// The answer, where `holds` answers each condition; of what is unknown neither a condition nor its opposite holds.
    pub(crate) fn run(&self, holds: impl Fn(&T) -> Option<bool>) -> Option<bool> {
        let mut stack: Vec<Option<bool>> = Vec::new();
        for step in &self.steps {
            let answer = match step {
                Step::Term(term) => holds(term),
                Step::Not => stack.pop().flatten().map(|b| !b),
                Step::And | Step::Or => {
                    let (b, a) = (stack.pop().flatten(), stack.pop().flatten());
                    // One side may decide it alone.
                    let decides = matches!(step, Step::Or);
                    match (a, b) {
                        (Some(x), _) | (_, Some(x)) if x == decides => Some(decides),
                        (Some(_), Some(_)) => Some(!decides),
                        _ => None,
                    }
                }
            };
            stack.push(answer);
        }
        stack.pop().flatten()
    }
}

/// What waits for its right side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Open(usize),
    Or,
    And,
    Not,
}

/// Puts conditions and what joins them in postfix order, as a text has them.
pub(crate) struct Yard<T> {
    steps: Vec<Step<T>>,
    waiting: Vec<Waiting>,
}

impl<T> Yard<T> {
    pub(crate) const fn new() -> Yard<T> {
        Yard { steps: Vec::new(), waiting: Vec::new() }
    }

    /// A condition.
    pub(crate) fn term(&mut self, term: T) {
        self.steps.push(Step::Term(term));
    }

    /// `not`, which binds most.
    pub(crate) fn not(&mut self) {
        self.waiting.push(Waiting::Not);
    }

    /// A parenthesis that opens at this place.
    pub(crate) fn open(&mut self, at: usize) {
        self.waiting.push(Waiting::Open(at));
    }

    /// `and`, which binds more than `or`.
    pub(crate) fn and(&mut self) {
        self.settle(Waiting::And);
        self.waiting.push(Waiting::And);
    }

    /// `or`.
    pub(crate) fn or(&mut self) {
        self.settle(Waiting::Or);
        self.waiting.push(Waiting::Or);
    }

    /// Closes a parenthesis; whether there was one.
    pub(crate) fn close(&mut self) -> bool {
        self.settle(Waiting::Or);
        matches!(self.waiting.pop(), Some(Waiting::Open(_)))
    }

    /// All of it, or the place of a parenthesis that is not closed.
    pub(crate) fn finish(mut self) -> Result<Postfix<T>, usize> {
        self.settle(Waiting::Or);
        match self.waiting.pop() {
            Some(Waiting::Open(at)) => Err(at),
            _ => Ok(Postfix { steps: self.steps }),
        }
    }

    /// Works off what binds at least as tightly.
    fn settle(&mut self, than: Waiting) {
        while let Some(&waiting) = self.waiting.last() {
            let step = match waiting {
                Waiting::Not => Step::Not,
                Waiting::And => Step::And,
                Waiting::Or if than == Waiting::Or => Step::Or,
                Waiting::Or | Waiting::Open(_) => return,
            };
            self.steps.push(step);
            self.waiting.pop();
        }
    }
}
