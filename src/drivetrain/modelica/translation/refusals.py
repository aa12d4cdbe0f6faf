"""Collect what cannot be translated, so that one message tells all of it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from drivetrain.errors import ModelicaError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Refusals"]

_MOST: Final = 10


class Refusals:
    """Mistakes and refusals of one model."""

    def __init__(self) -> None:
        self._found: list[str] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note a refusal and go on behind this block."""
        try:
            yield
        except ModelicaError as error:
            text = str(error)
            if text not in self._found:
                self._found.append(text)

    def raise_if_any(self, title: str) -> None:
        """Refuse the model if there was anything.

        Raises
        ------
        ModelicaError
            With all that was found, up to ten.
        """
        if not self._found:
            return
        shown = "\n".join(self._found[:_MOST])
        left = len(self._found) - _MOST
        more = f"\nand {left} more" if left > 0 else ""
        count = f" ({len(self._found)} reasons)" if len(self._found) > 1 else ""
        raise ModelicaError(f"{title} cannot be translated{count}:\n{shown}{more}")
