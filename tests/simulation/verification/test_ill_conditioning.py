"""Inertias and ratios too far apart to be computed with: told where it matters, and only there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain
from drivetrain import Model, examples, fixed
from drivetrain.blocks import Step
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.errors import SimulationError
from drivetrain.kernel.tables import jumping, pack_table
from drivetrain.modeling import constant, table
from drivetrain.rotational import (
    Clutch,
    ConstantTorque,
    IdealGear,
    IdealPlanetary,
    Inertia,
    Torque,
)
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification import ill_conditioning as misfit
from drivetrain.simulation.verification.ill_conditioning import far_apart, in_doubt
from drivetrain.simulation.verification.residuals import residuals

APART = {"a.J": 9.06e5, "b.J": 0.0424, "d.J": 1.05e-7, "e.J": 5.25e9, "f.J": 2.53e-12}


class Train(Model):
    """A gear, a clutch that closes at `close.start_time`, and a planetary."""

    motor = ConstantTorque(tau_constant=1.0)
    a = Inertia(J=1.0, w=fixed(0.0))
    gear = IdealGear(ratio=3.0)
    b = Inertia(J=1.0)
    clutch = Clutch(fn_max=10.0)
    close = Step(height=1.0, start_time=-1.0)
    d = Inertia(J=1.0)
    planetary = IdealPlanetary(ratio=2.0)
    e = Inertia(J=1.0)
    f = Inertia(J=1.0)
    load = ConstantTorque(tau_constant=-0.3)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.a >> self.gear >> self.b >> self.clutch >> self.d
        yield self.close.y >> self.clutch.f_normalized
        yield self.d.flange_b >> self.planetary.sun
        yield self.planetary.carrier >> self.e.flange_a
        yield self.planetary.ring >> self.f.flange_a
        yield self.load >> self.f.flange_b


def test_what_rounding_leaves_nothing_of_is_told() -> None:
    with pytest.raises(SimulationError) as caught:
        drivetrain.compile(Train()).simulate(parameters=APART)
    message = str(caught.value)
    assert "failed at t = 0 s" in message
    assert "too far apart in size" in message
    assert "planetary (IdealPlanetary): (1 + ratio) * carrier.phi == sun.phi" in message
    assert "The heaviest part has e.J = 5.25e+09, the lightest f.J = 2.53e-12." in message


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
def test_no_run_is_wrong_in_silence(tolerance: float) -> None:
    """By more than its tolerance."""
    compiled, rng = drivetrain.compile(Train()), np.random.default_rng(1)
    told = 0
    for _ in range(40):
        values = {name: float(10.0 ** rng.uniform(-12, 12)) for name in APART}
        try:
            result = compiled.simulate(parameters=values, interval=0.1, tolerance=tolerance)
        except SimulationError as error:
            told += "too far apart" in str(error)
        else:
            assert residuals(compiled, result, values).worst < 10 * tolerance
    assert 3 <= told <= 20


def test_it_is_told_wherever_in_a_run_it_shows() -> None:
    """For some tenths of a second, between two gear changes."""
    compiled = drivetrain.compile(examples.find("machines.DualClutchLaunch")())
    with pytest.raises(SimulationError, match="too far apart in size") as caught:
        compiled.simulate(parameters={"gear1.ratio": 8.4e-8, "gear2.ratio": 3.3e7})
    assert "failed at t = 4.0" in str(caught.value)
    assert "gear2 (IdealGear): ratio * flange_a.tau + flange_b.tau == 0" in str(caught.value)


def test_what_came_before_is_kept() -> None:
    values = {"a.J": 6.13e7, "b.J": 7.99e5, "d.J": 1.11e-9, "e.J": 2.25e7, "f.J": 8.91e7}
    values["close.start_time"] = 0.5
    with pytest.raises(SimulationError) as caught:
        drivetrain.compile(Train()).simulate(parameters=values)
    result = caught.value.result
    assert isinstance(result, Result)
    assert "failed at t = 0.5" in str(caught.value)
    assert 0.4 < result.time[-1] <= 0.5


def test_an_ensemble_tells_it_too() -> None:
    columns = {name: [1.0, value] for name, value in APART.items()}
    runs = drivetrain.compile(Train()).ensemble(columns)
    assert not runs.messages[0]
    assert "too far apart" in runs.messages[1]


def test_a_heavy_and_a_light_part_alone_are_no_trouble() -> None:
    class Pair(Model):
        """Nothing is lost here, although there is doubt."""

        motor = ConstantTorque(tau_constant=1.0)
        light = Inertia(J=1e-8, w=fixed(0.0))
        heavy = Inertia(J=1e8)

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.light >> self.heavy

    compiled = drivetrain.compile(Pair())
    assert in_doubt(compiled.translation, compiled.translation.values)
    assert compiled.simulate()["heavy.w"][-1] == pytest.approx(1e-8, rel=1e-9)


def test_doubt_is_the_same_for_many_runs_and_for_each() -> None:
    translation = drivetrain.compile(Train()).translation
    own = translation.values.parameter
    decades = np.linspace(0.0, 16.0, 9)[:, None]
    rows = own * np.where(np.arange(len(own)) % 2, 10.0**decades, 1.0)
    doubts = far_apart(translation, rows)
    assert doubts.tolist() == [bool(far_apart(translation, row)) for row in rows]
    assert not doubts[0]
    assert doubts[-1]


@pytest.mark.parametrize("name", examples.names())
def test_no_example_is_in_doubt(name: str) -> None:
    translation = compiled_example(name).translation
    assert not in_doubt(translation, translation.values)


class Braked(Model):
    """A gear and a clutch of which the friction follows a table, between parts far apart."""

    motor = ConstantTorque(tau_constant=1.0)
    a = Inertia(J=1.0, w=fixed(0.0))
    gear = IdealGear(ratio=3.0)
    b = Inertia(J=1.0)
    planetary = IdealPlanetary(ratio=2.0)
    e = Inertia(J=1.0)
    f = Inertia(J=1.0)
    slope = table([[-1e3, 1.0], [0.0, 0.5], [1e3, 0.0]], units=("rad/s", "1"))
    load = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.a >> self.gear >> self.b >> self.planetary.sun
        yield self.planetary.carrier >> self.e.flange_a
        yield self.planetary.ring >> self.f.flange_a
        yield self.load >> self.f.flange_b
        yield self.load.tau == -0.3 * self.slope(self.f.w) * constant(1.0, "N.m")


def test_equations_with_tables_are_looked_at() -> None:
    """They fit where the numbers do, although a table is read at a speed of many sizes."""
    compiled = drivetrain.compile(Braked())
    values = {"f.J": 1e-3, "e.J": 1e12}
    assert doubtful(compiled, values)
    result = compiled.simulate(parameters=values)
    assert residuals(compiled, result, values).worst < 1e-6
    kept = [group for group in compiled.translation.reduced.groups if group.table.size]
    made = evaluate_values(compiled.translation.flat, values)
    checked = [misfit._evaluated(compiled.translation, made, group, result.rows) for group in kept]
    assert kept
    for group, (missed, size) in zip(kept, checked, strict=True):
        assert misfit._is_plain(group, made)
        assert np.all(np.abs(missed) <= 1e-9 * np.maximum(size, 1e-3))


def doubtful(compiled: Any, values: dict[str, float]) -> bool:
    return in_doubt(compiled.translation, evaluate_values(compiled.translation.flat, values))


@pytest.mark.parametrize(
    ("smoothness", "jumps"),
    [("linear_segments", False), ("continuous_derivative", False), ("constant_segments", True)],
)
def test_tables_that_jump_are_told_from_others(smoothness: str, jumps: bool) -> None:
    rows = [[0.0, 0.5], [1.0, 2.0], [2.0, -1.0], [3.0, 0.5]]
    for rule in ("hold_last_point", "last_two_points", "periodic"):
        packed = pack_table(*np.array(rows).T, smoothness, rule)
        assert jumping(packed, np.array([0])).tolist() == [jumps]
    open_end = pack_table([0.0, 1.0], [0.0, 1.0], "linear_segments", "no_extrapolation")
    seam = pack_table([0.0, 1.0], [0.0, 1.0], "linear_segments", "periodic")
    assert jumping(np.concatenate([open_end, seam]), np.array([0, open_end.size])).all()
