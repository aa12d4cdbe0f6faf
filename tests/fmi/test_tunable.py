"""Parameters that change during a run: as if the model had been made with them at that point."""

from __future__ import annotations

from pathlib import Path

import pytest
from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model

import drivetrain as dt
from drivetrain.rotational import Clutch, IdealGear, Inertia, SpringDamper
from tests.fmi.running import opened

CHANGE, STOP = 0.5, 1.0
START = (40.0, 0.1, 1.0, 0.0, 0.0)


def shaft(stiffness: float, phi: float, w: float, phi_right: float, w_right: float) -> dt.Model:
    """Return two discs on a shaft behind a gear, from there on."""

    class Shaft(dt.Model):
        """Two discs on a shaft behind a gear."""

        c = dt.modeling.parameter(stiffness, unit="N.m/rad", doc="Stiffness")
        left = Inertia(J=2.0, phi=dt.fixed(phi), w=dt.fixed(w))
        gear = IdealGear(ratio=3.0)
        spring = SpringDamper(c=c, d=0.3)
        right = Inertia(J=0.5, phi=dt.fixed(phi_right), w=dt.fixed(w_right))
        experiment = dt.Experiment(stop_time=STOP, tolerance=1e-10)

        def equations(self) -> dt.Equations:
            yield self.left >> self.gear >> self.spring >> self.right

    return Shaft()


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_stiffness_that_changes_is_that_of_a_model_from_there_on(
    fmi: int, tmp_path: Path
) -> None:
    unit = dt.export(shaft(*START), tmp_path / "unit.fmu", fmi=fmi)
    names = ["left.phi", "left.w", "right.phi", "right.w"]
    with opened(unit, tmp_path / "in") as one:
        assert one.variables["c"].variability == "tunable"
        assert one.variables["spring.c"].variability == "tunable"
        one.slave.doStep(0.0, CHANGE)
        one.set({"c": 90.0})
        assert one.get(["spring.c"]) == [90.0]
        there = one.get(names)
        one.slave.doStep(CHANGE, STOP - CHANGE)
        found = one.get(names)
    run = dt.simulate(shaft(90.0, *there), stop_time=STOP - CHANGE, tolerance=1e-11)
    assert found == pytest.approx([run[name][-1] for name in names], rel=1e-7)


def test_going_back_takes_the_parameter_back(tmp_path: Path) -> None:
    unit = dt.export(shaft(*START), tmp_path / "unit.fmu", fmi=2)
    names = ["left.phi", "left.w", "right.phi", "right.w", "spring.c"]
    rows = []
    with opened(unit, tmp_path / "in") as one:
        one.slave.doStep(0.0, CHANGE)
        state = one.slave.getFMUState()
        for stiffness in (None, 90.0, None):
            one.slave.setFMUState(state)
            if stiffness is not None:
                one.set({"c": stiffness})
            one.slave.doStep(CHANGE, STOP - CHANGE)
            rows.append(one.get(names))
        one.slave.freeFMUState(state)
    assert rows[0] == rows[2] != rows[1]


class Holding(dt.Model):
    """A locked clutch under the torque of a spring."""

    left = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(3.0))
    clutch = Clutch(fn_max=200.0, mu_pos=[[0, 0.4]], w_rel=dt.fixed(0.0))
    right = Inertia(J=2.0)
    pressed = dt.blocks.Constant(k=1.0)
    brake = dt.rotational.ConstantTorque(tau_constant=-10.0)
    experiment = dt.Experiment(stop_time=STOP, tolerance=1e-10)

    def equations(self) -> dt.Equations:
        yield self.left >> self.clutch >> self.right >> self.brake
        yield self.pressed.y >> self.clutch.f_normalized


def test_a_clutch_that_holds_slips_when_its_force_becomes_smaller(tmp_path: Path) -> None:
    """With 5 N of normal force it transmits 2 N·m; the discs go on with -2 and -4 rad/s²."""
    unit = dt.export(Holding(), tmp_path / "unit.fmu", fmi=2)
    with opened(unit, tmp_path / "in") as one:
        one.slave.doStep(0.0, CHANGE)
        assert one.get(["left.w"]) == pytest.approx([3.0 - 10.0 / 3.0 * CHANGE])
        one.set({"clutch.fn_max": 5.0})
        one.slave.doStep(CHANGE, STOP - CHANGE)
        at = 3.0 - 10.0 / 3.0 * CHANGE
        later = [at - 2.0 * (STOP - CHANGE), at - 4.0 * (STOP - CHANGE)]
        assert one.get(["left.w", "right.w"]) == pytest.approx(later, rel=1e-9)


def test_what_would_make_a_motion_jump_or_change_nothing_is_fixed(tmp_path: Path) -> None:
    unit = dt.export(shaft(*START), tmp_path / "unit.fmu", fmi=2)
    with opened(unit, tmp_path / "in") as one:
        told = {name: one.variables[name].variability for name in one.variables}
        assert told["gear.ratio"] == told["spring.phi_nominal"] == "fixed"
        with pytest.raises(FMICallException):
            one.set({"gear.ratio": 4.0})


def test_model_exchange_takes_them_at_events(tmp_path: Path) -> None:
    unit = dt.export(shaft(*START), tmp_path / "unit.fmu", fmi=2, kinds=["me"])
    description = read_model_description(str(unit))
    references = {v.name: v.valueReference for v in description.modelVariables}
    one = FMU2Model(
        guid=description.guid, unzipDirectory=extract(str(unit), unzipdir=str(tmp_path / "in")),
        modelIdentifier=description.modelExchange.modelIdentifier,
    )  # fmt: skip
    one.instantiate()
    one.setupExperiment()
    one.enterInitializationMode()
    one.exitInitializationMode()
    one.newDiscreteStates()
    one.enterContinuousTimeMode()
    before = one.getReal([references["right.a"]])[0]
    with pytest.raises(FMICallException):
        one.setReal([references["right.J"]], [1.0])
    one.enterEventMode()
    one.setReal([references["right.J"]], [1.0])
    one.newDiscreteStates()
    assert one.getReal([references["right.a"]])[0] == pytest.approx(before / 2)
    one.freeInstance()
