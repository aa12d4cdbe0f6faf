"""Whether the derivatives of a run hang on its tolerance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.kernel.sensitivity import compare_rows
from drivetrain.simulation.sensitivities.sensitive_run import Carried

__all__ = ["LOOSER", "SAME", "SMALL", "disagreements", "in_words"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LOOSER = 10
"""How many times looser the tolerance of the second run is."""
SAME = 1e-3
"""How far derivatives of an outcome may be apart in both runs, relative to their size."""
_ALIKE = 0.05
"""How far those of states may, relative to the largest along the run: errors fall with the
tolerance, so that a twentieth between both runs is well below a hundredth in the tighter one."""
SMALL = 1e-5
"""Change of a value, relative to itself, if a parameter changes by itself: noise."""
_CLOSE = 1e-6
"""Part of the run within which an event is too close to compare both sides of it."""
_NOT_COMPARED = (
    "not confirmed: there is no instant away from events at which it could be compared with a "
    "looser tolerance; ask for more output times"
)
_ONLY_HERE = f"not confirmed: with a tolerance {LOOSER} times looser there is no derivative"


def in_words(value: float, looser: float) -> str:
    """Return why a derivative is not believed."""
    return (
        f"too sensitive to errors of the run: it is {looser:.4g} with a tolerance {LOOSER} times "
        f"looser, {value:.4g} with this one"
    )


def disagreements(run: Carried, looser: Carried, sizes: Floats) -> list[str]:
    """Return by parameter why its derivatives are not believed; empty texts for the others.

    Parameters
    ----------
    run, looser : Carried
        A run with its sensitivities, and the same with a looser tolerance.
    sizes : float array, shape (n_parameters,)
        Sizes of the parameters.
    """
    ours, theirs = _common_rows(run, looser)
    tight, loose = run.found.changes, looser.found.changes
    if len(ours) < 2:  # nothing but the start
        return [_NOT_COMPARED] * len(sizes)
    if not tight.shape[1]:  # all follows from parameters and time, without errors of steps
        return [""] * len(sizes)
    states = run.result.recording.written[:, FIRST_VALUE : FIRST_VALUE + tight.shape[1]]
    noise = SMALL * np.abs(states).max(axis=0)[:, None] / sizes
    largest, apart = compare_rows(tight, ours, loose, theirs)
    if np.isfinite(apart).all() and (apart <= _ALIKE * largest + noise).all():
        return [""] * len(sizes)
    return _told(tight[ours], loose[theirs], noise)


def _told(tight: Floats, loose: Floats, noise: Floats) -> list[str]:
    """Return by parameter where both runs are farthest apart, if they may not be."""
    known = np.isfinite(tight) & np.isfinite(loose)
    alone = np.any(np.isfinite(tight) & ~np.isfinite(loose), axis=(0, 1)).tolist()
    tight, loose = np.where(known, tight, 0.0), np.where(known, loose, 0.0)
    excess = np.abs(tight - loose) - (_ALIKE * np.abs(tight).max(axis=0) + noise)
    texts = []
    for k, only_here in enumerate(alone):
        row, state = np.unravel_index(np.argmax(excess[:, :, k]), excess.shape[:2])
        doubted = excess[row, state, k] > 0
        said = in_words(tight[row, state, k], loose[row, state, k]) if doubted else ""
        texts.append(said or (_ONLY_HERE if only_here else ""))
    return texts


def _common_rows(run: Carried, looser: Carried) -> tuple[Ints, Ints]:
    """Return the rows of both runs at the same instants, away from events."""
    time, other = run.result.time, looser.result.time
    events = np.concatenate([run.found.event_times, looser.found.event_times])
    close = _CLOSE * (time[-1] - time[0])
    ours, theirs = (_away(one, events, close) for one in (time, other))
    if np.array_equal(time[ours], other[theirs]):
        return ours, theirs
    _, some, others = np.intersect1d(time[ours], other[theirs], return_indices=True)
    return ours[some], theirs[others]


def _away(time: Floats, events: Floats, close: float) -> Ints:
    """Return the rows that are not close to an event."""
    kept = np.ones(len(time), dtype=bool)
    first = np.searchsorted(time, events - close, "left").tolist()
    behind = np.searchsorted(time, events + close, "right").tolist()
    for begin, end in zip(first, behind, strict=True):
        kept[begin:end] = False
    return np.flatnonzero(kept)
