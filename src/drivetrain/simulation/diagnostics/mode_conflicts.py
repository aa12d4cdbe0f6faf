"""Explain why no consistent modes exist: contradictions found, and advice from the elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.status import Contradiction
from drivetrain.simulation.diagnostics.relations import Relations

__all__ = ["advised", "contradicted"]

Floats = NDArray[np.float64]


def contradicted(relations: Relations, found: list[Contradiction]) -> Iterator[str]:
    """Yield modes that are almost consistent, each with the condition that contradicts it.

    Parameters
    ----------
    relations : Relations
        The conditions of the model.
    found : list of Contradiction
        Findings of the search. A condition that occurs with both values is false if it is taken as
        true, and true if it is taken as false.
    """
    if found:
        yield "Conditions that contradict themselves, while all others agree:"
    ordered = sorted(found, key=lambda one: (one.relation, one.holds))
    for number, tried in groupby(ordered, key=lambda one: one.relation):
        names = ", ".join(relations.decides(number))
        yield f"  {relations.text(number)}" + f"; it decides {names}" * bool(names)
        for one in tried:
            taken, holds = ("false", "true") if one.holds else ("true", "false")
            told = ", ".join(relations.operands(number, one.row))
            yield f"    taken as {taken}, {holds} by {one.missed:.3g}" + f": {told}" * bool(told)


def advised(translation: Translation, parameters: Floats, owners: set[str]) -> Iterator[str]:
    """Yield advice given by classes whose elements have no consistent modes.

    A class gives it in a class method ``_without_modes``, which receives the values of its
    parameters.

    Parameters
    ----------
    translation : Translation
        The model.
    parameters : float array
        Parameters of the run.
    owners : set of str
        Paths of the elements concerned.
    """
    for one in translation.flat.instances:
        advise: Callable[[dict[str, Any]], str] | None
        advise = getattr(one.trace.cls, "_without_modes", None)
        if advise is None:
            continue
        for start, first in zip(one.variable.tolist(), one.parameter.tolist(), strict=True):
            path = component_path(translation.flat.root, start, one.trace)
            if path not in owners:
                continue
            own = {p.name: float(parameters[first + p.slot]) for p in one.trace.parameters}
            if told := advise({**one.trace.structural, **own}):
                yield f"{path}: {told}"
