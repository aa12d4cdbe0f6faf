"""Declare causal inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drivetrain.calls import explained
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL
from drivetrain.modeling.members.declaration import Bound
from drivetrain.modeling.members.starts import start_value
from drivetrain.modeling.members.variables import Variable, bounds

__all__ = [
    "BooleanInput",
    "BooleanOutput",
    "IntegerInput",
    "IntegerOutput",
    "RealInput",
    "RealOutput",
    "Signal",
    "signal_of",
]


class Signal(Variable):
    """A causal signal: an input or an output."""

    __slots__ = ("enabled",)
    is_signal: ClassVar[bool] = True

    def __init__(
        self,
        kind: str,
        unit: str | None,
        enabled: Any,
        start: Any,
        size: Any,
        doc: str,
        limits: tuple[Bound, Bound] = (None, None),
    ) -> None:
        of = "1" if unit is None else unit
        own = bounds(*limits, of) | start_value(start, kind, of)
        super().__init__(kind, unit, **own, size=size, doc=doc)
        self.enabled = enabled


class _RealSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self,
        unit: str | None = "1",
        *,
        enabled: Any = True,
        start: Any = None,
        min: Bound = None,  # noqa: A002
        max: Bound = None,  # noqa: A002
        size: Any = None,
        doc: str = "",
    ) -> None:
        super().__init__(REAL, unit, enabled, start, size, doc, (min, max))


class _BooleanSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self, *, enabled: Any = True, start: Any = False, size: Any = None, doc: str = ""
    ) -> None:
        super().__init__(BOOLEAN, "1", enabled, start, size, doc)


class _IntegerSignal(Signal):
    __slots__ = ()

    @explained
    def __init__(
        self,
        *,
        enabled: Any = True,
        start: Any = 0,
        min: Bound = None,  # noqa: A002
        max: Bound = None,  # noqa: A002
        size: Any = None,
        doc: str = "",
    ) -> None:
        super().__init__(INTEGER, "1", enabled, start, size, doc, (min, max))


class RealInput(_RealSignal):
    """A real input signal."""

    __slots__ = ()
    is_input = True


class RealOutput(_RealSignal):
    """A real output signal."""

    __slots__ = ()


class BooleanInput(_BooleanSignal):
    """A Boolean input signal."""

    __slots__ = ()
    is_input = True


class BooleanOutput(_BooleanSignal):
    """A Boolean output signal."""

    __slots__ = ()


class IntegerInput(_IntegerSignal):
    """An integer input signal."""

    __slots__ = ()
    is_input = True


class IntegerOutput(_IntegerSignal):
    """An integer output signal."""

    __slots__ = ()


_INPUTS: dict[str, Callable[..., Signal]] = {
    REAL: RealInput, BOOLEAN: BooleanInput, INTEGER: IntegerInput,
}  # fmt: skip
_OUTPUTS: dict[str, Callable[..., Signal]] = {
    REAL: RealOutput, BOOLEAN: BooleanOutput, INTEGER: IntegerOutput,
}  # fmt: skip


def signal_of(kind: str, unit: str | None, *, is_input: bool) -> Signal:
    """Return an input or an output of this kind; only real ones have a unit."""
    make = (_INPUTS if is_input else _OUTPUTS)[kind]
    return make(unit) if kind == REAL else make()
