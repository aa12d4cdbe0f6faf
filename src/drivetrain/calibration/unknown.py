"""What is sought: parameters with bounds, scales and what is known of them beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import numpy as np

from drivetrain.calls import explained_class
from drivetrain.errors import UsageError, nearest, shown
from drivetrain.modeling.argument_values import check_flags

__all__ = ["Free", "Prior", "Unknown", "unknown_of"]

_FORMS = (
    "give bounds (low, high), a first value, Unknown(start, bounds=…), or None for the value of "
    "the model without bounds"
)
_KEYS = ("start", "bounds", "scale", "prior", "log", "separate")


class Prior(NamedTuple):
    """What is known of a parameter beforehand: a normal distribution.

    Attributes
    ----------
    mean, deviation : float
        Its mean and standard deviation.
    """

    mean: float
    deviation: float


@explained_class
@dataclass(frozen=True, init=False)
class Unknown:
    """How a parameter is varied.

    Parameters
    ----------
    start : float or quantity, optional
        First value; by default that of the model, or the middle of the bounds.
    bounds : tuple of float, optional
        Least and greatest value; None for no bound.
    scale : float, optional
        Size of a usual change; by default the first value.
    prior : tuple of float, optional
        Mean and standard deviation known beforehand.
    log : bool
        Search over the logarithm: for positive values that may be wrong by a factor.
    separate : bool
        A value for each experiment, rather than one for all.

    Examples
    --------
    >>> Unknown(40.0, bounds=(10.0, 100.0)).bounds
    (10.0, 100.0)
    """

    start: Any
    bounds: tuple[Any, Any]
    scale: Any
    prior: tuple[Any, Any] | None
    log: bool
    separate: bool

    def __init__(
        self,
        start: Any = None,
        *,
        bounds: Any = None,
        scale: Any = None,
        prior: Any = None,
        log: bool = False,
        separate: bool = False,
    ) -> None:
        check_flags("Unknown", log=log, separate=separate)
        ends = (None, None) if bounds is None else _pair(bounds, "bounds=(low, high)")
        known = None if prior is None else _pair(prior, "prior=(mean, standard deviation)")
        given = {
            "start": start, "bounds": ends, "scale": scale, "prior": known, "log": log,
            "separate": separate,
        }  # fmt: skip
        for name, value in given.items():
            object.__setattr__(self, name, value)


def _pair(given: Any, form: str) -> tuple[Any, Any]:
    if isinstance(given, str | bytes) or not hasattr(given, "__len__") or len(given) != 2:
        raise UsageError(f"{shown(given)}: give two numbers, {form}")
    return given[0], given[1]


def unknown_of(given: Any, name: str) -> Unknown:
    """Return how a parameter is varied.

    Parameters
    ----------
    given : object
        What the user gave in `vary`.
    name : str
        The parameter, for messages.

    Raises
    ------
    UsageError
        If it is not understood.
    """
    if isinstance(given, Unknown):
        return given
    if given is None:
        return Unknown()
    if isinstance(given, Mapping):
        for key in given:
            if key not in _KEYS:
                hint = nearest(str(key), _KEYS)
                raise UsageError(f"vary={{{name!r}: …}}: no entry {key!r}{hint}; there are {_KEYS}")
        return Unknown(**given)
    if isinstance(given, tuple | list) or (isinstance(given, np.ndarray) and given.ndim):
        if len(given) != 2:
            raise UsageError(f"vary={{{name!r}: {shown(given)}}}: {_FORMS}")
        return Unknown(bounds=given)
    if isinstance(given, bool) or callable(given):
        raise UsageError(f"vary={{{name!r}: {shown(given)}}}: {_FORMS}")
    return Unknown(given)


@dataclass(frozen=True)
class Free:
    """An unknown of a fit.

    Attributes
    ----------
    name : str
        Unique name; with that of the experiment if it belongs to one alone.
    unit : str
        Its unit.
    start, low, high, scale : float
        First value, bounds, and size of a usual change.
    parameter : str or None
        Parameter of the model; None if it belongs to a sensor.
    key : str
        Name in `vary`.
    experiment : int or None
        The experiment that it belongs to; None for all of them.
    prior : Prior or None
        What is known beforehand.
    is_log : bool
        Whether the search goes over its logarithm.
    """

    name: str
    unit: str
    start: float
    low: float = -inf
    high: float = inf
    scale: float = 1.0
    parameter: str | None = None
    key: str = ""
    experiment: int | None = None
    prior: Prior | None = None
    is_log: bool = False

    def inner(self, value: Any) -> Any:
        """Return a value in the coordinate of the search."""
        return np.log(value) if self.is_log else np.asarray(value) / self.scale

    def outer(self, inner: Any) -> Any:
        """Return the value behind a coordinate of the search."""
        return np.exp(inner) if self.is_log else np.asarray(inner) * self.scale

    def rate(self, value: float) -> float:
        """Return the derivative of the value with respect to the coordinate."""
        return value if self.is_log else self.scale

    @property
    def is_relative(self) -> bool:
        """Whether changes are measured beside the value, so that powers of it make sense."""
        return self.is_log or self.scale == abs(self.start)
