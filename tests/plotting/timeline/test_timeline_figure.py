"""Picture of a timeline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.patches import Rectangle

import drivetrain as dt
from drivetrain.errors import ResultError
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.timelines.timeline import Timeline


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return dt.simulate(dt.examples.find("CoupledClutches")()).timeline()


def test_every_span_is_a_bar_from_begin_to_end(timeline: Timeline) -> None:
    (axes,) = timeline.plot().axes
    bars = [one for one in axes.patches if isinstance(one, Rectangle)]
    drawn = sorted((round(bar.get_y()), bar.get_x(), bar.get_width()) for bar in bars)
    wanted = [
        (place, span.begin, span.duration) for place, row in enumerate(timeline) for span in row
    ]
    assert drawn == [pytest.approx(one) for one in wanted]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["clutch1", "clutch2", "clutch3"]
    assert axes.get_xlim() == (0.0, 1.5)


def test_directions_differ_by_hatch_as_well_as_by_colour(result: Result) -> None:
    (axes,) = result.timeline().plot().axes
    free, forward, stuck = axes.patches
    assert forward.get_hatch()
    assert not free.get_hatch()
    assert not stuck.get_hatch()
    assert len({str(bar.get_facecolor()) for bar in axes.patches}) == 3


def test_the_legend_names_the_states_that_occur(timeline: Timeline) -> None:
    (legend,) = timeline.plot().legends
    assert [text.get_text() for text in legend.get_texts()] == ["stuck", "backward", "free"]


def test_a_thousand_rows_are_shown_page_by_page(timeline: Timeline) -> None:
    row = timeline.rows[0]
    rows = tuple(replace(row, name=f"b[{k}].mode", path=f"b[{k}]") for k in range(1000))
    many = replace(timeline, rows=rows)
    first, last = many.plot().axes[0], many.plot(page=25).axes[0]
    assert first.get_title(loc="right") == "rows 1–40 of 1000, page=1"
    assert last.get_yticklabels()[-1].get_text() == "b[999]"
    with pytest.raises(ResultError, match="the pages 1 to 25"):
        many.plot(page=26)


def test_what_cannot_be_drawn_is_refused(timeline: Timeline, tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="no part with a mode"):
        replace(timeline, rows=()).plot()
    with pytest.raises(ResultError, match="give width and height"):
        timeline.plot(size=(3, -1))
    with pytest.raises(ResultError, match="suffix"):
        timeline.plot(path=tmp_path / "a.bmp2")


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_the_same_timeline_gives_the_same_bytes(
    timeline: Timeline, tmp_path: Path, suffix: str
) -> None:
    one, other = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    timeline.plot(path=one)
    timeline.plot(path=other)
    assert one.read_bytes() == other.read_bytes()
