"""Linear models of many variants of a machine, on several threads.

Each variant is linearised at an operating point of its own and matched with the machine itself, so
that results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.stability.root_locus import growth_of
from drivetrain.analysis.tracks.matching import matched
from drivetrain.analysis.tracks.mode_ensemble import ModeEnsemble
from drivetrain.errors import DrivetrainError, UsageError, shown

__all__ = ["Runs", "mode_ensemble"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_CHUNK = 64
"""Variants that a thread takes at once."""
_SMALL = 48
"""States up to which more than one thread does not pay."""


class Runs(NamedTuple):
    """Parameters of all variants.

    Attributes
    ----------
    number : int
        Number of variants.
    given : callable
        Returns the parameters of one of them, by name.
    columns : mapping
        The same for all: name → array.
    index : object
        Labels of the variants, or None.
    """

    number: int
    given: Callable[[int], Mapping[str, Any]]
    columns: Mapping[str, NDArray[Any]]
    index: Any


class _Collected:
    """Eigenvalues of all variants, filled by several threads."""

    def __init__(self, count: int, nominal: Eigenmodes) -> None:
        self.nominal = nominal
        shape = count, len(nominal)
        self.eigenvalue: Complexes = np.full(shape, complex(np.nan, np.nan))
        self.quality = np.zeros(shape)
        self.growth = np.full(count, np.nan)
        self.messages = [""] * count

    def take(self, run: int, modes: Eigenmodes) -> None:
        """Take the eigenmodes of a variant."""
        matching = matched(self.nominal, modes)
        on = np.flatnonzero(matching.there >= 0)
        self.eigenvalue[run, on] = modes.eigenvalue[matching.there[on]]
        self.quality[run] = matching.quality
        self.growth[run] = growth_of(modes)[0]


def mode_ensemble(
    modes: Callable[[Mapping[str, Any]], Eigenmodes], runs: Runs, threads: int | None
) -> ModeEnsemble:
    """Return the eigenmodes of many variants.

    Parameters
    ----------
    modes : callable
        Returns the eigenmodes for values of parameters.
    runs : Runs
        Parameters of all variants.
    threads : int, optional
        Number of threads; by default one per processor, or one for small models.

    Raises
    ------
    AnalysisError, SimulationError
        If the machine itself has no linear model.
    """
    nominal = modes({})
    at_once = _threads(threads, len(nominal.model.states))
    _ = nominal.left, nominal.right  # made once, before threads read them
    found = _Collected(runs.number, nominal)

    def work(first: int) -> None:
        for run in range(first, min(first + _CHUNK, runs.number)):
            try:
                found.take(run, modes(runs.given(run)))
            except DrivetrainError as error:
                found.messages[run] = str(error)

    with ThreadPoolExecutor(at_once) as pool:
        for _ in pool.map(work, range(0, runs.number, _CHUNK)):
            pass
    known = nominal.model.make_details is not None
    parts = nominal.energies.largest()["most elastic"] if known and len(nominal) else []
    return ModeEnsemble(
        nominal.model.name, dict(runs.columns), nominal.eigenvalue, found.eigenvalue,
        found.quality, found.growth, tuple(found.messages), tuple(parts), runs.index,
    )  # fmt: skip


def _threads(asked: int | None, states: int) -> int:
    """Return the number of threads; in small models most of the work needs the interpreter."""
    if asked is None:
        return 1 if states <= _SMALL else cpu_count() or 1
    if not isinstance(asked, int) or isinstance(asked, bool) or asked < 1:
        raise UsageError(f"threads={shown(asked)}: give a number from 1 on, or nothing")
    return asked
