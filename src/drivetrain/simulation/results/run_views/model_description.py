"""What a result knows of its model beside variables: documentation, diagram, changed parameters."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.modeling.component import Component
from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts
from drivetrain.simulation.results.variable_names import ParameterNames

__all__ = ["ChangedParameter", "ModelDescription"]


class ChangedParameter(NamedTuple):
    """A parameter whose value in a run is not that of the model.

    Attributes
    ----------
    name : str
        Dotted name.
    own, given : object
        Value in the model, and in the run; numbers, or rows of a table.
    unit : str
        Unit of a number.
    """

    name: str
    own: Any
    given: Any
    unit: str


class ModelDescription:
    """Model of a run.

    Parameters
    ----------
    flat : Flat
        The flat model.
    own, given : Values
        Values of its parameters, as declared, and in the run.
    """

    def __init__(self, flat: Flat, own: Values, given: Values) -> None:
        self._flat, self._own, self._given = flat, own, given

    @property
    def component(self) -> Component:
        """The model itself."""
        return self._flat.top

    @property
    def doc(self) -> str:
        """Documentation that the author of the model has written; may be empty."""
        kind = type(self.component)
        written = "" if kind.__module__.startswith("drivetrain.modeling.") else kind.__doc__
        return inspect.cleandoc(written or "")

    def changed(self) -> Iterator[ChangedParameter]:
        """Yield the parameters with another value than in the model, those computed left out."""
        facts = ParameterFacts(self._flat, self._given)
        computed, units = facts.is_computed, facts.units
        pairs = zip(self._own.parameter.tolist(), self._given.parameter.tolist(), strict=True)
        names = ParameterNames(self._flat.root).numbers
        for k, (name, (own, given)) in enumerate(zip(names, pairs, strict=True)):
            if own != given and not computed[k] and not (own != own and given != given):
                yield ChangedParameter(name, own, given, units[k])
        before = ParameterFacts(self._flat, self._own).tables
        for name, rows in facts.tables.items():
            if not np.array_equal(before[name], rows):
                yield ChangedParameter(name, before[name], rows, "")
