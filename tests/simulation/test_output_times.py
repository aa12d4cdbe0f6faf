"""Runs recorded at given instants."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.errors import UnitError, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.output_times import OutputTimes
from drivetrain.simulation.results.row_layout import RowFlag

FLAG = 1


@pytest.fixture(scope="module")
def clutches() -> CompiledModel:
    return compile_model(CoupledClutches())


@pytest.fixture(scope="module")
def instants() -> Any:
    return np.sort(np.random.default_rng(3).uniform(0.0, 1.5, 1000))


def test_rows_are_at_exactly_these_instants(clutches: CompiledModel, instants: Any) -> None:
    result = clutches.simulate(output_times=instants)
    points = result.rows[:, FLAG] == RowFlag.REGULAR
    assert result.time[points].tobytes() == instants.tobytes()
    others = clutches.simulate().rows
    marked = others[others[:, FLAG] != RowFlag.REGULAR]
    assert result.rows[~points].tobytes() == marked.tobytes()


def test_the_steps_do_not_depend_on_them(clutches: CompiledModel, instants: Any) -> None:
    usual, few = clutches.simulate(interval=0.01), clutches.simulate(output_times=[0.3])
    many = clutches.simulate(output_times=instants)
    assert usual.stats.steps == few.stats.steps == many.stats.steps
    assert usual.stats.rhs_evaluations == few.stats.rhs_evaluations == many.stats.rhs_evaluations
    assert usual.rows[-1].tobytes() == few.rows[-1].tobytes() == many.rows[-1].tobytes()


def test_instants_of_the_usual_grid_give_the_usual_rows(clutches: CompiledModel) -> None:
    usual = clutches.simulate(interval=0.01)
    again = clutches.simulate(output_times=np.arange(1, 150) * 0.01)
    assert again.rows.tobytes() == usual.rows.tobytes()


def test_an_instant_of_an_event_is_its_two_sides(clutches: CompiledModel) -> None:
    """Also a few last bits beside it, as events are there at one instant."""
    events = clutches.simulate(interval=np.inf)
    locked = float(events.events.times("clutch3.mode", after="stuck")[0])
    beside = [np.nextafter(locked, -1.0), locked, np.nextafter(locked, 2.0)]
    assert clutches.simulate(output_times=beside).rows.tobytes() == events.rows.tobytes()
    apart = clutches.simulate(output_times=[locked - 1e-12, locked + 1e-12])
    assert len(apart.time) == len(events.time) + 2


def test_both_ends_are_kept_once(clutches: CompiledModel) -> None:
    ends = clutches.simulate(interval=np.inf).rows
    for given in ([], [0.0, 1.5], [0.0, np.nextafter(1.5, 2.0)], (1.5,)):
        assert clutches.simulate(output_times=given).rows.tobytes() == ends.tobytes()


def test_quantities_and_sequences(clutches: CompiledModel) -> None:
    pint = pytest.importorskip("pint")
    units = pint.UnitRegistry()
    plain = clutches.simulate(output_times=[0.25, 1.0])
    for given in (np.array([250, 1000]) * units.ms, (0.25, 1), [units.Quantity(250, "ms"), 1.0]):
        assert clutches.simulate(output_times=given).rows.tobytes() == plain.rows.tobytes()
    assert simulate(CoupledClutches(), output_times=[0.25, 1.0]).rows.tobytes() == (
        plain.rows.tobytes()
    )
    with pytest.raises(UnitError, match="cannot be converted to 's'"):
        clutches.simulate(output_times=np.ones(2) * units.m)


def test_the_settings_tell_them(clutches: CompiledModel) -> None:
    given = [0.25, 1.0]
    settings = clutches.simulate(output_times=given).settings
    assert isinstance(settings, dict)
    assert settings["output_times"].instants.tolist() == given
    assert repr(settings["output_times"]) == "<OutputTimes: 2 from 0.25 s to 1 s>"
    given[0] = 0.5
    assert settings["output_times"].instants[0] == 0.25
    assert settings["output_times"] == OutputTimes(np.array([0.25, 1.0]))
    assert hash(settings["output_times"]) == hash(OutputTimes(np.array([0.25, 1.0])))


REFUSED: dict[str, tuple[Any, str]] = {
    "one number": (0.5, r"give a list or an array of instants in s; for the distance .* interval="),
    "not sorted": ([0.1, 0.3, 0.2], r"output_times\[1\] = 0\.3 s and output_times\[2\] = 0\.2 s"),
    "twice": ([0.1, 0.2, 0.2], r"\[2\] = 0\.2 s are the same instant: .*numpy\.unique"),
    "no number": ([0.1, np.nan], r"output_times\[1\] = nan: give finite instants"),
    "endless": ([0.1, np.inf], r"output_times\[1\] = inf: give finite instants"),
    "behind": ([0.1, 2.0], r"output_times\[1\] = 2\.0 s lies outside of the run \(0\.0 s … 1\.5 s"),
    "before": ([-1.0, 0.1], r"output_times\[0\] = -1\.0 s lies outside .* start_time= and stop"),
    "text": ("0.1 0.2", r"output_times='0.1 0.2': give a list or an array of instants in s"),
    "a table": ([[0.1, 0.2]], r"not one of shape \(1, 2\)"),
    "truth values": ([True, False], "give a list or an array"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused(clutches: CompiledModel, what: str) -> None:
    given, message = REFUSED[what]
    with pytest.raises(UsageError, match=message):
        clutches.simulate(output_times=given)


def test_an_interval_as_well_is_refused(clutches: CompiledModel) -> None:
    with pytest.raises(UsageError, match=r"interval=0\.1 and output_times=\[0\.2\]: give one of"):
        clutches.simulate(output_times=[0.2], interval=0.1)
    with pytest.raises(UsageError, match="give one of them"):
        clutches.ensemble({"J1.J": [1.0]}, output_times=[0.2], interval=0.1)


@pytest.mark.parametrize("solver", ["bs5", "rodas", "cvode"])
def test_with_every_method(solver: str) -> None:
    if solver == "cvode":
        pytest.importorskip("sksundae")
    model = compile_model(First())
    times = np.array([0.1, 0.123456789, 0.9])
    usual = model.simulate(solver=solver, interval=0.1)
    given = model.simulate(solver=solver, output_times=times)
    assert np.isin(times, given.time).all()
    for t in (0.1, 0.9):
        rows = [run.rows[run.time == t].tobytes() for run in (usual, given) if t in run.time]
        assert len(set(rows)) == 1


def test_in_an_ensemble(clutches: CompiledModel, instants: Any) -> None:
    many = clutches.ensemble({"J1.J": [1.0, 1.3]}, output_times=instants)
    alone = clutches.simulate(parameters={"J1.J": 1.3}, output_times=instants)
    assert many[1].rows.tobytes() == alone.rows.tobytes()
