"""A free chain of equal discs: eigenmodes and responses in closed form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from drivetrain.modeling import parameter
from drivetrain.rotational import Inertia, SpringDamper

__all__ = ["C", "D", "FreeChain", "J", "natural_frequencies", "speeds_per_torque"]

Floats = NDArray[np.float64]

J, C, D = 0.1, 1e4, 1.0


class FreeChain(dt.Model):
    """A row of equal inertias joined by springs with dampers."""

    n = parameter(10, structural=True, kind="integer", doc="Number of inertias")
    disc: Any = Inertia.array(n, J=J)
    link: Any = SpringDamper.array(n - 1, c=C, d=D)

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def natural_frequencies(n: int) -> Floats:
    """Return ``2 sqrt(c/J) sin(k pi / 2n)``, rad/s, ascending."""
    return np.asarray(2 * np.sqrt(C / J) * np.sin(np.arange(1, n) * np.pi / (2 * n)))


def speeds_per_torque(n: int, discs: list[int], omega: Floats) -> Floats:
    """Return amplitudes of speeds for a torque of 1 N.m at the first disc, rad/s.

    Sums over the eigenmodes ``cos(k pi (2j + 1) / 2n)``.
    """
    mode = np.arange(n)
    shapes = np.cos(np.outer(2 * np.array([0, *discs]) + 1, mode) * np.pi / (2 * n))
    masses = J * np.where(mode == 0, n, n / 2)
    squared = 4 / J * np.sin(mode * np.pi / (2 * n)) ** 2
    s = 1j * omega[:, None]
    gains = s / (masses * (s**2 + s * D * squared + C * squared))
    return np.abs((gains * shapes[0]) @ shapes[1:].T).T
