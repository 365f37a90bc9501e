//! Hashes of what records are compared by.

use pentad_rules::Symmetry;

use super::moves::Images;

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), whose outputs look like noise.
pub(super) const fn noise(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// One more value behind those of a hash.
pub(super) const fn then(hash: u64, value: u64) -> u64 {
    noise(hash.rotate_left(23) ^ value)
}

/// A hash of 64 bits of bytes, one of many by `seed`.
pub(super) fn bytes(seed: u64, bytes: &[u8]) -> u64 {
    let mut hash = noise(seed ^ bytes.len() as u64);
    let mut words = bytes.chunks_exact(8);
    for word in words.by_ref() {
        hash = then(hash, u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let rest = words.remainder().iter().fold(0, |rest, &byte| rest << 8 | u64::from(byte));
    then(hash, rest)
}

/// A hash of 128 bits of bytes: different bytes have the same one with a chance of about one in 10^38.
pub(super) fn wide(text: &[u8]) -> u128 {
    u128::from(bytes(1, text)) << 64 | u128::from(bytes(2, text))
}

/// A hash of numbers in order.
pub(super) fn sequence(start: u64, numbers: &[u16]) -> u64 {
    noise(
        numbers
            .iter()
            .fold(start, |hash, &n| (hash.rotate_left(17) ^ u64::from(n)).wrapping_mul(0x9FB2_1C65_1E98_DF25)),
    )
}

/// A hash of numbers without their order, the same for all images.
pub(super) fn set(start: u64, numbers: &[u16], images: &Images) -> u64 {
    let sum = |(_, table): (Symmetry, &[u16])| {
        numbers.iter().fold(0u64, |sum, &n| sum.wrapping_add(noise(u64::from(table[usize::from(n)]))))
    };
    then(start, images.turns().map(sum).min().unwrap_or(0))
}
