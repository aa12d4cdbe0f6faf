"""Match, order (block lower triangular form) and tear the equations of a model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.equation_groups import Group, concatenated, parametric_values
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import block_entries, block_lower_triangular, tear, unit_scales
from drivetrain.compiler.structure.occurrences import factor_values
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.modeling.expression import Expr, walk

__all__ = ["Block", "Ordered", "divisors", "order"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Block:
    """Equations that are solved together.

    Attributes
    ----------
    steps : list of (equation, member)
        Explicit assignments, in order; they may use the tearing unknowns.
    tearing : list of int
        Members found by solving the residual equations; empty for an explicit assignment.
    residual : list of int
        As many equations as tearing unknowns.
    """

    steps: list[tuple[int, int]]
    tearing: list[int] = field(default_factory=list)
    residual: list[int] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return len(self.steps) + len(self.tearing)

    @property
    def members(self) -> list[int]:
        """All unknowns: the tearing unknowns, then those of the steps."""
        return [*self.tearing, *(member for _, member in self.steps)]


@dataclass(frozen=True, eq=False)
class Ordered:
    """The equations in order of solution.

    Attributes
    ----------
    equation, member : int array, shape (equations,)
        Equations in order of solution, and the unknown matched with each.
    start : int array, shape (blocks + 1,)
        Where the blocks begin; each needs only states and unknowns of earlier ones.
    loops : dict
        Number of a block → how it is solved, unless it is one explicit assignment.
    entry_equation, entry_member : int array
        Which equation contains which unknown.
    group_of, row_of : int array, shape (equations,)
        Position of each equation in ``reduced.groups``.
    solvable : bool array
        For every entry of the incidence, whether dividing by its factor is allowed.
    sharing : int array
        Members that change least where the equations leave a choice; loops tear them all.
    """

    equation: Ints
    member: Ints
    start: Ints
    loops: dict[int, Block]
    entry_equation: Ints
    entry_member: Ints
    group_of: Ints
    row_of: Ints
    solvable: Bools
    sharing: Ints


def order(reduced: Reduced, values: Values, sharing: Ints) -> Ordered:
    """Sort the reduced system into blocks.

    Parameters
    ----------
    reduced, values
        Results of the preceding passes.
    sharing : int array
        Members that change least where the equations leave a choice. Loops tear all of them,
        since changes of computed unknowns are not counted.
    """
    n = int(np.count_nonzero(~reduced.is_state))
    unknown_of_member = np.cumsum(~reduced.is_state) - 1
    member_of_unknown = np.flatnonzero(~reduced.is_state)
    equation, member, solvable = _incidence(reduced, values)
    unknown = unknown_of_member[member]
    blocks = block_lower_triangular(n, equation, unknown, solvable)
    inside = block_entries(blocks, equation, unknown)
    start = blocks.block_start
    member_order = member_of_unknown[blocks.unknown_order]
    loops = {}
    easy = np.minimum.reduceat(solvable[inside.entry], inside.start[:-1]) if n else solvable
    is_loop = np.diff(start) > 1
    is_step = solvable & ~np.isin(member, sharing)
    factor = _factors(reduced, values) if (is_loop & easy).any() else np.ones(equation.size)
    for k in np.flatnonzero(is_loop | ~easy).tolist():
        rows, whole = slice(inside.start[k], inside.start[k + 1]), slice(start[k], start[k + 1])
        loops[k] = _block(
            blocks.equation_order[whole].tolist(),
            member_order[whole].tolist(),
            inside.equation[rows],
            inside.unknown[rows],
            solvable[inside.entry[rows]],
            is_step[inside.entry[rows]],
            factor[inside.entry[rows]],
        )
    group_of, row_of = _origins(reduced.groups)
    return Ordered(
        blocks.equation_order, member_order, start, loops, equation, member,
        group_of, row_of, solvable, sharing,
    )  # fmt: skip


def divisors(reduced: Reduced, group: Group) -> Iterator[tuple[Expr, Ints]]:
    """Yield factors that may be zero for some parameter values, and the rows that contain them."""
    for place, live, _ in _unknown_slots(reduced, group):
        solution = group.template.solution(place)
        if solution is not None and _is_parametric(solution.factor):
            yield solution.factor, live


def _block(
    equations: list[int],
    members: list[int],
    row: Ints,
    column: Ints,
    solvable: Bools,
    is_step: Bools,
    factor: Floats,
) -> Block:
    if len(equations) == 1:
        return Block([], members, equations)
    # Shared locks minimise the change of the torn unknowns, so none may be torn for rounding.
    known_factor = factor if solvable.all() else None
    torn = tear(len(equations), row, column, is_step, known_factor)
    return Block(
        [(equations[e], members[u]) for e, u in torn.sequence.tolist()],
        [members[u] for u in torn.tearing.tolist()],
        [equations[e] for e in torn.residual.tolist()],
    )


def _incidence(reduced: Reduced, values: Values) -> tuple[Ints, Ints, Bools]:
    """List (equation, member, solvable) for all unknowns in all equations."""
    parts: list[tuple[Ints, Ints, Bools]] = []
    for first, group in concatenated(reduced.groups):
        rows = np.arange(first, first + group.n_rows)
        for place, live, member in _unknown_slots(reduced, group):
            parts.append((rows[live], member, _solvable(group, place, values)[live]))
    if not parts:
        none = np.empty(0, dtype=np.int64)
        return none, none, np.empty(0, dtype=bool)
    equation, member, solvable = (np.concatenate(column) for column in zip(*parts, strict=True))
    return equation, member, solvable


def _factors(reduced: Reduced, values: Values) -> Floats:
    """Return the factors of the entries of the incidence, scaled to similar size by their units."""
    rows, members, factors = [], [], []
    for first, group in concatenated(reduced.groups):
        for place, live, member in _unknown_slots(reduced, group):
            rows.append(first + live)
            members.append(member)
            factors.append(factor_values(group, place, values)[live])
    factor, member = np.concatenate(factors), np.concatenate(members)
    length = np.diff(reduced.first)
    order = np.arange(reduced.n_members) - np.repeat(reduced.first[:-1], length)
    kind = np.repeat(reduced.unit, length) * (int(length.max()) + 1) + order
    kind = np.unique(kind, return_inverse=True)[1]
    scaled: Floats = factor * unit_scales(np.concatenate(rows), member, factor, kind)[member]
    return scaled


def _unknown_slots(reduced: Reduced, group: Group) -> Iterator[tuple[int, Ints, Ints]]:
    """Yield the slots that are unknowns, their rows, and which unknown they are."""
    for place in sorted(group.template.free_slots):
        chain = group.chain[:, place]
        live = np.flatnonzero(chain >= 0)
        member = reduced.member(chain[live], group.order[live, place])
        unknown = ~reduced.is_state[member]
        if unknown.any():
            yield place, live[unknown], member[unknown]


def _is_parametric(factor: Expr) -> bool:
    """Return whether a factor may vanish; one with branches is non-zero in all of them."""
    return factor.op != "const" and not any(node.op == "where" for node in walk(factor))


def _solvable(group: Group, place: int, values: Values) -> Bools:
    """Mark the rows whose factor of a slot is not zero, now and in every branch."""
    solution = group.template.solution(place)
    if solution is None:
        return np.zeros(group.n_rows, dtype=bool)
    if not _is_parametric(solution.factor):
        return np.ones(group.n_rows, dtype=bool)
    factor = parametric_values(solution.factor, group, values.parameter)
    return np.asarray(factor != 0, dtype=bool)


def _origins(groups: list[Group]) -> tuple[Ints, Ints]:
    sizes = [group.n_rows for group in groups]
    group_of = np.repeat(np.arange(len(groups)), sizes)
    row_of = np.concatenate([np.arange(size) for size in sizes] or [np.empty(0, dtype=np.int64)])
    return group_of, row_of
