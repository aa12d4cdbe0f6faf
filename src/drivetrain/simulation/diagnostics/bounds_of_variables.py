"""Warn of variables that a run has taken beyond their bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import warn
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import (
    own_variable,
    parameter_name,
    variable_name,
)
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ModelWarning
from drivetrain.modeling.expression import REAL, Expr
from drivetrain.modeling.members import StartValue, Variable
from drivetrain.modeling.tracing.slots import OwnParameter, Trace

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["warn_of_bounds"]

Floats = NDArray[np.float64]

_MOST_NAMED: Final = 10
_SIDES: Final = (("minimum", "below its minimum", -1.0), ("maximum", "above its maximum", 1.0))


class _Computed(NamedTuple):
    """A bound that follows from parameters, of the variable at a place of the list."""

    place: int
    side: int
    of: Instances
    row: int
    bound: Expr


@dataclass(eq=False)
class _Bounded:
    """Variables that have bounds: a row of two limits each, infinite where there is none."""

    names: list[str] = field(default_factory=list)
    limits: list[list[float]] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    are_real: list[bool] = field(default_factory=list)
    computed: list[_Computed] = field(default_factory=list)
    are_said: set[tuple[int, int]] = field(default_factory=set)

    def numbers(self, flat: Flat, parameters: Mapping[str, Any]) -> Floats:
        """Return the limits in a run with these parameters."""
        found = np.array(self.limits)
        for one in self.computed:
            env = _environment(flat, one.of, one.row, parameters)
            found[one.place, one.side] = float(evaluate(one.bound, env))
        return found


_KNOWN: WeakKeyDictionary[Translation, _Bounded] = WeakKeyDictionary()


def warn_of_bounds(translation: Translation, result: Result, tolerance: float) -> None:
    """Issue a `ModelWarning` for the variables that have left the bounds they are declared with.

    What the run has recorded is looked at, so that bounds cost no events, and what happens between
    two output points is not seen. Real variables may pass a bound by as much as the tolerance of
    the run allows.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    result : Result
        The run; variables that it has not recorded are not looked at.
    tolerance : float
        Its relative tolerance.
    """
    if translation not in _KNOWN:
        _KNOWN[translation] = _bounded_in(translation.flat)
    bounded = _KNOWN[translation]
    if not bounded.names or not len(result.time):
        return
    told = list(_left(bounded, translation.flat, result, tolerance))
    title = translation.flat.root.title
    for text in told[:_MOST_NAMED]:
        warn(ModelWarning(f"model '{title}': {text}"))
    if len(told) > _MOST_NAMED:
        more = len(told) - _MOST_NAMED
        warn(ModelWarning(f"model '{title}': {more} more variables leave their bounds"))


def _left(bounded: _Bounded, flat: Flat, result: Result, tolerance: float) -> Iterator[str]:
    """Yield what is to be said of the variables that have left their bounds."""
    there = [k for k, name in enumerate(bounded.names) if name in result]
    if not there:
        return
    values = result.to_numpy(*(bounded.names[k] for k in there))
    limits = bounded.numbers(flat, result.parameters)[there]
    extremes = np.stack([values.min(axis=0), values.max(axis=0)])
    size = np.maximum(np.abs(extremes).max(axis=0), np.array(bounded.sizes)[there])
    is_real = np.array(bounded.are_real)[there]
    for side, (_, told, sign) in enumerate(_SIDES):
        limit = limits[:, side]
        finite = np.where(np.isfinite(limit), np.abs(limit), 0.0)
        slack = np.where(is_real, tolerance * np.maximum(size, finite), 0.0)
        for k in np.flatnonzero(sign * (extremes[side] - limit) > slack).tolist():
            since = float(result.time[np.argmax(sign * (values[:, k] - limit[k]) > slack[k])])
            unit = bounded.units[there[k]]
            unit = "" if unit == "1" else f" {unit}"
            name = bounded.names[there[k]]
            yield (
                f"{name} is {told} {limit[k]:g}{unit} from t = {since:.6g} s on, and reaches "
                f"{extremes[side, k]:.6g}{unit}"
            )


def _bounded_in(flat: Flat) -> _Bounded:
    """Return the variables of a model that have bounds."""
    found, places = _Bounded(), dict[int, int]()
    for one in flat.instances:  # containing classes come first: what they say counts
        said = list(_bounded_by(one.trace))
        for row, begin in enumerate(one.variable.tolist() if said else ()):
            for slots, of in said:
                for number in (begin + slots).tolist():
                    if number not in places:
                        places[number] = _add(found, flat, number)
                    _limit(found, places[number], of, one, row)
    return found


def _bounded_by(traced: Trace) -> Iterator[tuple[NDArray[np.int64], StartValue | Variable]]:
    """Yield slots of a class with what bounds them: values of its parts first, then its own."""
    for each in traced.start_bindings:
        if each.start.minimum is not None or each.start.maximum is not None:
            yield np.ravel(each.slots), each.start
    for own in traced.variables:
        if own.declaration.minimum is not None or own.declaration.maximum is not None:
            yield np.array([own.slot]), own.declaration


def _add(found: _Bounded, flat: Flat, number: int) -> int:
    """Add a variable without bounds so far; return its place."""
    declaration = own_variable(flat.root, number).declaration
    nominal = declaration.nominal
    found.names.append(variable_name(flat.root, number))
    found.limits.append([-np.inf, np.inf])
    found.sizes.append(float(nominal) if isinstance(nominal, (int, float)) else 1.0)
    found.units.append(declaration.unit)
    found.are_real.append(declaration.kind == REAL)
    return len(found.names) - 1


def _limit(
    found: _Bounded, place: int, said: StartValue | Variable, one: Instances, row: int
) -> None:
    """Note the bounds of a variable, where there were none."""
    for side, (key, _, _) in enumerate(_SIDES):
        bound = getattr(said, key)
        if bound is None or (place, side) in found.are_said:
            continue
        found.are_said.add((place, side))
        if isinstance(bound, Expr):
            found.computed.append(_Computed(place, side, one, row, bound))
        else:
            found.limits[place][side] = float(bound)


def _environment(
    flat: Flat, one: Instances, row: int, parameters: Mapping[str, Any]
) -> Environment:
    """Return where an instance reads the parameters in its bounds."""

    def value(slot: int) -> Any:
        return parameters[parameter_name(flat.root, int(one.parameter[row]) + slot)]

    def declared(declaration: Any) -> Any:
        member = one.trace.members[declaration.name]
        return value(member.slot) if isinstance(member, OwnParameter) else member

    def refused(*_: Any) -> Any:
        raise NotImplementedError  # bounds read numbers only

    return Environment({"decl": declared, "par": value}, refused, refused)
