"""The model of a study, as seen from the names of what is varied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from drivetrain.compiler.frontend.qualified_names import find_parameter, find_variable, table_names
from drivetrain.compiler.frontend.values import declaration_of, evaluate_values
from drivetrain.errors import DrivetrainError, ParameterError, UsageError, shown
from drivetrain.modeling.argument_values import checked_value
from drivetrain.modeling.quantities.columns import InUnit
from drivetrain.modeling.quantities.parsing import is_quantity_text
from drivetrain.simulation.compiled_model import CompiledModel

__all__ = ["Target", "VariedModel"]


@dataclass(frozen=True)
class Target:
    """What a name stands for.

    Attributes
    ----------
    name : str
        The name, without a unit.
    kind : {"number", "start", "table", "structural"}
        A parameter, a start value, a table, or a parameter that changes the equations.
    unit : str
        Unit of its values.
    number_kind : str
        Type of the numbers: real, integer, boolean.
    given_unit : str or None
        Unit that was named with it.
    """

    name: str
    kind: str
    unit: str = "1"
    number_kind: str = "real"
    given_unit: str | None = None

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers that can be computed with."""
        return self.kind in ("number", "start")

    def numbers(self, values: Any) -> Any:
        """Return values as numbers in the unit, or as Booleans."""
        if self.given_unit is not None:
            values = InUnit(values, self.given_unit)
        found = checked_value(values, self.name, self.unit, self.number_kind)
        return np.asarray(found, dtype=bool) if self.number_kind == "boolean" else found


class VariedModel:
    """The model of a study, translated once for each set of structural parameters.

    Parameters
    ----------
    compiled : CompiledModel
        The model with its own structural parameters.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        self._variants: dict[tuple[tuple[str, Any], ...], CompiledModel] = {(): compiled}

    def target(self, name: str, given_unit: str | None) -> Target:
        """Return what a name stands for.

        Raises
        ------
        NameLookupError
            If there is nothing of this name to be set; the nearest names are suggested.
        """
        flat = self.compiled.translation.flat
        if name in flat.root.structural:
            self._check_class(name)
            return Target(name, "structural")
        declaration = declaration_of(flat, name)
        if declaration is None:
            if find_parameter(flat.root, name) is None and name in table_names(flat.root):
                return Target(name, "table")
            self._refuse(name)
        assert declaration is not None
        is_start = find_parameter(flat.root, name) is None
        kind = "start" if is_start else "number"
        if not is_start:
            _check_final(declaration, name, flat)
        return Target(name, kind, declaration.unit, declaration.kind, given_unit)

    def variable_of_start(self, name: str) -> tuple[int, int, int]:
        """Return what identifies the quantity of a start value: equal for all of its names."""
        t = self.compiled.translation
        number = find_variable(t.flat.root, name.removesuffix(".start"))
        assert number is not None
        a = t.aliased
        return int(a.chain[number]), int(a.order[number]), int(a.discrete[number])

    def variant(self, structural: Mapping[str, Any]) -> CompiledModel:
        """Return the compiled model with some structural parameters.

        Raises
        ------
        ModelError
            If there is no such model; the message names the values.
        """
        key = tuple(sorted(structural.items()))
        if key not in self._variants:
            self._variants[key] = self._compiled(structural)
        return self._variants[key]

    def _compiled(self, structural: Mapping[str, Any]) -> CompiledModel:
        model = self.compiled.prepared.built
        told = ", ".join(f"{name}={value!r}" for name, value in structural.items())
        try:
            made = type(model)(**{**model._modifiers, **structural})
            if "experiment" in vars(self.compiled.model):
                vars(made)["experiment"] = vars(self.compiled.model)["experiment"]
            return CompiledModel(made)
        except DrivetrainError as error:
            raise type(error)(f"with {told}: {error}") from error

    def _check_class(self, name: str) -> None:
        model = self.compiled.prepared.built
        if model._steps_taken() is not None or name not in type(model).declarations():
            raise ParameterError(
                f"{name!r} changes the equations of {self.compiled.title}, which was built step by "
                "step: make it a class, class Mine(Model), whose structural parameter a study can "
                "vary; or make one study for each model"
            )

    def _refuse(self, name: str) -> None:
        flat = self.compiled.translation.flat
        try:
            evaluate_values(flat, {name: 0.0})
        except ParameterError as error:
            if "changes the equations" not in str(error):
                raise
            raise ParameterError(
                f"{name!r} changes the equations, and it is inside a part: declare a structural "
                f"parameter of {flat.root.title} itself, from which the part takes it, and vary "
                "that one"
            ) from error
        raise UsageError(f"{name!r} cannot be varied")


def _check_final(declaration: Any, name: str, flat: Any) -> None:
    if getattr(declaration, "final", False):
        evaluate_values(flat, {name: 0.0})  # refuses it


def as_list(values: Any, name: str) -> list[Any] | None:
    """Return several values as a list; None for a single one, a text with a unit included."""
    if isinstance(values, str):
        if is_quantity_text(values):
            return None
        raise UsageError(f"{name}={values!r}: give a number, a list, or a distribution")
    if isinstance(values, (list, tuple, range)):
        return list(values)
    magnitude = getattr(values, "magnitude", values)
    if np.ndim(magnitude) == 0 and not hasattr(magnitude, "__iter__"):
        return None
    try:
        return list(values)
    except TypeError:
        raise UsageError(f"{name}={shown(values)}: give a list, or a distribution") from None
