"""Lines of text below the names of parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Note", "Notes"]


@dataclass(frozen=True)
class Note:
    """A line of text below the name of a part.

    Attributes
    ----------
    text : str
        The text.
    look : str
        Names of looks.
    path : str
        Path of the port that it is about; it gets a mark.
    title : str
        What appears when the pointer rests on it.
    """

    text: str
    look: str = "note"
    path: str = ""
    title: str = ""


Notes: TypeAlias = Mapping[str, Sequence[Note]]
