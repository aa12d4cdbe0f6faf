"""Expandable connectors: members that arise where something is connected to them."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, ModelicaError
from drivetrain.modelica.library import snake_case

from .models import package

DRIVE = """
  import Modelica.Mechanics.Rotational.Sources.Torque;
  import Modelica.Mechanics.Rotational.Sensors.SpeedSensor;
  expandable connector MotorBus
    extends Modelica.Icons.SignalSubBus;
    SI.AngularVelocity motorSpeed "Speed of the shaft";
  end MotorBus;
  expandable connector ControlBus
    extends Modelica.Icons.SignalBus;
    MotorBus motorBus;
    Boolean isOn;
  end ControlBus;
  partial model Drive
    ControlBus controlBus;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange;
  end Drive;
  model Motor
    extends Drive;
    Torque torque;
    Inertia rotor(J=1, phi(fixed=true), w(fixed=true, start=3));
    SpeedSensor sensor;
    MotorBus motorBus;
  equation
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
    connect(sensor.flange, rotor.flange_b);
    connect(sensor.w, motorBus.motorSpeed);
    connect(motorBus.torqueDemand, torque.tau);
    connect(controlBus.motorBus, motorBus);
  end Motor;
  model Controller
    ControlBus controlBus;
    Modelica.Blocks.Math.Gain gain(k=-2);
    Modelica.Blocks.Logical.GreaterThreshold on(threshold=1);
  equation
    connect(controlBus.motorBus.motorSpeed, gain.u);
    connect(gain.y, controlBus.motorBus.torqueDemand);
    connect(controlBus.motorBus.motorSpeed, on.u);
    connect(on.y, controlBus.isOn);
  end Controller;
  model Vehicle
    ControlBus controlBus;
    replaceable Drive drive constrainedby Drive;
    Controller controller;
    Inertia load(J=2);
    Real x;
  equation
    connect(drive.controlBus, controlBus);
    connect(controller.controlBus, controlBus);
    connect(drive.flange, load.flange_a);
    x = if controlBus.isOn then controlBus.motorBus.motorSpeed else 0;
  end Vehicle;
  model Top Vehicle vehicle(redeclare Motor drive); end Top;
  model ByHand
    Torque torque;
    Inertia rotor(J=1, phi(fixed=true), w(fixed=true, start=3));
    SpeedSensor sensor;
    Modelica.Blocks.Math.Gain gain(k=-2);
    Modelica.Blocks.Logical.GreaterThreshold on(threshold=1);
    Inertia load(J=2);
    Real x;
  equation
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, load.flange_a);
    connect(sensor.flange, rotor.flange_b);
    connect(sensor.w, gain.u);
    connect(gain.y, torque.tau);
    connect(sensor.w, on.u);
    x = if on.y then sensor.w else 0;
  end ByHand;
"""

SHAFTS = """
  expandable connector Bus end Bus;
  model Source
    Bus bus;
    Inertia disc(J=2, phi(fixed=true), w(fixed=true, start=3));
    Modelica.Blocks.Sources.Constant force[2](k={0.5, 0.25});
  equation
    connect(disc.flange_b, bus.shaft);
    connect(force[1].y, bus.demand[1]);
    connect(force[2].y, bus.demand[2]);
  end Source;
  model Brake
    Bus bus;
    Damper damper(d=1);
    Fixed ground;
    Modelica.Mechanics.Rotational.Sources.Torque torque;
    Modelica.Blocks.Math.Add add;
  equation
    connect(bus.shaft, damper.flange_a);
    connect(damper.flange_b, ground.flange);
    connect(torque.flange, bus.shaft);
    connect(bus.demand[1], add.u1);
    connect(bus.demand[2], add.u2);
    connect(add.y, torque.tau);
  end Brake;
  model Hub "Nothing in it knows what passes through"
    Bus left;
    Bus right;
  equation
    connect(left, right);
  end Hub;
  model Top
    Source source;
    Hub hub[2];
    Brake brake;
  equation
    connect(source.bus, hub[1].left);
    connect(hub[1].right, hub[2].left);
    connect(hub[2].right, brake.bus);
  end Top;
