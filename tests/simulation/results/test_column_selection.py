"""Variables read side by side are those read one by one, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.behaviour.size.test_long_shaft import LongShaft

import drivetrain as dt
from drivetrain import Result, examples
from drivetrain.compiler import pipeline as translate
from drivetrain.errors import NameLookupError
from drivetrain.modeling import Model
from drivetrain.simulation.results import column_selection, recording

from .test_recording import Ball, Begun, Clocked, Late, Looped

MODELS: dict[str, Callable[[], Model]] = {
    "modes and jumps": Ball,
    "clocks": Clocked,
    "a first instant": Begun,
    "a past": Late,
    "a loop": Looped,
    "loops in machine code": lambda: LongShaft(n=60),
    "a machine": examples.find("machines.ShipShafting"),
}


def one_by_one(result: Result, names: list[str]) -> np.ndarray:
    return np.column_stack([result[name].astype(float) for name in names])


def selections(result: Result) -> list[list[str]]:
    names = list(result.names)
    rng = np.random.default_rng(7)
    some = [names[k] for k in rng.choice(len(names), size=min(len(names), 12), replace=False)]
    return [names, names[::-1], some, names[:1], names[-1:], [n for n in names if "tau" in n]]


@pytest.mark.parametrize("has_code", [False, True], ids=["out of rows", "by code of its own"])
@pytest.mark.parametrize("what", MODELS)
def test_same_bits_as_one_by_one(what: str, has_code: bool, monkeypatch: pytest.MonkeyPatch):
    if has_code:
        monkeypatch.setattr(column_selection, "_WORTHWHILE", -1)
    compiled = dt.compile(MODELS[what]())
    asked: dict[str, Any] = {"stop_time": 0.5, "interval": 0.01}
    reference = compiled.simulate(**asked)
    _ = reference.rows
    for names in filter(None, selections(reference)):
        result = compiled.simulate(**asked)
        assert result.to_numpy(*names).tobytes() == one_by_one(reference, names).tobytes()
        assert reference.to_numpy(*names).tobytes() == one_by_one(reference, names).tobytes()


def test_all_variables_by_default():
    result = dt.simulate(Ball(), stop_time=1.0)
    assert result.to_numpy().tobytes() == one_by_one(result, list(result.names)).tobytes()


def test_patterns_and_misspelt_names():
    result = dt.simulate(LongShaft(n=30), stop_time=0.1)
    assert result.match("disc[?].w", "link[0].tau") == [
        *(f"disc[{k}].w" for k in range(10)), "link[0].tau",
    ]  # fmt: skip
    values = result.to_numpy("disc[?].w", "link[0].tau")
    assert values.shape == (len(result.time), 11)
    assert np.array_equal(values[:, 10], result["link[0].tau"])
    with pytest.raises(NameLookupError, match=r"did you mean 'disc\[0\]\.w'"):
        result.to_numpy("disc[0].ww")


def test_nothing_else_is_kept():
    result = dt.simulate(LongShaft(n=30), stop_time=0.1)
    result.to_numpy("link[3].tau", "disc[4].w")
    assert "rows" not in vars(result._recording)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many columns code was made for, one entry per call."""
    sizes: list[int] = []
    make = translate.Translation.column_code

    def write_down(self: translate.Translation, columns: Any, places: Any) -> Any:
        sizes.append(len(columns))
        return make(self, columns, places)

    monkeypatch.setattr(translate.Translation, "column_code", write_down)
    return sizes


def test_code_is_made_once_and_only_for_what_is_read_often(
    made: list[int], monkeypatch: pytest.MonkeyPatch
):
    compiled = dt.compile(LongShaft(n=30))
    others = compiled.translation.kernel.n_y - 2
    points = len(compiled.simulate(stop_time=0.1).time)
    monkeypatch.setattr(column_selection, "_WORTHWHILE", 3 * others * points)
    for times in range(1, 7):
        compiled.simulate(stop_time=0.1).to_numpy("link[3].tau", "link[4].tau")
        assert made == ([2] if times > 3 else [])
    compiled.simulate(stop_time=0.1).to_numpy("link[5].tau")
    assert made == [2]


def test_the_last_few_selections_are_kept():
    compiled = dt.compile(LongShaft(n=30))
    result = compiled.simulate(stop_time=0.1)
    for k in range(3 * column_selection._MOST):
        result.to_numpy(f"link[{k}].tau")
    assert len(compiled.prepared.picking._known) <= column_selection._MOST
    assert len(compiled.layout._columns) <= column_selection._MOST


def test_single_names_of_a_very_large_result(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recording, "_VERY_MANY", 0)
    compiled = dt.compile(Ball())
    result, reference = (compiled.simulate(stop_time=1.0) for _ in range(2))
    _ = reference.rows
    for name in ("bounces", "v"):
        assert result[name].tobytes() == reference[name].tobytes()  # these are there
    for k in range(recording._ONE_BY_ONE):
        name = ("energy", "loss", "fall", "upwards")[k % 4]
        assert result[name].tobytes() == reference[name].tobytes()
    assert "rows" not in vars(result._recording)
    assert result["energy"].tobytes() == reference["energy"].tobytes()
    assert "rows" in vars(result._recording)


def test_what_is_recorded_needs_no_code(made: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(column_selection, "_WORTHWHILE", -1)
    result = dt.simulate(Ball(), stop_time=1.0)
    states = result.to_numpy("h", "bounces", "v")
    assert states.tobytes() == one_by_one(result, ["h", "bounces", "v"]).tobytes()
    assert made == []


def test_other_parameters_are_heeded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(column_selection, "_WORTHWHILE", -1)
    compiled = dt.compile(Ball())
    for e in (0.5, 0.9):
        result = compiled.simulate(parameters={"e": e}, stop_time=1.0)
        loss = result.to_numpy("loss", "energy")
        assert loss[:, 0] == pytest.approx(e * loss[:, 1])
