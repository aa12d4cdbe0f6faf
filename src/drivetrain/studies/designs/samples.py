"""Designs that draw samples: Sobol sequences, Latin hypercubes, random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from drivetrain.calls import explained
from drivetrain.errors import UsageError
from drivetrain.studies.designs.design import Design, counted, seeded
from drivetrain.studies.distributions.distribution import Floats
from drivetrain.studies.parameters.axes import Axis
from drivetrain.studies.parameters.sets import ParameterTable

__all__ = ["Sampled", "columns_at", "latin", "random", "sobol", "sobol_levels"]

_LEAST: Final = 2.0**-53
"""Smallest level: at 0 and 1 many distributions are infinite."""
_MOST_DIMENSIONS: Final = 21201
"""For which direction numbers of Sobol sequences are known."""


@dataclass(frozen=True)
class Sampled(Design):
    """Samples of all parameters.

    Attributes
    ----------
    kind : {"sobol", "latin", "random"}
        How they are spread.
    n : int
        Number of samples.
    seed : int
        Determines them, together with what varies.
    """

    kind: str
    n: int
    seed: int

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return the samples."""
        width = sum(axis.width for axis in axes)
        if not width:
            raise UsageError(f"{self}: give at least one list or distribution to draw from")
        levels = _LEVELS[self.kind](width, self.n, self.seed)
        return ParameterTable(axes, columns_at(axes, levels))

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return f"{self.kind}({self.n}, seed={self.seed})"


def columns_at(axes: Sequence[Axis], levels: Floats) -> dict[str, np.ndarray]:
    """Return the values of all axes at some levels, shape (n, total width)."""
    columns: dict[str, np.ndarray] = {}
    first = 0
    for axis in axes:
        columns.update(axis.at(levels[:, first : first + axis.width]))
        first += axis.width
    return columns


def sobol_levels(width: int, n: int, seed: int) -> Floats:
    """Return a scrambled Sobol sequence, shape (n, width)."""
    from scipy.stats import qmc

    if width > _MOST_DIMENSIONS:
        raise UsageError(f"a Sobol sequence has up to {_MOST_DIMENSIONS} parameters, not {width}")
    engine: Any = qmc.Sobol
    return _inside(engine(width, **_from_seed(engine, seed)).random(n))


def _latin_levels(width: int, n: int, seed: int) -> Floats:
    from scipy.stats import qmc

    engine: Any = qmc.LatinHypercube
    return _inside(engine(width, **_from_seed(engine, seed)).random(n))


def _random_levels(width: int, n: int, seed: int) -> Floats:
    return _inside(np.random.default_rng(seed).random((n, width)))


def _from_seed(engine: Callable[..., object], seed: int) -> dict[str, Any]:
    """Return the argument that seeds an engine, which SciPy 1.15 has renamed."""
    from inspect import signature

    name = "rng" if "rng" in signature(engine).parameters else "seed"
    return {name: np.random.default_rng(seed)}


def _inside(levels: Floats) -> Floats:
    return np.maximum(levels, _LEAST)


_LEVELS: Final[dict[str, Callable[[int, int, int], Floats]]] = {
    "sobol": sobol_levels,
    "latin": _latin_levels,
    "random": _random_levels,
}


@explained
def sobol(n: int, *, seed: int = 0) -> Sampled:
    """Return a design of samples that cover the space evenly: a scrambled Sobol sequence.

    A list of values counts as a choice among them, all equally likely.

    Parameters
    ----------
    n : int
        Number of samples, a power of two.
    seed : int
        Determines the samples.

    Raises
    ------
    UsageError
        If the number is no power of two, for which the sequence is balanced.

    References
    ----------
    A. B. Owen, Scrambled net variance for integrals of smooth functions, 1997.
    """
    count = counted(n, "sobol")
    if count & (count - 1):
        below = 1 << (count.bit_length() - 1)
        raise UsageError(
            f"sobol({count}): the sequence is balanced for powers of two only: take {below} or "
            f"{2 * below} samples, or latin({count})"
        )
    return Sampled("sobol", count, seeded(seed, "sobol"))


@explained
def latin(n: int, *, seed: int = 0) -> Sampled:
    """Return a design of samples in which each parameter covers its range evenly.

    Parameters
    ----------
    n : int
        Number of samples.
    seed : int
        Determines the samples.

    References
    ----------
    M. D. McKay, R. J. Beckman, W. J. Conover, A comparison of three methods for selecting values
    of input variables in the analysis of output from a computer code, 1979.
    """
    return Sampled("latin", counted(n, "latin"), seeded(seed, "latin"))


@explained
def random(n: int, *, seed: int = 0) -> Sampled:
    """Return a design of independent random samples: the plain Monte Carlo method.

    Parameters
    ----------
    n : int
        Number of samples.
    seed : int
        Determines the samples.
    """
    return Sampled("random", counted(n, "random"), seeded(seed, "random"))
