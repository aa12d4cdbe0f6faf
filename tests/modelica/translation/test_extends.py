"""Bases with modifiers, and modifiers through several levels."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError, ParameterError

from .models import loaded, model, package

BASE = """
  partial model WithShaft "Has a shaft"
    parameter SI.Inertia J = 1;
    parameter Real factor(unit="1") = 2;
    Inertia shaft(J=factor*J, phi(fixed=true), w(start=3, fixed=true));
  end WithShaft;
  model Braked "A shaft with a bearing"
    extends WithShaft(J=4);
    Damper bearing(d=2);
    Fixed housing;
  equation
    connect(shaft.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end Braked;
"""  # fmt: skip


FINAL = """package P
  model Wheel
    extends Modelica.Mechanics.Rotational.Components.Inertia(final J=2, w(final fixed=true));
  end Wheel;
  model Disc
    extends Wheel%s;
  end Disc;
  model A
    Disc disc%s;
  end A;
end P;
"""


@pytest.mark.parametrize(
    ("base", "part", "message"),
    [
        ("(J=3)", "", r"A\.mo:6:19: 'Wheel.J' is final at .*A\.mo:3:62, so it cannot have"),
        ("", "(J=3)", r"A\.mo:9:15: 'J' is final at .*A\.mo:3:62, so it cannot have"),
        ("", "(w(fixed=false))", r"A\.mo:9:17: 'w.fixed' is final at .*A\.mo:3:75, so it cannot"),
    ],
)
def test_final_values_of_a_base_of_the_library_stay(
    tmp_path: Path, base: str, part: str, message: str
) -> None:
    with pytest.raises(ModelicaError, match=message):
        loaded(tmp_path, FINAL % (base, part), "P.A")
    made = loaded(tmp_path, FINAL % ("", ""), "P.A")
    assert dt.simulate(made(), stop_time=0.1).parameters["disc.J"] == 2.0


def test_modifiers_of_extends_change_what_is_inherited(tmp_path: Path) -> None:
    text = f"{BASE} model A extends Braked(bearing(d=4), shaft(w(start=5))); end A;"
    A = package(tmp_path, text, "A")
    result = dt.simulate(A(), stop_time=1.0)
    assert result.parameters["shaft.J"] == 8.0
    assert result.parameters["bearing.d"] == 4.0
    assert result.final["shaft.w"] == pytest.approx(5 * np.exp(-0.5), rel=1e-5)
    changed = dt.simulate(A(), stop_time=1.0, parameters={"J": 1.0})
    assert changed.parameters["shaft.J"] == 2.0


def test_outer_modifiers_count_before_inner_ones(tmp_path: Path) -> None:
    text = f"""{BASE}
  model Heavy extends Braked(J=10, shaft.w(start=7)); end Heavy;
  model A
    Heavy one(J=3), two(shaft(w(start=1)), bearing.d=6);
  end A;"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0)
    assert result.parameters["one.shaft.J"] == 6.0
    assert result.parameters["two.shaft.J"] == 20.0
    assert result.final["one.shaft.w"] == pytest.approx(7 * np.exp(-1 / 3), rel=1e-5)
    assert result.final["two.shaft.w"] == pytest.approx(1 * np.exp(-6 / 20), rel=1e-5)


def test_a_class_of_the_library_can_be_a_base_with_modifiers(tmp_path: Path) -> None:
    text = """
  model Flywheel "An inertia" extends Inertia(J=2, w(start=3, fixed=true), phi(fixed=true));
  end Flywheel;
  model Wheel = Flywheel(J=5);
  model A
    Flywheel small; Wheel big(w(start=1));
    Damper bearing(d=1);
    Fixed housing;
  equation
    connect(small.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end A;"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=2.0)
    assert result.final["small.w"] == pytest.approx(3 * np.exp(-1.0), rel=1e-5)
    assert result.final["big.w"] == 1.0
    assert result.parameters["big.J"] == 5.0


def test_modifiers_may_read_parameters_of_the_class(tmp_path: Path) -> None:
    text = f"""{BASE}
  model A extends Braked(final J=m*r^2);
    parameter SI.Mass m = 3;
    parameter SI.Length r = 2;
  end A;"""
    A = package(tmp_path, text, "A")
    assert dt.compile(A()).simulate(stop_time=0.1).parameters["shaft.J"] == 24.0
    with pytest.raises(ParameterError, match="is computed from other parameters"):
        A(J=3)


def test_a_base_has_its_parameter_made_structural(tmp_path: Path) -> None:
    text = """
  partial model WithSwitch parameter Boolean is_held = false; end WithSwitch;
  model A extends WithSwitch;
    Inertia wheel(J=1, w(start=1, fixed=true), phi(fixed=true));
    Damper bearing(d=1) if is_held;
    Fixed housing if is_held;
  equation
    connect(wheel.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end A;"""
    A = package(tmp_path, text, "A")
    assert dt.simulate(A(), stop_time=1.0).final["wheel.w"] == 1.0
    held = dt.simulate(A(is_held=True), stop_time=1.0).final["wheel.w"]
    assert held == pytest.approx(np.exp(-1.0), rel=1e-5)


REFUSED = [
    ("extends Braked(K=1);", r"A\.mo:\d+:\d+: P\.Braked has no 'K'"),
    ("extends Braked(J=1, J=2);", "'J' is given twice"),
    ("extends Inertia(K=1);", r"Components\.Inertia has no 'K'"),
    ("Braked part(shaft(K=1));", r"Components\.Inertia has no 'K'"),
    ("Locked part(J=2);", r"'J' is final at .*A\.mo:\d+:\d+, so it cannot have another value here"),
    ("extends Locked(J=2);", r"'J' is final at .*A\.mo:\d+:\d+, so it cannot have another value"),
    ("extends Braked; parameter SI.Inertia J = 3;", r"'J' is inherited from P\.WithShaft"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_a_base_does_not_allow_is_refused(tmp_path: Path, text: str, message: str) -> None:
    locked = "model Locked extends Braked(final J=3); end Locked;"
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{BASE} {locked} model A {text} end A;", "A")


def test_partial_models_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ModelicaError, match=r"P\.WithShaft is partial"):
        package(tmp_path, BASE, "WithShaft")
    with pytest.raises(ModelicaError, match=r"P\.WithShaft is partial"):
        package(tmp_path, f"{BASE} model A WithShaft part; end A;", "A")


def test_a_parameter_without_a_value_takes_its_start_and_says_so(tmp_path: Path) -> None:
    text = "parameter Modelica.Units.SI.Inertia J(start=2);\n{}.Inertia a(J=J), b;"
    text = text.format("Modelica.Mechanics.Rotational.Components")
    with pytest.warns(dt.ModelWarning) as told:
        A = model(tmp_path, text)
    said = [str(one.message) for one in told]
    assert any("'J' has no value: its start, 2, is taken" in one for one in said)
    assert any("'J' of 'b' has no value: its start, 1, is taken" in one for one in said)
    assert dt.simulate(A(), stop_time=0.1).parameters["a.J"] == 2.0


def test_a_parameter_that_is_given_to_a_part_does_not_take_its_start(tmp_path: Path) -> None:
    """What the class leaves open is told where a part leaves it open, and nowhere else."""
    text = """
  model Wheel
    parameter SI.Inertia J(start=2);
    Inertia disc(J=J);
  end Wheel;
  model Heavy
    extends Wheel(J=5);
  end Heavy;
  model A
    Wheel first(J=3), second;
    Heavy third;
  end A;
"""
    with pytest.warns(dt.ModelWarning) as told:
        A = package(tmp_path, text, "A")
    (said,) = [str(one.message) for one in told]
    assert said.endswith("A.mo:12:23: 'J' of 'second' has no value: its start, 2, is taken")
    parameters = dt.simulate(A(), stop_time=0.1).parameters
    assert [parameters[f"{one}.J"] for one in ("first", "second", "third")] == [3, 2, 5]


def test_a_package_of_icons_as_a_base_hides_no_names(tmp_path: Path) -> None:
    """Its icons can be written shortly; names of the top and those of numbers stay."""
    text = """
  package Set
    extends Modelica.Icons;
    model Wheel
      extends Example;
      parameter Real x = 3;
      Modelica.Mechanics.Rotational.Components.Inertia disc(J=x, w(start=2, fixed=true));
    end Wheel;
  end Set;
  model A
    Set.Wheel wheel;
  end A;
"""
    assert dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final["wheel.disc.w"] == 2.0


@pytest.mark.parametrize(
    "declared",
    [
        "Real x(start=1, fixed=true, stateSelect=HINT)",
        "Modelica.Mechanics.Rotational.Components.Inertia i(J=1, stateSelect=HINT)",
    ],
)
def test_a_parameter_can_choose_the_states(tmp_path: Path, declared: str) -> None:
    hint = "if exact then StateSelect.default else StateSelect.prefer"
    text = f"""
  model A
    parameter Boolean exact = false;
    {declared.replace("HINT", hint)};
    Real y(start=1, fixed=true);
  equation
    der(y) = -y;{" der(x) = -x;" if "Real" in declared else ""}
  end A;
"""
    A = package(tmp_path, text, "A")
    for exact in (False, True):
        result = dt.simulate(A(exact=exact), stop_time=1.0, tolerance=1e-8)
        assert result.final["y"] == pytest.approx(math.exp(-1), rel=1e-6)


def test_the_states_among_starts_are_chosen_by_no_condition(tmp_path: Path) -> None:
    text = """
  model A
    parameter Boolean exact = false;
    Inertia i(phi(stateSelect=if exact then StateSelect.avoid else StateSelect.prefer));
  end A;
"""
    with pytest.raises(ModelicaError, match=r"A\.mo:\d+:\d+: 'stateSelect' of 'phi' depends on no"):
        package(tmp_path, text, "A")
