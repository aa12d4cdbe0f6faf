"""Find the class of a file that is meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from drivetrain.errors import ModelicaError, nearest
from drivetrain.modelica.packages.libraries import open_file
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import ShortBody
from drivetrain.modelica.syntax.values import modifications

__all__ = ["complete_models", "models_in", "stored_class", "stored_model"]

_KINDS: Final = frozenset(("model", "block", "class"))
_MOST: Final = 20
"""Most models that a message lists."""


def stored_model(path: Path, name: str = "") -> StoredClass:
    """Return the class of this name; without a name, the only one that can be run.

    Parameters
    ----------
    path : Path
        A file, or the folder of a package.
    name : str
        Name of the class in the file, or inside a package ``Tests.Launch``.

    Raises
    ------
    ModelicaError
        If there is no such class, or several could be meant.
    """
    if name:
        return _whole(stored_class(path, name))
    models = models_in(path)
    if len(models) == 1:
        return models[0]
    if not models:
        names = ", ".join(one.name for one in open_file(path))
        raise ModelicaError(f"'{path}' has no model that can be run; it has {names}")
    shown = "\n".join(f"  {path}:{_name_in_file(one, path)}" for one in models[:_MOST])
    more = f"\nand {len(models) - _MOST} more" if len(models) > _MOST else ""
    raise ModelicaError(f"'{path}' has several models; name one of them:\n{shown}{more}")


def _whole(one: StoredClass) -> StoredClass:
    """Refuse a class that is only a base of others."""
    if one.definition.is_partial:
        raise one.source.mistake(
            one.definition.position, f"{one.full_name} is partial: name a model that extends it"
        )
    return one


def stored_class(path: Path, name: str) -> StoredClass:
    """Return a class of a file.

    Raises
    ------
    ModelicaError
        If there is no such class.
    """
    classes = {one.name: one for one in open_file(path)}
    around = next(iter(classes.values())).around
    first, *rest = name.removeprefix(f"{around}.").split(".")
    found = classes.get(first)
    if found is None:
        inside = [f"{one.name}.{first}" for one in classes.values() if one.child(first)]
        hint = f"; did you mean '{inside[0]}'?" if inside else nearest(first, classes)
        raise ModelicaError(f"'{path}' has no class '{first}'{hint}")
    for part in rest:
        below = found.child(part)
        if below is None:
            hint = nearest(part, found.children())
            raise ModelicaError(f"{found.full_name} has no class '{part}'{hint}")
        found = below
    return found


def models_in(path: Path) -> list[StoredClass]:
    """Return the models of a file that can be run, in the order of the file.

    If some say how they want to be run (``experiment``), these; else all models that are not
    partial; or all such blocks, if there is no model.

    Raises
    ------
    ModelicaError
        If the file cannot be read, or is no Modelica.
    """
    found = list(_models(open_file(path)))
    models = [one for one in found if one.definition.kind != "block"]
    return [one for one in found if _has_experiment(one)] or models or found


def complete_models(path: Path) -> list[StoredClass]:
    """Return the models and blocks of a file that are not partial, in the order of the file.

    Raises
    ------
    ModelicaError
        If the file cannot be read, or is no Modelica.
    """
    return list(_models(open_file(path)))


def _models(classes: Iterable[StoredClass]) -> Iterator[StoredClass]:
    for one in classes:
        definition = one.definition
        if definition.kind in _KINDS and not definition.is_partial:
            yield one
        if definition.kind == "package" and not isinstance(definition.body, ShortBody):
            below = (one.child(name) for name in one.children())
            yield from _models(child for child in below if child is not None)


def _has_experiment(one: StoredClass) -> bool:
    return any(True for _ in modifications(one.definition.annotation, "experiment"))


def _name_in_file(one: StoredClass, path: Path) -> str:
    """Return the name by which a class of a file is asked for."""
    around = open_file(path)[0].around
    return one.full_name.removeprefix(f"{around}.")
