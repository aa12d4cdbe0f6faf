"""Resolution of the argument MODEL: an example, a class in a file, or an importable class."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from drivetrain.cli.failures import BadUsage, Failure, user_code
from drivetrain.cli.from_source import FromSource
from drivetrain.errors import (
    DrivetrainError,
    FMUError,
    NameLookupError,
    ParameterError,
    UsageError,
    nearest,
)

__all__ = ["Target", "check_file", "find_model", "load_file", "split_model"]

_FORMS = "a class of your own is given as file.py:Class or package.module:Class"


@dataclass(frozen=True)
class Target:
    """The object that MODEL refers to.

    Parameters
    ----------
    name : str
        Name of the class (or of the model object).
    thing : type or Model
        A subclass of Model, or a model built in a script.
    file : str or None
        The user's file that it comes from.
    """

    name: str
    thing: Any
    file: str | None = None

    def build(self) -> Any:
        """Return the model.

        Raises
        ------
        Failure
            If creating it fails.
        """
        if not isinstance(self.thing, type):
            return self.thing
        with user_code(self.file):
            try:
                return self.thing()
            except TypeError as error:
                raise UsageError(f"{self.name}() cannot be made: {error}") from error


def find_model(text: str, libraries: Sequence[str] = ()) -> Target:
    """Find the model that a text refers to.

    Parameters
    ----------
    text : str
        Name of an example, ``file.py``, ``file.py:Class``, ``package.module:Class``, or
        ``file.mo`` and ``file.mo:Class`` for a Modelica model, or ``file.fmu``.
    libraries : sequence of str
        Folders with Modelica libraries.

    Raises
    ------
    BadUsage
        If there is no such model, its file is not Python, or a folder is given for one that is no
        Modelica.
    Failure
        If the code that defines it fails.
    """
    place, name = split_model(text)
    if place.endswith(".mo"):
        return _of_modelica(Path(place), name, libraries)
    if place.endswith(".fmu"):
        return _of_fmu(Path(place))
    if libraries:
        raise BadUsage(f"--library is for Modelica models, and '{text}' is none")
    if place.endswith(".py") or os.sep in place or "/" in place:
        module = load_file(Path(place))
        return _member(module, name, place) if name else _only_model(module, place)
    if name:
        return _member(_load_module(place), name, place)
    return _example(text)


def split_model(text: str) -> tuple[str, str]:
    """Split ``place:name``, except at the colon of a drive letter."""
    place, _, name = text.rpartition(":")
    if not place or name.endswith((".py", ".mo")):
        return text, ""
    return place, name


def _of_modelica(path: Path, name: str, libraries: Sequence[str]) -> Target:
    from drivetrain.modelica import load

    check_file(path)
    try:
        made = load(path, name, libraries=libraries)
    except DrivetrainError as error:
        raise Failure(str(error)) from error
    return Target(made.__name__, made, str(path))


def _of_fmu(path: Path) -> Target:
    from drivetrain.fmi.imported.alone import unit_alone

    check_file(path)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            return Target(path.stem, unit_alone(path), str(path))
    except (FMUError, ParameterError) as error:
        raise Failure(str(error)) from error


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    click.echo(f"Warning: {message}", err=True)


def _example(name: str) -> Target:
    from drivetrain import examples

    try:
        return Target(name, examples.find(name))
    except NameLookupError as error:
        text = f"{_near_file(name) or error}\n`drivetrain examples` lists what ships; {_FORMS}"
        raise BadUsage(text) from error


def _near_file(name: str) -> str:
    """Return a hint at a file with a similar name; empty if there is none."""
    if _is_file(name):
        return f"'{name}' is not a Python file: its name has to end in .py"
    beside = f"{name.removesuffix('.')}.py"
    return f"there is no example {name!r}; did you mean the file '{beside}'?" * _is_file(beside)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a path at all
        return False


def load_file(path: Path) -> ModuleType:
    """Import a file of the user's.

    Parameters
    ----------
    path : Path
        A Python file.

    Raises
    ------
    BadUsage
        If there is no such file, or it is not Python.
    Failure
        If its code fails.
    """
    if path.suffix != ".py":
        raise BadUsage(f"'{path}' is not a Python file; {_FORMS}")
    check_file(path)
    name = f"drivetrain_model_{path.stem}"
    loader = FromSource(name, str(path.resolve()))
    spec = importlib.util.spec_from_loader(name, loader)
    if spec is None:
        raise BadUsage(f"'{path}' cannot be loaded as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _let_import_from(path.resolve().parent)
    try:
        with user_code(str(path)):
            loader.exec_module(module)
    except (OSError, ValueError) as error:  # null bytes, or not in UTF-8
        raise BadUsage(f"'{path}' cannot be read as Python in UTF-8: {error}") from error
    return module


def check_file(path: Path) -> None:
    """Refuse a file that does not exist.

    Raises
    ------
    BadUsage
        With a file of nearly the same name, if there is one.
    """
    if path.is_file():
        return
    folder = path.parent
    files = [file.name for file in folder.glob(f"*{path.suffix}")] if folder.is_dir() else []
    raise BadUsage(f"there is no file '{path}'{nearest(path.name, files)}")


def _let_import_from(folder: Path) -> None:
    """Let files of a folder be imported by name, after installed packages.

    A file that happens to have the name of a library must not be run in its place.
    """
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _load_module(name: str) -> ModuleType:
    _let_import_from(Path.cwd())
    try:
        with user_code():
            return importlib.import_module(name)
    except Failure as failure:
        missing = getattr(failure.__cause__, "name", None)
        if isinstance(failure.__cause__, ModuleNotFoundError) and _contains(name, missing):
            raise _no_module(missing) from failure
        raise
    except ModuleNotFoundError as error:
        raise _no_module(error.name) from error
    except (TypeError, ValueError) as error:
        raise BadUsage(f"{name!r} is not the name of a module; {_FORMS}") from error


def _contains(name: str, part: str | None) -> bool:
    return part is not None and f"{name}.".startswith(f"{part}.")


def _no_module(name: str | None) -> Failure:
    return BadUsage(f"there is no module {name!r} to import; {_FORMS}")


def _member(module: ModuleType, name: str, place: str) -> Target:
    thing: Any = module
    for part in name.split("."):
        if not hasattr(thing, part):
            hint = nearest(part, _models(module) or vars(thing))
            raise BadUsage(f"'{place}' has no class {name!r}{hint}")
        thing = getattr(thing, part)
    if not _is_model(thing):
        kind = f"{name!r} in '{place}' is not a Model"
        raise BadUsage(f"{kind}; derive it: class {name}(Model)")
    return Target(name.rpartition(".")[2], thing, module.__file__)


def _only_model(module: ModuleType, place: str) -> Target:
    models = _models(module)
    if len(models) == 1:
        ((name, thing),) = models.items()
        return Target(name, thing, module.__file__)
    if not models:
        raise BadUsage(f"'{place}' defines no class derived from Model")
    choice = "\n".join(f"  {place}:{name}" for name in models)
    raise BadUsage(f"'{place}' defines several models; name one of them:\n{choice}")


def _models(module: ModuleType) -> dict[str, Any]:
    """Return the classes that a module defines itself, or else the model objects in it."""
    found = {name: thing for name, thing in vars(module).items() if _is_model(thing)}
    classes = {
        name: thing
        for name, thing in found.items()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    }
    return classes or {n: thing for n, thing in found.items() if not isinstance(thing, type)}


def _is_model(thing: Any) -> bool:
    from drivetrain import Model

    return issubclass(thing, Model) if isinstance(thing, type) else isinstance(thing, Model)
