"""Files made of the runs that are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import drivetrain
from drivetrain.errors import ResultError, UsageError, nearest
from drivetrain.simulation.results.result import Result
from drivetrain.studio.export.download import Download
from drivetrain.studio.export.script import script
from drivetrain.studio.model.source import ModelSource
from drivetrain.studio.runs.sampled_study import SampledStudy
from drivetrain.studio.runs.studio_run import StudioRun
from drivetrain.studio.runs.study import Fan

__all__ = ["KINDS", "exported"]

_TABLES = {
    "csv": "text/csv; charset=utf-8",
    "mat": "application/octet-stream",
    "parquet": "application/octet-stream",
}
_REPORT = {"html": "text/html; charset=utf-8"}
_PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}

KINDS = ("script", *_TABLES, *_REPORT, *_PICTURES)
"""What can be made."""
_MEDIA_TYPES = {**_TABLES, **_REPORT, **_PICTURES}


def exported(
    kind: str,
    source: ModelSource,
    runs: Sequence[StudioRun],
    names: Sequence[str],
    revision: int,
    studies: Sequence[Fan | SampledStudy] = (),
) -> Download:
    """Return a file made of the last run, or of all runs that are shown.

    Parameters
    ----------
    kind : str
        One of :data:`KINDS`. Tables and reports tell the last run, pictures and scripts all that
        are shown.
    source : ModelSource
        Where the model comes from.
    runs : sequence of StudioRun
        The runs, each once; the last one last.
    names : sequence of str
        Variables that are shown.
    revision : int
        Of the source as it is now; runs that were made from an earlier one say so.
    studies : sequence of Fan and SampledStudy
        Studies that scripts make again.

    Raises
    ------
    UsageError
        If the kind is unknown or there is no run.
    ResultError
        If the file cannot be made, such as when nothing is plotted.
    """
    if kind not in KINDS:
        raise UsageError(f"cannot export {kind!r}{nearest(kind, KINDS)}; use {', '.join(KINDS)}")
    if not runs:
        raise UsageError("there is no run to export: wait until one is over")
    title = source.label.rpartition(":")[2].rpartition(".")[2]
    if kind == "script":
        text = script(source, runs, names, revision, studies)
        return Download(f"{title}_run.py", "text/x-python; charset=utf-8", text.encode())
    results = _results(runs, revision)
    save = _picture(results, names) if kind in _PICTURES else _last(results, kind)
    return Download(f"{title}.{kind}", _MEDIA_TYPES[kind], _body(save, kind))


def _results(runs: Sequence[StudioRun], revision: int) -> dict[str, Result]:
    """Return the results by label."""
    return {run.caption(revision): run.result for run in runs if run.result is not None}


def _last(results: Mapping[str, Result], kind: str) -> Callable[[Path], object]:
    if not results:
        raise ResultError("the last run has recorded nothing: there is nothing to export")
    last = list(results.values())[-1]
    return last.report if kind in _REPORT else last.save


def _picture(results: Mapping[str, Result], names: Sequence[str]) -> Callable[[Path], object]:
    if not results or not names:
        raise ResultError("nothing is plotted: choose variables first")
    if len(results) == 1:
        (result,) = results.values()
        return lambda path: result.plot(*names, path=path)
    return lambda path: drivetrain.plot(dict(results), *names, path=path)


def _body(save: Callable[[Path], object], kind: str) -> bytes:
    with TemporaryDirectory(prefix="drivetrain-studio-") as folder:
        path = Path(folder) / f"export.{kind}"
        save(path)
        return path.read_bytes()
