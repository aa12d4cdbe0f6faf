"""Signals of an FMU as flanges."""

import math
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import FMUError
from drivetrain.rotational import Fixed, Inertia, SpringDamper, Torque
from tests.fmi.imported.conftest import Make
from tests.fmi.imported.test_co_simulation import STEP


def test_a_unit_that_gives_the_torque_brakes_a_shaft(make: Make) -> None:
    """Y = k u, the torque of a damper, is held between ticks: w falls by k h w at each."""

    class Braked(dt.Model):
        """A flywheel and a damper."""

        wheel = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))
        damper = dt.FMU(make(), step=STEP, k=2.0, on=False, flanges={"shaft": ("y", None, "u")})

        def equations(self):
            yield self.wheel.flange_b >> self.damper.shaft

    result = dt.simulate(Braked(), stop_time=1.0)
    assert result.final["wheel.w"] == pytest.approx((1 - 2.0 * STEP) ** 8, rel=1e-12)
    lost = (1 - result.final["wheel.w"] ** 2) / 2
    assert result.energy.supplied[-1] == pytest.approx(-lost, rel=1e-9)


def swinging(path: Path, step: float) -> dt.Model:
    """Return a rotor of 1/2 kg.m2, computed by a unit, at the end of a torsion bar."""

    class Swinging(dt.Model):
        """A rotor at a bar."""

        wall = Fixed()
        bar = SpringDamper(c=8.0, d=0.1)
        rotor = dt.FMU(path, step=step, k=2.0, x=1.0, on=True, flanges={"shaft": ("u", "phi", "x")})

        def equations(self):
            yield self.wall.flange >> self.bar.flange_a
            yield self.bar.flange_b >> self.rotor.shaft

    return Swinging()


def test_a_unit_that_gives_the_motion_swings_at_a_spring(make: Make) -> None:
    """The error of a torque that is held falls with the step."""
    path = make()
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        result = dt.simulate(swinging(path, step), stop_time=1.0)
        errors.append(abs(result.final["rotor.phi"] - exact(1.0)))
    assert errors[0] < 2e-2
    assert np.divide(errors[:-1], errors[1:]) == pytest.approx([2, 2], rel=0.2)


def exact(t: float) -> float:
    """Return the angle of J phi'' + d phi' + c phi = 0 with J = 1/2, d = 0.1, c = 8, w(0) = 1."""
    decay = 0.1
    frequency = math.sqrt(16.0 - decay**2)
    return math.exp(-decay * t) * math.sin(frequency * t) / frequency


def test_between_ticks_the_motion_goes_on_steadily(make: Make) -> None:
    result = dt.simulate(swinging(make(), 0.125), stop_time=0.125, interval=0.0125)
    inside = result.time < 0.12
    assert result["rotor.shaft.phi"][inside] == pytest.approx(result.time[inside], abs=1e-12)


def test_terminals_are_flanges_by_their_name(make: Make) -> None:
    terminals = """<fmiTerminalsAndIcons fmiVersion="3.0"><Terminals>
        <Terminal name="out" matchingRule="plug">
        <TerminalMemberVariable variableName="u" memberName="tau" variableKind="outflow"/>
        <TerminalMemberVariable variableName="phi" memberName="phi" variableKind="signal"/>
        <TerminalMemberVariable variableName="x" memberName="w" variableKind="signal"/>
        </Terminal></Terminals></fmiTerminalsAndIcons>"""
    path = make(more={"terminalsAndIcons/terminalsAndIcons.xml": terminals})
    unit = dt.FMU(path, step=STEP, flanges={"shaft": "out"})
    (flange,) = unit._flange_signals
    assert (flange.load, flange.sign, flange.motion) == ("u", -1.0, ("phi", "x", None))
    assert flange.moves
    with pytest.raises(FMUError, match="no terminal 'outt'; did you mean 'out'"):
        dt.FMU(path, step=STEP, flanges={"shaft": "outt"})


def test_wrong_flanges_are_refused(make: Make) -> None:
    path = make()
    for flanges, told in (
        ({"shaft": ("taw", "phi")}, "no real input or output 'taw'"),
        ({"shaft": ("x", "phi", None)}, "opposite directions"),
        ({"shaft": ("u", "phi")}, "angle and speed"),
        ({"x": ("u", "phi", "x")}, "choose another"),
        ({"shaft": ("u",)}, "names of its torque"),
        ("shaft", "names of its torque"),
    ):
        with pytest.raises(FMUError, match=told):
            dt.FMU(path, step=STEP, flanges=flanges)


def test_rigid_parts_follow_the_motion_of_a_unit(make: Make) -> None:
    """The inertias, 1/2 kg.m2 in the unit and 1/8 kg.m2 outside, are accelerated by 1.25 N.m."""

    class Rigid(dt.Model):
        """An inertia that is fastened to the rotor of a unit, which a torque accelerates."""

        rotor = dt.FMU(
            make(), step=1e-3, k=2.0, x=1.0, on=True, flanges={"shaft": ("u", "phi", "x")}
        )
        wheel = Inertia(J=0.125)
        motor = Torque(tau=1.25)

        def equations(self):
            yield self.rotor.shaft >> self.wheel.flange_a
            yield self.motor.flange >> self.wheel.flange_b

    result = dt.simulate(Rigid(), stop_time=1.0)
    assert result.final["rotor.x"] == pytest.approx(1.0 + 1.25 / 0.625, rel=5e-3)
    assert result.final["wheel.w"] == pytest.approx(result.final["rotor.x"], rel=5e-3)
    assert np.abs(np.diff(result["wheel.w"])).max() < 0.02  # the speed never jumps
