"""Both sides of kinks: backlash just closed, a torque that does not change its sign, a table."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import CombiTable1Ds, Constant
from drivetrain.errors import AnalysisError, NameLookupError
from drivetrain.rotational import (
    BearingFriction,
    Clutch,
    ElastoBacklash,
    Fixed,
    Inertia,
    LinearSpeedDependentTorque,
    SpeedSensor,
    SpringDamper,
    Torque,
)


def test_backlash_just_closed() -> None:
    """Free before, sqrt(c/J) beyond; the damper acts beyond only."""
    m = dt.Model("tooth")
    m.add(wall=Fixed(), mesh=ElastoBacklash(c=400, d=2, b=0.1, phi_rel0=0), wheel=Inertia(J=1))
    m.connect(m.wall.flange >> m.mesh >> m.wheel)
    linear = dt.linearise(m, at={"wheel.phi": 0.05, "wheel.w": 0.0})
    found = linear.one_sided()
    assert [one.name for one in found] == list(linear.kinks)
    _, before, beyond = found["mesh"]
    assert not len(before.eigenmodes())
    assert beyond.eigenmodes().omega == pytest.approx([20.0], rel=1e-9)
    assert pytest.approx(np.array([[0, 1], [-400, -2]]), rel=1e-6) == beyond.A
    assert pytest.approx(np.array([[0, 1], [0, 0]])) == before.A
    assert "mesh" in str(found)
    assert not found.remarks


def test_a_torque_that_keeps_its_sign() -> None:
    """tau = -3 |w| / 10: its slope is -0.3 on one side of standstill and 0.3 on the other."""
    m = dt.Model("fan")
    m.add(
        rotor=Inertia(J=1.0), drag=LinearSpeedDependentTorque(tau_nominal=-3.0, w_nominal=10.0),
    )  # fmt: skip
    m.connect(m.rotor >> m.drag)
    linear = dt.linearise(m, at={"rotor.w": 0.0})
    (kink,) = linear.one_sided()
    slopes = {round(side.A[1, 1], 9) for side in kink[1:]}
    assert slopes == {-0.3, 0.3}
    assert not linear.one_sided().remarks


def test_a_corner_of_a_table() -> None:
    m = dt.Model("governed")
    m.add(
        rotor=Inertia(J=1.0), sensor=SpeedSensor(), drive=Torque(),
        law=CombiTable1Ds(table=[[0, 5], [10, 4], [20, 0]]),
    )  # fmt: skip
    m.connect(m.drive >> m.rotor)
    m.connect(m.sensor.flange, m.rotor.flange_b)
    m.connect(m.sensor.w >> m.law.u)
    m.connect(m.law.y[0] >> m.drive.tau)
    linear = dt.linearise(m, at={"rotor.w": 10.0})
    found = linear.one_sided()
    assert {round(side.A[1, 1], 9) for kink in found for side in kink[1:]} == {-0.1, -0.4}
    assert all("corner" in kink.name for kink in found)


def test_a_jump_of_dry_friction_is_told() -> None:
    """Above its limit at rest friction points against either motion: 2 N·m one way, 2 the other."""
    m = dt.Model("rubbing")
    m.add(
        wall=Fixed(), spring=SpringDamper(c=100.0, d=0.1), rotor=Inertia(J=0.5),
        rub=BearingFriction(tau_pos=[[0, 2], [10, 3]]),
    )  # fmt: skip
    m.connect(m.wall >> m.spring >> m.rotor >> m.rub)
    found = dt.linearise(m, at={"rotor.phi": 0.03, "rotor.w": 0.0}).one_sided()
    (remark,) = found.remarks
    assert "jumps here by 8 rad/s per second" in remark
    assert remark in str(found)


def test_no_kink() -> None:
    m = dt.Model("smooth")
    m.add(a=Inertia(J=1), s=SpringDamper(c=100, d=1), b=Inertia(J=2))
    m.connect(m.a >> m.s >> m.b)
    found = dt.linearise(m).one_sided()
    assert not len(found)
    assert found.title.startswith("0 kinks")
    assert list(found.to_pandas().columns)
    with pytest.raises(NameLookupError, match="no kink 's'"):
        found["s"]


def test_large_models_and_means_say_so() -> None:
    m = dt.Model("long")
    m.add(wall=Fixed(), mesh=ElastoBacklash(c=400, d=2, b=0.1, phi_rel0=0))
    m.add(wheel=Inertia.array(80, J=1), link=SpringDamper.array(79, c=10, d=0))
    m.connect(m.wall.flange >> m.mesh >> m.wheel[0])
    m.connect(m.wheel[:-1] >> m.link >> m.wheel[1:])
    linear = dt.linearise(m, at={"wheel[0].phi": 0.05, "wheel[0].w": 0.0})
    assert linear.kinks
    with pytest.raises(AnalysisError, match="64 states"):
        linear.one_sided()
    ship = dt.compile(dt.examples.find("machines.ShipShafting")())
    mean = ship.linearise(at="steady", time=10.0, speed={"flywheel.w": 4.0}, average=1)
    with pytest.raises(AnalysisError, match="averaged"):
        mean.one_sided()


def test_a_clutch_at_its_limit() -> None:
    """Its load equals what it can hold: beyond, it slides and a motion more is free."""
    m = dt.Model("limit")
    m.add(
        wall=Fixed(), spring=SpringDamper(c=100.0, d=0.0), a=Inertia(J=1.0),
        clutch=Clutch(fn_max=10.0, mu_pos=[[0, 0.5]], peak=1.0), pedal=Constant(k=1.0),
        rest=Fixed(),
    )  # fmt: skip
    m.connect(m.wall.flange >> m.spring >> m.a >> m.clutch >> m.rest)
    m.connect(m.pedal.y >> m.clutch.f_normalized)
    linear = dt.linearise(m, at={"a.phi": 0.05, "a.w": 0.0})
    for kink in linear.one_sided():
        assert {len(side.eigenmodes()) for side in kink[1:]} <= {0, 1}


def test_a_kink_is_named_after_the_part_that_has_it() -> None:
    """The speed of the drag is that of the spring, too; the nominal speed is its own."""
    m = dt.Model("fan")
    m.add(
        wall=Fixed(), spring=SpringDamper(c=100.0, d=0.1), rotor=Inertia(J=1.0),
        drag=LinearSpeedDependentTorque(tau_nominal=-3.0, w_nominal=10.0),
    )  # fmt: skip
    m.connect(m.wall >> m.spring >> m.rotor >> m.drag)
    linear = dt.linearise(m, at={"rotor.phi": 0.0, "rotor.w": 0.0})
    assert [kink.partition(":")[0] for kink in linear.kinks] == ["drag"]
    assert linear.one_sided()["drag"]
