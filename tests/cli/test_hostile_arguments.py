"""Command lines put together at random: done, or one message; never a traceback, never a hang."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from drivetrain.cli import main

LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))
COUNT = LONG or 150

NUMBERS = [
    "0", "-0", "1", "-1", "0.01", "1e5", "1e-9", "1e12", "1e-300", "1e300", "1e400", "nan", "inf",
    "-inf", "", "abc", "0x10", "1_000", "１", "+5", " 1 ", "1,5", "9" * 500, "1 if 1 else 2",
]  # fmt: skip
VALUES = [
    *NUMBERS, "true", "None", "1j", "'x", "b'x'", "[", "[]", "[[]]", "[[0,1]]", "[[0,1],[0,1]]",
    "[[nan,1]]", "[1e400]", "(1,2)", "{}", "[[" * 200, "(" * 5000, "-" * 3000 + "1", "\x00", "==1",
    "__import__('os')", "[[0,0.4],[1,0.3]]",
]  # fmt: skip
MODELS = [
    "First", "CoupledClutches", "Friction", "book.SMD", "edition2002.First", "first", "", "First:",
    "First:First", ":", "::", ".", "..", "/", "./", "a.py", "a.py:", "x/y.py:Z", "drivetrain",
    "drivetrain.examples.first:First", "drivetrain.examples.first:__doc__", "os:path", "sys:exit",
    "drivetrain:simulate", "drivetrain:Model", "drivetrain.cli:main", "First\x00", "é", "-", "--",
    "json:", "C:\\x.py", "~/x.py", "$(ls)", ".:A", "a..b:C", "a b:C", "1:2", "a" * 5000, "\ud800:A",
    "a/" * 2000 + "b.py",
]  # fmt: skip
SIGNALS = [
    "J1.w", "inertia3.w", "*", "?", "", "[", "]", ",", ":", ":x.png", "inertia3.w:", "*.tau",
    "inertia3.w:a", "inertia3.w:a.png", "inertia3.w:/nonexistent/a.png", "inertia3.w:.png",
    "inertia3.w:a.png:b.png", "inertia3.w:/", "a" * 1000, "time", "inertia3.w:\x00.png", "*:a.svg",
]  # fmt: skip
FILES = [
    "a.csv", "b.mat", "c.parquet", "", "a", ".csv", "/", "..", "-", "A.CSV", "a.txt", "folder.csv",
    "/nonexistent/a.csv", "a.csv/b.csv", "x" * 300 + ".csv", "\x00.csv", "~/a.csv", "a.csv\n.csv",
    "\udcff.csv", "/dev/null.csv", "/proc/a.csv",
]  # fmt: skip
PARAMETERS = [
    "inertia1.J", "J", "", "inertia1", "inertia1.w.start", "sine.f", "clutch1.peak", "x y", "*",
    "clutch1.mu_pos", "J1.w.start", "inertia1.phi.start", "fixed.phi0", "inertia1.state_select",
    "torque.use_support", "é", "J1.J", "clutch1.fn_max",
]  # fmt: skip
OPTIONS = {
    "--start-time": NUMBERS, "--stop-time": NUMBERS, "--tolerance": NUMBERS, "--interval": NUMBERS,
    "--solver": ["auto", "bs5", "rodas", "euler", ""], "--output": FILES, "--plot": SIGNALS,
    "-p": [], "--quiet": [], "--bogus": [], "-h": [], "--": [],
}  # fmt: skip


def command_line(rng: random.Random) -> list[str]:
    words = [rng.choice(8 * ["simulate"] + ["check", "examples", "sim", ""])]
    words.append(rng.choice(MODELS if rng.random() < 0.4 else MODELS[:3]))
    for _ in range(rng.randrange(5)):
        option = rng.choice(list(OPTIONS))
        words.append(option)
        if option == "-p":
            words.append(
                rng.choice(PARAMETERS) + rng.choice(["=", "=", "", "=="]) + rng.choice(VALUES)
            )
        elif OPTIONS[option]:
            words.append(rng.choice(OPTIONS[option]))
    if rng.random() < 0.1:
        rng.shuffle(words)
    return words


@pytest.mark.skipif(os.name == "nt", reason="paths are others there")
def test_random_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "folder.csv").mkdir()
    rng = random.Random(LONG)
    endings = set()
    for _ in range(COUNT):
        monkeypatch.setattr(sys, "path", list(sys.path))
        words = command_line(rng)
        if "1e12" in words or "1e5" in words:  # would be right, but takes long
            continue
        done = CliRunner().invoke(main, words)
        endings.add(done.exit_code)
        if done.exit_code == 0:
            assert done.exception is None, words
            continue
        assert isinstance(done.exception, SystemExit), words
        assert done.exit_code in (1, 2), words
        assert len(re.findall("^Error: ", done.stderr, re.MULTILINE)) == 1, words
    assert endings >= {0, 2}
