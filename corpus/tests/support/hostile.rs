//! Seeded texts that are hard to cut.

/// A small generator of random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number in the range.
    pub(crate) fn within(&mut self, range: std::ops::Range<usize>) -> usize {
        range.start + self.next() as usize % (range.end - range.start)
    }
}

/// What the text of a format is put together of: tame pieces, and pieces that do harm.
pub(crate) struct Pieces {
    pub(crate) format: &'static str,
    tame: &'static [&'static str],
    wild: &'static [&'static str],
}

pub(crate) static PIECES: [Pieces; 3] = [
    Pieces {
        format: "sgf",
        tame: &[
            "(;FF[4]GM[4]SZ[15]PB[a];B[hh];W[hg];B[gh])\n",
            "(;GM[4]PW[b];B[hh]C[ok];W[ii](;B[jj])(;B[kk];W[aa]))\r\n",
            "\n(;FF[4];B[hh];W[ii])",
            "(;SZ[15]EV[x];B[aa])(;PB[a]PW[b];B[hh])\r",
            "(;FF[4]C[石 é];B[hh]C[a\\]b\\\\];W[hg])\n\n",
        ],
        wild: &[
            "(;FF[4](;FF[4];B[aa])\n(;FF[4];B[bb]C[x)(];W[cc]))\n",
            "(;FF[4]GM[4];B[hh]C[seen:\n(;FF[4\\]SZ[15\\];B[hh\\])\n(;GM[4\\]) and\n(;FF[4]\n",
            "(;GM[101]\n(;B[K10]\n(;W[K11]",
            "\n(;FF[4]GM[4];B[hh]",
            "\n(;PB[a];B[hh];W[ii]",
            "C[\n(;FF[4];B[hh])\n(;FF[4];B[ii])\n]",
            "(;FF[4];B[hh])\n(;FF[4];W[ii]))))\n",
            "[",
            "[[[[",
            "]",
            "\\",
            "\\]",
            "\\[",
            "(",
            ")",
            "(\n;",
            "(;",
            ";B[aa]",
            "\r",
            "\n",
            "\r\n",
            "é石",
            "# stray (; text\n",
            "\n(;  FF[4",
            "   \t  ",
        ],
    },
    Pieces {
        format: "pente",
        tame: &[
            "[Game \"Pente\"]\n[Player 1 Name \"a\"]\n[Player 2 Name \"b\"]\n\n1. K10 L10 2. K13 1-0\n\n",
            "[Game \"D-Pente\"]\r\n[Player 1 Name \"é\"]\r\n\r\n1. K10 L10\r\n2. K13 L9\r\n\r\n",
            "[Event \"x\"]\r\r1. K10 L10\r",
        ],
        wild: &[
            "name1* vs name2\n01/02/2003\n1. K10 L10\n",
            "0-1[Game \"Pente\"]\n",
            "[Game \"Pente\"]\n",
            "  [Game \"Pente\"]\n",
            "[Player 1 Name \"[a\"]\n",
            "1. K10 L10\n",
            "1. K10\n[\n",
            "\n",
            "\r",
            "\r\n",
            "\n\n\n",
            "stray text\n",
            "[",
            "\u{FEFF}",
            "x [1 y [a\n",
            "石\n",
            "a vs b\n",
            "7.",
            "1. K10 L10 ",
            "name vs ",
            " [Game \"Pente\"]",
            "   ",
        ],
    },
    Pieces {
        format: "jsonl",
        tame: &["{\"pentad\":1,\"moves\":[\"h8\",\"i9\"]}\n", "{\"pentad\":1,\"id\":\"é石\",\"moves\":[]}\r\n"],
        wild: &["\n", "\r\n", "\r", "   \n", "{", "x", "\u{FEFF}", "\n\n\n \t\n", "é", "\"\\n\""],
    },
];

impl Pieces {
    /// A text of this length or a little more; the larger `wildness`, the fewer of its pieces do harm.
    pub(crate) fn text(&self, random: &mut Random, len: usize, wildness: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < len {
            let pieces = if random.within(0..wildness) == 0 { self.wild } else { self.tame };
            let piece = pieces[random.within(0..pieces.len())].as_bytes();
            let times = match random.within(0..400) {
                0 => random.within(30..1000),
                1..10 => random.within(1..30),
                _ => 1,
            };
            text.extend_from_slice(&piece.repeat(times));
        }
        text
    }
}
