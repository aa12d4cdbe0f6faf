"""The variables and the parameters of a result as tables."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import NameLookupError, ParameterError
from drivetrain.simulation.results.result import Result

NAMES = ("CoupledClutches", "LossyGearDemo1", "First", "machines.Hoist")


@pytest.fixture(scope="module")
def run() -> Result:
    return dt.simulate(dt.examples.find("LossyGearDemo1")())


def test_variables_have_unit_range_and_description(run: Result) -> None:
    table = run.variables("Inertia*.w")
    assert table.names == ["Inertia1.w", "Inertia2.w"]
    line = table[0]
    assert line == run.variables["Inertia1.w"]
    assert (line.unit, line.kind) == ("rad/s", "real")
    assert (line.min, line.max) == (run["Inertia1.w"].min(), run["Inertia1.w"].max())
    assert line.description == run.descriptions["Inertia1.w"]
    assert len(run.variables) == len(run)
    assert [one.name for one in run.variables] == list(run)
    assert run.variables[1:3].names == list(run)[1:3]


def test_a_table_of_variables_is_short(run: Result) -> None:
    text = repr(run.variables)
    assert text.startswith("<72 variables of LossyGearDemo1>\nname ")
    assert len(text.splitlines()) == 1 + 1 + 30 + 1
    assert len(run.variables.text().splitlines()) == 1 + 72
    frame = run.variables("gear.*").to_pandas()
    assert frame.loc["gear.w_a", "max"] == run["gear.w_a"].max()
    with pytest.raises(NameLookupError, match=r"did you mean 'gear\.\w+'"):
        run.variables("gear.wa")


@pytest.mark.parametrize("name", NAMES)
def test_settable_parameters_make_the_same_run(name: str) -> None:
    compiled = dt.compile(dt.examples.find(name)())
    run = compiled.simulate()
    again = compiled.simulate(parameters=run.parameters.settable)
    assert again.rows.tobytes() == run.rows.tobytes()
    numbers = set(run.parameters.settable) - set(run.parameters.tables)
    assert numbers | set(run.parameters.computed) == set(run.parameters)


def test_computed_parameters_cannot_be_set(run: Result) -> None:
    compiled = dt.compile(dt.examples.find("LossyGearDemo1")())
    assert set(run.parameters.computed) >= {"gear.ideal", "gear.eta_mf1_0"}
    for name, value in run.parameters.computed.items():
        with pytest.raises(ParameterError, match="is computed from other parameters"):
            compiled.simulate(parameters={name: value})


def copied(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("again", [lambda thing: thing, copied])
def test_tables_and_types_of_parameters(run: Result, again: Any) -> None:
    parameters = again(run).parameters
    assert parameters["gear.loss_table"].tolist() == [[0.0, 0.5, 0.5, 0.0, 0.0]]
    assert "gear.loss_table" in parameters
    assert "gear.loss_table" in parameters.settable
    assert parameters["drive_sine.continuous"] is False
    assert parameters["gear.ratio"] == 2.0
    lines = str(parameters).splitlines()
    assert any(line.split()[:4] == ["gear.loss_table", "1", "×", "5"] for line in lines)
    assert any(line.split()[-1] == "computed" for line in lines)
    table = parameters.to_pandas()
    assert not table.loc["gear.ideal", "settable"]
    assert table.loc["gear.ratio", "unit"] == "1"
    with pytest.raises(NameLookupError, match=r"did you mean 'gear\.ratio'"):
        parameters["gear.ratoi"]


def test_changed_tables_are_told() -> None:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    curve = [[0.0, 0.5], [10.0, 0.4], [20.0, 0.35]]
    run = compiled.simulate(parameters={"clutch1.mu_pos": curve}, stop_time=0.1)
    np.testing.assert_array_equal(run.parameters["clutch1.mu_pos"], curve)
    assert run.parameters["clutch2.mu_pos"].tolist() == [[0.0, 0.5]]


def test_tables_for_notebooks(run: Result) -> None:
    compared = run.compare(run, "gear.w_a")
    for table, told in (
        (run.variables("gear.w_a"), '<td style="text-align: left">rad/s</td>'),
        (run.parameters, ">computed</td>"),
        (compared, "1 signals, 4 common events up to 0 s apart</caption>"),
    ):
        html = table._repr_html_()
        assert html.startswith("<table><caption>")
        assert told in html
