"""A model that is an object of the notebook, not a file that can be read again."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from inspect import getdoc
from pathlib import Path
from typing import Any

import drivetrain
from drivetrain.errors import ResultError
from drivetrain.plotting.machine_of import machine_of
from drivetrain.simulation.results.result import Result
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.session.workbench import Workbench

__all__ = ["ObjectSource", "bench_of", "bench_of_run"]


class ObjectSource:
    """A model as the source of a workbench.

    Parameters
    ----------
    model : Model
        The model.
    label : str
        Its name.
    """

    file: Path | None = None
    import_line = ""
    expression = "model"
    is_class = False

    def __init__(self, model: Any, label: str) -> None:
        self._model, self.label = model, label

    def load(self) -> Any:
        """Return the model."""
        return self._model

    def watched(self) -> Iterable[Path]:
        """Return no files."""
        return ()


def bench_of(compiled: drivetrain.CompiledModel) -> Workbench:
    """Return a workbench with a compiled model.

    Parameters
    ----------
    compiled : CompiledModel
        The model. It is run as it is, also by others at the same time.
    """
    model = compiled.prepared.built
    loaded = LoadedModel(
        1,
        compiled.title,
        doc=_doc(model),
        thing=model,
        model=model if isinstance(model, drivetrain.Model) else None,
        compiled=compiled,
        structure=drivetrain.structure(model),
    )
    return Workbench(ObjectSource(model, compiled.title), may_edit=False, loaded=loaded)


def bench_of_run(result: Result) -> Workbench:
    """Return a workbench with a run that is shown as it is; with its machine, if that is known.

    Parameters
    ----------
    result : Result
        The run.
    """
    machine = None
    with suppress(ResultError):
        machine = machine_of(result)
    loaded = LoadedModel(1, result.model, structure=machine, recorded=result)
    return Workbench(ObjectSource(None, result.model), may_edit=False, loaded=loaded)


def _doc(model: Any) -> str:
    """Return what a class of the user says about itself; one built step by step says nothing."""
    return "" if type(model) is drivetrain.Model else getdoc(type(model)) or ""
