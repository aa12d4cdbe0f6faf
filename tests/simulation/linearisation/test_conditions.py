"""Conditions of linear models: values, names, slopes against differences; only those in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import turning
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.linear.model_parts import Conditions
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError
from drivetrain.modeling import constant, floor, parameter
from drivetrain.rotational import (
    Clutch,
    ConstantTorque,
    ElastoBacklash,
    Fixed,
    Inertia,
    SpringDamper,
)
from drivetrain.rotational.interfaces import Compliant, CompliantWithRelativeStates
from drivetrain.simulation.linearisation.conditions import conditions_of
from drivetrain.simulation.linearisation.details import ModelDetails

QUICK = ("Backlash", "Friction", "HeatLosses", "contacts.DogClutch", "gears.WormHoist")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in examples.names()
]


def named(conditions: Conditions) -> dict[str, float]:
    told = zip(conditions.parts, conditions.names, conditions.values, strict=True)
    return {f"{part}: {name}": float(value) for part, name, value in told}


def linear_at(name: str, part: float) -> LinearModel:
    model = compiled_example(name)
    settings = model._settings(None, None, None, "auto", None)
    at = settings.start_time + part * (settings.stop_time - settings.start_time)
    return model.linearise(at=at)


class Launch(dt.Model):
    """Two discs behind a clutch that slides for ten seconds, then sticks."""

    a = Inertia(J=1, **turning(10))
    clutch = Clutch(fn_max=1.0)
    b = Inertia(J=0.1, **turning(0))
    spring = SpringDamper(c=100, d=0.2)
    c = Inertia(J=1, **turning(0))
    pedal = Constant(k=1.0)

    def equations(self) -> Any:
        yield self.a >> self.clutch >> self.b >> self.spring >> self.c
        yield self.pedal.y >> self.clutch.f_normalized


def test_a_sliding_clutch_has_its_slip_a_stuck_one_its_reserve() -> None:
    model = dt.compile(Launch())
    result = model.simulate(stop_time=20.0)
    sliding = model.linearise(at=0.1, stop_time=20.0).details.conditions({})
    slip = float(result.at(0.1, "clutch.w_rel"))
    assert named(sliding) == {"clutch: clutch.w_rel > 0": pytest.approx(-slip, rel=1e-6)}
    stuck = model.linearise(at=20.0).details.conditions({})
    grip = float(result.at(20.0, "clutch.grip"))
    assert named(stuck) == {
        "clutch: clutch.grip > clutch.tau0_max": pytest.approx(0.5 - grip, rel=1e-6),
        "clutch: -clutch.grip > clutch.tau0_max": pytest.approx(0.5 + grip, rel=1e-6),
    }


@pytest.mark.parametrize("part", [0.31, 0.77])
@pytest.mark.parametrize("name", NAMES)
def test_slopes_against_differences(name: str, part: float) -> None:
    """Along all directions that locks allow, with relations frozen."""
    try:
        linear = linear_at(name, part)
        basis = np.asarray(linear.reduction.basis)
        found = linear.details.conditions({})
    except AnalysisError as refused:
        pytest.skip(str(refused))
    if linear.shares_locks:
        pytest.skip("how locked elements share a load is left open")
    details = linear.details
    assert isinstance(details, ModelDetails)
    by_states = np.asarray(found.by_states.toarray()) @ basis
    # Functions that are less than a step from zero may be of the other side there.
    far = found.values > 1e-4 * np.abs(found.by_states.toarray()).max(axis=1, initial=0.0)
    sides = [values_beside(details, sign * 1e-6 * basis) for sign in (1, -1)]
    if any(len(one) != len(found.values) for side in sides for one in side):
        far[:] = False
    if far.any():
        slopes = np.array([(a - b)[far] for a, b in zip(*sides, strict=True)]).T / 2e-6
        scale = np.abs(by_states[far]).max(axis=1)[:, None] + 1e-3
        rounding = 1e-9 * found.values[far][:, None]
        assert np.all(np.abs(slopes - by_states[far]) <= 1e-5 * scale + rounding)


def values_beside(details: ModelDetails, directions: Any) -> list[Any]:
    """Return the values of the conditions at rows beside that of the operating point."""
    reached, system = details._reached, details._system
    found = []
    for direction in np.asarray(directions).T:
        row = reached.row.copy()
        row[2 : 2 + len(direction)] += direction
        beside = system.at(reached.solver, row, reached.values)
        made = _At(beside, details._altered({})[0].point)
        found.append(conditions_of(details._t, made, details._mixed).values)
    return found


def _At(beside: Any, point: Any) -> Any:
    """Return slopes at a point beside, with the relations of the operating point."""
    beside.point = replace(beside.point, relations=point.relations, discrete=point.discrete)
    return beside


def test_what_is_not_in_force_does_not_count() -> None:
    """A gear in motion has thresholds of the gear at rest, too; they decide nothing."""
    moving = named(linear_at("HeatLosses", 0.31).details.conditions({}))
    assert "lossy_gear: lossy_gear.w_a < 0" in moving
    assert "lossy_gear: lossy_gear.tau_eta < 0" in moving
    assert not any("tau_eta_p" in name or "tau_loss_max_p" in name for name in moving)
    held = named(linear_at("machines.ServoAxis", 0.77).details.conditions({}))
    assert "worm: worm.grip > worm.tau_loss_max_p" in held


class Stepped(Compliant):
    """Shaft whose torque has steps."""

    def equations(self) -> Iterator[Any]:
        turns = self.phi_rel / constant(1.0, "rad")
        yield self.tau == constant(1.0, "N.m") * (100 * turns + floor(3 * turns))


def test_steps_have_two_neighbours() -> None:
    m = dt.Model("stepped")
    m.add(
        ground=Fixed(), shaft=Stepped(), disc=Inertia(J=1, phi=dt.fixed(0.1), w=dt.fixed(0)),
        load=ConstantTorque(tau_constant=10.0),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft >> m.disc)
    m.connect(m.load.flange >> m.disc.flange_b)
    found = named(dt.linearise(m).details.conditions({}))
    assert sorted(found.values()) == pytest.approx([0.3, 0.7])
    assert all("(a step)" in name for name in found)


def test_a_mesh_in_contact() -> None:
    m = dt.Model("table")
    m.add(
        ground=Fixed(), mesh=ElastoBacklash(c=1000, d=1.0, b=0.02),
        disc=Inertia(J=1, phi=dt.fixed(0.03), w=dt.fixed(0)),
        load=ConstantTorque(tau_constant=20.0),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.mesh.flange_a)
    m.connect(m.mesh >> m.disc)
    m.connect(m.load.flange >> m.disc.flange_b)
    found = named(dt.linearise(m).details.conditions({}))
    assert found["mesh: mesh.phi_diff < mesh.b_max"] == pytest.approx(0.02)
    assert found["mesh: mesh.tau_c + mesh.tau_d < 0"] == pytest.approx(20.0)


def test_models_with_loops_over_rows() -> None:
    """Forty discs between elements with backlash, all but one of them in their gaps."""
    n = 40

    class Loose(dt.Model):
        """Discs with free play."""

        disc = Inertia.array(n, J=0.1)
        gap = ElastoBacklash.array(n - 1, c=1e4, d=0.0, b=0.02)

        def equations(self) -> Iterator[Any]:
            yield self.disc[:-1] >> self.gap >> self.disc[1:]

    model = dt.compile(Loose())
    assert model.translation.program.rows
    linear = model.linearise(inputs=["disc[0]"])
    assert len(linear.states) == 2 * n
    found = named(linear.details.conditions({}))
    assert len(found) == 2 * (n - 1)
    assert found["gap[7]: gap[7].phi_diff > gap[7].b_max"] == pytest.approx(0.01)
    assert found["gap[7]: gap[7].b_min > gap[7].phi_diff"] == pytest.approx(0.01)
    limit = linear.limit(50.0)
    assert limit["disc[0]"] == pytest.approx(0.01 * 0.1 * 50**2)  # nothing else moves
    assert limit.ended_by()[0].startswith("gap[0]")


def test_conditions_know_the_inputs() -> None:
    linear = dt.compile(Launch()).linearise(at=20.0, inputs=["a", "c"])
    found = linear.details.conditions({})
    by_inputs = np.asarray(found.by_inputs)
    assert by_inputs[0] == pytest.approx([0.1 / 1.1, 0.0])  # what the torque at a sends on to b
    assert by_inputs[1] == pytest.approx(-by_inputs[0])


class Drag(CompliantWithRelativeStates):
    """Shaft with a drag that grows with the square of the speed."""

    c = parameter(unit="N.m/rad", doc="Stiffness")
    d = parameter(unit="N.m.s2/rad2", doc="Drag")

    def equations(self) -> Iterator[Any]:
        speed = self.w_rel
        yield self.tau == self.c * self.phi_rel + self.d * speed * abs(speed)


def dragging(n: int) -> LinearModel:
    class Chain(dt.Model):
        """Discs between shafts with drag, each 1 rad/s faster than the one before."""

        disc = Inertia.array(n, J=0.1, phi=dt.fixed(0), w=dt.fixed([float(k) for k in range(n)]))
        shaft = Drag.array(n - 1, c=100.0, d=0.1)

        def equations(self) -> Iterator[Any]:
            yield self.disc[:-1] >> self.shaft >> self.disc[1:]

    return dt.linearise(Chain(), inputs=["disc[0]"])


def test_corners_of_many_parts() -> None:
    found = named(dragging(100).details.conditions({}))
    assert len(found) == 99
    assert found["shaft[42]: shaft[42].w_rel < 0"] == pytest.approx(1.0)


def test_corners_within_loops_are_refused() -> None:
    with pytest.raises(AnalysisError, match=r"299 parts have a law with corners"):
        dragging(300).limit(1.0)
