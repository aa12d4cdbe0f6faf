"""A tolerance means something: the true error of a run follows it.

`python -m benchmarks --only precision` prints this for more tolerances; docs/accuracy.md tells it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from benchmarks.chain import ChainProblem
from benchmarks.models import Chain, chain_names
from benchmarks.precision import BAND, EXAMPLES, Case, Precision, stiff_case

import drivetrain as dt
from drivetrain.rotational import Fixed, Inertia, Spring

ASKED = (1e-4, 1e-6, 1e-8)
STIFF = "StiffGearTrain"


@cache
def case(name: str) -> Case:
    return stiff_case() if name == STIFF else Case.of_example(name)


@cache
def measure(name: str, solver: str, tolerance: float) -> Precision:
    return case(name).measure(solver, tolerance)


@pytest.mark.parametrize("tolerance", ASKED)
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("name", [*EXAMPLES, STIFF])
def test_the_error_is_no_larger_than_asked(name: str, solver: str, tolerance: float) -> None:
    assert measure(name, solver, tolerance).error < BAND * tolerance


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_error_is_no_smaller_than_asked(name: str, solver: str) -> None:
    """At 1e-8 the error rules the steps of all of them."""
    assert measure(name, solver, 1e-8).error > 1e-8 / BAND


@pytest.mark.parametrize("n", [20, 1000])
def test_a_long_chain_is_as_exact_as_a_short_one(n: int) -> None:
    problem = ChainProblem(n)
    result = dt.simulate(
        Chain(n=n), stop_time=problem.stop, tolerance=1e-6, interval=problem.interval
    )
    error = problem.error(np.column_stack([result[name] for name in chain_names(n)]))
    assert 0.5e-6 < error < 5e-6


class Oscillator(dt.Model):
    """A mass on a spring."""

    ground = Fixed()
    spring = Spring(c=100.0)
    mass = Inertia(J=1.0, phi=dt.fixed(0.1), w=dt.fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.ground >> self.spring >> self.mass


class InCompany(Oscillator):
    """The same beside shafts that stand still."""

    idle: Any = Inertia.array(50, J=1.0, phi=dt.fixed(0.0), w=dt.fixed(0.0))


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_idle_shafts_change_nothing(solver: Any) -> None:
    runs = [
        dt.simulate(model, stop_time=5.0, tolerance=1e-6, solver=solver)
        for model in (Oscillator(), InCompany())
    ]
    assert runs[0].stats.steps == runs[1].stats.steps
    np.testing.assert_allclose(runs[0]["mass.w"], runs[1]["mass.w"], rtol=0, atol=1e-12)


OSCILLATIONS = 450
"""Of the two inertias below in 0.2 s."""


def ringing(speed: float, nominal: float = 1.0, **settings: Any) -> dt.Result:
    """Two inertias of 1 kg·m² on a spring; half of the energy is in their vibration."""
    model = dt.Model("ringing")
    model.add(
        one=Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(speed, nominal=nominal)),
        spring=Spring(c=1e8),
        other=Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0.0, nominal=nominal)),
    )
    model.connect(model.one >> model.spring >> model.other)
    return dt.simulate(model, stop_time=0.2, **settings)


@pytest.mark.parametrize("tolerance", ASKED)
@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("speed", [1.0, 100.0])
def test_each_oscillation_loses_the_tolerance(solver: str, speed: float, tolerance: float) -> None:
    energy = ringing(speed, solver=solver, tolerance=tolerance).energy
    assert 0.01 < 2 * energy.relative_error / (tolerance * OSCILLATIONS) < 4.0


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_slow_motion_is_as_exact_with_its_nominal_value(solver: str) -> None:
    told = ringing(0.01, 0.01, solver=solver, tolerance=1e-6).energy.relative_error
    untold = ringing(0.01, solver=solver, tolerance=1e-6).energy.relative_error
    assert 2 * told / (1e-6 * OSCILLATIONS) < 4.0
    assert untold > 50.0 * told


def test_the_audit_shows_a_vibration_that_steps_pass_over() -> None:
    """Three inertias in a ring: two thirds of the energy vibrate, at 0.3 GHz."""
    model = dt.Model("ring")
    for k in range(3):
        speed = dt.fixed(1.0 if k == 0 else 0.0)
        model.add(**{f"j{k}": Inertia(J=1e-6, phi=dt.fixed(0), w=speed), f"s{k}": Spring(c=1e12)})
    model.connect(model.j0 >> model.s0 >> model.j1 >> model.s1 >> model.j2 >> model.s2)
    model.connect(model.s2.flange_b, model.j0.flange_a)
    result = dt.simulate(model, stop_time=1.0, solver="rodas")
    assert result.stats.steps < 1000
    assert result.energy.relative_error == pytest.approx(2 / 3, rel=1e-3)
    assert result.final["j0.w"] == pytest.approx(1 / 3, rel=1e-6)