"""


def run_text(text: str) -> dict[str, Any]:
    module = ModuleType("converted")
    exec(compile(text, "converted.py", "exec"), module.__dict__)
    return vars(module)


def ours(name: str) -> str:
    return ".".join(map(snake_case, name.split(".")))


def test_signals_arrive_through_buses_in_buses(tmp_path: Path) -> None:
    found, expected = (
        dt.simulate(package(tmp_path, DRIVE, name)(), stop_time=2.0) for name in ("Top", "ByHand")
    )
    assert np.array_equal(found.time, expected.time)
    assert found.final["vehicle.x"] == expected.final["x"] == 0
    for name, path in [
        ("load.w", "load.w"),
        ("gain.y", "drive.motorBus.torqueDemand"),
        ("sensor.w", "controller.controlBus.motorBus.motorSpeed"),
        ("on.y", "controlBus.isOn"),
        ("x", "x"),
    ]:
        assert np.array_equal(found[f"vehicle.{path}"], expected[name]), name
    units = [found.units[f"vehicle.controlBus.motorBus.{name}"] for name in
             ("motorSpeed", "torqueDemand")]  # fmt: skip
    assert units == ["rad/s", "N.m"]


def test_flanges_and_elements_pass_through_hubs(tmp_path: Path) -> None:
    found = dt.simulate(package(tmp_path, SHAFTS, "Top")(), stop_time=2.0, tolerance=1e-10)
    exact = 0.75 + 2.25 * np.exp(-found.time / 2)
    assert np.allclose(found["source.disc.w"], exact, atol=1e-8)
    assert found.final["brake.bus.demand[1]"] == 0.25


@pytest.mark.parametrize("text", [DRIVE, SHAFTS], ids=["drive", "shafts"])
def test_converted_both_ways_the_bits_are_the_same(tmp_path: Path, text: str) -> None:
    loaded = package(tmp_path, text, "Top")
    converted = run_text(dt.modelica.convert(tmp_path / "A.mo", "P.Top"))["Top"]
    again = tmp_path / "Again.mo"
    again.write_text(dt.modelica.to_modelica(converted()), encoding="utf-8")
    back = dt.modelica.load(again, "TopPackage.Top")
    found, *others = (dt.simulate(one(), stop_time=1.0) for one in (loaded, converted, back))
    for other in others:
        assert np.array_equal(found.time, other.time)
        for name in found.names:
            assert np.array_equal(found[name], other[ours(name)]), name


PARTS = """
  import Modelica.Blocks.Sources.Constant;
  import Modelica.Blocks.Math.Gain;
  expandable connector Bus Real speed; Boolean isOn; end Bus;
  model Reader Bus bus; Gain gain(k=1); equation connect(bus.speed, gain.u); end Reader;
  model Writer Bus bus; Constant one(k=1); equation connect(one.y, bus.speed); end Writer;
"""
FAULTS = [
    (
        "Writer a; Writer b; equation connect(a.bus, b.bus);",
        r"'a\.bus\.speed' has 2 sources, 'a\.bus\.speed' and 'b\.bus\.speed': connect only one",
    ),
    ("Reader a; Reader b; equation connect(a.bus, b.bus);", r"nothing gives 'a\.bus\.speed' a v"),
    ("Reader a;", r"nothing gives 'a\.bus\.speed' a value.*A\.mo:\d+\]"),
    ("Bus bus; Gain g(k=1); equation connect(bus.x, g.u);", r"nothing gives 'bus\.x' of the model"),
    (
        "Bus bus; Constant one(k=1); equation connect(one.y, bus.isOn);",
        r"'bus\.isOn' joins what does not fit: 'one\.y' \(a real signal\) and a boolean signal, as",
    ),
    (
        "Bus bus; Constant one(k=1); Fixed f; "
        "equation connect(one.y, bus.x); connect(f.flange, bus.x);",
        r"'bus\.x' joins what does not fit: 'one\.y' \(a real signal\) and 'f\.flange' \(FlangeB\)",
    ),
    (
        "Bus bus; Constant one(k=1); Real z; equation connect(one.y, bus.x); z = bus.x + 1;",
        r"'bus\.x' can only be connected.*declare it in the class of its bus.*A\.mo:\d+\]",
    ),
    (
        "Bus bus; Constant one(k=1); equation connect(one.y, bus.x); connect(one.y, bus.x.y);",
        r"'bus\.x' is one signal or connector, and a bus with 'bus\.x\.y'",
    ),
    ("Bus bus; equation connect(bus, bus.inside);", r"a bus is connected to a part of itself"),
    (
        "Writer a; Fixed f; equation connect(a.bus, f.flange);",
        r"'a\.bus' joins .* \(FlangeB\) and a bus",
    ),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=range(len(FAULTS)))
def test_what_cannot_be_joined_is_refused(tmp_path: Path, text: str, message: str) -> None:
    made = package(tmp_path, f"{PARTS} model A {text} end A;", "A")
    with pytest.raises(ModelError, match=message):
        dt.simulate(made(), stop_time=1.0)


REFUSED = [
    ("Bus bus[2];", "'bus' is an array of buses, which is not supported"),
    ("Bus bus(speed=3);", "what is on the bus 'bus' cannot be given values"),
    ("Odd odd;", "'x' of the bus P.Odd is not supported: a number on a bus is Real, Integer"),
    ("Carrier bus;", "'x' of a bus cannot be a flow variable"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_buses_are_refused(tmp_path: Path, text: str, message: str) -> None:
    own = "expandable connector Odd String x; end Odd; expandable connector Carrier flow Real x; "
    with pytest.raises(ModelicaError, match=message):
        package(tmp_path, f"{PARTS} {own} end Carrier; model A {text} end A;", "A")
