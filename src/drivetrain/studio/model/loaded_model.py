"""A model as its source is now: compiled, or with what is wrong with it."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import drivetrain
from drivetrain.errors import DrivetrainError, ModelError, NameLookupError
from drivetrain.modeling.model import Model
from drivetrain.studio.model.places import expanded
from drivetrain.studio.model.source import ModelSource

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["LoadedModel", "load"]

_BRIEF = 0.5  # s


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """One state of a model.

    Attributes
    ----------
    revision : int
        How often the source was read.
    title, doc : str
        Name of the model, and what it says about itself.
    thing : type or Model, or None
        The class, or the object; None if the source cannot be read.
    model : Model or None
        The object; None if it cannot be made.
    compiled : CompiledModel or None
        None if there is a fault.
    structure : Structure or None
        Parts and connections; also of models that cannot be compiled.
    faults : tuple of Exception
        What is wrong.
    warnings : tuple of str
        What was warned of on the way.
    structural : dict
        Structural parameters with which it was made.
    recorded : Result or None
        A run that is shown as it is, in place of runs of the model.
    """

    revision: int
    title: str
    doc: str = ""
    thing: Any = None
    model: Model | None = None
    compiled: drivetrain.CompiledModel | None = None
    structure: Any = None
    faults: tuple[Exception, ...] = ()
    warnings: tuple[str, ...] = ()
    structural: dict[str, Any] = field(default_factory=dict)
    recorded: Result | None = None
    _variants: dict[Any, LoadedModel] = field(default_factory=dict, repr=False)

    @property
    def runs(self) -> bool:
        """Whether there are runs to show."""
        return self.compiled is not None or self.recorded is not None

    def elements_of(self, names: Iterable[str]) -> list[str]:
        """Return names, those of whole arrays as those of their elements, each once.

        What the model does not have is left out: the page may remember an earlier state of it.
        """
        if self.recorded is not None:
            return [name for name in names if name in self.recorded]
        if self.compiled is None:
            return []
        root = self.compiled.translation.flat.root
        found: list[str] = []
        for name in names:
            with suppress(NameLookupError):
                found += expanded(root, [name])[name]
        return list(dict.fromkeys(found))

    def hasten(self) -> None:
        """Generate faster machine code now, if that is brief, and not when a slider is moved."""
        if self.compiled is not None:
            prepared = self.compiled.prepared
            if 0.0 < prepared.translation.machine.effort < _BRIEF:
                prepared.make_ready(often=True)

    def with_structural(self, structural: dict[str, Any]) -> LoadedModel:
        """Return the model made with other structural parameters; the last one is kept.

        Raises
        ------
        ModelError
            If it cannot be made, or compiled, with them.
        """
        if structural == self.structural:
            return self
        key = tuple(sorted(structural.items()))
        made = self._variants.get(key)
        if made is None:
            made = _made(self.revision, self.title, self.thing, structural)
            self._variants.clear()
            self._variants[key] = made
        for fault in made.faults:
            raise fault
        return made


def load(source: ModelSource, revision: int, structural: dict[str, Any]) -> LoadedModel:
    """Read a source, and compile its model.

    Whatever goes wrong becomes a fault of the model that is returned; nothing is raised.

    Parameters
    ----------
    source : ModelSource
        Where the model comes from.
    revision : int
        Number of this attempt.
    structural : dict
        Structural parameters of the model to set; those that it does not have are left out.
    """
    title = source.label.rpartition(":")[2]
    try:
        thing = source.load()
    except DrivetrainError as error:
        return LoadedModel(revision, title, faults=(error,))
    declared = thing.declarations()
    known = {name: value for name, value in structural.items() if name in declared}
    return _made(revision, title, thing, known)


def _made(revision: int, title: str, thing: Any, structural: dict[str, Any]) -> LoadedModel:
    """Return the model of a class, compiled as far as possible."""
    doc = inspect.getdoc(thing if isinstance(thing, type) else type(thing)) or ""
    doc = "" if doc == title.rpartition(".")[2] else doc
    facts: dict[str, Any] = {"doc": doc, "thing": thing, "structural": structural}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            facts["model"] = thing(**structural) if isinstance(thing, type) else thing
            facts["title"] = facts["model"].title
            facts["structure"] = drivetrain.structure(facts["model"])
            facts["compiled"] = drivetrain.compile(facts["model"])
        except DrivetrainError as error:
            facts["faults"] = (error,)
        except Exception as error:
            told = ModelError(f"{type(error).__name__}: {error}")
            told.__cause__ = error
            facts["faults"] = (told,)
    facts["warnings"] = tuple(dict.fromkeys(str(one.message) for one in caught))
    return LoadedModel(revision, **{"title": title, **facts})
