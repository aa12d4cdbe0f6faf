"""Eigenmodes of a compiled model for values of its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.stability.root_locus import in_order
from drivetrain.analysis.stability.stability_map import StabilityMap, stability_map
from drivetrain.compiler.frontend.values import check_parameters, declaration_of, evaluate_values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown

__all__ = ["Variations"]


class Variations:
    """Eigenmodes for values of parameters.

    Parameters
    ----------
    linearise : callable
        As :meth:`CompiledModel.linearise`.
    t : Translation
        The model.
    how : mapping
        How it is linearised, with the parameters that stay as they are.
    selection : mapping
        Which eigenmodes are wanted.
    """

    def __init__(
        self, linearise: Callable[..., LinearModel], t: Translation, how: Mapping[str, Any],
        selection: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._linearise, self._t = linearise, t
        self._how = {**how, "outputs": ()}
        self._given = check_parameters(self._how.pop("parameters"))
        self._selection = selection

    def unit(self, name: Any) -> str:
        """Return the unit of a parameter or start value.

        Raises
        ------
        NameLookupError
            If there is none of that name.
        """
        if not isinstance(name, str):
            raise UsageError(f"{shown(name)} is no name of a parameter; give a text, 'clutch.cgeo'")
        if name in self._given:
            raise UsageError(f"{name} is varied, so it cannot be given among parameters, too")
        declaration = declaration_of(self._t.flat, name)
        if declaration is None:
            evaluate_values(self._t.flat, {name: 0.0})  # refuses the name
        return "1" if declaration is None else declaration.unit

    def __call__(self, changed: Mapping[str, float]) -> Eigenmodes:
        """Return the eigenmodes with some values changed."""
        parameters = {**self._given, **changed}
        linear = self._linearise(**self._how, parameters=parameters)
        return linear.eigenmodes(**self._selection)

    def map(self, over: Mapping[str, Any]) -> StabilityMap:
        """Return the stability over two parameters; see :meth:`CompiledModel.stability_map`."""
        if not isinstance(over, Mapping) or len(over) != 2:
            raise UsageError(
                f"stability_map({shown(over)}): give two parameters with their values, as in "
                "{'clutch.cgeo': [0.5, 1.0], 'disc.J': [1.0, 2.0]}"
            )
        first, second = over
        units = self.unit(first), self.unit(second)
        values = in_order(over[first], first, units[0]), in_order(over[second], second, units[1])
        return stability_map(
            lambda one, other: self({first: one, second: other}), (first, second), units, values
        )
