"""What a component that stands for an FMU declares: its inputs, outputs, parameters and starts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import DataType, FmiKind, ModelDescription, ModelVariable
from drivetrain.fmi.imported.arrays import MOST_ELEMENTS, Sizes, elements_of
from drivetrain.fmi.imported.quantities import Conversion, conversions
from drivetrain.modeling import (
    BooleanInput,
    BooleanOutput,
    IntegerInput,
    IntegerOutput,
    RealInput,
    RealOutput,
    parameter,
)
from drivetrain.modeling.member_names import fault_of_name
from drivetrain.modeling.members import REQUIRED

__all__ = ["Member", "free_name", "members_of"]

_SIGNALS = {
    ("input", "real"): RealInput,
    ("input", "integer"): IntegerInput,
    ("input", "boolean"): BooleanInput,
    ("output", "real"): RealOutput,
    ("output", "integer"): IntegerOutput,
    ("output", "boolean"): BooleanOutput,
}


@dataclass(frozen=True)
class Member:
    """A member of the component.

    Attributes
    ----------
    name : str
        Its name in Python.
    role : str
        input, output, parameter, start (of a variable that is computed), text (a parameter, or an
        input that stays as it is), or structural.
    variable : ModelVariable
        The variable of the FMU.
    kind : str
        real, integer, boolean or text.
    conversion : Conversion
        From the numbers of the FMU.
    title : str
        Its name in the FMU: that of the variable, or of an element of an array.
    element, length : int
        The number of this element, and how many there are; -1 and 1 for a scalar.
    structural : object
        Value of a structural parameter.
    """

    name: str
    role: str
    variable: ModelVariable
    kind: str
    conversion: Conversion
    title: str
    element: int = -1
    length: int = 1
    structural: Any = None

    @property
    def default(self) -> Any:
        """The value that the FMU has if nothing is set, in SI units; None: it says nothing."""
        start: Any = self.variable.start if self.structural is None else self.structural
        if self.element >= 0 and isinstance(start, tuple):  # else it is that of all elements
            start = start[self.element] if len(start) == self.length else None
        if start is None or self.kind in ("boolean", "text"):
            return start
        return self.conversion.to_si(start) if self.kind == "real" else start

    @property
    def declaration(self) -> Any:
        """What the class declares."""
        about = self.variable.description
        if self.role in ("input", "output"):
            made = _SIGNALS[self.role, self.kind]
            own = {"start": self.default} if self.role == "input" else {}
            if self.kind == "real":
                return made(self.conversion.unit, doc=about, **own)
            return made(doc=about, **{k: v for k, v in own.items() if v is not None})
        if self.role == "text":
            return parameter(self.default or "", structural=True, doc=about)
        if self.role == "structural":
            return self._fixed_by_class(about)
        if self.role == "start":
            about = f"Start of {self.title}" + f": {about}" * bool(about)
        if self.kind == "boolean":
            return parameter(bool(self.default), doc=about)
        bounds = {
            name: None if bound is None else self.conversion.to_si(bound)
            for name, bound in (("min", self.variable.minimum), ("max", self.variable.maximum))
        }
        default = self.default or (0 if self.element < 0 else self.default)
        return parameter(
            REQUIRED if default is None else default,
            unit=self.conversion.unit, kind=self.kind, doc=about,
            min=bounds["min"], max=bounds["max"],
        )  # fmt: skip

    def _fixed_by_class(self, about: str) -> Any:
        """Return the declaration of a structural parameter: members follow from its value."""
        value = self.default
        bounds = {} if self.kind == "boolean" else {"min": value, "max": value}
        return parameter(value, structural=True, kind=self.kind, doc=about, **bounds)

    def to_fmu(self, value: float) -> Any:
        """Return a number of the model as one of the FMU.

        Raises
        ------
        FMUError
            If the FMU has no room for a whole number of this size.
        """
        if self.kind == "real":
            return self.conversion.from_si(value)
        if self.kind == "boolean":
            return bool(value)
        least, largest = self.variable.type.limits
        if not least <= value <= largest:
            raise FMUError(
                f"{self.title} is of the type {self.variable.type.value}, which has room for "
                f"{least} to {largest}, and is to be {value:g}: limit what enters it"
            )
        return round(value)

    def to_si(self, value: Any) -> float:
        """Return a number of the FMU as one of the model."""
        return self.conversion.to_si(value) if self.kind == "real" else float(value)


def members_of(
    description: ModelDescription,
    taken: Iterable[str],
    recorded: Collection[str],
    sizes: Sizes,
    fmi_kind: FmiKind,
) -> tuple[Member, ...]:
    """Return the members of the component for an FMU.

    Parameters
    ----------
    description : ModelDescription
        What the FMU says of itself.
    taken : iterable of str
        Names that cannot be used.
    recorded : collection of str
        Names of other variables that become outputs.
    sizes : Sizes
        Sizes of arrays.
    fmi_kind : FmiKind
        How the FMU is used.
    """
    units = conversions(description)
    used, made = set(taken), []
    for variable in description.variables:
        names = {variable.name, *(alias.name for alias in variable.aliases)}
        role = _role(variable) if names.isdisjoint(recorded) else "output"
        kind = _kind(variable.type)
        if not role or not kind or _is_left_out(variable, role, sizes, fmi_kind):
            continue
        roles = [role] + ["start"] * (role == "output" and _has_start(variable))
        for one, (title, element) in product(roles, elements_of(variable, sizes)):
            name = _free(_name(title) + "_start" * (one == "start"), used)
            used.add(name)
            own = "text" if kind == "text" else one
            value = sizes.structural.get(variable.name) if own == "structural" else None
            conversion = _conversion(variable, units)
            length = sizes.count(variable)
            made.append(
                Member(name, own, variable, kind, conversion, title, element, length, value)
            )
    return tuple(made)


def _is_left_out(variable: ModelVariable, role: str, sizes: Sizes, fmi_kind: FmiKind) -> bool:
    """Return whether a variable cannot be a member: it is then warned of if it is a signal."""
    if variable.type is DataType.STRING:
        return role not in ("parameter", "input") or bool(variable.dimensions)
    if variable.dimensions and sizes.count(variable) > MOST_ELEMENTS:
        return True
    is_continuous = variable.variability in ("", "continuous")
    return (
        fmi_kind is FmiKind.MODEL_EXCHANGE
        and variable.type is DataType.FLOAT32
        and role in ("input", "output")
        and is_continuous
    )


def _kind(given: DataType) -> str:
    if given.is_float:
        return "real"
    if given.is_integer:
        return "integer"
    return {DataType.BOOLEAN: "boolean", DataType.STRING: "text"}.get(given, "")


def _role(variable: ModelVariable) -> str:
    """Return what a variable becomes; an empty text if it is not accessible."""
    if variable.causality in ("input", "output", "parameter"):
        return variable.causality
    if variable.causality == "structuralParameter":
        return "structural"
    return "start" if variable.causality == "local" and _has_start(variable) else ""


def _has_start(variable: ModelVariable) -> bool:
    """Return whether a start value of a computed variable can be set."""
    is_fixed = variable.variability in ("constant",)
    return variable.initial == "exact" and variable.start is not None and not is_fixed


def _conversion(variable: ModelVariable, units: Mapping[str, Conversion]) -> Conversion:
    found = units.get(variable.unit, Conversion())
    return Conversion(found.unit, found.factor) if variable.relative else found


def _name(name: str) -> str:
    """Return a name that Python can spell."""
    plain = name if not fault_of_name(name) else re.sub(r"\W+", "_", name).strip("_")
    if not plain or plain[0].isdigit():
        plain = f"v_{plain}"
    return f"{plain}_" if fault_of_name(plain) else plain


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name in Python for a name in an FMU, other than those that are taken."""
    return _free(_name(name), set(taken))


def _free(name: str, used: set[str]) -> str:
    """Return the name, with a number or ``_`` behind it if it is taken."""
    if name not in used:
        return name
    candidates = (f"{name}_{number or ''}" for number in (0, *range(2, 10**6)))
    return next(one for one in candidates if one not in used)
