"""The operating point of a linear model: where it holds, and how it was reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Contact", "Contacts", "Held", "OperatingPoint", "Requested"]

Floats = NDArray[np.float64]


class Contact(NamedTuple):
    """An element with several laws, and the one that holds at the operating point.

    Attributes
    ----------
    name : str
        Its variable that says so, such as ``"clutch.mode"``.
    state : str
        Name of the value, such as ``"stuck"``.
    """

    name: str
    state: str


class Requested(NamedTuple):
    """A value that was asked for, and what was reached.

    Attributes
    ----------
    name, unit : str
        The variable.
    asked, reached : float
        Its values.
    """

    name: str
    unit: str
    asked: float
    reached: float


class Held(NamedTuple):
    """What holds a speed that the model itself would not keep.

    Attributes
    ----------
    name, unit : str
        The input or parameter that was adjusted.
    value : float
        Its value.
    """

    name: str
    unit: str
    value: float


class Contacts(Sequence[Contact]):
    """The contacts of a model, with their states at an operating point.

    Parameters
    ----------
    names : sequence of str
        Variables that give the states.
    labels : sequence of mapping
        Names of their values.
    values : int array
        The values.
    """

    def __init__(
        self, names: Sequence[str], labels: Sequence[dict[int, str]], values: NDArray[np.int64]
    ) -> None:
        self._names, self._labels, self.values = names, labels, values

    def __len__(self) -> int:
        """Return the number of contacts."""
        return len(self._names)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        """Return one contact, or some."""
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        value = int(self.values[place])
        return Contact(self._names[place], self._labels[place].get(value, str(value)))

    def __repr__(self) -> str:
        """Return the states by name."""
        return f"<{', '.join(f'{name}: {state}' for name, state in self) or 'no contacts'}>"

    def same(self, other: Contacts) -> bool:
        """Tell whether all contacts are in the same states."""
        return np.array_equal(self.values, other.values)


@dataclass(frozen=True, eq=False)
class OperatingPoint:
    """Where a model was linearised.

    Attributes
    ----------
    time : float
        Instant, s.
    kind : str
        How it was found: ``"start"``, ``"instant"``, ``"values"``, ``"steady"``.
    states : float array
        Values of the states.
    rates : float array
        Their derivatives.
    by_time : float array
        Explicit dependence of the derivatives on time, as that of a source that is a ramp.
    nominal : float array
        Typical magnitudes of the states.
    contacts : Contacts
        Elements with several laws, and those that hold.
    requested : tuple of Requested
        Values asked for, and what was reached.
    held : tuple of Held
        What was adjusted to reach them.
    revolutions : float
        Revolutions of the named shaft over which the model was averaged; 0: not at all.
    """

    time: float
    kind: str
    states: Floats
    rates: Floats
    by_time: Floats
    nominal: Floats
    contacts: Contacts
    requested: tuple[Requested, ...] = ()
    held: tuple[Held, ...] = ()
    revolutions: float = 0.0

    @property
    def title(self) -> str:
        """How it was found, in words."""
        words = {"start": "the start", "values": "given values", "steady": "a steady state"}
        words["instant"] = f"t = {self.time:g} s"
        found = words[self.kind]
        if self.kind in ("values", "steady"):
            found += f" at t = {self.time:g} s"
        if self.revolutions:
            plural = "" if self.revolutions == 1 else "s"
            found += f", averaged over {self.revolutions:g} revolution{plural}"
        return found
