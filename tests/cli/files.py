"""Result files as somebody else reads them."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

__all__ = ["check_csv"]


def check_csv(path: Path, name: str) -> None:
    """Check that a file is complete: every line has every column, time never goes back."""
    with path.open(newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    assert name in header
    assert lines
    assert all(len(line) == len(header) for line in lines)
    time = np.array([line[0] for line in lines], dtype=float)
    assert np.all(np.diff(time) >= 0)
    assert path.read_bytes().endswith(b"\n")
