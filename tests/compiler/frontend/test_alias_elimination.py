"""Renamings: equations that say no more than that two names are one quantity, up to sign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.modeling import Model, constant, cos, der, fixed, time, variable
from drivetrain.simulation.verification.residuals import residuals

SECOND = constant(1.0, "s")
NAMES = ("x", "a", "b", "c", "d")

# Equations for a, b, c, d, and what they are of x.
SYSTEMS: dict[str, tuple[list[str], tuple[float, ...]]] = {
    "chain with signs": (["a == -x", "b == -a", "b + c == 0", "d - c == 0"], (-1, 1, -1, -1)),
    "the same twice": (["a == x + x", "b == a + a", "c == -x - x", "d == a - x"], (2, 4, -2, 1)),
    "twice by another name": (["a == x", "b == a + x", "c == a - x", "d == b"], (1, 2, 0, 2)),
    "sum with a zero": (["a == 0", "b == a + x", "c + a + b == 0", "d == a + a"], (0, 1, -1, 0)),
    "zero behind a sum": (["c == a + b", "a + b == 0", "b == 0", "d == c - x"], (0, 0, 0, -1)),
    "own opposite": (["a == -a", "b == a + x", "c == -b", "d == c + b"], (0, 1, -1, 0)),
    "three opposite": (["a + x == 0", "b + a == 0", "c + b == 0", "d + c == 0"], (-1, 1, -1, 1)),
    "solved together": (["a + b == x", "a == b", "c + d == a", "c == d"], (0.5, 0.5, 0.25, 0.25)),
    "double negative": (["-a == x", "-b == -x", "c == -(-a)", "-(d) == -(-x)"], (-1, 1, -1, -1)),
}  # fmt: skip


def system(equations: list[str]) -> Model:
    def written(self: Any) -> Iterable[Any]:
        names = {name: getattr(self, name) for name in NAMES}
        yield der(self.x) == cos(time / SECOND) / SECOND
        for text in equations:
            left, right = text.split("==")
            yield eval(left, dict(names)) == eval(right, dict(names))

    members: dict[str, Any] = {name: variable() for name in NAMES[1:]}
    members["x"] = variable(start=fixed(0.3))
    made: Model = type("System", (Model,), {**members, "equations": written})()
    return made


@pytest.mark.parametrize("what", SYSTEMS)
def test_every_name_has_its_value(what: str):
    equations, factors = SYSTEMS[what]
    for order in (equations, equations[::-1]):
        compiled = compile_model(system(order))
        result = compiled.simulate(stop_time=1.0)
        for name, factor in zip(NAMES[1:], factors, strict=True):
            np.testing.assert_allclose(result[name], factor * result["x"], atol=1e-14)
        assert residuals(compiled, result).worst <= 1e-12


class Rates(Model):
    """Derivatives under several names and signs."""

    x = variable(start=fixed(1.0))
    v = variable()
    backwards = variable()
    same = variable()
    a = variable()
    other = variable()

    def equations(self) -> Iterable[Any]:
        yield self.v == SECOND * der(self.x)
        yield self.backwards == -self.x
        yield self.same == SECOND * der(self.backwards)
        yield self.a == SECOND * der(self.v)
        yield self.other == SECOND * der(self.same)
        yield self.a == -4.0 * self.x


def test_derivatives_of_one_quantity_are_one_quantity():
    compiled = compile_model(Rates())
    result = compiled.simulate(stop_time=1.0, tolerance=1e-10, parameters={"v.start": 0.0})
    assert result.stats.states == 2
    np.testing.assert_allclose(result["x"], np.cos(2 * result.time), atol=1e-8)
    np.testing.assert_allclose(result["same"], 2 * np.sin(2 * result.time), atol=1e-8)
    np.testing.assert_allclose(result["other"], 4 * np.cos(2 * result.time), atol=1e-7)
    assert residuals(compiled, result).worst <= 1e-12


class Decay(Model):
    """A rate that is a state with another sign, under a name of its own."""

    x = variable(start=fixed(1.0))
    rate = variable()
    again = variable()

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == -self.x
        yield self.rate == SECOND * der(self.x)
        yield self.again == SECOND * der(self.x)


def test_a_rate_that_is_a_state_again_has_names():
    result = compile_model(Decay()).simulate(stop_time=1.0, tolerance=1e-10)
    np.testing.assert_allclose(result["x"], np.exp(-result.time), atol=1e-8)
    for name in ("rate", "again"):
        np.testing.assert_allclose(result[name], -result["x"], atol=1e-12)
