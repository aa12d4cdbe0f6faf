"""The same problem solved here and by somebody else. A new peer is one more entry of `all_peers`.

A row of inertias, joined by springs with dampers, is set into motion by the speed of the first one.
It has no events, so that a plain integrator can be written for it by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import drivetrain as dt
from benchmarks.timing import Sample, repeat
from drivetrain.modeling import parameter
from drivetrain.rotational import Inertia, SpringDamper

__all__ = ["Comparison", "SpringChain", "all_peers"]

Floats = NDArray[np.float64]
J, C, D, W0 = 0.1, 100.0, 0.1, 10.0


class SpringChain(dt.Model):
    """A row of inertias joined by springs with dampers; the first one is set into motion."""

    n = parameter(20, structural=True, kind="integer", doc="Number of inertias")
    first = Inertia(J=J, phi=dt.fixed(0.0), w=dt.fixed(W0))
    link: Any = SpringDamper.array(n - 1, c=C, d=D)
    disc: Any = Inertia.array(n - 1, J=J, phi=dt.fixed(0.0), w=dt.fixed(0.0))

    def equations(self) -> Iterable[Any]:
        """Join them in a row."""
        yield self.first >> self.link[0]
        yield self.link >> self.disc
        yield self.disc[:-1] >> self.link[1:]


@dataclass(frozen=True)
class Comparison:
    """Times of one problem here and at a peer.

    Parameters
    ----------
    problem, peer : str
        What was solved, and by whom else.
    here, there : Sample
        Times.
    difference : float
        Largest difference of the two solutions over the largest value: both solved the same.
    """

    problem: str
    peer: str
    here: Sample
    there: Sample
    difference: float

    @property
    def ratio(self) -> float:
        """How many times longer the peer takes, from the medians."""
        return self.there.median / self.here.median


def all_peers(times: int) -> Iterator[Comparison]:
    """Yield the comparisons; both sides are timed in one go.

    Parameters
    ----------
    times : int
        Repetitions.
    """
    yield _spring_chain(20, times)


def _spring_chain(n: int, times: int, stop: float = 2.0, tolerance: float = 1e-6) -> Comparison:
    compiled = dt.compile(SpringChain(n=n))
    grid = np.arange(0, 2001) * (stop / 2000)

    def here() -> dt.Result:
        return compiled.simulate(stop_time=stop, tolerance=tolerance, interval=stop / 2000)

    def there() -> Any:
        start = np.zeros(2 * n)
        start[n] = W0
        return solve_ivp(
            _rates, (0.0, stop), start, "RK45", t_eval=grid, rtol=tolerance, atol=tolerance
        )

    last = f"disc[{n - 2}].w"
    ours, theirs = here().at(grid, last), there().y[-1]
    difference = float(np.abs(ours - theirs).max() / np.abs(theirs).max())
    return Comparison(
        f"chain of {n} inertias, {stop:g} s, {tolerance:g}",
        "scipy solve_ivp RK45, NumPy by hand",
        repeat(here, times),
        repeat(there, max(times // 3, 3)),
        difference,
    )


def _rates(time: float, state: Floats) -> Floats:
    """Return the derivatives of angles and speeds."""
    phi, w = np.split(state, 2)
    torque = C * np.diff(phi) + D * np.diff(w)
    a = np.zeros_like(w)
    a[:-1] += torque / J
    a[1:] -= torque / J
    return np.concatenate([w, a])
