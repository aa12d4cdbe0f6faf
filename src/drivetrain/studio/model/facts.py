"""What the page is told about a model as a whole: its tree of parts, and what is wrong with it."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from drivetrain.model_structure import Structure
from drivetrain.modeling.component import SourceLine
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.model.places import expanded

__all__ = ["fault_facts", "first_names", "model_facts", "source_lines"]

_LINES_AROUND = 3
_FIRST_CURVES = 6
_PLACE = re.compile(r"([^\s\[\],]+\.(?:py|mo)):(\d+)")
_SPEEDS = ("w", "v")


def model_facts(loaded: LoadedModel) -> dict[str, Any]:
    """Return what the page shows before anything has run.

    Parameters
    ----------
    loaded : LoadedModel
        The model.
    """
    model = loaded.model
    experiment = None if model is None else model.experiment
    structure = loaded.structure
    return {
        "revision": loaded.revision,
        "title": loaded.title,
        "doc": loaded.doc,
        "runs": loaded.runs,
        "stop_time": None if experiment is None else experiment.stop_time,
        "tree": None if structure is None else _node(structure.model),
        "faults": [fault_facts(fault, structure) for fault in loaded.faults],
        "warnings": list(loaded.warnings),
        "structural": loaded.structural,
        "names": first_names(loaded),
        "shafts": [] if structure is None else _shafts(structure),
    }


def _shafts(structure: Structure) -> list[str]:
    """Return the parts with inertia that turn."""
    return [
        part.path
        for part in structure.parts
        if part.stores == "kinetic" and part.count is None and "[" not in part.path
        and any(port.domain == "rotation" for port in part.ports)
    ]  # fmt: skip


def _node(part: Any) -> dict[str, Any]:
    """Return a part with the parts inside it; an array of parts is one node."""
    return {
        "path": part.path,
        "name": part.name.replace("[:]", ""),
        "cls": part.title,
        "count": part.count,
        "doc": part.doc,
        "parts": [_node(inside) for inside in part.parts],
    }


def first_names(loaded: LoadedModel) -> list[str]:
    """Return the variables that are shown first: speeds of bodies if there are any.

    Parameters
    ----------
    loaded : LoadedModel
        The model.
    """
    if loaded.compiled is None:
        return []
    known = loaded.compiled.layout.positions
    speeds = [name for name in _speeds(loaded) if name in known]
    return (speeds or list(islice(known, _FIRST_CURVES)))[:_FIRST_CURVES]


def _speeds(loaded: LoadedModel) -> Iterator[str]:
    if loaded.structure is None or loaded.compiled is None:
        return
    root = loaded.compiled.translation.flat.root
    heavy = [part for part in loaded.structure.parts if part.stores == "kinetic"]
    for part in heavy:
        path = f"{part.path}[:]" if part.is_array else part.path
        for unit in _SPEEDS:
            name = f"{path}.{unit}"
            yield from expanded(root, [name])[name][:1]


def fault_facts(error: Exception, structure: Any) -> dict[str, Any]:
    """Return what is wrong as data: sentence, parts, remedy, lines of the source.

    Parameters
    ----------
    error : Exception
        What was raised.
    structure : Structure or None
        The model, to find the parts that are meant.
    """
    facts: dict[str, Any] = {
        "code": type(error).__name__, "sentence": str(error), "parts": [], "ports": [],
        "remedy": "",
    }  # fmt: skip
    where = _place_in(str(error))
    if structure is not None:
        fault = structure.fault(error)
        where = fault.where or where
        facts |= {"parts": fault.parts, "ports": fault.ports, "remedy": fault.remedy}
    start = getattr(error, "start", None)
    facts["start"] = [] if start is None else [_start_line(line) for line in start.lines]
    return {**facts, "source": source_lines(where)}


def _start_line(line: Any) -> dict[str, Any]:
    requested, reached = (
        None if value != value else value for value in (line.requested, line.reached)
    )
    return {"name": line.name, "requested": requested, "reached": reached, "unit": line.unit,
            "rule": line.rule, "label": line.label}  # fmt: skip


def _place_in(text: str) -> SourceLine | None:
    found = _PLACE.findall(text)
    return SourceLine(found[-1][0], int(found[-1][1])) if found else None


def source_lines(where: SourceLine | None) -> dict[str, Any] | None:
    """Return a line of the source with those around it; None if it cannot be read.

    Parameters
    ----------
    where : SourceLine or None
        The line.
    """
    if where is None:
        return None
    linecache.checkcache(where.file)
    first = max(where.line - _LINES_AROUND, 1)
    lines = [linecache.getline(where.file, n) for n in range(first, where.line + _LINES_AROUND + 1)]
    if not any(lines):
        return None
    texts = [line.rstrip("\n") for line in lines]
    return {"file": Path(where.file).name, "line": where.line, "first": first, "lines": texts}
