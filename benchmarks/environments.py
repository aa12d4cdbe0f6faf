"""Peers run in environments of their own, made on demand: nothing of theirs gets into ours."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["HERE", "Answer", "Environment", "Unavailable", "cache_folder"]

_WORKERS = Path(__file__).with_name("workers")


class Unavailable(Exception):  # noqa: N818 - not an error: the table says it and goes on
    """A peer cannot take part; the message says why."""


@dataclass(frozen=True)
class Answer:
    """What a worker measured.

    Parameters
    ----------
    seconds : tuple of float
        Wall time of each repetition.
    setup : float
        Time before the first repetition could begin (compiling, symbolic work), s.
    peak : float
        Largest memory of the process, bytes.
    values : float array
        The solution.
    facts : mapping
        What else the worker says.
    """

    seconds: tuple[float, ...]
    setup: float
    peak: float
    values: NDArray[np.float64]
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Environment:
    """A virtual environment in the cache folder.

    Parameters
    ----------
    name : str
        Folder.
    packages : tuple of str
        What is installed; nothing: the interpreter that runs the benchmarks is taken.
    """

    name: str
    packages: tuple[str, ...] = ()

    def python(self) -> str:
        """Return its interpreter; the first call makes the environment.

        Raises
        ------
        Unavailable
            If a package cannot be installed.
        """
        if not self.packages:
            return sys.executable
        folder = cache_folder() / self.name
        done = folder / "installed.txt"
        python = str(folder / "bin" / "python")
        wanted = "\n".join(self.packages)
        if not done.exists() or done.read_text() != wanted:
            _checked([sys.executable, "-m", "venv", str(folder)], f"no environment for {self.name}")
            _checked(
                [python, "-m", "pip", "install", "--quiet", *self.packages],
                f"{' and '.join(self.packages)} cannot be installed",
            )
            done.write_text(wanted)
        return python

    def versions(self) -> str:
        """Return the versions of the packages, for the head of the table."""
        names = tuple(re.split(r"[<>=!~\[]", package)[0] for package in self.packages)
        code = (
            "from importlib.metadata import version\n"
            f"print(', '.join(f'{{p}} {{version(p)}}' for p in {names!r}))"
        )
        return _checked([self.python(), "-c", code], f"{self.name} does not start").strip()

    def ask(self, worker: str, request: Mapping[str, Any], limit: float) -> Answer:
        """Let a script of `workers/` solve a problem in a process of its own.

        Parameters
        ----------
        worker : str
            Name of the script without ending.
        request : mapping
            What it reads; simple types only.
        limit : float
            Time after which it is stopped, s.

        Raises
        ------
        Unavailable
            If it cannot be started, fails or takes too long.
        """
        with TemporaryDirectory() as folder:
            answer = Path(folder) / "answer.json"
            script = _WORKERS / f"{worker}.py"
            command = [self.python(), str(script), json.dumps(dict(request)), str(answer)]
            _checked(command, "failed", limit)
            said = json.loads(answer.read_text())
            values = np.load(answer.with_suffix(".npy"))
        return Answer(tuple(said.pop("seconds")), said.pop("setup"), said.pop("peak"), values, said)


HERE = Environment("here")
"""The interpreter that runs the benchmarks."""


def cache_folder() -> Path:
    """Return the folder for environments and compiled programs, made if there is none."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "drivetrain-benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _checked(command: list[str], failure: str, limit: float | None = 900.0) -> str:
    root = str(Path(__file__).parents[1])
    variables = {**os.environ, "PYTHONPATH": root, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=limit, env=variables
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"not done after {limit:g} s") from error
    except subprocess.CalledProcessError as error:
        lines = [line for line in error.stderr.strip().splitlines() if line.strip()]
        reason = " ".join(lines[-1].split())[:150] if lines else f"status {error.returncode}"
        raise Unavailable(f"{failure}: {reason}") from error
    return done.stdout
