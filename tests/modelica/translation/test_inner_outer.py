"""`inner` and `outer`: components that are found by their names in the classes around."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, ModelicaError, ModelWarning
from drivetrain.modelica.library import snake_case

from .models import package

VEHICLES = """
  model World
    parameter SI.Acceleration g = 9.81;
    parameter SI.Inertia J = 2;
    Fixed ground;
    Modelica.Blocks.Sources.Sine wind(amplitude=3, f=1);
  end World;
  model Vehicle
    outer World world;
    Modelica.Mechanics.Rotational.Sources.Torque drive;
    Inertia wheel(J=world.J, phi(fixed=true), w(fixed=true));
    Damper drag(d=0.4);
  equation
    connect(world.wind.y, drive.tau);
    connect(drive.flange, wheel.flange_a);
    connect(wheel.flange_b, drag.flange_a);
    connect(drag.flange_b, world.ground.flange);
  end Vehicle;
  model Fleet Vehicle van; end Fleet;
  model Top inner World world(J=5); Fleet fleet; end Top;
  model Bare Fleet fleet; end Bare;
  model ByHand
    World world(J=5);
    Modelica.Mechanics.Rotational.Sources.Torque drive;
    Inertia wheel(J=world.J, phi(fixed=true), w(fixed=true));
    Damper drag(d=0.4);
  equation
    connect(world.wind.y, drive.tau);
    connect(drive.flange, wheel.flange_a);
    connect(wheel.flange_b, drag.flange_a);
    connect(drag.flange_b, world.ground.flange);
  end ByHand;
"""

SHARED = """
  record Fluid parameter Real rho = 1000; parameter Real mu = 2; end Fluid;
  model Pipe
    outer parameter Real T0;
    outer Real level;
    outer Boolean isOpen;
    outer Integer count;
    outer Fluid fluid;
    outer Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port;
    Modelica.Thermal.HeatTransfer.Components.ThermalConductor wall(G=fluid.mu);
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature air(T=T0);
    Real y;
  equation
    connect(wall.port_a, port);
    connect(wall.port_b, air.port);
    y = if isOpen then level + fluid.rho + count else 0;
  end Pipe;
  model Part
    inner Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port;
    Pipe pipe[2];
  end Part;
  model Top
    inner parameter Real T0 = 300;
    inner Real level = time;
    inner Boolean isOpen = time < 4;
    inner Integer count = 2;
    inner Fluid fluid(rho=1);
    Part part;
    Modelica.Thermal.HeatTransfer.Components.HeatCapacitor mass(C=100, T(start=400, fixed=true));
  equation
    connect(mass.port, part.port);
  end Top;
