"""Functions that people call by hand refuse what they do not take with the nearest right name."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain import modeling
from drivetrain.calls import explained
from drivetrain.errors import ArgumentError, DrivetrainError, UsageError
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.ensemble import Ensemble
from drivetrain.simulation.results.event_log import EventLog
from drivetrain.simulation.results.result import Result


def _of(owner: Any, *names: str) -> dict[str, Callable[..., Any]]:
    return {f"{owner.__name__}.{name}": getattr(owner, name) for name in names}


_PUBLIC: dict[str, Callable[..., Any]] = {
    **{f"dt.{name}": getattr(dt, name) for name in ("simulate", "compile", "check", "plot")},
    **{name: getattr(modeling, name) for name in modeling.__all__},
    **_of(CompiledModel, "simulate", "start", "ensemble"),
    **_of(Result, "match", "at", "to_numpy", "to_pandas", "save", "plot", "summary"),
    **_of(EventLog, "of", "times", "text", "to_pandas"),
    **_of(Ensemble, "final", "events", "trajectory"),
    "examples.find": dt.examples.find,
    "Experiment": dt.Experiment,
}


def _takes_any_name(function: Callable[..., Any]) -> bool:
    kinds = {one.kind for one in inspect.signature(function).parameters.values()}
    return inspect.isfunction(function) and inspect.Parameter.VAR_KEYWORD in kinds


_FUNCTIONS = {
    name: function
    for name, function in _PUBLIC.items()
    if inspect.isfunction(function) or name.endswith(("Input", "Output", "Experiment"))
    if not _takes_any_name(function)
}


def _by_name(function: Callable[..., Any]) -> list[str]:
    return [
        p.name
        for p in inspect.signature(function).parameters.values()
        if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name != "self"
    ]


@pytest.mark.parametrize("name", sorted(_FUNCTIONS))
def test_a_misspelt_keyword_is_refused_with_the_nearest_right_one(name: str) -> None:
    function = _FUNCTIONS[name]
    known = _by_name(function)
    right = max(known, key=len, default="")
    wrong = f"{right[:-1]}_x" if right else "anything"
    with pytest.raises(DrivetrainError, match=f"has no argument '{wrong}'") as caught:
        function(*[None] * (name.partition(".")[0] in _METHODS_OF), **{wrong: 1})
    assert isinstance(caught.value, TypeError)
    if len(right) > 3:
        assert "did you mean" in str(caught.value)
        assert f"'{right}'" in str(caught.value)


_METHODS_OF = ("CompiledModel", "Result", "EventLog", "Ensemble")


def test_what_is_missing_and_what_is_too_much_is_told_with_what_would_be_right() -> None:
    with pytest.raises(ArgumentError, match=r"where.* missing 1 .*'if_false'; it takes condition,"):
        modeling.where(True, 1.0)  # type: ignore[call-arg]
    takes = r"it takes model, and by name start_time, stop_time"
    with pytest.raises(ArgumentError, match=takes):
        dt.simulate(dt.examples.find("First")(), 1.0)  # type: ignore[misc]
    assert issubclass(ArgumentError, UsageError)


def test_an_error_inside_the_function_stays_what_it_is() -> None:
    @explained
    def fails(x: int) -> int:
        return x + "1"  # type: ignore[operator]

    with pytest.raises(TypeError) as caught:
        fails(1)
    assert not isinstance(caught.value, DrivetrainError)


def test_functions_keep_their_names_and_can_be_pickled() -> None:
    assert dt.simulate.__name__ == "simulate"
    assert pickle.loads(pickle.dumps(modeling.sin)) is modeling.sin
    assert list(inspect.signature(dt.check).parameters) == ["model"]
