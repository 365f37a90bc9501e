"""What the measurements run on and with: the machine in words, builds, other programs, and the cost of one command."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
BIN = TARGET / "release"
SGFMILL = "1.1.1"


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*argv):
    """The first line that a command prints, or nothing."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    except OSError:
        return ""
    lines = (done.stdout.strip() or done.stderr.strip()).splitlines()
    return lines[0] if lines else ""


def describe():
    """The machine, without names that tell whose it is."""
    cpu = memory = system = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemTotal"):
            memory = f"{int(line.split()[1]) / 2**20:.0f} GiB"
    for line in Path("/etc/os-release").read_text().splitlines():
        if line.startswith("PRETTY_NAME="):
            system = line.split("=", 1)[1].strip('"')
    kernel = ".".join(platform.release().split(".")[:2])
    return f"{cpu}, {os.cpu_count()} cores, {memory}; {system}, Linux {kernel}"


def busy():
    """Seconds for which the machine's cores have worked since it was started, all together."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _wait, irq, softirq, steal = map(int, fields[:8])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def build(manifest, *package):
    """Whether a release build succeeds."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(TARGET))
    argv = ["cargo", "build", "--release", "--locked", "--quiet", "--manifest-path", str(manifest)]
    return subprocess.run([*argv, *package], env=environment).returncode == 0


def pgn_extract():
    """Debian's pgn-extract, installed where it can be."""
    def find():
        return shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")

    if not find() and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-q", "pgn-extract"], capture_output=True)
    return find()


def sgfmill(folder):
    """A Python with sgfmill."""
    python = folder / "sgfmill" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "sgfmill")], capture_output=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", f"sgfmill=={SGFMILL}"], capture_output=True)
    found = subprocess.run([str(python), "-c", "import sgfmill"], capture_output=True) if python.exists() else None
    return str(python) if found and found.returncode == 0 else None


def measure(argv, folder, producer=None, silent=False, statuses=(0, 1)):
    """Runs a command, with the output of `producer` as its input where there is one, and returns its cost: seconds of processor time
    (`cpu`) and of real time (`wall`), peak memory in MB (`peak`), and what it printed, unless it is to be `silent`."""
    figures, errors = folder / "figures.json", folder / "errors"
    feeding = subprocess.Popen(producer, stdout=subprocess.PIPE) if producer else None
    source = feeding.stdout if feeding else subprocess.DEVNULL
    command = [str(BIN / "measure"), str(figures), *map(str, argv)]
    with errors.open("wb") as sink:
        out = subprocess.DEVNULL if silent else subprocess.PIPE
        done = subprocess.run(command, stdin=source, stdout=out, stderr=sink, timeout=900)
    if feeding:
        feeding.stdout.close()
        feeding.wait()
    cost = json.loads(figures.read_text()) if done.returncode == 0 else {"status": None}
    if cost["status"] not in statuses:
        raise RuntimeError(f"{argv}: status {cost['status']}\n{errors.read_text(errors='replace')}")
    cost["cpu"] = cost["user"] + cost["system"]
    cost["peak"] = cost["peak_kib"] * 1024 / 1e6
    cost["printed"] = (done.stdout or b"").decode(errors="replace")
    return cost
