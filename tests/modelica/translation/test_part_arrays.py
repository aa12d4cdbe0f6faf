"""Arrays of parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError, ParameterError

from .models import package


def test_each_part_has_its_values(tmp_path: Path) -> None:
    text = """
  model A
    parameter Integer n = 3;
    parameter SI.Inertia J[3] = {1, 2, 4};
    Inertia disc[n](J=J, each phi(fixed=true), w(start={3, 2, 1}, each fixed=true));
    Damper bearing[n](each d=2);
    Fixed housing[n];
  equation
    connect(disc.flange_b, bearing.flange_a);
    connect(bearing.flange_b, housing.flange);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-8).final
    for k, (J, w) in enumerate(zip((1, 2, 4), (3, 2, 1), strict=True)):
        assert final[f"disc[{k}].w"] == pytest.approx(w * np.exp(-2 / J), rel=1e-6)


CHAIN = """
  model A "A shaft of discs; the first one is held"
    parameter Integer n = 4 "Number of discs";
    Inertia disc[n](each J=0.5);
    Spring spring[n](each c=100);
    Fixed wall;
    Torque load;
    Modelica.Blocks.Sources.Constant one(k=1);
  equation
    connect(wall.flange, spring[1].flange_a);
    CONNECTIONS
    connect(load.flange, disc[n].flange_b);
    connect(one.y, load.tau);
  end A;
"""
LOOP = """
    for i in 1:n loop
      connect(spring[i].flange_b, disc[i].flange_a);
    end for;
    for i in 2:n loop
      connect(disc[i - 1].flange_b, spring[i].flange_a);
    end for;
"""
SLICES = """
    connect(spring.flange_b, disc.flange_a);
    connect(disc[1:n - 1].flange_b, spring[2:end].flange_a);
"""


@pytest.mark.parametrize("connections", [LOOP, SLICES], ids=["loop", "slices"])
def test_chains_are_connected_by_loops_and_slices(tmp_path: Path, connections: str) -> None:
    text = "import Modelica.Mechanics.Rotational.Sources.Torque;"
    text += CHAIN.replace("CONNECTIONS", connections)
    A = package(tmp_path, text, "A")
    result = dt.simulate(A(), stop_time=0.5, tolerance=1e-8)
    shorter = dt.simulate(A(n=2), stop_time=0.5)
    assert "disc[3].w" in result.names
    assert "disc[2].w" not in shorter.names
    momentum = 0.5 * sum(result.final[f"disc[{k}].a"] for k in range(4))
    assert momentum == pytest.approx(1 - result.final["wall.flange.tau"], rel=1e-6)


def test_arrays_of_classes_of_ones_own(tmp_path: Path) -> None:
    text = """
  model Section "A disc behind a spring"
    parameter SI.Inertia J = 1;
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b;
    Spring spring(c=10);
    Inertia disc(J=J);
  equation
    connect(flange_a, spring.flange_a);
    connect(spring.flange_b, disc.flange_a);
    connect(disc.flange_b, flange_b);
  end Section;
  model A
    Section section[2](J={2, 3}, disc(each w(start=1, fixed=true), each phi(fixed=true)));
  equation
    connect(section[1].flange_b, section[2].flange_a);
  end A;"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-8)
    assert result.parameters["section[1].disc.J"] == 3.0
    momentum = 2 * result.final["section[0].disc.w"] + 3 * result.final["section[1].disc.w"]
    assert momentum == pytest.approx(5.0)


def test_sums_have_as_many_inputs_as_they_are_told(tmp_path: Path) -> None:
    text = """
  model A
    import Modelica.Blocks;
    Blocks.Math.Sum sum(nin=3), weighted(nin=3, k={1, 2, 3});
    Blocks.Sources.Constant source[3](k={1, 10, 100});
  equation
    connect(source.y, sum.u);
    connect(source.y, weighted.u);
  end A;"""
    final = dt.simulate(package(tmp_path, text, "A")(), stop_time=0.1).final
    assert final["sum.y"] == 111.0
    assert final["weighted.y"] == 321.0


REFUSED = [
    ("Inertia disc[2, :](each J=1);", "'disc' needs a number of parts"),
    ("Inertia disc[:](each J=1);", "'disc' needs a number of parts"),
    ("Modelica.Mechanics.Rotational.Interfaces.Flange_a f[2];", "'f' is an array of connectors"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_arrays_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"model A {text} end A;", "A")


def test_values_have_to_be_as_many_as_parts(tmp_path: Path) -> None:
    text = "model A Inertia disc[2](J={1, 2, 3}); end A;"
    with pytest.raises(ParameterError, match="3 values"):
        dt.compile(package(tmp_path, text, "A")())


def test_elements_inside_each_part(tmp_path: Path) -> None:
    text = """model Wheel parameter Real k = 1; Real m[2] = {k, 10*k}; end Wheel;
      model A Wheel w[3](k = {1, 2, 3}); Real s = %s; end A;"""
    for each, sum_ in (
        ("sum({w[i].m[2] for i in 1:3}) + 1000*sum(w.k)", 6060),
        ("sum(w[:].m[2])", 60),
        ("sum(w.m[2])", 60),
        ("sum(w[1:2].m[1])", 3),
    ):
        A = package(tmp_path, text % each, "A")
        assert dt.simulate(A(), stop_time=0.1).final["s"] == sum_


WRONG_SIZES = [
    ("Inertia d[2](J=[1, 2; 3, 4]);", "has 2 dimensions, and 'J' of all these parts has 1"),
    ("Inertia d[2, 2](J={1, 2});", "has 1 dimension, and 'J' of all these parts has 2"),
    ("Inertia d[2](each J={1, 2});", "has 1 dimension, and 'J' of all these parts has 0"),
    ("Inertia d[2](w(start={{1, 2}}), each J=1);", "'w.start' of all these parts has 1"),
    ("Row r[2](i(J={1, 2}));", "'J' of all these parts has 2: give as many"),
    ("Vector v[3](k={1, 2});", "'k' of P.Vector is a vector, and these are several parts in a row"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG_SIZES, ids=range(len(WRONG_SIZES)))
def test_values_have_the_dimensions_of_the_parts(tmp_path: Path, text: str, message: str) -> None:
    text = f"""model Row Inertia i[2](each J=1); end Row;
      model Vector parameter Real k[2] = {{1, 2}}; end Vector;
      model A {text} end A;"""
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, text, "A")
