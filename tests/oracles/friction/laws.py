"""The law of friction at every output point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import table_names
from drivetrain.kernel.status import RowFlag
from drivetrain.kernel.tables import evaluate_table
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from tests.oracles.friction.elements import Element, elements, with_two_limits

__all__ = ["broken_laws"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_ROUNDING: Final = 1e-7
"""Part of the largest load or limit of an element in the run by which its law may be missed."""
_NOTHING: Final = 1e-9
"""Load that counts as nothing, N·m or N."""


def broken_laws(compiled: CompiledModel, result: Result) -> Iterator[str]:
    """Yield where a friction element does not keep its law: element, what, instant, numbers.

    Parameters
    ----------
    compiled : CompiledModel
        A model without changed parameters.
    result : Result
        A run of it.
    """
    for e in elements(compiled.translation.flat):
        load, limit, speed = (result[e.name(n)] for n in (e.load, e.limit, e.speed))
        locked, free = (result[e.name(n)].astype(bool) for n in ("locked", "free"))
        # Just before an event a limit is passed already, by no more than the last bits of time.
        calm = result.rows[:, 1] != RowFlag.LEFT
        size = _ROUNDING * max(float(np.abs(a[calm]).max(initial=0.0)) for a in (load, limit))
        size = max(size, _NOTHING)
        above = load if e.is_one_way else np.abs(load)
        yield from _told(e, result, calm & locked & ~free & (above > limit + size), "holds more")
        yield from _told(e, result, calm & free & ~locked & (np.abs(load) > size), "is free")
        yield from _told(e, result, calm & locked & (np.abs(speed) > _still(speed)), "moves")
        sliding = calm & ~locked & ~free & (np.abs(speed) > _still(speed))
        expected = np.sign(speed) * _friction(compiled, result, e, np.abs(speed))
        wrong = np.abs(load - expected) > size + _ROUNDING * np.abs(expected)
        yield from _told(e, result, sliding & wrong, "slides", expected)
    yield from _beyond_two_limits(compiled, result)


def _beyond_two_limits(compiled: CompiledModel, result: Result) -> Iterator[str]:
    """Yield where an element with one limit forward and another backward does not keep its law."""
    calm = result.rows[:, 1] != RowFlag.LEFT
    for path, slides_by_others in with_two_limits(compiled.translation.flat):
        names = ("tau", "tau_forward", "tau_backward", "w_relfric")
        load, forward, backward, speed = (result[f"{path}.{name}"] for name in names)
        locked, free = (result[f"{path}.{name}"].astype(bool) for name in ("locked", "free"))
        largest = max(float(np.abs(a[calm]).max(initial=0.0)) for a in (load, forward, backward))
        size = _ROUNDING * largest + _NOTHING
        expected = np.where(speed > 0, forward, -backward)
        for wrong, what in (
            (forward + backward < -size, "drives"),
            (locked & ((load > forward + size) | (load < -backward - size)), "holds more"),
            (locked & (np.abs(speed) > _still(speed)), "moves"),
            (free & (np.abs(load) > size), "is free"),
            (
                ~(locked | free | slides_by_others)
                & (np.abs(speed) > _still(speed))
                & (np.abs(load - expected) > size + _ROUNDING * np.abs(expected)),
                "slides",
            ),
        ):
            if (calm & wrong).any():
                k = int(np.flatnonzero(calm & wrong)[0])
                told = ", ".join(f"{name} {result[f'{path}.{name}'][k]:.9g}" for name in names)
                yield f"{path} {what} at t = {result.time[k]:.9g} s: {told}"


def _still(speed: Floats) -> float:
    return _ROUNDING * (1.0 + float(np.abs(speed).max(initial=0.0)))


def _friction(compiled: CompiledModel, result: Result, e: Element, speed: Floats) -> Floats:
    """Return the sliding friction over a speed, from the table."""
    values, numbers = compiled.translation.values, table_names(compiled.translation.flat.root)
    packed = values.tables[values.table_offset[numbers[e.name(e.table)][0]] :]
    friction = np.asarray(evaluate_table(packed, speed, 0))
    if e.table != "mu_pos":
        return friction
    # By its limit at zero speed the force is known; a table that begins with zero tells nothing.
    at_zero = float(evaluate_table(packed, np.zeros(1), 0)[0])
    limit = result[e.name("tau0" if "tau0" in e.slots else "f0")]
    return friction / at_zero * limit if at_zero else np.full_like(speed, np.nan)


def _told(
    e: Element, result: Result, wrong: Bools, what: str, expected: Floats | None = None
) -> Iterator[str]:
    if not wrong.any():
        return
    k = int(np.flatnonzero(wrong)[0])
    names = (e.load, e.limit, e.speed)
    numbers = ", ".join(f"{name} {result[e.name(name)][k]:.9g}" for name in names)
    law = "" if expected is None else f", by its table {expected[k]:.9g}"
    yield f"{e.path} {what} at t = {result.time[k]:.9g} s: {numbers}{law}"
