"""Derivatives at the edges of what functions are defined for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.compiler.program.forward_differentiation import rule
from drivetrain.compiler.program.program import Program
from drivetrain.errors import StructureError
from drivetrain.modeling import Model, constant, der, fixed, guess, mod, time, variable, where

SECOND = constant(1.0, "s")


class Powers(Model):
    """A loop whose unknown is the exponent of what is zero for a while."""

    x = variable(start=fixed(0.0))
    y = variable(start=guess(1.0))

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == where(time < 0.5 * SECOND, 0, 1.0) / SECOND
        yield self.x**self.y + self.y == 2


def test_a_loop_may_hold_the_exponent_of_zero() -> None:
    result = simulate(Powers(), stop_time=1.0)
    np.testing.assert_allclose(result["x"] ** result["y"] + result["y"], 2.0, rtol=1e-12)
    assert result.at(0.4, "y") == 2.0


class Folded(Model):
    """A remainder whose modulus moves."""

    y = variable()
    rate = variable()

    def equations(self) -> Iterable[Any]:
        yield self.y == mod(10 + time / SECOND, 3 - 0.1 * time / SECOND)
        yield self.rate == SECOND * der(self.y)


def test_the_rate_of_a_remainder_knows_the_modulus() -> None:
    result = simulate(Folded(), stop_time=1.0)
    np.testing.assert_allclose(result["y"], 10 + result.time - 3 * (3 - 0.1 * result.time))
    np.testing.assert_allclose(result["rate"], 1.3, rtol=1e-12)


def test_what_has_no_derivative_is_named() -> None:
    program = Program()
    x = program.node("x", (), 0)
    with pytest.raises(StructureError, match="'strange' cannot be differentiated"):
        rule(program, program.node("strange", (x,)), [program.const(1.0)])
