"""What happens at the end of a run: `terminal()`."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError, ModelWarning, SimulationError, UsageError

from .models import loaded, model, package, run

MOVES = "  Real x(start=0, fixed=true);"
COUNTS = "Integer n(start=0, fixed=true);"
FOUND = {
    "an equation": (
        "Real y(start=0, fixed=true); equation der(x) = 1; when terminal() then y = 2*x; end when;",
        {"y": 2},
    ),
    "an algorithm": (
        "discrete Real y(start=0, fixed=true); equation der(x) = 1; algorithm when time > 0.5 then "
        "y := 7; elsewhen terminal() then y := 2*x + pre(y); end when;", {"y": 9},
    ),
    "with the start and another event": (
        f"{COUNTS} equation der(x) = 1; when {{initial(), time > 0.5, terminal()}} then "
        "n = pre(n) + 1; end when;", {"n": 3},
    ),
    "on a condition": (
        f"{COUNTS} Integer m(start=0, fixed=true); equation der(x) = 1; when terminal() and "
        "x > 0.5 then n = 5; end when; when terminal() and x > 1.5 then m = 5; end when;",
        {"n": 5, "m": 0},
    ),
    "after an event at the same instant": (
        f"{COUNTS} Integer m(start=0, fixed=true); equation der(x) = 1; when sample(0, 0.25) then "
        "n = pre(n) + 1; end when; when terminal() then m = n; end when;", {"n": 5, "m": 5},
    ),
    "what follows from it": (
        f"{COUNTS} Integer m(start=0, fixed=true); equation der(x) = 1; when terminal() then "
        "n = 1; end when; when change(n) then m = pre(m) + 10; end when;", {"n": 1, "m": 10},
    ),
    "a jump": ("equation der(x) = 1; when terminal() then reinit(x, 7); end when;", {"x": 7}),
}  # fmt: skip
COUNTED = f"""{MOVES} {COUNTS}
  parameter Real a = 1;
equation
  der(x) = a;
  when terminal() then n = if x > 1.5 then 2 else 1; end when;"""


@pytest.mark.parametrize(("text", "expected"), FOUND.values(), ids=FOUND)
def test_it_happens_once_at_the_end(tmp_path: Path, text: str, expected: dict[str, float]) -> None:
    found = run(tmp_path, f"{MOVES} {text}").final
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=1e-9)


def test_each_part_has_it(tmp_path: Path) -> None:
    text = f"model Q {COUNTED} end Q; model B extends Q; end B; model A Q q[2]; B b; end A;"
    found = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0).final
    assert [found[name] for name in ("q[0].n", "q[1].n", "b.n")] == [1, 1, 1]


def test_every_run_has_its_own_end(tmp_path: Path) -> None:
    compiled = dt.compile(model(tmp_path, COUNTED)())
    assert [compiled.simulate(stop_time=t).final["n"] for t in (1.0, 2.0, 0.5)] == [1, 2, 1]
    assert compiled.simulate(stop_time=2.0, parameters={"a": 0.1}).final["n"] == 1
    many = compiled.ensemble({"a": [0.5, 1.0, 2.0]}, stop_time=1.0)
    assert many.final("n").tolist() == [1, 1, 2]


def test_an_assertion_may_judge_the_run(tmp_path: Path) -> None:
    text = f'{MOVES} equation der(x) = 1; when terminal() then assert(x > 2, "slow"); end when;'
    with pytest.raises(SimulationError, match="slow"):
        run(tmp_path, text)


def test_a_run_that_the_model_ends_does_not_get_there(tmp_path: Path) -> None:
    with pytest.warns(ModelWarning, match=r"ended by the model at 0\.3 s, so that terminal\(\)"):
        found = run(tmp_path, f'{COUNTED} when time > 0.3 then terminate("done"); end when;')
    assert found.final["n"] == 0


def test_converted_both_ways_it_is_the_same(tmp_path: Path) -> None:
    original = model(tmp_path, COUNTED)
    module = ModuleType("converted")
    exec(dt.modelica.convert(tmp_path / "A.mo"), module.__dict__)
    converted: Any = vars(module)["A"]
    text = dt.modelica.to_modelica(converted())
    assert "when terminal() then" in text
    again = loaded(tmp_path, text, "A")
    results = [dt.simulate(one(), stop_time=2.0) for one in (original, converted, again)]
    for one in results[1:]:
        assert np.array_equal(one["n"], results[0]["n"])


def test_what_has_no_known_end_is_refused(tmp_path: Path) -> None:
    compiled = dt.compile(model(tmp_path, COUNTED)())
    result = compiled.simulate(stop_time=1.0)
    with pytest.raises(UsageError, match=r"initial=…: A says what happens at the end of a run"):
        compiled.simulate(stop_time=2.0, initial=result)
    with pytest.raises(UsageError, match=r"start\(…\): A says what happens at the end of a run"):
        compiled.start(stop_time=2.0)
    with pytest.raises(UsageError, match=r"export\(…\): A says what happens at the end of a run"):
        dt.export(model(tmp_path, COUNTED)(), tmp_path / "A.fmu", platforms=(), sources=True)


@pytest.mark.parametrize(
    "text",
    [
        "Real y = if terminal() then 1 else 2;",
        "Boolean b = terminal();",
        "Real y; algorithm y := 1; if terminal() then y := 2; end if;",
    ],
)
def test_elsewhere_it_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ModelicaError, match=r"A\.mo:2:\d+: terminal\(\) is true in the event at"):
        model(tmp_path, text)
