"""Declare quantities that are constant during a run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal, overload

from drivetrain.calls import explained
from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.argument_values import check_flags, checked_value, declared_value
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import BOOLEAN, REAL, Expr, walk
from drivetrain.modeling.members.declaration import REQUIRED, Bound, Declaration, checked_bound
from drivetrain.modeling.quantities.parsing import is_quantity_text

__all__ = ["Parameter", "parameter", "what_to_set"]


class Parameter(Declaration):
    """A quantity that is constant during a run; see :func:`parameter`."""

    __slots__ = (
        "choices", "default", "final", "maximum", "minimum", "nonzero", "size", "structural",
        "vector",
    )  # fmt: skip

    def __init__(
        self,
        default: Any,
        kind: str,
        unit: str | None,
        minimum: Bound,
        maximum: Bound,
        nonzero: bool,
        structural: bool,
        final: bool,
        choices: tuple[Any, ...] | None,
        vector: bool,
        doc: str,
        size: Any = None,
    ) -> None:
        super().__init__(kind, unit, doc)
        self.vector = vector
        self.size = size
        self.default = default
        self.minimum = minimum
        self.maximum = maximum
        self.nonzero = nonzero
        self.structural = structural
        self.final = final
        self.choices = choices

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return _compared("eq", self, other) if isinstance(other, str) else super().__eq__(other)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return _compared("ne", self, other) if isinstance(other, str) else super().__ne__(other)

    __hash__ = Declaration.__hash__


def _compared(op: str, chosen: Parameter, text: str) -> Expr:
    """Return whether a text was chosen, for conditions of parts and other structural values.

    Raises
    ------
    ParameterError
        If it is none of the texts that can be chosen.
    """
    if chosen.choices is not None and text not in chosen.choices:
        raise ParameterError(
            f"'{chosen}' is never {text!r}: it is one of {', '.join(map(repr, chosen.choices))}"
        )
    return Expr(op, (chosen, Expr("const", (), text)), kind=BOOLEAN)


# A structural parameter is a plain value in `equations`, a vector a tuple.
# fmt: off
@overload
def parameter(
    default: Any = ..., *, structural: Literal[True], unit: str | None = ..., min: Bound = ...,
    max: Bound = ..., nonzero: bool = ..., final: bool = ..., choices: tuple[Any, ...] | None = ...,
    kind: str | None = ..., vector: bool | None = ..., size: Any = ..., doc: str = ...,
) -> Any: ...
@overload
def parameter(
    default: Any = ..., *, vector: Literal[True], unit: str | None = ..., min: Bound = ...,
    max: Bound = ..., nonzero: bool = ..., final: bool = ..., choices: tuple[Any, ...] | None = ...,
    kind: str | None = ..., structural: bool = ..., size: Any = ..., doc: str = ...,
) -> Any: ...
@overload
def parameter(
    default: list[Any] | tuple[Any, ...], *, unit: str | None = ..., min: Bound = ...,
    max: Bound = ..., nonzero: bool = ..., structural: bool = ..., final: bool = ...,
    choices: tuple[Any, ...] | None = ..., kind: str | None = ..., vector: bool | None = ...,
    size: Any = ..., doc: str = ...,
) -> Any: ...
@overload
def parameter(
    default: Any = ..., *, unit: str | None = ..., min: Bound = ..., max: Bound = ...,
    nonzero: bool = ..., structural: bool = ..., final: bool = ...,
    choices: tuple[Any, ...] | None = ..., kind: str | None = ..., vector: bool | None = ...,
    size: Any = ..., doc: str = ...,
) -> Parameter: ...
# fmt: on
@explained
def parameter(
    default: Any = REQUIRED,
    *,
    unit: str | None = "1",
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
    nonzero: bool = False,
    structural: bool = False,
    final: bool = False,
    choices: tuple[Any, ...] | None = None,
    kind: str | None = None,
    vector: bool | None = None,
    size: Any = None,
    doc: str = "",
) -> Any:
    """Declare a parameter.

    Parameters
    ----------
    default : number, quantity, expression of other parameters, or omitted
        A quantity (of pint, or ``"20 kg.cm2"``) is converted to `unit`. Without a default every
        user has to set a value.
    unit : str, optional
        Coherent SI unit. ``None`` states none: the parameter fits every unit.
    min, max : number or expression, optional
        Bounds, inclusive.
    nonzero : bool
        The value 0 is invalid, even if it is within the bounds: for the ratio of a gear.
    structural : bool
        The value changes the equations (a connector exists or not); it is a plain Python value
        in `equations` and is fixed when the model is compiled.
    final : bool
        The default always applies; users cannot change it.
    choices : tuple, optional
        Allowed values (for structural parameters).
    kind : {"real", "integer", "boolean"}, optional
        Type; by default that of the default value, and real for whole numbers.
    vector : bool, optional
        Several numbers in sequence; by default if the default value is a list. Their number is
        fixed when the component is made; in `equations` the parameter is a tuple.
    size : int, structural parameter, or tuple of them, optional
        How many numbers it must have: of a vector; of a structural matrix ``(rows, columns)``, in
        which None stands for any number.
    doc : str
        Short description.

    Examples
    --------
    >>> J = parameter(unit="kg.m2", min=0, doc="Moment of inertia")
    """
    check_flags(
        "parameter", nonzero=nonzero, structural=structural, final=final,
        vector=False if vector is None else vector,
    )  # fmt: skip
    if kind is None:
        kind = BOOLEAN if isinstance(default, bool) else REAL
        if isinstance(default, Expr):
            kind = default.kind
    if isinstance(default, str) and not (structural or is_quantity_text(default)):
        raise ParameterError(
            f"parameter({default!r}): the default is a text, which no equation can compute with; a "
            f"unit is written unit={default!r}, a number with its unit '20 kg.cm2', and a text "
            "that chooses needs structural=True"
        )
    of = "1" if unit is None else unit
    if structural:
        takes_text = of == "1" and isinstance(default, str)
        default = default if takes_text else to_si(default, of, "default")
    elif default is not REQUIRED:
        default = declared_value(default, "default", of, partial(checked_value, kind=kind))
    if vector is None and size is not None:
        vector = not structural
    if vector is None:
        vector = isinstance(default, (list, tuple)) and not structural
    elif isinstance(default, (list, tuple)) and not (vector or structural):
        raise ParameterError(f"default={shown(default)}: a single parameter takes one value")
    low, high = checked_bound(min, "min", of), checked_bound(max, "max", of)
    return Parameter(
        default, kind, unit, low, high, nonzero, structural, final, choices, vector, doc,
        size,
    )  # fmt: skip


def what_to_set(final: Parameter, path: str = "") -> str:
    """Return the reason why a final parameter cannot be set, and what can be set instead.

    Parameters
    ----------
    final : Parameter
        Declared with ``final=True``.
    path : str
        Path of its component, with a point at its end, for the names of other parameters.
    """
    origins = ", ".join(f"{path}{name}" for name in dict.fromkeys(_origins(final)))
    if origins:
        return f"is computed from other parameters and cannot be set: set {origins}"
    fixed_value = "is computed from constants"
    if not isinstance(final.default, Expr):
        fixed_value = f"is always {shown(final.default)}"
    return f"{fixed_value} and cannot be set; only a derived class may declare it anew"


def _origins(final: Parameter) -> Iterator[str]:
    """Yield the names of the parameters and tables that decide about a final parameter."""
    if not isinstance(final.default, Expr):
        return
    for leaf in walk(final.default):
        if isinstance(leaf, Parameter) and leaf.final:
            yield from _origins(leaf)
        elif isinstance(leaf, Declaration):
            yield leaf.name
