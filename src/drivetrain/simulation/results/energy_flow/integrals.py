"""Energy through ports, integrated over the run as exactly as it is known between its points.

The run is made again with the nodes of a quadrature as output points. Cells end at events, so that
no integrand jumps within a cell, and are halved until the nodes resolve the integrand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.output_times import SAME_INSTANT
from drivetrain.simulation.results.energy_flow.cells import NODES, energies
from drivetrain.simulation.results.energy_flow.ports import Port
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, TIME_COLUMN, Layout, RowFlag

__all__ = ["Integrals", "integrate"]

Floats = NDArray[np.float64]
Again = Callable[[Floats], Recording]

_FEWEST_CELLS = 200
_ROUNDS = 12
"""Number of times that cells may be halved."""
_TOLERANCE = 1e-9
"""Estimated error of a cell beside the largest energy; that of the result is far smaller."""
_SHORTEST = 64 * SAME_INSTANT
"""Cells up to this many last bits of the time are not divided: their nodes would be at one."""
_AT_ONCE = 2**21
"""Number of values that are read at once."""


class Integrals(NamedTuple):
    """Energies through ports in a window, and rows of the run there.

    Attributes
    ----------
    energy : float array
        Energy into the part through each port, J.
    unresolved : float
        Sum of the estimated errors of cells that are as small as allowed, J.
    rows : Recording
        Rows at both ends of the window, and on both sides of events in it.
    """

    energy: Floats
    unresolved: float
    rows: Recording


def integrate(
    ports: Sequence[Port], layout: Layout, again: Again, own: Floats, window: tuple[float, float]
) -> Integrals:
    """Return the energy through ports in a window of time.

    Parameters
    ----------
    ports : sequence of Port
        The ports.
    layout : Layout
        Layout of complete rows.
    again : callable
        Makes the run again with rows at increasing instants.
    own : float array
        Time, s, and flags of the rows of the run itself.
    window : tuple of float
        First and last instant, s.
    """
    at_events = np.unique(own[own[:, FLAG_COLUMN] != RowFlag.REGULAR, TIME_COLUMN])
    ends = _first_ends(own[:, TIME_COLUMN], at_events, window)
    total, unresolved, scale = np.zeros(len(ports)), 0.0, 0.0
    cells, rows = np.stack([ends[:-1], ends[1:]], axis=1), None
    for turn in range(_ROUNDS + 1):
        recording = again(_instants(cells, at_events, window[1]))
        rows = rows or _at_ends_and_events(recording, window)
        found, error = _over_cells(ports, layout, recording, cells)
        scale = max(scale, float(np.abs(np.cumsum(found, axis=0)).max(initial=0.0)))
        rough = (error > _TOLERANCE * scale).any(axis=1) & ~_is_shortest(cells)
        if turn == _ROUNDS:
            unresolved, rough = float(error[rough].sum()), np.zeros_like(rough)
        total += found[~rough].sum(axis=0)
        cells = _halves(cells[rough])
        if not len(cells):
            break
    assert rows is not None
    return Integrals(total, unresolved, rows)


def _first_ends(time: Floats, at_events: Floats, window: tuple[float, float]) -> Floats:
    """Return the ends of the first cells: recorded instants, and others if these are few."""
    fixed = np.union1d(at_events[(at_events > window[0]) & (at_events < window[1])], window)
    inside = time[(time > window[0]) & (time < window[1])]
    others = np.union1d(np.linspace(*window, _FEWEST_CELLS + 1), inside)
    behind = np.clip(np.searchsorted(fixed, others), 1, len(fixed) - 1)
    distance = np.minimum(np.abs(others - fixed[behind - 1]), np.abs(fixed[behind] - others))
    return np.union1d(fixed, others[distance > _SHORTEST * np.spacing(np.abs(others))])


def _nodes(cells: Floats) -> Floats:
    """Return the instants of the nodes of cells, with their ends to the last bit."""
    middle, half = cells.mean(axis=1, keepdims=True), np.diff(cells, axis=1) / 2
    nodes: Floats = middle + half * NODES
    nodes[:, 0], nodes[:, -1] = cells.T
    return nodes


def _is_shortest(cells: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.diff(cells, axis=1)[:, 0] <= _SHORTEST * np.spacing(np.abs(cells[:, 1])))


def _instants(cells: Floats, at_events: Floats, stop: float) -> Floats:
    """Return the instants at which rows are needed: not at events, where there are rows anyway."""
    nodes = _nodes(cells[~_is_shortest(cells)]).ravel()
    wanted = np.setdiff1d(np.concatenate([nodes, cells.ravel()]), at_events)
    return np.union1d(wanted, [stop])


def _halves(cells: Floats) -> Floats:
    middle = cells.mean(axis=1)
    pairs = np.stack([cells[:, 0], middle, middle, cells[:, 1]], axis=1)
    return pairs.reshape(-1, 2)


def _over_cells(
    ports: Sequence[Port], layout: Layout, recording: Recording, cells: Floats
) -> tuple[Floats, Floats]:
    """Return the energies in cells, shape (n_cells, n_ports), and estimates of their errors."""
    rules = [port.rule for port in ports]
    found, error = np.empty((2, len(cells), len(ports)))
    at_once = max(_AT_ONCE // (2 * len(NODES) * max(len(ports), 1)), 1)
    for first in range(0, len(cells), at_once):
        part = slice(first, first + at_once)
        place = _places(recording.written[:, TIME_COLUMN], cells[part])
        rows = recording.some(place.ravel())
        flow, potential = (
            _read(layout, rows, names).reshape(*place.shape, len(ports))
            for names in ([p.flow for p in ports], [p.potential for p in ports])
        )
        width = np.diff(cells[part], axis=1)[:, 0]
        found[part], error[part] = energies(rules, flow, potential, width)
    return found, error


def _read(layout: Layout, rows: Recording, names: Sequence[str]) -> Floats:
    """Return the values of variables, each as often as it is named."""
    if not names:
        return np.empty((len(rows), 0))
    return rows.take(layout.columns(*names))


def _places(time: Floats, cells: Floats) -> NDArray[np.int64]:
    """Return the row of each node: cells begin behind events, and end before them."""
    nodes = _nodes(cells)
    short = _is_shortest(cells)
    nodes[short, 1:-1] = nodes[short, :1]
    place = np.searchsorted(time, nodes, side="left")
    place[:, 0] = np.searchsorted(time, nodes[:, 0], side="right") - 1
    place[short, 1:-1] = place[short, :1]
    place = np.clip(place, 0, len(time) - 1)
    if np.any(time[place] != nodes):
        raise ResultError(
            "the run was made again to integrate energies, and lacks some of the points: something "
            "that it uses has changed meanwhile; run the model again"
        )
    return place


def _at_ends_and_events(recording: Recording, window: tuple[float, float]) -> Recording:
    """Return the rows with which the audit is made: behind events at both ends of the window."""
    written = recording.written
    time = written[:, TIME_COLUMN]
    marked = (written[:, FLAG_COLUMN] != RowFlag.REGULAR) & (time > window[0]) & (time <= window[1])
    last = np.searchsorted(time, window, side="right") - 1
    marked[last] = True
    if window[0] == time[0]:
        marked[: last[0]] = True
    return recording.at(marked)
