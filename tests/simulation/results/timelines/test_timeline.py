"""Timelines: what parts did when, as rows of spans."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

import drivetrain as dt
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.rotational import BearingFriction, Inertia
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.timelines.spans import Meaning, Span


@pytest.fixture(scope="module")
def clutches() -> Result:
    return dt.simulate(dt.examples.find("CoupledClutches")())


def test_the_spans_of_a_part_follow_one_another_over_the_whole_run(result: Result) -> None:
    (clutch,) = result.timeline()
    assert clutch.name == "clutch.mode"
    assert clutch.path == "clutch"
    assert clutch.spans == (
        Span(0.0, 0.2, 2, "free", "free"),
        Span(0.2, 0.4, 1, "forward", "sliding", 1),
        Span(0.4, 0.5, 0, "stuck", "stuck"),
    )


def test_a_window_cuts_spans(result: Result) -> None:
    timeline = result.timeline(start=0.3, stop=0.45)
    assert [(one.begin, one.end) for one in timeline["clutch"]] == [(0.3, 0.4), (0.4, 0.45)]
    assert [event.time for event in timeline.events] == [0.4]


def test_booleans_and_integers_are_rows_on_demand(result: Result) -> None:
    logic, counter = result.timeline("logic.y", "counter.n")
    assert [span.label for span in logic] == ["false", "true"]
    assert [(span.value, span.state, span.direction) for span in counter] == [
        (0, "other", 0),
        (-4, "other", 0),
    ]
    assert not logic.is_mode


def test_parts_patterns_and_variables_are_found(clutches: Result) -> None:
    names = [row.name for row in clutches.timeline("clutch3", "clutch?", "clutch1.locked")]
    assert names == ["clutch3.mode", "clutch1.mode", "clutch2.mode", "clutch1.locked"]
    assert {row.class_name for row in clutches.timeline()} == {"Clutch"}


def test_what_has_no_spans_is_refused(clutches: Result) -> None:
    with pytest.raises(NameLookupError, match=r"did you mean 'clutch1'"):
        clutches.timeline("cluch1")
    with pytest.raises(ResultError, match="it has no spans"):
        clutches.timeline("J1.w")
    with pytest.raises(ResultError, match="lies outside of the run"):
        clutches.timeline(stop=7.0)
    with pytest.raises(ResultError, match="start must be before stop"):
        clutches.timeline(start=1.0, stop=0.5)
    with pytest.raises(NameLookupError, match=r"did you mean 'clutch"):
        clutches.timeline()["clutch"]
    with pytest.raises(NameLookupError, match="was never 'forward'"):
        clutches.timeline()["clutch1"].total("forward")


@pytest.mark.parametrize("name", dt.examples.names())
def test_rows_agree_with_the_recorded_modes(name: str) -> None:
    run = compiled_example(name).simulate()
    timeline = run.timeline()
    assert {row.name for row in timeline} == run.layout.modes
    for row in timeline:
        assert row.spans[0].begin == run.time[0]
        assert row.spans[-1].end == run.time[-1]
        joints = [one.end for one in row.spans[:-1]]
        assert joints == [one.begin for one in row.spans[1:]]
        assert set(joints) <= set(run.events.of(row.name).times().tolist())
        lasting = [one for one in row.spans if one.duration > 0]
        middles = [(one.begin + one.end) / 2 for one in lasting]
        at = run.at(np.array(middles), row.name, method="linear")
        np.testing.assert_array_equal(at, [one.value for one in lasting])


def test_runs_that_keep_few_variables_have_timelines_all_the_same(clutches: Result) -> None:
    narrow = clutches.select("J1.w")
    assert narrow.timeline().rows == clutches.timeline().rows


def test_timelines_are_tables_and_can_be_pickled(clutches: Result) -> None:
    timeline = clutches.timeline()
    table = timeline.to_pandas()
    assert table.loc["clutch2", "state"].tolist() == ["free", "backward", "stuck"]
    assert "3 parts" in repr(timeline)
    assert "<table>" in timeline._repr_html_()
    assert pickle.loads(pickle.dumps(timeline)).rows == timeline.rows


def test_locks_and_sides_have_meanings() -> None:
    assert Meaning("boolean", lock="locked").span(0, 1, 1).state == "stuck"
    assert Meaning("boolean", lock="locked").span(0, 1, 0).label == "not locked"
    sides = Meaning("integer", {-1: "lower", 0: "free", 1: "upper"})
    assert [sides.span(0, 1, value).direction for value in (-1, 0, 1)] == [-1, 0, 1]
    assert Meaning("integer", {0: "out", 1: "facing"}).span(0, 1, 1).direction == 0


def test_arrays_have_a_row_for_each_element() -> None:
    class Many(dt.Model):
        disc = Inertia.array(3, J=1.0)
        bearing = BearingFriction.array(3, tau_pos=[[0, 1]])

        def equations(self) -> dt.Equations:
            yield self.disc >> self.bearing

    run = dt.simulate(Many(), stop_time=0.1)
    assert [row.path for row in run.timeline()] == [f"bearing[{k}]" for k in range(3)]
