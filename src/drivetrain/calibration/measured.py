"""Measurements of one experiment, and how it was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from drivetrain.calls import explained_class
from drivetrain.errors import UsageError, shown

__all__ = ["Measured", "experiments_of"]


@explained_class
@dataclass(frozen=True, eq=False)
class Measured:
    """An experiment: what was measured, and what was different from others.

    What is not given here is taken from the call of :func:`drivetrain.fit`.

    Parameters
    ----------
    data : data frame, str, Path, mapping of columns, sequence of these, or None
        Measurements over time, as for :func:`drivetrain.from_data`; several tables have time
        columns of their own. Numbers may be missing. Without any there are only `outcomes`.
    observe : mapping of str to str or Sensor, optional
        What each column shows: a variable of the model.
    sigma : float, str, array_like, or mapping of str to these, optional
        Standard deviation of the noise of each column in SI units; a text is the name of a column
        that holds it. Without any, it is estimated from what remains.
    outcomes : mapping of Outcome to tuple of float, optional
        Numbers that were measured once, with their standard deviations, such as instants:
        ``{first("clutch.mode", "stuck"): (0.385, 0.002)}``.
    parameters : mapping, optional
        Values of parameters in this experiment.
    inputs : sequence of str
        Parts made by :func:`drivetrain.from_data` that follow this table: columns by their names.
    start_time, stop_time : float or quantity, optional
        Time span of the run, s; by default from the start of the model to the last sample, or to
        the end of the model if there are `outcomes`.
    timing : float, optional
        Standard deviation of the instants of the samples, s. Where the signal is steep, samples
        count less.
    time : str, optional
        Name of the column with the time.
    name : str
        How the experiment is called.

    Examples
    --------
    >>> Measured({"t": [0.0, 1.0], "n [rpm]": [0, 90]}, observe={"n": "load.w"}, name="cold").name
    'cold'
    """

    data: Any = None
    observe: Any = None
    sigma: Any = None
    outcomes: Any = None
    parameters: Any = None
    inputs: Any = None
    start_time: Any = None
    stop_time: Any = None
    timing: Any = None
    time: str | None = None
    name: str = ""

    def __repr__(self) -> str:
        """Return one line."""
        return f"<Measured {self.name!r}>" if self.name else "<Measured>"


def experiments_of(data: Any, common: Mapping[str, Any]) -> list[Measured]:
    """Return the experiments, each with a name and with what all have in common.

    Parameters
    ----------
    data : Measured, table, mapping of str to Measured, or sequence of Measured
        What the user gave.
    common : mapping
        Settings of all experiments that do not have their own.

    Raises
    ------
    UsageError
        If it is something else, or a name occurs twice.
    """
    found = _listed(data)
    if len({one.name for one in found if one.name}) < sum(bool(one.name) for one in found):
        raise UsageError("data: two experiments have the same name")
    named = [
        one if one.name or len(found) == 1 else replace(one, name=str(number))
        for number, one in enumerate(found)
    ]
    return [_completed(one, common) for one in named]


def _listed(data: Any) -> list[Measured]:
    if isinstance(data, Measured):
        return [data]
    if isinstance(data, Mapping) and any(isinstance(one, Measured) for one in data.values()):
        for name, one in data.items():
            if not isinstance(one, Measured) or not isinstance(name, str):
                raise UsageError(f"data={{{shown(name)}: {shown(one)}}}: give Measured by name")
        return [replace(one, name=name) for name, one in data.items()]
    if isinstance(data, list | tuple) and any(isinstance(one, Measured) for one in data):
        for one in data:
            if not isinstance(one, Measured):
                raise UsageError(f"data: {shown(one)} among experiments: give Measured only")
        return list(data)
    return [Measured(data)]


def _completed(one: Measured, common: Mapping[str, Any]) -> Measured:
    """Return an experiment with the common settings that it lacks; parameters are merged."""
    missing = {
        field.name: common[field.name]
        for field in fields(one)
        if field.name in common and getattr(one, field.name) is None
    }
    given = common.get("parameters") or {}
    if one.parameters is not None and isinstance(given, Mapping):
        own = dict(one.parameters) if isinstance(one.parameters, Mapping) else one.parameters
        missing["parameters"] = {**given, **own} if isinstance(own, dict) else own
    return replace(one, **missing)
