"""Small models of single features of the language, whose answers follow from its text."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from .models import run

CASES = {
    "division and remainders of negative numbers": (
        """  Integer n = div(-7, 2), m = mod(-7, 2), r = rem(-7, 2), f = integer(-2.5);
  Real a = mod(7, -2), b = mod(-7.5, 2), c = rem(-7.5, 2), d = 7/2, e = ceil(-2.5);""",
        {"n": -3, "m": 1, "r": -1, "f": -3, "a": -1, "b": 0.5, "c": -1.5, "d": 3.5, "e": -2},
    ),
    "precedence of operators": (
        "  Real a = -2^2, b = 8/2*3, c = 2 - 3 - 4, d = -time^2; Boolean e = not 1 > 2 and true;",
        {"a": -4, "b": 12, "c": -5, "d": -1, "e": 1},
    ),
    "the first of several events counts": (
        """  Real y(start=0, fixed=true);
equation
  when time > 0.5 then y = 1; elsewhen time > 0.2 then y = 2; elsewhen time > 0.5 then y = 3;
  end when;""",
        {"y": 1},
    ),
    "an event that holds from the start does not happen": (
        """  Integer n(start=0, fixed=true), m(start=0, fixed=true);
equation
  when time >= 0 then n = pre(n) + 1; end when;
  when {initial(), time > 0.5} then m = pre(m) + 1; end when;""",
        {"n": 0, "m": 2},
    ),
    "events at one instant see each other": (
        """  Integer a(start=0, fixed=true), b(start=0, fixed=true);
equation
  when sample(0, 0.4) then b = pre(b) + a; end when;
  when sample(0, 0.2) then a = pre(a) + 1; end when;""",
        {"a": 6, "b": 1 + 3 + 5},
    ),
    "an event that follows from an event": (
        """  Boolean a = time > 0.5; Integer n(start=0, fixed=true), m(start=0, fixed=true);
equation
  when a then n = pre(n) + 1; end when;
  when change(n) then m = pre(m) + 10; end when;""",
        {"n": 1, "m": 10},
    ),
    "a bound state jumps only where its condition says": (
        """  Real x(start=0, fixed=true);
equation
  der(x) = 1;
  when sample(0.25, 0.25) then if x > 0.4 then reinit(x, -1); end if; end when;""",
        {"x": -0.5},
    ),
    "initial equations determine parameters": (
        """  parameter Real p(fixed=false, start=1); Real x(start=1);
initial equation
  x = 2*p; der(x) = -1;
equation
  der(x) = -p*x;""",
        {"p": math.sqrt(0.5), "x": math.sqrt(2) * math.exp(-math.sqrt(0.5))},
    ),
    "an initial equation comes before a start that is not fixed": (
        "  Real x(start=3);\ninitial equation\n  der(x) = 0;\nequation\n  der(x) = 2 - x;",
        {"x": 2},
    ),
    "a fixed start of what follows from a state": (
        "  Real x, y(start=4, fixed=true);\nequation\n  der(x) = 1; y = 2*x;",
        {"x": 3, "y": 6},
    ),
    "terms that change sign": (
        "  Real a = semiLinear(time - 2, 2, 3), b = sign(time - 2), c = delay(time, 0.25);",
        {"a": -3, "b": -1, "c": 0.75},
    ),
    "branches in branches": (
        """  Real y, z;
equation
  if time < 0.5 then
    if time < 0.2 then y = 1; z = 1; else z = 2; y = 3; end if;
  else
    y = z + 1; z = 7;
  end if;""",
        {"y": 8, "z": 7},
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_the_answer_is_that_of_the_language(tmp_path: Path, title: str) -> None:
    text, wanted = CASES[title]
    final = run(tmp_path, text, tolerance=1e-8).final
    assert {name: final[name] for name in wanted} == pytest.approx(wanted, rel=1e-5)
