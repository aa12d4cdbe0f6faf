"""Harmonics that are given as shares of a mean value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivetrain.analysis.arguments import checked_complex, whole
from drivetrain.errors import ParameterError, shown

__all__ = ["complex_shares"]


def complex_shares(given: Any, label: str, unit: str = "1") -> tuple[tuple[int, complex], ...]:
    """Return harmonics by their number, in ascending order.

    Parameters
    ----------
    given : mapping of int to complex
        Amplitudes by the number of the harmonic, from 1 on; complex ones have a phase.
    label : str
        Name of the argument, for messages.
    unit : str
        Unit of the amplitudes.

    Raises
    ------
    ParameterError
        If a harmonic is no whole number from 1 on, or an amplitude no finite number.
    """
    if not isinstance(given, Mapping) or not given:
        raise ParameterError(f"{label}={shown(given)}: give amplitudes by harmonic, {{1: 0.05}}")
    found = {}
    for harmonic, value in given.items():
        number = whole(harmonic, f"harmonic of {label}")
        name = f"{label}[{number}]"
        found[number] = checked_complex(value, name, unit)
    return tuple(sorted(found.items()))
