"""Parameters and start values of a part, with the range in which a slider moves them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.compiler.translation import Translation
from drivetrain.errors import DrivetrainError
from drivetrain.modeling.members import Parameter
from drivetrain.modeling.tracing.trace import OwnParameter
from drivetrain.studio.model.places import Place, by_element

__all__ = ["Adjustable", "adjustables", "slider_range", "spans_decades"]

_AROUND = 3.0
"""A value without bounds can be moved to this multiple, and to this fraction."""
_DECADES = 8.0
"""A range of positive values of at least this ratio is moved through logarithmically."""


@dataclass(frozen=True)
class Adjustable:
    """Something that can be set: a parameter, a start value, a structural parameter, a table.

    Attributes
    ----------
    name : str
        As in ``simulate(parameters=…)``; ``throw[:].J`` for all elements of an array.
    label : str
        Its name within the part.
    kind : str
        ``"real"``, ``"integer"``, ``"boolean"``, ``"choice"``, ``"start"`` or ``"table"``.
    value : float, bool, str or None
        As the model has it, with all else that is set; None if the elements of an array differ.
    unit, doc : str
        Unit, and what it is.
    least, most : float or None
        Declared bounds.
    low, high : float
        Where the slider ends.
    is_logarithmic : bool
        Whether equal steps of the slider are equal ratios.
    choices : tuple
        Values of which one can be chosen.
    is_settable : bool
        Whether it can be set from here.
    note : str
        Why not, or what else there is to know.
    """

    name: str
    label: str
    kind: str
    value: float | bool | str | None
    unit: str = ""
    doc: str = ""
    least: float | None = None
    most: float | None = None
    low: float = 0.0
    high: float = 0.0
    is_logarithmic: bool = False
    choices: tuple[Any, ...] = ()
    is_settable: bool = True
    note: str = ""


def slider_range(
    value: float, least: float | None = None, most: float | None = None
) -> tuple[float, float, bool]:
    """Return where a slider begins and ends, and whether it is logarithmic.

    Parameters
    ----------
    value : float
        The present value.
    least, most : float, optional
        Declared bounds. Where one is missing, the slider goes to three times the value, or to a
        third of it; around zero to 1 or −1.

    Examples
    --------
    >>> slider_range(6.0)
    (2.0, 18.0, True)
    >>> slider_range(0.25, 0.0, 1.0)
    (0.0, 1.0, False)
    """
    around = sorted((value / _AROUND, value * _AROUND)) if value else (-1.0, 1.0)
    low, high = around
    if least is not None and most is not None:
        low, high = least, most
    elif least is not None:
        low = max(low, least)
    elif most is not None:
        high = min(high, most)
    low, high = min(low, value), max(high, value)
    if not low < high:
        low, high = value - 1.0, value + 1.0
    return low, high, spans_decades(low, high)


def spans_decades(low: float, high: float) -> bool:
    """Return whether a slider between two values is logarithmic."""
    return low > 0 and high / low >= _DECADES


class _Present:
    """The values of a model while some are set; each that is set as it is without that."""

    def __init__(self, translation: Translation, given: Mapping[str, Any]) -> None:
        self._translation, self._given = translation, given
        self._all = self._evaluated(given)

    def of(self, name: str) -> Values:
        """Return all values; of this name that which it has when only the others are set."""
        if name not in self._given:
            return self._all
        return self._evaluated({one: self._given[one] for one in self._given if one != name})

    def _evaluated(self, given: Mapping[str, Any]) -> Values:
        flat = self._translation.flat
        if given:
            try:
                return evaluate_values(flat, by_element(flat.root, given))
            except DrivetrainError:  # the run with them says so
                pass
        return self._translation.values


def adjustables(
    translation: Translation,
    place: Place,
    given: Mapping[str, Any] | None = None,
    structural: Mapping[str, Any] | None = None,
) -> Iterator[Adjustable]:
    """Yield what can be set in a part, in the order of declaration, start values last.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    place : Place
        The part.
    given : mapping, optional
        What is set, by name; other values may depend on it.
    structural : mapping, optional
        For the model itself its structural parameters, which can be set, as the source has them.
    """
    trace, values = place.trace, _Present(translation, given or {})
    for own in trace.parameters:
        known = values.of(f"{place.label}{own.name}")
        yield _parameter(place, own, known.parameter[place.parameter + own.slot])
    for table in trace.tables:
        yield Adjustable(
            f"{place.label}{table.name}", table.name, "table", None, doc=table.declaration.doc,
            is_settable=False, note="a table; give it in the model or in a script",
        )  # fmt: skip
    yield from _structural(place, structural)
    yield from _starts(values, place)


def _parameter(place: Place, own: OwnParameter, values: NDArray[np.float64]) -> Adjustable:
    declared = own.declaration
    value = _common(values)
    least, most = _bound(declared.minimum), _bound(declared.maximum)
    low, high, logarithmic = slider_range(float(values[0]), least, most)
    kind = declared.kind
    typed = value if value is None or kind == "real" else bool(value) if kind == "boolean" else int(
        value
    )  # fmt: skip
    notes = ["computed from other parameters"] * bool(declared.final)
    notes += [f"the {len(values)} elements differ"] * (value is None)
    return Adjustable(
        f"{place.label}{own.name}", own.name, kind, typed, _unit(declared.unit), declared.doc,
        least, most, low, high, logarithmic, tuple(declared.choices or ()),
        not declared.final and value is not None, "; ".join(notes),
    )  # fmt: skip


def _common(values: NDArray[np.float64]) -> float | None:
    """Return the value of all elements, None if they differ or there is none."""
    first = float(values[0])
    return first if bool((values == first).all()) else None


def _bound(bound: Any) -> float | None:
    """Return a bound that is a number; others depend on parameters and are checked by the run."""
    is_number = isinstance(bound, int | float) and math.isfinite(bound)
    return float(bound) if is_number else None


def _unit(unit: str) -> str:
    return "" if unit == "1" else unit


def _structural(place: Place, source: Mapping[str, Any] | None) -> Iterator[Adjustable]:
    is_top, known = source is not None, place.trace.structural if source is None else source
    for name, member in place.trace.cls.declarations().items():
        if not isinstance(member, Parameter) or not member.structural:
            continue
        value = known.get(name)
        if not isinstance(value, bool | int | float | str):
            continue
        choices = tuple(member.choices or ((False, True) if isinstance(value, bool) else ()))
        yield Adjustable(
            f"{place.label}{name}", name, "choice", value, _unit(member.unit), member.doc,
            choices=choices, is_settable=is_top and not member.final and bool(choices),
            note="" if is_top else "changes the equations; set it where the part is made",
        )  # fmt: skip


def _starts(present: _Present, place: Place) -> Iterator[Adjustable]:
    """Yield the start values that the model gives, fixed or guessed."""
    for own in place.trace.variables:
        name, numbers = f"{place.label}{own.name}.start", place.variable + own.slot
        values = present.of(name)
        if not values.is_given[numbers].all() or not np.isfinite(values.start[numbers]).all():
            continue
        value, declared = _common(values.start[numbers]), own.declaration
        if declared.kind != "real":
            continue
        least, most = _bound(declared.minimum), _bound(declared.maximum)
        low, high, logarithmic = slider_range(float(values.start[numbers][0]), least, most)
        how = "fixed" if values.is_fixed[numbers].all() else "guess"
        yield Adjustable(
            name, f"{own.name}.start", "start", value,
            _unit(declared.unit), declared.doc, least, most, low, high, logarithmic,
            is_settable=value is not None, note=how,
        )  # fmt: skip
