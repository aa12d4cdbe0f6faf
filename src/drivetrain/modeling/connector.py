"""Connectors, at which components exchange potential and flow variables.

A connector class declares *potential* variables, which become equal when connectors are
connected, and *flow* variables, which sum to zero (positive into the component).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from drivetrain.calls import explained
from drivetrain.errors import ModelError
from drivetrain.modeling.argument_values import check_flags
from drivetrain.modeling.expression import REAL
from drivetrain.modeling.member_names import fault_of_name
from drivetrain.modeling.members import Variable
from drivetrain.modeling.members.declaration import Bound
from drivetrain.modeling.members.starts import start_value
from drivetrain.modeling.members.variables import bounds

__all__ = ["REFERENCE_NAMES", "Bus", "Connector", "flow", "potential"]

REFERENCE_NAMES = frozenset(
    ("connector", "name", "connector_ids", "first_slot", "face", "owner", "none_left")
)
"""Attributes of ``self.flange`` in `equations`, in addition to the connector's variables."""


@explained
def potential(
    unit: str,
    doc: str = "",
    *,
    start: Any = None,
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
) -> Variable:
    """Declare a potential variable of a connector: equal where connectors are connected.

    Parameters
    ----------
    unit : str
        Coherent SI unit.
    doc : str
        Short description.
    start : number or guess(…), optional
        A hint where the equations leave the start open.
    min, max : number, optional
        Bounds that a run is expected to respect: one that leaves them warns and goes on.
    """
    own = start_value(start, REAL, unit or "1") | bounds(min, max, unit or "1")
    return Variable(REAL, unit, **own, is_potential=True, doc=doc)


@explained
def flow(
    unit: str,
    doc: str = "",
    *,
    start: Any = None,
    min: Bound = None,  # noqa: A002
    max: Bound = None,  # noqa: A002
) -> Variable:
    """Declare a flow variable of a connector, positive into the component.

    Parameters
    ----------
    unit : str
        Coherent SI unit.
    doc : str
        Short description.
    start : number or guess(…), optional
        A hint where the equations leave the start open.
    min, max : number, optional
        Bounds that a run is expected to respect: one that leaves them warns and goes on.
    """
    own = start_value(start, REAL, unit or "1") | bounds(min, max, unit or "1")
    return Variable(REAL, unit, **own, is_flow=True, doc=doc)


class Connector:
    """Base of all connector classes.

    Parameters
    ----------
    enabled : bool or structural parameter
        A disabled connector does not exist.
    required : bool
        The connector must be connected; an open one is an error. Otherwise an open connector has
        zero flow.
    doc : str
        Short description.

    Examples
    --------
    ``class Flange(Connector): phi = potential("rad"); tau = flow("N.m")``
    """

    name: str = ""

    def __init__(self, *, enabled: Any = True, required: bool = False, doc: str = "") -> None:
        check_flags("connector", required=required)
        self.enabled = enabled
        self.required = required
        self.doc = doc

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if isinstance(value, Variable):
                _check_variable(cls.__name__, name)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __rshift__(self, other: Any) -> Any:
        raise ModelError(f"connector {self.name!r}: '>>' belongs into the method `equations`")

    @classmethod
    @cache
    def variables(cls) -> tuple[Variable, ...]:
        """Return the variable declarations in order."""
        found: dict[str, Variable] = {}
        for klass in reversed(cls.__mro__):
            found |= {k: v for k, v in vars(klass).items() if isinstance(v, Variable)}
        return tuple(found.values())

    @classmethod
    @cache
    def family(cls) -> type[Connector]:
        """Return the class that declares the variables; connectors of one family fit together."""
        for klass in reversed(cls.__mro__):
            if any(isinstance(v, Variable) for v in vars(klass).values()):
                return klass
        return cls


class Bus(Connector):
    """Base of connectors that gather signals and flanges of many parts under names.

    Members of a bus arise where something is connected to them. Those that a class declares have
    a kind and a unit, and can be used in equations: variables, connectors, and other buses.

    Examples
    --------
    ``class ControlBus(Bus): speed = variable("rad/s")``, in a part ``bus = ControlBus()`` and in
    `equations` ``yield self.sensor.w >> self.bus.speed``
    """

    @classmethod
    @cache
    def variables(cls) -> tuple[Variable, ...]:
        """Return nothing: what a bus carries arises where it is connected."""
        return ()

    @classmethod
    @cache
    def declared(cls) -> Mapping[str, Variable | Connector]:
        """Return the members that are declared, by name, those of bases first."""
        found: dict[str, Variable | Connector] = {}
        for klass in reversed(cls.__mro__):
            members = vars(klass).items()
            found |= {k: v for k, v in members if isinstance(v, (Variable, Connector))}
        return found


def _check_variable(title: str, name: str) -> None:
    """Refuse a variable that could not be read at a flange: a reserved or an invalid name."""
    fault = fault_of_name(name)
    if not fault and (name in REFERENCE_NAMES or hasattr(Connector, name)):
        fault = "is a name that every connector has already: choose another name"
    if fault:
        raise ModelError(f"'{title}' declares {name!r}, which {fault}")
