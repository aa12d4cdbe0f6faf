"""What the page is told about a part of a run that is shown as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from typing import Any

from drivetrain.simulation.results.result import Result
from drivetrain.studio.model.parameters import Adjustable

__all__ = ["recorded_facts"]

_MOST = 200


def recorded_facts(result: Result, path: str) -> dict[str, Any]:
    """Return parameters, which cannot be set, and variables of a part; of an array those of all.

    Parameters
    ----------
    result : Result
        The run.
    path : str
        Path of the part; empty for the model itself.
    """
    return {
        "parameters": [asdict(one) for one in islice(_parameters(result, path), _MOST)],
        "variables": list(islice(_variables(result, path), _MOST)),
    }


def _parameters(result: Result, path: str) -> Iterator[Adjustable]:
    for name, label in _own(result.parameters, path):
        value = result.parameters[name]
        if isinstance(value, bool | int | float):
            unit = result.parameter_units.get(name, "")
            yield Adjustable(
                name, label, "real", value, "" if unit == "1" else unit, is_settable=False
            )


def _variables(result: Result, path: str) -> Iterator[dict[str, Any]]:
    layout = result.layout
    for name, label in _own(layout.positions, path):
        place = layout.position(name)
        yield {"name": name, "label": label, "unit": layout.units[place], "count": 1,
               "kind": layout.kinds[place], "doc": layout.descriptions[place]}  # fmt: skip


def _own(names: Iterable[str], path: str) -> Iterator[tuple[str, str]]:
    """Yield names of a part, not of parts inside it, with what follows its path."""
    for name in names:
        rest = name.removeprefix(path)
        if path and (rest == name or rest[:1] not in (".", "[")):
            continue
        label = rest.removeprefix(".")
        if "." not in (label.partition("].")[2] if label.startswith("[") else label):
            yield name, label
