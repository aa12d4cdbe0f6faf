"""Friction elements whose law stands in Modelica text, by the modes of the library's base."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import drivetrain as dt
from tests.modelica.translation.models import package

OWN = """
  model Slipping "A clutch whose friction falls with the speed"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Mechanics.Rotational.Interfaces.PartialFriction;
    parameter SI.Torque limit = 6;
    parameter Real peak = 1.5;
    Modelica.Blocks.Interfaces.RealInput closing;
  equation
    w_relfric = w_rel;
    a_relfric = a_rel;
    tau0 = limit*closing;
    tau0_max = peak*tau0;
    free = closing <= 0;
    tau = if locked then sa*unitTorque else if free then 0 else
      tau0*(if startForward then 1 else if startBackward then -1 else
            if pre(mode) == Forward then 1 else -1);
  end Slipping;
  model Pair
    Modelica.Blocks.Sources.Sine drive(amplitude=20, f=0.5);
    Modelica.Blocks.Sources.Trapezoid closing(rising=0.5, width=4, falling=0.5, period=10);
    Modelica.Mechanics.Rotational.Sources.Torque torque;
    Inertia first(J=1, phi(fixed=true), w(start=5, fixed=true));
    Inertia second(J=2, phi(fixed=true), w(fixed=true));
    Damper drag(d=0.4);
    Fixed ground;
  equation
    connect(drive.y, torque.tau);
    connect(torque.flange, first.flange_a);
    connect(second.flange_b, drag.flange_a);
    connect(drag.flange_b, ground.flange);
  end Pair;
  model ByText
    extends Pair;
    Slipping clutch;
  equation
    connect(first.flange_b, clutch.flange_a);
    connect(clutch.flange_b, second.flange_a);
    connect(closing.y, clutch.closing);
  end ByText;
  model OfTheLibrary
    extends Pair;
    Clutch clutch(fn_max=6, cgeo=1, mu_pos=[0, 1], peak=1.5);
  equation
    connect(first.flange_b, clutch.flange_a);
    connect(clutch.flange_b, second.flange_a);
    connect(closing.y, clutch.f_normalized);
  end OfTheLibrary;
  model Coasting "Rolls to a stop, and stays there"
    model Drag
      extends Modelica.Mechanics.Translational.Interfaces.PartialElementaryOneFlangeAndSupport2;
      extends Modelica.Mechanics.Translational.Interfaces.PartialFriction;
      SI.Force drag;
      SI.Velocity v = der(s);
    equation
      v_relfric = v;
      a_relfric = der(v);
      f0 = 100;
      f0_max = f0;
      free = false;
      flange.f = drag;
      drag - (if v > 0 then 2 else -2)*v^2 = if locked then sa*unitForce else
        f0*(if startForward then 1 else if startBackward then -1 else
            if pre(mode) == Forward then 1 else -1);
    end Drag;
    Drag drag;
    Modelica.Mechanics.Translational.Components.Mass car(
      m=50, s(fixed=true), v(start=10, fixed=true));
  equation
    connect(car.flange_b, drag.flange);
  end Coasting;
"""


def test_a_law_in_text_moves_as_that_of_the_library(tmp_path: Path) -> None:
    by_text, ours = (
        dt.simulate(package(tmp_path, OWN, name)(), stop_time=8, tolerance=1e-9)
        for name in ("ByText", "OfTheLibrary")
    )
    times = [0.2, 1.1, 2.3, 3.4, 4.6, 5.2, 7.9]
    for variable in ("first.w", "second.w", "clutch.tau", "first.phi"):
        found, wanted = ([float(one.at(t, variable)) for t in times] for one in (by_text, ours))
        assert found == pytest.approx(wanted, rel=1e-6, abs=1e-6), variable
    assert {int(one) for one in by_text["clutch.mode"]} >= {-1, 0, 1, 2}


def test_what_rolls_to_a_stop_stays_there(tmp_path: Path) -> None:
    result = dt.simulate(package(tmp_path, OWN, "Coasting")(), stop_time=9, tolerance=1e-9)
    scale = math.sqrt(50)  # of 50 * der(v) = -100 - 2*v^2
    stop = 50 / math.sqrt(200) * math.atan(10 / scale)
    at = 2.0
    wanted = scale * math.tan(math.atan(10 / scale) - at * math.sqrt(200) / 50)
    assert float(result.at(at, "car.v")) == pytest.approx(wanted, rel=1e-7)
    assert float(result.at(stop + 0.01, "car.v")) == pytest.approx(0, abs=1e-9)
    assert int(result.final["drag.mode"]) == 0
    assert result.final["car.s"] == pytest.approx(12.5 * math.log(3), rel=1e-6)
