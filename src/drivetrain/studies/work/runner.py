"""Makes the runs of a study and reduces them to outcomes, in this process."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import CheckWarning, DrivetrainError, SimulationInterrupted
from drivetrain.modeling.component import Component
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.ensembles.ensemble import Ensemble
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.results.result import Result
from drivetrain.studies.recording import BoundOutcomes, Slot, bind
from drivetrain.studies.work.machine import machine_facts
from drivetrain.studies.work.piece import DONE, FAILED, SUSPECT, Piece
from drivetrain.studies.work.run_settings import RunSettings
from drivetrain.studies.work.trajectories import at_points

__all__ = ["Made", "Runner"]

Columns = Mapping[str, NDArray[Any]]
Ints = NDArray[np.int64]


class Made(NamedTuple):
    """Runs that were made.

    Attributes
    ----------
    piece : Piece
        Those that are over.
    was_stopped : bool
        Whether the user has stopped the others.
    """

    piece: Piece
    was_stopped: bool


class Runner:
    """Makes runs of the variants of a model. It can be pickled if its model can.

    Parameters
    ----------
    models : sequence of Component or CompiledModel
        One for each variant.
    outcomes : mapping of str to Outcome
        What is kept of each run.
    settings : RunSettings
        Times and tolerance.
    """

    def __init__(
        self,
        models: Sequence[Component | CompiledModel],
        outcomes: Mapping[str, Outcome],
        settings: RunSettings,
    ) -> None:
        self.models = list(models)
        self.outcomes = dict(outcomes)
        self.settings = settings
        self._bound: dict[int, BoundOutcomes] = {}
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle models as they are written: machine code belongs to its process."""
        return Runner, (self._recipes(), self.outcomes, self.settings)

    def _recipes(self) -> list[Component]:
        return [
            one.__reduce__()[1][0] if isinstance(one, CompiledModel) else one for one in self.models
        ]

    def with_settings(self, settings: RunSettings) -> Runner:
        """Return the same runner with other settings."""
        return Runner(self.models, self.outcomes, settings)

    def compiled(self, variant: int) -> CompiledModel:
        """Return the compiled model of a variant."""
        with self._lock:
            model = self.models[variant]
            if not isinstance(model, CompiledModel):
                model = self.models[variant] = CompiledModel(model)
            return model

    def bound(self, variant: int) -> BoundOutcomes:
        """Return the outcomes of a variant."""
        if variant not in self._bound:
            self._bound[variant] = bind(self.outcomes, self.compiled(variant))
        return self._bound[variant]

    def check_texts(self, variant: int, texts: Mapping[str, str]) -> None:
        """Refuse texts that an ensemble does not understand."""
        from drivetrain.simulation.ensembles.kept_numbers import KeptNumbers
        from drivetrain.simulation.results.energy_audit import audit
        from drivetrain.simulation.results.recording import Recording

        compiled = self.compiled(variant)
        t = compiled.translation
        none = Recording(np.empty((0, t.kernel.row_length)))
        parts = audit(t, t.values, none, compiled.title)
        KeptNumbers(dict(texts), compiled.layout, parts, self.settings.interval)

    def bytes_of_a_run(self, variant: int) -> float:
        """Return about how much memory the rows of one run take until they are reduced."""
        t = self.compiled(variant).translation
        points = 60.0
        if np.isfinite(self.settings.interval):
            span = self.settings.stop_time - self.settings.start_time
            points += span / self.settings.interval
        recorded = self._recorded(variant)
        width = t.kernel.row_length if recorded is None else 2 + len(recorded)
        return 8 * width * (points + len(self.settings.instants))

    def make(
        self,
        variant: int,
        runs: Ints,
        columns: Columns,
        threads: int | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Made:
        """Make some runs, and return what is kept of them.

        Parameters
        ----------
        variant : int
            Number of the compiled model.
        runs : int array
            Indices of the runs in the study.
        columns : mapping of str to ndarray
            Their parameters: name → one value for each.
        threads : int, optional
            Number of parallel runs; one per processor if omitted.
        progress : callable, optional
            Called with the number of runs that are over, and of all.
        """
        begin = perf_counter()
        try:
            many, was_stopped = self._ensemble(variant, columns, threads, progress)
        except DrivetrainError as error:
            return self._refused(variant, runs, columns, threads, error)
        piece = self._reduced(variant, runs, columns, many)
        piece.seconds = perf_counter() - begin
        piece.machine = machine_facts()
        piece.size = sum(rows.nbytes for rows in many.rows)
        over = np.setdiff1d(np.arange(len(runs)), many.interrupted)
        return Made(piece.take(over) if was_stopped else piece, was_stopped)

    def _ensemble(
        self,
        variant: int,
        columns: Columns,
        threads: int | None,
        progress: Callable[[int, int], object] | None,
    ) -> tuple[Ensemble, bool]:
        keep = {slot.name: slot.bound.keep for slot in self.bound(variant) if slot.bound.keep}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CheckWarning)  # the study says it for all runs
            try:
                many = self.compiled(variant).ensemble(
                    columns,
                    **self.settings.of_simulate(),
                    keep=keep,
                    record=self._recorded(variant),
                    progress=progress,
                    threads=threads,
                )
            except SimulationInterrupted as stop:
                return stop.result, True
        return many, False

    def _recorded(self, variant: int) -> list[str] | None:
        """Return what is recorded: less than everything where there are points between events."""
        read = self.bound(variant).reads
        if read is None or not np.isfinite(self.settings.interval):
            return None
        return list(dict.fromkeys([*read, *self.settings.keep]))

    def _refused(
        self,
        variant: int,
        runs: Ints,
        columns: Columns,
        threads: int | None,
        error: DrivetrainError,
    ) -> Made:
        """Make runs by halves, so that one with an impossible value does not stop the others."""
        if len(runs) == 1:
            piece = self._empty(variant, runs)
            piece.messages[int(runs[0])] = str(error)
            piece.machine = machine_facts()
            return Made(piece, False)
        half = len(runs) // 2
        made = self.make(variant, runs[:half], _part(columns, slice(None, half)), threads)
        if made.was_stopped:
            return made
        other = self.make(variant, runs[half:], _part(columns, slice(half, None)), threads)
        return Made(Piece.joined(made.piece, other.piece), other.was_stopped)

    def failed(self, variant: int, runs: Ints) -> Piece:
        """Return runs that failed, without messages yet."""
        return self._empty(variant, runs)

    def _empty(self, variant: int, runs: Ints) -> Piece:
        bound, keep = self.bound(variant), self.settings.keep
        kept = (len(self.settings.grid), len(keep)) if keep else None
        return Piece.empty(runs, len(bound.columns), len(bound.slots), kept)

    def _reduced(self, variant: int, runs: Ints, columns: Columns, many: Ensemble) -> Piece:
        """Return what is kept of an ensemble."""
        piece = self._empty(variant, runs)
        good = np.array([not message for message in many.messages], dtype=bool)
        piece.status[good] = DONE
        for place in many.failed:
            piece.messages[int(runs[place])] = many.messages[place]
        for place in many.suspect:
            check = many.checks[place]
            piece.status[place] = SUSPECT
            piece.messages[int(runs[place])] = "" if check is None else check.message
        places = np.flatnonzero(good)
        if len(places):
            batch = Batch(many.layout, [many.rows[k] for k in places.tolist()])
            piece.codes[places] = 0
            for number, slot in enumerate(self.bound(variant)):
                self._fill(piece, batch, places, slot, number, many)
            if piece.trajectories is not None:
                grid = self.settings.grid
                piece.trajectories[places] = at_points(batch, self.settings.keep, grid)
            self._made_anew(piece, variant, columns, many)
        return piece

    def _fill(
        self, piece: Piece, batch: Batch, places: Ints, slot: Slot, number: int, many: Ensemble
    ) -> None:
        """Set the columns of one outcome."""
        columns = slice(slot.begin, slot.end)
        if slot.bound.keep:
            piece.values[places, slot.begin] = many.kept[slot.name][places]
        elif slot.bound.reduce is not None:
            found = slot.bound.reduce(batch)
            piece.values[places, columns] = found.values
            if found.codes is not None:
                piece.codes[places, number] = found.codes
        else:
            for place in places.tolist():
                if place not in many.translated:
                    self._by_result(piece, slot, number, place, many[place])

    def _by_result(self, piece: Piece, slot: Slot, number: int, place: int, result: Result) -> None:
        """Set the columns of an outcome that a function makes of a result."""
        assert slot.bound.of_result is not None
        try:
            found = slot.bound.of_result(result)
            piece.values[place, slot.begin : slot.end] = found
            if len(slot.bound.reasons) > 1 and np.isnan(found).any():
                piece.codes[place, number] = 1
        except Exception as error:
            told = f"outcome {slot.name!r} raised {type(error).__name__}: {error}"
            piece.status[place] = FAILED
            piece.messages[int(piece.runs[place])] = told
            piece.values[place], piece.codes[place] = np.nan, 255

    def _made_anew(self, piece: Piece, variant: int, columns: Columns, many: Ensemble) -> None:
        """Set outcomes that need the whole run where the model was translated again for it."""
        slots = [
            (number, slot)
            for number, slot in enumerate(self.bound(variant))
            if slot.bound.of_result is not None
        ]
        for place in sorted(many.translated) if slots else ():
            if piece.status[place] == FAILED:
                continue
            given = {name: values[place] for name, values in columns.items()}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", CheckWarning)
                result = self.simulate(variant, given)
            for number, slot in slots:
                self._by_result(piece, slot, number, place, result)

    def simulate(self, variant: int, given: Mapping[str, Any]) -> Result:
        """Make one run, and return its complete result.

        Parameters
        ----------
        variant : int
            Number of the compiled model.
        given : mapping
            Its parameters.
        """
        plain = {
            name: value.item() if isinstance(value, np.generic) else value
            for name, value in given.items()
        }
        return self.compiled(variant).simulate(parameters=plain, **self.settings.of_simulate())

    def outcomes_of(self, variant: int, result: Result, given: Mapping[str, Any]) -> Piece:
        """Return the outcomes of a run that was made by :meth:`simulate`."""
        columns = {name: _column(value) for name, value in given.items()}
        return self.make(variant, np.array([0]), columns, 1).piece


def _part(columns: Columns, part: slice) -> dict[str, NDArray[Any]]:
    return {name: values[part] for name, values in columns.items()}


def _column(value: Any) -> NDArray[Any]:
    column = np.empty(1, dtype=object if np.ndim(value) else type(value))
    column[0] = value
    return column
