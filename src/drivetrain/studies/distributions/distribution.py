"""What all distributions of one parameter have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import DrivetrainError, UsageError, shown

__all__ = ["Distribution", "Floats", "OfNumbers", "ToNumber"]

Floats = NDArray[np.float64]
ToNumber = Callable[[Any], float]
"""Turns a number or a quantity into a plain number in the unit of the parameter."""

_LARGEST = float(np.finfo(float).max)


class Distribution(ABC):
    """How the values of one parameter are distributed.

    Values are made from *levels*: numbers between 0 and 1 that a design spreads, by the inverse of
    the cumulative distribution.
    """

    @abstractmethod
    def at(self, levels: Floats) -> NDArray[Any]:
        """Return the values at some levels of probability, each between 0 and 1."""

    @abstractmethod
    def in_numbers(self, number: ToNumber) -> Distribution:
        """Return the same distribution with plain numbers in place of quantities.

        Parameters
        ----------
        number : callable
            Converts one given number or quantity to the unit of the parameter.

        Raises
        ------
        UsageError
            If its numbers make no distribution.
        """


class OfNumbers(Distribution):
    """A distribution that is given by a few numbers, the fields of a dataclass."""

    def __post_init__(self) -> None:
        if all(type(value) in (int, float) for value in self._given().values()):
            self._checked()

    def in_numbers(self, number: ToNumber) -> Self:
        """Return the same distribution with plain numbers in place of quantities."""
        try:
            plain = {name: number(value) for name, value in self._given().items()}
        except DrivetrainError as error:
            raise type(error)(f"{self}: {error}") from error
        made: Self = replace(self, **plain)  # type: ignore[type-var]
        return made._checked()

    def _given(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    def _checked(self) -> Self:
        if not all(abs(value) <= _LARGEST for value in self._given().values()):
            raise UsageError(f"{self}: give finite numbers")
        fault = self.fault()
        if fault:
            raise UsageError(f"{self}: {fault}")
        return self

    @abstractmethod
    def fault(self) -> str:
        """Say what is wrong with the numbers; empty if nothing is."""

    def __repr__(self) -> str:
        """Return how it was asked for."""
        told = ", ".join(_told(value) for value in self._given().values())
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(self).__name__)
        return f"{name.lstrip('_')}({told})"


def _told(value: Any) -> str:
    is_plain = isinstance(value, (int, float)) and abs(value) <= _LARGEST
    return f"{value:g}" if is_plain else shown(value)
