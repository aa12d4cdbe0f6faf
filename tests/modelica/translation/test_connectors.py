"""Connectors at the boundary of a class, and connector classes of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

SHAFT = """
  model Shaft "Two inertias with a spring between them"
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right";
    Inertia left(J=1), right(J=2);
    Spring spring(c=1e3);
  equation
    connect(flange_a, left.flange_a);
    connect(left.flange_b, spring.flange_a);
    connect(spring.flange_b, right.flange_a);
    connect(right.flange_b, flange_b);
  end Shaft;
"""


def test_flanges_at_the_boundary_join_inside_and_outside(tmp_path: Path) -> None:
    text = f"""{SHAFT}
  model A
    Shaft shaft(left(w(start=2, fixed=true), phi(fixed=true)),
      right(w(start=2, fixed=true), phi(fixed=true)));
    Damper bearing(d=3);
    Fixed housing;
    Inertia more(J=3);
  equation
    connect(more.flange_b, shaft.flange_a);
    connect(shaft.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-8).final
    assert final["more.w"] == final["shaft.left.w"]
    assert 4 * final["more.w"] + 2 * final["shaft.right.w"] == pytest.approx(
        12 - 3 * final["shaft.right.phi"]
    )


def test_signals_at_the_boundary_of_a_block(tmp_path: Path) -> None:
    text = """
  import Modelica.Blocks;
  block Doubled
    extends Blocks.Interfaces.SISO;
    Blocks.Math.Gain gain(k=2);
  equation
    connect(u, gain.u);
    connect(gain.y, y);
  end Doubled;
  model A
    Blocks.Sources.Constant one(k=3);
    Doubled twice, again;
    Blocks.Interfaces.RealOutput y(unit="1") "Result";
  equation
    connect(one.y, twice.u);
    connect(twice.y, again.u);
    connect(again.y, y);
  end A;"""
    assert dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1).final["y"] == 12.0


def test_outputs_have_fixed_starts_and_units_of_the_text(tmp_path: Path) -> None:
    text = """
  model A
    import Modelica.Blocks.Interfaces.*;
    RealOutput y(start=3, fixed=true), n(unit="rev/min");
    IntegerOutput k(start=5, fixed=true);
    BooleanOutput b(fixed=true);
    Real x(start=7);
  equation
    x = 2*y;
    der(x) = 0;
    n = 60*time;
    when time > 0.5 then k = pre(k) + 1; b = true; end when;
  end A;"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0)
    assert [float(result.at(0.0, one)) for one in ("x", "k", "b")] == pytest.approx([6, 5, 0])
    assert [result.final[one] for one in ("k", "b", "n")] == pytest.approx([6, 1, 60])


def test_values_of_conditional_connectors_count_where_they_are(tmp_path: Path) -> None:
    text = """
  model Drag
    parameter Boolean has_port = false;
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port(Q_flow=-loss) if has_port;
    SI.Power loss = flange.tau*der(flange.phi);
  equation
    flange.tau = 2*der(flange.phi);
  end Drag;
  model A
    Drag hot(has_port=true), cold;
    Inertia J(J=1, phi(fixed=true), w(start=10, fixed=true)), K(J=1, w(start=10, fixed=true));
    Modelica.Thermal.HeatTransfer.Components.HeatCapacitor disc(C=5, T(start=300, fixed=true));
  equation
    connect(hot.flange, J.flange_a);
    connect(hot.port, disc.port);
    connect(cold.flange, K.flange_a);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-8).final
    assert final["K.w"] == pytest.approx(10 * np.exp(-2), rel=1e-5)
    assert final["disc.T"] == pytest.approx(300 + 10 * (1 - np.exp(-4)), rel=1e-7)


def test_protected_inputs_are_driven_inside(tmp_path: Path) -> None:
    text = """
  model M
    parameter Boolean use_u = false;
    Modelica.Blocks.Interfaces.RealInput u if use_u;
    Modelica.Blocks.Sources.Constant otherwise(k=3) if not use_u;
    Modelica.Blocks.Math.Gain gain(k=2);
  protected
    Modelica.Blocks.Interfaces.RealInput internal;
  equation
    connect(internal, u);
    connect(internal, otherwise.y);
    connect(internal, gain.u);
  end M;
  model A
    M m, n(use_u=true);
    Modelica.Blocks.Sources.Constant five(k=5);
  equation
    connect(five.y, n.u);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1).final
    assert [final["m.gain.y"], final["n.gain.y"]] == [6, 10]


def test_conditional_connectors(tmp_path: Path) -> None:
    text = """
  model Motor
    parameter Boolean hasInput = false;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange;
    Modelica.Blocks.Interfaces.RealInput tau(unit="N.m") if hasInput;
    Modelica.Mechanics.Rotational.Sources.Torque torque if hasInput;
    Inertia rotor(J=1, w(fixed=true), phi(fixed=true));
  equation
    connect(tau, torque.tau);
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  end Motor;
  model A
    Motor driven(hasInput=true), idle;
    Modelica.Blocks.Sources.Constant two(k=2);
  equation
    connect(two.y, driven.tau);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert final["driven.rotor.w"] == pytest.approx(2.0)
    assert final["idle.rotor.w"] == 0.0


