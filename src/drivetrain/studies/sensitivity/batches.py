"""Outcomes of a study in the batches that Sobol indices need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import StudyError, UsageError, shown
from drivetrain.studies.designs.around import Saltelli

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["Batches", "batches_of", "checked_values"]

Floats = NDArray[np.float64]


class Batches(NamedTuple):
    """Values of an outcome: two samples, and mixtures of them.

    Attributes
    ----------
    names : list of str
        Parameters.
    a, b : float array, shape (n,)
        Values in the two samples.
    ab : float array, shape (parameters, n)
        Values in the first sample with one parameter from the second.
    dropped : int
        Blocks, one run of each batch, that were left out.
    """

    names: list[str]
    a: Floats
    b: Floats
    ab: Floats
    dropped: int

    def take(self, places: NDArray[np.int64]) -> Batches:
        """Return some of the blocks."""
        return self._replace(a=self.a[places], b=self.b[places], ab=self.ab[:, places])


def batches_of(result: StudyResult, outcome: str, missing: str) -> Batches:
    """Return the batches of an outcome.

    Parameters
    ----------
    result : StudyResult
        A study with the design `saltelli`.
    outcome : str
        The outcome.
    missing : {"refuse", "drop"}
        What to do if some values are missing.

    Raises
    ------
    StudyError
        If the study has another design, or values are missing.
    """
    if not isinstance(missing, str) or missing not in ("refuse", "drop"):
        raise UsageError(f"missing={shown(missing)}: give 'refuse' or 'drop'")
    study = result.study
    design = None if study is None else study.design
    if study is None or not isinstance(design, Saltelli):
        raise StudyError(
            f"Sobol indices need the design saltelli(n), and a study that was run here; this one "
            f"has {result.design}"
        )
    names = [axis.label for axis in design.varied(study.table.axes)]
    a, b, ab = design.batches(result[outcome], len(names))
    whole = np.isfinite(a) & np.isfinite(b) & np.isfinite(ab).all(axis=0)
    if not whole.all():
        if missing == "refuse":
            raise _refusal(result, outcome)
        kept = np.flatnonzero(whole)
        if len(kept) < 2:
            raise StudyError(f"{outcome!r} is missing somewhere in every block of {len(names) + 2}")
        return Batches(names, a[kept], b[kept], ab[:, kept], len(a) - len(kept))
    return Batches(names, a, b, ab, 0)


def checked_values(result: StudyResult, outcome: str, missing: str) -> NDArray[np.bool_]:
    """Return which runs have an outcome; refuse missing ones unless they may be dropped.

    Parameters
    ----------
    result : StudyResult
        The study.
    outcome : str
        The outcome.
    missing : {"refuse", "drop"}
        What to do if some values are missing.
    """
    if not isinstance(missing, str) or missing not in ("refuse", "drop"):
        raise UsageError(f"missing={shown(missing)}: give 'refuse' or 'drop'")
    there = np.isfinite(result[outcome])
    if missing == "refuse" and not there.all():
        raise _refusal(result, outcome)
    return np.asarray(there)


def _refusal(result: StudyResult, outcome: str) -> StudyError:
    values = result[outcome]
    count = int(np.count_nonzero(~np.isfinite(values)))
    reasons = ", ".join(f"{text}: {n}" for text, n in result.reasons(outcome).items())
    return StudyError(
        f"{outcome!r} is missing in {count} of {len(values)} runs ({reasons}), so its variance is "
        f"not defined{_region(result, ~np.isfinite(values))}. Repair them (result.failed, "
        "result.retry()), record an outcome that every run has, or give missing='drop', which "
        "leaves these out and so looks at another distribution"
    )


def _region(result: StudyResult, missing: NDArray[np.bool_]) -> str:
    """Say where values are missing: the parameter whose range this narrows most."""
    best, told = 0.7, ""
    for name, values in result.parameters.items():
        span = np.ptp(values) if values.dtype.kind == "f" else 0
        own = values[missing]
        if span > 0 and np.ptp(own) / span < best:
            best = np.ptp(own) / span
            told = f"; they lie at {name} = {own.min():.4g} … {own.max():.4g}"
    return told
