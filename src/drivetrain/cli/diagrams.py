"""Implementation of the command that draws models."""

from __future__ import annotations

from pathlib import Path

import click

from drivetrain.cli.failures import BadUsage, user_code
from drivetrain.cli.models import find_model
from drivetrain.errors import NameLookupError, ResultError, UsageError

__all__ = ["draw_model"]


def draw_model(
    text: str, output: str | None, view: str | None, inside: str, opened: tuple[str, ...]
) -> None:
    """Write the diagram of a model to a file, and say where.

    Parameters
    ----------
    text : str
        The model.
    output : str or None
        The file; ``MODEL.svg`` if None.
    view : str or None
        Kind of diagram.
    inside : str
        Path of a part that is drawn.
    opened : tuple of str
        Paths of parts that are opened.

    Raises
    ------
    BadUsage
        If an option is not understood.
    Failure
        If there is no such model.
    """
    from drivetrain.diagram.diagram import diagram_of
    from drivetrain.model_structure import structure

    target = find_model(text)
    model = target.build()
    with user_code(target.file):
        found = structure(model)
    try:
        made = diagram_of(found, view, inside, opened)
        path = made.save(Path(output or f"{target.name}.svg"))
    except (NameLookupError, ResultError, UsageError) as error:
        raise BadUsage(str(error)) from error
    click.echo(f"{made.view} of {found.title}: {path}")
    for fault in found.faults:
        click.echo(f"fault: {fault.sentence}", err=True)
