"""Impulse and step responses against closed forms, SciPy, and runs after small kicks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import signal
from tests.analysis.shafts import chain, grounded, long_shaft

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant
from drivetrain.errors import UsageError
from drivetrain.modeling import constant, parameter
from drivetrain.rotational import ConstantTorque, Fixed, Inertia, Position, SpringDamper
from drivetrain.rotational.interfaces import CompliantWithRelativeStates

TIMES = np.linspace(0.0, 0.8, 81)


@pytest.fixture(scope="module")
def line() -> LinearModel:
    model = chain([2, 3, 1], [1200, 800], [6, 1])
    return dt.linearise(model, inputs=["disc0", "disc2"], outputs=["shaft*.tau", "disc1.phi"])


def test_one_disc_in_closed_form() -> None:
    J, c, d = 2.0, 800.0, 4.0
    linear = dt.linearise(grounded(J, c, d), inputs=["disc"], outputs=["disc.phi"])
    sigma, omega = d / (2 * J), np.sqrt(c / J - (d / (2 * J)) ** 2)
    decay = np.exp(-sigma * TIMES)
    impulse = decay * np.sin(omega * TIMES) / (J * omega)
    assert linear.impulse_response(TIMES)["disc.phi"] == pytest.approx(impulse, abs=1e-14)
    swing = np.cos(omega * TIMES) + sigma / omega * np.sin(omega * TIMES)
    step = (1 - decay * swing) / c
    assert linear.step_response(TIMES)["disc.phi"] == pytest.approx(step, abs=1e-14)


def test_scipy_gives_the_same(line: LinearModel) -> None:
    system = line.to_scipy()
    found = {"impulse": line.impulse_response(TIMES), "step": line.step_response(TIMES)}
    for kind, theirs in (("impulse", signal.impulse), ("step", signal.step)):
        for place, given in enumerate(line.inputs):
            own = signal.StateSpace(system.A, system.B[:, [place]], system.C, system.D[:, [place]])
            _, expected = theirs(own, T=TIMES)
            for row, name in enumerate(line.outputs):
                assert found[kind][given, name] == pytest.approx(expected[:, row], abs=1e-9)


def test_instants_may_have_any_distance(line: LinearModel) -> None:
    whole = line.step_response(TIMES)
    some = line.step_response(TIMES[[0, 3, 3, 50, 80]])
    assert some.matrix == pytest.approx(whole.matrix[[0, 3, 3, 50, 80]], abs=1e-10)
    assert line.step_response(0.5).time.tolist() == [0.5]


class Progressive(CompliantWithRelativeStates):
    """Shaft whose torque grows with the third power of its twist."""

    c = parameter(unit="N.m/rad", doc="Stiffness without twist")
    d = parameter(unit="N.m.s/rad", doc="Damping")
    third = parameter(unit="N.m/rad", doc="Factor of the third power")

    def equations(self) -> Iterator[Any]:
        cube = self.third * self.phi_rel**3 / constant(1.0, "rad2")
        yield self.tau == self.c * self.phi_rel + self.d * self.w_rel + cube


def kicked(kick: float) -> dt.Model:
    """Return a disc on a progressive shaft, twisted by a torque, after an impulse."""
    m = dt.Model("kicked")
    m.add(
        ground=Fixed(), shaft=Progressive(c=100.0, d=0.5, third=4000.0),
        disc=Inertia(J=0.5, phi=dt.fixed(0.1), w=dt.fixed(kick / 0.5)),
        load=ConstantTorque(tau_constant=14.0),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft >> m.disc)
    m.connect(m.load.flange >> m.disc.flange_b)
    return m


def test_a_run_after_a_small_kick() -> None:
    linear = dt.linearise(kicked(0.0), inputs=["disc"], outputs=["shaft.tau", "disc.w"])
    assert linear.is_equilibrium
    kick, times = 1e-4, np.linspace(0.01, 0.6, 20)
    response = linear.impulse_response(times)
    result = dt.simulate(kicked(kick), stop_time=0.6, tolerance=1e-12)
    for name, rest in (("shaft.tau", 14.0), ("disc.w", 0.0)):
        moved = np.array([result.at(time, name) - rest for time in times])
        assert moved == pytest.approx(kick * response[name], abs=2e-3 * np.abs(moved).max())


def test_a_prescribed_motion_acts_by_its_derivatives() -> None:
    """A step of the angle is an impulse of the speed, and acts on what moves with it."""
    m = dt.Model("prescribed")
    m.add(
        motion=Position(exact=True), signal=Constant(k=0.0), shaft=SpringDamper(c=1000.0, d=2.0),
        disc=Inertia(J=2.0),
    )  # fmt: skip
    m.connect(m.signal.y >> m.motion.phi_ref)
    m.connect(m.motion.flange >> m.shaft.flange_a)
    m.connect(m.shaft.flange_b >> m.disc.flange_a)
    linear = dt.linearise(m, inputs=["signal.y"], outputs=["disc.phi", "disc.w"])
    # (d s + c) / (J s^2 + d s + c) for step and impulse of the input.
    times = TIMES[1:]
    theirs = signal.lti([2.0, 1000.0], [2.0, 2.0, 1000.0])
    _, step = theirs.step(T=TIMES)
    _, impulse = theirs.impulse(T=TIMES)
    assert linear.step_response(times)["disc.phi"] == pytest.approx(step[1:], abs=1e-9)
    assert linear.impulse_response(times)["disc.phi"] == pytest.approx(impulse[1:], abs=1e-9)
    assert linear.step_response(times)["disc.w"] == pytest.approx(impulse[1:], abs=1e-9)


def test_large_models(line: LinearModel) -> None:
    """The first discs of a long shaft do not know how long it is."""
    times = np.array([0.002, 0.004])
    found = []
    for n in (60, 1010):
        linear = dt.linearise(long_shaft(n), inputs=["disc[0]"], outputs=["disc[3].w"])
        found.append(linear.step_response(times)["disc[3].w"])
    assert found[0] == pytest.approx(found[1], rel=1e-8)


def test_tables_and_refusals(line: LinearModel) -> None:
    response = line.step_response(TIMES, outputs=["disc1.phi"])
    assert list(response.to_pandas().columns) == [
        "disc1.phi by disc0 [rad]",
        "disc1.phi by disc2 [rad]",
    ]
    assert response.to_pandas().index.name == "time [s]"
    assert "step response of chain" in repr(response)
    assert ("disc0", "disc1.phi") in response
    for times, said in (([1.0, 0.5], "increasing order"), ([-1.0], "from 0 on"), ([], "one row")):
        with pytest.raises(UsageError, match=said):
            line.impulse_response(times)
