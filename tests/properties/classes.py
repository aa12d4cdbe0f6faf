"""The component classes that ship, found in the libraries, and values that make them work."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from drivetrain import (
    blocks,
    book,
    clutches,
    couplings,
    edition2002,
    electrical,
    gears,
    rotational,
    thermal,
    translational,
)
from drivetrain.blocks import discrete, math_boolean
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.expression import BOOLEAN
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.thermal import celsius

__all__ = [
    "COMPLETE",
    "COMPONENTS",
    "LIBRARIES",
    "connectors",
    "given",
    "is_partial",
    "label",
    "parameters",
    "public_classes",
    "variants",
]

LIBRARIES = (
    rotational,
    clutches,
    couplings,
    gears,
    translational,
    thermal,
    celsius,
    electrical,
    blocks,
    discrete,
    math_boolean,
    edition2002,
    book,
)


def public_classes(kind: type) -> list[Any]:
    """Return the classes of a kind that the libraries offer, each once."""
    found = {getattr(library, name) for library in LIBRARIES for name in library.__all__}
    return sorted((c for c in found if issubclass(c, kind)), key=label)


def label(cls: type) -> str:
    """Return the name under which a class is offered: ``rotational.Inertia``."""
    homes = (lib.__name__ for lib in LIBRARIES if cls.__module__.startswith(f"{lib.__name__}."))
    home = max(homes, key=len, default=cls.__module__)
    return f"{home.removeprefix('drivetrain.')}.{cls.__qualname__}"


def is_partial(cls: type) -> bool:
    """Tell whether a class is a base: it lives with the interfaces."""
    return ".interfaces" in cls.__module__


COMPONENTS: list[type[Component]] = public_classes(Component)
COMPLETE = [cls for cls in COMPONENTS if not is_partial(cls)]

# What a parameter without default is given, by its name; 1 if its name is not here.
_VALUES: dict[str, Any] = {
    "ratio": 2.0,
    "c": 200.0,
    "b": 0.1,
    "f_max": 12.0,
    "fn_max": 12.0,
    "lower": -0.1,
    "upper": 0.2,
    "teeth": 12.0,
    "c_tip": 500.0,
    "tau_ref": 200.0,
    "gamma": 0.3,
    "eta1_0": 0.6,
    "eta2_0": -0.4,
    "T_ref": 293.15,
    "smin": -25.0,
    "smax": 25.0,
    "M": 0.5,
}


def parameters(cls: type[Component]) -> dict[str, Parameter | TableParameter]:
    """Return the declarations of the parameters that a user can set."""
    return {
        name: member
        for name, member in cls.declarations().items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.final)
    }


def given(cls: type[Component]) -> dict[str, Any]:
    """Return a value for each parameter without default, and rows for tables that are empty."""
    found: dict[str, Any] = {}
    for name, member in parameters(cls).items():
        if isinstance(member.default, tuple) and not member.default:
            found[name] = [[0, 1], [1, 2]]
        elif member.default is REQUIRED:
            found[name] = True if member.kind == BOOLEAN else _VALUES.get(name, 1.0)
    return found


def variants(cls: type[Component]) -> Iterator[Component]:
    """Yield the class in all combinations of its structural switches."""
    structural = [
        (name, member)
        for name, member in parameters(cls).items()
        if isinstance(member, Parameter) and member.structural
    ]
    switches = {
        name: member.choices or (False, True)
        for name, member in structural
        if member.choices or member.kind == BOOLEAN
    }
    for values in itertools.product(*switches.values()):
        chosen = dict(zip(switches, values, strict=True))
        yield cls(**{**given(cls), **chosen})


def connectors(cls: type[Component]) -> dict[str, Connector]:
    """Return the connectors that a class declares."""
    return {n: m for n, m in cls.declarations().items() if isinstance(m, Connector)}
