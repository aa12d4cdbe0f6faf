"""Lines of text below a half section: bodies without room for their names, parts not drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from drivetrain.diagram.drawing import Item, Label, line
from drivetrain.diagram.section.machine import Scheme
from drivetrain.diagram.section.picture.bodies import colour
from drivetrain.diagram.section.picture.metrics import SMALL, text_width
from drivetrain.diagram.section.picture.names import marked, text_look

__all__ = ["Captions", "captions", "told_crossings"]

_ROW = 14.0
_GAP = 7.0
_DASH = 16.0


class Captions(NamedTuple):
    """Texts, and the height below them."""

    items: list[Item]
    bottom: float


class _Word(NamedTuple):
    """A text; `body` is the one whose colour is shown before it, or -1."""

    text: str
    paths: tuple[str, ...] = ()
    title: str = ""
    body: int = -1
    look: str = "small"


def captions(
    scheme: Scheme, without: list[int], crossings: int, left: float, right: float, top: float
) -> Captions:
    """Return the lines below the drawing.

    Parameters
    ----------
    scheme : Scheme
        The gearbox.
    without : list of int
        Bodies whose names are not in the drawing.
    crossings : int
        How many lines cross that have nothing to do with each other.
    left, right, top : float
        Room for the lines.
    """
    items: list[Item] = []
    y = top
    for words in _paragraphs(scheme, without, crossings):
        x = left
        y += _ROW
        for word in words:
            width = text_width(word.text, SMALL) + (_DASH + 4 if word.body >= 0 else 0)
            if x > left and x + width > right:
                x, y = left, y + _ROW
            items += _drawn(word, x, y)
            x += width + _GAP
    return Captions(items, y)


def _paragraphs(scheme: Scheme, without: list[int], crossings: int) -> Iterator[list[_Word]]:
    if without:
        shafts = [(body, scheme.shafts[body]) for body in without]
        yield [_Word(shaft.name, shaft.paths, shaft.title, body) for body, shaft in shafts]
    if crossings:
        yield [_Word(told_crossings(crossings))]
    if scheme.others:
        words = [_Word(one.path, (one.path,), one.title) for one in scheme.others]
        yield [_Word("not drawn:"), *words]
    for path in _unseen(scheme):
        for note in scheme.notes[path]:
            title = note.title or f"{path}: {note.text}"
            yield [
                _Word(f"{path}:", (path,)),
                _Word(note.text, (note.path,), title, look=note.look),
            ]


def _unseen(scheme: Scheme) -> Iterator[str]:
    """Yield the paths of parts that have notes, but no symbol to which these could be set."""
    links = [link for chain in scheme.chains for link in chain.links]
    drawn = [*scheme.columns, *(one for link in links for one in (link.shown, *link.hung))]
    paths = {path for one in drawn for path in (one.path, one.part.path)}
    yield from (path for path in scheme.notes if path not in paths)


def told_crossings(number: int) -> str:
    """Say how many lines cross."""
    if number == 1:
        return "two lines cross at one place, without touching"
    return f"lines cross at {number} places, without touching"


def _drawn(word: _Word, x: float, y: float) -> Iterator[Item]:
    if word.body >= 0:
        yield line(((x, y - 3), (x + _DASH, y - 3)), colour(word.body))
        x += _DASH + 4
    look = word.look if word.body < 0 else text_look(word.body)
    paths = [path for path in word.paths if path]
    yield marked(Label(x, y, word.text, look, "start", title=word.title), paths, word.title)
