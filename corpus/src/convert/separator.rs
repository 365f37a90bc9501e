//! What stands between records that come from different files.

/// What is missing of a separator at the end of a text. Carriage returns do not count.
pub(super) fn missing(end: &[u8], separator: &[u8], out: &mut Vec<u8>) {
    let plain: Vec<u8> = end.iter().copied().filter(|&b| b != b'\r').collect();
    let there = (0..=separator.len()).rev().find(|&n| plain.ends_with(&separator[..n])).unwrap_or(0);
    out.extend_from_slice(&separator[there..]);
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn of_a_separator_only_what_is_missing_is_written() {
        let cases: [(&[u8], &[u8], &[u8]); 5] = [
            (b"1-0", b"\n\n", b"\n\n"),
            (b"1-0\r\n", b"\n\n", b"\n"),
            (b"1-0\r\n\r\n", b"\n\n", b""),
            (b"}", b"\n", b"\n"),
            (b")\n\n\n", b"\n", b""),
        ];
        for (end, separator, expected) in cases {
            let mut out = Vec::new();
            missing(end, separator, &mut out);
            assert_eq!(out, expected);
        }
    }
}
