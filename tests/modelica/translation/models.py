"""Load Modelica texts in tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import drivetrain as dt

__all__ = ["at", "loaded", "model", "package", "run"]


def loaded(folder: Path, text: str, name: str = "", **options: Any) -> Any:
    """Return a class of a text."""
    file = folder / "A.mo"
    file.write_text(text, encoding="utf-8")
    return dt.modelica.load(file, name, **options)


def model(
    folder: Path, text: str, functions: Mapping[str, Callable[..., Any]] | None = None
) -> Any:
    """Return the model that consists of a text."""
    return loaded(folder, f"model A\n{text}\nend A;\n", "A", functions=functions)


def package(folder: Path, text: str, name: str) -> Any:
    """Return a class of a package with this inside; parts of shafts are imported."""
    head = "package P import Modelica.Mechanics.Rotational.Components.*;"
    head = f"{head}\n  import SI = Modelica.Units.SI;"
    return loaded(folder, f"{head}\n{text}\nend P;\n", f"P.{name}")


def run(folder: Path, text: str, stop_time: float = 1.0, **options: Any) -> dt.Result:
    """Return the run of the model that consists of a text."""
    return dt.simulate(model(folder, text)(), stop_time=stop_time, **options)


def at(result: dt.Result, name: str, times: list[float]) -> list[float]:
    """Return values at instants, those after an event where there is one."""
    return [float(result.at(time, name)) for time in np.asarray(times)]
