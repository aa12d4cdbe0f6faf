"""Enumerations, texts and constants."""

from __future__ import annotations

from pathlib import Path

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
    ("parameter Mode m = Mode.Free; Wheel w if m < Mode.Braked;", "'m' is of an enumeration"),
    ("Wheel v; Wheel w if v.mode < Mode.Braked;", r"'v\.mode' is of an enumeration"),
    ("Wheel v; Real x = if v.mode > v.mode then 1 else 2;", r"'v\.mode' is of an enumeration"),
    ("Wheel w(factor=4);", "'factor' of P.Wheel cannot be changed: it is a constant"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_literal_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{MODES} model A {text} end A;", "A")
