//! Character encodings: declared, else UTF-8, else detected.

use std::borrow::Cow;

/// The encoding of a file's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Encoding = Encoding(encoding_rs::UTF_8);
    /// Windows-1252, a superset of ISO-8859-1.
    pub const LATIN_1: Encoding = Encoding(encoding_rs::WINDOWS_1252);

    /// The encoding with this label (`UTF-8`, `GB18030`, `Shift_JIS`, `EUC-KR`, `ISO-8859-1`, …), whatever the case.
    pub fn from_label(label: &str) -> Option<Encoding> {
        if label == "UTF-8" {
            return Some(Encoding::UTF_8);
        }
        encoding_rs::Encoding::for_label(label.trim().as_bytes()).map(Encoding)
    }

    /// The standard name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The encoding that the bytes seem to be in: UTF-8 where they are valid (a character cut off at the end does not count),
    /// else a guess by frequency.
    pub fn guess(bytes: &[u8]) -> Encoding {
        match std::str::from_utf8(bytes) {
            Ok(_) => Encoding::UTF_8,
            Err(e) if e.error_len().is_none() => Encoding::UTF_8,
            Err(_) => Encoding::by_frequency(bytes),
        }
    }

    fn by_frequency(bytes: &[u8]) -> Encoding {
        Encoding::guess_of([bytes])
    }

    /// The encoding that many texts together seem to be in, none of which is UTF-8: a guess by frequency.
    pub fn guess_of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Encoding {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
        for text in texts {
            detector.feed(text, false);
        }
        detector.feed(b"", true);
        Encoding(detector.guess(None, chardetng::Utf8Detection::Deny))
    }

    /// The bytes of a text; `None` where a character is not in the encoding.
    pub fn encode_exact(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let (bytes, used, unmappable) = self.0.encode(text);
        // For an encoding that is only ever read another one is used.
        (!unmappable && used == self.0).then_some(bytes)
    }

    /// Whether the second byte of a character can be an ASCII byte such as `\` or `]`, so that bytes cannot be scanned one by one.
    pub fn has_ascii_trail_bytes(self) -> bool {
        [encoding_rs::SHIFT_JIS, encoding_rs::GBK, encoding_rs::GB18030, encoding_rs::BIG5, encoding_rs::EUC_KR]
            .contains(&self.0)
    }

    /// Whether files can be written in it: it holds ASCII as ASCII, and is no UTF-16.
    pub fn can_be_written(self) -> bool {
        self.0.is_ascii_compatible() && self.0.output_encoding() == self.0
    }

    /// Appends a text in this encoding; how many characters it does not have, for each of which a `?` is written.
    pub fn encode(self, text: &str, out: &mut Vec<u8>) -> u64 {
        let mut encoder = self.0.new_encoder();
        let (mut rest, mut missing) = (text, 0);
        loop {
            let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len());
            out.reserve(room);
            let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
            rest = &rest[read..];
            match result {
                encoding_rs::EncoderResult::InputEmpty => return missing,
                encoding_rs::EncoderResult::OutputFull => {}
                encoding_rs::EncoderResult::Unmappable(_) => {
                    out.push(b'?');
                    missing += 1;
                }
            }
        }
    }

    /// Decodes bytes. UTF-8 is tried first, whatever the encoding; the flag says that the bytes were valid in the encoding
    /// that was used, and the encoding returned is the one that was used.
    pub fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, Encoding, bool) {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return (Cow::Borrowed(text), Encoding::UTF_8, true);
        }
        if let Some(text) = self.0.decode_without_bom_handling_and_without_replacement(bytes) {
            return (text, self, true);
        }
        // A whole value that ends in the middle of a character is not UTF-8: `Caf\xE9` is Latin-1.
        let guess = Encoding::by_frequency(bytes);
        let (text, lossy) = guess.0.decode_without_bom_handling(bytes);
        (text, guess, !lossy)
    }
}

impl Encoding {
    /// Whether bytes are valid in this encoding, without keeping what they say.
    pub(crate) fn holds(self, bytes: &[u8]) -> bool {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let (mut rest, mut buffer) = (bytes, [0; 1 << 10]);
        loop {
            let (result, read, _) = decoder.decode_to_utf8_without_replacement(rest, &mut buffer, true);
            rest = &rest[read..];
            match result {
                encoding_rs::DecoderResult::InputEmpty => return true,
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(..) => return false,
            }
        }
    }
}

impl Default for Encoding {
    fn default() -> Encoding {
        Encoding::UTF_8
    }
}
