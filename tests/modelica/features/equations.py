"""Equations and expressions of one's own."""

from __future__ import annotations

import math

from tests.modelica.features.feature import Feature, Known, Wrong

__all__ = ["FEATURES"]

OWN_EQUATIONS = Feature(
    "own equations",
    known=(
        Known(
            """
model A "Charge of a capacitor through a resistor"
  parameter Real R = 2, C = 0.5, U = 10;
  Real u(start=0, fixed=true), i;
equation
  U = R*i + u;
  C*der(u) = i;
end A;
""",
            {"u": 10 * (1 - math.exp(-1)), "i": 5 * math.exp(-1)},
        ),
        Known(
            """
model A "Two unknowns of a linear system, and one of a nonlinear equation"
  Real x, y, z(start=1);
equation
  2*x + y = 5;
  x - y = time;
  z^3 = 8*x;
end A;
""",
            {"x": 2, "y": 1, "z": 16 ** (1 / 3)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x, y;
equation
  x = 2*time;
  x + 0*y = 3;
  y = x;
end A;
""",
            "A: x == 2 * time   [A.mo:4]",
        ),
        Wrong(
            """
model A
  Real x;
equation
  x := 2*time;
end A;
""",
            "A.mo:4:5: an equation is written with '='; ':=' belongs to an algorithm",
        ),
    ),
)

DERIVATIVES = Feature(
    "`der()`",
    known=(
        Known(
            """
model A "A fall, and the derivative of what is given"
  Real s(start=0, fixed=true), v(start=0, fixed=true);
  Real path = 3*time^2, rate = der(path);
equation
  der(s) = v;
  der(v) = -9.81;
end A;
""",
            {"s": -9.81 / 2, "v": -9.81, "rate": 6},
        ),
        Known(
            """
model A "The acceleration of a part, and the derivative of an array"
  Modelica.Mechanics.Rotational.Components.Inertia wheel(
    J=2, w(start=0, fixed=true), phi(start=0, fixed=true));
  Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant=6);
  Real a = der(wheel.w);
  Real x[2](start={1, 0}, each fixed=true);
equation
  connect(motor.flange, wheel.flange_a);
  der(x) = {x[2], -x[1]};
end A;
""",
            {"a": 3, "x[0]": math.cos(1), "x[1]": -math.sin(1)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x(start=1, fixed=true);
equation
  der(x*abs(x)) = -x;
end A;
""",
            "A.mo:4:9: der(x*abs(x)): no derivative of 'abs(x)' is known: give the expression a "
            "variable of its own, v = x*abs(x), and write der(v)",
        ),
    ),
)

ARRAY_CONSTRUCTORS = Feature(
    "matrix, array constructors",
    known=(
        Known(
            """
model A
  parameter Real m[2, 3] = [1, 2, 3; 4, 5, 6];
  parameter Real v[3] = {1, 0, -1};
  Real y[2] = m*v, s = sum(m), corner = m[2, 3];
  Real e[2, 2] = identity(2) + ones(2, 2), z[2] = fill(time, 2);
  Real line[5] = linspace(0, 1, 5), rows[2, 2] = [v[1:2]'; m[1:1, 1:2]];
end A;
""".replace("v[1:2]'", "transpose([v[1:2]])"),
            {
                "y[0]": -2,
                "y[1]": -2,
                "s": 21,
                "corner": 6,
                "e[0][0]": 2,
                "e[0][1]": 1,
                "z[1]": 1,
                "line[3]": 0.75,
                "rows[0][0]": 1,
                "rows[1][1]": 2,
            },
        ),
        Known(
            """
model A "A table of friction, and an array made by a loop"
  parameter Integer n = 4;
  parameter Real squares[n] = {i^2 for i in 1:n};
  Modelica.Blocks.Tables.CombiTable1Ds table(table=[0, 1; 2, 5], columns={2});
  Real y = squares[n] + squares[end - 1];
equation
  table.u = time;
end A;
""",
            {"y": 25, "table.y[0]": 3},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  parameter Real m[2, 2] = [1, 2; 3];
  Real y = m[1, 1];
end A;
""",
            "A.mo:2:28: the rows of this matrix have different lengths",
        ),
    ),
)

RELATIONS = Feature(
    "relations, and/or/not",
    known=(
        Known(
            """
model A
  Boolean early = time < 0.3, late = not time <= 0.6, between = not (early or late);
  Boolean both = time >= 0.5 and time > 0.7, precedence = not early and late or early;
  Real x(start=0, fixed=true);
equation
  der(x) = if between then 10 else 0;
end A;
""",
            {"early": 0, "late": 1, "between": 0, "both": 1, "precedence": 1, "x": 3},
        ),
        Known(
            """
model A "Relations of integers, of truth values and of parameters"
  parameter Integer n = 3;
  parameter Boolean odd = mod(n, 2) == 1, large = n >= 4, other = odd <> large;
  Integer k = integer(4*time);
  Boolean second = k == 2, rest = k <> 2;
  Real x(start=0, fixed=true), y = if other then 5 else 6;
equation
  der(x) = if second then 4 else 0;
end A;
""",
            {"x": 1, "y": 5, "rest": 1},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = time;
  Boolean b = x == 0.5;
end A;
""",
            "A.mo:3:15: 'x == 0.5' compares real numbers that vary, which Modelica allows in "
            "functions only: use >= or <=, or a small distance",
        ),
        Wrong(
            """
model A
  Real x = time;
  Boolean b = 0 < x < 1;
end A;
""",
            "A.mo:3:21: put one of '<' and '<' in brackets",
        ),
    ),
)

