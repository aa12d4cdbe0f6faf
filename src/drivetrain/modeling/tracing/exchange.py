"""Equations that stand for a program with states and events of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL, Expr, External, constant
from drivetrain.modeling.members import Variable, VariableRef
from drivetrain.modeling.statements import NEVER, Exchange, Foreign, Reinit, When
from drivetrain.modeling.tracing.foreign import EVERY_EVENT

__all__ = ["ExchangeEquations"]

Hidden = Callable[[str, Variable], VariableRef]


class ExchangeEquations:
    """The equations of an :class:`Exchange`.

    All that the program changes at events are discrete variables: its mode, which counts them, the
    states after them, and the instant of the next one. Between events its functions depend on the
    mode, the time, its states and its inputs.

    Parameters
    ----------
    stated : Exchange
        The statement.
    hidden : callable
        Declares a hidden variable.
    """

    def __init__(self, stated: Exchange, hidden: Hidden) -> None:
        self._stated, self._hidden = stated, hidden
        self._mode = hidden("mode", Variable(REAL, "1", start=0.0))
        self._resets = hidden("resets", Variable(INTEGER, "1", start=0))
        self._seen = hidden("seen", Variable(INTEGER, "1", start=0))
        self._next = hidden("next_event", Variable(REAL, "s", start=NEVER))
        self._states = [cast(VariableRef, x) for x in stated.states]
        self._after = [hidden("unit_state", _like(x)) for x in self._states]
        self._arguments = [*stated.states, *stated.inputs]

    @property
    def block(self) -> Foreign:
        """What takes part in events."""
        stated = self._stated
        given = [*self._arguments, *stated.discrete_inputs]
        made = [self._mode, self._resets, self._next, *self._after, *stated.discrete_outputs]
        return Foreign(stated.program, None, given, made, stated.parameters)

    @property
    def latched(self) -> tuple[VariableRef, Expr]:
        """The number of resets that the states have followed, and its value at events."""
        value = Expr("where", (EVERY_EVENT, self._resets, self._seen.previous()), None, INTEGER)
        return self._seen, value

    def statements(self) -> Iterator[Any]:
        """Yield the equations between events, and what the events do."""
        stated, n_x = self._stated, len(self._states)
        for k, x in enumerate(self._states):
            rate = self._function(k, f"the derivative of {x}", x.declaration.unit)
            yield x.derivative() == rate / constant(1.0, "s")
        for k, y in enumerate(stated.outputs, start=n_x):
            yield y == self._function(k, f"{y}", cast(VariableRef, y).declaration.unit)
        for k in range(n_x + len(stated.outputs), n_x + len(stated.outputs) + stated.indicators):
            sign = self._hidden("indicator", Variable(BOOLEAN, "1", start=False))
            yield sign == (self._function(k, "an event indicator", "1") > 0)
        due = self._hidden("due", Variable(BOOLEAN, "1", start=False))
        yield due == (Expr("time") >= self._next)
        if self._states:
            moves = (Reinit(x, y) for x, y in zip(self._states, self._after, strict=True))
            yield When((self._resets != self._seen.previous(),), tuple(moves))

    def initial(self) -> Iterator[Expr]:
        """Yield the initial equations: the program finds its start itself."""
        for x, y in zip(self._states, self._after, strict=True):
            yield x == y

    def _function(self, number: int, name: str, unit: str) -> Expr:
        read = [self._arguments[k] for k in self._stated.reads[number]]
        value = External(f"{self._stated.title}: {name}", number, unit)
        return Expr("external", (self._mode, Expr("time"), *read), value, REAL)


def _like(state: VariableRef) -> Variable:
    return Variable(REAL, state.declaration.unit, start=0.0)
