"""Parts and classes in the place of others."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

TRAIN = """
  model Heavy "A heavy disc" extends Inertia(J=10); end Heavy;
  model Link
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b;
  equation
    connect(flange_a, flange_b);
  end Link;
  model Train
    replaceable Inertia disc(J=1, w(start=1, fixed=true), phi(fixed=true));
    replaceable model Bearing = Damper(d=1) constrainedby
      Modelica.Mechanics.Rotational.Interfaces.PartialCompliantWithRelativeStates;
    Bearing left, right;
    Fixed housing;
  equation
    connect(disc.flange_a, left.flange_a);
    connect(disc.flange_b, right.flange_a);
    connect(left.flange_b, housing.flange);
    connect(right.flange_b, housing.flange);
  end Train;
"""


def final(folder: Path, text: str) -> dict[str, float]:
    result = dt.simulate(package(folder, TRAIN + text, "A")(), stop_time=0.5, tolerance=1e-8)
    return {name: result.final[name] for name in result.names if name.endswith("disc.w")} | {
        name: float(value) for name, value in result.parameters.items() if name.endswith("J")
    }


def test_a_part_of_a_base_is_replaced(tmp_path: Path) -> None:
    found = final(tmp_path, "model A extends Train(redeclare Heavy disc); end A;")
    assert found["disc.w"] == pytest.approx(2.718281828 ** -(2 * 0.5 / 1), rel=1e-5)
    assert found["disc.J"] == 1.0  # the declaration that is replaced says J = 1 as well


def test_a_part_of_a_part_is_replaced(tmp_path: Path) -> None:
    text = """
  model A
    parameter SI.Inertia J = 4;
    Train light, heavy(redeclare Heavy disc(J=J));
    Train heavier(redeclare Heavy disc(J=20, w(start=3)));
  end A;"""
    found = final(tmp_path, text)
    assert found["light.disc.J"] == 1.0
    assert found["heavy.disc.J"] == 4.0
    assert found["heavy.disc.w"] == pytest.approx(2.718281828**-0.25, rel=1e-5)
    assert found["heavier.disc.w"] == pytest.approx(3 * 2.718281828**-0.05, rel=1e-5)


def test_a_class_is_replaced_in_all_parts(tmp_path: Path) -> None:
    text = """
  model Stiff = SpringDamper(c=0, d=2);
  model A
    Train plain, stiff(redeclare model Bearing = Stiff);
    Train stiffer(redeclare model Bearing = SpringDamper(c=0, d=4));
  end A;"""
    found = final(tmp_path, text)
    assert found["plain.disc.w"] == pytest.approx(2.718281828**-1, rel=1e-5)
    assert found["stiff.disc.w"] == pytest.approx(2.718281828**-2, rel=1e-5)
    assert found["stiffer.disc.w"] == pytest.approx(2.718281828**-4, rel=1e-5)


def test_elements_are_redeclared_in_the_body(tmp_path: Path) -> None:
    text = """
  model A
    extends Train;
    redeclare Heavy disc(J=2);
    redeclare model Bearing = Damper(d=3);
  end A;"""
    found = final(tmp_path, text)
    assert found["disc.J"] == 2.0
    assert found["disc.w"] == pytest.approx(2.718281828 ** -(6 * 0.5 / 2), rel=1e-5)


def test_variants_have_names_that_say_what_they_are(tmp_path: Path) -> None:
    A = package(tmp_path, TRAIN + "model A Train t(redeclare Heavy disc); end A;", "A")
    variant = type(A.declarations()["t"])
    assert variant.__name__ == "TrainWithHeavy"
    assert variant.__doc__ == "Train with Heavy as disc"


CONSTRAINED = """
  model One parameter Real k=1; parameter Real j=1; Real y=k + 10*j; end One;
  model Two parameter Real k=1; parameter Real j=1; Real y=2*k + 10*j; end Two;
  model W
    constant Real four = 4;
    replaceable One part(k=2) constrainedby One(k=9, j=3);
    replaceable model M = One constrainedby One(k=four);
    replaceable model Short = One(k=5);
    M m; Short s(j=2);
  end W;
"""


def test_what_constrains_a_replaceable_element_counts_for_it_and_for_others(tmp_path: Path) -> None:
    text = """
  model A
    W plain;
    W other(redeclare Two part, redeclare model M = Two, redeclare model Short = Two);
    W given(redeclare Two part(k=1), redeclare model M = Two(k=7), m(j=0));
  end A;"""
    final = dt.simulate(package(tmp_path, CONSTRAINED + text, "A")(), stop_time=0.1).final
    read = [[final[f"{w}.{p}.y"] for p in ("part", "m", "s")] for w in ("plain", "other", "given")]
    assert read == [[32, 14, 25], [48, 18, 30], [32, 14, 25]]


REFUSED = [
    ("extends Train(redeclare Heavy housing);", r"'housing' is not replaceable, declared"),
    ("extends Train(redeclare Fixed disc);", "cannot take the place of 'disc', declared at "),
    ("extends Train(redeclare model Bearing = Link);", "cannot take the place of 'Bearing'"),
    ("Train t(redeclare Fixed disc);", "cannot take the place of 'disc', declared at "),
    ("extends Train(redeclare model Disc = Heavy);", "P.Train has no class 'Disc'"),
    ("extends Train(redeclare package Bearing = Heavy);",
     "a package cannot take the place of the model 'Bearing'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{TRAIN} model A {text} end A;", "A")
