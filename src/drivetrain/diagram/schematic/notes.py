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
    """

    text: str
    look: str = "note"


Notes: TypeAlias = Mapping[str, Sequence[Note]]
