#!/usr/bin/env python3
"""Opens exported tables with DuckDB and Polars and recomputes with them what `pentad stats` says.

    check.py PENTAD PATH…

For each PATH, a file or folder of records, PENTAD (a build with the feature `parquet`) writes its tables in every format, its records as jsonl,
and its statistics. Then
  * the four formats hold the same rows, read as their programs read them;
  * SQL over the tables, run by DuckDB and by Polars, gives the numbers of `pentad stats --by …`, first moves folded by symmetry among them;
  * the records as jsonl, read by DuckDB, are those of the tables, move by move, and give the same numbers;
  * `stats` writes the same tables as Parquet and as CSV;
  * the queries that docs/tables.md shows can be run.
Each difference is named, and the exit status is 1. Needs what requirements.txt lists.
"""

import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import polars
import pyarrow.ipc

TABLES = ["games", "plies", "findings"]
# Keys of `stats --by`, and the same over a row of `games`.
KEYS = {
    "opening": "opening_code || ' ' || opening_romaji",
    "opening-rule": "opening",
    "rules": "CASE WHEN rules <> 'unknown' THEN rules END",
    "year": "CAST(year AS VARCHAR)",
    "event": "event",
    "result": "CASE result WHEN 'draw' THEN 'drawn' ELSE result END",
    "end": "end_by",
    "reason": "reason",
    "swap": "swap",
    "branch": "branch",
}
GROUPS = [["opening"], ["opening-rule"], ["rules"], ["year"], ["event"], ["result"], ["end"], ["reason"], ["swap"], ["branch"]]
GROUPS += [["opening", "year"], ["rules", "result"], ["rules", "end", "result"]]
NUMBERS = ["games", "won", "drawn", "lost", "unknown", "mean_plies", "median_plies", "fouls", "score", "low", "high"]

COUNTS = """
    count(*) AS games,
    CAST(sum(CASE WHEN result = 'black' THEN 1 ELSE 0 END) AS BIGINT) AS won,
    CAST(sum(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS BIGINT) AS drawn,
    CAST(sum(CASE WHEN result = 'white' THEN 1 ELSE 0 END) AS BIGINT) AS lost,
    CAST(sum(CASE WHEN result IS NULL THEN 1 ELSE 0 END) AS BIGINT) AS unknown,
    avg(judged_plies) AS mean_plies,
    median(judged_plies) AS median_plies,
    CAST(sum(CASE WHEN fouls > 0 THEN 1 ELSE 0 END) AS BIGINT) AS fouls"""

# Wilson's interval, with z squared and the share of the games that are known.
Z2 = f"{1.959963984540054**2!r}e0"
WILSON = f"""
    SELECT *, (share + {Z2} / (2 * n)) / (1 + {Z2} / n) AS middle,
           sqrt({Z2} * (share * (1 - share) / n + {Z2} / (4 * n * n))) / (1 + {Z2} / n) AS half
    FROM (SELECT *, (won + drawn / 2e0) / n AS share
          FROM (SELECT *, CASE WHEN won + drawn + lost > 0 THEN 1e0 * (won + drawn + lost) END AS n FROM counted))"""

differences = []


def differ(what, *details):
    differences.append(what)
    print(f"difference: {what}", *details, sep="\n  ", file=sys.stderr)


def grouped(values, rows):
    """The query that `stats --by` answers: `rows` have the columns of `games`, `values` are expressions over them."""
    names = [f"v{i}" for i in range(len(values))]
    selected = ", ".join(f"{value} AS {name}" for name, value in zip(names, values))
    labels = ", ".join(f"coalesce({name}, 'unknown') AS {name}" for name in names)
    return f"""
        WITH chosen AS (SELECT {selected}, result, judged_plies, fouls FROM {rows}),
        counted AS (SELECT {', '.join(names)}, {COUNTS} FROM chosen GROUP BY {', '.join(names)}),
        figures AS ({WILSON})
        SELECT {labels}, {', '.join(NUMBERS[:8])}, share AS score,
               CASE WHEN middle - half < 0 THEN 0 ELSE middle - half END AS low,
               CASE WHEN middle + half > 1 THEN 1 ELSE middle + half END AS high
        FROM figures"""


