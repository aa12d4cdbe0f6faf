"""Cells of equal angle, split at events."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.order_analysis.panels import Panels, panels_of
from drivetrain.analysis.order_analysis.stretches import Stretch

TURN = 2 * np.pi


def steady(begin: float, end: float, direction: int = 1) -> Stretch:
    """Return a shaft that makes a turn per second."""
    times = np.linspace(begin, end, 101)
    return Stretch(direction, times, TURN * times)


def test_cells_begin_and_end_at_whole_parts_of_a_turn() -> None:
    panels = panels_of(steady(0.3, 2.2), 4, np.empty(0))
    assert (panels.first, panels.count) == (2, 6)
    assert panels.edges == pytest.approx(TURN * np.arange(2, 9) / 4, rel=1e-15)
    assert panels.cell.tolist() == list(range(6))
    assert set(panels.left) == {-0.5}
    assert set(panels.right) == {0.5}


def test_a_stretch_that_ends_at_an_edge_but_for_rounding_keeps_its_last_cell() -> None:
    stretch = steady(0.0, 2.0)
    for end in (np.nextafter(2 * TURN, 0), 2 * TURN, np.nextafter(2 * TURN, 100)):
        stretch.angles[-1] = end
        panels = panels_of(stretch, 16, np.empty(0))
        assert panels.count == 32
        assert panels.edges[-1] <= end


def test_cells_are_split_at_events() -> None:
    panels = panels_of(steady(0.0, 1.0), 4, np.array([0.1, 0.3, 0.33]))
    assert panels.cell.tolist() == [0, 0, 1, 1, 1, 2, 3]
    assert panels.left == pytest.approx([-0.5, -0.1, -0.5, -0.3, -0.18, -0.5, -0.5])
    assert panels.right == pytest.approx([-0.1, 0.5, -0.3, -0.18, 0.5, 0.5, 0.5])


def test_events_at_edges_or_at_the_same_angle_split_nothing_twice() -> None:
    panels = panels_of(steady(0.0, 1.0), 4, np.array([-1.0, 0.25, 0.3, 0.3 + 1e-14, 0.5, 2.0]))
    assert panels.cell.tolist() == [0, 1, 1, 2, 3]


@pytest.mark.parametrize("events", [np.empty(0), np.array([0.111, 0.77])])
def test_nodes_grow_and_lie_within_their_cells(events: np.ndarray) -> None:
    panels: Panels = panels_of(steady(0.0, 1.0), 8, events)
    nodes = panels.nodes.ravel()
    assert (np.diff(nodes) > 0).all()
    cells = np.floor(nodes * 8 / TURN).reshape(panels.nodes.shape)
    assert (cells == panels.cell[:, None]).all()


def test_a_short_stretch_has_no_cell() -> None:
    assert panels_of(steady(0.01, 0.02), 4, np.empty(0)).count == 0
