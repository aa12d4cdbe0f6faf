"""Interactive sessions complete the names of parts and of variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper


@pytest.fixture(scope="module")
def built() -> Any:
    m = dt.Model("shaft")
    m.add(engine=Inertia(J=1), rod=SpringDamper(c=1, d=0), disc=Inertia.array(2, J=1))
    m.connect(m.engine >> m.rod >> m.disc[0] >> m.disc[1])
    return m


@pytest.fixture(scope="module")
def result(built: Any) -> dt.Result:
    return dt.simulate(built, stop_time=0.1)


@pytest.fixture(scope="module")
def shell(built: Any, result: dt.Result) -> Iterator[Any]:
    """A session of IPython that knows the model and its result."""
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    made = interactiveshell.InteractiveShell.instance(history_manager=None)
    made.Completer.use_jedi = False
    made.push({"m": built, "result": result, "final": result.final})
    yield made
    interactiveshell.InteractiveShell.clear_instance()


def test_a_model_lists_what_was_added(built: Any) -> None:
    assert {"engine", "rod", "disc", "add", "connect"} <= set(dir(built))


def test_a_model_without_parts_lists_its_methods() -> None:
    assert {"add", "connect", "title"} <= set(dir(dt.Model("empty")))


def test_a_part_lists_its_members(built: Any) -> None:
    assert dir(built.engine) == sorted(dt.rotational.Inertia.declarations())
    assert dir(built.engine.flange_a) == ["phi", "tau"]


def test_a_class_lists_its_parts() -> None:
    assert "clutch1" in dir(dt.examples.find("CoupledClutches")())


def test_a_result_lists_its_variables(result: dt.Result) -> None:
    assert result._ipython_key_completions_() == list(result.names)
    assert result.units._ipython_key_completions_() == list(result.names)  # type: ignore[attr-defined]
    assert "engine.J" in result.parameters._ipython_key_completions_()  # type: ignore[attr-defined]


def completed(shell: Any, text: str) -> list[str]:
    """Return the last names that the session offers for a line."""
    completer = import_module("IPython.core.completer")
    with completer.provisionalcompleter():
        found = [one.text for one in shell.Completer.completions(text, len(text))]
    return [re.split(r'\["|(?<=^m)\.|^\.', one)[-1] for one in found]


def test_ipython_completes_parts(shell: Any) -> None:
    assert completed(shell, "m.eng") == ["engine"]
    assert {"rod", "disc"} <= set(completed(shell, "m."))


def test_ipython_completes_variables(shell: Any) -> None:
    assert completed(shell, 'result["engine.w') == ["engine.w"]
    assert completed(shell, 'final["engine.ph') == ["engine.phi"]
