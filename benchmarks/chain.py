"""The chain: a problem of any size whose solution is known in closed form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.fft import idct

__all__ = ["AMPLITUDE", "C", "ChainProblem", "D", "J"]

Floats = NDArray[np.float64]
J, C, D, AMPLITUDE = 1.0, 1000.0, 0.1, 10.0
"""Inertia in kg.m2, stiffness in N.m/rad, damping in N.m.s/rad, torque of the drive in N.m."""
_OMEGA = 2 * np.pi


@dataclass(frozen=True)
class ChainProblem:
    """A row of equal inertias joined by springs with dampers, at rest.

    A torque `AMPLITUDE` sin(2 pi t) drives the first inertia; both ends are free. Wanted are all
    angles, speeds and torques of the springs at equidistant points from 0 to `stop`.

    Parameters
    ----------
    n : int
        Number of inertias.
    stop : float
        End in s.
    points : int
        Output points, both ends included.
    tolerance : float
        Relative and absolute tolerance asked of the solvers.
    """

    n: int
    stop: float = 1.0
    points: int = 501
    tolerance: float = 1e-6

    @property
    def interval(self) -> float:
        """Distance of output points, s."""
        return self.stop / (self.points - 1)

    @property
    def exact(self) -> Floats:
        """Exact values, shape (points, 3 n - 1): angles, speeds, torques.

        The modes of a free chain are cosines, its damping is proportional to its stiffness, so
        every mode is an oscillator of its own; a cosine transform puts them together.
        """
        return _exact(self.n, self.stop, self.points)

    def error(self, values: Floats) -> float:
        """Return the largest error of a solution.

        Angles, speeds and torques each over their largest value.

        Parameters
        ----------
        values : float array, shape (points, 3 n - 1)
            Solution to judge.
        """
        parts = np.split(np.arange(3 * self.n - 1), [self.n, 2 * self.n])
        kinds = [slice(part[0], part[-1] + 1) for part in parts]
        return max(
            float(np.abs(values[:, kind] - self.exact[:, kind]).max())
            / float(np.abs(self.exact[:, kind]).max())
            for kind in kinds
        )


@lru_cache(maxsize=1)
def _exact(n: int, stop: float, points: int) -> Floats:
    k = np.arange(n)
    shape = np.sqrt(np.where(k == 0, 1.0, 2.0) / n) * np.cos(np.pi * k / (2 * n))
    eigenvalue = 4 * np.sin(np.pi * k / (2 * n)) ** 2
    values = np.empty((points, 3 * n - 1))
    for row, t in zip(values, np.linspace(0.0, stop, points), strict=True):
        angle, speed = _oscillators(AMPLITUDE * shape, eigenvalue, t)
        phi, w = (idct(q, type=2, norm="ortho") for q in (angle, speed))
        row[:n], row[n : 2 * n] = phi, w
        row[2 * n :] = C * np.diff(phi) + D * np.diff(w)
    return values


def _oscillators(force: Floats, eigenvalue: Floats, t: float) -> tuple[Floats, Floats]:
    """Return angles and speeds of all modes, which start at rest, under a sine."""
    b, c = D * eigenvalue[1:] / J, C * eigenvalue[1:] / J
    nu = np.sqrt(c - b**2 / 4)
    response = force[1:] / J / (c - _OMEGA**2 + 1j * b * _OMEGA)
    wave = response * np.exp(1j * _OMEGA * t)
    cosine = -response.imag
    sine = (b / 2 * cosine - _OMEGA * response.real) / nu
    fading, turned = np.exp(-b / 2 * t), nu * t
    free = fading * (cosine * np.cos(turned) + sine * np.sin(turned))
    slope = fading * nu * (sine * np.cos(turned) - cosine * np.sin(turned)) - b / 2 * free
    whole = force[0] / J
    angle = np.concatenate(([whole * (t / _OMEGA - np.sin(_OMEGA * t) / _OMEGA**2)],
                            wave.imag + free))  # fmt: skip
    speed = np.concatenate(([whole * (1 - np.cos(_OMEGA * t)) / _OMEGA],
                            (1j * _OMEGA * wave).imag + slope))  # fmt: skip
    return angle, speed