DISCRETE_TYPES = Feature(
    "Boolean, Integer variables and parameters",
    known=(
        Known(
            """
model A
  parameter Boolean doubled = true;
  parameter Integer teeth[2] = {20, 60};
  parameter Real ratio = teeth[2]/teeth[1];
  Boolean on = time > 0.25;
  Real x(start=0, fixed=true), r = ratio;
equation
  der(x) = if on then (if doubled then 2*ratio else ratio) else 0;
end A;
""",
            {"r": 3, "x": 4.5, "on": 1},
        ),
        Known(
            """
model A "A counter, a flag that is set once, and a number of a step"
  Integer count(start=10, fixed=true), step = integer(3.5*time);
  Boolean seen(start=false, fixed=true);
equation
  when sample(0.2, 0.2) then
    count = pre(count) - 1;
  end when;
  when count <= 8 then
    seen = true;
  end when;
end A;
""",
            {"count": 5, "step": 3, "seen": 1},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Integer n;
equation
  n = 2.5*time;
end A;
""",
            "A: n == 2.5 * time   [A.mo:4]",
        ),
        Wrong(
            """
model A
  parameter Integer n = 2.5;
  Real x = n;
end A;
""",
            "A, A.mo:2: default=2.5: give a whole number",
        ),
    ),
)

IF_EXPRESSION = Feature(
    "if-expression / if-equation",
    "if-expression",
    known=(
        Known(
            """
model A
  Real y = if time < 0.25 then 1 elseif time < 0.5 then 2 else 3*time;
  Real x(start=0, fixed=true);
equation
  der(x) = if x < 0.5 then 1 else 0.5;
end A;
""",
            {"y": 3, "x": 0.75},
        ),
        Known(
            """
model A "In parameters, in modifiers, and inside of each other"
  parameter Boolean heavy = true;
  parameter Integer n = 2;
  Modelica.Mechanics.Rotational.Components.Inertia wheel(
    J=if heavy then (if n > 1 then 4 else 3) else 1,
    w(start=if heavy then 2 else 1, fixed=true), phi(start=0, fixed=true));
  Real energy = wheel.J*wheel.w^2/2;
end A;
""",
            {"energy": 8, "wheel.phi": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real y = if time < 0.25 then 1;
end A;
""",
            "A.mo:2:33: 'else' of this if-expression is expected here, not ';'",
        ),
    ),
)

