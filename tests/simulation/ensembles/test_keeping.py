"""What an ensemble keeps of each run: numbers, some variables; tables given, progress told."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest

from drivetrain import compile as compile_model
from drivetrain.errors import NameLookupError, ResultError, SimulationInterrupted, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.ensemble import Ensemble

PEAKS = np.linspace(1.0, 1.5, 20)


@pytest.fixture(scope="module")
def clutches() -> CompiledModel:
    return compile_model(CoupledClutches())


def test_numbers_are_those_of_each_run_alone(clutches: CompiledModel) -> None:
    many = clutches.ensemble(
        {"clutch1.peak": PEAKS},
        interval=0.01,
        keep={
            "heat": "energy.dissipated_by.clutch1",
            "stored": "energy.stored",
            "steps": "stats.steps",
            "top": "max(clutch1.tau)",
            "mean": "mean(J1.w)",
            "end": "final(J1.w)",
            "first lock": lambda run: run.events.times("clutch*.mode", after="stuck")[0],
        },
    )
    for k in (0, 7, 19):
        alone = clutches.simulate(parameters={"clutch1.peak": PEAKS[k]}, interval=0.01)
        kept = {name: values[k] for name, values in many.kept.items()}
        assert kept["heat"] == pytest.approx(alone.energy.dissipated_by["clutch1"][-1], rel=1e-9)
        assert kept["stored"] == pytest.approx(alone.energy.stored[-1], rel=1e-9)
        assert kept["steps"] == alone.stats.steps
        assert kept["top"] == pytest.approx(alone["clutch1.tau"].max(), rel=1e-9)
        speed = alone["J1.w"]
        mean = np.sum(np.diff(alone.time) * (speed[1:] + speed[:-1]) / 2) / 1.5
        assert kept["mean"] == pytest.approx(mean, rel=1e-9)
        assert kept["end"] == pytest.approx(alone["J1.w"][-1], rel=1e-9)
        assert kept["first lock"] == pytest.approx(alone.events.times(after="stuck")[0], abs=1e-9)


def test_several_numbers_by_one_text(clutches: CompiledModel) -> None:
    asked = ["energy", "stats.*_events", "energy.dissipated_by.*", "final(J?.w)"]
    many = clutches.ensemble({"clutch1.peak": PEAKS[:2]}, keep=asked)
    assert list(many.kept) == [
        "energy.supplied", "energy.dissipated", "energy.stored", "energy.relative_error",
        "stats.state_events", "stats.time_events",
        *(f"energy.dissipated_by.clutch{k}" for k in (1, 2, 3)),
        *(f"final(J{k}.w)" for k in (1, 2, 3, 4)),
    ]  # fmt: skip
    parts = sum(many.kept[f"energy.dissipated_by.clutch{k}"] for k in (1, 2, 3))
    np.testing.assert_allclose(many.kept["energy.dissipated"], parts, rtol=1e-12)


def test_numbers_of_a_run_that_is_translated_again() -> None:
    compiled = compile_model(First())
    many = compiled.ensemble({"J_motor": [0.1, 0.0]}, keep=["energy.supplied", "stats.steps"])
    alone = compiled.simulate(parameters={"J_motor": 0.0}, interval=np.inf)
    assert many.kept["energy.supplied"][1] == pytest.approx(alone.energy.supplied[-1], rel=1e-9)
    assert many.kept["stats.steps"][1] == alone.stats.steps
    assert many[0].energy.relative_error < 1e-5
    with pytest.raises(ResultError, match="without an energy audit"):
        _ = many[1].energy


def test_a_run_that_fails_has_no_numbers(clutches: CompiledModel) -> None:
    many = clutches.ensemble({"J1.w.start": [10.0, np.float64(1e9)]}, keep=["stats.steps"])
    for run in range(2):
        assert np.isnan(many.kept["stats.steps"][run]) == bool(many.messages[run])


@pytest.mark.parametrize(
    ("keep", "error", "told"),
    [
        (["energi"], UsageError, "keep='energi' is not understood: give 'energy'"),
        (["energy.disipated"], NameLookupError, "did you mean 'dissipated'"),
        (["energy.dissipated_by.clutch9"], NameLookupError, "did you mean 'clutch3'"),
        (["stats.step"], NameLookupError, "did you mean 'steps'"),
        (["max(J1.w)"], UsageError, "needs output points between the events: give interval"),
        (["maxi(J1.w)"], UsageError, "no statistic 'maxi'; did you mean 'max'"),
        (["final(J1.ww)"], NameLookupError, r"did you mean 'J1\.w'"),
        (3, UsageError, "keep=3: give 'energy'"),
        ({"a": 3}, UsageError, "keep={'a': 3}: give 'energy'"),
        ({"a": "energy"}, UsageError, "are 4 numbers: name one"),
        ({"a": lambda _: "x"}, UsageError, "keep='a': the function returned 'x' for run 0"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    clutches: CompiledModel, keep: Any, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        clutches.ensemble({"clutch1.peak": [1.0]}, keep=keep)


def test_an_error_of_the_caller_names_the_run(clutches: CompiledModel) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        clutches.ensemble({"clutch1.peak": [1.0]}, keep={"a": lambda _: 1 / 0})
    assert raised.value.__notes__ == ["raised by keep='a' for run 0 of the ensemble"]


@pytest.mark.parametrize(
    "again", [lambda many: many, lambda many: pickle.loads(pickle.dumps(many))]
)
def test_some_variables_and_all_events_are_kept(clutches: CompiledModel, again: Any) -> None:
    given = {"clutch1.peak": PEAKS}
    many: Ensemble = again(clutches.ensemble(given, interval=0.01, record=["J1.w", "clutch1.mode"]))
    whole = clutches.ensemble(given, interval=0.01)
    assert sum(rows.nbytes for rows in many.rows) < sum(rows.nbytes for rows in whole.rows) / 10
    np.testing.assert_array_equal(many.final("J1.w"), whole.final("J1.w"))
    for k in (0, 19):
        np.testing.assert_array_equal(many[k]["clutch1.mode"], whole[k]["clutch1.mode"])
        assert many[k].events.text(detail=True) == whole[k].events.text(detail=True)
        assert many[k].check == whole[k].check
    with pytest.raises(NameLookupError, match=r"'J2\.w' was not recorded: 2 of 109"):
        many.final("J2.w")


def test_values_between_the_points_of_some_variables(clutches: CompiledModel) -> None:
    """They are those of the run with all variables, to the last bit; also of negated aliases."""
    asked = {"clutch1.peak": [1.0, 1.2]}
    whole = clutches.ensemble(asked, interval=0.5)
    names = ["J2.w", "clutch1.tau", "clutch1.flange_a.tau"]
    few = clutches.ensemble(asked, interval=0.5, record=names)
    instants = [0.123, 0.7, 1.4321]
    for name in names:
        assert few[1].at(instants, name).tobytes() == whole[1].at(instants, name).tobytes()


def test_energy_of_a_run_is_that_of_it_alone(clutches: CompiledModel) -> None:
    many = clutches.ensemble({"clutch1.peak": PEAKS[:3]})
    alone = clutches.simulate(parameters={"clutch1.peak": PEAKS[2]}, interval=np.inf)
    assert many[2].energy.dissipated[-1] == pytest.approx(alone.energy.dissipated[-1], rel=1e-9)
    with pytest.raises(ResultError, match="without an energy audit"):
        _ = pickle.loads(pickle.dumps(many))[2].energy


def test_parameters_from_a_table_and_one_for_all(clutches: CompiledModel) -> None:
    labels = [f"case {k}" for k in range(3)]
    table = pd.DataFrame({"clutch1.peak": PEAKS[:3], "J1.J": [1.0, 1.5, 2.0]}, index=labels)
    many = clutches.ensemble(table, keep=["energy.dissipated"])
    same = clutches.ensemble({"clutch1.peak": PEAKS[:3], "J1.J": [1.0, 1.5, 2.0]})
    np.testing.assert_array_equal(many.final("J4.w"), same.final("J4.w"))
    found = many.to_pandas("J4.w")
    assert found.index.tolist() == labels
    assert found.columns.tolist() == [
        "clutch1.peak",
        "J1.J",
        "energy.dissipated",
        "J4.w",
        "message",
    ]
    assert found["J1.J"].tolist() == [1.0, 1.5, 2.0]
    one = clutches.ensemble({"clutch1.peak": PEAKS[:3], "J1.J": 1.5})
    assert [run.parameters["J1.J"] for run in one] == [1.5] * 3
    np.testing.assert_array_equal(one.final("J4.w")[1], same.final("J4.w")[1])
    assert len(clutches.ensemble({"J1.J": 1.5})) == 1
    with pytest.raises(UsageError, match=r"several columns 'J1\.J'"):
        clutches.ensemble(table.set_axis(["J1.J", "J1.J"], axis=1))


def test_progress_is_told_until_all_runs_are_over(clutches: CompiledModel) -> None:
    told: list[tuple[int, int]] = []
    clutches.ensemble({"clutch1.peak": PEAKS}, progress=lambda *now: told.append(now))
    assert told[-1] == (20, 20)
    assert [over for over, _ in told] == sorted(over for over, _ in told)


def test_progress_as_a_bar(clutches: CompiledModel, capsys: pytest.CaptureFixture[str]) -> None:
    clutches.ensemble({"clutch1.peak": PEAKS}, progress=True)
    captured = capsys.readouterr()
    assert "20/20" in captured.err
    assert not captured.out
    with pytest.raises(UsageError, match="progress=3: give True, or a function"):
        clutches.ensemble({"clutch1.peak": PEAKS}, progress=3)  # type: ignore[arg-type]


def test_an_interrupt_by_the_progress_stops_the_runs(clutches: CompiledModel) -> None:
    def stop(over: int, _: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(SimulationInterrupted) as stopped:
        clutches.ensemble({"clutch1.peak": np.linspace(1, 2, 3000)}, progress=stop)
    many = stopped.value.result
    assert isinstance(many, Ensemble)
    assert many.interrupted
    assert many.to_pandas().shape == (3000, 2)
