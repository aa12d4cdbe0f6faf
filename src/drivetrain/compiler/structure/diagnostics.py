"""Error messages for structural defects, in the terms of mechanics.

Numbers of equations and unknowns become component paths, flanges, source lines and a remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, residual_at_rest
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import (
    component_path,
    own_variable,
    place_of,
    variable_name,
)
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.graph import StructuralSingularity
from drivetrain.compiler.structure.discontinuous_inputs import Jump
from drivetrain.compiler.structure.idle_sources import idle_sources, open_flanges
from drivetrain.compiler.structure.kinematic_lock_up import LockUp
from drivetrain.errors import StructureError
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.tracing.slots import Trace

__all__ = [
    "EFFORTS",
    "assignments_of",
    "check_meaning",
    "contradicting_states",
    "dependent",
    "describe_equation",
    "describe_row",
    "impossible_state",
    "jumping",
    "locked_up",
    "lost_state",
    "singular",
    "uncounted",
    "vacuous",
]

_SHOWN = 6
_WORDS = {
    "rad": "motion", "m": "motion", "K": "temperature",
    "N.m": "torque", "N": "force", "W": "heat flow", "V": "potential", "A": "current",
}  # fmt: skip
_MASSES = ("kg.m2", "kg")
EFFORTS = ("N.m", "N")


def describe_row(flat: Flat, group: Group, row: int) -> str:
    """Return one equation with its component path and source line."""
    if group.source is None:
        flows = [int(v) for v in _flow_variables(flat, group, row)]
        names = " + ".join(variable_name(flat.root, v) for v in flows)
        return f"connection: {names} == 0"
    return f"{_owner(flat, group, row)}: {group.source.traced}   [{_place(flat, group, row)}]"


def _owner(flat: Flat, group: Group, row: int) -> str:
    """Return the component that an equation belongs to, with its class."""
    if group.source is None:
        return flat.root.title
    one = group.source.instances
    path = component_path(flat.root, int(one.variable[group.origin[row]]), one.trace)
    return f"{path} ({one.trace.title})" if path else flat.root.title


def _place(flat: Flat, group: Group, row: int) -> SourceLine:
    assert group.source is not None
    one = group.source.instances
    start = int(one.variable[group.origin[row]])
    return place_of(flat.root, start, group.source.traced.where, one.trace)


def _flow_variables(flat: Flat, group: Group, row: int) -> Any:
    size = group.flows
    for sums in flat.flow_sums:
        if sums.variable.shape[1] == size:
            return sums.variable[group.origin[row]]
    return []


def _located(groups: list[Group], number: int) -> tuple[Group, int]:
    """Return the group and row of an equation number."""
    for group in groups:
        if number < group.n_rows:
            return group, number
        number -= group.n_rows
    raise IndexError(number)


def describe_equation(flat: Flat, groups: list[Group], number: int) -> str:
    """Return the description of an equation, given its number in a list of groups."""
    return describe_row(flat, *_located(groups, number))


def _equations(flat: Flat, groups: list[Group], numbers: Iterable[int]) -> str:
    """Return the equations, one per line; if there are many, only their components."""
    rows = [_located(groups, int(number)) for number in numbers]
    if len(rows) > _SHOWN:
        return _owners(flat, groups, numbers)
    return _listed(list(dict.fromkeys(describe_row(flat, *row) for row in rows)))


def _owners(flat: Flat, groups: list[Group], numbers: Iterable[int]) -> str:
    """Return the components of some equations, one per line."""
    rows = [_located(groups, int(number)) for number in numbers]
    owned = [row for row in rows if _owner(flat, *row) != flat.root.title]
    lines = [f"{_owner(flat, *row)}   [{_place(flat, *row)}]" for row in owned]
    return _listed(list(dict.fromkeys(lines)))


def _listed(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for line in _first(lines))


def _first(items: list[str]) -> list[str]:
    more = len(items) - _SHOWN
    return [*items[:_SHOWN], f"… and {more} more"] if more > 0 else items


class _Unknown(NamedTuple):
    """A quantity in the terms of mechanics.

    Attributes
    ----------
    kind : {"motion", "flow", "other"}
        Common to connected flanges, exchanged between them, or a variable inside a part.
    word : str
        The quantity: motion, torque, …
    names : list of str
        Flanges, or variables if no flange has the quantity.
    """

    kind: str
    word: str
    names: list[str]


def _unknowns(flat: Flat, aliased: Aliased, chains: Iterable[int]) -> list[_Unknown]:
    """Return the quantities, those of flanges first."""
    found = [_unknown(flat, aliased, int(chain)) for chain in chains]
    return sorted(found, key=lambda unknown: unknown.kind == "other")


def _unknown(flat: Flat, aliased: Aliased, chain: int) -> _Unknown:
    same = np.flatnonzero((aliased.chain == chain) & (aliased.order == 0)).tolist()
    flanges: dict[str, None] = {}
    kind, word = "other", "value"
    for number in same:
        declared = own_variable(flat.root, number).declaration
        if declared.is_potential or declared.is_flow:
            kind = "motion" if declared.is_potential else "flow"
            word = _WORDS.get(declared.unit, word)
            flanges[variable_name(flat.root, number).rpartition(".")[0]] = None
    if kind == "other":
        return _Unknown(kind, word, [variable_name(flat.root, number) for number in same[:4]])
    return _Unknown(kind, word, list(flanges))


def check_meaning(flat: Flat, aliased: Aliased, groups: list[Group], values: Values) -> None:
    """Refuse empty equations, and derivatives of quantities that change at events only.

    Raises
    ------
    StructureError
        For the first of them; the message names component and line.
    """
    for group in groups:
        if group.n_rows and group.template.n_slots and group.template.says_nothing:
            missed = float(residual_at_rest(group, values)[0])
            what = "it says nothing about them" if missed == 0 else "it cannot hold"
            raise StructureError(
                f"{describe_row(flat, group, 0)}\n  All quantities in it cancel, so {what}. Write "
                "what determines them, or remove it."
            )
        derived = (group.discrete >= 0) & (group.order >= 0)
        if derived.any():
            row, place = (int(found[0]) for found in np.nonzero(derived))
            number = int(aliased.discrete_representative[group.discrete[row, place]])
            same = np.flatnonzero(aliased.discrete == aliased.discrete[number])[:_SHOWN].tolist()
            names = " = ".join(variable_name(flat.root, k) for k in same)
            raise StructureError(
                f"{describe_row(flat, group, row)}\n  This asks for a derivative of {names}, which "
                "changes at events only, by jumps. Let something continuous follow it (a filter, "
                "Speed(exact=False)), or write the equation without der."
            )


def singular(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    finding: StructuralSingularity,
) -> StructureError:
    """Explain too many or too few equations.

    Parameters
    ----------
    flat, aliased, groups, values
        Results of the preceding passes.
    finding : StructuralSingularity
        The equations and chains concerned, by number.
    """
    over = _unknowns(flat, aliased, finding.overdetermined_unknowns)
    under = _unknowns(flat, aliased, finding.underdetermined_unknowns)
    parts = [f"model '{flat.root.title}' cannot be solved."]
    is_over = len(finding.overdetermined_equations) > 0
    idle = idle_sources(flat, aliased, finding.underdetermined_unknowns) if is_over else []
    if idle:
        *causes, remedy = idle
        massless = _massless(flat, aliased, values, finding.underdetermined_unknowns)
        return StructureError("\n  ".join([*parts, *causes, *massless, remedy]))
    if is_over:
        parts += _too_much(flat, aliased, groups, finding, over)
    for unknowns in _by_kind(under):
        parts.append(_too_little(unknowns, len(parts) > 1))
    parts += open_flanges(flat, aliased, finding.underdetermined_unknowns)
    chains = [*finding.overdetermined_unknowns, *finding.underdetermined_unknowns]
    parts += _massless(flat, aliased, values, chains)
    unbalanced = list(_unbalanced(flat))
    kinds = {u.kind for u in over}, {u.kind for u in under}
    of_flanges = {u.word for u in (*over, *under) if u.kind != "other"}
    is_circuit = bool(of_flanges) and of_flanges <= {"potential", "current"}
    parts += unbalanced or [(_remedy_of_circuit if is_circuit else _remedy)(*kinds)]
    return StructureError("\n".join(f"  {part}" if k else part for k, part in enumerate(parts)))


def _too_much(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    finding: StructuralSingularity,
    over: list[_Unknown],
) -> list[str]:
    """Return the surplus equations, and the quantities that they overdetermine."""
    equations = _equations(flat, groups, finding.overdetermined_equations)
    zeros = _zeros(flat, aliased, groups, finding.overdetermined_equations)
    why = f", because nothing takes up {zeros}" if zeros else ""
    if not over:
        return [f"This cannot hold{why}:\n{equations}"]
    count = len(finding.unmatched_equations)
    often = "once too often" if count == 1 else f"{count} times too often"
    told = "\n".join(f"    {line}" for line in _first([_same(unknown) for unknown in over]))
    words = " and ".join(dict.fromkeys(unknown.word for unknown in over))
    return [f"The {words} of\n{told}\n  is prescribed {often}{why}, by\n{equations}"]


def _same(unknown: _Unknown) -> str:
    return " = ".join(_first(unknown.names))


def _zeros(flat: Flat, aliased: Aliased, groups: list[Group], numbers: Iterable[int]) -> str:
    """Return the torques and forces in some equations that are identically zero."""
    found: dict[str, None] = {}
    for number in numbers:
        group, row = _located(groups, int(number))
        if group.source is not None:
            start = int(group.source.instances.variable[group.origin[row]])
            for slot, _ in group.source.slots.variables:
                unit = own_variable(flat.root, start + slot).declaration.unit
                if aliased.is_zero[start + slot] and unit in EFFORTS:
                    found[variable_name(flat.root, start + slot)] = None
    return ", ".join(_first(list(found)))


def _by_kind(unknowns: list[_Unknown]) -> list[list[_Unknown]]:
    kinds = dict.fromkeys(unknown.kind for unknown in unknowns)
    return [[u for u in unknowns if u.kind == kind] for kind in kinds]


def _too_little(unknowns: list[_Unknown], is_consequence: bool) -> str:
    """Return the quantities that nothing determines."""
    kind = unknowns[0].kind
    shown = "\n".join(f"    {line}" for line in _first([_same(unknown) for unknown in unknowns]))
    words = " and ".join(dict.fromkeys(unknown.word for unknown in unknowns))
    if kind == "motion":
        return f"Nothing determines the {words} of\n{shown}"
    if kind == "flow":
        who = "Nothing would determine" if is_consequence else "Nothing determines"
        return f"{who} the {words} at\n{shown}"
    return f"{'And so nothing' if is_consequence else 'Nothing'} says what this is:\n{shown}"


def _equations_needed(t: Trace) -> int:
    """Return the number of equations that a class without parts must have.

    The equation of each connector flow and of each input comes from outside.
    """
    carried = [v for c in t.connectors for v in c.declaration.variables()]
    outside = sum(v.is_flow for v in carried) + sum(v.is_input for v in t.variables)
    return t.n_variables - outside


def _unbalanced(flat: Flat) -> Iterator[str]:
    """Yield components whose class has too few or too many equations, whatever its environment."""
    for one in flat.instances:
        t = one.trace
        found, needed = len(t.equations), _equations_needed(t)
        if not t.subs and len(one.variable) and found != needed:
            path = component_path(flat.root, int(one.variable[0]), t)
            who = f"{path} ({t.title})" if path else t.title
            remedy = "add what is missing" if found < needed else "remove what is too much"
            yield (
                f"{who} has {found} equations of its own, but its variables and connectors need "
                f"{needed}: {remedy} in its class."
            )


def _massless(flat: Flat, aliased: Aliased, values: Values, chains: Iterable[int]) -> Iterator[str]:
    """Yield those of the parts concerned that have zero inertia but could have one."""
    wanted = np.isin(aliased.chain, np.array([int(c) for c in chains], dtype=np.int64))
    for one in flat.instances:
        own = [p for p in one.trace.parameters if p.declaration.unit in _MASSES]
        for mass in own:
            for row in np.flatnonzero(values.parameter[one.parameter + mass.slot] == 0).tolist():
                start = int(one.variable[row])
                if wanted[start : start + one.trace.n_variables].any():
                    path = component_path(flat.root, start, one.trace)
                    yield f"{path}.{mass.name} is 0: this part has no inertia."


def _remedy(over: set[str], under: set[str]) -> str:
    if not over and {"motion", "flow"} <= under:
        return "A part is connected to itself, or several form a rigid ring: open the connection."
    if "motion" in under and "motion" not in over:
        return (
            "Connect what is open; give a shaft without inertia some (Inertia, Mass), or hold it "
            "by an elastic part, a damper or the ground; or remove what acts on it."
        )
    if "motion" in over and not under:
        return (
            "Remove one of them. To impose a motion, use a source (Speed, Position, Move): it "
            "finds the torque that it takes."
        )
    if "motion" in over:
        return "Remove one of them, or put an elastic part (SpringDamper) between them."
    if over:
        return "Remove one of them."
    if "flow" in under:
        return "Open the rigid loop, or put an elastic part (SpringDamper) into it."
    return "Add its equation, connect the part that gives it, or remove it."


def _remedy_of_circuit(over: set[str], under: set[str]) -> str:
    if not over and "motion" in under:
        return "Connect one of the pins with a Ground: a circuit needs one."
    if "motion" in over:
        return "Remove one of them, or put a resistance between them."
    if over:
        return "Remove one of them, or put a resistance beside one of them."
    return _remedy(over, under)


def dependent(
    flat: Flat,
    aliased: Aliased,
    groups: list[Group],
    values: Values,
    finding: StructuralSingularity,
) -> StructureError:
    """Explain that one of several constraints follows from (or contradicts) the others."""
    title, chains = flat.root.title, finding.overdetermined_unknowns
    equations = _equations(flat, groups, finding.overdetermined_equations)
    massless = "\n".join(f"  {line}" for line in _massless(flat, aliased, values, chains))
    if massless:
        return StructureError(
            f"model '{title}': nothing determines how these move against each other:\n"
            f"{equations}\n{massless}\n"
            "  Give it an inertia, or put an elastic part (SpringDamper) in its place."
        )
    idle = _idle(flat, aliased, groups, finding.overdetermined_equations)
    if idle is not None:
        return idle
    unknowns = _unknowns(flat, aliased, chains)
    over = [unknown for unknown in unknowns if unknown.kind == "motion"]
    if len(over) < len(unknowns):
        return StructureError(
            f"model '{title}': nothing determines how these move against each other, or how they "
            f"share a torque, since no inertia is between them:\n{equations}\n"
            "  Put a part with inertia (Inertia, Mass) or an elastic part (SpringDamper) between "
            "them, or remove one of them."
        )
    shown = "\n".join(f"    {line}" for line in _first([_same(unknown) for unknown in over]))
    about = f"  It is about the motion of\n{shown}\n" if over else ""
    return StructureError(
        f"model '{title}': these say the same thing twice (or contradict each other), so "
        f"nothing determines how they share the load:\n{equations}\n{about}"
        "  Remove one of them, or put an elastic part (SpringDamper) into the rigid loop."
    )


def _idle(
    flat: Flat, aliased: Aliased, groups: list[Group], numbers: Iterable[int]
) -> StructureError | None:
    """Explain that parts need a torque at flanges that cannot transmit one; None if none do."""
    found = {number: _idle_flanges(flat, aliased, groups, number) for number in numbers}
    acting = [number for number, flanges in found.items() if flanges]
    if not acting:
        return None
    flanges = ", ".join(_first(list(dict.fromkeys(f for one in acting for f in found[one]))))
    return StructureError(
        f"model '{flat.root.title}': these ask for a torque that nothing takes up at {flanges}:\n"
        f"{_owners(flat, groups, acting)}\n"
        "  Connect what is open to a part with inertia (Inertia, Mass) or to the ground, or "
        "remove it."
    )


def vacuous(
    flat: Flat, aliased: Aliased, groups: list[Group], numbers: Iterable[int]
) -> StructureError:
    """Explain equations that contain no unknown while their conditions take some branch."""
    idle = _idle(flat, aliased, groups, numbers)
    if idle is not None:
        return idle
    return StructureError(
        f"model '{flat.root.title}': there is a branch in which these contain no unknown any more, "
        f"so that one equation is missing then:\n{_equations(flat, groups, numbers)}\n"
        "  Write them so that every branch says something of an unknown, or connect what is open."
    )


def _idle_flanges(flat: Flat, aliased: Aliased, groups: list[Group], number: int) -> list[str]:
    """Return the flanges of an equation's part through which nothing can flow.

    Where some of them are unconnected, return only these: they are the cause for the others.
    """
    group, row = _located(groups, int(number))
    if group.source is None:
        return []
    one = group.source.instances
    start = int(one.variable[group.origin[row]])
    idle = [
        start + own.slot
        for own in one.trace.variables
        if own.declaration.is_flow and aliased.is_zero[start + own.slot]
    ]
    unconnected = set(idle).intersection(flat.zero.tolist())
    idle = [number for number in idle if number in unconnected] or idle
    return [variable_name(flat.root, number).rpartition(".")[0] for number in idle]


def locked_up(flat: Flat, aliased: Aliased, groups: list[Group], finding: LockUp) -> StructureError:
    """Explain rigid couplings that allow no motion."""
    shown = "\n".join(
        f"    {_same(unknown)}" for unknown in _unknowns(flat, aliased, finding.chains)
    )
    if len(finding.equations) == 1:
        why = "this rigid coupling is connected to itself"
        remedy = "Open the connection between its ends; to"
    else:
        why = "these rigid couplings contradict each other"
        remedy = "Check their ratios; around a loop they have to multiply to one. To"
    return StructureError(
        f"model '{flat.root.title}' is jammed: {why}, so that nothing on it can move:\n"
        f"{_equations(flat, groups, finding.equations)}\n"
        f"  What stands still:\n{shown}\n"
        f"  {remedy} hold these shafts on purpose, connect one of them to the ground (Fixed)."
    )


def jumping(equation: str, jump: Jump, level: int) -> StructureError:
    """Explain that a signal which a motion must follow exactly jumps, or that its slope jumps."""
    what = "jumps" if level == 1 else "has a corner: its slope jumps"
    return StructureError(
        f"{equation}\n  A motion follows this exactly, but at t = {jump.time:g} s it {what}, by "
        f"{jump.size:g}: that would take an infinite torque. Give a smooth signal, or let the "
        "motion follow through a filter (Speed or Position with exact=False)."
    )


def impossible_state(flat: Flat, number: int, why: str, equation: str = "") -> StructureError:
    """Explain that a variable must be a state but cannot be one.

    Parameters
    ----------
    flat : Flat
        The model.
    number : int
        The variable.
    why : str
        The reason, as half a sentence.
    equation : str
        The equation that determines it, if it should be shown.
    """
    shown = f":\n    {equation}\n " if equation else "."
    return StructureError(
        f"'{variable_name(flat.root, number)}' must be a state (state_select='always'), but {why}"
        f"{shown} Leave state_select away there; 'prefer' takes it where it can be one"
    )


def contradicting_states(flat: Flat, numbers: list[int]) -> StructureError:
    """Explain that of several variables that must be states, one follows from the others."""
    *others, last = [f"'{variable_name(flat.root, number)}'" for number in numbers]
    return StructureError(
        f"{', '.join(others)} and {last} must be states (state_select='always'), but one "
        "follows from the others, through rigid parts or the balance of torques where there is no "
        "inertia. Keep 'always' for those that matter most; 'prefer' takes the others where it can"
    )


def lost_state(flat: Flat, number: int, condition: str) -> StructureError:
    """Explain that a would-be state is determined by others in some mode."""
    name = variable_name(flat.root, number)
    return StructureError(
        f"'{name}' would be a state, but while '{condition}' is true it follows from others, and "
        "the motion would not be known. There is no inertia beside the element that locks: leave "
        f"state_select='always' and reinit away for '{name}', or give the shaft there an inertia "
        "(Inertia, Mass)"
    )


def uncounted(flat: Flat, aliased: Aliased, assignments: list[Group]) -> None:
    """Check that every discrete variable has exactly one equation.

    Raises
    ------
    StructureError
        If one has none or several, or if an equation assigns nothing.
    """
    owners: dict[int, tuple[Group, int]] = {}
    for group in assignments:
        for row in range(group.n_rows):
            number = assigned(group, row)
            if number is None:
                raise StructureError(
                    f"{describe_row(flat, group, row)}\n  An equation of Boolean or integer "
                    "quantities has to be written 'variable == expression'"
                )
            if number in owners:
                name = variable_name(flat.root, int(aliased.discrete_representative[number]))
                raise StructureError(
                    f"'{name}' is given twice, by\n"
                    f"    {describe_row(flat, *owners[number])}\n"
                    f"    {describe_row(flat, group, row)}\n"
                    "  Remove one of them, or join them: conditions by |, values by where(…)"
                )
            owners[number] = group, row
    for number in range(len(aliased.discrete_representative)):
        if number not in owners:
            name = variable_name(flat.root, int(aliased.discrete_representative[number]))
            raise StructureError(
                f"'{name}' has no equation: one equation is missing. Nothing says what it is: "
                "connect the signal, or add its equation"
            )


def assignments_of(flat: Flat, assignments: list[Group], numbers: Iterable[int]) -> list[str]:
    """Return the equations that determine given discrete quantities."""
    wanted = set(numbers)
    return [
        describe_row(flat, group, row)
        for group in assignments
        for row in range(group.n_rows)
        if assigned(group, row) in wanted and not _is_condition(group)
    ]


def _is_condition(group: Group) -> bool:
    """Return whether equations only state when something happens."""
    traced = group.source.traced if group.source is not None else None
    return traced is not None and traced.when is not None and not traced.assigns


def assigned(group: Group, row: int) -> int | None:
    """Return the number of the discrete quantity that an equation determines."""
    for side in (group.template.lhs, group.template.rhs):
        if side.op == "slot" and group.discrete[row, side.value] >= 0:
            return int(group.discrete[row, side.value])
    return None
