//! Numbers and texts as bytes, one after the other, and back.

/// Appends a number, small ones in few bytes.
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a text with its length before it.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Takes what was put.
pub(super) struct Taker<'a>(pub(super) &'a [u8]);

impl<'a> Taker<'a> {
    /// A number; 0 past the end.
    pub(super) fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            number |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte & 0x80 == 0 || shift > 63 {
                break;
            }
        }
        number
    }

    /// This many bytes, or as many as there are.
    pub(super) fn bytes(&mut self, len: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// A text.
    pub(super) fn text(&mut self) -> String {
        let len = self.number() as usize;
        String::from_utf8_lossy(self.bytes(len)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_taken() {
        let mut out = Vec::new();
        for number in [0, 1, 127, 128, 300, u64::MAX] {
            put(&mut out, number);
        }
        put_text(&mut out, "");
        put_text(&mut out, "中村");
        let mut taker = Taker(&out);
        assert_eq!([0; 6].map(|_: u8| taker.number()), [0, 1, 127, 128, 300, u64::MAX]);
        assert_eq!((taker.text(), taker.text()), (String::new(), "中村".to_owned()));
        assert!(taker.0.is_empty());
    }
}
