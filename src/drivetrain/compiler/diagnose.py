"""Diagnose: structural findings in the words of mechanics.

Numbers of equations and unknowns become component paths, flanges, source lines and a remedy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from drivetrain.compiler.alias import Aliased
from drivetrain.compiler.flatten import Flat
from drivetrain.compiler.graph import StructuralSingularity
from drivetrain.compiler.names import component_path, variable_name
from drivetrain.compiler.system import Group
from drivetrain.errors import StructureError

__all__ = ["dependent", "describe_equation", "describe_row", "singular", "uncounted"]

_SHOWN = 6


def describe_row(flat: Flat, group: Group, row: int) -> str:
    """Return one equation with its component path and source line."""
    if group.source is None:
        flows = [int(v) for v in _flow_variables(flat, group, row)]
        names = " + ".join(variable_name(flat.root, v) for v in flows)
        return f"connection: {names} == 0"
    one = group.source.instances
    path = component_path(flat.root, int(one.variable[group.origin[row]]), one.trace)
    owner = path or flat.root.title
    return f"{owner} ({one.trace.title}): {group.source.traced}   [{group.source.traced.where}]"


def _flow_variables(flat: Flat, group: Group, row: int) -> Any:
    size = group.flows
    for sums in flat.flow_sums:
        if sums.variable.shape[1] == size:
            return sums.variable[group.origin[row]]
    return []


def describe_equation(flat: Flat, groups: list[Group], number: int) -> str:
    """Return the equation with this number in a list of groups."""
    for group in groups:
        if number < group.n_rows:
            return describe_row(flat, group, number)
        number -= group.n_rows
    raise IndexError(number)


def _listed(lines: list[str]) -> str:
    shown = lines[:_SHOWN]
    if len(lines) > _SHOWN:
        shown.append(f"… and {len(lines) - _SHOWN} more")
    return "\n".join(f"    {line}" for line in shown)


def _unknowns(flat: Flat, aliased: Aliased, chains: Any) -> list[str]:
    names = [variable_name(flat.root, int(aliased.representative[k])) for k in chains]
    return [_all_names(flat, aliased, int(k), name) for k, name in zip(chains, names, strict=True)]


def _all_names(flat: Flat, aliased: Aliased, chain: int, name: str) -> str:
    same = np.flatnonzero((aliased.chain == chain) & (aliased.order == 0))
    others = [variable_name(flat.root, int(v)) for v in same[:4]]
    return " = ".join(others) if len(others) > 1 else name


def singular(
    flat: Flat, aliased: Aliased, groups: list[Group], finding: StructuralSingularity
) -> StructureError:
    """Explain too many or too few equations."""
    parts = [f"model '{flat.root.title}' cannot be solved."]
    over = finding.overdetermined_equations
    if len(over):
        count = len(finding.unmatched_equations)
        lines = [describe_equation(flat, groups, int(k)) for k in over]
        named = _unknowns(flat, aliased, finding.overdetermined_unknowns)
        about = f", all about {', '.join(named[:_SHOWN])}" if named else ""
        parts.append(
            f"  {_count(count)} too many among these{about}:\n{_listed(lines)}\n"
            "  Two parts prescribe the same motion or torque: remove one of them, or put an "
            "elastic part between them."
        )
    under = finding.underdetermined_unknowns
    if len(under):
        count = len(finding.unmatched_unknowns)
        named = _unknowns(flat, aliased, under)
        parts.append(
            f"  {_count(count)} missing for these unknowns:\n{_listed(named)}\n"
            "  Nothing says what they are: connect the part, add its equation, or remove it."
        )
    return StructureError("\n".join(parts))


def _count(count: int) -> str:
    return "one equation is" if count == 1 else f"{count} equations are"


def dependent(flat: Flat, groups: list[Group], finding: StructuralSingularity) -> StructureError:
    """Explain constraints of which one follows from (or contradicts) the others."""
    lines = [describe_equation(flat, groups, int(k)) for k in finding.overdetermined_equations]
    return StructureError(
        f"model '{flat.root.title}': these equations fix one motion or one torque twice:\n"
        f"{_listed(lines)}\n"
        "  Remove one of them, put an elastic part (Spring, SpringDamper) into a rigid loop, or "
        "give a shaft without inertia some."
    )


def uncounted(flat: Flat, aliased: Aliased, assignments: list[Group]) -> None:
    """Check that every discrete variable has exactly one equation.

    Raises
    ------
    StructureError
        If one has none or several, or an equation assigns nothing.
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
                    f"'{name}' is given twice: one equation is too many\n"
                    f"    {describe_row(flat, *owners[number])}\n"
                    f"    {describe_row(flat, group, row)}"
                )
            owners[number] = group, row
    for number in range(len(aliased.discrete_representative)):
        if number not in owners:
            name = variable_name(flat.root, int(aliased.discrete_representative[number]))
            raise StructureError(
                f"'{name}' has no equation: one equation is missing. Nothing says what it is: "
                "connect the signal, or add its equation"
            )


def assigned(group: Group, row: int) -> int | None:
    """Return the discrete number that an equation determines."""
    for side in (group.template.lhs, group.template.rhs):
        if side.op == "slot" and group.discrete[row, side.value] >= 0:
            return int(group.discrete[row, side.value])
    return None
