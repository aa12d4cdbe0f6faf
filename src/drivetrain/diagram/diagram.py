"""The diagram of a model, as a picture that notebooks show and files keep."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from drivetrain.calls import explained
from drivetrain.diagram.drawing import Drawing, to_figure, to_svg
from drivetrain.diagram.drawing.looks import DARK, LIGHT
from drivetrain.diagram.hints import VIEWS, Hints
from drivetrain.diagram.notes import Notes
from drivetrain.diagram.schematic import Excerpt, schematic
from drivetrain.diagram.schematic.exact import drawn_by_author
from drivetrain.diagram.section import is_coaxial, section
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.files import check_path, suffix_of, write_atomically
from drivetrain.model_structure import Structure, structure
from drivetrain.modeling.component import Component

__all__ = ["SUFFIXES", "VIEWS", "Diagram", "diagram_of"]

SUFFIXES = (".svg", ".png", ".pdf", ".html")
"""Suffixes of the files that can be written."""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>{title}</title>
<style>body{{margin:0;background:{light}}}
@media (prefers-color-scheme:dark){{body{{background:{dark}}}}}</style></head>
<body>
{svg}</body>
</html>
"""


class Diagram:
    """The diagram of a model; notebooks show it as it is.

    Attributes
    ----------
    view : str
        Which of :data:`VIEWS` it is.
    drawing : Drawing
        Lines, shapes and labels.
    """

    def __init__(self, view: str, drawing: Drawing) -> None:
        self.view, self.drawing = view, drawing

    @property
    def svg(self) -> str:
        """The picture as SVG; each part has its path as ``data-path``."""
        return to_svg(self.drawing)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        """Return what it shows."""
        width, height = round(self.drawing.width), round(self.drawing.height)
        return f"<{self.view} of {self.drawing.title}, {width} × {height} px>"

    @explained
    def save(self, path: str | Path, *, scale: float = 2.0) -> Path:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or Path
            The file; its suffix is one of :data:`SUFFIXES`.
        scale : float
            Magnification of PNG.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        UsageError
            If the suffix is unknown.
        """
        target = check_path(path, SUFFIXES)
        made = self.content(suffix_of(target), scale)
        with write_atomically(target) as place:
            place.write_bytes(made)
        return target

    def content(self, suffix: str, scale: float = 2.0) -> bytes:
        """Return what :meth:`save` writes.

        Parameters
        ----------
        suffix : str
            One of :data:`SUFFIXES`.
        scale : float
            Magnification of PNG.
        """
        if suffix == ".svg":
            return self.svg.encode()
        if suffix == ".html":
            from html import escape

            title = escape(self.drawing.title)
            papers = {"light": LIGHT["paper"], "dark": DARK["paper"]}
            return _PAGE.format(title=title, svg=self.svg, **papers).encode()
        made = BytesIO()
        figure = to_figure(self.drawing, scale if suffix == ".png" else 1.0)
        metadata = {"Software": None} if suffix == ".png" else {"CreationDate": None}
        figure.savefig(made, format=suffix[1:], dpi=96, metadata=metadata)
        return made.getvalue()


def diagram_of(
    model: Component | Structure,
    view: str | None = None,
    inside: str = "",
    opened: Any = (),
    notes: Notes | None = None,
) -> Diagram:
    """Return the diagram of a model.

    Parameters
    ----------
    model : Model or Structure
        The model, or its structure.
    view : str, optional
        One of :data:`VIEWS`; if omitted, as the author has drawn it, or chosen by the structure.
    inside : str
        Path of a part whose inside is drawn.
    opened : sequence of str
        Paths of parts in whose place their own parts are drawn.
    notes : mapping, optional
        Lines of text below the names of parts, by path.

    Raises
    ------
    UsageError
        If there is no such view, or the parts of an array are to be drawn in its place.
    NameLookupError
        If there is no such part.
    """
    if view is not None and (not isinstance(view, str) or view not in VIEWS):
        raise UsageError(
            f"view={shown(view)}: choose one of {', '.join(VIEWS)}{nearest(str(view), VIEWS)}"
        )
    found = model if isinstance(model, Structure) else structure(model)
    paths = _paths(opened)
    for path in (inside, *paths):
        if path != "" and not found.part(path).parts:
            raise NameLookupError(f"{path!r} has no parts inside it that could be drawn")
    for path in paths:
        if found.part(path).count is not None:
            raise UsageError(
                f"{path!r} is an array, in whose place its parts cannot be drawn: "
                f"inside={found.part(path).path!r} draws what is in one of its elements"
            )
    if view == "section" and (inside or paths):
        raise UsageError(
            "the half section shows the whole gearbox: leave out view='section', or inside= and "
            "opened="
        )
    hints = _hints(found)
    is_drawn = view is None and not hints.view and bool(drawn_by_author(found.model.cls).lines)
    if not (inside or paths or is_drawn) and (view or hints.view or "section") == "section":
        made = _section(found, hints, notes, wanted=bool(view or hints.view))
        if made is not None:
            return Diagram("section", made)
    excerpt = Excerpt(inside, frozenset(paths), notes or {}, hints)
    return Diagram("schematic", schematic(found, excerpt))


def _section(found: Structure, hints: Hints, notes: Notes | None, wanted: bool) -> Drawing | None:
    """Return the half section if it is wanted, or if it suits the model: None if it does not."""
    if wanted:
        return section(found, hints, notes)
    if not is_coaxial(found):
        return None
    try:
        return section(found, hints, notes)
    except UsageError:  # no order of its parts was found
        return None


def _hints(found: Structure) -> Hints:
    """Return what the author of a model says about its drawing."""
    hints = getattr(found.model.cls, "diagram_hints", None)
    if hints is None:
        return Hints()
    if not isinstance(hints, Hints):
        raise UsageError(
            f"{found.model.cls.__name__}.diagram_hints = {shown(hints)}: give Hints(…) of "
            "drivetrain.diagram"
        )
    return hints


def _paths(opened: Any) -> tuple[str, ...]:
    if isinstance(opened, str):
        return (opened,)
    if not isinstance(opened, (list, tuple, set, frozenset)):
        raise UsageError(f"opened={shown(opened)}: give the paths of parts in a list")
    return tuple(opened)