READABLE = "(SELECT * FROM games WHERE verdict <> 'unreadable')"

# Each player's games: won, drawn and lost are the player's. One of whom nobody knows the name counts once a game, without a result.
PLAYERS = """(
    SELECT black AS player, CASE WHEN black IS NOT NULL THEN result END AS result, judged_plies, fouls FROM games WHERE verdict <> 'unreadable'
    UNION ALL
    SELECT white, CASE WHEN white IS NULL THEN NULL WHEN result = 'black' THEN 'white' WHEN result = 'white' THEN 'black' ELSE result END,
           judged_plies, fouls FROM games WHERE verdict <> 'unreadable' AND (black IS NOT NULL OR white IS NOT NULL)
)"""

def folded(rows, count):
    """Rows with their first moves in the smallest of their images (a pass comes before every point), in letters and numbers. `rows` have the
    moves as `points` [column, row], from 1; a pass is [0, 0]."""

    def images(column, row):
        sides = [(x, y) for x in (column, f"width + 1 - {column}") for y in (row, f"height + 1 - {row}")]
        image = "list_transform(points, lambda p: CASE WHEN p[1] = 0 THEN p ELSE [{}, {}] END)"
        return f"list_min([{', '.join(image.format(*side) for side in sides)}])"

    return f"""(
        WITH images AS (
            SELECT *, {images('p[1]', 'p[2]')} AS straight,
                   CASE WHEN width = height THEN {images('p[2]', 'p[1]')} END AS turned FROM {rows}
        )
        SELECT *, CASE WHEN setup > 0 THEN NULL WHEN judged_plies < {count} THEN 'shorter' ELSE array_to_string(list_transform(
            CASE WHEN turned IS NULL OR straight < turned THEN straight ELSE turned END,
            lambda p: CASE WHEN p[1] = 0 THEN '-'
                WHEN coords = 'skip-i' THEN substr('abcdefghjklmnopqrstuvwxyz', p[1], 1) || p[2] ELSE chr(CAST(96 + p[1] AS INTEGER)) || p[2] END
        ), ' ') END AS first_moves FROM images
    )"""


def smallest(line):
    """The smallest image on a board of 15 lines of moves in letters and numbers, a pass before every point."""
    points = [None if move == "-" else (ord(move[0]) - 96, int(move[1:])) for move in line.split()]
    images = []
    for turn in range(8):
        image = []
        for point in points:
            x, y = point or (0, 0)
            if point:
                x, y = (16 - x if turn & 1 else x), (16 - y if turn & 2 else y)
                x, y = (y, x) if turn & 4 else (x, y)
            image.append((x, y))
        images.append(image)
    return " ".join("-" if x == 0 else f"{chr(96 + x)}{y}" for x, y in min(images))


def first_of_tables(count):
    """`games` with their first moves, from `plies`."""
    points = f"""(
        SELECT games.*, first_points.points FROM games LEFT JOIN (
            SELECT game, list([coalesce(x, 0), coalesce(y, 0)] ORDER BY ply) AS points FROM plies WHERE ply <= {count} GROUP BY game
        ) AS first_points USING (game) WHERE verdict <> 'unreadable')"""
    return folded(points, count)


