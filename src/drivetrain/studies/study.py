"""A study as a value: model, parameter values, outcomes, settings; runs when it is told to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from drivetrain.calls import explained
from drivetrain.errors import SimulationInterrupted, StudyError, UsageError, shown
from drivetrain.markup import pairs
from drivetrain.modeling.argument_values import check_flags
from drivetrain.modeling.component import Component
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.functions import Text, function_of
from drivetrain.simulation.outcomes.naming import outcomes_by_name
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.results.selection import checked_patterns
from drivetrain.studies.designs.combinations import Grid, Table
from drivetrain.studies.designs.design import Design
from drivetrain.studies.driver import drive
from drivetrain.studies.objective import Objective
from drivetrain.studies.parameters.axes import axes_of
from drivetrain.studies.parameters.checks import check_bounds, check_effects
from drivetrain.studies.parameters.sets import ParameterTable, Variant
from drivetrain.studies.parameters.varied_model import VariedModel
from drivetrain.studies.results.study_result import StudyResult
from drivetrain.studies.store.folder import FORMAT
from drivetrain.studies.work.fingerprint import (
    models_digest,
    outcome_texts,
    table_digest,
    text_digest,
)
from drivetrain.studies.work.machine import machine_facts, versions
from drivetrain.studies.work.run_settings import RunSettings, settings_for
from drivetrain.studies.work.runner import Runner

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Study", "make_study", "study_of"]

_MANY = 100_000
"""Runs of a grid above which the user has to say that they are meant."""
_AXES_SHOWN = 12


class Study:
    """Many runs of a model, and what is to be kept of each: made by ``model.study(…)``.

    A study is a value: it does not change, and nothing runs before :meth:`run`.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    table : ParameterTable
        Parameter values of all runs.
    design : Design
        How they were combined.
    runner : Runner
        Makes the runs.
    variants : sequence of Variant
        Runs that share their equations.
    notes : sequence of str
        What is hardly meant, but possible.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain import studies
    >>> study = dt.examples.find("CoupledClutches")().study(
    ...     {"clutch1.peak": studies.uniform(1.0, 1.3), "J1.J": [0.9, 1.0, 1.1]},
    ...     design=studies.sobol(8, seed=1),
    ...     record={"locked": studies.first("clutch1.mode", "stuck")},
    ... )
    >>> len(study)
    8
    >>> study.sets.shape
    (8, 2)
    >>> result = study.run(progress=False)
    >>> result.to_pandas()["locked"].round(3).tolist()[:2]
    [0.784, 0.963]
    """

    def __init__(
        self,
        compiled: CompiledModel,
        table: ParameterTable,
        design: Design,
        runner: Runner,
        variants: Sequence[Variant],
        notes: Sequence[str] = (),
    ) -> None:
        self.compiled, self.table, self.design = compiled, table, design
        self.runner, self.variants, self.notes = runner, tuple(variants), tuple(notes)

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self.table)

    @property
    def model(self) -> str:
        """Name of the model."""
        return self.compiled.title

    @property
    def outcomes(self) -> Mapping[str, Outcome]:
        """What is kept of each run, by name."""
        return dict(self.runner.outcomes)

    @property
    def settings(self) -> RunSettings:
        """Times and tolerance of the runs."""
        return self.runner.settings

    @property
    def columns(self) -> list[str]:
        """Names of the columns of the outcomes."""
        return self.runner.bound(0).columns

    @property
    def units(self) -> dict[str, str]:
        """Units of parameters and outcomes, and of variables whose trajectories are kept."""
        layout = self.compiled.layout
        kept = {name: layout.units[layout.position(name)] for name in self.settings.keep}
        return {**self.table.units, **kept, **self.runner.bound(0).units}

    @cached_property
    def sets(self) -> pd.DataFrame:
        """Parameter values of all runs, one row for each; units are in ``attrs["units"]``."""
        return self.table.frame()

    @cached_property
    def hash(self) -> str:
        """Digest of everything that the outcomes depend on: model, values, outcomes, settings."""
        told = {name: one for name, one in self.manifest().items() if name != "machine"}
        return text_digest({**told, "design": ""})

    def manifest(self) -> dict[str, Any]:
        """Return what the study is as plain data, as it is written to its folder."""
        models = [self.runner.compiled(k) for k in range(len(self.variants))]
        return {
            "format": FORMAT,
            "model": self.model,
            "model_digest": models_digest(models),
            "drivetrain": versions()["drivetrain"],
            "runs": len(self),
            "design": repr(self.design),
            "settings": self.settings.told(),
            "outcomes": outcome_texts(self.runner.outcomes),
            "columns": self.columns,
            "units": self.units,
            "reasons": [list(slot.bound.reasons) for slot in self.runner.bound(0)],
            "parameters": {axis.label: repr(axis.spread) for axis in self.table.axes},
            "shape": {name: _plain(values) for name, values in self.table.shape.items()},
            "sets_digest": table_digest(self.table),
            "machine": machine_facts(),
        }

    @explained
    def run(
        self,
        folder: str | Path | None = None,
        *,
        engine: Any = None,
        progress: bool | Callable[[int, int, int], object] | None = True,
        fresh: bool = False,
        most: int = _MANY,
    ) -> StudyResult:
        """Make the runs that are not there yet, and return the outcomes of all.

        Parameters
        ----------
        folder : str or Path, optional
            Where finished runs are stored as the study goes on. The same call resumes it: only
            missing runs are made. Without a folder nothing is written.
        engine : str, Executor, distributed.Client or callable, optional
            Where runs are made: ``"threads"`` of this process, the default, or ``"threads=4"``;
            ``"processes=4"``; ``"dask=tcp://host:8786"``, or a client of `dask.distributed`; an
            executor of `concurrent.futures`; or a function that makes one. The outcomes are the
            same to the last bit.
        progress : bool or callable
            True: a bar, if standard error is a terminal. Or a function that is called now and then
            with the number of runs that are over, of those that failed, and of all; it stops the
            study by raising a KeyboardInterrupt.
        fresh : bool
            Remove what the folder holds, and start anew.
        most : int
            A grid with more runs than this is refused.

        Returns
        -------
        StudyResult
            Outcomes, failures, tables and pictures.

        Raises
        ------
        UsageError
            If a grid has very many runs, or an argument is not valid.
        StudyError
            If the folder holds another study or is in use, the model cannot travel to other
            processes, or the connection to these is lost. What is finished is stored.
        SimulationInterrupted
            After Ctrl-C, as a `KeyboardInterrupt`; its `result` has the runs that were over. What
            workers are working on is waited for; a second Ctrl-C leaves at once.
        """
        check_flags("run", fresh=fresh)
        if isinstance(self.design, Grid) and len(self) > most:
            sizes = " × ".join(str(len(values)) for values in self.table.shape.values())
            raise UsageError(
                f"grid() makes all combinations: {sizes} = {len(self)} runs. If they are meant, "
                f"run(most={len(self)}); samples such as sobol(1024) need fewer"
            )
        try:
            tally, notes = drive(self, folder, engine, progress, fresh)
        except SimulationInterrupted as stop:
            raise SimulationInterrupted(str(stop), StudyResult(self, stop.result)) from None
        result = StudyResult(self, tally, notes=[*self.notes, *notes])
        result.warn()
        return result

    @explained
    def objective(
        self,
        outcome: str,
        *,
        limits: Mapping[str, tuple[float | None, float | None]] | None = None,
        maximise: bool = False,
        threads: int | None = None,
    ) -> Objective:
        """Return an outcome as a function of what varies, for optimisers; the design plays no part.

        Parameters
        ----------
        outcome : str
            The column to be made small.
        limits : mapping of str to (float or None, float or None), optional
            Least and greatest values of outcomes. Where one is exceeded, a run fails, or an outcome
            has no value, the objective is infinite.
        maximise : bool
            Whether the outcome is to be made large: its negative is returned.
        threads : int, optional
            Number of runs side by side; one per processor if omitted.

        Returns
        -------
        Objective
            A function of one point, or of many as rows; it has `names`, and `bounds` as SciPy takes
            them.

        Raises
        ------
        NameLookupError
            If there is no such outcome.
        UsageError
            If something varies that is no number, or limits are not understood.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from drivetrain import studies
        >>> study = dt.examples.find("CoupledClutches")().study(
        ...     {"J1.J": studies.uniform(0.5, 2.0)},
        ...     design=studies.sobol(2),
        ...     record={"w": studies.final("J1.w")},
        ... )
        >>> speed = study.objective("w")
        >>> speed.bounds
        [(0.5, 2.0)]
        >>> speed([[0.5], [1.0]]).round(3).tolist()
        [2.33, 3.247]
        """
        check_flags("objective", maximise=maximise)
        return Objective(self, outcome, {} if limits is None else limits, maximise, threads)

    def __repr__(self) -> str:
        """Return one line."""
        return f"<Study of {self.model}: {len(self)} runs, {self.design!r}>"

    def __str__(self) -> str:
        """Return what varies, what is kept, and how the runs are made, in some lines."""
        return "\n".join(f"{label:<10} {text}".rstrip() for label, text in self._lines())

    def _repr_html_(self) -> str:
        return pairs(self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        variants = f", {len(self.variants)} variants of the equations"
        lines = [
            ("model", self.model),
            ("runs", f"{len(self)}, {self.design!r}" + variants * (len(self.variants) > 1)),
        ]
        for k, axis in enumerate(self.table.axes[:_AXES_SHOWN]):
            unit = axis.targets[0].given_unit or axis.targets[0].unit
            told = f"{axis.label}: {axis.spread!r}" + f" {unit}" * (unit != "1")
            lines.append(("vary" if not k else "", told))
        more = len(self.table.axes) - _AXES_SHOWN
        if more > 0:
            lines.append(("", f"and {more} more"))
        for k, (name, outcome) in enumerate(self.runner.outcomes.items()):
            lines.append(("record" if not k else "", f"{name}: {outcome!r}{_slow(outcome)}"))
        if self.settings.keep:
            size = 8 * len(self) * len(self.settings.grid) * len(self.settings.keep)
            told = f"{', '.join(self.settings.keep)}, {size / 1e6:.3g} MB"
            lines.append(("keep", told))
        lines.append(("settings", self._times()))
        return [*lines, *(("note", note) for note in self.notes)]

    def _times(self) -> str:
        s = self.settings
        points = "" if isinf(s.interval) else f", output points every {s.interval:g} s"
        return f"{s.start_time:g} s … {s.stop_time:g} s, tolerance {s.tolerance:g}{points}"


def _plain(values: Any) -> Any:
    """Return numbers, and tables of them, as lists."""
    if isinstance(values, np.ndarray):
        return [_plain(one) for one in values] if values.dtype.kind == "O" else values.tolist()
    return values


def _slow(outcome: Outcome) -> str:
    return " (in Python, run by run)" if function_of(outcome) is not None else ""


def make_study(
    compiled: CompiledModel,
    vary: Any,
    design: Any,
    record: Any,
    keep: Any,
    asked: Mapping[str, Any],
) -> Study:
    """Return a study; see :meth:`CompiledModel.study` for the arguments.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    vary, design, record, keep
        As given.
    asked : mapping
        Times, tolerance and interval; None where nothing was given.
    """
    if not isinstance(design, Design):
        raise UsageError(
            f"design={shown(design)}: give grid(), zipped(), table(frame), sobol(n), latin(n), "
            "random(n), one_at_a_time() or saltelli(n) of drivetrain.studies"
        )
    given = {} if vary is None else vary
    if isinstance(design, Table) and isinstance(given, Mapping):
        given = design.given(dict(given))
    if not given:
        raise UsageError("vary: give at least one parameter to vary")
    model = VariedModel(compiled)
    table = design.table(axes_of(model, given))
    variants = list(table.variants())
    outcomes = outcomes_by_name({} if record is None else record)
    kept = checked_patterns(keep)
    if not outcomes and not kept:
        raise UsageError("record: name at least one outcome, record={'v': final('vehicle.v')}")
    models = [model.variant(one.structural) for one in variants]
    names = tuple(models[0].layout.match(*kept)) if kept else ()
    settings = settings_for(compiled.model, outcomes.values(), names, asked)
    runner = Runner(models, outcomes, settings)
    notes: list[str] = []
    for k, variant in enumerate(variants):
        notes += check_effects(models[k].translation, table)
        check_bounds(models[k].translation, table, variant.runs)
        _check_outcomes(runner, k)
    return Study(compiled, table, design, runner, variants, list(dict.fromkeys(notes)))


def study_of(model: Component, vary: Any, **asked: Any) -> Study:
    """Return a study of a model, which is compiled for it; see :meth:`CompiledModel.study`.

    Parameters
    ----------
    model : Component
        The model.
    vary : mapping
        What varies.
    **asked
        The other arguments.
    """
    return CompiledModel(model).study(vary, **asked)


def _check_outcomes(runner: Runner, variant: int) -> None:
    """Refuse outcomes that a variant does not have."""
    bound = runner.bound(variant)
    if bound.columns != runner.bound(0).columns:
        raise StudyError("the outcomes of the variants have different components")
    texts = {name: one.text for name, one in runner.outcomes.items() if isinstance(one, Text)}
    if texts:
        runner.check_texts(variant, texts)
