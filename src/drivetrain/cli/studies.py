"""The command `study`: runs a study that a script defines, and resumes it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from drivetrain.cli.failures import BadUsage, Failure, user_code
from drivetrain.cli.models import load_file
from drivetrain.errors import SimulationInterrupted, nearest

if TYPE_CHECKING:
    from types import ModuleType

    from drivetrain.studies.results.study_result import StudyResult
    from drivetrain.studies.study import Study

__all__ = ["INTERRUPTED", "run_study"]

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""
_FORMS = "assign it to a name, study = model.study(…), outside of functions"


def run_study(
    text: str,
    *,
    out: str | None,
    engine: str | None,
    table: str | None,
    fresh: bool,
    most: int | None,
    quiet: bool,
) -> None:
    """Run the study of a script, or what is missing of it.

    Parameters
    ----------
    text : str
        ``study.py``, or ``study.py:name`` if it defines several.
    out : str, optional
        Folder of the study.
    engine : str, optional
        As for :meth:`Study.run`.
    table : str, optional
        File for the table of outcomes.
    fresh : bool
        Remove what the folder holds.
    most : int, optional
        A larger grid is refused.
    quiet : bool
        Print only errors and warnings.

    Raises
    ------
    BadUsage
        If there is no such file or study, or an option is not valid.
    Failure
        If the study cannot be run.
    """
    target = None if table is None else _checked(table)
    study, file = _found(text)
    if not quiet:
        click.echo(str(study))
    options: dict[str, Any] = {} if most is None else {"most": most}
    with user_code(file):
        try:
            result = study.run(out, engine=engine, progress=not quiet, fresh=fresh, **options)
        except SimulationInterrupted as stop:
            _deliver(stop.result, target, quiet)
            click.echo(f"Interrupted: {stop}", err=True)
            sys.exit(INTERRUPTED)
        except KeyboardInterrupt:  # the second one
            sys.exit(INTERRUPTED)
        _deliver(result, target, quiet)


def _checked(table: str) -> Path:
    from drivetrain.errors import ResultError
    from drivetrain.files import check_path

    try:
        return check_path(Path(table).resolve(), (".csv", ".parquet"))
    except ResultError as error:
        raise BadUsage(str(error)) from error


def _deliver(result: StudyResult, table: Path | None, quiet: bool) -> None:
    if not quiet:
        click.echo(f"\n{result}")
        if len(result.failed):
            click.echo(repr(result.failed))
    if table is not None:
        result.save(table)
        if not quiet:
            click.echo(f"wrote {table.name}")


def _found(text: str) -> tuple[Study, str]:
    """Return the study that a text names, and its file."""
    place, _, name = text.rpartition(":")
    if not place or name.endswith(".py"):
        place, name = text, ""
    module = load_file(Path(place))
    studies = _studies(module)
    if name and name not in studies:
        raise BadUsage(f"'{place}' has no study {name!r}{nearest(name, studies)}; {_FORMS}")
    if name:
        return studies[name], place
    if len(studies) == 1:
        return next(iter(studies.values())), place
    if not studies:
        raise Failure(f"'{place}' defines no study: {_FORMS}")
    choice = "\n".join(f"  {place}:{one}" for one in studies)
    raise BadUsage(f"'{place}' defines several studies; name one of them:\n{choice}")


def _studies(module: ModuleType) -> dict[str, Study]:
    from drivetrain.studies.study import Study

    return {name: one for name, one in vars(module).items() if isinstance(one, Study)}
