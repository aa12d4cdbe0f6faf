"""Models that are written in the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import drivetrain as dt

__all__ = ["loaded", "model", "package"]


def loaded(folder: Path, text: str, name: str = "") -> Any:
    """Return a class of a Modelica text."""
    file = folder / "A.mo"
    file.write_text(text, encoding="utf-8")
    return dt.modelica.load(file, name)


def model(folder: Path, text: str) -> Any:
    """Return a model with this inside."""
    return loaded(folder, f"model A\n{text}\nend A;\n")


def package(folder: Path, text: str, name: str) -> Any:
    """Return a class of a package with this inside; parts of shafts are imported."""
    head = "package P import Modelica.Mechanics.Rotational.Components.*;"
    head = f"{head}\n  import SI = Modelica.Units.SI;"
    return loaded(folder, f"{head}\n{text}\nend P;\n", f"P.{name}")
