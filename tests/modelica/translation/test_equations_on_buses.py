"""Equations of classes with what is on their buses: who gives it a value, and who takes it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, StructureError, UnitError

from .models import package

CLASSES = """
  expandable connector Bus Real speed; Real temp; Boolean on; Integer gear; Real v[3]; end Bus;
  expandable connector Hub Bus engine; Bus gearbox; end Hub;
  block Ramp Modelica.Blocks.Interfaces.RealOutput y = 3*time; end Ramp;
  block Twice Modelica.Blocks.Interfaces.RealInput u; Real z = 2*u; end Twice;
  model Says Bus bus; Real w; equation w = 3*time; bus.speed = w; end Says;
  model Hears Bus bus; Real z; equation z = 2*bus.speed; end Hears;
  model Hidden Bus bus; Real w; equation 0 = w - 3; w = bus.speed; end Hidden;
  model Renames Bus bus; Real w; Real z = 2*w; equation bus.speed = w; end Renames;
  model Vector Bus bus; equation bus.v = {1, 2*time, 3}; end Vector;
  model Elements Bus bus; equation for i in 1:3 loop bus.v[i] = i*time; end for; end Elements;
  model Sum Bus bus; Real z = sum(bus.v); end Sum;
"""

FOUND = {
    "of a variable of its own": ("Says s; Hears r; equation connect(s.bus, r.bus);", 6),
    "read alone": (
        "model R Bus bus; Real z = bus.speed; end R; Says s; R r; equation connect(s.bus, r.bus);",
        3,
    ),
    "as a factor": (
        "model S Bus bus; equation 2*bus.speed = 3*time; end S; S s; Hears r; "
        "equation connect(s.bus, r.bus);", 3,
    ),
    "as a difference": (
        "model S Bus bus; equation 0 = bus.speed - 3*time; end S; S s; Hears r; "
        "equation connect(s.bus, r.bus);", 6,
    ),
    "as a state": (
        "model S Bus bus; initial equation bus.speed = 1; equation der(bus.speed) = 1; end S; "
        "S s; Hears r; equation connect(s.bus, r.bus);", 4,
    ),
    "at an event": (
        "model S Bus bus; equation when time > 0.5 then bus.gear = 3; end when; end S; "
        "model R Bus bus; Integer z = bus.gear; end R; S s; R r; equation connect(s.bus, r.bus);",
        3,
    ),
    "under another name": ("Says s; Renames r; equation connect(s.bus, r.bus);", 6),
    "determined by another equation": ("Hidden s; Hears r; equation connect(s.bus, r.bus);", 6),
    "determined under two names": ("Hidden s; Renames r; equation connect(s.bus, r.bus);", 6),
    "around a loop": (
        "model Plant Bus bus; Real x(start=0, fixed=true); equation der(x) = bus.temp; "
        "bus.speed = x; end Plant; model Control Bus bus; equation bus.temp = 4*(1 - bus.speed); "
        "end Control; Plant p; Control c; Hears r; Bus bus; equation connect(p.bus, bus); "
        "connect(c.bus, bus); connect(r.bus, bus);", 2 - 2*math.exp(-4),
    ),
    "a loop of equations": (
        "model A1 Bus bus; equation bus.speed = bus.temp + 1; end A1; model A2 Bus bus; equation "
        "bus.temp = 2*bus.speed; end A2; A1 a; A2 b; Hears r; Bus bus; equation "
        "connect(a.bus, bus); connect(b.bus, bus); connect(r.bus, bus);", -2,
    ),
    "in a bus in a bus": (
        "model R Hub hub; Real z = 2*hub.engine.speed + hub.gearbox.speed; end R; Hub hub; Says s; "
        "Ramp ramp; R r; equation connect(s.bus, hub.engine); connect(ramp.y, hub.gearbox.speed); "
        "connect(r.hub, hub);", 9,
    ),
    "given to a part": ("Hears r; equation r.bus.speed = 3*time;", 6),
    "read from a part": ("Says s; Twice r(u = s.bus.speed);", 6),
    "a vector": ("Vector s; Sum r; equation connect(s.bus, r.bus);", 6),
    "a vector by its elements": ("Elements s; Sum r; equation connect(s.bus, r.bus);", 6),
    "an element of a part": ("Elements s; Twice r(u = s.bus.v[3]);", 6),
    "an element that is connected": ("Elements s; Twice r; equation connect(s.bus.v[2], r.u);", 4),
}  # fmt: skip


@pytest.mark.parametrize(("text", "z"), FOUND.values(), ids=FOUND)
def test_what_equations_say_arrives(tmp_path: Path, text: str, z: float) -> None:
    made = package(tmp_path, f"{CLASSES} model A {text} end A;", "A")
    found = dt.simulate(made(), stop_time=1.0, tolerance=1e-9).final
    assert found["r.z"] == pytest.approx(z, rel=1e-7)


REFUSED = {
    "Says s, t; Hears r; Bus bus; equation connect(s.bus, bus); connect(t.bus, bus); "
    "connect(r.bus, bus);": "'bus.speed' has 2 sources, 's.bus.speed' and 't.bus.speed'",
    "Bus bus; Ramp ramp; equation bus.speed = 3; connect(ramp.y, bus.speed);": "'bus.speed' has 2 "
    "sources, 'bus.speed' and 'ramp.y'",
    "Elements s; Ramp ramp; equation connect(ramp.y, s.bus.v[2]);": r"'s.bus.v\[1\]' has 2 sources",
    "Says s[2]; Bus bus; equation for i in 1:2 loop connect(s[i].bus, bus); end for;": "2 sources",
    "Hears r, q; equation connect(r.bus, q.bus);": r"nothing gives 'r.bus.speed' a value.*A.mo:\d+",
    "Hears r; Bus bus; equation connect(r.bus, bus);": "nothing gives 'bus.speed' of the model "
    r"'A' a value: connect a source to it \[.*A.mo:\d+\]",
    "Bus bus; Twice r; equation connect(bus.sped, r.u);": "nothing gives 'bus.sped' of the model",
    "Sum r; Bus bus; equation connect(r.bus, bus); bus.v[1] = 1; bus.v[3] = 2;": "nothing gives "
    r"'bus.v\[1\]'",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_source_or_several_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelError, match=REFUSED[text]):
        dt.simulate(package(tmp_path, f"{CLASSES} model A {text} end A;", "A")(), stop_time=1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Renames r, q; equation connect(r.bus, q.bus);", "Nothing says what this is"),
        ("Hidden r, q; equation connect(r.bus, q.bus);", "is prescribed once too often"),
    ],
)
def test_what_only_all_equations_tell_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(StructureError, match=message):
        dt.simulate(package(tmp_path, f"{CLASSES} model A {text} end A;", "A")(), stop_time=1.0)


def test_units_are_compared(tmp_path: Path) -> None:
    text = """
  expandable connector Measured SI.AngularVelocity w; end Measured;
  model R Measured bus; SI.Torque tau = bus.w; end R;
  model A Measured bus; R r; equation bus.w = 3; connect(bus, r.bus); end A;"""
    with pytest.raises(UnitError, match=r"'tau' has unit N\.m.* but 'bus.w' has unit rad/s"):
        dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0)
