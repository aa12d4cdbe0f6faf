"""Studies: many runs of a model with other parameters, on this machine or on many.

A study is made by ``model.study(vary, design=…, record=…)`` and run by ``study.run()``. This module
has the words for it: distributions, designs, and the outcomes of :mod:`drivetrain.outcomes`.

Examples
--------
>>> import drivetrain as dt
>>> from drivetrain import studies
>>> model = dt.examples.find("CoupledClutches")()
>>> study = model.study(
...     {"clutch1.peak": studies.uniform(1.0, 1.3), "J1.J": studies.normal(1.0, 0.05)},
...     design=studies.sobol(16, seed=1),
...     record={
...         "locked": studies.first("clutch1.mode", "stuck"),
...         "heat": studies.dissipated("clutch1"),
...     },
... )
>>> result = study.run(progress=False)
>>> result
<StudyResult of CoupledClutches: 16 runs, 0 failed>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from drivetrain.errors import nearest

if TYPE_CHECKING:
    from drivetrain.outcomes import (
        at,
        count,
        dissipated,
        final,
        first,
        function,
        integral,
        last,
        maximum,
        mean,
        minimum,
        nth,
        peak,
        rms,
        stored,
        supplied,
        time_in,
    )
    from drivetrain.studies.designs.around import one_at_a_time, saltelli
    from drivetrain.studies.designs.combinations import grid, table, zipped
    from drivetrain.studies.designs.samples import latin, random, sobol
    from drivetrain.studies.distributions.continuous import (
        log_uniform,
        normal,
        triangular,
        truncated_normal,
        uniform,
    )
    from drivetrain.studies.distributions.correlated import correlated_normal
    from drivetrain.studies.distributions.discrete import choice, empirical
    from drivetrain.studies.results.study_result import StudyResult
    from drivetrain.studies.sensitivity.salib import morris
    from drivetrain.studies.study import Study

_OUTCOMES = frozenset(
    {
        "at",
        "count",
        "dissipated",
        "final",
        "first",
        "function",
        "integral",
        "last",
        "maximum",
        "mean",
        "minimum",
        "nth",
        "peak",
        "rms",
        "stored",
        "supplied",
        "time_in",
    }
)
_WHERE = {
    "Study": "study",
    "StudyResult": "results.study_result",
    "choice": "distributions.discrete",
    "correlated_normal": "distributions.correlated",
    "empirical": "distributions.discrete",
    "grid": "designs.combinations",
    "latin": "designs.samples",
    "log_uniform": "distributions.continuous",
    "morris": "sensitivity.salib",
    "normal": "distributions.continuous",
    "one_at_a_time": "designs.around",
    "random": "designs.samples",
    "saltelli": "designs.around",
    "sobol": "designs.samples",
    "table": "designs.combinations",
    "triangular": "distributions.continuous",
    "truncated_normal": "distributions.continuous",
    "uniform": "distributions.continuous",
    "zipped": "designs.combinations",
}

__all__ = [
    "Study",
    "StudyResult",
    "at",
    "choice",
    "correlated_normal",
    "count",
    "dissipated",
    "empirical",
    "final",
    "first",
    "function",
    "grid",
    "integral",
    "last",
    "latin",
    "log_uniform",
    "maximum",
    "mean",
    "minimum",
    "morris",
    "normal",
    "nth",
    "one_at_a_time",
    "peak",
    "random",
    "rms",
    "saltelli",
    "sobol",
    "stored",
    "supplied",
    "table",
    "time_in",
    "triangular",
    "truncated_normal",
    "uniform",
    "zipped",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for: words of a script need no machinery."""
    if name in _OUTCOMES:
        value = getattr(import_module("drivetrain.outcomes"), name)
    elif name in _WHERE:
        value = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    else:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}{nearest(name, __all__)}"
        )
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
