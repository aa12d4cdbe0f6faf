"""Statements and functions."""

from __future__ import annotations

import math

from tests.modelica.features.feature import Feature, Known, Wrong

__all__ = ["FEATURES"]

ALGORITHM = Feature(
    "algorithm section in a model",
    known=(
        Known(
            """
model A "Statements in their order, branches, loops, elements of arrays"
  parameter Integer n = 3;
  Real s, y, x[3];
  Integer k;
algorithm
  s := 0;
  for i in 1:n loop
    if time > 0.3*i then
      x[i] := i;
    else
      x[i] := -i;
    end if;
    s := s + x[i];
  end for;
  k := 0;
  while k < n + 1 loop
    k := k + 1;
  end while;
  y := s;
  y := y + k;
end A;
""",
            {"s": 6, "x[2]": 3, "k": 4, "y": 10},
        ),
        Known(
            """
model A "A machine of states: x rises at 1, falls at 2, and rises again"
  Integer state(start=1, fixed=true), visits(start=0, fixed=true), marks[2](each start=0);
  Real x(start=0, fixed=true);
equation
  der(x) = if state == 1 then 1 else -2;
algorithm
  when x > 0.3 then
    state := 2;
    visits := visits + 1;
    for i in 1:2 loop
      marks[i] := marks[i] + i;
    end for;
  elsewhen x < 0.1 then
    state := 1;
    if visits == 1 then
      visits := visits + 10;
    end if;
  end when;
end A;
""",
            # up to 0.3 s, down until 0.4 s, up until 0.6 s, down until 0.7 s, up until 0.9 s, down
            {"state": 2, "visits": 13, "marks[1]": 6, "x": 0.1},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real y;
algorithm
  if time > 0.5 then
    y := 1;
  end if;
end A;
""",
            "A.mo:4:3: 'y' gets no value in every branch of this 'if'",
        ),
        Wrong(
            """
model A
  Real y;
algorithm
  y = 1;
end A;
""",
            "A.mo:4:5: a statement is written with ':='; '=' belongs to an equation",
        ),
    ),
)

FUNCTIONS = Feature(
    "own functions",
    known=(
        Known(
            """
model A "Several outputs, defaults, names, protected arrays, records, recursion"
  record Pair
    Real a;
    Real b;
  end Pair;
  function polar
    input Real x, y = 4;
    input Real scale = 2*y;
    output Real r;
    output Real angle;
  protected
    Real square[2] = {x^2, y^2};
  algorithm
    r := sqrt(sum(square))*scale;
    angle := atan2(y, x);
  end polar;
  function swapped
    input Pair p;
    output Pair q;
  algorithm
    q.a := p.b;
    q.b := p.a;
  end swapped;
  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  Real r, angle, only = polar(3*time, scale=1), second, product_ = many;
  Pair p = swapped(Pair(time, b=2));
  parameter Integer many = factorial(5);
equation
  (r, angle) = polar(3*time);
  (, second) = polar(x=time, y=1);
end A;
""",
            {
                "r": 40,
                "angle": math.atan2(4, 3),
                "only": 5,
                "second": math.pi / 4,
                "p.a": 2,
                "p.b": 1,
                "product_": 120,
            },
        ),
        Known(
            """
package P
  partial function Law
    input Real u;
    output Real y;
  end Law;
  function power
    extends Law;
    input Real k = 2;
  algorithm
    y := u^k;
  end power;
  function cube = power(k=3);
  function mean "Of a law between two places"
    input Law law;
    input Real a, b;
    output Real m;
  algorithm
    m := (law(a) + law(b))/2;
  end mean;
  model A "Functions as arguments, with some of their own arguments given, and other names of them"
    Real square = mean(power, time, 3), cubic = mean(cube, time, 3);
    Real third = mean(function power(k=3), 1, 2*time);
  end A;
end P;
""",
            {"square": 5, "cubic": 14, "third": 4.5},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  function twice
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end twice;
  Real x = twice(time, 3);
end A;
""",
            "A.mo:8:12: A.twice takes 1 arguments",
        ),
        Wrong(
            """
model A
  function twice
    input Real u;
    output Real y;
  algorithm
  end twice;
  Real x = twice(time);
end A;
""",
            "A.mo:2:3: the output 'y' gets no value",
        ),
    ),
)

