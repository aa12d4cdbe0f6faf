"""What a run has to say about an outcome."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import NamedTuple

__all__ = ["Reading"]


class Reading(NamedTuple):
    """What a run has to say about an outcome.

    Attributes
    ----------
    value : float
        The number; NaN if it does not exist in this run.
    place : hashable
        Where in the run it was read. Between runs with different places it is not smooth.
    until : float
        What happens after this instant has no influence, s.
    size : float
        Usual size of such values in the run, for the noise that is to be expected.
    why : str
        Why there is no number.
    """

    value: float
    place: Hashable = None
    until: float = inf
    size: float = 0.0
    why: str = ""
