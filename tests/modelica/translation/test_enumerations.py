"""Enumerations, texts and constants."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError, ModelicaError, ParameterError

from .models import package

MODES = """
  type Mode = enumeration(Free "Turns" , HeldFast "Stands", Braked);
  package Data constant SI.Inertia J = 2; constant Mode usual = Mode.Braked;
    constant Real twice(unit="1") = 2*half; constant Real half(unit="1") = 1; end Data;
  model Wheel
    parameter Mode mode = Data.usual;
    parameter String name = "wheel";
    constant Real factor(unit="1") = 3;
    Inertia disc(J=factor*Data.J*Data.twice, w(start=1, fixed=mode <> Mode.HeldFast),
      phi(fixed=true));
    Damper bearing(d=12) if mode == Mode.Braked;
    Fixed housing if mode == Mode.Braked;
    Real u(unit="1");
  equation
    connect(disc.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
    u = if mode == Mode.Free then 1 elseif name == "wheel" then 2 else 3;
  end Wheel;
""".replace("fixed=mode <> Mode.HeldFast", "fixed=true")


def test_a_parameter_chooses_states(tmp_path: Path) -> None:
    text = """
  model W
    parameter StateSelect select = StateSelect.default;
    Real x(start=1, fixed=true, stateSelect=select);
  equation
    der(x) = -x;
  end W;
  model A W w, v(select=StateSelect.prefer); end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert [final["w.x"], final["v.x"]] == pytest.approx([0.367879] * 2, rel=1e-4)


def test_literals_choose_parts_and_equations(tmp_path: Path) -> None:
    text = f'{MODES} model A Wheel free(mode=Mode.Free), usual, named(name="x"); end A;'
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert final["free.disc.w"] == 1.0
    assert final["usual.disc.w"] == pytest.approx(0.36788, rel=1e-4)
    assert (final["free.u"], final["usual.u"], final["named.u"]) == (1.0, 2.0, 3.0)


def test_parameters_of_enumerations_are_set_by_their_literals(tmp_path: Path) -> None:
    Wheel = package(tmp_path, MODES, "Wheel")
    assert dt.simulate(Wheel(mode="held_fast"), stop_time=0.1).final["u"] == 2.0
    with pytest.raises(ParameterError, match="choose one of 'free', 'held_fast', 'braked'"):
        Wheel(mode="loose")


def test_constants_cannot_be_set(tmp_path: Path) -> None:
    Wheel = package(tmp_path, MODES, "Wheel")
    assert dt.simulate(Wheel(), stop_time=0.1).parameters["disc.J"] == 12.0
    with pytest.raises(ParameterError, match="'factor' is always 3"):
        Wheel(factor=2)
    with pytest.raises(DrivetrainError, match="factor"):
        dt.simulate(Wheel(), parameters={"factor": 2.0})


REFUSED = [
    ("Wheel w(mode=Mode.Loose);", r"A\.mo:\d+:\d+: there is no 'Loose' in P\.Mode"),
    ("Real x = Mode.Free + 1;", "'Mode.Free \\+ 1': values of an enumeration are compared"),
    ("Boolean b = Mode.Free == 1;", "'Mode.Free == 1': values of an enumeration are compared"),
    ("Real x = Integer(2.5);", r"Integer\(…\) takes one value of an enumeration"),
    ("input Mode m;", "the input 'm' of an enumeration is not supported"),
    ('Mode m = Mode.Free; equation assert(time < 2, String(m));', "the text of a literal is known"),
    ("Wheel w(factor=4);", "'factor' of P.Wheel cannot be changed: it is a constant"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_literal_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{MODES} model A {text} end A;", "A")


GEARS = """
  type Gear = enumeration(Low, Middle, High);
  function next
    input Gear gear;
    input Boolean up = true;
    output Gear other;
  algorithm
    if up then
      other := if gear == Gear.Low then Gear.Middle else Gear.High;
    else
      other := if gear == Gear.High then Gear.Middle else Gear.Low;
    end if;
  end next;
  function ratio
    input Gear gear;
    output Real i(unit="1");
  algorithm
    i := if gear == Gear.Low then 4 elseif gear == Gear.Middle then 2 else 1;
  end ratio;
  model Box
    parameter Gear first = Gear.Low;
    parameter Real r1(unit="1") = ratio(first);
    parameter Real r2(unit="1") = if first > Gear.Low then 10 else 20;
    parameter Real ratios[Gear] = {4, 2, 1};
    Gear gear(start=first, fixed=true);
    Real twice = r2;
    Real now = ratios[1]*ratio(gear);
    Real total = sum(ratios[g]*Integer(g) for g in Gear);
    Real chosen = ratios[first];
    Boolean fast = gear >= Gear.Middle;
    Integer shifts(start=0, fixed=true);
  algorithm
    when sample(0.1, 0.2) then
      gear := next(gear, time < 0.45);
    end when;
  equation
    when change(gear) then
      shifts = pre(shifts) + Integer(gear);
    end when;
  end Box;
"""


def test_variables_of_enumerations_are_numbers_with_labels(tmp_path: Path) -> None:
    Box = package(tmp_path, GEARS, "Box")
    r = dt.simulate(Box(), stop_time=1.0, interval=0.05)
    assert r.at(np.array([0.05, 0.2, 0.4, 0.6, 0.8]))["gear"].tolist() == [1, 2, 3, 2, 1]
    assert r.at(np.array([0.05, 0.2, 0.4, 0.6]))["now"].tolist() == [16, 8, 4, 8]
    assert r.at(np.array([0.05, 0.2, 0.4, 0.9]))["fast"].tolist() == [0, 1, 1, 0]
    assert r.final["shifts"] == 2 + 3 + 2 + 1
    assert (r.final["total"], r.final["chosen"]) == (4 + 2 * 2 + 3 * 1, 4)
    assert (r.parameters["r1"], r.final["twice"]) == (4.0, 20.0)


def test_a_parameter_chooses_in_values_of_others(tmp_path: Path) -> None:
    Box = package(tmp_path, GEARS, "Box")
    r = dt.simulate(Box(first="high"), stop_time=0.05)
    assert (r.parameters["r1"], r.final["twice"], r.final["chosen"]) == (1.0, 10.0, 1.0)
    assert r.final["gear"] == 3


def test_an_iterator_of_one_loop_is_no_value_of_an_enumeration_in_the_next(tmp_path: Path) -> None:
    text = """
      type Gear = enumeration(Low, High);
      model A
        parameter Real of[Gear] = {4, 1};
        Real x[2], y[3];
      equation
        for g in Gear loop x[g] = of[g]; end for;
        for g in 1:3 loop y[g] = if g == 2 then 10 else g + 1; end for;
      end A;
    """
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1).final
    assert [final[f"x[{k}]"] for k in range(2)] == [4, 1]
    assert [final[f"y[{k}]"] for k in range(3)] == [2, 10, 4]
