"""Records of parameters."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError, ModelicaError

from .models import package

DATA = """
  record Data "What is known of a wheel"
    SI.Mass m = 2;
    SI.Length r;
    SI.Inertia J = m*r^2;
  end Data;
  record Large "A large wheel" extends Data(m=3, r=2); end Large;
  package Catalogue constant Data small(r=1); constant Data middle = Data(m=1, r=3); end Catalogue;
  model Set "The record has a value of its own"
    extends Wheel(data(m=7, r=7)); parameter Data given(r=1);
  end Set;
  model Inner "A value takes the place of modifiers further inside"
    extends Set(data=given, given(m=4, r=1));
  end Inner;
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
        (
            "Set wheel(given(r=5), data=wheel.given);".replace("wheel.given", "Catalogue.small"),
            2.0,
            1.0,
        ),
        ("Inner wheel;", 4.0, 1.0),
        ("Wheel wheel(data=Data(4, 1));", 4.0, 1.0),
        ("Wheel wheel(data=Data(4, r=2, J=7));", 7.0, 2.0),
        ("Inner wheel(data(m=1));", 4.0, 1.0),
    ],
)
def test_records_are_given_to_parts(
    tmp_path: Path, text: str, inertia: float, radius: float
) -> None:
    found = dt.simulate(package(tmp_path, f"{DATA} model A {text} end A;", "A")(), stop_time=0.1)
    assert found.parameters["wheel.disc.J"] == inertia
    assert found.final["wheel.twice"] == 2 * radius


def test_records_of_an_array_are_made_one_by_one(tmp_path: Path) -> None:
    text = f"""{DATA}
  model A
    parameter Data d[2] = {{Data(1, r), Data(4, 3)}};
    parameter SI.Length r = 2;
    SI.Inertia J = d[1].J + d[2].J, total = sum(d.J);
    SI.Mass m;
  algorithm
    m := 0;
    for one in d loop m := m + one.m; end for;
  end A;"""
    A = package(tmp_path, text, "A")
    final = dt.simulate(A(), stop_time=0.1, parameters={"r": 1.0}).final
    assert [final["J"], final["total"], final["m"]] == [1 + 36, 37, 5]


PASSED_ON = """
  record Data
    parameter String kind = "soft"; Integer n = 2; Real T[:, 2] = [1, 2; 3, 4], v[:] = {1, 2};
  end Data;
  model Part
    parameter Data data;
    Real w[data.n] = fill(time, data.n), sum_of_v = sum(data.v), last = data.T[end, 1];
    Real k;
  equation
    if data.kind == "stiff" then k = 10; else k = 1; end if;
  end Part;
  model Machine Part part; end Machine;
  model A
    parameter Data d(kind="stiff", n=3, T=[1, 1; 5, 6; 7, 8], v={1, 2, 4});
    Part a(data=d), b(data=Data("stiff", 1, [9, 9], {5})), c;
    Machine machine(part(data(n=4)));
  end A;"""


def test_records_pass_on_texts_sizes_and_tables(tmp_path: Path) -> None:
    final = dt.simulate(package(tmp_path, PASSED_ON, "A")(), stop_time=1.0).final
    found = [[final[f"{part}.{key}"] for key in ("sum_of_v", "last", "k")] for part in "abc"]
    assert found == [[7, 7, 10], [5, 9, 10], [3, 3, 1]]
    sizes = [sum(key.startswith(f"{part}.w[") for key in final) for part in "abc"]
    assert sizes == [3, 1, 2]
    assert final["machine.part.w[3]"] == 1.0


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
    ("Wheel wheel(data=Data(2, 1, 3, 4));", "Data has 3 members: m, r, J"),
    ("Wheel wheel(data=Data(2, 1, m=3));", "'m' is given twice"),
    ("parameter Data d[2] = {Data(1, 2), Large()};", "records of an array have the same class"),
    ("parameter Data d[2] = {Data(1, 2), Data(1, 2, 3)};", "give 'J' a value here as well"),
    ("Wheel wheel(data=Data(k=1));", "P.Data has no 'k'"),
    ("Wheel wheel(data(m=1) = Catalogue.small);", "'m' is given a value, and so is the record"),
    ("Wheel wheel(data=3);", "the value of a P.Data is another record"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_values_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{DATA} model A {text} end A;", "A")


def test_records_hold_values_of_enumerations(tmp_path: Path) -> None:
    text = """
  type Gear = enumeration(low, high);
  record Data Gear gear = Gear.low; Integer n = 2; Integer m = 2*n; end Data;
  record Large Data own(gear=Gear.high); end Large;
  record Changing Gear gear; Real k; end Changing;
  function is_high input Data d; output Real y; algorithm
    if d.gear == Gear.high then y := 1; else y := 0; end if;
  end is_high;
  model Part
    parameter Data d; parameter Integer k = d.n + 1; Real w[k] = fill(time, k), v[d.m];
    Real y = if d.gear == Gear.high then 1 else 0, z = is_high(d);
  equation
    v = ones(d.m);
  end Part;
  model A
    parameter Data d(gear=Gear.high, n=5);
    parameter Large large;
    Part one(d(gear=Gear.high)), two(d=d), three(d=Data(Gear.high, 3)), four;
    Changing v(k=1);
    Real y = if large.own.gear == Gear.high then 1 else 0;
    Real z = if v.gear == Gear.high then 1 else 0;
  equation
    v.gear = if time > 0.5 then Gear.high else Gear.low;
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    parts = ("one", "two", "three", "four")
    assert [final[f"{part}.{key}"] for part in parts for key in "yz"] == [1] * 6 + [0] * 2
    assert [final["y"], final["z"]] == [1, 1]
    sizes = [
        [sum(key.startswith(f"{part}.{one}[") for key in final) for one in "wv"] for part in parts
    ]
    assert sizes == [[3, 4], [6, 10], [4, 6], [3, 4]]


def test_a_member_without_a_value_is_named_with_its_line(tmp_path: Path) -> None:
    text = """
  record Data Real k; end Data;
  model A
    parameter Data d;
    Inertia disc(J=2);
  end A;"""
    with pytest.raises(DrivetrainError, match=r"d\.k.* has no value.*A\.mo:6"):
        dt.compile(package(tmp_path, text, "A")())


CONSTANT_RECORDS = """
  record Data
    parameter Real J = 1;
    parameter Real c[2] = {1, 2};
  end Data;
  record Pair parameter Data d(J = 11); parameter Real z = 4; end Pair;
  constant Data small(J = 2), big = Data(J = 5, c = {7, 8});
  constant Pair both;
  package Lib constant Data usual(J = 20); end Lib;
"""


def test_values_of_constant_records_are_read(tmp_path: Path) -> None:
    text = f"""{CONSTANT_RECORDS} model A
      parameter Real a = small.J, b = Lib.usual.J + big.c[2];
      parameter Data data = Lib.usual;
      Real x = big.J + a + b, y = small.c[1] + both.z, z = data.J;
    end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1).final
    assert (final["x"], final["y"], final["z"]) == (5 + 2 + 28, 1 + 4, 20)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Real z = both.d.K;", "no value of 'both.d.K' is known here"),
        ("Real z = small;", "'z' is no record, but its value is one"),
        ("parameter Real z = Data(J = 3);", "'z' is no record, but its value is one"),
    ],
)
def test_what_is_read_of_constant_records_is_one_value(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{CONSTANT_RECORDS} model A {text} end A;", "A")
