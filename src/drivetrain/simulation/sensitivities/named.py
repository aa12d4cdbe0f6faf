"""What a run is differentiated by."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Named"]


@dataclass(frozen=True)
class Named:
    """A parameter or start value.

    Attributes
    ----------
    name : str
        Dotted name.
    value : float
        Its value.
    size : float
        Size of a usual change.
    """

    name: str
    value: float
    size: float
