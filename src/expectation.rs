//! `--expect N`: how many records there should be.

use anstyle::AnsiColor;
use pentad_rules::Code;

/// Whether another number of records was seen than was expected; says so.
pub(crate) fn failed(expected: Option<u64>, seen: u64) -> bool {
    let Some(expected) = expected.filter(|&expected| expected != seen) else { return false };
    let red = AnsiColor::Red.on_default().bold();
    let (number, name) = (Code::CountDiffers.number(), Code::CountDiffers.name());
    say!("{red}error[{number}]{red:#}: {name}: {seen} seen, {expected} expected");
    true
}
