"""The event log: changes between the two sides of events, in words and as tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from drivetrain.errors import NameLookupError
from drivetrain.simulation.results.event_log import Change, EventLog
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, SCHEDULED, RowFlag


def test_every_pair_of_sides_is_an_event(result: Result) -> None:
    assert [event.time for event in result.events] == [0.2, 0.35, 0.4]
    assert [len(event.changes) for event in result.events] == [3, 0, 3]


def test_a_change_tells_name_and_both_values(result: Result) -> None:
    first = result.events[0].changes[0]
    assert first == Change("clutch.mode", 2, 1)
    assert (first.before_label, first.after_label) == ("free", "forward")
    assert result.events[2].changes[1:] == (
        Change("clutch.locked", False, True),
        Change("counter.n", 0, -4),
    )


def test_all_names_of_a_signal_change_together(result: Result) -> None:
    assert [c.name for c in result.events[0].changes] == ["clutch.mode", "logic.y", "logic.u"]


def test_the_text_names_modes_and_leaves_their_helpers_out(result: Result) -> None:
    last = result.events[-1]
    assert str(last) == "t = 0.40000 s  clutch.mode: forward → stuck, counter.n: 0 → -4"
    assert "clutch.locked: false → true" in last.text(detail=True)
    assert "no mode changed" in str(result.events[1])


def test_the_text_of_the_log_counts_what_it_does_not_tell(result: Result) -> None:
    lines = result.events.text().splitlines()
    assert len(lines) == 3
    assert lines[-1] == "(1 more without a change of mode)"
    assert len(result.events.text(detail=True).splitlines()) == 3
    assert "<3 events>" in repr(result.events)


def test_a_log_can_be_narrowed_to_components_and_variables(result: Result) -> None:
    clutch = result.events.of("clutch")
    assert [event.time for event in clutch] == [0.2, 0.4]
    assert {c.name for event in clutch for c in event.changes} == {"clutch.mode", "clutch.locked"}
    assert len(result.events.of("clutch.locked")) == 1
    assert len(result.events.of("*.u", "counter.n")) == 2
    assert len(clutch.of("clutch.locked")) == 1


def test_a_component_without_discrete_variables_is_an_error(result: Result) -> None:
    with pytest.raises(NameLookupError, match="'cluch'; did you mean 'clutch'"):
        result.events.of("cluch")
    with pytest.raises(NameLookupError, match=r"belongs to 'J1\.w'"):
        result.events.of("J1.w")


def test_times_of_certain_transitions(result: Result) -> None:
    events = result.events
    np.testing.assert_array_equal(events.times(), [0.2, 0.35, 0.4])
    np.testing.assert_array_equal(events.times("clutch.mode"), [0.2, 0.4])
    np.testing.assert_array_equal(events.times("clutch.mode", after="stuck"), [0.4])
    np.testing.assert_array_equal(events.times("clutch.mode", before=2), [0.2])
    np.testing.assert_array_equal(events.times("logic.y", after=True), [0.2])
    assert events.times("clutch.mode", after="backward").size == 0
    for true in (True, "True", "true"):
        np.testing.assert_array_equal(events.times("logic.y", after=true), [0.2])
    assert events.times("clutch.mode", after="7").size == 0


@pytest.mark.parametrize("patterns", [(), ("clutch.mode",), ("clutch",)])
def test_a_value_that_no_variable_takes_is_refused(
    result: Result, patterns: tuple[str, ...]
) -> None:
    with pytest.raises(NameLookupError, match=r"'stock' is no value of .*did you mean 'stuck'"):
        result.events.times(*patterns, after="stock")
    with pytest.raises(NameLookupError, match=r"there are .*backward, .*stuck"):
        result.events.times(*patterns, before="zzz")


def test_slices_are_logs(result: Result) -> None:
    tail = result.events[1:]
    assert isinstance(tail, EventLog)
    assert [len(event.changes) for event in tail] == [0, 3]
    assert [event.time for event in result.events[::-1]] == [0.4, 0.35, 0.2]
    assert result.events[::-1][0].changes[0].name == "clutch.mode"
    with pytest.raises(IndexError):
        result.events[3]


def test_the_table_has_a_line_per_change(result: Result) -> None:
    table = result.events.to_pandas()
    assert list(table.columns[:3]) == ["time", "kind", "name"]
    assert len(table) == 6
    assert table.iloc[0]["after_label"] == "forward"


def test_kinds(result: Result) -> None:
    rows = result.rows.copy()
    rows[3, FLAG_COLUMN] += SCHEDULED
    rows[:4, 0] = 0.2
    log = EventLog.from_rows(result.layout, rows)
    assert [event.kind for event in log] == ["initial", "state", "state"]
    rows[:3, 0] = 0.1
    rows[2:4, 0] = 0.2
    assert EventLog.from_rows(result.layout, rows)[0].kind == "time"


def test_an_event_at_the_stop_time_ends_in_the_final_point(result: Result) -> None:
    rows = result.rows[:-1].copy()
    rows[-1, FLAG_COLUMN] = RowFlag.FINAL
    assert len(EventLog.from_rows(result.layout, rows)) == 3


def test_an_event_that_was_not_finished_is_left_out(result: Result) -> None:
    assert len(EventLog.from_rows(result.layout, result.rows[:8])) == 2


def test_a_run_without_events(result_with: Callable[..., Result]) -> None:
    result = result_with(rows=np.array([[0.0, 3, *[0] * 7], [1.0, 4, *[0] * 7]]))
    assert len(result.events) == 0
    assert str(result.events) == "no events"
    assert result.events.to_pandas().empty
    assert len(result.events.of("clutch")) == 0


def test_changes_are_the_same_found_in_pieces(
    result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(result.events)
    monkeypatch.setattr("drivetrain.simulation.results.event_log._CELLS_AT_ONCE", 1)
    assert list(EventLog.from_rows(result.layout, result.rows)) == whole


def test_telling_events_are_those_that_the_text_shows(result: Result) -> None:
    assert [event.time for event in result.events.telling] == [0.2, 0.4]


def test_the_middle_of_a_long_log_is_left_out(result: Result) -> None:
    pair = result.rows[2:4]
    rows = np.concatenate([pair] * 500)
    rows[:, 0] = np.repeat(np.arange(500.0), 2)
    log = EventLog.from_rows(result.layout, rows)
    assert len(log) == 500
    assert "470 lines left out" in str(log)
    assert len(log.text().splitlines()) == 500
    assert str(log).splitlines()[-1] == log.text().splitlines()[-1]
    rows[:2, 5:] = rows[0, 5:]  # nothing changes at the first event
    silent = EventLog.from_rows(result.layout, rows)
    assert "470 lines left out" in str(silent)
    assert len(str(silent).splitlines()) == 31
    assert str(silent).splitlines()[-2:] == silent.text().splitlines()[-2:]