IF_EQUATION = Feature(
    "if-expression / if-equation",
    "if-equation",
    known=(
        Known(
            """
model A "Branches with several equations in another order, and implicit ones"
  Real x(start=1), y;
equation
  if time < 0.5 then
    x^2 = 4;
    y = x;
  else
    y = 1;
    x + y = 4;
  end if;
end A;
""",
            {"x": 3, "y": 1},
        ),
        Known(
            """
model A "Parameters choose which equations there are; loops and branches stand in branches"
  parameter Boolean dynamic = true;
  Real x, y[2];
initial equation
  if dynamic then
    x = 1;
  end if;
equation
  if dynamic then
    der(x) = -x;
  else
    x = 7;
  end if;
  if time > 0.5 then
    for i in 1:2 loop
      y[i] = i*time;
    end for;
  elseif time > 0.25 then
    for i in 1:2 loop
      if x > 0.5 then
        y[i] = i;
      else
        y[i] = 4 - i;
      end if;
    end for;
  else
    for i in 1:2 loop
      y[i] = 0;
    end for;
  end if;
end A;
""",
            {"x": math.exp(-1), "y[0]": 1, "y[1]": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x, y;
equation
  if time > 0.5 then
    x = 1;
    y = 2;
  else
    x = 3;
  end if;
end A;
""",
            "A.mo:4:3: the branches of this 'if' have different numbers of equations: 2, 1",
        ),
    ),
)

NO_EVENT = Feature(
    "`noEvent`, `smooth`",
    "`noEvent`",
    known=(
        Known(
            """
model A "The root is not asked for where there is none"
  Real x = 1 - 2*time;
  Real y = noEvent(if x > 0 then sqrt(x) else -sqrt(-x));
end A;
""",
            {"y": -1},
        ),
        Known(
            """
model A "A speed-dependent load without events: w falls by 1/(1 + w0 t)"
  Real w(start=2, fixed=true);
equation
  der(w) = -noEvent(if w > 0 then w^2 else -w^2) + noEvent(min(0, w)) + noEvent(abs(0*w));
end A;
""",
            {"w": 2 / 3},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real y = noEvent(time, 1);
end A;
""",
            "A.mo:2:12: noEvent takes 1 argument",
        ),
    ),
)

SMOOTH = Feature(
    "`noEvent`, `smooth`",
    "`smooth`",
    known=(
        Known(
            """
model A
  Real y = smooth(1, if time > 0.5 then (time - 0.5)^2 else 0), rate = der(y);
end A;
""",
            {"y": 0.25, "rate": 1},
        ),
        Known(
            """
model A "Quadratic drag in both directions"
  parameter Integer order = 1;
  Real v(start=-3, fixed=true);
equation
  der(v) = -smooth(order, noEvent(if v > 0 then v^2 else -v^2));
end A;
""",
            {"v": -3 / 4},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real y = smooth(time);
end A;
""",
            "A.mo:2:12: smooth takes 2 arguments",
        ),
    ),
)

INITIAL_EQUATION = Feature(
    "initial equation",
    known=(
        Known(
            """
model A "From rest: where the spring holds the weight; and a parameter that the start decides"
  parameter Real k(fixed=false);
  Real x, v;
initial equation
  v = 0;
  der(v) = 0;
  k = 2*x + 1;
equation
  der(x) = v;
  2*der(v) = 6 - 3*x;
end A;
""",
            {"x": 2, "v": 0, "k": 5},
        ),
        Known(
            """
model A "In a loop, in a branch, of a part, and of a discrete variable"
  Modelica.Mechanics.Rotational.Components.Inertia wheel(J=1);
  parameter Boolean turning = true;
  Real x[2];
  Integer n;
initial equation
  for i in 1:2 loop
    x[i] = 10*i;
  end for;
  if turning then
    wheel.w = 4;
  else
    wheel.w = 0;
  end if;
  wheel.phi = 1;
  pre(n) = 7;
equation
  der(x) = {1, 2};
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
end A;
""",
            {"x[0]": 11, "x[1]": 22, "wheel.phi": 5, "n": 8},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Integer n;
initial equation
  n = 2;
equation
  when {initial(), time > 0.5} then
    n = 3;
  end when;
end A;
""",
            "A.mo:6:8: 'n' is set at the start here and by an initial equation; keep one of "
            "the two",
        ),
    ),
)

FOR_EQUATION = Feature(
    "for-equation",
    known=(
        Known(
            """
model A "Decays in series"
  parameter Integer n = 3;
  Real x[n](each start=1, each fixed=true);
equation
  for i in 1:n loop
    der(x[i]) = -(if i == 1 then x[i] else x[i] - x[i-1]);
  end for;
end A;
""",
            {"x[0]": math.exp(-1), "x[1]": 2 * math.exp(-1), "x[2]": 2.5 * math.exp(-1)},
        ),
        Known(
            """
model A "Two iterators, a loop in a loop, one over values, and `when` in a loop"
  Real m[2, 3], s[3];
  Integer n[2](each start=0, each fixed=true);
equation
  for i in 1:2, j in 1:3 loop
    m[i, j] = 10*i + j*time;
  end for;
  for k in {3, 1, 2} loop
    s[k] = sum(m[i, k] for i in 1:2);
  end for;
  for i in 1:2 loop
    when time > 0.3*i then
      n[i] = pre(n[i]) + i;
    end when;
  end for;
end A;
""",
            {"m[1][2]": 23, "s[0]": 32, "s[2]": 36, "n[0]": 1, "n[1]": 2},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x[3];
  Integer n = integer(3*time);
equation
  for i in 1:n loop
    x[i] = 0;
  end for;
end A;
""",
            "A.mo:5:12: '1:n' may change during a run: how often a loop runs is decided "
            "before, by numbers and parameters",
        ),
    ),
)

ARRAY_VARIABLES = Feature(
    "array variables, slices, sums",
    known=(
        Known(
            """
model A
  parameter Integer n = 4;
  Real x[n] = {i*time for i in 1:n};
  Real inner_part[2] = x[2:3], last = x[end], total = sum(x), product_ = product(x[1:3]);
  Real largest = max(x), norm = sqrt(x*x), some = sum(x[i]^2 for i in 2:n);
end A;
""",
            {
                "inner_part[1]": 3,
                "last": 4,
                "total": 10,
                "product_": 6,
                "largest": 4,
                "norm": math.sqrt(30),
                "some": 29,
            },
        ),
        Known(
            """
model A "A matrix of a system, its column, and equations of slices"
  parameter Real M[2, 2] = [0, 1; -4, 0];
  Real x[2](start={1, 0}, each fixed=true), y[4];
equation
  der(x) = M*x;
  y[1:2] = M[:, 2];
  y[3:4] = 2*x;
end A;
""",
            {"x[0]": math.cos(2), "x[1]": -2 * math.sin(2), "y[0]": 1, "y[2]": 2 * math.cos(2)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x[3] = {1, 2, time};
  Real y[2] = x;
end A;
""",
            "A.mo:3:8: 3 values for 2 elements",
        ),
        Wrong(
            """
model A
  Real x[3] = {1, 2, time};
  Real y = x[4];
end A;
""",
            "A.mo:3:14: the index 4: there are 3 elements",
        ),
    ),
)

DELAY = Feature(
    "delay",
    known=(
        Known(
            """
model A "Before its first value, a delayed signal has that value"
  Real u = 2 + time, y = delay(u, 0.25), before = delay(u, 5);
end A;
""",
            {"y": 2.75, "before": 2},
        ),
        Known(
            """
model A "A delay that varies, in an equation of a state"
  parameter Real T = 0.5;
  Real x(start=1, fixed=true), y = delay(time^2, 0.2 + 0.2*time, 0.4);
equation
  der(x) = -delay(x, T);
end A;
""",
            {"x": 0.5 - 0.5 + 0.5**2 / 2, "y": 0.36},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real y = delay(time, 0.1 + 0.1*time);
end A;
""",
            "delay(time, 0.1 + 0.1 * time): 0.1 + 0.1 * time varies during a run; give its "
            "bound: delay(u, T, longest=…) [in A, A.mo:2]",
        ),
    ),
)

FEATURES = (
    OWN_EQUATIONS,
    DERIVATIVES,
    ARRAY_CONSTRUCTORS,
    RELATIONS,
    DISCRETE_TYPES,
    IF_EXPRESSION,
    IF_EQUATION,
    NO_EVENT,
    SMOOTH,
    INITIAL_EQUATION,
    FOR_EQUATION,
    ARRAY_VARIABLES,
    DELAY,
)
