"""Implementation of the command that exports models."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from drivetrain.cli.arguments import parse_signals
from drivetrain.cli.failures import BadUsage, Failure, user_code
from drivetrain.cli.models import find_model
from drivetrain.errors import DrivetrainError, NameLookupError, UsageError
from drivetrain.logs import EXPORT

__all__ = ["export_model", "log_printed"]


def export_model(
    text: str,
    output: str | None,
    kinds: str | None,
    outputs: Sequence[str],
    flanges: Sequence[str],
    platforms: str | None,
    **settings: Any,
) -> None:
    """Write a model as a functional mock-up unit, and say where.

    Parameters
    ----------
    text : str
        The model.
    output : str or None
        The file; ``MODEL.fmu`` if None.
    kinds, platforms : str or None
        Names separated by commas.
    outputs : list of str
        Names and patterns of outputs.
    flanges : list of str
        ``name`` or ``name=way``.
    **settings
        Further arguments of :func:`drivetrain.export`; those that are None are left out.

    Raises
    ------
    BadUsage
        If an option is not understood.
    Failure
        If the model is invalid, or the unit cannot be linked.
    """
    from drivetrain.fmi.export.exporting import export

    target = find_model(text)
    model = target.build()
    given = {name: value for name, value in settings.items() if value is not None}
    given |= {
        name: _split(value)
        for name, value in (("kinds", kinds), ("platforms", platforms))
        if value is not None
    }
    pairs = (flange.partition("=") for flange in flanges)
    given["flanges"] = {name.strip(): way.strip() or "auto" for name, _, way in pairs}
    try:
        if outputs:
            given["outputs"] = parse_signals("--to", outputs)
        with user_code(target.file), log_printed():
            path = export(model, Path(output or f"{target.name}.fmu"), **given)
    except (NameLookupError, UsageError) as error:
        raise BadUsage(str(error)) from error
    except DrivetrainError as error:
        raise Failure(str(error)) from error
    click.echo(
        f"FMI {given['fmi']}.0 unit of {target.name}: {path}, {path.stat().st_size // 1000} kB"
    )


class _Notes(logging.Handler):
    """Prints the log of an export beside the results."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message to the error stream."""
        click.echo(record.getMessage(), err=True)


@contextmanager
def log_printed() -> Iterator[None]:
    """Print log messages of exports, while this is entered: what takes long is announced."""
    notes, level = _Notes(), EXPORT.level
    EXPORT.addHandler(notes)
    EXPORT.setLevel(logging.INFO)
    try:
        yield
    finally:
        EXPORT.removeHandler(notes)
        EXPORT.setLevel(level)


def _split(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
