"""Names and units of the rows and columns of a linear model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from drivetrain.errors import NameLookupError, nearest
from drivetrain.patterns import is_pattern, wildcard

__all__ = ["Signals"]


@dataclass(frozen=True, eq=False)
class Signals:
    """States, inputs or outputs of a linear model.

    Attributes
    ----------
    kind : {"state", "input", "output"}
        What they are.
    names : sequence of str
        Dotted names, in the order of rows and columns.
    units : sequence of str
        Their units.
    orders : tuple of int
        For inputs: how often each is differentiated. The motion of a prescribed angle acts by its
        speed and its acceleration, too.
    """

    kind: str
    names: Sequence[str]
    units: Sequence[str]
    orders: tuple[int, ...] = ()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self.names)

    def __repr__(self) -> str:
        """Return one line."""
        return f"<{len(self)} {self.kind}{'s' * (len(self) != 1)}>"

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def __contains__(self, name: object) -> bool:
        """Return whether there is a signal of this name."""
        return isinstance(name, str) and name in self._places

    def index(self, name: str) -> int:
        """Return the place of a signal.

        Raises
        ------
        NameLookupError
            If there is no such signal; the nearest one is suggested.
        """
        try:
            return self._places[name]
        except (KeyError, TypeError):
            raise self._unknown(name) from None

    def match(self, *patterns: str) -> list[int]:
        """Return the places of the signals that fit names or patterns, in the order requested.

        Parameters
        ----------
        *patterns : str
            Names, or patterns with ``*`` and ``?``; all signals if none is given.

        Raises
        ------
        NameLookupError
            If nothing fits; the nearest name is suggested.
        """
        found: dict[int, None] = {}
        for pattern in patterns or ("*",):
            if not is_pattern(pattern):
                found[self.index(pattern)] = None
                continue
            fits = wildcard(pattern).fullmatch
            some = [place for place, name in enumerate(self.names) if fits(name)]
            if not some:
                raise self._unknown(pattern)
            found.update(dict.fromkeys(some))
        return list(found)

    def _unknown(self, name: object) -> NameLookupError:
        hint = nearest(str(name), self.names) or self._listed()
        return NameLookupError(f"this linear model has no {self.kind} {name!r}{hint}")

    def _listed(self) -> str:
        shown = ", ".join(self.names[:6])
        return f"; it has {shown}{', …' if len(self) > 6 else ''}" if len(self) else "; it has none"
