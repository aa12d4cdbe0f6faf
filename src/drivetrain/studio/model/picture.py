"""The diagram as the page shows it: which view, and which parts are open in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from drivetrain.diagram.diagram import Diagram, diagram_of
from drivetrain.diagram.drawing import Group
from drivetrain.diagram.section import is_coaxial
from drivetrain.errors import DrivetrainError
from drivetrain.model_structure import Part, Structure
from drivetrain.plotting.animation.speeds import room_for_speeds
from drivetrain.studio.model.loaded_model import LoadedModel

__all__ = ["MOST_NODES", "Picture", "picture"]

MOST_NODES = 150
"""Parts that are shown at once; if there are more, those that were opened first are closed."""


@dataclass(frozen=True)
class Picture:
    """A diagram of a model.

    Attributes
    ----------
    svg : str
        The drawing; empty if there is none.
    view : str
        ``"schematic"`` or ``"section"``.
    views : tuple of str
        The views that the model has.
    opened : tuple of str
        Parts in whose place their own parts are shown.
    closed : tuple of str
        Parts that can be opened.
    told : str
        What there is to say about it: why a part was not opened.
    paths : frozenset of str
        Parts and connectors that the drawing shows.
    """

    svg: str = ""
    view: str = "schematic"
    views: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    told: str = ""
    paths: frozenset[str] = field(default=frozenset(), repr=False)

    def facts(self) -> dict[str, Any]:
        """Return what the page is told."""
        return {
            "svg": self.svg, "view": self.view, "views": self.views, "opened": self.opened,
            "closed": self.closed, "told": self.told,
        }  # fmt: skip


def picture(loaded: LoadedModel, view: str = "", opened: Sequence[str] = ()) -> Picture:
    """Return the diagram of a model.

    Parameters
    ----------
    loaded : LoadedModel
        The model.
    view : str
        ``"schematic"``, ``"section"``, or empty for what suits the model.
    opened : sequence of str
        Parts to open, the last one last; what is not there, or cannot be opened, is left out.
    """
    if loaded.structure is None:
        return Picture()
    found: Structure = loaded.structure
    kept, told = _readable(found, [path for path in opened if _can_open(found, path)])
    try:
        drawn = _drawn(found, view, kept)
        views = ("schematic", "section") if _has_section(found, drawn) else ("schematic",)
    except DrivetrainError:  # the page has the fault already, and shows the tree
        return Picture()
    paths = frozenset(_paths(drawn.drawing.items))
    closed = tuple(part.path for part in found.parts if part.path in paths and _opens(part))
    return Picture(drawn.svg, drawn.view, views, tuple(kept), closed, told, paths)


def _drawn(found: Structure, view: str, opened: list[str]) -> Diagram:
    """Return the diagram; in shaft lines if parts are open, or no half section can be drawn.

    Speeds have room of their own among shaft lines. In a half section they stand below the names
    of the shafts.
    """
    if not opened and view != "schematic":
        with suppress(DrivetrainError):
            drawn = diagram_of(found, view if view == "section" else None)
            if drawn.view == "section":
                return drawn
    return diagram_of(found, "schematic", opened=opened, notes=room_for_speeds(found))


def _has_section(found: Structure, drawn: Diagram) -> bool:
    return drawn.view == "section" or (not found.faults and is_coaxial(found))


def _opens(part: Part) -> bool:
    """Tell whether a part consists of parts that can be shown in its place."""
    return bool(part.parts) and part.count is None and "[" not in part.path


def _can_open(found: Structure, path: str) -> bool:
    part = next((one for one in found.parts if one.path == path), None)
    return part is not None and _opens(part)


def _readable(found: Structure, wanted: Iterable[str]) -> tuple[list[str], str]:
    """Return the parts to open, so that not too many are shown at once, and what to say of it."""
    opened, left_out = list(dict.fromkeys(wanted)), list[str]()
    while opened and sum(1 for _ in _visible(found.model, set(opened))) > MOST_NODES:
        left_out.append(opened.pop(0))
    if not left_out:
        return opened, ""
    names = ", ".join(left_out)
    return opened, f"closed, since more than {MOST_NODES} parts would be shown at once: {names}"


def _visible(outer: Part, opened: set[str]) -> Iterator[Part]:
    for part in outer.parts:
        if part.path in opened:
            yield from _visible(part, opened)
        else:
            yield part


def _paths(items: Iterable[Any]) -> Iterator[str]:
    for item in items:
        if item.path:
            yield item.path
        if isinstance(item, Group):
            yield from _paths(item.items)
