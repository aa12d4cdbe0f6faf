"""Shaft lines for the tests of analyses, and their responses in closed form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from drivetrain.rotational import Fixed, Inertia, SpringDamper

Floats = NDArray[np.float64]


def chain(
    inertias: Sequence[float], stiffnesses: Sequence[float], dampings: Sequence[float] = ()
) -> dt.Model:
    """Return discs in a row, free at both ends."""
    m = dt.Model("chain")
    for k, inertia in enumerate(inertias):
        m.add(**{f"disc{k}": Inertia(J=inertia)})
    for k, stiffness in enumerate(stiffnesses):
        m.add(**{f"shaft{k}": SpringDamper(c=stiffness, d=dampings[k] if dampings else 0.0)})
        before, after = getattr(m, f"disc{k}"), getattr(m, f"disc{k + 1}")
        m.connect(before >> getattr(m, f"shaft{k}") >> after)
    return m


def grounded(J: float, c: float, d: float = 0.0) -> dt.Model:
    """Return a disc on a shaft that is clamped at the other end."""
    m = dt.Model("grounded")
    m.add(ground=Fixed(), shaft=SpringDamper(c=c, d=d), disc=Inertia(J=J))
    m.connect(m.ground.flange, m.shaft.flange_a)
    m.connect(m.shaft.flange_b, m.disc.flange_a)
    return m


def long_shaft(n: int) -> dt.Model:
    """Return `n` equal discs in a row: J = 0.1, c = 1e4, d = 1."""

    class Long(dt.Model):
        """Equal discs in a row."""

        disc = Inertia.array(n, J=0.1)
        shaft = SpringDamper.array(n - 1, c=1e4, d=1.0)

        def equations(self) -> Iterator[Any]:
            yield self.disc[:-1] >> self.shaft >> self.disc[1:]

    return Long()


def receptance(n: int, at: int, by: int, omega: Floats) -> NDArray[np.complex128]:
    """Return the angle of a disc of a long shaft for a torque at another one, by modal sums.

    ``omega_k = 2 sqrt(c/J) sin(k pi/2n)``, shapes ``cos(k pi (2j + 1)/2n)``.
    """
    k = np.arange(n)
    own = 2 * np.sqrt(1e4 / 0.1) * np.sin(k * np.pi / (2 * n))
    zeta = own * 1.0 / (2 * 1e4)
    modal = np.where(k == 0, 0.1 * n, 0.05 * n)
    shapes = [np.cos(k * np.pi * (2 * place + 1) / (2 * n)) for place in (at, by)]
    gains = shapes[0] * shapes[1] / modal
    return np.array([np.sum(gains / (own**2 - w**2 + 2j * zeta * own * w)) for w in omega])
