"""Methods of SALib, if it is installed: Morris screening, PAWN, Delta."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import StudyError, UsageError, shown
from drivetrain.studies.designs.around import refuse_correlated
from drivetrain.studies.designs.design import Design, counted, seeded
from drivetrain.studies.designs.samples import columns_at
from drivetrain.studies.parameters.axes import Axis
from drivetrain.studies.parameters.sets import ParameterTable
from drivetrain.studies.sensitivity.batches import checked_values

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["Morris", "given_data", "morris", "morris_of"]

_SEED = 1
_KEYS: Final = {
    "pawn": ("minimum", "mean", "median", "maximum", "CV"),
    "delta": ("delta", "delta_conf", "S1", "S1_conf"),
}
"""What is taken of the answers of each method."""
_ARGUMENTS: Final[dict[str, dict[str, Any]]] = {"pawn": {}, "delta": {"num_resamples": 30}}
"""Further arguments: each resample of Delta takes seconds with a thousand runs."""
_RAW: Final = {"delta": "delta_raw", "delta_conf": "delta_raw_conf"}
"""Names since SALib 1.6, which has further variants of the first."""
_EDGE = 0.01
"""Distance of the outermost levels from 0 and 1, where many distributions are infinite."""


@dataclass(frozen=True)
class Morris(Design):
    """Random paths that change one parameter at each step.

    Attributes
    ----------
    n : int
        Number of paths.
    levels : int
        Number of levels of each parameter.
    seed : int
        Determines the paths.
    """

    n: int
    levels: int
    seed: int

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return n · (parameters + 1) runs, path by path."""
        refuse_correlated(repr(self), axes)
        varied = [axis for axis in axes if axis.width]
        if len(varied) < 2:
            raise UsageError(f"{self}: give at least two lists or distributions")
        levels = _EDGE + (1 - 2 * _EDGE) * self.unit(len(varied))
        return ParameterTable(axes, columns_at(axes, levels))

    def unit(self, count: int) -> NDArray[np.float64]:
        """Return the paths between 0 and 1, shape (runs, parameters)."""
        _require()
        from SALib.sample import morris as sample

        problem = _problem([f"x{k}" for k in range(count)])
        found = sample.sample(problem, self.n, num_levels=self.levels, seed=self.seed)
        return np.asarray(found, dtype=float)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return f"morris({self.n}, levels={self.levels}, seed={self.seed})"


def _require() -> None:
    if find_spec("SALib") is None:
        raise StudyError("this method is that of SALib, which is not installed: pip install SALib")


def _problem(names: list[str]) -> dict[str, Any]:
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def morris_of(result: StudyResult, outcome: str) -> pd.DataFrame:
    """Return the elementary effects of an outcome; see :meth:`StudyResult.morris`.

    Parameters
    ----------
    result : StudyResult
        A study with the design `morris`.
    outcome : str
        The outcome.

    Raises
    ------
    StudyError
        If the design is another one, or values are missing.
    """
    import pandas as pd

    study = result.study
    if study is None or not isinstance(study.design, Morris):
        raise StudyError(f"elementary effects need the design morris(n); this is {result.design}")
    checked_values(result, outcome, "refuse")
    from SALib.analyze import morris as analyze

    names = [axis.label for axis in study.table.axes if axis.width]
    found = analyze.analyze(
        _problem(names), study.design.unit(len(names)), result[outcome],
        num_levels=study.design.levels, seed=_SEED,
    )  # fmt: skip
    columns = {key: np.asarray(found[key], dtype=float) for key in ("mu", "mu_star", "sigma")}
    columns["mu_star_conf"] = np.asarray(found["mu_star_conf"], dtype=float)
    return pd.DataFrame(columns, index=pd.Index(names, name="parameter"))


def given_data(result: StudyResult, outcome: str, method: str, missing: str) -> pd.DataFrame:
    """Return the indices of a method that takes any sample.

    Parameters
    ----------
    result : StudyResult
        The study.
    outcome : str
        The outcome.
    method : {"pawn", "delta"}
        The method.
    missing : {"refuse", "drop"}
        What to do if some values are missing.

    Raises
    ------
    StudyError
        If SALib is not installed, or values are missing.
    """
    import pandas as pd

    _require()
    from importlib import import_module

    there = checked_values(result, outcome, missing)
    columns = {
        name: values[there].astype(float)
        for name, values in result.parameters.items()
        if values.dtype.kind in "biuf" and np.ptp(values[there].astype(float)) > 0
    }
    if not columns:
        raise StudyError(f"{method} needs parameters that vary")
    problem = {
        **_problem(list(columns)),
        "bounds": [[one.min(), one.max()] for one in columns.values()],
    }
    analyze: Any = import_module(f"SALib.analyze.{method}").analyze
    x = np.column_stack(list(columns.values()))
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on variants that are not asked for
        try:
            found = analyze(problem, x, result[outcome][there], seed=_SEED, **_ARGUMENTS[method])
        except ValueError as error:
            raise StudyError(
                f"{method} of SALib found no indices of {outcome!r}: give more samples, and an "
                f"outcome that varies ({error})"
            ) from error
    kept = {key: _numbers(found, key) for key in _KEYS[method]}
    if not all(np.isfinite(values).all() for values in kept.values()):
        raise StudyError(f"{method} of SALib found no indices of {outcome!r}: give more samples")
    return pd.DataFrame(kept, index=pd.Index(list(columns), name="parameter"))


def _numbers(found: Any, key: str) -> NDArray[np.float64]:
    """Return an entry of an answer, under its older or its newer name."""
    return np.asarray(found[key] if key in found else found[_RAW[key]], dtype=float)


@explained
def morris(n: int, *, levels: int = 4, seed: int = 0) -> Morris:
    """Return the design of Morris screening: n · (parameters + 1) runs. It needs SALib.

    Parameters
    ----------
    n : int
        Number of paths.
    levels : int
        Number of levels of probability of each parameter, even.
    seed : int
        Determines the paths.

    Raises
    ------
    StudyError
        If SALib is not installed.

    References
    ----------
    M. D. Morris, Factorial sampling plans for preliminary computational experiments, 1991.
    """
    _require()
    count = levels if isinstance(levels, int) else 0
    if count not in range(2, 101, 2):
        raise UsageError(f"morris(levels={shown(levels)}): give an even number, 2 … 100")
    return Morris(counted(n, "morris"), count, seeded(seed, "morris"))
