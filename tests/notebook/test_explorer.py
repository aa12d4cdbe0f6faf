"""The widget as an object: what it is given, what it tells, without a notebook."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import (
    NameLookupError,
    ParameterError,
    ResultError,
    UnitError,
    UsageError,
)
from drivetrain.simulation.results.result import Result


@pytest.fixture(scope="module")
def compiled() -> dt.CompiledModel:
    return dt.compile(dt.examples.find("CoupledClutches")())


def test_parameters_and_result_belong_together(compiled: dt.CompiledModel) -> None:
    explorer = compiled.explore("clutch1.fn_max", stop_time="0.5 s")
    assert explorer.parameters == {}
    explorer.parameters = {"clutch1.fn_max": "0.012 kN"}
    assert explorer.parameters == {"clutch1.fn_max": 12.0}
    same = compiled.simulate(stop_time=0.5, parameters={"clutch1.fn_max": 12.0})
    assert np.array_equal(explorer.result["J1.w"], same["J1.w"])
    assert explorer.result is explorer.result
    assert repr(explorer) == "<Explorer of CoupledClutches: clutch1.fn_max = 12.0>"


def test_a_model_can_be_explored_without_being_compiled_before() -> None:
    explorer = dt.examples.find("CoupledClutches")().explore(plot="J?.w")
    assert explorer._plotted == ["J1.w", "J2.w", "J3.w", "J4.w"]
    assert explorer.result.time[-1] == 1.5


def test_values_to_begin_with_are_set(compiled: dt.CompiledModel) -> None:
    explorer = compiled.explore(parameters={"J1.w.start": 12, "clutch1.peak": 1.3})
    assert explorer.parameters == {"J1.w.start": 12.0, "clutch1.peak": 1.3}
    assert explorer.result["J1.w"][0] == 12.0


def test_a_whole_array_is_given_by_element() -> None:
    model = dt.examples.find("machines.ShipShafting")()
    explorer = model.explore("throw[:].J", parameters={"throw[:].J": 6000})
    assert explorer.parameters == {f"throw[{k}].J": 6000.0 for k in range(6)}
    dt.simulate(model, stop_time=0.01, parameters=explorer.parameters)


def test_an_observer_hears_what_was_set(compiled: dt.CompiledModel) -> None:
    heard: list[Any] = []
    explorer = compiled.explore("clutch1.fn_max")
    explorer.observe(lambda change: heard.append(change["new"]), "parameters")
    explorer.parameters = {"clutch1.fn_max": 12.0}
    explorer._values = {"clutch1.fn_max": 13.0}  # as the page does
    explorer.parameters = None
    assert explorer.parameters == {}
    assert [one for one in heard if one is not None] == [
        {"clutch1.fn_max": 12.0},
        {"clutch1.fn_max": 13.0},
        {},
    ]
    assert explorer._values == {}


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        ({"clutch1.fnmax": 1}, NameLookupError, "did you mean 'clutch1.fn_max'"),
        ({"clutch1.fn_max": "3 m"}, UnitError, "clutch1.fn_max"),
        ({"clutch1.fn_max": -3}, ParameterError, "clutch1.fn_max"),
        ([3], UsageError, "give values by name"),
    ],
)
def test_what_the_model_does_not_have_is_refused(
    compiled: dt.CompiledModel, given: Any, kind: type[Exception], told: str
) -> None:
    explorer = compiled.explore("clutch1.fn_max", parameters={"clutch1.fn_max": 15})
    with pytest.raises(kind, match=told):
        explorer.parameters = given
    assert explorer.parameters == {"clutch1.fn_max": 15.0}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"plot": ["J1.ww"]}, "no variable 'J1.ww'; did you mean 'J1.w'"),
        ({"plot": [3]}, "neither a name nor a list of names"),
        ({"plot": 3}, "give names of variables in a list"),
        ({"plot": "*"}, "more than the 64"),
        ({"plots": "J1.w"}, "did you mean 'plot'"),
        ({"stop_time": "soon"}, "give a number of seconds"),
        ({"ranges": [1, 2]}, "by name"),
        ({"parameters": {"J1.I": 3}}, "J1.I"),
    ],
)
def test_a_wrong_argument_is_refused(
    compiled: dt.CompiledModel, asked: dict[str, Any], told: str
) -> None:
    with pytest.raises((UsageError, NameLookupError), match=told):
        compiled.explore(**asked)


def test_a_run_that_cannot_be_made_says_so_when_its_result_is_asked_for(
    compiled: dt.CompiledModel,
) -> None:
    explorer = compiled.explore(stop_time=-1.0)
    with pytest.raises(UsageError, match="stop_time"):
        explorer.result  # noqa: B018


def test_a_run_is_shown_as_it_is(compiled: dt.CompiledModel) -> None:
    run = compiled.simulate(stop_time=0.2)
    explorer = run.explore("J?.w")
    assert explorer.result is run
    with pytest.raises(UsageError, match="one run as it is"):
        explorer.parameters = {"clutch1.fn_max": 3.0}
    with pytest.raises(NameLookupError, match=r"did you mean .J1\.w."):
        run.explore("J1.W")


def test_a_run_without_rows_is_refused(compiled: dt.CompiledModel) -> None:
    run = compiled.simulate(stop_time=0.2)
    rows = np.empty((0, 2 + len(run.layout)))
    empty = Result(run.layout, rows, model="nothing", status=run.status)
    with pytest.raises(ResultError, match="nothing was recorded"):
        empty.explore()


def test_without_the_extra_the_message_says_which_it_is() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import drivetrain as dt\n"
        "from importlib import util\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'anywidget' else find(name, *rest)\n"
        "try:\n    dt.examples.find('CoupledClutches')().explore()\n"
        "except dt.errors.UsageError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "explore needs anywidget: pip install 'drivetrain[notebook]'\n"


def test_nothing_of_a_notebook_is_imported_before_it_is_needed() -> None:
    code = (
        "import sys, drivetrain as dt; dt.simulate(dt.examples.find('CoupledClutches')())\n"
        "print([name for name in ('anywidget', 'ipywidgets', 'starlette', 'drivetrain.studio',"
        " 'drivetrain.notebook') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_widget_needs_no_server() -> None:
    code = (
        "import sys, drivetrain as dt; dt.examples.find('CoupledClutches')().explore()\n"
        "print([name for name in ('starlette', 'uvicorn', 'libcst') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_what_all_elements_have_in_common_is_one_value_of_the_page() -> None:
    ship = dt.compile(dt.examples.find("machines.ShipShafting")())
    explorer = ship.explore("throw[:].J", parameters={"throw[:].J": 6000, "tau_full": 7e5})
    assert explorer._values == {"throw[:].J": 6000.0, "tau_full": 7e5}
    explorer.parameters = {**explorer.parameters, "throw[3].J": 5000.0}
    assert explorer._values == explorer.parameters
    assert explorer.parameters["throw[3].J"] == 5000.0


def test_an_end_that_is_no_time_is_refused(compiled: dt.CompiledModel) -> None:
    explorer: Any = compiled.explore()
    explorer.stop_time = "500 ms"
    assert explorer.stop_time == 0.5
    with pytest.raises(UsageError, match="give a number of seconds"):
        explorer.stop_time = "soon"
    assert explorer.stop_time == 0.5
