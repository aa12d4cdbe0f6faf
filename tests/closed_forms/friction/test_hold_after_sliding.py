"""What comes to rest stays at rest while the largest torque at rest allows it, whatever its size.

While an element slides, its curve parameter is an acceleration; it must not count as a torque in
the instant in which the element comes to rest. With ``peak > 1`` both resting and sliding back
agree with the equations between the sliding torque and the largest one at rest, and the law says
which holds: the surfaces break away when the torque needed exceeds the largest one.
"""

from __future__ import annotations

import pytest

import drivetrain as dt
from drivetrain import rotational as rot
from drivetrain import translational as trans

SIZES = (1e-9, 1e-3, 1.0, 1e3, 1e6)


def shaft(size: float, torque: float, friction: dt.Component) -> dt.Model:
    model = dt.Model("shaft")
    model.add(pull=rot.Torque(tau=torque * size), friction=friction)
    model.add(mass=rot.Inertia(J=0.3 * size, phi=dt.fixed(0), w=dt.fixed(5.0)))
    model.connect(model.pull >> model.mass >> model.friction)
    return model


def frictions(size: float) -> dict[str, dt.Component]:
    return {
        "bearing": rot.BearingFriction(tau_pos=[[0, 4.0 * size]], peak=1.2),
        "brake": rot.Brake(fn_max=4.0 * size, mu_pos=[[0, 1.0]], peak=1.2, f_normalized=1.0),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["bearing", "brake"])
@pytest.mark.parametrize("torque", [-4.2, -4.79])
def test_holds_up_to_the_peak(kind: str, size: float, torque: float):
    run = dt.simulate(shaft(size, torque, frictions(size)[kind]), stop_time=2.0)
    stop = 5.0 * 0.3 / (4.0 - torque)
    assert run.events.times("friction.mode", after="stuck") == pytest.approx([stop])
    assert run.final["mass.w"] == 0.0
    assert run.final["friction.tau"] == pytest.approx(torque * size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["bearing", "brake"])
def test_slides_back_beyond_the_peak(kind: str, size: float):
    run = dt.simulate(shaft(size, -4.81, frictions(size)[kind]), stop_time=2.0)
    stop = 5.0 * 0.3 / 8.81
    assert run.final["mass.w"] == pytest.approx(-0.81 / 0.3 * (2.0 - stop))


@pytest.mark.parametrize("size", SIZES)
def test_gear_with_losses_beside_a_bearing(size: float):
    model = shaft(size, -4.7, frictions(size)["bearing"])
    table = [[0, 0.9, 0.85, 0.3 * size, 0.4 * size]]
    model.add(gear=rot.LossyGear(ratio=2.5, loss_table=table), load=rot.Inertia(J=size))
    model.connect(model.friction >> model.gear >> model.load)
    run = dt.simulate(model, stop_time=2.0)
    assert run.final["mass.w"] == 0.0
    assert run.final["load.w"] == 0.0


@pytest.mark.parametrize("size", SIZES)
def test_mass_on_a_guide(size: float):
    model = dt.Model("rod")
    model.add(mass=trans.Mass(m=0.3 * size, s=dt.fixed(0), v=dt.fixed(5.0)))
    model.add(guide=trans.SupportFriction(f_pos=[[0, 4.0 * size]], peak=1.2))
    model.add(pull=trans.ConstantForce(f_constant=-4.5 * size))
    model.connect(model.mass >> model.guide >> model.pull)
    assert dt.simulate(model, stop_time=2.0).final["mass.v"] == 0.0
