"""What happens at instants."""

from __future__ import annotations

import math

from tests.modelica.features.feature import Feature, Known, Wrong

__all__ = ["FEATURES"]

BEFORE = Feature(
    "`pre`, `edge`, `change`",
    known=(
        Known(
            """
model A "Edges of one sort are counted, changes of both, and what was is kept"
  Boolean b = sin(20*time) > 0, up = edge(b);
  Integer ups(start=0, fixed=true), changes(start=0, fixed=true), step = integer(4.5*time);
  Integer before(start=-1, fixed=true);
equation
  when up then
    ups = pre(ups) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
  when change(step) then
    before = pre(step);
  end when;
end A;
""",
            {"ups": 4, "changes": 7, "before": 3},
        ),
        Known(
            """
model A "Hysteresis: on above 0.8, off below 0.2; y is on from 0.4 to 0.9"
  Real u = 1 - abs(2*time - 1), x(start=0, fixed=true);
  Boolean on(start=false, fixed=true);
equation
  on = u > 0.8 or pre(on) and u > 0.2;
  der(x) = if on then 1 else 0;
end A;
""",
            {"on": 0, "x": 0.5},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x(start=1, fixed=true), y = pre(x);
equation
  der(x) = -x;
end A;
""",
            "A.mo:2:36: pre(…) outside 'when': 'x' varies all the time, and has another "
            "value before only at an event",
        ),
        Wrong(
            """
model A
  Real x = time;
  Boolean b = edge(x);
end A;
""",
            "edge(x, …): 'x' is real, not a condition: compare it with something, such as x "
            "> 0 [in A, A.mo:3]",
        ),
    ),
)

WHEN = Feature(
    "when-equation (elsewhen)",
    known=(
        Known(
            """
model A "A controller that samples: x(k + 1) = x(k) + (1 - x(k))/4"
  discrete Real u(start=0, fixed=true);
  Real x(start=0, fixed=true);
equation
  der(x) = u;
  when sample(0, 0.25) then
    u = 1 - x;
  end when;
end A;
""",
            {"x": 1 - 0.75**4},
        ),
        Known(
            """
model A "The first of several events counts; branches, loops and several outputs in them"
  function split
    input Real u;
    output Real half;
    output Real third;
  algorithm
    half := u/2;
    third := u/3;
  end split;
  Integer mode(start=0, fixed=true), n[2](each start=0, each fixed=true);
  Real a(start=0, fixed=true), b(start=0, fixed=true);
equation
  when {time > 0.2, time > 0.3} then
    mode = if pre(mode) == 0 then 1 else 10;
    (a, b) = split(6);
  elsewhen time > 0.2 then
    mode = 99;
    a = 0;
    b = 0;
  elsewhen time > 0.7 then
    mode = pre(mode) + 1;
    if pre(a) > 2 then
      if pre(b) > 5 then
        a = 0;
      else
        a = 7;
      end if;
      b = 1;
    else
      a = 5;
      b = 2;
    end if;
  end when;
  when time > 0.8 then
    for i in 1:2 loop
      n[i] = 10*i + mode;
    end for;
  end when;
end A;
""",
            {"mode": 11, "a": 7, "b": 1, "n[0]": 21, "n[1]": 31},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Integer n(start=0, fixed=true);
equation
  when time > 0.5 then
    n = 1;
  end when;
  when time > 0.7 then
    n = 2;
  end when;
end A;
""",
            "A: when(time > 0.5, n == 1)   [A.mo:4]",
        ),
        Wrong(
            """
model A
  Integer n(start=0, fixed=true);
equation
  when time > 0.5 then
    when time > 0.7 then
      n = 2;
    end when;
  end when;
end A;
""",
            "A.mo:5:5: this is not supported inside 'when'",
        ),
    ),
)

INITIAL = Feature(
    "`initial()`, `terminal()`",
    "`initial()`",
    known=(
        Known(
            """
model A
  discrete Real c(start=-1, fixed=true);
  Integer n(start=0, fixed=true);
equation
  when initial() then
    c = 5 + time;
  end when;
  when {initial(), time > 0.5} then
    n = pre(n) + 1;
  end when;
end A;
""",
            {"c": 5, "n": 2},
        ),
        Known(
            """
model A "A state is set to what is asked of it at the start, and to a half at 0.5 s"
  Real x(start=3, fixed=true), first;
  Boolean begun(start=false, fixed=true);
equation
  der(x) = 0;
  first = if initial() then 100 else x;
  when initial() then
    begun = true;
  elsewhen time > 0.5 then
    begun = pre(begun) and first < 50;
  end when;
end A;
""",
            {"begun": 1, "first": 3},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = if initial(time) then 1 else 2;
end A;
""",
            "A.mo:2:15: initial takes 0 arguments",
        ),
    ),
)

ASSERT = Feature(
    "assert",
    known=(
        Known(
            """
model A "Checks that hold, in a branch, in a loop, in a function and at an event"
  function root
    input Real u;
    output Real y;
  algorithm
    assert(u >= 0, "no root of " + String(u));
    y := sqrt(u);
  end root;
  Real x = 4*time, y = root(x);
equation
  assert(x < 5, "x is " + String(x));
  if time > 0.5 then
    assert(y > 1, "late");
  end if;
  for i in 1:3 loop
    assert(i*x < 15, "loop");
  end for;
  when time > 0.5 then
    assert(x > 1, "event", AssertionLevel.error);
  end when;
end A;
""",
            {"y": 2},
        ),
        Known(
            """
model A "Bounds of parameters are checks, too"
  parameter Real k(min=0, max=2) = 2;
  parameter Integer n = 3;
  Real x(start=1, fixed=true);
equation
  assert(n > 2, "n");
  der(x) = -k*x;
end A;
""",
            {"x": math.exp(-2)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = 2*time;
equation
  assert(x < 1, "x is too large: " + String(x));
end A;
""",
            "A: x is too large: {x} [A.mo:4]",
        ),
        Wrong(
            """
model A
  Real x = 2*time;
equation
  assert(x < 1);
end A;
""",
            "A.mo:4:3: assert(…) needs a condition and a message",
        ),
    ),
)

