"""Modes of dry friction that sticks and slips exactly, for rotation and translation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from drivetrain.modeling import (
    SMOOTHNESS,
    UNLIMITED,
    Component,
    Expr,
    boolean,
    constant,
    contact,
    ensure,
    fixed,
    integer,
    maximum,
    no_event,
    parameter,
    variable,
    where,
)
from drivetrain.modeling.expression import as_expr
from drivetrain.modeling.statements import Assertion

__all__ = [
    "BACKWARD",
    "FORWARD",
    "FREE",
    "MODES",
    "NEVER",
    "SMOOTHNESS",
    "STUCK",
    "UNKNOWN",
    "StickSlip",
    "Surfaces",
    "never_drives",
    "weight_of",
]

BACKWARD, STUCK, FORWARD, FREE, UNKNOWN = -1, 0, 1, 2, 3

MODES: Final = {
    BACKWARD: "backward",
    STUCK: "stuck",
    FORWARD: "forward",
    FREE: "free",
    UNKNOWN: "unknown",
}
"""Names of the values of `mode`."""

NEVER: Final = as_expr(False)
"""A condition that is never true."""

ALWAYS: Final = as_expr(True)
"""A condition that is always true."""


_ROUNDING: Final = 1e-9
"""Fraction of the friction at zero speed by which a table may miss the zero at its end."""


def never_drives(table: str, friction: Expr, at_zero: Expr, unless: Expr) -> Assertion:
    """Return the assertion that friction resists the motion.

    Parameters
    ----------
    table : str
        Name of the table that gives the friction over the speed.
    friction : Expr
        Value of the table, against the direction of motion.
    at_zero : Expr
        The same at zero speed.
    unless : Expr
        Condition under which nothing slides.
    """
    return ensure(
        unless | no_event(friction >= -_ROUNDING * at_zero),
        f"the friction that {table} gives is negative, so it would drive; outside its rows "
        f"{table} goes on as between the two nearest: a row for the speed 0 or for the largest "
        "speed may be missing",
    )


_WITHOUT_INERTIA: Final = (
    "there is no inertia at one side: where the friction falls with the speed by more than dampers "
    "there take up, the speed would have to jump; give that side its inertia, or a larger damping"
)


_PART_OF_LIMIT: Final = constant(2.0**-10)


def weight_of(load_max: Expr, unit_load: Expr) -> Expr:
    """Return the load that corresponds to the unit of acceleration in a friction curve's parameter.

    There the acceleration is shifted by the largest load at rest. A number that is lost next to 10⁹
    N·m could not show whether the surfaces begin to slide.
    """
    return no_event(maximum(unit_load, _PART_OF_LIMIT * load_max))


@dataclass(frozen=True)
class Surfaces:
    """Two friction surfaces, in the quantities of one kind of motion.

    Attributes
    ----------
    speed, acceleration : Expr
        Relative motion.
    load, load_max : Expr
        Friction torque or force, and its largest magnitude at rest.
    load_zero : Expr
        Magnitude of the load while they slide, at zero speed.
    offset : Expr
        Excess of `sa` over the acceleration while the surfaces slide forward.
    small : Expr
        Speed near zero.
    weight : Expr
        Load that corresponds to the unit of acceleration in `sa`.
    unit_load, unit_acceleration : Expr
        Units of the two.
    may_go_forward, may_go_backward : Expr
        Conditions under which an element at rest may begin to move.
    begins : (Expr, Expr), optional
        Loads with which they begin to slide backward and forward, if not `load_zero` in both
        directions.
    jams : bool, optional
        Whether the friction itself increases the load to which it is proportional.
    """

    speed: Expr
    acceleration: Expr
    load: Expr
    load_max: Expr
    load_zero: Expr
    offset: Expr
    small: Expr
    weight: Expr
    unit_load: Expr
    unit_acceleration: Expr
    may_go_forward: Expr = ALWAYS
    may_go_backward: Expr = ALWAYS
    begins: tuple[Expr, Expr] | None = None
    jams: bool = False

    def limit_forward(self) -> Expr:
        """Return the load beyond which the surfaces begin to slide forward."""
        return self._limited(self.may_go_forward)

    def limit_backward(self) -> Expr:
        """Return the load below which they begin to slide backward."""
        return -self._limited(self.may_go_backward)

    def _limited(self, may_go: Expr) -> Expr:
        if may_go is ALWAYS:
            return self.load_max
        return where(may_go, self.load_max, UNLIMITED * self.unit_load)


class StickSlip(Component):
    """Base of elements with dry friction between two surfaces.

    Subclasses define the `surfaces`, when they are `free`, and the friction law: ``grip`` while
    `locked`, zero while `free`, the sliding law otherwise.

    Notes
    -----
    Friction load (torque or force) and acceleration at rest lie on a curve with the parameter `sa`.
    While stuck, `sa` is the load that holds the surfaces together; while they slide or begin to, it
    is the acceleration in `unit_acceleration`, shifted by the largest load at rest. So a change of
    mode exchanges one scalar equation, and the relative speed remains a state in all modes [1]_.
    Unlike in [1]_, the unknown is the load `grip` in all modes, and `sa` follows from it. Which
    elements at rest break away is decided for all of them simultaneously, see
    `drivetrain.modeling.contact`; the mode changes at that event. An element breaks away if an
    event sets its speed to more than `small`.

    Where only massless parts lie between an element and an elastic one, the relative speed follows
    from the torque balance and is not a state. There the curve relates speed and load: beyond the
    largest load at rest `sa` is the speed, shifted by it. Where a source prescribes the speed,
    nothing can stick: the mode is the sign of the speed, and the load at rest, which is
    undetermined, is taken as zero. The compiler finds such places.

    References
    ----------
    .. [1] M. Otter, H. Elmqvist, S. E. Mattsson, "Hybrid modeling in Modelica based on the
       synchronous data flow principle", CACSD'99, 1999.
    """

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity", "prescribed"),
        doc="Abscissa of the friction curve; velocity without inertia on one side, "
        "prescribed where a source gives the speed",
    )
    free = boolean(doc="True while the surfaces do not touch")
    grip = variable(least_change=True, doc="Holding load while stuck, else sliding load")
    sa = variable(doc="Parameter of the friction curve: load if stuck, else acceleration")
    start_forward = boolean(start=fixed(False), doc="True while it slides forward")
    start_backward = boolean(start=fixed(False), doc="True while it slides backward")
    locked = boolean(doc="True while the surfaces are at rest relative to each other")
    mode = integer(start=fixed(UNKNOWN), labels=MODES, doc="State of the friction element")

    def equations(self) -> Iterable[Any]:
        rub = self.surfaces()
        first, last = rub.begins or (-rub.load_zero, rub.load_zero)
        unit, acceleration = rub.unit_load, rub.acceleration / rub.unit_acceleration
        slip = rub.speed / (rub.unit_acceleration * constant(1.0, "s"))
        yield contact(
            slip,
            acceleration=acceleration,
            load=self.grip,
            at_rest=(rub.limit_backward() / unit, rub.limit_forward() / unit),
            sliding=(first / unit, last / unit),
            law=rub.load / unit,
            free=self.free,
            small=rub.small / (rub.unit_acceleration * constant(1.0, "s")),
            locked=self.locked,
            forward=self.start_forward,
            backward=self.start_backward,
            level=self.law,
            jams=rub.jams,
            massless={"law": "velocity"},
            prescribed={"law": "prescribed"},
        )
        if self.law == "acceleration":
            motion, offset = acceleration * rub.weight / unit, rub.offset / unit
        else:
            motion, offset = slip, rub.load_max / unit
        shift = where(self.free, 0, where(self.start_forward, offset, -offset))
        yield self.sa == where(self.locked, self.grip, motion + shift)
        direction = where(self.start_forward, FORWARD, where(self.start_backward, BACKWARD, STUCK))
        yield self.mode == where(self.free, FREE, direction)

    @classmethod
    def _without_modes(cls, values: Mapping[str, Any]) -> str:
        """Return the remedy where no modes agree; none between inertias, where some do."""
        return _WITHOUT_INERTIA if values["law"] == "velocity" else ""

    def surfaces(self) -> Surfaces:
        """Return the friction surfaces; defined by every subclass."""
        raise NotImplementedError(f"{type(self).__name__} does not say which surfaces rub")

    def resists(self, table: str, sliding: Expr, at_zero: Expr) -> Assertion:
        """Return the assertion that the table's value while the surfaces slide never drives them.

        Parameters
        ----------
        table : str
            Name of the table.
        sliding : Expr
            Its value, with the sign of the motion.
        at_zero : Expr
            Its value at zero speed.
        """
        against = where(self.goes_forward(), sliding, -as_expr(sliding))
        return never_drives(table, against, as_expr(at_zero), self.free | self.locked)

    def goes_forward(self) -> Expr:
        """Return the condition under which a sliding element slides forward, not backward."""
        return self.start_forward
