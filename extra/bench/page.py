"""The page docs/benchmarks.md."""

HEAD = """<!-- Written by `extra/bench/run`. -->
# Benchmarks
Measured, not estimated, by one command, [`extra/bench/run`](../extra/bench/README.md), which builds everything, makes the inputs and writes this page.
MB are 10⁶ bytes of uncompressed input. Speeds are for **processor time** (user and system) of the whole program on one thread (`-j1`), start-up and reading included, unless a table says otherwise:
they depend least on what else the machine does. A figure is the best of the runs, with the median beside it; bars are judged by the best.
"""

INPUTS = """
## Inputs
Made up and seeded: legal games that end by resignation, {size} MB of each. Real games compress better, and real comments are longer.

| input | what |
|---|---|
| plain | SGF of gomoku, ten header fields, forty moves, 346 bytes a game |
| chat | the same with comments that hold escapes, brackets and pieces of games, and stray text after one game in fifty |
| eng | the same with the time used, as a comment, after every move |
| tree | the same with nested variations |
| renju | SGF of renju, 60 moves close together so that threes and fours abound, 9 bytes a ply in all |
| pente | pente.org's text, with captures |
| jsonl | the canonical form, gomoku |
| lib | one RenLib library of 2 bytes a node, no comments |
| folder, gz, zst | plain as 200 files; by gzip -6; by zstd -3 |
| chess | PGN of random legal chess, for the readers of chess: far more moves to a byte than in files from servers |
"""

# Cores that other processes may keep busy before wall times mean nothing.
QUIET = 0.1
MET = {True: "met", False: "**not met**", None: ""}


def number(value, digits=0):
    return f"{value:,.{digits}f}"


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def job_row(job):
    def per_second(count, unit):
        return number(count / job.best() / unit, 2) if count else ""

    return [
        job.name, number(job.size / 1e6, 0 if job.size >= 1e7 else 1), number(job.best(), 3), number(job.median(), 3), number(job.best("wall"), 3),
        number(job.rate()) if job.rate() >= 10 else number(job.rate(), 1), per_second(job.games, 1e6), per_second(job.plies, 1e6), number(job.peak(), 1),
    ]


JOB_HEADS = ["job", "MB", "CPU s", "median", "wall s", "MB/s", "M games/s", "M plies/s", "peak MB"]


def part_rate(part):
    return part["bytes"] / part["best"] / 1e6


def bars(facts, jobs, peers, parts, startup, hostile, memory):
    """Rows of job, bar, figure, met."""
    rows = []
    disturbed = facts["others"] > QUIET

    def at_least(what, bar, figure, unit, digits=0):
        rows.append([what, f"≥ {number(bar, digits)} {unit}", f"{number(figure, digits)} {unit}", MET[round(figure, digits) >= bar]])

    def at_most(what, bar, figure, unit, digits=0):
        rows.append([what, f"≤ {number(bar, digits)} {unit}", f"{number(figure, digits)} {unit}", MET[round(figure, digits) <= bar]])

    at_least("list, plain (its lines written to nowhere)", 900, jobs["list plain"].rate(), "MB/s")
    for kind in ["plain", "chat"]:
        at_least(f"headers only, {kind} (in memory)", 900, part_rate(parts[kind]["list"]), "MB/s")
    for kind, bar in [("plain", 600), ("chat", 400), ("eng", 400)]:
        at_least(f"scan and build, {kind} (in memory)", bar, part_rate(parts[kind]["scan"]), "MB/s")
    at_least("check gomoku, plain", 300, jobs["check plain"].rate(), "MB/s")
    at_least("check gomoku, chat", 300, jobs["check chat"].rate(), "MB/s")
    for peer in peers:
        if peer.name in ["sgf-parse", "pgn-extract"]:
            at_least(f"check gomoku, plain, in MB/s over {peer.name}", 15, jobs["check plain"].rate() / peer.rate(), "×", 1)
    at_least("check renju, all fouls", 200, jobs["check renju"].rate(), "MB/s")
    for kind in ["plain", "pente"]:
        at_least(f"dedup, all kinds, {kind}", 100, jobs[f"dedup {kind}"].rate(), "MB/s")
    for kind in ["plain", "renju", "pente", "jsonl"]:
        job = jobs[f"stats {kind}"]
        at_least(f"stats to depth 20, {kind}", 100, job.rate(), "MB/s")
        at_most(f"stats to depth 20, {kind}, memory of the program over distinct positions", 96, job.peak() * 1e6 / job.positions, "bytes")
    replay = parts["renju"]["replay"]
    at_least("replay of parsed renju games", 60, replay["plies"] / replay["best"] / 1e6, "M plies/s")
    library = parts["lib"]["scan"]
    at_least("read a RenLib library (in memory)", 50, library["plies"] / library["best"] / 1e6, "M nodes/s")
    forbidden = parts["renju"]["forbidden"]
    at_least("all forbidden points of the last position of renju games", 1, forbidden["records"] / forbidden["best"] / 1e6, "M positions/s", 1)
    for kind, bar in [("plain", 1.9), ("chat", 1.9), ("renju", 1.9), ("folder", 1.9), ("gz", 1.3), ("zst", 1.3)]:
        if f"check {kind} -j2" in jobs:
            one, two = jobs[f"check {kind}"], jobs[f"check {kind} -j2"]
            at_most(f"check {kind}, processor time of two threads over one", 1.1, two.best() / one.best(), "×", 2)
            at_least(f"check {kind}, wall time of one thread over two", bar, one.best("wall") / two.best("wall"), "×", 2)
            if disturbed and rows[-1][-1] == MET[False]:
                rows[-1][-1] = "not met, but the machine was not quiet"
    for threads in [1, 2]:
        peaks = [job.peak() for name, job in jobs.items() if ("-j2" in name) == (threads == 2) and "zst" not in name and not name.startswith(("dedup", "stats"))]
        peaks += [row["long"] for row in memory if row["threads"] == threads]
        at_most(f"peak memory, {threads} thread{'s'[:threads - 1]}, all jobs but zst", 24 + 8 * threads, max(peaks), "MB", 1)
    if memory:
        growth = max(row["long"] / row["short"] for row in memory)
        at_most("peak memory on an input 32 times as long (flat: the bar here is ours)", 1.2, growth, "×", 2)
    large = ["sgf", "pente", "jsonl"]
    for what, of in [("SGF, pente.org, jsonl", [r for r in hostile if r["text"].format in large]), ("other formats", [r for r in hostile if r["text"].format not in large])]:
        at_least(f"hostile input ({what}), the slowest of {len(of)}", 50, min(row["rate"] for row in of), "MB/s")
        at_most(f"hostile input ({what}), time for twice as much", 2.3, max(row["growth"] for row in of), "×", 2)
        at_most(f"hostile input ({what}), peak memory (records up to 16 MB)", 32, max(row["peak"] for row in of), "MB", 1)
    at_most("start-up, wall", 5, startup["best"], "ms", 1)
    return rows


