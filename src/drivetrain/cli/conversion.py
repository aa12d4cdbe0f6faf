"""Implementation of the command that converts models."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from drivetrain.cli.failures import BadUsage, Failure, user_code
from drivetrain.cli.models import check_file, find_model, split_model
from drivetrain.errors import DrivetrainError

__all__ = ["convert_model"]


def convert_model(
    text: str, language: str | None, output: str | None, libraries: Sequence[str] = ()
) -> None:
    """Print a model in the other language, or write it to a file.

    Parameters
    ----------
    text : str
        The model.
    language : str or None
        ``"python"`` or ``"modelica"``; the other one if None.
    output : str or None
        The file, or the folder of a Modelica package.
    libraries : sequence of str
        Folders with Modelica libraries.

    Raises
    ------
    BadUsage
        If the model is in that language already, or the file cannot be written.
    Failure
        If the model cannot be converted.
    """
    place, name = split_model(text)
    is_modelica = place.endswith(".mo")
    if libraries and not is_modelica:
        raise BadUsage(f"--library is for Modelica models, and '{text}' is none")
    if language == ("modelica" if is_modelica else "python"):
        raise BadUsage(f"'{text}' is {language.title()} already")
    if is_modelica and output is not None and _is_folder(Path(output)):
        _to_folder(Path(place), name, Path(output), libraries)
        return
    made = _to_python(Path(place), name, libraries) if is_modelica else _to_modelica(text)
    if output is None:
        click.echo(made, nl=False)
        return
    try:
        Path(output).write_text(made, encoding="utf-8")
    except OSError as error:
        raise BadUsage(f"'{output}' cannot be written: {error.strerror or error}") from error
    click.echo(f"written    {output}")


def _is_folder(output: Path) -> bool:
    return output.is_dir() or not output.suffix


def _to_folder(path: Path, name: str, folder: Path, libraries: Sequence[str]) -> None:
    """Write a package as a folder of modules."""
    from drivetrain.modelica import convert_package

    if name:
        raise BadUsage(f"a folder takes a whole package: leave out ':{name}', or name a file *.py")
    check_file(path)
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        try:
            files = convert_package(path, folder, libraries=libraries)
        except DrivetrainError as error:
            raise Failure(str(error)) from error
        except OSError as error:
            raise BadUsage(f"'{folder}' cannot be written: {error.strerror or error}") from error
    for file in files:
        click.echo(f"written    {file}")


def _to_python(path: Path, name: str, libraries: Sequence[str]) -> str:
    from drivetrain.modelica import convert

    check_file(path)
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        try:
            return convert(path, name, libraries=libraries)
        except DrivetrainError as error:
            raise Failure(str(error)) from error


def _to_modelica(text: str) -> str:
    from drivetrain.modelica import to_modelica

    target = find_model(text)
    model = target.build()
    with user_code(target.file):
        return to_modelica(model)


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    click.echo(f"Warning: {message}", err=True)
