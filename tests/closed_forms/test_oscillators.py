"""Linear oscillators against sines and cosines, and the order of the integrator."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.kernel.binding import Solver, Status
from drivetrain.modeling import Model
from drivetrain.rotational import Fixed, Inertia, Spring, SpringDamper
from tests.closed_forms.building import REST, build, turning

J1, J2, C = 1.0, 3.0, 50.0
OMEGA = math.sqrt(C * (1 / J1 + 1 / J2))


def pair() -> Model:
    """Two masses and a spring; the left one is twisted by 0.1 rad."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.left >> self.spring >> self.right

    return build(
        equations,
        left=Inertia(J=J1, **turning(0.0, phi=0.1)),
        spring=Spring(c=C),
        right=Inertia(J=J2, **REST),
    )


def test_two_masses_and_a_spring():
    result = simulate(pair(), stop_time=3.0, tolerance=1e-10)
    twist = 0.1 * np.cos(OMEGA * result.time)
    mean = J1 * 0.1 / (J1 + J2)
    np.testing.assert_allclose(result["left.phi"], mean + J2 / (J1 + J2) * twist, atol=1e-8)
    np.testing.assert_allclose(result["right.phi"], mean - J1 / (J1 + J2) * twist, atol=1e-8)
    np.testing.assert_allclose(result["right.a"], J1 / (J1 + J2) * OMEGA**2 * twist, atol=1e-6)


def test_damped_oscillation():
    J, c, d = 2.0, 80.0, 3.0

    def equations(self: Any) -> Iterable[Any]:
        yield self.ground.flange >> self.spring >> self.mass

    model = build(
        equations,
        ground=Fixed(),
        spring=SpringDamper(c=c, d=d),
        mass=Inertia(J=J, **turning(1.0)),
    )
    result = simulate(model, stop_time=2.0, tolerance=1e-10)
    decay = d / (2 * J)
    omega = math.sqrt(c / J - decay**2)
    expected = np.exp(-decay * result.time) * np.sin(omega * result.time) / omega
    np.testing.assert_allclose(result["mass.phi"], expected, atol=1e-9)


def error_with_fixed_step(step: float) -> float:
    """Run the compiled oscillator with equal steps and return the error at the end."""
    compiled = compile_model(pair())
    t, stop = compiled.translation, 2.0
    first = compiled.simulate(stop_time=0.0).rows[0]
    with Solver(
        t.kernel, start_time=0.0, stop_time=stop, interval=stop, parameters=t.values.parameter,
        atol=1e6, rtol=0.0, max_step=step, initial_step=step,
    ) as solver:  # fmt: skip
        assert solver.initialise(first[2 : 2 + t.kernel.n_x]) is Status.DONE
        rows, status = solver.advance()
        assert status is Status.DONE
        assert solver.stats.steps == pytest.approx(stop / step, abs=2)
    end = compiled.layout.values(rows, compiled.layout.position("left.phi"))[-1]
    exact = 0.1 * (J1 + J2 * math.cos(OMEGA * stop)) / (J1 + J2)
    return abs(float(end) - exact)


def test_the_pair_is_of_order_five():
    errors = [error_with_fixed_step(h) for h in (0.05, 0.025, 0.0125)]
    orders = [math.log2(a / b) for a, b in pairwise(errors)]
    assert min(orders) >= 4.8, (errors, orders)
