"""Runs that keep some variables only: what is there is the same, what is not is refused."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, fixed
from drivetrain import compile as compile_model
from drivetrain.errors import NameLookupError, SimulationError, UsageError
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.machines.ship_shafting import ShipShafting
from drivetrain.modeling import constant, ensure
from drivetrain.rotational import ConstantTorque, Inertia
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result

KEPT = ["J*.w", "clutch1.tau", "clutch1.mode", "fixed.flange.phi"]


@pytest.fixture(scope="module")
def clutches() -> CompiledModel:
    return compile_model(CoupledClutches())


@pytest.fixture(scope="module")
def whole(clutches: CompiledModel) -> Result:
    return clutches.simulate()


@pytest.fixture(scope="module")
def some(clutches: CompiledModel) -> Result:
    return clutches.simulate(record=KEPT)


def copied(result: Result) -> Result:
    found: Result = pickle.loads(pickle.dumps(result))
    return found


@pytest.mark.parametrize("again", [lambda result: result, copied])
def test_what_is_kept_is_the_same(whole: Result, some: Result, again: Any) -> None:
    run = again(some)
    assert list(run) == whole.match(*KEPT)
    for name in run:
        np.testing.assert_array_equal(run[name], whole[name])
        assert run[name].dtype == whole[name].dtype
        assert run.final[name] == whole.final[name]
        assert run.units[name] == whole.units[name]
    assert run.check == whole.check
    assert run.events.text(detail=True) == whole.events.text(detail=True)
    assert run.energy.dissipated[-1] == pytest.approx(whole.energy.dissipated[-1], rel=1e-12)
    assert set(run.energy.time.tolist()) == {0.0, *whole.events.times().tolist(), 1.5}
    assert str(run.start) == str(whole.start)


def test_only_the_rows_at_events_are_kept_of_the_others(whole: Result, some: Result) -> None:
    assert len(some.energy.time) == 2 + 2 * len(whole.events)
    assert some.rows.shape == (len(whole.time), 2 + 7)
    assert len(pickle.dumps(some)) < len(pickle.dumps(whole)) / 4


def test_what_was_not_kept_is_refused_as_such(some: Result) -> None:
    told = r"'clutch2\.tau' was not recorded: 7 of 109 variables are kept \(J1\.w, .*record="
    with pytest.raises(NameLookupError, match=told):
        some["clutch2.tau"]
    with pytest.raises(NameLookupError, match=r"nothing that fits 'clutch2\.\*' was recorded"):
        some.match("clutch2.*")
    with pytest.raises(NameLookupError, match=r"no variable 'J1\.ww'; did you mean 'J1\.w'"):
        some["J1.ww"]
    assert "7 of 109 variables" in some.summary()


@pytest.mark.parametrize(
    ("record", "error", "told"),
    [
        (["*.w", "clutsch1.tau"], NameLookupError, r"did you mean 'clutch1\.tau'"),
        (["J*.ww"], NameLookupError, r"'J\*\.ww'; did you mean 'J\*\.w'"),
        (["cluch*.tau"], NameLookupError, r"'cluch\*\.tau'; did you mean 'clutch\d\.tau'"),
        (["*.zzz"], NameLookupError, r"list\(result\.names\)"),
        (3, UsageError, r"record=3: give names and patterns"),
        ([3], UsageError, r"record=\[3\]: give names and patterns"),
    ],
)
def test_a_wrong_name_is_refused_before_the_run(
    clutches: CompiledModel, record: Any, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        clutches.simulate(record=record, progress=lambda *_: pytest.fail("it has run"))


def test_nothing_but_the_time_and_the_events_may_be_kept(clutches: CompiledModel) -> None:
    bare = clutches.simulate(record=[])
    assert len(bare) == 0
    assert len(bare.time) == 1516
    assert len(bare.events) == 9


def test_variables_computed_on_reading_can_be_kept() -> None:
    compiled = compile_model(ShipShafting())
    assert compiled.translation.kernel.has_short_rows
    whole = compiled.simulate(stop_time=2.0)
    names = [name for name in whole if name.endswith((".a", ".tau"))]
    some = compiled.simulate(stop_time=2.0, record=names)
    np.testing.assert_array_equal(some.to_numpy(), whole.to_numpy(*names))
    assert some.energy.relative_error < 1e-6


class Overspeed(Model):
    """A wheel that must not turn too fast."""

    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    motor = ConstantTorque(tau_constant=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.wheel
        yield ensure(self.wheel.w < constant(0.5, "rad/s"), "too fast")


def test_a_failed_run_keeps_the_same_selection() -> None:
    with pytest.raises(SimulationError) as failed:
        compile_model(Overspeed()).simulate(stop_time=1.0, record=["*.w"])
    result = failed.value.result
    assert isinstance(result, Result)
    assert list(result) == ["wheel.w", "motor.w"]
    assert result["wheel.w"][-1] == pytest.approx(0.5, abs=0.05)


def test_a_selection_of_a_selection(whole: Result) -> None:
    twice = whole.select("J*.w", "clutch*.mode").select("J1.w")
    np.testing.assert_array_equal(twice["J1.w"], whole["J1.w"])
    assert twice.events.text() == whole.events.text()
    with pytest.raises(NameLookupError, match="1 of 109 variables are kept"):
        twice["J2.w"]


def test_tables_and_files_of_a_selection(whole: Result, tmp_path: Any) -> None:
    table = whole.to_pandas("J*.w", "clutch1.mode")
    assert table.columns.tolist() == ["J1.w", "J2.w", "J3.w", "J4.w", "clutch1.mode"]
    assert table.attrs["units"]["J1.w"] == "rad/s"
    path = whole.save(tmp_path / "some.csv", "J1.w", "clutch?.tau")
    assert path.read_text().splitlines()[0] == "time,J1.w,clutch1.tau,clutch2.tau,clutch3.tau"
    with pytest.raises(NameLookupError, match="did you mean"):
        whole.save(tmp_path / "none.csv", "J9.w")
    assert not (tmp_path / "none.csv").exists()


def test_a_run_that_keeps_little_holds_little_memory(clutches: CompiledModel) -> None:
    clutches.simulate(interval=1e-4, record=["J1.w"])
    tracemalloc.start()
    try:
        runs = [clutches.simulate(interval=1e-4, record=["J1.w"]) for _ in range(4)]
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    complete = clutches.simulate(interval=1e-4).rows.nbytes
    buffer = complete  # which the compiled model keeps for its next run
    assert held - buffer < len(runs) * complete / 8
