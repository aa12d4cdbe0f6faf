"""Open signals of a flat model, so that something can be added to them.

Where a signal is opened, what determined it determines the value before; the signal is that value
plus what is added. Nothing else changes: with zero added, the equations mean the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Equations, Flat, FlowSums, Instances
from drivetrain.compiler.frontend.qualified_names import find_variable, variable_name
from drivetrain.errors import AnalysisError
from drivetrain.modeling.expression import REAL, Expr, walk

__all__ = ["Opening", "can_be_opened", "with_openings"]

Ints = NDArray[np.int64]


class Opening(NamedTuple):
    """A signal to be opened, by names.

    Attributes
    ----------
    signal : str
        The variable.
    before, added : str
        Variables that nothing else determines or needs: its value before, and what is added to it.
    """

    signal: str
    before: str
    added: str


def with_openings(flat: Flat, openings: tuple[Opening, ...]) -> Flat:
    """Return a flat model in which some signals are opened.

    Parameters
    ----------
    flat : Flat
        The model, with the variables for all openings.
    openings : tuple of Opening
        Signals to be opened, each once.

    Raises
    ------
    AnalysisError
        If no single statement determines a signal.
    """
    for opening in openings:
        signal, before, added = (_number(flat, name) for name in opening)
        flat, total, part = _opened(flat, signal, before)
        sums = FlowSums(np.array([[total, part, added]]), np.array([[1, -1, -1]], dtype=np.int8))
        flat = replace(flat, flow_sums=[*flat.flow_sums, sums])
    return flat


def can_be_opened(flat: Flat, signal: int) -> bool:
    """Tell whether connections or one explicit equation determine a variable, or it drives some."""
    connected = len(_sources(flat, signal)) or len(_readers(flat, signal))
    return bool(connected) or _definition(flat, signal) is not None


def _number(flat: Flat, name: str) -> int:
    number = find_variable(flat.root, name)
    assert number is not None
    return number


def _sources(flat: Flat, signal: int) -> Ints:
    """Return the connections that drive an input."""
    return np.flatnonzero(flat.equal_b[: flat.n_signals] == signal)


def _readers(flat: Flat, signal: int) -> Ints:
    """Return the connections that a signal drives."""
    return np.flatnonzero(flat.equal_a[: flat.n_signals] == signal)


def _opened(flat: Flat, signal: int, spare: int) -> tuple[Flat, int, int]:
    """Cut a signal; return which variable is the sum, and which the value before.

    What determines the signal determines the spare variable instead. If only the readers of the
    signal can be found, it is they that follow the spare variable, as the sum.
    """
    driving, readers = _sources(flat, signal), _readers(flat, signal)
    definition = _definition(flat, signal)
    if len(driving):
        return replace(flat, equal_b=_with(flat.equal_b, driving, spare)), signal, spare
    if definition is not None:
        return replace(flat, equations=_moved(flat.equations, *definition, spare)), signal, spare
    if len(readers):
        return replace(flat, equal_a=_with(flat.equal_a, readers, spare)), spare, signal
    name = variable_name(flat.root, signal)
    raise AnalysisError(
        f"{name} cannot be opened as an input: neither a connection nor a single equation "
        f"'{name} == …' determines it; name a signal, a torque or force given by an equation, a "
        "flange on which a torque is to act, or a parameter"
    )


def _with(numbers: Ints, places: Ints, number: int) -> Ints:
    changed = numbers.copy()
    changed[places] = number
    return changed


def _definition(flat: Flat, signal: int) -> tuple[int, int, int] | None:
    """Return the only equation ``signal == expression``: its number, its row, the signal."""
    found = []
    for number, equations in enumerate(flat.equations):
        slot = _defined_slot(equations)
        if slot is not None:
            rows = np.flatnonzero(equations.instances.variable + slot == signal)
            found += [(number, int(row), signal) for row in rows]
    return found[0] if len(found) == 1 else None


def _defined_slot(equations: Equations) -> int | None:
    """Return the slot that an equation gives explicitly."""
    traced = equations.traced
    for own, other in ((traced.lhs, traced.rhs), (traced.rhs, traced.lhs)):
        is_plain = own.op == "var" and own.value[1] == 0 and own.kind == REAL
        if is_plain and not _is_coupling(other) and not traced.assigns:
            return int(own.value[0])
    return None


def _is_coupling(e: Expr) -> bool:
    """Return whether an expression is another variable, or contains a derivative."""
    plain = e.args[0] if e.op == "neg" else e
    rates = any(node.op == "var" and node.value[1] for node in walk(e))
    return plain.op == "var" or rates


def _moved(listed: list[Equations], number: int, row: int, own: int, spare: int) -> list[Equations]:
    """Return equations of which one determines another variable."""
    equations = listed[number]
    first = int(equations.instances.variable[row])
    variables = tuple(
        (spare - first if slot == own - first and order == 0 else slot, order)
        for slot, order in equations.slots.variables
    )
    rest = np.delete(np.arange(len(equations.instances.variable)), row)
    alone = _of(equations, np.array([row]))
    alone = replace(alone, slots=replace(alone.slots, variables=variables))
    kept = [_of(equations, rest)] if len(rest) else []
    return [*listed[:number], *kept, alone, *listed[number + 1 :]]


def _of(equations: Equations, rows: Ints) -> Equations:
    """Return the equations of some instances."""
    one = equations.instances
    numbers = (one.variable, one.parameter, one.table, one.connector)
    return replace(equations, instances=Instances(one.trace, *(n[rows] for n in numbers)))
