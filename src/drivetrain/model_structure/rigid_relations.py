"""Angles and positions that a class keeps equal, or a constant distance apart."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["Relations", "rigid_relations"]

_VARYING = ("var", "pre", "time", "tab", "initial")


class Relations(NamedTuple):
    """What the equations of a class say about its slots.

    Attributes
    ----------
    equal : list of (int, int)
        Variables that differ by a constant.
    fixed : list of int
        Variables that are constant.
    """

    equal: list[tuple[int, int]]
    fixed: list[int]


def rigid_relations(trace: Trace) -> Relations:
    """Return which variables of a class are constant, or a constant distance apart.

    Two sums that are equal to the same third one count as well: the flanges of a brake whose
    housing moves.
    """
    sums = [terms for e in trace.equations if not e.assigns and (terms := _sum(e.lhs, e.rhs))]
    fixed: set[int] = set()
    while True:
        sums = [{slot: k for slot, k in terms.items() if slot not in fixed} for terms in sums]
        found = {next(iter(terms)) for terms in sums if len(terms) == 1} - fixed
        if not found:
            break
        fixed |= found
    equal = [tuple(terms) for terms in sums if _is_difference(terms)]
    return Relations([(a, b) for a, b in equal] + _with_equal_rests(sums), sorted(fixed))


def _is_difference(terms: dict[int, int]) -> bool:
    return len(terms) == 2 and sum(terms.values()) == 0


def _with_equal_rests(sums: list[dict[int, int]]) -> list[tuple[int, int]]:
    """Return pairs of variables that are equal to the same sum of others."""
    by_rest: dict[Any, list[int]] = defaultdict(list)
    for terms in sums:
        if len(terms) < 3:
            continue
        for slot, sign in terms.items():
            rest = frozenset((other, k * sign) for other, k in terms.items() if other != slot)
            by_rest[rest].append(slot)
    return [(slots[0], other) for slots in by_rest.values() for other in slots[1:]]


def _sum(left: Expr, right: Expr) -> dict[int, int] | None:
    """Return slots and signs of an equation between sums of variables and constants."""
    found: dict[int, int] = {}
    pending = [(left, 1), (right, -1)]
    while pending:
        node, sign = pending.pop()
        if node.op == "var":
            slot, order = node.value
            if order:
                return None
            found[slot] = found.get(slot, 0) + sign
        elif node.op in ("add", "sub"):
            first, second = node.args
            pending += [(first, sign), (second, -sign if node.op == "sub" else sign)]
        elif node.op == "neg":
            pending.append((node.args[0], -sign))
        elif any(leaf.op in _VARYING for leaf in walk(node)):
            return None
    terms = {slot: k for slot, k in found.items() if k}
    return terms if all(abs(k) == 1 for k in terms.values()) else None
