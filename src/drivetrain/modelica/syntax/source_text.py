"""A text with its file: places in it, and messages that show them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from drivetrain.errors import ModelicaError

__all__ = ["SourceText"]

_WIDEST = 100
"""Characters of a line that are shown."""


@dataclass(frozen=True)
class SourceText:
    """A Modelica text.

    Parameters
    ----------
    text : str
        The text, lines ended by line feeds.
    file : str
        Its name in messages.
    """

    text: str
    file: str = "text"

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def line(self, position: int) -> int:
        """Return the line of a position, from 1."""
        return bisect_right(self._line_starts, position)

    def column(self, position: int) -> int:
        """Return the column of a position, from 1."""
        return position - self._line_starts[self.line(position) - 1] + 1

    def where(self, position: int) -> str:
        """Return ``file:line:column``."""
        return f"{self.file}:{self.line(position)}:{self.column(position)}"

    def excerpt(self, position: int) -> str:
        """Return the line of a position with a caret below it."""
        number, column = self.line(position), self.column(position)
        start = self._line_starts[number - 1]
        text = self.text[start:].partition("\n")[0].expandtabs(1)
        cut = max(0, column - _WIDEST // 2) if len(text) > _WIDEST else 0
        shown, margin = text[cut : cut + _WIDEST].rstrip(), f"{number:5} | "
        return f"{margin}{shown}\n{'| ':>{len(margin)}}{' ' * (column - 1 - cut)}^"

    def mistake(self, position: int, message: str) -> ModelicaError:
        """Return an error that shows the place."""
        return ModelicaError(f"{self.where(position)}: {message}\n{self.excerpt(position)}")
