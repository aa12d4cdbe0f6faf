"""Blocks that other programs compute: their clocks, latched inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from drivetrain.modeling.expression import BOOLEAN, FOREIGN, Expr, as_expr, constant
from drivetrain.modeling.members import Variable, VariableRef
from drivetrain.modeling.statements import NEVER, Foreign
from drivetrain.modeling.tracing.slots import TracedForeign

__all__ = ["EVERY_EVENT", "traced_foreign"]

EVERY_EVENT = Expr("sample", (constant(NEVER, "s"), constant(NEVER, "s")), FOREIGN, BOOLEAN)
"""A clock that ticks in events only: the kernel raises it in each."""


def traced_foreign(
    stated: Foreign,
    hidden: Callable[[str, Variable], VariableRef],
    settled: Callable[[Expr], Expr],
    assigned: Callable[[VariableRef, Expr], None],
) -> TracedForeign:
    """Declare the clock and the latched inputs of a block, and let events keep its outputs.

    Parameters
    ----------
    stated : Foreign
        The block.
    hidden : callable
        Declares a hidden variable.
    settled : callable
        Returns an expression as it stands in equations.
    assigned : callable
        Lets events determine a variable.
    """
    ticks = hidden("ticks", Variable(BOOLEAN, "1", start=False))
    clock = EVERY_EVENT
    if stated.interval is not None:
        clock = Expr("sample", (as_expr(0.0), settled(stated.interval)), FOREIGN, BOOLEAN)
    assigned(ticks, clock)
    now = clock | Expr("initial", (), None, BOOLEAN)
    latched = []
    for given in map(settled, stated.inputs):
        unit = given.declaration.unit if isinstance(given, VariableRef) else "1"
        start = False if given.kind == BOOLEAN else 0
        kept = hidden("given", Variable(given.kind, unit, start=start))
        assigned(kept, Expr("where", (now, given, kept.previous()), None, given.kind))
        latched.append(kept.slot)
    outputs = [cast(VariableRef, output) for output in stated.outputs]
    for output in outputs:
        assigned(output, output.previous())
    return TracedForeign(
        stated.program,
        ticks.slot,
        tuple(latched),
        tuple(output.slot for output in outputs),
        tuple(parameter.value for parameter in stated.parameters),
    )