SAMPLE = Feature(
    "sample / reinit / terminate",
    "sample",
    known=(
        Known(
            """
model A "From 0.1 s on, every quarter of a second"
  parameter Real begin = 0.1, step = 0.25;
  Integer n(start=0, fixed=true);
  discrete Real last(start=0, fixed=true);
equation
  when sample(begin, step) then
    n = pre(n) + 1;
    last = time;
  end when;
end A;
""",
            {"n": 4, "last": 0.85},
        ),
        Known(
            """
model A "Two rates: of events at one instant, the faster one has been before"
  Integer fast(start=0, fixed=true), slow(start=0, fixed=true);
equation
  when sample(0, 0.4) then
    slow = pre(slow) + fast;
  end when;
  when sample(0, 0.2) then
    fast = pre(fast) + 1;
  end when;
end A;
""",
            {"fast": 6, "slow": 1 + 3 + 5},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Integer n(start=0, fixed=true);
equation
  when sample(0, 0.1 + time) then
    n = pre(n) + 1;
  end when;
end A;
""",
            "A.mo:4:8: 'sample(0, 0.1 + time)': the first instant and the interval are known "
            "before a run: numbers and parameters",
        ),
    ),
)

REINIT = Feature(
    "sample / reinit / terminate",
    "reinit",
    known=(
        Known(
            """
model A "A ball that falls from 1 m, and rises with half its speed"
  parameter Real g = 2;
  Real h(start=0.25, fixed=true), v(start=0, fixed=true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
end A;
""",
            {"v": 0.5 - 2 * 0.5 + 0.0, "h": 0.0},
        ),
        Known(
            """
model A "A state of a part, a choice of values, and two states at once"
  parameter Boolean back = true;
  Modelica.Mechanics.Rotational.Components.Inertia wheel(
    J=1, w(start=2, fixed=true), phi(start=0, fixed=true));
  Real x(start=0, fixed=true);
equation
  der(x) = 1;
  when x > 0.5 then
    if back then
      reinit(x, 0);
      reinit(wheel.w, -pre(wheel.w));
    else
      reinit(x, 9);
    end if;
  end when;
end A;
""",
            {"x": 0.5, "wheel.w": -2, "wheel.phi": 0},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x(start=1, fixed=true);
equation
  der(x) = -x;
  reinit(x, 2);
end A;
""",
            "A.mo:5:3: 'reinit(x, 2)' as an equation is not supported: a state is set anew "
            "at an event, inside 'when'",
        ),
        Wrong(
            """
model A
  Real x = time;
equation
  when time > 0.5 then
    reinit(x, 2);
  end when;
end A;
""",
            "x is to jump at an event: reinit(x, …) [A.mo:4]. But it is not a state: a rigid "
            "connection to other parts, or a source, determines it at every instant. Put an "
            "elastic part (SpringDamper) between them, or take a part that does not set its "
            "motion anew. In equations of your own, set a quantity that carries the motion "
            "(`drivetrain check` lists the states); of several that could, "
            "state_select='always' takes one",
        ),
    ),
)

TERMINATE = Feature(
    "sample / reinit / terminate",
    "terminate",
    known=(
        Known(
            """
model A
  Real x(start=0, fixed=true);
equation
  der(x) = 1;
  when x > 0.3 then
    terminate("it is far enough");
  end when;
end A;
""",
            {"x": 0.3},
        ),
        Known(
            """
model A "In an algorithm, at the third of several events"
  Integer n(start=0, fixed=true);
  Real x = 10*time;
algorithm
  when sample(0.2, 0.2) then
    n := n + 1;
  end when;
  when n >= 3 then
    terminate("three");
  end when;
end A;
""",
            {"n": 3, "x": 6},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = time;
equation
  when x > 0.5 then
    terminate();
  end when;
end A;
""",
            "A.mo:5:5: terminate(…) needs a message",
        ),
    ),
)

FEATURES = (BEFORE, WHEN, INITIAL, ASSERT, SAMPLE, REINIT, TERMINATE)
