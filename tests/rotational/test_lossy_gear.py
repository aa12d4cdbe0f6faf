"""Gear losses: efficiencies in all quadrants, locking, ideal gears and equivalent bearings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import edition2002, simulate
from drivetrain.blocks import Constant, Step
from drivetrain.errors import SimulationError, TableError
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    ConstantSpeed,
    ConstantTorque,
    Fixed,
    Gearbox,
    IdealGear,
    Inertia,
    LossyGear,
    Torque,
)

ETA1, ETA2, BF1, BF2 = 0.8, 0.7, 0.4, 0.6
TABLE = [[0, ETA1, ETA2, BF1, BF2]]


def at_speed(w: float, load: float, ratio: float = 2.0, table: Any = None) -> Any:
    """Return a run of a gear that is driven at constant speed against a load."""

    class AtSpeed(Model):
        motor = ConstantSpeed(w_fixed=w)
        gear = LossyGear(ratio=ratio, loss_table=TABLE if table is None else table)
        torque = Torque()
        constant = Constant(k=load)

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.gear >> self.torque
            yield self.constant.y >> self.torque.tau

        def initial_equations(self) -> Iterable[Any]:
            yield self.gear.phi_a == 0

    return simulate(AtSpeed(), stop_time=0.1)


@pytest.mark.parametrize("ratio", [2.0, -1.5, 0.3])
@pytest.mark.parametrize("sense", [1, -1])
@pytest.mark.parametrize("drives", ["a", "b"])
def test_efficiency_of_each_quadrant(ratio, sense, drives):
    load = 20.0 * sense * np.sign(ratio) * (-1 if drives == "a" else 1)
    result = at_speed(sense * 5.0, load, ratio)
    tau_a, tau_b = result["gear.flange_a.tau"][-1], result["gear.flange_b.tau"][-1]
    eta, bearing = (ETA1, BF1) if drives == "a" else (1 / ETA2, BF2)
    assert tau_b == pytest.approx(load)
    assert -tau_b == pytest.approx(ratio * (eta * tau_a - sense * bearing), rel=1e-12)
    assert result["gear.mode"][-1] == sense
    power = (tau_a + tau_b / ratio) * 5.0 * sense
    assert result["gear.loss_power"][-1] == pytest.approx(power, rel=1e-12)
    assert power > 0


def test_losses_follow_the_speed():
    table = [[0, 1, 1, 0, 0], [10, 0.5, 0.5, 0, 0]]
    for w in (1.0, -1.0, 4.0):
        result = at_speed(w, -10.0 * np.sign(w), table=table)
        assert result["gear.eta_mf1"][-1] == pytest.approx(1 - 0.05 * abs(w))


@pytest.mark.parametrize("w", [-25.0, 25.0])
def test_an_efficiency_above_one_stops_the_run(w):
    """Beyond the last row the line of the last two goes on."""
    table = [[0, 0.85, 0.9, 0, 0], [10, 0.95, 0.9, 0, 0]]
    with pytest.raises(SimulationError, match="gear: an efficiency of the teeth is not between"):
        at_speed(w, -10.0, table=table)


GEARS = [
    (LossyGear, {"ratio": 3.0}),
    (Gearbox, {"ratio": 3.0, "c": 1e4, "d": 1.0}),
    (edition2002.LossyGear, {}),
    (edition2002.Gear2, {}),
]


@pytest.mark.parametrize("column", [2, 3])
@pytest.mark.parametrize("efficiency", [0, -0.1, 1.001])
@pytest.mark.parametrize(("cls", "given"), GEARS)
def test_efficiencies_lie_above_zero_and_up_to_one(cls, given, efficiency, column):
    row = [10, 0.8, 0.7, 0.1, 0.1]
    row[column - 1] = efficiency

    class Pair(Model):
        left = Inertia(J=1.0)
        gear = cls(loss_table=[[0, 0.9, 0.8, 0.1, 0.1], row], **given)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right

    wrong = "above its maximum 1" if efficiency > 1 else "not positive"
    with pytest.raises(TableError) as told:
        compile_model(Pair())
    assert f"row 2, column {column} is {efficiency:g}, {wrong}" in str(told.value)
    assert "give values above 0 and up to 1" in str(told.value)


@pytest.mark.parametrize(
    ("table", "mode"),
    [([[0, 1, 1, 0, 0]], 2), ([[0, 1, 1, 0, 0], [1, 1, 1, 0, 0]], 1), ([[0, 1, 1, 1e-9, 0]], 1)],
)
def test_only_the_table_of_the_ideal_gear_frees_it(table, mode):
    assert at_speed(3.0, -10.0, table=table)["gear.mode"][-1] == mode


@pytest.mark.parametrize("column", [4, 5])
@pytest.mark.parametrize(("cls", "given"), GEARS)
def test_bearing_torques_are_not_negative(cls, given, column):
    row = [10, 0.8, 0.7, 0.1, 0.1]
    row[column - 1] = -0.1

    class Pair(Model):
        left = Inertia(J=1.0)
        gear = cls(loss_table=[[0, 0.9, 0.8, 0.1, 0.1], row], **given)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right

    with pytest.raises(TableError, match=f"row 2, column {column} is -0.1, below its minimum 0"):
        compile_model(Pair())


@pytest.mark.parametrize("w", [-25.0, 25.0])
@pytest.mark.parametrize("falls", [(2, 1, 0.6, 0.6), (0.6, 0.6, 2, 1)])
def test_a_bearing_torque_below_zero_stops_the_run(w, falls):
    """Beyond the last row the line of the last two goes on; at 20 rad/s it is zero."""
    (first, last, *other) = falls
    table = [[0, 0.9, 0.9, first, other[0]], [10, 0.9, 0.9, last, other[1]]]
    with pytest.raises(SimulationError, match="gear: the friction that loss_table gives is neg"):
        at_speed(w, -10.0, table=table)


def test_a_bearing_torque_that_ends_with_zero_stays_there():
    table = [[0, 0.9, 0.9, 2, 2], [20, 0.9, 0.9, 0, 0], [30, 0.9, 0.9, 0, 0]]
    for w, tau in ((15.0, 0.5), (20.0, 0.0), (25.0, 0.0), (50.0, 0.0)):
        assert at_speed(w, -10.0, table=table)["gear.tau_bf1"][-1] == pytest.approx(tau, abs=1e-12)


def test_the_run_ends_where_a_bearing_torque_reaches_zero():
    class Driven(Model):
        torque = ConstantTorque(tau_constant=10.0)
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 2, 2], [20, 0.9, 0.9, 1, 1]])
        right = Inertia(J=1.0)

        def equations(self):
            yield self.torque >> self.left >> self.gear >> self.right

    with pytest.raises(SimulationError, match="negative, so it would drive") as told:
        simulate(Driven(), stop_time=20.0)
    assert told.value.result["gear.w_a"][-1] == pytest.approx(40.0, abs=1.0)


def test_a_table_that_leaves_out_rest_may_not_begin_below_zero():
    with pytest.raises(SimulationError, match="a row for the speed 0"):
        at_speed(0.5, -10.0, table=[[10, 0.9, 0.9, 1, 1], [20, 0.9, 0.9, 3, 3]])


class Pair(Model):
    """A gear between two inertias, loaded at its slow side from 0.1 s on."""

    left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0))
    right = Inertia(J=2.0)
    torque = Torque()
    step = Step(height=3.0, start_time=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right >> self.torque
        yield self.step.y >> self.torque.tau


class LossyPair(Pair):
    """With a lossy gear."""

    gear = LossyGear(ratio=3.0)


class IdealPair(Pair):
    """With an ideal gear."""

    gear = IdealGear(ratio=3.0)


def test_without_losses_it_is_the_ideal_gear():
    lossy, ideal = simulate(LossyPair(), stop_time=1.0), simulate(IdealPair(), stop_time=1.0)
    assert lossy["right.w"][-1] == pytest.approx(ideal["right.w"][-1], rel=1e-9)
    assert set(lossy["gear.mode"]) == {2}


def test_a_table_given_at_run_time_makes_the_gear_lossy():
    result = simulate(LossyPair(), stop_time=1.0, parameters={"gear.loss_table": TABLE})
    assert 2 not in result["gear.mode"]


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_it_locks_itself_below_the_breakaway_torque(share):
    """At rest, driven from flange_b, it moves when the teeth let any torque through."""
    breakaway = 3.0 * BF2
    parameters = {"gear.loss_table": TABLE, "step.height": share * breakaway}
    result = simulate(LossyPair(), stop_time=0.5, parameters=parameters, tolerance=1e-9)
    if share < 1:
        np.testing.assert_array_equal(result["left.w"], 0.0)
        assert result["gear.mode"][-1] == 0
    else:
        # 2 a_b = torque + tau_b, 0.5 (3 a_b) = -tau_a, -tau_b = 3 (tau_a / eta2 - bf2)
        slow = (share - 1) * breakaway / (2.0 + 9 * 0.5 / ETA2)
        assert result["right.w"][-1] == pytest.approx(slow * 0.4, rel=1e-6)
        assert result["gear.mode"][-1] == 1


def test_a_worm_gear_cannot_be_driven_from_its_slow_side():
    parameters = {"gear.loss_table": [[0, 0.45, 1e-3, 0.0, 0.0]], "step.height": 1e3}
    result = simulate(LossyPair(), stop_time=0.5, parameters=parameters)
    assert np.abs(result["left.w"]).max() < 1.0


def test_ratio_zero_is_refused():
    with pytest.raises(Exception, match=r"gear\.ratio is zero"):
        simulate(LossyPair(), stop_time=0.1, parameters={"gear.ratio": 0.0})


class OnMount(Model):
    """A gear whose housing is held by a ground that is part of the model."""

    left = Inertia(J=0.5, phi=fixed(0.0), w=fixed(1.0))
    gear = LossyGear(ratio=3.0, loss_table=TABLE, use_support=True)
    right = Inertia(J=2.0)
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right
        yield self.gear.support >> self.ground.flange


def test_the_housing_takes_the_rest_of_the_torques():
    result = simulate(OnMount(), stop_time=0.3)
    ends = ("flange_a", "flange_b", "support")
    np.testing.assert_allclose(sum(result[f"gear.{end}.tau"] for end in ends), 0.0, atol=1e-12)
    assert result.energy.relative_error < 1e-6