LOOPS_IN_FUNCTIONS = Feature(
    "while, break in functions",
    known=(
        Known(
            """
model A "The first triangular number that is not below a number, and its place"
  function triangle
    input Real least;
    output Real sum_;
    output Integer place;
  algorithm
    sum_ := 0;
    place := 0;
    while sum_ < least loop
      place := place + 1;
      sum_ := sum_ + place;
    end while;
  end triangle;
  parameter Real least = 11;
  parameter Real found = triangle(least);
  Real s, f = found;
  Integer n;
equation
  (s, n) = triangle(least);
end A;
""",
            {"f": 15, "s": 15, "n": 5},
        ),
        Known(
            """
model A "Loops that end early, and functions that do, also where that varies"
  function place "Of the interval in which a value lies"
    input Real u;
    input Real grid[:];
    output Integer k;
  algorithm
    k := 0;
    for i in 1:size(grid, 1) loop
      if u < grid[i] then
        break;
      end if;
      k := i;
    end for;
  end place;
  function cut
    input Real u;
    output Real y;
  algorithm
    y := 1;
    if u > 0.5 then
      return;
    end if;
    y := 2*u;
  end cut;
  Integer k = place(4.5*time, {1, 2, 3, 7}), none = place(0, {1, 2});
  Real high = cut(time), low = cut(time/4), known = cut(0.25);
end A;
""",
            {"k": 3, "none": 0, "high": 1, "low": 0.5, "known": 0.5},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  function halved
    input Real u;
    output Integer n;
  protected
    Real rest = u;
  algorithm
    n := 0;
    while rest > 1 loop
      rest := rest/2;
      n := n + 1;
    end while;
  end halved;
  Integer n = halved(10*time);
end A;
""",
            "A.halved(10 * time): the function, declared at A.mo:2:3, chooses by what is "
            "known only while the model runs, in a loop without a known end or by calling "
            "itself: give it numbers and parameters, or write it with 'for' [in A, A.mo:14]",
        ),
        Wrong(
            """
model A
  Real y;
equation
  break;
end A;
""",
            "A.mo:4:8: '=' is expected here, not ';'",
        ),
    ),
)

MATHEMATICS = Feature(
    "functions of MSL (Math, interpolation, strings)",
    "Math",
    known=(
        Known(
            """
model A
  import Modelica.Math.*;
  Real x = 0.5*time;
  Real circle = sin(x)^2 + cos(x)^2, t = tan(x), angle = atan2(x, -x), e = exp(log(3*time + 1));
  Real h = cosh(x)^2 - sinh(x)^2, inverse = asin(x) + acos(x), l = log10(99*time + 1);
  Real a = asinh(sinh(x)), wrapped = wrapAngle(7*time), length_ = Vectors.length({3, 4*time});
  Real norm1 = Vectors.norm({-3, 4}, 1), one[2] = Vectors.normalize({3*time, 4});
  Boolean any = BooleanVectors.anyTrue({time > 2, time > 0.5});
  Boolean all_ = BooleanVectors.allTrue({time > 2, time > 0.5});
  Integer first = BooleanVectors.firstTrueIndex({false, time > 0.5, true});
end A;
""",
            {
                "circle": 1,
                "t": math.tan(0.5),
                "angle": 3 * math.pi / 4,
                "e": 4,
                "h": 1,
                "inverse": math.pi / 2,
                "l": 2,
                "a": 0.5,
                "wrapped": 7 - 2 * math.pi,
                "length_": 5,
                "norm1": 7,
                "one[0]": 0.6,
                "any": 1,
                "all_": 0,
                "first": 2,
            },
        ),
        Known(
            """
model A "Functions of the language that round, and those that take several numbers"
  Real x = 7.5*time, y = -7.5*time;
  Real d = div(x, 2), m = mod(y, 2), r = rem(y, 2), f = floor(y), c = ceil(x);
  Integer i = integer(y);
  Real s = sign(y), a = abs(y), least = min(x, y), most = max({x, y, 3});
  Real bent = semiLinear(y, 2, 3);
  Real root = sqrt(2*x + 1), power = 2^(-time);
end A;
""",
            {
                "d": 3,
                "m": 0.5,
                "r": -1.5,
                "f": -8,
                "c": 8,
                "i": -8,
                "s": -1,
                "a": 7.5,
                "least": -7.5,
                "most": 7.5,
                "bent": -22.5,
                "root": 4,
                "power": 0.5,
            },
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Real x = Modelica.Math.sine(time);
end A;
""",
            "A.mo:2:12: the function Modelica.Math.sine is not supported",
        ),
        Wrong(
            """
model A
  Real x = sin(time, 2);
end A;
""",
            "A.mo:2:12: sin takes 1 argument",
        ),
    ),
)

