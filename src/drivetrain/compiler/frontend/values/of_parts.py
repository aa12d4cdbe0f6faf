"""Find out whether a class computes values from parameters of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["reads_parts"]

_KNOWN: WeakKeyDictionary[Trace, bool] = WeakKeyDictionary()


def reads_parts(klass: Trace) -> bool:
    """Return whether values in a class are computed from parameters of its parts."""
    if not klass.subs:
        return False
    if klass not in _KNOWN:
        own = {one.slot for one in klass.parameters}
        _KNOWN[klass] = any(
            node.op == "par" and node.value not in own
            for value in _values(klass)
            if isinstance(value, Expr)
            for node in walk(value)
        )
    return _KNOWN[klass]


def _values(klass: Trace) -> Iterator[Any]:
    yield from (one.default for one in klass.parameters)
    yield from (one.start for one in klass.variables)
    yield from (binding.value for binding in klass.bindings)
    yield from (binding.start.value for binding in klass.start_bindings)
