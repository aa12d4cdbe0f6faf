"""A package with a run, a check and examples that are made by hand."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import drivetrain
from drivetrain.cli import main
from drivetrain.errors import NameLookupError, nearest

Invoke = Callable[..., Result]


class FakeModel:
    """Stands for the class Model of the modeling language."""

    experiment = SimpleNamespace(stop_time=1.5)


class CoupledClutches(FakeModel):
    """Three clutches that lock one after the other.

    And more lines.
    """


class FakeRun:
    """Records how a model is run, and returns a result or raises."""

    def __init__(self, make_result: Callable[..., Any]) -> None:
        self.make_result = make_result
        self.calls: list[tuple[Any, dict[str, Any]]] = []
        self.outcome: Any = None

    def __call__(self, model: Any, **settings: Any) -> Any:
        self.calls.append((model, settings))
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        if callable(self.outcome):
            return self.outcome(model)
        return self.outcome or self.make_result(model=type(model).__name__)

    def compile(self, model: Any) -> Any:
        layout = self.make_result().layout
        root = SimpleNamespace(parameters=[], variables=[], subs=[])
        translation = SimpleNamespace(flat=SimpleNamespace(root=root))
        simulate = partial(self, model)
        return SimpleNamespace(layout=layout, translation=translation, simulate=simulate)


@pytest.fixture(scope="session")
def make_result() -> Callable[..., Any]:
    path = Path(__file__).parents[1] / "simulation" / "conftest.py"
    spec = importlib.util.spec_from_file_location("hand_made_result", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Callable[..., Any] = module.make_result
    return made


@pytest.fixture
def run(make_result: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> FakeRun:
    """Replace the public functions of the package that the command line calls."""

    def find(name: str) -> type:
        if name == "CoupledClutches":
            return CoupledClutches
        raise NameLookupError(f"no example {name!r}{nearest(name, ['CoupledClutches'])}")

    fake = FakeRun(make_result)
    examples = SimpleNamespace(names=lambda: ["CoupledClutches"], find=find)
    monkeypatch.setattr(drivetrain, "Model", FakeModel, raising=False)
    monkeypatch.setattr(drivetrain, "simulate", fake, raising=False)
    monkeypatch.setattr(drivetrain, "compile", fake.compile, raising=False)
    monkeypatch.setattr(drivetrain, "examples", examples, raising=False)
    return fake


@pytest.fixture
def invoke(run: FakeRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Invoke]:
    """Call the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    modules = set(sys.modules)
    yield lambda *words: CliRunner().invoke(main, words)
    for name in set(sys.modules) - modules:
        if name.startswith("drivetrain_model_") or name in ("model", "shafts"):
            del sys.modules[name]
