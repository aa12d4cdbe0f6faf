"""Check that parameters are present, within their bounds, and of a size to compute with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import made_at, parameter_name
from drivetrain.compiler.frontend.values.limits import REMEDY, is_moderate, is_tiny
from drivetrain.compiler.frontend.values.plan import Plan
from drivetrain.errors import ParameterError
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import REQUIRED, what_to_set
from drivetrain.modeling.tracing.trace import OwnParameter

__all__ = ["Checks", "described"]

Floats = NDArray[np.float64]


class Checks:
    """Checks the parameters of one class after another.

    Parameters
    ----------
    flat : Flat
        The model.
    parameter : float array
        All values, NaN where there is none.
    is_set : bool array
        Whether an outer class or the user has set them.
    """

    def __init__(self, flat: Flat, parameter: Floats, is_set: NDArray[np.bool_]) -> None:
        self._flat, self._parameter, self._is_set = flat, parameter, is_set

    def check(self, one: Instances, plan: Plan, env: Environment) -> None:
        """Refuse values that are missing, outside their bounds, zero or of an impossible size.

        Raises
        ------
        ParameterError
            For the first wrong parameter; the message says what would be right.
        """
        for own in one.trace.parameters:
            missing = np.flatnonzero(np.isnan(self._values(one, own)))
            if len(missing):
                raise self._missing(one, own, int(missing[0]))
        for own in plan.integers:
            values = self._values(one, own)
            fractions = np.flatnonzero(values != np.floor(values))
            if len(fractions):
                raise self._fraction(one, own, int(fractions[0]))
        for own, low, high in plan.bounds:
            self._check_bound(one, own, low, np.less, "below its minimum", env)
            self._check_bound(one, own, high, np.greater, "above its maximum", env)
        for own in plan.nonzero:
            zero = np.flatnonzero(self._values(one, own) == 0)
            if len(zero):
                raise self._zero(one, own, int(zero[0]))
        self._check_size(one)

    def _values(self, one: Instances, own: OwnParameter) -> Floats:
        return self._parameter[one.parameter + own.slot]

    def _check_bound(
        self, one: Instances, own: OwnParameter, bound: Any, wrong: np.ufunc, side: str,
        env: Environment,
    ) -> None:  # fmt: skip
        if bound is None:
            return
        value = self._values(one, own)
        limit = evaluate(bound, env) if isinstance(bound, Expr) else bound
        bad = np.flatnonzero(wrong(value, limit))
        if len(bad):
            row = int(bad[0])
            nearest = float(np.broadcast_to(limit, value.shape)[row])
            raise self._outside(one, own, row, value[row], nearest, side)

    def _check_size(self, one: Instances) -> None:
        """Refuse values too large or too small; infinity is allowed where it is the default."""
        slots = [own.slot for own in one.trace.parameters]
        values = self._parameter[one.parameter[:, None] + np.array(slots, dtype=np.int64)]
        for row, k in np.argwhere(~is_moderate(values)).tolist():
            own, value = one.trace.parameters[k], values[row, k]
            if not (np.isinf(value) and np.any(np.isinf(_plain(own.declaration.default)))):
                unit = f"{own.declaration.unit} ({described(own.declaration)})"
                raise ParameterError(
                    f"{self._name(one, own, row)} = {value:g} {unit} {REMEDY}"
                    f"{self._made_at(one, row)}"
                )

    def _missing(self, one: Instances, own: OwnParameter, row: int) -> ParameterError:
        name, made = self._name(one, own, row), self._made_at(one, row)
        if self._is_set[one.parameter[row] + own.slot]:
            return ParameterError(f"{name} is not a number (NaN): give a finite value{made}")
        return ParameterError(
            f"{name} ({described(own.declaration)}) has no value: write "
            f"{one.trace.title}({own.name}=…){made}"
        )

    def _outside(
        self, one: Instances, own: OwnParameter, row: int, value: float, bound: float, side: str
    ) -> ParameterError:
        unit = own.declaration.unit
        unit = "" if unit == "1" else f" {unit}"
        if is_tiny(bound):
            wrong, remedy = "not positive", "give a value above 0"
        else:
            wrong, remedy = f"{side} {bound:g}{unit}", "give a value inside the bounds"
        if own.declaration.final:
            path = self._name(one, own, row).removesuffix(own.declaration.name)
            remedy = f"it {what_to_set(own.declaration, path)}"
        return ParameterError(
            f"{self._name(one, own, row)} = {value:g}{unit} is {wrong} "
            f"({described(own.declaration)}): {remedy}{self._made_at(one, row)}"
        )

    def _zero(self, one: Instances, own: OwnParameter, row: int) -> ParameterError:
        return ParameterError(
            f"{self._name(one, own, row)} is zero, which has no meaning "
            f"({described(own.declaration)}): give a value above or below 0"
            f"{self._made_at(one, row)}"
        )

    def _fraction(self, one: Instances, own: OwnParameter, row: int) -> ParameterError:
        value = self._values(one, own)[row]
        return ParameterError(
            f"{self._name(one, own, row)} = {value:g} is not a whole number "
            f"({described(own.declaration)}), though it follows from other parameters"
            f"{self._made_at(one, row)}"
        )

    def _name(self, one: Instances, own: OwnParameter, row: int) -> str:
        return parameter_name(self._flat.root, int(one.parameter[row] + own.slot))

    def _made_at(self, one: Instances, row: int) -> str:
        """Return the line that created a part, in brackets."""
        line = made_at(self._flat.root, int(one.variable[row]), one.trace)
        return f" [{line}]" if line else ""


def _plain(default: Any) -> Any:
    """Return a default as numbers; 0 for expressions and required parameters."""
    return 0.0 if isinstance(default, Expr) or default is REQUIRED else default


def described(declaration: Any) -> str:
    """Return the description of a parameter in its declaration, with its unit."""
    unit = declaration.unit
    text = declaration.doc or "parameter"
    return f"{text}, {unit}" if unit != "1" else text
