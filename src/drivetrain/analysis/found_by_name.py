"""Sequences whose items are found by their names as well as by their positions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

__all__ = ["FoundByName"]

Item = TypeVar("Item", covariant=True)


class FoundByName(Sequence[Item]):
    """Base of sequences of items with names; subclasses say which items, and find one of them."""

    @property
    @abstractmethod
    def _listed(self) -> tuple[Item, ...]:
        """The items."""

    @abstractmethod
    def _named(self, name: str) -> Item:
        """Return an item by its name."""

    def __len__(self) -> int:
        """Return the number of items."""
        return len(self._listed)

    @overload
    def __getitem__(self, index: int | str) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | str | slice) -> Item | tuple[Item, ...]:
        """Return an item by position or name, or some items.

        Raises
        ------
        NameLookupError
            If there is none of this name; the nearest are suggested.
        """
        return self._named(index) if isinstance(index, str) else self._listed[index]

    def __iter__(self) -> Iterator[Item]:
        """Iterate over the items."""
        return iter(self._listed)