class Corpus:
    def __init__(self, pentad, path, work):
        self.pentad, self.path, self.work = pentad, path, work
        self.formats = ["parquet", "arrow", "csv", "jsonl"]
        for form in self.formats:
            self.run("export", path, "-o", work / form, "--format", form, "-q")
        self.run("convert", path, "-o", work / "records.jsonl", "--to", "jsonl", "-q", status=(0, 2))
        self.db = duckdb.connect()
        for table in TABLES:
            self.db.execute(f"CREATE TABLE {table} AS SELECT * FROM read_parquet('{work}/parquet/{table}.parquet')")

    def run(self, *args, status=(0,)):
        done = subprocess.run([self.pentad, *map(str, args)], capture_output=True, text=True)
        if done.returncode not in status:
            sys.exit(f"pentad {' '.join(map(str, args))}\n{done.stderr}")
        return done.stdout

    def stats(self, by, *more):
        args = ["--by", ",".join(by), "--top", "1000000000", "--format", "json", *more]
        report = json.loads(self.run("stats", self.path, *args))
        return {tuple(row["values"]): [row[number] for number in NUMBERS] for row in report["rows"]}, report["total"]

    def compare(self, what, expected, rows, keys):
        found = {tuple(row[:keys]): list(row[keys:]) for row in rows}
        # `stats` turns the openings of renju as the books do: the same lines by another image.
        for key in [key for key in expected if "first-" in what and key not in found and key[0].startswith("h8 ")]:
            if (smallest(key[0]),) in found:
                expected[(smallest(key[0]),)] = expected.pop(key)
        same = lambda a, b: a == b or None not in (a, b) and math.isclose(a, b, abs_tol=1e-6)
        wrong = [
            f"{key}: stats {expected.get(key)}, {what.split(':')[0]} {found.get(key)}"
            for key in sorted(expected.keys() | found.keys())
            if key not in expected or key not in found or not all(map(same, expected[key], found[key]))
        ]
        if wrong:
            differ(f"{self.path}: {what}", *wrong[:5])

    def check_formats(self):
        """The rows of the other formats are those of Parquet."""
        for table in TABLES:
            columns = self.db.execute(f"DESCRIBE {table}").fetchall()
            types = "{" + ", ".join(f"'{name}': '{kind}'" for name, kind, *_ in columns) + "}"
            stream = pyarrow.ipc.open_stream(self.work / "arrow" / f"{table}.arrow").read_all()
            self.db.register("stream", stream)
            path = lambda form: f"'{self.work}/{form}/{table}.{form}'"
            others = {
                "arrow": "stream",
                "csv": f"read_csv({path('csv')}, header = true, columns = {types}, nullstr = '', allow_quoted_nulls = false)",
                "jsonl": f"read_json({path('jsonl')}, format = 'newline_delimited', columns = {types})",
            }
            for form, rows in others.items():
                query = "SELECT count(*) FROM ((FROM {0} EXCEPT ALL FROM {1}) UNION ALL (FROM {1} EXCEPT ALL FROM {0}))"
                (wrong,) = self.db.execute(query.format(table, rows)).fetchone()
                if wrong:
                    differ(f"{self.path}: {table}: {wrong} rows differ between Parquet and {form}")
            frames = {
                "parquet": polars.read_parquet(self.work / "parquet" / f"{table}.parquet"),
                "arrow": polars.read_ipc_stream(self.work / "arrow" / f"{table}.arrow"),
            }
            if not frames["parquet"].equals(frames["arrow"]):
                differ(f"{self.path}: {table}: Polars reads other rows from Parquet than from Arrow")
            (count,) = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()
            if frames["parquet"].height != count:
                differ(f"{self.path}: {table}: Polars has {frames['parquet'].height} rows, DuckDB {count}")
            yield table, frames["arrow"]

    def check_stats(self, frames):
        """The tables give what `stats` counts."""
        sql = polars.SQLContext(frames)
        for by in GROUPS:
            query = grouped([KEYS[key] for key in by], READABLE)
            expected, total = self.stats(by)
            name = ",".join(by)
            self.compare(f"DuckDB: --by {name}", expected, self.db.execute(query).fetchall(), len(by))
            self.compare(f"Polars: --by {name}", expected, sql.execute(query, eager=True).rows(), len(by))
        query = grouped(["player"], PLAYERS)
        expected, _ = self.stats(["player"])
        self.compare("DuckDB: --by player", expected, self.db.execute(query).fetchall(), 1)
        self.compare("Polars: --by player", expected, sql.execute(query, eager=True).rows(), 1)
        for count in [1, 2, 3, 5]:
            query = grouped(["first_moves"], first_of_tables(count))
            expected, _ = self.stats([f"first-{count}"])
            self.compare(f"DuckDB: --by first-{count}", expected, self.db.execute(query).fetchall(), 1)
        return total

    def check_records(self):
        """The records as jsonl are those of the tables, and give what `stats` counts."""
        self.db.execute(f"""
            CREATE TABLE records AS SELECT row_number() OVER () AS number, true AS there, * FROM read_json('{self.work}/records.jsonl',
                format = 'newline_delimited', maximum_object_size = 100000000, columns = {{
                    result: 'VARCHAR', other_result: 'VARCHAR', date: 'VARCHAR', event: 'VARCHAR', site: 'VARCHAR', round: 'VARCHAR',
                    black: 'JSON', white: 'JSON', moves: 'VARCHAR[]', events: 'JSON[]', tree: 'JSON'}});
            CREATE TABLE numbered AS SELECT row_number() OVER (ORDER BY game) AS number, true AS there, * FROM games WHERE verdict <> 'unreadable';
            CREATE TABLE moves AS SELECT game, list(move ORDER BY ply) AS moves FROM plies GROUP BY game;
        """)
        same = """SELECT number, game, {0} FROM records r FULL JOIN numbered g USING (number) LEFT JOIN moves m USING (game)
                  WHERE {0} IS DISTINCT FROM {1}"""
        pairs = {
            "presence": ("r.there", "g.there"),
            "stated result": (
                # A word that is none of the four is no result.
                "CASE WHEN r.result IN ('1-0', '0-1', '1/2-1/2') THEN r.result WHEN r.other_result IN ('1-0', '0-1', '1/2-1/2') THEN r.other_result WHEN r.result = '*' THEN '*' END",
                "g.stated_result",
            ),
            "date": ("r.date", "g.date"),
            "event": ("r.event", "g.event"),
            "site": ("r.site", "g.site"),
            "round": ("r.round", "g.round"),
            "black's name": ("r.black->>'name'", "g.header_black"),
            "white's name": ("r.white->>'name'", "g.header_white"),
            "moves": ("CASE WHEN len(r.moves) > 0 THEN r.moves WHEN r.events IS NULL AND r.tree IS NULL THEN NULL ELSE m.moves END", "m.moves"),
            "plies": (
                "coalesce(len(list_filter(r.events, lambda e: (e->'place') IS NOT NULL OR (e->'choose') IS NOT NULL OR (e->'pass') IS NOT NULL)),"
                " len(r.moves), g.plies)",
                "g.plies",
            ),
        }
        for what, (record, table) in pairs.items():
            wrong = self.db.execute(same.format(record, table)).fetchall()
            if wrong:
                differ(f"{self.path}: {what}: {len(wrong)} records differ between jsonl and the tables", *wrong[:5])
        # Where no board has to be asked: legal games with a stated result. Columns are those of `games`, from jsonl.
        rows = """(
            SELECT CASE r.result WHEN '1-0' THEN 'black' WHEN '0-1' THEN 'white' ELSE 'draw' END AS result, len(r.moves) AS judged_plies,
                   r.date[:4] AS year, 0 AS fouls, 0 AS setup, g.width, g.height, g.coords,
                   list_transform(r.moves[:5], lambda m: CASE WHEN m = 'pass' THEN [0, 0] ELSE
                       [instr('abcdefghjklmnopqrstuvwxyz', m[1]), CAST(m[2:] AS BIGINT)] END) AS points
            FROM records r JOIN numbered g USING (number))"""
        counts = "SELECT count(*), count(*) FILTER (verdict = 'legal' AND r.result IN ('1-0', '0-1', '1/2-1/2') AND r.moves IS NOT NULL AND coords = 'skip-i')"
        every, plain = self.db.execute(f"{counts} FROM records r JOIN numbered g USING (number)").fetchone()
        if every - plain > 1 or not every:
            return print(f"{self.path}: {every - plain} of {every} records are counted from the tables only, where the board is asked")
        legal = rows.replace("USING (number))", "USING (number) WHERE verdict = 'legal')")
        where = ["--where", "verdict = legal"]
        for key, value in {"year": "year", "result": KEYS["result"]}.items():
            expected, _ = self.stats([key], *where)
            self.compare(f"jsonl: --by {key}", expected, self.db.execute(grouped([value], legal)).fetchall(), 1)
        for count in [1, 2, 3]:
            expected, _ = self.stats([f"first-{count}"], *where)
            first = folded(legal.replace("r.moves[:5]", f"r.moves[:{count}]"), count)
            self.compare(f"jsonl: --by first-{count}", expected, self.db.execute(grouped(["first_moves"], first)).fetchall(), 1)
        print(f"{self.path}: {plain} of {every} records counted from jsonl alone")

    def check_stats_tables(self):
        """`stats` writes the same tables as Parquet and as CSV."""
        for more in [[], ["--by", "opening,year"], ["--by", "player"], ["--ratings"]]:
            path = self.work / "stats.parquet"
            args = [self.pentad, "stats", self.path, *more, "--format"]
            path.write_bytes(subprocess.run([*args, "parquet"], capture_output=True, check=True).stdout)
            (self.work / "stats.csv").write_text(self.run("stats", self.path, *more, "--format", "csv"), encoding="utf-8")
            kinds = self.db.execute(f"DESCRIBE FROM read_parquet('{path}')").fetchall()
            types = "{" + ", ".join(f"'{name}': '{kind}'" for name, kind, *_ in kinds) + "}"
            csv = f"read_csv('{self.work}/stats.csv', header = true, columns = {types}, nullstr = '', allow_quoted_nulls = false)"
            names = [name for name, *_ in kinds]
            # A text that CSV leaves empty is one without characters in Parquet.
            texts = ", ".join(f"coalesce({name!r}, '') AS {name!r}".replace("'" + name + "'", f'"{name}"') for name, kind, *_ in kinds if kind == "VARCHAR")
            csv = f"(SELECT * REPLACE ({texts}) FROM {csv})" if texts else csv
            query = "SELECT count(*) FROM ((FROM {0} EXCEPT ALL FROM {1}) UNION ALL (FROM {1} EXCEPT ALL FROM {0}))"
            (wrong,) = self.db.execute(query.format(f"read_parquet('{path}')", csv)).fetchone()
            (rows,) = self.db.execute(f"SELECT count(*) FROM read_parquet('{path}')").fetchone()
            if wrong or "games" not in names or polars.read_parquet(path).height != rows:
                differ(f"{self.path}: stats {' '.join(more)}: {wrong} of {rows} rows differ between Parquet and CSV")

    def check(self):
        frames = dict(self.check_formats())
        total = self.check_stats(frames)
        self.check_stats_tables()
        self.check_records()
        score = f"{100 * total['score']:.1f} %" if total["score"] is not None else "none"
        print(f"{self.path}: {total['games']} games, Black scores {score}: tables agree with stats")


