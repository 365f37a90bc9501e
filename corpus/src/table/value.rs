//! What stands in a cell.

use pentad_rules::Color;

/// A cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Nothing: not known, not stated, or without meaning here.
    Null,
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// Text.
    Text(&'a str),
}

macro_rules! from_integers {
    ($($type:ty)*) => {
        $(impl From<$type> for Value<'_> {
            fn from(number: $type) -> Self {
                Value::Int(i64::from(number))
            }
        })*
    };
}

from_integers!(u8 u16 u32 i64);

impl From<u64> for Value<'_> {
    /// Sizes and counts of things that were read are far from the end of the range.
    fn from(number: u64) -> Self {
        Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::from(number as u64)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text)
    }
}

impl From<Color> for Value<'_> {
    fn from(color: Color) -> Self {
        Value::Text(color.name())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, T::into)
    }
}
