"""Records of parameters."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError

from .models import package

DATA = """
  record Data "What is known of a wheel"
    SI.Mass m = 2;
    SI.Length r;
    SI.Inertia J = m*r^2;
  end Data;
  record Large "A large wheel" extends Data(m=3, r=2); end Large;
  package Catalogue constant Data small(r=1); constant Data middle = Data(m=1, r=3); end Catalogue;
  model Wheel
    parameter Data data;
    Inertia disc(J=data.J);
    SI.Length twice = 2*data.r;
  end Wheel;
"""


@pytest.mark.parametrize(
    ("text", "inertia", "radius"),
    [
        ("Wheel wheel(data(r=3));", 18.0, 3.0),
        ("Wheel wheel(data.r=3, data.m=1);", 9.0, 3.0),
        ("Wheel wheel(data=Data(m=4, r=1));", 4.0, 1.0),
        ("Wheel wheel(data=Large(m=1));", 4.0, 2.0),
        ("parameter Large big; Wheel wheel(data=big);", 12.0, 2.0),
        ("parameter Data big = Large(r=1); Wheel wheel(data=big);", 3.0, 1.0),
        ("parameter SI.Length r = 5; Wheel wheel(data=Data(m=1, r=r));", 25.0, 5.0),
        ("Wheel wheel(data=Catalogue.small);", 2.0, 1.0),
        ("Wheel wheel(data=Catalogue.middle);", 9.0, 3.0),
    ],
)
def test_records_are_given_to_parts(
    tmp_path: Path, text: str, inertia: float, radius: float
) -> None:
    found = dt.simulate(package(tmp_path, f"{DATA} model A {text} end A;", "A")(), stop_time=0.1)
    assert found.parameters["wheel.disc.J"] == inertia
    assert found.final["wheel.twice"] == 2 * radius


def test_values_in_records_follow_at_run_time(tmp_path: Path) -> None:
    text = f"{DATA} model A parameter Large big; Wheel wheel(data=big); end A;"
    A = package(tmp_path, text, "A")
    found = dt.simulate(A(), stop_time=0.1, parameters={"big.m": 1.0})
    assert found.parameters["wheel.disc.J"] == 4.0


def test_records_can_be_replaced(tmp_path: Path) -> None:
    text = f"""{DATA}
  model Any replaceable parameter Data data(r=1); Inertia disc(J=data.J); end Any;
  model A extends Any(redeclare Large data); end A;"""
    found = dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1)
    assert found.parameters["disc.J"] == 3.0  # r = 1 is said where it is declared


REFUSED = [
    ("Wheel wheel(data=Data(2, 1));", r"Data\(…\): give the values of a record by name"),
    ("Wheel wheel(data=Data(k=1));", "P.Data has no 'k'"),
    ("Wheel wheel(data=3);", "the value of a P.Data is another record"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_values_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{DATA} model A {text} end A;", "A")
