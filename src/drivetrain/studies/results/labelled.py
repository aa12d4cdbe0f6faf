"""Outcomes with labelled dimensions, for xarray."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.studies.results.facts import Facts
from drivetrain.studies.results.tally import Tally
from drivetrain.studies.work.piece import STATUS

if TYPE_CHECKING:
    import xarray as xr

    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["to_dataset"]


def to_dataset(result: StudyResult, facts: Facts, tally: Tally) -> xr.Dataset:
    """Return outcomes with labelled dimensions; see :meth:`StudyResult.to_xarray`.

    Parameters
    ----------
    result, facts, tally
        The study.

    Raises
    ------
    ResultError
        If xarray is not installed.
    """
    if find_spec("xarray") is None:
        raise ResultError("to_xarray() needs xarray: pip install 'drivetrain[studies]'")
    import xarray as xr

    dims, sizes, coordinates = _dimensions(facts)
    data: dict[str, Any] = {}
    columns = dict(zip(facts.columns, tally.values, strict=True))
    for name, values in columns.items():
        data[facts.label(name)] = (dims, values.reshape(sizes), _unit(facts, name))
    data[facts.own_label("status")] = (dims, np.array(STATUS)[tally.status].reshape(sizes))
    if tally.trajectories is not None:
        coordinates["time"] = ("time", facts.grid, {"units": "s"})
        for k, name in enumerate(facts.keep):
            shape = (*sizes, len(facts.grid))
            values = tally.trajectories[:, :, k].reshape(shape)
            data[name] = ((*dims, "time"), values, _unit(facts, name))
    return xr.Dataset(data, coordinates, {"model": facts.model, "design": facts.design})


def _dimensions(facts: Facts) -> tuple[tuple[str, ...], tuple[int, ...], dict[str, Any]]:
    """Return names and sizes of the dimensions, and the coordinates."""
    if facts.shape:
        sizes = tuple(len(values) for values in facts.shape.values())
        coordinates = {
            name: (name, _labels(values), _unit(facts, name))
            for name, values in facts.shape.items()
        }
        others = {
            name: ((), values[0], _unit(facts, name))
            for name, values in facts.parameters.items()
            if name not in facts.shape
        }
        return tuple(facts.shape), sizes, {**coordinates, **others}
    labels = np.arange(facts.count) if facts.index is None else np.asarray(facts.index)
    coordinates = {
        name: ("run", _labels(values), _unit(facts, name))
        for name, values in facts.parameters.items()
    }
    return ("run",), (facts.count,), {"run": labels, **coordinates}


def _labels(values: Any) -> Any:
    """Return values as labels: tables by their numbers."""
    if values.dtype.kind != "O" or all(np.ndim(one) == 0 for one in values):
        return values
    known: dict[bytes, int] = {}
    return np.array([known.setdefault(np.asarray(one).tobytes(), len(known)) for one in values])


def _unit(facts: Facts, name: str) -> dict[str, str]:
    return {"units": facts.units[name]} if name in facts.units else {}
