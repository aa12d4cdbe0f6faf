"""What the page is told about one part, and what a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from inspect import getdoc
from itertools import islice
from typing import Any

from drivetrain.studio.model.facts import source_lines
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.model.parameters import adjustables
from drivetrain.studio.model.places import Place, place_of
from drivetrain.studio.model.recorded import recorded_facts

__all__ = ["part_facts", "search"]

_MOST_FOUND = 60
_MOST_RANKED = 600


def part_facts(
    loaded: LoadedModel,
    path: str,
    given: Mapping[str, Any] | None = None,
    source: LoadedModel | None = None,
) -> dict[str, Any]:
    """Return class, source, parameters and variables of a part.

    Parameters
    ----------
    loaded : LoadedModel
        The model.
    path : str
        Path of the part; empty for the model itself.
    given : mapping, optional
        Parameters that are set, by name.
    source : LoadedModel, optional
        The model as its source has it, if other structural parameters have been chosen since.

    Raises
    ------
    NameLookupError
        If there is no such part.
    """
    part = None if loaded.structure is None else _part(loaded.structure, path)
    facts: dict[str, Any] = {
        "part": path, "cls": "", "count": None, "doc": "", "source": None, "parameters": [],
        "variables": [],
    }  # fmt: skip
    if part is not None:
        facts |= {
            "cls": part.title, "count": part.count, "doc": getdoc(part.cls) or "",
            "source": source_lines(part.where),
        }  # fmt: skip
    if loaded.compiled is not None:
        translation = loaded.compiled.translation
        place = place_of(translation.flat.root, path)
        structural = _structural(source or loaded) if not path else None
        facts["parameters"] = [
            asdict(one) for one in adjustables(translation, place, given, structural)
        ]
        facts["variables"] = list(_variables(loaded, place))
    if loaded.recorded is not None:
        facts |= recorded_facts(loaded.recorded, path)
    return facts


def _structural(source: LoadedModel) -> Mapping[str, Any] | None:
    """Return the structural parameters of a class; those of an object cannot be set any more."""
    if source.compiled is None or not isinstance(source.thing, type):
        return None
    return source.compiled.translation.flat.root.structural


def _part(structure: Any, path: str) -> Any:
    return structure.part(path) if path else structure.model


def _variables(loaded: LoadedModel, place: Place) -> Iterator[dict[str, Any]]:
    assert loaded.compiled is not None
    layout = loaded.compiled.layout
    for own in place.trace.variables:
        first = f"{place.prefixes[0]}{own.name}"
        if own.hidden or first not in layout.positions:
            continue
        position = layout.position(first)
        yield {
            "name": f"{place.label}{own.name}", "label": own.name, "unit": layout.units[position],
            "kind": layout.kinds[position], "doc": own.declaration.doc,
            "count": len(place.prefixes),
        }  # fmt: skip


def search(loaded: LoadedModel, text: str) -> list[dict[str, Any]]:
    """Return parts, parameters and variables whose names or descriptions contain all words.

    Parts come first, and names that end with one of the words before others of their kind; the list
    ends when it is long enough to be read.

    Parameters
    ----------
    loaded : LoadedModel
        The model.
    text : str
        Words, in any order; capitals do not matter.
    """
    words = text.lower().split()
    if not words or loaded.structure is None:
        return []
    parts = [loaded.structure.model, *loaded.structure.parts]
    found = (
        entry
        for entries in (_named_parts(parts), _named_members(loaded, parts))
        for entry in entries
        if all(word in f"{entry['name']} {entry['doc']}".lower() for word in words)
    )
    order = ("part", "parameter", "variable").index

    def rank(entry: dict[str, Any]) -> tuple[int, bool]:
        return order(entry["kind"]), entry["name"].lower().rpartition(".")[2] not in words

    return sorted(islice(found, _MOST_RANKED), key=rank)[:_MOST_FOUND]


def _named_parts(parts: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for part in parts:
        if part.path:
            yield {"kind": "part", "name": part.path, "part": part.path,
                   "doc": f"{part.title} – {part.doc}"}  # fmt: skip


def _named_members(loaded: LoadedModel, parts: Iterable[Any]) -> Iterator[dict[str, Any]]:
    if loaded.compiled is None:
        return
    root, known = loaded.compiled.translation.flat.root, loaded.compiled.layout.positions
    for part in parts:
        place = place_of(root, part.path)
        for kind, members in (("parameter", place.trace.parameters),
                              ("variable", place.trace.variables)):  # fmt: skip
            for own in members:
                name = f"{place.label}{own.name}"
                is_shown = kind == "parameter" or f"{place.prefixes[0]}{own.name}" in known
                if is_shown:
                    yield {"kind": kind, "name": name, "part": part.path,
                           "doc": own.declaration.doc}  # fmt: skip
