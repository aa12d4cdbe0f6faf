"""Names of parts with the lines of text below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from drivetrain.diagram.drawing import Item, Label, circle
from drivetrain.diagram.notes import Note
from drivetrain.diagram.section.machine import Scheme, Shown
from drivetrain.diagram.section.picture.metrics import NAME, Box, text_box, text_width

__all__ = [
    "draw_notes",
    "draw_texts",
    "most_notes",
    "texts_box",
    "texts_width",
]

_NOTE = 12.0
"""Height of a line of text below a name, px."""
_SIZE = 10.0
_MARK = 4.0
"""Radius of the mark of a fault."""


def most_notes(scheme: Scheme, some: Iterable[Shown]) -> float:
    """Return the height of the notes of some parts: of the one that has most of them."""
    return _NOTE * max((len(scheme.notes_of(one)) for one in some), default=0)


def texts_width(scheme: Scheme, shown: Shown, name: bool = True) -> float:
    """Return the width of the name of a part and its notes; without the name if so wanted."""
    own = text_width(scheme.label(shown), NAME) if name else 0.0
    return max([own, *(_note_width(one) for one in scheme.notes_of(shown))])


def _note_width(note: Note) -> float:
    return text_width(note.text, _SIZE) + (4 * _MARK + 4 if note.path else 0.0)


def draw_texts(scheme: Scheme, shown: Shown, x: float, y: float) -> Iterator[Item]:
    """Yield the name of a part around x, with its baseline at y, and the notes below it."""
    yield Label(x, y, scheme.label(shown))
    yield from draw_notes(scheme.notes_of(shown), x, y)


def draw_notes(notes: Sequence[Note], x: float, y: float) -> Iterator[Item]:
    """Yield notes below a baseline."""
    for k, note in enumerate(notes):
        yield from _draw_note(note, x, y + _NOTE * (k + 1))


def _draw_note(note: Note, x: float, y: float) -> Iterator[Item]:
    """Yield a note around x; one about a fault has a mark before it."""
    yield Label(x, y, note.text, note.look, "middle", note.path, note.title)
    if note.path:
        left = x - text_width(note.text, _SIZE) / 2 - _MARK - 2
        yield circle(left, y - 3.5, _MARK, "fault-mark", note.path, note.title)


def texts_box(scheme: Scheme, shown: Shown, x: float, y: float) -> Box:
    """Return the place that a name and its notes take."""
    name = text_box(x, y, scheme.label(shown), NAME)
    half = texts_width(scheme, shown) / 2
    return Box(x - half, name.top, x + half, name.bottom + _NOTE * len(scheme.notes_of(shown)))
