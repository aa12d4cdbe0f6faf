"""Where the Studio gets its model from, again and again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

__all__ = ["ModelSource"]


class ModelSource(Protocol):
    """A model that can be loaded afresh."""

    @property
    def label(self) -> str:
        """What the user gave to name it."""

    @property
    def file(self) -> Path | None:
        """The user's own file that defines it; None if an installed package does."""

    @property
    def import_line(self) -> str:
        """Line of a script that makes the class available; empty if it needs none."""

    @property
    def expression(self) -> str:
        """Expression of a script that names the class, or the model object."""

    @property
    def is_class(self) -> bool:
        """Whether it is a class."""

    def load(self) -> Any:
        """Return the class, or the model object, as its file is now.

        Raises
        ------
        ModelError
            If the file cannot be read or run; the message tells the line.
        """

    def watched(self) -> Iterable[Path]:
        """Return the user's own files that the model was made of."""