INTERPOLATION = Feature(
    "functions of MSL (Math, interpolation, strings)",
    "interpolation",
    known=(
        Known(
            """
model A "Between the points of vectors, and of columns of a table; on straight lines outside"
  parameter Real x[3] = {0, 1, 3}, y[3] = {0, 10, 5};
  parameter Real table[3, 3] = [0, 1, 2; 1, 3, 8; 3, 3, 4];
  Real inside = Modelica.Math.Vectors.interpolate(x, y, 2*time);
  Real outside = Modelica.Math.Vectors.interpolate(x, y, 5*time);
  Real column = Modelica.Math.tempInterpol1(2*time, table, 3);
  parameter Real half = Modelica.Math.Vectors.interpolate(x, y, 0.5);
  Real known = half;
end A;
""",
            {"inside": 7.5, "outside": 0, "column": 6, "known": 5},
        ),
        Known(
            """
model A "Blocks with tables: straight, held and periodic, over time and over two inputs"
  import Modelica.Blocks.Types.{Smoothness, Extrapolation};
  parameter Real points[3, 2] = [0, 0; 1, 2; 2, 6];
  import Modelica.Blocks.Tables.CombiTable1Ds;
  CombiTable1Ds line(table=points, extrapolation=Extrapolation.LastTwoPoints);
  CombiTable1Ds held(table=points, extrapolation=Extrapolation.HoldLastPoint);
  CombiTable1Ds again(table=points, extrapolation=Extrapolation.Periodic);
  CombiTable1Ds steps(table=points, smoothness=Smoothness.ConstantSegments);
  Modelica.Blocks.Tables.CombiTable1Dv both(table=[0, 0, 5; 1, 2, 7], columns={3, 2});
  Modelica.Blocks.Tables.CombiTable2Ds plane(table=[0, 0, 1; 0, 1, 2; 1, 3, 4]);
  Modelica.Blocks.Sources.TimeTable cycle(table=[0, 0; 0.5, 1; 0.5, 3; 1.5, 5]);
equation
  line.u = 3*time;
  held.u = 3*time;
  again.u = 2.5*time;
  steps.u = 1.5*time;
  both.u = {0.5, time};
  plane.u1 = 0.5;
  plane.u2 = 0.5*time;
end A;
""",
            {
                "line.y[0]": 10,
                "held.y[0]": 6,
                "again.y[0]": 1,
                "steps.y[0]": 2,
                "both.y[0]": 6,
                "both.y[1]": 2,
                "plane.y": 2.5,
                "cycle.y": 4,
            },
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  Modelica.Blocks.Tables.CombiTable1Ds table(table=[0, 1; 1, 2], columns={3});
equation
  table.u = time;
end A;
""",
            "table: column 3 of a table with the columns 1 … 2: the first one is for the "
            "abscissa, so choose from 2 on [A.mo:2]",
        ),
        Wrong(
            """
model A
  Modelica.Blocks.Tables.CombiTable1Ds table(
    table=[0, 1; 0.5, 2], extrapolation=Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
equation
  table.u = time;
end A;
""",
            "table: an input is outside the table [A.mo:2]",
        ),
    ),
)

TEXTS = Feature(
    "functions of MSL (Math, interpolation, strings)",
    "strings",
    known=(
        Known(
            """
model A
  import Modelica.Utilities.Strings;
  parameter String name = "gear_25.txt";
  parameter Integer n = Strings.length(name);
  parameter String middle = Strings.substring(name, 6, 7);
  parameter Boolean same = Strings.isEqual(middle, "25"), empty = Strings.isEmpty("");
  Real x = if same and empty then n + time else 0;
end A;
""",
            {"x": 12},
        ),
        Known(
            """
model A "Numbers as texts"
  parameter Real r = 3.14159265, whole = 3.0;
  parameter Integer n = 7;
  parameter Boolean asWritten = String(whole) == "3" and String(r) == "3.14159";
  parameter Boolean short = String(r, significantDigits=3) == "3.14" and String(true) == "true";
  parameter Boolean wide = String(n, minimumLength=4, leftJustified=false) == "   7";
  parameter Boolean formatted = String(r, format=".2f") == "3.14" and String(-n) == "-7";
  Real x = if asWritten and short and wide and formatted then 1 else 0;
end A;
""",
            {"x": 1},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  parameter String s = "abc";
  parameter Integer n = Modelica.Utilities.Strings.hash(s);
  Real x = n;
end A;
""",
            "A.mo:3:25: the function Modelica.Utilities.Strings.hash is not supported",
        ),
    ),
)

EXTERNAL = Feature(
    "external C, ExternalObject",
    known=(
        Known(
            """
model A "A function of C that is given in Python"
  function area
    input Real r;
    output Real a;
    external "C" a = disc_area(r);
  end area;
  Real y = area(2*time);
end A;
""",
            {"y": 4 * math.pi},
            functions={"A.area": lambda r: math.pi * r**2},
        ),
        Known(
            """
package P
  function split
    input Real u;
    output Real whole;
    output Real half;
    external "C" split_c(u, whole, half) annotation(Include="#include <split.h>");
  end split;
  model A "Two outputs, and files that the library itself looks for"
    Real a, b;
  equation
    (a, b) = split(3*time);
  end A;
end P;
""",
            {"a": 3, "b": 1.5},
            functions={"split": lambda u: (u, u / 2)},
        ),
    ),
    wrong=(
        Wrong(
            """
model A
  function area
    input Real r;
    output Real a;
    external "C" a = disc_area(r);
  end area;
  Real y = area(2*time);
end A;
""",
            "A.mo:7:12: A.area is an external function, declared at A.mo:2:3: give it in "
            "Python, load(…, functions={'A.area': …})",
        ),
        Wrong(
            """
package P
  class Buffer
    extends ExternalObject;
    function constructor
      output Buffer b;
      external "C" b = create();
    end constructor;
    function destructor
      input Buffer b;
      external "C" destroy(b);
    end destructor;
  end Buffer;
  model A
    Buffer b = Buffer();
    Real y = time;
  end A;
end P;
""",
            "A.mo:2:3: ExternalObject has no counterpart here: it holds what C code keeps "
            "between calls; read the data in Python, and give functions of them by load(…, "
            "functions={…})",
        ),
    ),
)

FEATURES = (
    ALGORITHM,
    FUNCTIONS,
    LOOPS_IN_FUNCTIONS,
    MATHEMATICS,
    INTERPOLATION,
    TEXTS,
    EXTERNAL,
)
