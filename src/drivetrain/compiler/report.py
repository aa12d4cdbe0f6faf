"""Structural report of a model, for `drivetrain check`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.frontend.dropped_connections import dropped_connections
from drivetrain.compiler.frontend.equation_groups import Group
from drivetrain.compiler.frontend.qualified_names import variable_name
from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.redundant_locks import Locks, SharedMotion
from drivetrain.compiler.structure.diagnostics import describe_equation
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ModelError
from drivetrain.markup import outline, sections
from drivetrain.modeling.component import Component, as_component
from drivetrain.modeling.tracing.trace import Trace, trace
from drivetrain.modeling.tracing.units.inferred_units import with_checked_units

__all__ = ["Loop", "Report", "check", "member_name", "state_names", "state_variables"]


@dataclass(frozen=True)
class Loop:
    """An algebraic loop: equations that are solved simultaneously.

    Attributes
    ----------
    size : int
        Number of unknowns.
    torn : tuple of str
        Unknowns left after tearing; the loop is a system of this many equations.
    kind : {"linear", "nonlinear"}
        How it is solved.
    """

    size: int
    torn: tuple[str, ...]
    kind: str

    def __str__(self) -> str:
        return f"{self.size} unknowns, {self.kind}, solved for {', '.join(self.torn)}"


@dataclass(frozen=True)
class Report:
    """Structure of a model.

    Attributes
    ----------
    model : str
        Name of the model.
    variables, parameters : int
        Scalar variables and run-time parameters.
    states : tuple of str
        Continuous states.
    unmet : tuple of str
        Variables preferred as states that are not states: they follow from the states.
    discrete : int
        Boolean and integer quantities (and real ones that change at events only).
    constraints : tuple of str
        Equations that constrain states and had to be differentiated.
    loops : tuple of Loop
        Algebraic loops.
    relations, time_relations, mixed_systems : int
        Relations that raise events, those on time alone, and sets of relations that have to be
        solved together with the equations.
    shared_motions : tuple of SharedMotion
        Motions that several elements can lock, so that equilibrium leaves their torques open.
    warnings, faults : tuple of str
        Findings worth checking; errors that make the model unusable.
    notes : tuple of str
        What is left out of the model: connections with a connector that is switched off.
    """

    model: str
    variables: int = 0
    parameters: int = 0
    states: tuple[str, ...] = ()
    discrete: int = 0
    constraints: tuple[str, ...] = ()
    loops: tuple[Loop, ...] = ()
    relations: int = 0
    time_relations: int = 0
    mixed_systems: int = 0
    shared_motions: tuple[SharedMotion, ...] = ()
    warnings: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    faults: tuple[str, ...] = field(default=())
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.faults:
            return "\n".join([f"{self.model}: not usable", *self.faults])
        lines = [
            f"{self.model}: {_count(self.variables, 'variable')}, "
            f"{_count(self.parameters, 'parameter')}, "
            f"{_count(self.discrete, 'discrete quantity', 'discrete quantities')}",
            *_section(_count(len(self.states), "state"), self.states),
            *self._unmet(),
            *_section(f"{_count(len(self.constraints), 'constraint')} differentiated",
                      self.constraints),
            *_section(_count(len(self.loops), "algebraic loop"), self.loops),
            f"events: {_count(self.relations, 'relation')}, {self.time_relations} on time alone, "
            f"{_count(self.mixed_systems, 'mixed system')}",
            *_section(f"{_count(len(self.shared_motions), 'set')} of elements that can lock the "
                      "same motion", self.shared_motions),
            *_section(_count(len(self.warnings), "warning"), self.warnings),
            *(_section(_count(len(self.notes), "note"), self.notes) if self.notes else ()),
        ]  # fmt: skip
        return "\n".join(lines)

    def _unmet(self) -> list[str]:
        if not self.unmet:
            return []
        title = f"{len(self.unmet)} preferred as states, but determined by the states"
        return _section(title, self.unmet)

    def __repr__(self) -> str:
        """Return the name of the model and the report."""
        return f"<report on {self.model}>\n{self}"

    def _repr_html_(self) -> str:
        """Return the report as a table for notebooks."""
        if self.faults:
            return sections([("fault", self.faults)], f"{self.model}: not usable")
        first, _, rest = str(self).partition("\n")
        return outline(rest, first)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _section(title: str, items: Iterable[object]) -> list[str]:
    return [title, *(f"    {item}" for item in items)]


@explained
def check(model: Component) -> Report:
    """Translate a model and report its structure; faults are reported, not raised.

    Parameters
    ----------
    model : Model
        Model to examine. The units of all equations are checked too.

    Returns
    -------
    Report
        With `faults` if the model cannot be used.

    Raises
    ------
    UsageError
        If the argument is not a model.
    """
    title = getattr(as_component(model), "title", type(model).__name__)
    try:
        _check_all_units(trace(model))
        return _report(translate(model))
    except ModelError as error:
        return Report(title, faults=(str(error),))


def _check_all_units(root: Trace) -> None:
    seen: set[int] = set()
    stack = [root]
    while stack:
        klass = stack.pop()
        if id(klass) not in seen:
            seen.add(id(klass))
            with_checked_units(klass)
            stack.extend(sub.trace for sub in klass.subs)


def _report(t: Translation) -> Report:
    program = t.program
    names = [member_name(t, int(m)) for b in t.lowered.loops for m in b.tearing]
    loops, first = [], 0
    for block, kind in zip(t.lowered.loops, t.lowered.loop_kinds, strict=True):
        torn = tuple(names[first : first + len(block.tearing)])
        first += len(block.tearing)
        loops.append(Loop(block.size, torn, kind))
    systems = t.mixed_systems
    return Report(
        t.flat.root.title,
        t.flat.n_variables,
        t.flat.n_parameters,
        tuple(state_names(t)),
        len(t.lowered.discrete),
        _constraints(t, t.reduced),
        tuple(loops),
        len(program.relations),
        len(program.time_relations),
        int(systems.max(initial=-1)) + 1,
        tuple(Locks(t, t.values).shared()),
        tuple(t.probable_slips),
        tuple(variable_name(t.flat.root, int(number)) for number in t.reduced.unmet),
        notes=tuple(dropped_connections(t.flat)),
    )


def _constraints(t: Translation, reduced: Reduced) -> tuple[str, ...]:
    real: list[Group] = [g for g in t.groups if g not in reduced.assignments]
    return tuple(describe_equation(t.flat, real, int(k)) for k in np.flatnonzero(reduced.c))


def state_variables(t: Translation) -> list[int]:
    """Return, for each state, the number of the variable with the shortest name, -1 if none."""
    found = [-1] * len(t.lowered.states)
    names = [""] * len(found)
    column = t.column - 2
    wanted = np.flatnonzero((column >= 0) & (column < len(names)))
    for number in wanted.tolist():
        name, place = variable_name(t.flat.root, number), int(column[number])
        if not names[place] or _rank(name) < _rank(names[place]):
            names[place], found[place] = name, number
    return found


def state_names(t: Translation) -> list[str]:
    """Return the shortest name of each state."""
    return [
        variable_name(t.flat.root, number) if number >= 0 else member_name(t, int(member))
        for number, member in zip(state_variables(t), t.lowered.states, strict=True)
    ]


def _rank(name: str) -> tuple[int, int, str]:
    return (name.count(".") or 9), len(name), name


def member_name(t: Translation, member: int) -> str:
    """Return a name of a chain member, as a derivative if it has no name of its own."""
    chain = int(np.searchsorted(t.reduced.first, member, side="right") - 1)
    order = member - int(t.reduced.first[chain])
    same = np.flatnonzero((t.aliased.chain == chain) & (t.aliased.order == order))
    if len(same):
        return min((variable_name(t.flat.root, int(v)) for v in same), key=_rank)
    base = variable_name(t.flat.root, int(t.aliased.representative[chain]))
    return f"der({base})" if order == 1 else f"der({base}, {order})"
