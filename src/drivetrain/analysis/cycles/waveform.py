"""Signals over one period: sampled at nodes of Gauss between events, for exact integrals.

Jumps and kinks lie between panels, so that integrals do not notice them: a harmonic of high order
is as exact as the mean, as long as the panels are short for its wave.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["RESOLVED", "Waveform"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_PANELS = 32
"""Panels of a period without events."""
_LEAST = 1e-9
"""Length of a panel that is too short to matter, relative to the period."""
_PER_PANEL = 2.5
"""Radians of the highest harmonic in half a panel; a signal may contain it as well."""
RESOLVED = int(_PER_PANEL * _PANELS / np.pi)
"""Highest order that the panels of every period resolve."""
_FINE = 17
"""Points of a panel at which its extreme values are sought first."""
_ROUNDING = 1e-13
"""Coefficient of a slope that counts as zero, relative to the largest one of the signal."""
_REAL = 1e-9
"""Imaginary part of a root that counts as none."""


@dataclass(frozen=True, eq=False)
class Waveform:
    """Panels of a period, and nodes in them.

    Attributes
    ----------
    edges : float array
        Ends of the panels, s.
    period : float
        Length of the period, s: the difference of its ends would be rounded, and so would phases
        that refer to the instant 0.
    points : int
        Nodes in each panel.
    """

    edges: Floats
    period: float
    points: int = 8

    @classmethod
    def between(cls, start: float, period: float, breaks: Floats, points: int = 8) -> Waveform:
        """Return panels of equal length, cut where signals have jumps or kinks.

        Parameters
        ----------
        start, period : float
            First instant, and length of the period, s.
        breaks : float array
            Instants of jumps and kinks, s.
        points : int
            Nodes in each panel.
        """
        end, least = start + period, _LEAST * period
        inner = start + period * np.arange(1, _PANELS) / _PANELS
        firm = np.unique(breaks[(breaks > start + least) & (breaks < end - least)])
        firm = firm[np.append(True, np.diff(firm) > least)] if len(firm) else firm
        edges = np.concatenate([[start], firm, [end]])
        near = np.abs(inner[:, None] - edges).min(axis=1) <= least
        return cls(np.sort(np.concatenate([edges, inner[~near]])), period, points)

    @cached_property
    def _rule(self) -> tuple[Floats, Floats]:
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        return nodes, weights

    @cached_property
    def times(self) -> Floats:
        """Instants of the nodes, s."""
        begin, length = self.edges[:-1], np.diff(self.edges)
        found: Floats = (begin[:, None] + length[:, None] * (0.5 + 0.5 * self._rule[0])).ravel()
        return found

    @cached_property
    def weights(self) -> Floats:
        """Weights of the nodes in an integral over time, s."""
        return np.outer(0.5 * np.diff(self.edges), self._rule[1]).ravel()

    @property
    def highest(self) -> int:
        """Highest order of a harmonic that the panels resolve."""
        longest = float(np.diff(self.edges).max()) / self.period
        return int(_PER_PANEL / (np.pi * longest) * self.points / 8)

    def harmonics(self, values: Floats, count: int) -> Complexes:
        """Return complex amplitudes: the mean, then those of orders 1 to `count`.

        The signal is the real part of their sum, each times ``exp(i k omega t)``.

        Parameters
        ----------
        values : float array, shape (n_nodes,) or (n_nodes, n_signals)
            The signals at the nodes.
        count : int
            Highest order.
        """
        order = np.arange(count + 1)
        turn = 2 * np.pi / self.period * np.outer(order, self.times)
        found: Complexes = (np.exp(-1j * turn) * self.weights) @ values * (2 / self.period)
        found[0] /= 2
        return found

    def extremes(self, values: Floats, others: Floats) -> tuple[Floats, Floats]:
        """Return least and greatest values.

        Parameters
        ----------
        values : float array, shape (n_nodes, n_signals)
            The signals at the nodes.
        others : float array, shape (m, n_signals)
            Other values, as those on both sides of events.
        """
        vandermonde = np.polynomial.legendre.legvander(self._rule[0], self.points - 1)
        panels = values.reshape(-1, self.points, values.shape[1])
        series = np.linalg.solve(vandermonde, panels)
        most = np.array([self._greatest(one) for one in np.moveaxis(series, 2, 0)])
        least = -np.array([self._greatest(-one) for one in np.moveaxis(series, 2, 0)])
        whole = np.concatenate([values, others])
        return np.minimum(whole.min(axis=0), least), np.maximum(whole.max(axis=0), most)

    def _greatest(self, series: Floats) -> float:
        """Return the greatest value of polynomials, given by their series in each panel."""
        values = np.polynomial.legendre.legval(np.linspace(-1.0, 1.0, _FINE), series.T)
        panel = int(values.max(axis=1).argmax())
        near = range(max(panel - 1, 0), min(panel + 2, len(series)))
        return max(float(values.max()), *(_peak(series[k]) for k in near))


def _peak(series: Floats) -> float:
    """Return the greatest value of a polynomial where its slope is zero."""
    legendre = np.polynomial.legendre
    least = _ROUNDING * float(np.abs(series).max())
    slope = np.polynomial.polyutils.trimcoef(legendre.legder(series), least)
    roots = legendre.legroots(slope)
    inner = roots.real[(np.abs(roots.imag) < _REAL) & (np.abs(roots.real) <= 1.0)]
    return float(legendre.legval(inner, series).max(initial=-np.inf))
