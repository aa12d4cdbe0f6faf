"""Pictures of excitations: what stands on the axes, and where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from drivetrain.analysis.excitation import CardanJoint, FiringOrder, OrderTable, phase_vector_sums
from drivetrain.errors import NameLookupError, ResultError
from drivetrain.plotting import analysis

SIX = OrderTable(
    {f"cylinder[{k}].tau": {0.5: 3000, 1: 2000 if k != 2 else 500} for k in range(6)},
    {f"cylinder[{k}].tau": 1000 for k in range(6)},
    shaft="flywheel",
    remarks=["cylinder 3 cut out: no gas torque; its masses act on"],
)


def test_alike_sources_share_their_stems() -> None:
    (axes,) = SIX.plot().axes
    labels = axes.get_legend_handles_labels()[1]
    assert labels == ["cylinder[0].tau and 4 alike", "cylinder[2].tau"]
    heights = [np.asarray(line.get_ydata()).tolist() for line in axes.lines]
    assert heights == [[3, 2], [3, 0.5]]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("order of flywheel", "amplitude in kN·m")
    assert axes.get_title(loc="left") == "6 sources: cylinder 3 cut out"


def test_angles_are_drawn_in_milliradians() -> None:
    (axes,) = CardanJoint("20 deg").displacement(harmonics=2).plot().axes
    assert axes.get_ylabel() == "amplitude in mrad"
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["2", "4"]


def test_a_cycle_shows_each_source_and_their_sum() -> None:
    each, total = SIX.plot_cycle().axes
    assert len(each.lines) == 6
    assert total.get_legend_handles_labels()[1] == ["sum", "mean"]
    assert total.get_xlim() == (0, 720)
    assert (each.get_ylabel(), total.get_ylabel()) == ("each in kN·m", "sum in kN·m")
    np.testing.assert_allclose(total.lines[1].get_ydata(), 6)
    (alone,) = SIX.select("cylinder[2].tau").plot_cycle().axes
    assert alone.get_ylabel() == "cylinder[2].tau in kN·m"


def test_stars_have_the_numbers_of_the_cylinders() -> None:
    sums = phase_vector_sums(FiringOrder("1-5-3-6-2-4"), {"I": np.linspace(1, 0.1, 6)})
    stars = sums.plot(1, 3, mode="I").axes
    assert [star.get_title() for star in stars] == [
        f"order 1\n$S$ = {sums['I', 1]:.3g}",
        "order 3, major\n$S$ = 3.3",
    ]
    assert sorted(text.get_text() for text in stars[0].texts if text.get_text()) == [
        "1,6",
        "2,5",
        "3,4",
    ]
    assert [text.get_text() for text in stars[1].texts if text.get_text()] == ["1,2,3\n4,5,6"]
    assert len(sums.plot().axes) == 12
    with pytest.raises(NameLookupError, match="no mode 'II'"):
        sums.plot(mode="II")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_pictures_are_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"orders{suffix}"
    SIX.plot(path=path)
    assert path.stat().st_size > 1000
    with pytest.raises(ResultError, match="txt"):
        SIX.plot(path=tmp_path / "orders.txt")


def test_unknown_pictures() -> None:
    with pytest.raises(AttributeError, match="no picture 'order_spectra'"):
        _ = analysis.order_spectra
