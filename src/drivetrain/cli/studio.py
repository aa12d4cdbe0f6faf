"""The command `studio`: the model of the command line as a source that can be read again."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import linecache
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from drivetrain.cli.failures import BadUsage, Failure, is_own
from drivetrain.cli.from_source import forget_bytecode
from drivetrain.cli.models import Target, find_model, split_model
from drivetrain.errors import ModelError, StudyError, UsageError

__all__ = ["FreshModel", "open_studio"]

_EXTRA = ("libcst", "starlette", "uvicorn", "websockets")


def open_studio(text: str, libraries: Sequence[str] = (), **options: Any) -> None:
    """Serve the page of a model until Ctrl-C.

    Parameters
    ----------
    text : str
        Name of the model, as for the other commands.
    libraries : sequence of str
        Folders with Modelica libraries.
    **options
        As for `drivetrain.studio.Options`.

    Raises
    ------
    BadUsage
        If packages are missing, there is no such model or study, or the port is in use. A model
        that is there but wrong is shown.
    """
    _require_extra()
    _require_studies(options.get("studies", ()))
    from drivetrain.studio import Options, quick, run_studio

    with quick():
        source = FreshModel(text, libraries)
        try:
            run_studio(source, Options(**options), click.echo)
        except UsageError as error:
            raise BadUsage(str(error)) from error


def _require_extra() -> None:
    missing = [name for name in _EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        raise BadUsage(f"the Studio needs {', '.join(missing)}: pip install 'drivetrain[studio]'")


def _require_studies(folders: Iterable[str]) -> None:
    """Refuse folders that hold no study; the page says whether it is one of the model."""
    for folder in folders:
        from drivetrain.studies.store.folder import manifest_of

        try:
            manifest_of(Path(folder))
        except StudyError as error:
            raise BadUsage(str(error)) from error


class FreshModel:
    """The model that a text on the command line names, read again whenever it is asked for.

    Parameters
    ----------
    text : str
        ``file.py:Class``, ``file.mo:Class``, the name of an example, or ``package.module:Class``.
    libraries : sequence of str
        Folders with Modelica libraries.

    Raises
    ------
    BadUsage
        If there is no such file, example or module.
    """

    def __init__(self, text: str, libraries: Sequence[str] = ()) -> None:
        self.label, self._libraries = text, tuple(libraries)
        self._target: Target | None = None
        self._failure: Failure | None = None
        self._seen: set[Path] = set()
        self._find()
        if self._failure is not None and self.file is None:
            raise self._failure

    @property
    def file(self) -> Path | None:
        """The user's own file; None if the model belongs to an installed package."""
        named = Path(split_model(self.label)[0])
        if named.suffix in (".py", ".mo") and named.is_file():
            return named.resolve()
        found = None if self._target is None else self._target.file
        return Path(found) if found is not None and is_own(found) else None

    @property
    def is_class(self) -> bool:
        """Whether the model is a class, not an object that a script has made."""
        return self._target is None or isinstance(self._target.thing, type)

    @property
    def import_line(self) -> str:
        """Line of a script that makes the class available."""
        if self._is_modelica:
            return f"{self._name()} = dt.modelica.load({', '.join(self._load_arguments())})"
        module = self._module()
        return f"from {module} import {self._name()}" if module else ""

    @property
    def expression(self) -> str:
        """Expression of a script for the class, or the object."""
        if self._is_modelica or self._module():
            return self._name()
        return f'dt.examples.find("{self.label}")'

    @property
    def _is_modelica(self) -> bool:
        return split_model(self.label)[0].endswith(".mo")

    def _load_arguments(self) -> Iterator[str]:
        place, name = split_model(self.label)
        yield repr(place)
        if name:
            yield repr(name)
        if self._libraries:
            yield f"libraries={list(self._libraries)!r}"

    def _name(self) -> str:
        return split_model(self.label)[1] if self._target is None else self._target.name

    def _module(self) -> str:
        """Return the module that a script imports; none for an example."""
        if self.file is not None and self.label.partition(":")[0].endswith(".py"):
            return self.file.stem
        return self.label.rpartition(":")[0]

    def load(self) -> Any:
        """Return the class, or the object, as its source is now.

        Raises
        ------
        ModelError
            If it cannot be read or run.
        """
        if self.file is not None:
            self._forget()
            self._find()
        if self._failure is not None:
            raise ModelError(self._failure.message) from self._failure
        assert self._target is not None
        return self._target.thing

    def watched(self) -> Iterable[Path]:
        """Return the file, and the user's own modules that lie beside it or below."""
        return self._seen

    def _find(self) -> None:
        from drivetrain.modelica.packages.reading import reads_noted

        before = set(sys.modules)
        with reads_noted() as read:
            try:
                self._target = find_model(self.label, self._libraries)
                self._failure = None
            except Failure as failure:
                self._failure = failure
        if self.file is not None:
            self._seen |= {self.file, *read, *self._own_files(set(sys.modules) - before)}

    def _own_files(self, modules: Iterable[str]) -> Iterable[Path]:
        return [place for name in modules if (place := _place(sys.modules.get(name))) is not None]

    def _forget(self) -> None:
        """Let modules of the user be read again, and lines of the source as well."""
        for name, module in list(sys.modules.items()):
            place = _place(module)
            if place in self._seen and name != "__main__":
                forget_bytecode(sys.modules.pop(name))
        importlib.invalidate_caches()
        linecache.clearcache()


def _place(module: ModuleType | None) -> Path | None:
    """Return the file of a module of the user's."""
    try:
        file = None if module is None else inspect.getsourcefile(module)
    except TypeError:  # built in
        return None
    return Path(file).resolve() if file is not None and is_own(file) else None
