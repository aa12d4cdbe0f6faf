"""Whether a class gives a signal on a bus its value, or takes it, as its equations tell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import walk
from drivetrain.modeling.members import VariableRef
from drivetrain.modeling.tracing.slots import Trace, TracedEquation

__all__ = ["OPEN", "SINK", "SOURCE", "direction_of", "first_line"]

SOURCE: Final = "source"
"""The class gives it a value."""
SINK: Final = "sink"
"""The class takes its value."""
OPEN: Final = "open"
"""Only the equations of all classes together tell."""


def direction_of(trace: Trace, slot: int) -> str:
    """Return whether the equations of a class determine a signal, need it, or may do either.

    Parameters
    ----------
    trace : Trace
        The class.
    slot : int
        The slot of the signal.

    Returns
    -------
    str
        `SOURCE` if it stands alone on a left side, and the right one is not just another name of
        it; `SINK` if all equations with it determine something else, which stands alone on their
        left sides; `OPEN` otherwise.
    """
    read = [e for e in trace.equations if _reads(e, slot)]
    defined = [_alone(e.lhs) for e in trace.equations]
    defined += [link.target.slot for link, _ in trace.signal_links]
    said = [e for e in read if _alone(e.lhs) == slot]
    if said:
        is_name = all(_alone(e.rhs) is not None and _alone(e.rhs) not in defined for e in said)
        return OPEN if is_name else SOURCE
    hidden = [e for e in trace.equations if _alone(e.lhs) is None]
    return SINK if all(_defines(e, defined, hidden) for e in read) else OPEN


def first_line(trace: Trace, slot: int) -> SourceLine:
    """Return the line of the first equation that reads or sets a signal."""
    return next((e.where for e in trace.equations if _reads(e, slot)), SourceLine("", 0))


def _defines(e: TracedEquation, defined: list[int | None], hidden: list[TracedEquation]) -> bool:
    """Return whether an equation is the only one that determines what stands on its left.

    `defined` is what stands on the left sides, `hidden` are equations that may determine anything.
    """
    target = _alone(e.lhs)
    if target is None or defined.count(target) > 1 or _occurs(target, [e.rhs]):
        return False
    return not any(_reads(other, target) for other in hidden)


def _alone(e: Any) -> int | None:
    """Return the slot of a variable, or of one whose rate this is."""
    return e.slot if isinstance(e, VariableRef) else None


def _reads(e: TracedEquation, slot: int) -> bool:
    return _occurs(slot, [e.lhs, e.rhs])


def _occurs(slot: int, sides: Iterable[Any]) -> bool:
    return any(node.op == "var" and node.value[0] == slot for e in sides for node in walk(e))