def text(facts, jobs, peers, parts, startup, hostile, memory):
    out = [HEAD]
    out.append(f"\n{facts['date']}; {facts['machine']}. Other processes kept {facts['others']:.1f} cores busy meanwhile"
               f"{'; wall times and what follows from them are not to be trusted then' if facts['others'] > QUIET else ''}.\n")
    out.append("Versions: " + ", ".join(facts["versions"]) + ".\n")
    for what in facts["missing"]:
        out.append(f"Missing: {what}.\n")

    out.append("\n## Bars\n")
    out.append(table(["job", "bar", "figure", ""], bars(facts, jobs, peers, parts, startup, hostile, memory)))
    out.append(INPUTS.format(size=facts["size"]))
    out.append("\n## The program\n" + table(JOB_HEADS, [job_row(job) for job in jobs.values()]))
    out.append(f"\n`pentad --version` takes {startup['best']:.1f} ms at best, {startup['median']:.1f} ms in the median.\n")

    if peers:
        out.append(
            "\n## Beside other programs\n"
            "Each in the same run. grep looks for one string: the floor. sgf-parse and sgf-parser build the tree of each game, which pentad's framer has cut, and check nothing: whole files at once would cost them a hundred times the memory. "
            "pgn-reader alone counts moves; with shakmaty it plays them; pgn-extract plays them (`-r`). sgfmill reads trees and moves. "
            "Slow ones read a shorter piece. The last column is `check plain` in MB/s, and in plies/s, over the peer.\n\n"
        )
        ours = jobs["check plain"]

        def over(peer):
            if not peer.plies:
                return f"{ours.rate() / peer.rate():.2f} ×"
            plies = (ours.plies / ours.best()) / (peer.plies / peer.best())
            return f"{ours.rate() / peer.rate():.1f} ×, {plies:.1f} ×"

        out.append(table([*JOB_HEADS, "pentad over it"], [[*job_row(job), over(job)] for job in peers]))

    out.append(
        "\n## Parts, in memory, on one thread\n"
        "The libraries on a file that is in memory, without the program around them: MB/s, best and median of seven. "
        "*frame* finds the ends of records, *headers* reads what stands before the moves, *scan* reads everything into a record, *check* also judges it.\n\n"
    )
    rows = []
    for kind, part in parts.items():
        cells = [f"{number(part_rate(part[p]))} ({number(part[p]['bytes'] / part[p]['median'] / 1e6)})" for p in ["frame", "list", "scan", "check"]]
        rows.append([kind, *cells])
    out.append(table(["input", "frame", "headers", "scan", "check"], rows))

    out.append("\n## Instructions per byte\nCounted by callgrind on 2 MB; CI refuses more than the ceiling.\n\n```\n" + facts["instructions"].rstrip() + "\n```\n")

    out.append(
        f"\n## Hostile input\nA text repeated, perhaps after a beginning and before an end, up to {hostile[0]['size'] / 1e6:.0f} MB; `check -j1`. "
        "*twice* is the time for that over the time for half as much.\n\n"
    )

    def show(value):
        # Two brackets in a row would look like a link to whoever checks links.
        if "](" in value:
            return "<code>" + value.replace("]", "&#93;") + "</code>"
        value = value.replace("\n", "↵").encode("unicode_escape").decode().replace("\\u21b5", "↵").replace("\\\\", "\\")
        return "`" + value + "`" if value else ""

    def described(text):
        return [text.format, text.name, "", ""] if text.name else [text.format, show(text.before), show(text.piece), show(text.after)]

    out.append(table(["format", "beginning", "repeated", "end", "MB/s", "twice", "peak MB"], [
        [*described(row["text"]), number(row["rate"]), f"{row['growth']:.2f} ×", number(row["peak"], 1)] for row in hostile
    ]))

    if memory:
        out.append(f"\n## Memory on a pipe\nPeak of pentad on standard input, {facts['pipe'] // 32} MiB and {facts['pipe']} MiB that are generated meanwhile.\n\n")
        out.append(table(["job", "threads", f"{facts['pipe'] // 32} MiB", f"{facts['pipe']} MiB"], [
            [row["name"], str(row["threads"]), number(row["short"], 1) + " MB", number(row["long"], 1) + " MB"] for row in memory
        ]))
    return "".join(out)