"""


def run_text(text: str) -> dict[str, Any]:
    module = ModuleType("converted")
    exec(compile(text, "converted.py", "exec"), module.__dict__)
    return vars(module)


def test_parts_find_what_is_around(tmp_path: Path) -> None:
    found, expected = (
        dt.simulate(package(tmp_path, VEHICLES, name)(), stop_time=2.0)
        for name in ("Top", "ByHand")
    )
    assert np.array_equal(found.time, expected.time)
    for name in ("wheel.w", "drive.tau", "drag.tau"):
        assert np.array_equal(found[f"fleet.van.{name}"], expected[name]), name


def test_parameters_variables_records_and_connectors_are_found(tmp_path: Path) -> None:
    found = dt.simulate(package(tmp_path, SHARED, "Top")(), stop_time=5.0, tolerance=1e-10)
    cooling = 300 + 100 * np.exp(-4 * found.time / 100)  # two walls, each with G = 2
    assert np.allclose(found["mass.T"], cooling, atol=1e-7)
    assert found.at(3.0, "part.pipe[1].y") == 6.0
    assert found.final["part.pipe[1].y"] == 0.0


def test_a_default_one_is_made_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(ModelWarning, match=r"no inner 'world', which 'fleet\.van' looks for"):
        found = dt.simulate(package(tmp_path, VEHICLES, "Bare")(), stop_time=1.0)
    assert found.parameters["fleet.van.wheel.J"] == 2.0


@pytest.mark.parametrize("text", [VEHICLES, SHARED], ids=["vehicles", "shared"])
def test_converted_both_ways_the_bits_are_the_same(tmp_path: Path, text: str) -> None:
    loaded = package(tmp_path, text, "Top")
    converted = run_text(dt.modelica.convert(tmp_path / "A.mo", "P.Top"))["Top"]
    again = tmp_path / "Again.mo"
    again.write_text(dt.modelica.to_modelica(converted()), encoding="utf-8")
    back = dt.modelica.load(again, "TopPackage.Top")
    found, *others = (dt.simulate(one(), stop_time=2.0) for one in (loaded, converted, back))
    for other in others:
        assert np.array_equal(found.time, other.time)
        for name in found.names:
            ours = name if name in other.names else snake_case(name)
            assert np.array_equal(found[name], other[ours]), name


REFUSED = [
    ("outer World world(J=3);", r"A\.mo:\d+:\d+: the outer 'world' has no values of its own"),
    ("outer parameter Real T = 3;", "the outer 'T' has no values of its own"),
    ("outer World world if true;", "the outer 'world' is conditional, which is not supported"),
    (
        "outer World world[2];",
        "the outer 'world' is an array of parts, which is not supported",
    ),
    ("outer model W = World; W w;", "the outer model 'W' is not supported: components can be"),
    (
        "outer parameter Boolean b; Real x; equation if b then x = 1; else x = 2; end if;",
        "the outer 'b' decides which equations there are",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_an_outer_one_cannot_be_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{VEHICLES} model A {text} end A;", "A")


ABSENT = [
    (
        "model Q outer parameter Real T; Real y = T; end Q; model A Q q; end A;",
        r"outer 'T' \(a real parameter\) of 'q' is declared nowhere around.*A\.mo:\d+\]",
    ),
    (
        "model A inner Fixed world; Fleet fleet; end A;",
        r"outer 'world' \(World\) of 'fleet\.van' is a Fixed .* which has no 'g'",
    ),
    (
        "partial model Any Real x; end Any; model Q outer Any any; Real y = any.x; end Q; "
        "model A Q q; end A;",
        r"outer 'any' \(Any\) of 'q' is declared nowhere around, and none .*Any is partial",
    ),
]


@pytest.mark.parametrize(("text", "message"), ABSENT, ids=range(len(ABSENT)))
def test_what_is_not_around_is_refused(tmp_path: Path, text: str, message: str) -> None:
    made = package(tmp_path, f"{VEHICLES} {text}", "A")
    with pytest.raises(ModelError, match=message):
        dt.simulate(made(), stop_time=1.0)


BOTH = """
  model W parameter Real g = 1; Real x = g; end W;
  model Leaf outer W w; Real y = w.g; end Leaf;
  model Mid inner outer W w(g = 10*w.g); Leaf leaf; Real z = w.g; end Mid;
  model Number outer Real level; Real y = level; end Number;
  model Raised inner outer Real level = level + 1; Number n; Real z = level; end Raised;
  expandable connector Bus Real speed; end Bus;
  model Says outer Bus bus; equation bus.speed = 3*time; end Says;
  model Hears outer Bus bus; Real y; equation y = 2*bus.speed; end Hears;
  model Ramp
    outer Bus bus; Modelica.Blocks.Sources.Ramp ramp(height=5, duration=1);
  equation
    connect(ramp.y, bus.other);
  end Ramp;
  model Gain outer Bus bus; Modelica.Blocks.Math.Gain by(k=2);
  equation
    connect(bus.other, by.u);
  end Gain;
  model Deep Hears hears; Gain gain; end Deep;
  model Own inner outer Bus bus; Says says; Hears hears; end Own;
  model Vectors
    outer parameter Real k[3]; outer Real x[2, 2];
    Real y = k[1] + 10*k[3] + 100*x[2, 1];
  end Vectors;
  model Noted
    parameter Real g = 4;
    annotation(missingInnerMessage = "Nobody has made a world");
  end Noted;
  model Looks outer Noted noted; Real y = noted.g; end Looks;
