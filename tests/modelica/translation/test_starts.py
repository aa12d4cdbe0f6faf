"""Starts of models in Modelica: where their values come from, and what is fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import DrivetrainError

from .models import run

PART = """
  model W parameter Real w0 = 5; parameter Real a[2] = {1, 2}; Real w(start=w0); Real v[2](start=a);
  equation der(w) = 0; der(v) = {0, 0}; end W;
"""
REST = "equation der(x) = 0;"
CASES = {
    "a parameter of a part": (
        f"{PART} W p(w0=7); Real x(start=2*p.w0 + 1, fixed=true); {REST}", {"x": 15},
    ),
    "a parameter of a part of a part": (
        f"{PART} model V W p(w0=6); end V; V v; Real x(start=v.p.w0, fixed=true); {REST}", {"x": 6},
    ),
    "a parameter of a part of the library": (
        "  Modelica.Mechanics.Rotational.Components.Inertia wheel(J=2);"
        f" Real x(start=wheel.J, fixed=true); {REST}", {"x": 2},
    ),
    "a vector of a part": (
        f"{PART} W p(a={{5, 6}}); Real x[2](start=p.a, each fixed=true);"
        " equation der(x) = {0, 0};", {"x[1]": 6},
    ),
    "the start of the part, fixed here": (f"{PART} W p(w0=3, w(fixed=true));", {"p.w": 3}),
    "the starts of an array of parts, fixed here": (
        f"{PART} W p[2](w0={{3, 4}}, each w(fixed=true));", {"p[0].w": 3, "p[1].w": 4},
    ),
    "a vector of starts of a part, fixed here": (
        f"{PART} W p(a={{8, 9}}, v(each fixed=true));", {"p.v[0]": 8, "p.v[1]": 9},
    ),
    "one for each part": (
        f"{PART} parameter Real b[2] = {{3, 4}}; W p[2](w(start=b, each fixed=true));",
        {"p[0].w": 3, "p[1].w": 4},
    ),
    "a vector of parameters": (
        "  parameter Real a[:] = {1, 2, 7}; Real x[size(a, 1)](start=a, each fixed=true);"
        " equation der(x) = zeros(3);", {"x[2]": 7},
    ),
    "a formula of vectors": (
        "  parameter Real a[2] = {1, 2}; Real x[2](start=2*a, each fixed=true);"
        " equation der(x) = {0, 0};", {"x[0]": 2, "x[1]": 4},
    ),
    "a matrix": (
        "  parameter Real a[2, 2] = {{1, 2}, {3, 4}}; Real x[2, 2](start=a, each fixed=true);"
        " equation der(x) = zeros(2, 2);", {"x[0][1]": 2, "x[1][0]": 3},
    ),
    "a parameter says whether it is fixed": (
        f"  parameter Boolean f = true; Real x(start=3, fixed=f); {REST}", {"x": 3},
    ),
    "a parameter says that it is not fixed": (
        f"  parameter Boolean f = false; Real x(start=3, fixed=f); initial equation x = 8; {REST}",
        {"x": 8},
    ),
    "an expression says whether it is fixed": (
        "  model V parameter Integer kind = 1; Real x(start=3, fixed=kind == 2); "
        f"{REST} end V; V one(kind=2), two; initial equation two.x = 5;", {"one.x": 3, "two.x": 5},
    ),
    "a parameter says whether that of a part is fixed": (
        f"{PART} parameter Boolean f = true; W p(w(start=4, fixed=f));", {"p.w": 4},
    ),
    "some elements are fixed": (
        "  Real x[2](start={3, 4}, fixed={true, false}); initial equation x[2] = 10;"
        " equation der(x) = {0, 0};", {"x[0]": 3, "x[1]": 10},
    ),
    "a parameter without a start": (
        "  parameter Real p(fixed=false); initial equation p^3 + p = 10;", {"p": 2},
    ),
    "a vector of parameters is found at the start": (
        "  parameter Real p[3](each fixed=false); Real y = p[2]*time;"
        " initial equation for i in 1:3 loop p[i] = i^2; end for;", {"y": 4, "p[2]": 9},
    ),
    "parameters that follow from one that is found": (
        "  parameter Real p(fixed=false), q = 2*p, r = q + 1; Real x(start=0, fixed=true);"
        " initial equation p = 3; equation der(x) = r;", {"x": 7},
    ),
    "a check of the start": (
        '  Real x(start=1, fixed=true); initial equation assert(x < 2, "large");'
        " equation der(x) = 5;", {"x": 6},
    ),
}  # fmt: skip
REFUSED = {
    "too many starts": (
        "  parameter Real a[3] = {1, 2, 3}; Real x[2](start=a); equation der(x) = {0, 0};",
        "vector of 3 numbers",
    ),
    "a variable of a part": (
        f"{PART} W p; Real x(start=p.w, fixed=true); {REST}", "write an initial equation instead",
    ),
    "a check of the start": (
        '  Real x(start=3, fixed=true); initial equation assert(x < 2, "large");'
        " equation der(x) = -5;", "large",
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", CASES)
def test_the_start_is_that_of_the_text(tmp_path: Path, title: str) -> None:
    text, wanted = CASES[title]
    final = run(tmp_path, text, tolerance=1e-9).final
    assert {name: final[name] for name in wanted} == pytest.approx(wanted, rel=1e-8)


@pytest.mark.parametrize("title", REFUSED)
def test_what_is_no_start_is_refused(tmp_path: Path, title: str) -> None:
    text, told = REFUSED[title]
    with pytest.raises(DrivetrainError, match=told):
        run(tmp_path, text)