def check_page(pentad, page, samples):
    """The queries that the page shows run over the tables of the samples, in a folder where these are called as on the page."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([pentad, "export", samples, "-o", f"{work}/tables", "--format", "parquet", "-q"], check=True)
        blocks = re.findall(r"^```(sql|python)\n(.*?)^```", text, re.M | re.S)
        for language, block in blocks:
            command = [sys.executable, "-c", block if language == "python" else "import duckdb, sys\nprint(duckdb.sql(sys.argv[1]))", block]
            done = subprocess.run(command, cwd=work, capture_output=True, text=True)
            if done.returncode or not done.stdout.strip():
                differ(f"{page}: a query gives nothing", block, done.stderr[-400:])
    kinds = {language for language, _ in blocks}
    if kinds != {"sql", "python"}:
        differ(f"{page}: shows {sorted(kinds)}")
    print(f"{page}: {len(blocks)} queries run")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pentad = str(Path(sys.argv[1]).resolve())
    root = Path(__file__).resolve().parents[2]
    for path in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as work:
            Corpus(pentad, path, Path(work)).check()
    check_page(pentad, root / "docs/tables.md", root / "corpus/samples")
    if differences:
        sys.exit(f"{len(differences)} differences")
    print("all agree")


if __name__ == "__main__":
    main()
