"""Linear models along a run: both sides of events, and the same as at single instants."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import AnalysisError, ResultError
from drivetrain.rotational import Clutch, Inertia, SpringDamper


@pytest.fixture(scope="module")
def compiled() -> dt.CompiledModel:
    """Inertia 1 – clutch – inertia 0.1 – spring 100 – inertia 1; the clutch sticks soon."""
    model = dt.Model("closing clutch")
    model.add(
        a=Inertia(J=1, w=dt.fixed(10.0)), clutch=Clutch(fn_max=100.0),
        pedal=dt.blocks.Constant(k=1.0), b=Inertia(J=0.1, w=dt.fixed(0.0)),
        shaft=SpringDamper(c=100, d=0, phi_rel=dt.fixed(0), w_rel=dt.fixed(0)), e=Inertia(J=1),
    )  # fmt: skip
    model.connect(model.a >> model.clutch >> model.b >> model.shaft >> model.e)
    model.connect(model.pedal.y >> model.clutch.f_normalized)
    return dt.compile(model)


@pytest.fixture(scope="module")
def run(compiled: dt.CompiledModel) -> dt.Result:
    return compiled.simulate(stop_time=1.0)


def test_frequencies_jump_where_the_clutch_sticks(run: dt.Result) -> None:
    along = run.linearise(run.events.of("clutch.mode"), outputs=["*.w"])
    before, after = along[0], along[1]
    assert along.sides[:2] == ("before", "after")
    assert before.eigenmodes().omega == pytest.approx([33.166247904], rel=1e-9)
    assert after.eigenmodes().omega == pytest.approx([13.816985594], rel=1e-9)
    assert before.point.time == after.point.time == run.events.of("clutch.mode")[0].time
    assert "clutch.mode" in str(along)


def test_they_are_those_of_the_instants(compiled: dt.CompiledModel, run: dt.Result) -> None:
    instants = sorted([0.013, 0.1, float(run.events.of("clutch.mode")[0].time), 0.7])
    along = run.linearise(instants, side="after")
    assert along.times.tolist() == instants
    for one, at in zip(along, instants, strict=True):
        alone = compiled.linearise(at=at)
        assert np.array_equal(one.A, alone.A)
        assert np.array_equal(one.C, alone.C)
        assert np.array_equal(one.point.states, alone.point.states)
        assert [c.state for c in one.point.contacts] == [c.state for c in alone.point.contacts]


def test_tracks_along_a_run(run: dt.Result) -> None:
    """One oscillation before and after; the shaft twists in both."""
    times = sorted([0.005, 0.01, 0.5, float(run.events.of("clutch.mode")[0].time)])
    tracks = run.linearise(times).tracks()
    assert tracks.values.tolist() == sorted([*times, times[2]])
    assert tracks.omega[:2, 0] == pytest.approx(np.full(2, 33.166247904), rel=1e-9)
    assert tracks.omega[-1, 0] == pytest.approx(13.816985594, rel=1e-9)
    assert set(tracks.contacts) == {"clutch.mode: backward", "clutch.mode: stuck"}
    assert "shaft" in tracks.parts[0]


@pytest.mark.parametrize("name", ["CoupledClutches", "book.SMDWithBacklash", "LossyGearDemo1"])
def test_every_event_of_an_example(name: str) -> None:
    compiled = dt.compile(examples.find(name)())
    run = compiled.simulate()
    along = run.linearise(side="before")
    for one in (along[0], along[len(along) // 2], along[-1]):
        alone = compiled.linearise(at=one.point.time, side="before")
        assert np.array_equal(one.A, alone.A)
        assert np.array_equal(one.point.states, alone.point.states)


def test_parameters_of_the_run_count(compiled: dt.CompiledModel) -> None:
    run = compiled.simulate(stop_time=0.1, parameters={"shaft.c": 400.0})
    (one,) = run.linearise(0.05)
    assert one.eigenmodes().omega == pytest.approx([2 * 33.166247904], rel=1e-9)
    assert run.select("a.w").linearise([0.05])[0].eigenmodes().omega == one.eigenmodes().omega


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"at": "event"}, "it is 'events'"),
        ({"at": []}, "no instants"),
        ({"at": 5.0}, "outside of the run"),
        ({"at": None}, "give instants"),
        ({"at": 0.1, "side": "left"}, "side='left'"),
        ({"at": 0.1, "outputs": ["a.v"]}, "did you mean 'a.w'"),
    ],
)
def test_refused(run: dt.Result, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(dt.DrivetrainError, match=said):
        run.linearise(**asked)


def test_results_without_their_model_say_so(compiled: dt.CompiledModel, run: dt.Result) -> None:
    with pytest.raises(ResultError, match="comes without its model"):
        copy.deepcopy(run).linearise(0.1)
    same = compiled.simulate(initial=run, stop_time=1.2)
    assert same.linearise(1.1)[0].point.time == 1.1
    other = compiled.simulate(initial=run, stop_time=1.2, parameters={"shaft.c": 300.0})
    with pytest.raises(AnalysisError, match="continues another one"):
        other.linearise(1.1)


def test_events_that_rounding_parts_are_one_instant() -> None:
    run = dt.simulate(examples.find("machines.DualClutchLaunch")())
    near = run.events[:2]
    assert 0 < near[1].time - near[0].time < 1e-14
    along = run.linearise(near, outputs=())
    assert along.sides == ("before", "after")
    last = dt.linearise(
        examples.find("machines.DualClutchLaunch")(), at=float(near[1].time), outputs=()
    )
    assert along[1].point.contacts.same(last.point.contacts)
