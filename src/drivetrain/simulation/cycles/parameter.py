"""A parameter that a cycle is followed over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from drivetrain.compiler.frontend.values import Values, parameter_declaration
from drivetrain.simulation.cycles.leads import Lead
from drivetrain.simulation.runs.restart import values_of

__all__ = ["Followed"]

_STEP = 1e-4
"""Step of differences of the period, relative to the range."""


@dataclass(frozen=True, eq=False)
class Followed:
    """A parameter that a cycle is followed over.

    Attributes
    ----------
    unit : str
        Its unit.
    size : float
        Length of the range over which it is followed.
    values : callable
        Returns all parameters of the model for a value of this one.
    period : callable or None
        Returns the length of the period, s, if it depends on this parameter alone.
    weights : dict of int to float
        How other parameters change with it.
    is_linear : bool
        Whether they do so in the same way everywhere.
    """

    unit: str
    size: float
    values: Callable[[float], Values]
    period: Callable[[float], float] | None
    weights: dict[int, float]
    is_linear: bool

    @classmethod
    def of(
        cls, lead: Lead, name: str, number: int, ends: tuple[float, float],
        period: Callable[[float], float] | None,
    ) -> Followed:  # fmt: skip
        """Return a parameter of a model.

        Parameters
        ----------
        lead : Lead
            The model, and its other parameters.
        name : str
            The parameter.
        number : int
            Its number.
        ends : (float, float)
            Range over which it is followed.
        period : callable or None
            Returns the length of the period for its value, s.
        """
        t = lead.prepared.translation

        def values(value: float) -> Values:
            return values_of(lead.prepared, {**lead.given, name: value})

        first, last = (t.parameter_updates.slopes(number, values(end).parameter) for end in ends)
        unit = parameter_declaration(t.flat, number).unit
        return cls(unit, ends[1] - ends[0], values, period, first, first == last)

    def period_slope(self, value: float) -> float:
        """Return how the length of the period changes with the parameter."""
        if self.period is None:
            return 0.0
        h = _STEP * self.size
        wide = (self.period(value + h) - self.period(value - h)) / (2 * h)
        narrow = (self.period(value + h / 2) - self.period(value - h / 2)) / h
        return (4 * narrow - wide) / 3
