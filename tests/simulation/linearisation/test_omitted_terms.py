"""Terms that a program omits as they are zero count where they are varied or differentiated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.modeling import parameter
from drivetrain.rotational import Damper, Fixed, Inertia, Spring, SpringDamper


class Damped(dt.Model):
    """A shaft whose viscous damper, mount and brake are there, but have no effect at first."""

    d = parameter(0.0, unit="N.m.s/rad", doc="Damping between ring and hub")
    c = parameter(0.0, unit="N.m/rad", doc="Stiffness of the mount")

    ring = Inertia(J=0.14, w=dt.fixed(10.0))
    film = Damper(d=d)
    hub = Inertia(J=0.05, w=dt.fixed(0.0))
    nose = SpringDamper(c=2e4, d=3.0, phi_rel=dt.fixed(0.0))
    disc = Inertia(J=0.065, w=dt.fixed(0.0))
    mount = Spring(c=c)
    ground = Fixed()

    def equations(self) -> Any:
        yield self.ring >> self.film >> self.hub >> self.nose >> self.disc >> self.mount
        yield self.mount >> self.ground


@pytest.fixture(scope="module")
def damped() -> dt.CompiledModel:
    return dt.compile(Damped())


def matrices(linear: Any) -> dict[str, Any]:
    places = [linear.states.index(name) for name in sorted(linear.states)]
    return {
        "states": sorted(linear.states), "A": linear.A[np.ix_(places, places)],
        "B": linear.B[places],
    }  # fmt: skip


@pytest.mark.parametrize("inputs", [(), ("disc",), ("nose.c",)])
@pytest.mark.parametrize("how", [{}, {"at": "steady", "balance": None}])
def test_values_other_than_zero_count(
    damped: dt.CompiledModel, inputs: tuple[str, ...], how: dict[str, Any]
) -> None:
    """A linear model with such a value is that of a model that has it from the beginning."""
    given = {"d": 40.0, "c": 300.0, "ring.w.start": 0.0}
    found = matrices(damped.linearise(parameters=given, inputs=inputs, **how))
    fresh = dt.compile(Damped(d=40.0, c=300.0, ring={"w": dt.fixed(0.0)}))
    own = matrices(fresh.linearise(inputs=inputs, **how))
    assert found["states"] == own["states"]
    assert np.allclose(found["A"], own["A"], rtol=1e-12)
    assert np.allclose(found["B"], own["B"], rtol=1e-12)


def test_each_call_has_its_own_parameters(damped: dt.CompiledModel) -> None:
    """Values of an earlier call do not stay behind."""
    first = damped.linearise(parameters={"d": 40.0, "hub.J": 0.5}).A
    again = damped.linearise(parameters={"d": 40.0}).A
    fresh = dt.compile(Damped()).linearise(parameters={"d": 40.0}).A
    assert not np.array_equal(first, again)
    assert np.array_equal(again, fresh)


def test_an_input_that_is_zero(damped: dt.CompiledModel) -> None:
    """The film brakes the ring: 10 rad/s / J per unit of damping, and drives the hub."""
    at = {"ring.w": 10.0, "hub.w": 0.0, "disc.w": 0.0, "disc.phi": 0.2}
    linear = damped.linearise(at=at, inputs=["d", "c"], outputs=["ring.a", "hub.a", "disc.a"])
    expected = np.array([[-10 / 0.14, 0], [10 / 0.05, 0], [0, -0.2 / 0.065]])
    assert expected == pytest.approx(linear.D, rel=1e-12)


@pytest.mark.parametrize("name", ["d", "c", "film.d", "mount.c"])
def test_derivatives_of_eigenvalues(damped: dt.CompiledModel, name: str) -> None:
    modes = damped.linearise().eigenmodes()
    (slope,) = modes.sensitivity(name).slopes[0]
    step = 1e-4
    moved = damped.linearise(parameters={name: step}).eigenmodes()
    place = int(np.abs(moved.eigenvalue - modes.eigenvalue[0]).argmin())
    difference = (moved.eigenvalue[place] - modes.eigenvalue[0]) / step
    assert abs(slope) > 1e-4
    assert slope == pytest.approx(difference, rel=1e-3)


def test_some_parameters_of_many(damped: dt.CompiledModel) -> None:
    """Those that are zero and those that are not, in one table."""
    modes = damped.linearise().eigenmodes()
    together = modes.sensitivity("nose.c", "d", "hub.J")
    for k, name in enumerate(("nose.c", "d", "hub.J")):
        assert together.slopes[:, k] == pytest.approx(modes.sensitivity(name).slopes[:, 0])


def test_the_matrix_itself(damped: dt.CompiledModel) -> None:
    linear = damped.linearise()
    slope = linear.details.matrix_slope("d")
    step = 1e-3
    difference = (damped.linearise(parameters={"d": step}).A - linear.A) / step
    assert slope == pytest.approx(difference, rel=1e-9, abs=1e-9)


def test_a_torque_can_be_balanced_by_what_is_zero() -> None:
    """A brake that does nothing yet keeps the speed: 4 N.m at 8 rad/s are 0.5 N.m.s/rad."""
    m = dt.Model("braked")
    m.add(
        drive=dt.rotational.ConstantTorque(tau_constant=4.0), rotor=Inertia(J=1, w=dt.fixed(1.0)),
        brake=Damper(d=0.0), ground=Fixed(),
    )  # fmt: skip
    m.connect(m.drive >> m.rotor >> m.brake >> m.ground)
    linear = dt.linearise(m, at="steady", speed={"rotor.w": 8.0}, balance="brake.d")
    (held,) = linear.point.held
    assert held.value == pytest.approx(0.5, rel=1e-9)
    assert linear.eigenmodes().decays == pytest.approx([-0.5], rel=1e-6)
