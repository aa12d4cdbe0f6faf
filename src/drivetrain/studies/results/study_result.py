"""The result of a study: outcomes of all runs, with their parameters."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained, outside
from drivetrain.errors import (
    CheckWarning,
    NameLookupError,
    ResultError,
    SimulationError,
    StudyError,
    nearest,
    shown,
)
from drivetrain.markup import pairs
from drivetrain.studies.results.facts import Facts, OutcomeFacts
from drivetrain.studies.results.failures import Failures
from drivetrain.studies.results.repetition import repeated, retried
from drivetrain.studies.results.tally import Tally
from drivetrain.studies.results.views import StudyViews
from drivetrain.studies.store.folder import pieces_in
from drivetrain.studies.work.piece import DONE, FAILED, NOT_RUN, STATUS, SUSPECT

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from drivetrain.simulation.results.result import Result
    from drivetrain.studies.study import Study

__all__ = ["StudyResult"]


class StudyResult(StudyViews):
    """Outcomes of all runs of a study, with their parameters.

    ``result["v"]`` is the array of an outcome or parameter, one value for each run.

    Parameters
    ----------
    study : Study or None
        The study; None if the result was read from a folder.
    tally : Tally
        The outcomes.
    facts : Facts, optional
        Names, units and parameter values; by default those of the study.
    notes : sequence of str
        What was noticed on the way: files that were ignored, machines that differ.
    """

    def __init__(
        self,
        study: Study | None,
        tally: Tally,
        facts: Facts | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.study = study
        if facts is None:
            if study is None:
                raise StudyError("a result needs its study, or what is known of it")
            facts = Facts.of(study)
        self._facts, self._tally, self.notes = facts, tally, tuple(notes)

    @classmethod
    @explained
    def load(cls, folder: str | Path) -> StudyResult:
        """Read the finished runs of a study from its folder, which may still be written to.

        Parameters
        ----------
        folder : str or Path
            The folder. The model is not in it: to make runs again, call ``study.run(folder)``.

        Raises
        ------
        StudyError
            If it is no folder of a study.
        """
        if not isinstance(folder, (str, Path)):
            raise StudyError(f"load({shown(folder)}): give the name of a folder")
        place = Path(folder)
        facts = Facts.read(place)
        kept = (len(facts.grid), len(facts.keep)) if facts.keep else None
        tally = Tally.sized(facts.count, len(facts.columns), len(facts.outcomes), kept)
        notes: list[str] = []
        from drivetrain.studies.store.folder import manifest_of

        for piece in pieces_in(place, manifest_of(place), notes):
            tally.add(piece)
        return cls(None, tally, facts, notes)

    # -- numbers ------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of runs."""
        return self._facts.count

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return the values of an outcome or a parameter, one for each run.

        Raises
        ------
        NameLookupError
            If there is none of this name.
        """
        if not isinstance(name, str):
            raise NameLookupError(f"{shown(name)} is no name of an outcome; give a text")
        columns = self._facts.columns
        if name in columns:
            return np.array(self._tally.values[columns.index(name)])
        if name in self._facts.parameters:
            return np.array(self._facts.parameters[name])
        raise self._unknown(name)

    def __contains__(self, name: object) -> bool:
        """Return whether there is an outcome or a parameter of this name."""
        is_name = isinstance(name, str)
        return is_name and (name in self._facts.columns or name in self._facts.parameters)

    def _unknown(self, name: object) -> NameLookupError:
        inside = [one for one in self._facts.columns if one.startswith(f"{name}.")]
        if inside:
            return NameLookupError(f"{name!r} has several components: {', '.join(inside)}")
        known = [*self._facts.columns, *self._facts.parameters]
        return NameLookupError(
            f"this study has no outcome or parameter {shown(name)}{nearest(str(name), known)}; "
            f"there are {', '.join(known)}"
        )

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._facts.model

    @property
    def design(self) -> str:
        """How the parameter values were combined."""
        return self._facts.design

    @property
    def outcomes(self) -> list[str]:
        """Names of the columns of outcomes."""
        return self._facts.columns

    @property
    def parameters(self) -> Mapping[str, NDArray[Any]]:
        """Parameter values of all runs, by name."""
        return self._facts.parameters

    @property
    def kept(self) -> tuple[str, ...]:
        """Variables whose trajectories were kept."""
        return self._facts.keep

    @property
    def shape(self) -> Mapping[str, NDArray[Any]]:
        """Values along each dimension of a grid; empty for other designs."""
        return self._facts.shape

    @property
    def units(self) -> dict[str, str]:
        """Units of parameters and outcomes."""
        return dict(self._facts.units)

    @property
    def status(self) -> NDArray[np.object_]:
        """``"done"``, ``"suspect"``, ``"failed"`` or ``"not run"`` for each run."""
        return np.array(STATUS, dtype=object)[self._tally.status]

    @property
    def is_complete(self) -> bool:
        """Whether no run is missing."""
        return not (self._tally.status == NOT_RUN).any()

    def finished(self) -> NDArray[np.bool_]:
        """Return which runs have outcomes."""
        return np.asarray((self._tally.status == DONE) | (self._tally.status == SUSPECT))

    def message(self, run: int) -> str:
        """Return why a run failed or is suspect; empty if it is neither.

        Parameters
        ----------
        run : int
            Its index.
        """
        return self._tally.messages.get(self.checked_run(run), "")

    @property
    def failed(self) -> Failures:
        """The runs that failed: indices, kinds of messages, and where they lie."""
        return Failures(self, np.flatnonzero(self._tally.status == FAILED))

    @property
    def suspect(self) -> list[int]:
        """Indices of the runs that were completed, but whose results cannot be correct."""
        return np.flatnonzero(self._tally.status == SUSPECT).tolist()

    @explained
    def reasons(self, name: str) -> dict[str, int]:
        """Return why an outcome has no value: reason → number of runs.

        Parameters
        ----------
        name : str
            The outcome.

        Raises
        ------
        NameLookupError
            If there is no such outcome.
        """
        for number, one in enumerate(self._facts.outcomes):
            if isinstance(name, str) and name in (one.name, *one.columns):
                return self._counted(one, self._tally.codes[number])
        raise self._unknown(name)

    def _counted(self, one: OutcomeFacts, codes: NDArray[np.uint8]) -> dict[str, int]:
        words = {255: "the run failed", **dict(enumerate(one.reasons))}
        found: dict[str, int] = {}
        for code, count in zip(*np.unique(codes, return_counts=True), strict=True):
            if code == 255:
                missing = int(np.count_nonzero(self._tally.status == NOT_RUN))
                found |= {"not run": missing} if missing else {}
                count -= missing
            if code and count:
                found[words.get(int(code), f"reason {code}")] = int(count)
        return found

    # -- tables -------------------------------------------------------------------------------

    @explained
    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row for each run.

        Returns
        -------
        DataFrame
            Parameters, outcomes, `status`, `message`, and `seconds`: the time of a run, as the mean
            over its chunk. ``attrs["units"]`` tells the units. An outcome that has the name of
            another column is called ``name (outcome)``.
        """
        import pandas as pd

        facts, tally = self._facts, self._tally
        messages = np.full(len(self), "", dtype=object)
        for run, text in tally.messages.items():
            messages[run] = text
        columns: dict[str, Any] = dict(facts.parameters)
        for name, values in zip(facts.columns, tally.values, strict=True):
            columns[facts.label(name)] = values
        columns[facts.own_label("status")] = pd.Categorical(self.status, categories=list(STATUS))
        columns[facts.own_label("message")] = messages
        columns[facts.own_label("seconds")] = tally.seconds
        index = pd.RangeIndex(len(self), name="run") if facts.index is None else facts.index
        table = pd.DataFrame(columns, index=index)
        table.attrs["model"], table.attrs["units"] = self.model, self.units
        return table

    @explained
    def to_xarray(self) -> xr.Dataset:
        """Return the outcomes with labelled dimensions.

        Returns
        -------
        xarray.Dataset
            For a grid one dimension for each parameter; otherwise the dimension ``run``, with the
            parameters as coordinates. `keep` adds the dimension ``time``.

        Raises
        ------
        ResultError
            If xarray is not installed.
        """
        from drivetrain.studies.results.labelled import to_dataset

        return to_dataset(self, self._facts, self._tally)

    @explained
    def save(self, path: str | Path) -> Path:
        """Write the table of :meth:`to_pandas` to a file.

        Parameters
        ----------
        path : str or Path
            ``.parquet``, with units, or ``.csv``.

        Returns
        -------
        Path
            The file written.

        Raises
        ------
        ResultError
            If the suffix is unknown, a package is missing, or writing fails.
        """
        from drivetrain.studies.results.saving import save_table

        return save_table(self.to_pandas(), path)

    def trajectories(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return output points, s, and the values of a variable that was kept, (runs, points).

        Parameters
        ----------
        name : str
            The variable.

        Raises
        ------
        NameLookupError
            If it was not kept.
        """
        keep, kept = self._facts.keep, self._tally.trajectories
        if not isinstance(name, str) or name not in keep or kept is None:
            there = ", ".join(keep) or "none"
            raise NameLookupError(
                f"trajectories of {shown(name)} were not kept ({there}): name it in "
                f"study(keep=[…]){nearest(str(name), keep)}"
            )
        return self._facts.grid, kept[:, :, keep.index(name)]

    # -- runs ---------------------------------------------------------------------------------

    @explained
    def run(self, run: int) -> Result:
        """Make one run again, and return its complete result: trajectories, energy, counters.

        Parameters
        ----------
        run : int
            Its index.

        Returns
        -------
        Result
            As of a single run; also of a run that failed, up to its failure.

        Raises
        ------
        StudyError
            If the result was read from a folder without its study.
        CheckWarning
            As a warning, if the outcomes are not those that were recorded: versions or machines
            differ.
        """
        number = self.checked_run(run)
        try:
            result = repeated(self._known("run(k)"), self._tally, number)
        except SimulationError as error:
            if not isinstance(error.result, Mapping):
                raise
            return error.result  # type: ignore[return-value]
        return result

    @explained
    def retry(
        self, runs: Iterable[int] | None = None, *, tolerance: float | None = None
    ) -> StudyResult:
        """Make runs again, such as those that failed, with another tolerance.

        Parameters
        ----------
        runs : iterable of int, optional
            Their indices; those that failed if omitted.
        tolerance : float, optional
            Relative error tolerance; a tenth of that of the study if omitted.

        Returns
        -------
        StudyResult
            A result in which these runs are replaced; its `notes` say so. Files do not change.

        Raises
        ------
        StudyError
            If the result was read from a folder without its study.
        """
        if runs is not None and (isinstance(runs, str) or not np.iterable(runs)):
            raise ResultError(f"retry({shown(runs)}): give indices of runs in a list")
        chosen = self.failed.runs if runs is None else [self.checked_run(run) for run in runs]
        study = self._known("retry()")
        wanted = study.settings.tolerance / 10 if tolerance is None else tolerance
        tally, note = retried(study, self._tally, np.asarray(chosen, dtype=np.int64), wanted)
        return StudyResult(study, tally, self._facts, [*self.notes, note])

    def checked_run(self, run: Any) -> int:
        """Return the index of a run, counted from the end if it is negative."""
        is_index = isinstance(run, (int, np.integer)) and not isinstance(run, bool)
        if not is_index or not -len(self) <= run < len(self):
            raise ResultError(
                f"there is no run {shown(run)}: the {len(self)} runs are 0 … {len(self) - 1}"
            )
        return int(run) % len(self)

    def _known(self, what: str) -> Study:
        if self.study is None:
            raise StudyError(
                f"{what} needs the model, which is not in the folder: call study.run(folder) of "
                "the same study, which reads what is finished"
            )
        return self.study

    def warn(self) -> None:
        """Warn of runs whose results cannot be correct."""
        suspect = self.suspect
        if suspect:
            warnings.warn(
                CheckWarning(
                    f"{len(suspect)} of {len(self)} runs of the study of {self.model} are not "
                    f"right, the first is run {suspect[0]}: {self.message(suspect[0])}"
                ),
                stacklevel=outside(),
            )

    def __repr__(self) -> str:
        """Return one line."""
        return f"<StudyResult of {self.model}: {', '.join(self._counts())}>"

    def _counts(self) -> list[str]:
        status = self._tally.status
        names = {FAILED: "failed", SUSPECT: "suspect", NOT_RUN: "not run"}
        counts = {word: int(np.count_nonzero(status == code)) for code, word in names.items()}
        found = [f"{count} {word}" for word, count in counts.items() if count or word == "failed"]
        return [f"{len(self)} runs", *found]

    def __str__(self) -> str:
        """Return the counts, and mean and range of each outcome."""
        return "\n".join(f"{label:<10} {text}".rstrip() for label, text in self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        lines = [("model", self.model), ("runs", ", ".join(self._counts()))]
        for name, values in zip(self.outcomes, self._tally.values, strict=True):
            unit = self.units.get(name, "1")
            good = values[np.isfinite(values)]
            if len(good):
                told = f"{good.mean():.6g}, {good.min():.6g} … {good.max():.6g}"
                told += f" {unit}" * (unit != "1")
                told += f", none in {len(values) - len(good)} runs" * (len(good) < len(values))
            else:
                told = "none"
            lines.append((name, told))
        return [*lines, *(("note", note) for note in self.notes)]

    def _repr_html_(self) -> str:
        return pairs(self._lines(), f"Study of {self.model}")
