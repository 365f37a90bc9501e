"""Texts that mean harm: each is a piece repeated to make a file. None of the files is a sound one; all must be read in linear time and little memory."""


class Text:
    """A format, the text before, what is repeated (a text, or a function of the number of the piece), the text after, and what it is called."""

    def __init__(self, format_id, before, piece, after="", name=""):
        self.format, self.before, self.piece, self.after, self.name = format_id, before, piece, after, name

    def write(self, path, size):
        """Makes the file, of that many bytes or a few less."""
        # Latin-1: each character is the byte with its number.
        before, after = self.before.encode("latin-1"), self.after.encode("latin-1")
        left = size - len(before) - len(after)
        if callable(self.piece):
            pieces, number = [], 0
            while left > 0:
                pieces.append(self.piece(number).encode("latin-1"))
                left -= len(pieces[-1])
                number += 1
            middle = b"".join(pieces)
        else:
            piece = self.piece.encode("latin-1")
            middle = piece * (left // len(piece))
        # What a list ends with stands in place of its last comma.
        if after and middle.endswith(b","):
            middle = middle[:-1]
        path.write_bytes(before + middle + after)


def each(format_id, texts):
    return [Text(format_id, "", text) for text in texts]


TEXTS = [
    *each("sgf", ["(", "(;", ")", "(;)", ";", "[", "]", "\\]", "[\\", "](", "[)]", "(;C[", "(;B[hh]", "(;)(;;)"]),
    Text("sgf", "(;C[", "(;"), Text("sgf", "(;GM[4]SZ[15]", ";B[hh]"), Text("sgf", "(;AB", "[aa]"), Text("sgf", "(;", "XX[y]"),
    # Trees: siblings, empty ones, ones with comments, a long variation, one of events that are no moves, moves after variations.
    Text("sgf", "(;B[hh]", "(;W[ii])"), Text("sgf", "(;B[hh]", "(;)"), Text("sgf", "(;B[hh]", "(;W[ii];C[x])"),
    Text("sgf", "(;B[hh](;W[ii])(;W[ij]", ";"), Text("sgf", "(;B[hh](;W[ii])(;W[ij]", ";AB[aa]"), Text("sgf", "(;B[hh]", ";(;)W[cc]"),
    Text("sgf", "(;B[hh](;W[ii])(;W[jj]", "(;B[hh]"), Text("sgf", "(;B[hh](;W[ii])", "("),
    Text("sgf", "(;CA[Shift_JIS]C[", "\x83\x5d\x83\x5c", "])", "a comment of second bytes `]` and `\\`"),
    Text("sgf", "", lambda n: f"(;PB[n{n}]PW[m{n}];B[hh])", name="new names in each record"),
    Text("sgf", "", lambda n: f"(;X{n % 1000}A[y])", name="a thousand properties, one a record"),
    Text("sgf", "", lambda n: f"(;SZ[{50 + n}])", name="a finding in each record"),
    *each("pente", ["[", "\n[", '[A "b"]\n', "1. ", "K10 ", '[Game "Pente"]\n\n1. K10 ', '[A "b"]\n\n1. K10\n\n[A "c"]\n\n1. K11\n\n']),
    *each("jsonl", ["{", "[", '{"a":', '"', "\\", "{}\n", '{}\n{"a":1}\n']),
    Text("jsonl", '{"pentad":1,"moves":[', '"h8",'), Text("jsonl", '{"pentad":1,"tree":', "["), Text("jsonl", '{"pentad":1,"moves":[', '"h8",', "]}"),
    Text("jsonl", '{"pentad":1,"moves":[', "0,", "]}"), Text("jsonl", '{"pentad":1,"tree":{"nodes":[', "{},", "]}}"),
    Text("jsonl", '{"pentad":1,', '"a":1,', "}"), Text("jsonl", '{"pentad":1,"moves":[],"labels":{', '"h8":"a",', "}}"),
    *each("playok", ['[White "a"]\n', "1. h8 ", '[White "a"]\n\n1. h8 *\n\n']),
    *each("moves", ["h8\n", "h8\nh9\n", "h8 ", "h8", "88", "x\n", "0\n"]),
    *each("csv", ["moves\nh8\n", '"', ",", "a,b\n"]), Text("csv", "moves\n", '"h8'), Text("csv", "moves\nh8,", ","),
    Text("csv", "moves,black\n", lambda n: f"h8,n{n}\n", name="new names in each row"),
    *each("openings", ["0,0\n", "0,0\n0,1\n", "0,0,"]),
    *each("psq", ["0,0,0\n", "Piskvorky 15x15, 11:11, 0\n"]), *each("rec", ["0\n"]), *each("pos", ["p", "\0"]), *each("sav", ["0\n", "7 7\n"]),
    *each("lib", ["\x78\0", "\x78\x80"]),
]
