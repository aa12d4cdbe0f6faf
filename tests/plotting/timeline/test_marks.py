"""Marks: no span is invisible, and what merges is counted."""

from __future__ import annotations

import pytest

from drivetrain.plotting.timeline.marks import marks_of
from drivetrain.simulation.results.timelines.spans import Meaning, Span

MODE = Meaning("integer", {-1: "backward", 0: "stuck", 1: "forward", 2: "free"})


def spans(*parts: tuple[float, int]) -> list[Span]:
    made, time = [], 0.0
    for duration, value in parts:
        made.append(MODE.span(time, time + duration, value))
        time += duration
    return made


def test_wide_spans_are_bars_of_their_own() -> None:
    first, second = marks_of(spans((1.0, 0), (2.0, 1)), least=0.1)
    assert (first.begin, first.end, second.begin, second.end) == (0.0, 1.0, 1.0, 3.0)
    assert first.count == second.count == 1


def test_a_short_slip_is_drawn_with_the_finest_line() -> None:
    *_, slip = marks_of(spans((1.0, 0), (1e-6, 1), (1.0, 0)), least=0.1)
    assert slip.end - slip.begin == pytest.approx(0.1)
    assert (slip.begin + slip.end) / 2 == pytest.approx(1.0)
    assert [share.span.label for share in slip.shares] == ["forward"]
    assert slip.count == 1


def test_slips_that_lie_close_together_are_one_block_with_their_number() -> None:
    chatter = [(0.002, 1), (0.01, 0)] * 4 + [(0.002, -1)]
    *_, block = marks_of(spans((1.0, 0), *chatter, (1.0, 0)), least=0.1)
    assert block.count == 5
    labels = [share.span.label for share in block.shares]
    assert labels == ["stuck", "backward", "forward"]
    assert sum(share.part for share in block.shares) == pytest.approx(1.0)
    assert min(share.part for share in block.shares) > 0.1


def test_visits_without_sliding_are_counted_against_the_commonest_state() -> None:
    *_, block = marks_of(spans((1.0, 2), *[(0.001, 0), (0.001, 2)] * 3), least=0.1)
    assert block.count == 3


def test_a_state_passed_in_no_time_is_visible() -> None:
    *_, passed = marks_of(spans((1.0, 0), (0.0, 1), (1.0, 2)), least=0.1)
    assert passed.end - passed.begin == pytest.approx(0.1)
    assert passed.shares[0].part == 1.0
