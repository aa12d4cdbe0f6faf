"""Trials: a random expression is integrated by a run, and compared with its exact integral.

``python -m tests.oracles.jumping.trial --count 2000`` tries many and prints what was off.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drivetrain
from drivetrain import Model
from drivetrain.blocks import CombiTimeTable
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Expr, constant, delay, der, fixed, maximum, time, variable
from tests.oracles.jumping.expressions import (
    Branches,
    Jumping,
    Sources,
    TimeTable,
    random_expression,
)
from tests.oracles.jumping.integrals import Truth, true_integral

__all__ = ["Case", "Off", "Way", "random_case", "try_case"]

Floats = NDArray[np.float64]

SECOND = constant(1.0, "s")
END, DECAY = 2.0, 0.7
DELAY = 0.25
ROUND = 0.3
"""Share of the square in a nonlinear loop."""
TOLERANCES = (1e-4, 1e-8)
SOLVERS = ("bs5", "rodas")
MOST = 30.0
"""Tolerances by which a result may be off."""
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Argument:
    """What an expression is one of: time, or a state with a known motion."""

    name: str

    def __call__(self, t: Floats) -> Floats:
        """Return its values."""
        if self.name == "relaxing":
            return 2.5 * (1.0 - np.exp(-t)) - 1.0
        return t

    def rate(self, x: Expr) -> Expr:
        """Return the rate of the state that follows it."""
        return 1.5 - x if self.name == "relaxing" else constant(1.0)

    @property
    def start(self) -> float:
        """The state at first."""
        return -1.0 if self.name == "relaxing" else 0.0


class Way(Enum):
    """How the expression gets to what is integrated."""

    PLAIN = "at once"
    LINEAR = "through a linear loop"
    MIXED = "through a linear loop whose matrix jumps with it"
    NONLINEAR = "through a nonlinear loop"
    DELAYED = "after a delay"

    def values(self, f: Floats) -> Floats:
        """Return what comes of the values of the expression."""
        if self is Way.LINEAR:
            return 0.8 * f
        if self is Way.MIXED:
            return f * (1.0 - 0.1 / (3.0 + np.abs(f))) / (1.0 + 0.5 / (3.0 + np.abs(f)))
        if self is Way.NONLINEAR:
            root = np.sqrt(1.0 + 4.0 * ROUND * np.abs(f))
            return np.sign(f) * (root - 1.0) / (2.0 * ROUND)
        return f

    def equations(self, f: Expr, value: Any, other: Any) -> Iterable[Any]:
        """Yield the equations for that, with one more unknown."""
        if self is Way.LINEAR:
            yield value == f - 0.4 * other
            yield other == 0.5 * value + 0.1 * f
        elif self is Way.MIXED:
            yield value == f - other / (3.0 + abs(f))
            yield other == 0.5 * value + 0.1 * f
        elif self is Way.NONLINEAR:
            yield value == f - ROUND * other * abs(other)
            yield other == 2.0 * value - maximum(value, -100.0)
        elif self is Way.DELAYED:
            yield value == delay(f, DELAY * SECOND)
            yield other == f
        else:
            yield value == f
            yield other == value


@dataclass(frozen=True)
class Case:
    """A model of a random expression.

    Attributes
    ----------
    seed : int
        Its number.
    argument : Argument
        What the expression is one of.
    way : Way
        How it gets to what is integrated.
    expression : Jumping
        The expression.
    table : TimeTable or None
        A table in time that stands in the place of the argument here and there.
    """

    seed: int
    argument: Argument
    way: Way
    expression: Jumping
    table: TimeTable | None

    def model(self) -> Model:
        """Return the model that integrates the expression, and lets a lag follow it."""
        case = self

        class Integrated(Model):
            x = variable(start=fixed(case.argument.start))
            total = variable(start=fixed(0.0))
            lag = variable(start=fixed(0.0))
            value = variable()
            other = variable()

            def equations(self) -> Iterable[Any]:
                yield SECOND * der(self.x) == case.argument.rate(self.x)
                u = time / SECOND if case.argument.name == "time" else self.x
                read = self.table.y[0] if case.table else u
                f = case.expression.symbolic(Sources(u, read))
                yield from case.way.equations(f, self.value, self.other)
                yield SECOND * der(self.total) == self.value
                yield SECOND * der(self.lag) == self.value - DECAY * self.lag

        members = {"table": CombiTimeTable(**self.table.law)} if self.table else {}
        return type("Integrated", (Integrated,), members)()

    def function(self, t: Floats) -> tuple[Floats, Floats]:
        """Return what is integrated, at some instants, and the branches there."""
        found: Branches = [0.0 * t]
        t = np.maximum(0.0, t - (DELAY if self.way is Way.DELAYED else 0.0))
        read = self.table(t, found) if self.table else t
        sources = Sources(self.argument(t), read)
        values = self.expression.numeric(sources, found) + 0.0 * t
        return self.way.values(values), np.vstack(found)

    def truths(self) -> dict[str, Truth] | None:
        """Return the exact values of both integrals, None where they cannot be told."""
        function = self.function
        plain = true_integral(function, 0.0, END, np.ones_like)
        lagging = true_integral(function, 0.0, END, lambda t: np.exp(DECAY * (t - END)))
        if plain is None or lagging is None:
            return None
        return {"total": plain, "lag": lagging}


@dataclass(frozen=True)
class Off:
    """A result that is off."""

    seed: int
    solver: str
    tolerance: float
    name: str
    error: float
    allowed: float
    text: str

    def __str__(self) -> str:
        times = MOST * self.error / self.allowed
        return (
            f"seed {self.seed}: {self.name} is off by {self.error:.2e}, {times:.3g} tolerances "
            f"({self.solver}, {self.tolerance:g}): {self.text}"
        )


def random_case(seed: int) -> Case:
    """Return a model by its number."""
    random = Random(seed)
    argument = Argument(random.choice(("time", "steady", "relaxing")))
    table = TimeTable.random(random) if argument.name == "time" else None
    expression = random_expression(random, reads_table=table is not None)
    way = random.choice((*[Way.PLAIN] * 4, Way.LINEAR, Way.MIXED, Way.NONLINEAR, Way.DELAYED))
    return Case(seed, argument, way, expression, table)


def try_case(case: Case, solvers: Sequence[Any] = SOLVERS) -> Iterator[Off] | None:
    """Run a case with both methods and tolerances; None if the truth is not known."""
    truths = case.truths()
    if truths is None:
        return None
    return _tried(case, truths, solvers)


def _tried(case: Case, truths: dict[str, Truth], solvers: Sequence[Any]) -> Iterator[Off]:
    text = f"of {case.argument.name}, {case.way.value}, {case.table}: {case.expression.text}"
    compiled = drivetrain.compile(case.model())
    for solver, tolerance in product(solvers, TOLERANCES):
        try:
            result = compiled.simulate(
                stop_time=END, interval=END, tolerance=tolerance, solver=solver
            )
        except DrivetrainError as error:
            yield Off(case.seed, solver, tolerance, f"{error}"[:200], np.inf, 1.0, text)
            continue
        for name, truth in truths.items():
            allowed = MOST * (tolerance + _ROUNDING) * max(1.0, truth.size, truth.jumps)
            error = abs(float(result[name][-1]) - truth.integral)
            if not error <= allowed:
                yield Off(case.seed, solver, tolerance, name, error, allowed, text)


def main(arguments: Sequence[str]) -> int:
    """Try many cases and print what was off."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args(arguments)
    tried, off = 0, []
    for seed in range(chosen.first, chosen.first + chosen.count):
        found = try_case(random_case(seed))
        if found is None:
            continue
        tried += 1
        wrong = list(found)
        if wrong:
            off.append(seed)
            print(wrong[0], f"[{len(wrong)} of 8]", flush=True)
    print(f"{tried} tried, {len(off)} off: {off}")
    return bool(off)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
