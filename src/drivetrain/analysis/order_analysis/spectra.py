"""Fourier integrals of a signal over windows of angle.

Each window is integrated panel by panel, together with the harmonic: the signal is not sampled at
equal distances, so that no order shows up as another one, and a jump at the edge of a panel does no
harm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.panels import Panels
from drivetrain.analysis.order_analysis.quadrature import NODES, SEVEN_WEIGHTS, WEIGHTS
from drivetrain.analysis.order_analysis.resolution import HANN, Resolution

__all__ = ["Spectra", "spectra_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]

_AT_ONCE = 2**21
"""Number of complex values computed at once, 32 MiB."""
_RULES = np.stack([WEIGHTS, WEIGHTS - SEVEN_WEIGHTS]) / 2
"""Weights of the integral, and of its difference from that by seven nodes."""


@dataclass(frozen=True, eq=False)
class Spectra:
    """Orders of a signal in windows.

    Attributes
    ----------
    amplitudes : complex array, shape (n_windows, n_orders)
        ``x = Re(X exp(i o theta))``; the mean for order 0.
    errors : float array, shape (n_windows, n_orders)
        How far they are from those by fewer nodes.
    """

    amplitudes: Complexes
    errors: Floats


def spectra_of(panels: Panels, values: Floats, resolution: Resolution) -> Spectra:
    """Return the orders of a signal in all windows of a stretch.

    Parameters
    ----------
    panels : Panels
        Where the signal is known.
    values : float array, shape (n_panels, 15)
        Its values at their nodes.
    resolution : Resolution
        Windows and orders.
    """
    numbers = resolution.numbers
    if resolution.window == HANN:  # needs the neighbours on both sides
        numbers = np.arange(-1, len(numbers) + 1)
    offset = float(values.mean())  # it has no orders, and would only add rounding
    blocks = _Integrals(panels, values - offset, numbers, resolution).of_blocks()
    found = _of_windows(blocks, resolution)
    if resolution.window == HANN:
        begins = panels.first + resolution.hop * np.arange(found.shape[1])
        found = _with_hann(found, begins, resolution)
    if panels.stretch.direction < 0:
        found = found.conj()
    found[:, :, 0] = found[:, :, 0].real / 2
    found[0, :, 0] += offset
    return Spectra(found[0], np.abs(found[1]))


class _Integrals:
    """Integrals of a signal times harmonics, in this order: rule, panel or block, order."""

    def __init__(
        self, panels: Panels, values: Floats, numbers: Ints, resolution: Resolution
    ) -> None:
        self._panels, self._values, self._numbers = panels, values, numbers
        self._resolution = resolution
        self._rate = -2j * np.pi / resolution.length
        self._places = panels.places
        self._width = panels.right - panels.left
        self._waves_of_whole = self._waves(NODES / 2)

    def of_blocks(self) -> Complexes:
        """Return the integrals over all blocks of cells."""
        block = self._resolution.block
        count = self._panels.count // block
        found = np.empty((len(_RULES), count, len(self._numbers)), dtype=complex)
        at_once = max(_AT_ONCE // (len(self._numbers) * block), 1)
        for begin in range(0, count, at_once):
            end = min(begin + at_once, count)
            found[:, begin:end] = self._of_cells(range(begin * block, end * block))
        return found

    def _of_cells(self, cells: range) -> Complexes:
        """Return the integrals over the blocks that some cells make up."""
        of_cell = self._panels.cell
        chosen = slice(*np.searchsorted(of_cell, [cells.start, cells.stop]).tolist())
        found = self._of_panels(chosen)
        # The phase of the middle of a cell, counted in whole numbers, is exact at any angle.
        period = 2 * self._resolution.length
        middle = 2 * (self._panels.first + of_cell[chosen]) + 1
        turns = np.mod(np.multiply.outer(middle, self._numbers), period)
        found *= np.exp(-2j * np.pi / period * turns)
        begins = np.searchsorted(of_cell[chosen], cells[:: self._resolution.block])
        sums = np.add.reduceat(found, begins, axis=1)
        return np.asarray(sums * (2 / self._resolution.length))

    def _of_panels(self, chosen: slice) -> Complexes:
        """Return the integrals over panels, with phases counted from the middle of the cell."""
        values, places, width = (some[chosen] for some in (self._values, self._places, self._width))
        found = np.empty((len(_RULES), len(width), len(self._numbers)), dtype=complex)
        whole = width == 1.0
        for rule, weights in enumerate(_RULES):
            found[rule, whole] = (values[whole] * weights) @ self._waves_of_whole
        for k in np.flatnonzero(~whole).tolist():
            found[:, k] = width[k] * ((_RULES * values[k]) @ self._waves(places[k]))
        return found

    def _waves(self, places: Floats) -> Complexes:
        """Return all harmonics at places in a cell."""
        return np.exp(self._rate * np.multiply.outer(places, self._numbers))


def _of_windows(blocks: Complexes, resolution: Resolution) -> Complexes:
    """Return the sums over the blocks of each window."""
    length, hop = (some // resolution.block for some in (resolution.length, resolution.hop))
    begins = range(0, blocks.shape[1] - length + 1, hop)
    sums = [blocks[:, begin : begin + length].sum(axis=1) for begin in begins]
    return np.stack(sums, axis=1)


def _with_hann(found: Complexes, begins: Ints, resolution: Resolution) -> Complexes:
    """Return the integrals with the weight ``1 - cos``, the mean of which is 1.

    The mean itself is taken without a weight and then left out, so that it does not leak.
    """
    mean = found[:, :, 1].copy()
    found[:, :, 1] = 0.0
    turns = np.mod(begins, resolution.length) / resolution.length
    turn = np.exp(-2j * np.pi * turns)[:, None]
    beside = turn * found[:, :, :-2] + turn.conj() * found[:, :, 2:]
    weighted: Complexes = found[:, :, 1:-1] - beside / 2
    weighted[:, :, 0] = mean
    return weighted