"""


def values(folder: Path, text: str, *names: str) -> list[float]:
    made = package(folder, f"{BOTH} model A {text} end A;", "A")
    found = dt.simulate(made(), stop_time=1.0).final
    return [round(found[name], 9) for name in names]


def test_a_member_that_is_both_means_the_one_around_and_is_found_inside(tmp_path: Path) -> None:
    found = values(tmp_path, "inner W w(g=7); Mid mid;", "mid.z", "mid.leaf.y", "mid.w_inside.x")
    assert found == [7, 70, 70]
    found = values(tmp_path, "inner Real level = 2; Raised r;", "r.z", "r.n.y")
    assert found == [2, 3]


def test_a_member_that_is_both_is_converted(tmp_path: Path) -> None:
    package(tmp_path, f"{BOTH} model A inner W w(g=7); Mid mid; end A;", "A")
    text = dt.modelica.convert(tmp_path / "A.mo", "P.A")
    assert 'w_inside = inner(W(g=10 * w.g), name="w")' in text
    assert dt.simulate(run_text(text)["A"](), stop_time=0.1).final["mid.leaf.y"] == 70


def test_a_bus_is_found_around(tmp_path: Path) -> None:
    parts = "inner Bus bus; Says says; Ramp ramp; Deep deep;"
    assert values(tmp_path, parts, "deep.hears.y", "deep.gain.by.y", "bus.speed") == [6, 10, 3]


def test_the_nearest_bus_counts(tmp_path: Path) -> None:
    text = "inner Bus bus; Own own; Hears hears; equation bus.speed = 7;"
    assert values(tmp_path, text, "own.hears.y", "hears.y") == [6, 14]


def test_a_bus_that_is_nowhere_arises_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(ModelWarning, match="no inner 'bus', which 'says' and 1 more parts look for"):
        assert values(tmp_path, "Says says; Hears hears;", "hears.y") == [6]


def test_vectors_and_matrices_are_found(tmp_path: Path) -> None:
    text = "inner parameter Real k[3]={1, 2, 3}; inner Real x[2, 2]=[1, 2; 3, 4]; Vectors v;"
    assert values(tmp_path, text, "v.y") == [331]


def test_a_class_says_what_to_tell_of_a_model_without_it(tmp_path: Path) -> None:
    with pytest.warns(ModelWarning, match=r"noted = Noted\(\) is added.*Nobody has made a world"):
        assert values(tmp_path, "Looks looks;", "looks.y") == [4]


UNFIT = {
    "inner parameter Real k[2]={1, 2}; inner Real x[2, 2]=[1, 2; 3, 4]; Vectors v;": r"outer 'k' "
    r"\(a real parameter\) of 'v' has other sizes where it is declared: 2, not 3",
    "inner Real bus=time; Says says; Hears hears;": r"outer 'bus' \(Bus\) of 'says' is no bus "
    "where it is declared",
    "inner Bus bus; Hears hears;": "nothing gives 'bus.speed' of the model 'A' a value",
    "inner Bus bus; Says one, two;": "'bus.speed' has 2 sources, 'one.bus.speed' and 'two.bus",
    "model N parameter Real g; end N; model L outer N n; Real y=n.g; end L; L l;": "outer 'n' "
    r"\(N\) of 'l' is declared nowhere around, and none can be made \('g' of N has no value\)",
    "model N parameter Integer g=2; Real x=g; end N; inner N w; Leaf leaf;": "'w.g' is an integer "
    "parameter there, not a real parameter",
}


@pytest.mark.parametrize("text", UNFIT)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelError, match=UNFIT[text]):
        values(tmp_path, text)


def test_values_may_follow_from_a_number_around(tmp_path: Path) -> None:
    text = """
  model Part
    outer parameter Real scale;
    parameter Real k = 2*scale;
    Real x(start = 3*scale, fixed = true);
    W w(g = 4*scale);
  equation
    der(x) = 0;
  end Part;
  inner parameter Real scale = 5; Part part[2]; Real k = part[2].k;"""
    found = values(tmp_path, text, "k", "part[1].x", "part[0].w.x")
    assert found == [10, 15, 20]
