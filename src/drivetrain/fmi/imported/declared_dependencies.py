"""Whether outputs and derivatives depend on more than the description of an FMU says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from drivetrain.calls import warn
from drivetrain.errors import FMUError, ModelWarning
from drivetrain.fmi.imported.calls import Instance
from drivetrain.fmi.imported.equations import Equations

__all__ = ["DependencyCheck", "warn_of_undeclared"]

_STEP = 1e-4
"""Change of a state or input, as a part of its magnitude."""
_NOISE = 100.0
"""By how much a reaction has to exceed the difference of two values at the same point."""
_ROUNDING = 1e-12
_MOST_NAMED = 6


@dataclass
class DependencyCheck:
    """Tries at the first events, and at ever fewer later ones, what an FMU reacts to.

    Attributes
    ----------
    equations : Equations
        What the FMU computes.
    where : str
        Part and file, for the warning.
    """

    equations: Equations
    where: str
    _found: set[tuple[str, str]] = field(default_factory=set)

    def after_event(
        self, number: int, instance: Instance, time: float, states: Sequence[float]
    ) -> None:
        """Try it after an event of this number, which it does not change; warn of what is new.

        Parameters
        ----------
        number : int
            Count of events.
        instance : Instance
            The instance, between events.
        time : float
            Present instant, s.
        states : sequence of float
            Its states, in its own numbers.
        """
        candidates = self._candidates()
        if number & (number - 1) or not candidates:
            return
        trial = _Trial(self.equations, instance, time, list(states))
        pairs = [pair for column in candidates for pair in trial.reactions(column)]
        new = [pair for pair in pairs if pair not in self._found]
        self._found.update(new)
        if new:
            warn_of_undeclared(self.where, new, "give dependencies='all' to the FMU")

    def _candidates(self) -> list[int]:
        """Return the states and inputs that some function is said not to depend on."""
        equations = self.equations
        n_functions = len(equations.states) + len(equations.outputs)
        reads = [set(one) for one in equations.reads[:n_functions]]
        n_arguments = len(equations.states) + len(equations.inputs)
        return [k for k in range(n_arguments) if any(k not in one for one in reads)]


class _Trial:
    """An FMU at one point, from which one argument at a time is moved."""

    def __init__(
        self, equations: Equations, instance: Instance, time: float, states: list[float]
    ) -> None:
        self._equations, self._instance, self._time = equations, instance, time
        self._inputs = tuple(m.variable for m in equations.inputs)
        self._outputs = tuple(m.variable for m in equations.outputs)
        self._point = [*states, *instance.get(self._inputs)]
        self._values = self._at(self._point)

    def _at(self, point: list[float]) -> list[float]:
        """Return derivatives and outputs at a point."""
        count = len(self._equations.states)
        self._instance.place(self._time, point[:count])
        if self._inputs:
            self._instance.set(self._inputs, point[count:])
        return [*self._instance.rates(count), *self._instance.get(self._outputs)]

    def reactions(self, column: int) -> Iterable[tuple[str, str]]:
        """Yield the functions that react to an argument without saying so, and its name."""
        equations = self._equations
        titles = [*(s.title for s in equations.states), *(m.title for m in equations.inputs)]
        variables = [*(s.variable for s in equations.states), *self._inputs]
        moved = list(self._point)
        moved[column] += _STEP * max(abs(moved[column]), abs(variables[column].nominal or 1.0))
        there: list[float] = []
        with suppress(FMUError):  # the FMU is not defined there
            there = self._at(moved)
        again = self._at(self._point)
        names = [f"der({s.title})" for s in equations.states]
        names += [m.title for m in equations.outputs]
        for k, value in enumerate(there):
            own = self._values[k]
            noise = _NOISE * abs(again[k] - own) + _ROUNDING * abs(own)
            if column not in equations.reads[k] and abs(value - own) > noise:
                yield names[k], titles[column]


def warn_of_undeclared(where: str, pairs: Sequence[tuple[str, str]], remedy: str) -> None:
    """Warn that functions react to what they are said not to depend on."""
    named = ", ".join(f"{function} to {argument}" for function, argument in pairs[:_MOST_NAMED])
    more = ", …" if len(pairs) > _MOST_NAMED else ""
    warn(
        ModelWarning(
            f"{where} depends on more than its description declares: {named}{more} react at once. "
            f"{remedy}, and tell those who have made it"
        )
    )
