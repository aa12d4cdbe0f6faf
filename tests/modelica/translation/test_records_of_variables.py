"""Records whose members change during a run, with known solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError

from .models import at, package

POINT = """
  record Point SI.Length x; SI.Velocity v; end Point;
  record Pair Point first; Real q[2]; end Pair;
  record Set Real a; Real b = 2*a; Real c = 5; end Set;
  function moved input Point p; input SI.Length by = 1; output Point made;
  algorithm made := p; made.x := p.x + by; end moved;
  function far "The farther of two, and how far it is"
    input Point one; input Point other; output Point made; output SI.Length x;
  protected Point known;
  algorithm
    known.x := 0; known.v := 0;
    for i in 1:2 loop known.v := known.v + one.v; end for;
    made := one;
    if other.x > one.x then made := other; made.v := known.v; end if;
    x := made.x;
  end far;
"""


def final(folder: Path, text: str, name: str = "A") -> dict[str, float]:
    """Return the values at the end; the converted model has the same bits."""
    loaded = dt.simulate(package(folder, POINT + text, name)(), stop_time=1.0, tolerance=1e-9)
    source = dt.modelica.convert(folder / "A.mo", f"P.{name}")
    namespace: dict[str, object] = {"__name__": "converted"}
    exec(compile(source, "converted.py", "exec"), namespace)
    made = dt.simulate(namespace[name](), stop_time=1.0, tolerance=1e-9)  # type: ignore[operator]
    assert np.array_equal(loaded.time, made.time)
    assert all(np.array_equal(loaded[key], made[key]) for key in loaded)
    return {key: float(loaded.final[key]) for key in loaded}


def test_an_oscillator_is_a_record(tmp_path: Path) -> None:
    text = """
  model A
    Point p(x(start=1, fixed=true), v(start=0, fixed=true)), copy = p, shifted;
    Pair pair;
  equation
    der(p.x) = p.v;
    der(p.v) = -p.x/1;
    shifted = moved(p, by=2);
    pair = Pair(p, {p.x, 3});
  end A;"""
    found = final(tmp_path, text)
    c, s = np.cos(1.0), np.sin(1.0)
    assert [found["copy.x"], found["copy.v"]] == pytest.approx([c, -s], abs=1e-6)
    assert [found["shifted.x"], found["shifted.v"]] == pytest.approx([c + 2, -s], abs=1e-6)
    assert [found["pair.first.v"], found["pair.q[0]"]] == pytest.approx([-s, c], abs=1e-6)
    assert found["pair.q[1]"] == 3.0


def test_records_get_values_in_every_way(tmp_path: Path) -> None:
    text = """
  block B input Point u; output Point y; equation y = Point(2*u.x, u.v); end B;
  model A
    parameter Point begin(x=1, v=2);
    Set s(a=time), t(a=time, b=7);
    Point p = if time > 0.5 then Point(1, 2) else begin, list[2], q, r, w, z;
    discrete Point sampled;
    SI.Length x;
    B b(u=p), c;
  equation
    for i in 1:2 loop list[i] = Point(i*time, v=i); end for;
    if time > 0.5 then q = list[2]; else q = begin; end if;
    (r, x) = far(list[1], list[2]);
    when sample(0.25, 0.5) then sampled = Point(time, 3); end when;
    c.u.x = 5; c.u.v = 6;
    z.v = 4;
  algorithm
    w := begin;
    w.x := 10*time;
    z.x := 3*w.x + z.v;
  end A;"""
    found = final(tmp_path, text)
    expected = {
        "s.b": 2, "s.c": 5, "t.b": 7, "p.v": 2, "list[1].x": 2, "list[1].v": 2, "q.x": 2,
        "r.x": 2, "r.v": 2, "x": 2, "sampled.x": 0.75, "b.y.x": 2, "c.y.x": 10, "c.y.v": 6,
        "w.x": 10, "w.v": 2, "z.x": 34, "z.v": 4,
    }  # fmt: skip
    assert {key: found[key] for key in expected} == pytest.approx(expected)


def test_members_may_be_integers_that_change_at_events(tmp_path: Path) -> None:
    text = f"""{POINT}
  record State Integer n(start=0, fixed=true); Boolean b; end State;
  model Base State s; equation s.b = time > 0.5; end Base;
  model A extends Base; Integer twice = 2*s.n;
  equation when s.b then s.n = pre(s.n) + 3; end when;
  end A;"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0)
    assert at(result, "twice", [0.2, 0.7]) == [0, 6]


REFUSED = [
    ("Point p = Point(time);", r"A\.mo:\d+:\d+: Point\(…\) is given no 'v'"),
    ("Point p = Point(time, 1, 2);", "Point has 2 members: x, v"),
    ("Point p = Point(time, w=1);", "P.Point has no 'w'"),
    ("Point p; Set s(a=time); equation p = s;", "a record is equal to one of the same members"),
    ("Point p; equation p = 3;", "a record is equal to one of the same members"),
    ("Point p(x=time, v=1); Real y = p.z;", "'p.z': P.Point has no 'z'"),
    ("Point p(x=time);", "Nothing says what this is"),
    ("Point p(x=time, v=1); SI.Mass m = p.x + p.v;", "'p.x' has unit m but 'p.v' has unit m.s-1"),
    ("Point p[2](each x=time, each v=1); Point q[3]; equation q = p;",
     "arrays of the sizes 3 and 2 cannot be equal"),
    ("Point p; algorithm when time > 1 then p.x := 1; end when;", "set inside 'when': not supp"),
    ("Point p; equation if time > 1 then p = moved(p); else p = Point(0, 0); end if;",
     "the record that a function returns"),
    ("function f input Real t; output Point p; algorithm p.x := t; end f; Point p = f(time);",
     r"the member 'v' of a record has no value yet; it has x .*A\.mo:"),
    ("model B Point p = Point(1, time); end B; B b(p(x=time));", "'p' gets its values in P.A.B"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_a_record_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DrivetrainError, match=message):
        dt.compile(package(tmp_path, f"{POINT} model A {text} end A;", "A")())