def test_short_classes_of_connectors(tmp_path: Path) -> None:
    text = """
  connector Shaft_a = Modelica.Mechanics.Rotational.Interfaces.Flange_a "A shaft";
  connector Torque = input Real(unit="N.m");
  model Motor
    Shaft_a shaft;
    Torque tau;
    Modelica.Mechanics.Rotational.Sources.Torque torque;
  equation
    connect(tau, torque.tau);
    connect(torque.flange, shaft);
  end Motor;
  model A
    Motor motor;
    Inertia load(J=2, w(fixed=true), phi(fixed=true));
    Modelica.Blocks.Sources.Constant two(k=2);
  equation
    connect(two.y, motor.tau);
    connect(motor.shaft, load.flange_a);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert final["load.w"] == pytest.approx(1.0)


def test_inputs_of_a_model_take_their_start_and_say_so(tmp_path: Path) -> None:
    text = """
  model A
    Modelica.Blocks.Interfaces.RealInput tau(start=3);
    Modelica.Mechanics.Rotational.Sources.Torque torque;
    Inertia load(J=1, w(fixed=true), phi(fixed=true));
  equation
    connect(tau, torque.tau);
    connect(torque.flange, load.flange_a);
  end A;"""
    A = package(tmp_path, text, "A")
    with pytest.warns(dt.ModelWarning, match="input 'tau' .* keeps its start value, 3"):
        final = dt.simulate(A(), stop_time=1.0).final
    assert final["load.w"] == pytest.approx(3.0)


def test_values_in_connectors_are_equations(tmp_path: Path) -> None:
    text = """
  model Heater
    parameter SI.Power P = 30;
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port(Q_flow=-2*P);
  end Heater;
  model A
    Heater heater;
    Modelica.Thermal.HeatTransfer.Components.HeatCapacitor disc(C=10, T(start=300, fixed=true));
  equation
    connect(heater.port, disc.port);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert final["disc.T"] == pytest.approx(306.0)


def test_housings_are_read_by_their_names_in_the_library(tmp_path: Path) -> None:
    text = """
  model Rack "A pinion on a rack"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialElementaryRotationalToTranslational;
    parameter SI.Length r = 0.5;
  equation
    flangeT.s - internalSupportT.s = r*(flangeR.phi - internalSupportR.phi);
    flangeR.tau + r*flangeT.f = 0;
  end Rack;
  model A
    Rack rack;
    Inertia pinion(J=1, w(start=2, fixed=true), phi(fixed=true));
    Modelica.Mechanics.Translational.Components.Mass mass(m=4);
  equation
    connect(pinion.flange_b, rack.flangeR);
    connect(rack.flangeT, mass.flange_a);
  end A;"""
    assert dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final["mass.v"] == 1.0


REFUSED = [
    ("Modelica.Mechanics.Rotational.Interfaces.Flange_a f(phi(start=1));", "a start of 'f"),
    ("Shaft s; equation connect(s.flange_c, s.flange_a);", "P.Shaft has no 'flange_c'; did you"),
    ("Shaft s(flange_a(phi=3));", "the connector 'flange_a' of P.Shaft cannot be given values"),
    ("Port p;", r"A\.mo:\d+:\d+: 'y' of the connector P\.Port is not supported"),
    ("Wide p;", "the connector P.Wide is not supported"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_connectors_are_refused(tmp_path: Path, text: str, message: str) -> None:
    own = "connector Port Real x; output Real y; end Port; connector Wide = Real;"
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{SHAFT} {own} model A {text} end A;", "A")


def test_the_value_of_an_output_is_an_equation(tmp_path: Path) -> None:
    text = """
  block Half Modelica.Blocks.Interfaces.RealOutput y = time/2; end Half;
  block Two extends Half; Modelica.Blocks.Interfaces.RealOutput z = 2*y; end Two;
  block Open Modelica.Blocks.Interfaces.RealOutput y; end Open;
  block Given extends Open(y = 3*time); end Given;
  model A Two two; Given given; Half other(y = 3); end A;"""
    with pytest.raises(ModelicaError, match="'y' is a variable of the part"):
        package(tmp_path, text, "A")
    A = package(tmp_path, text.replace("(y = 3);", ";"), "A")
    found = dt.simulate(A(), stop_time=1.0)
    assert (found.final["two.y"], found.final["two.z"], found.final["given.y"]) == (0.5, 1.0, 3.0)
