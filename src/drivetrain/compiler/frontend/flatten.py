"""Flatten an instance tree into tables of variables, parameters, connections and equations.

Nothing is expanded per instance: for each traced class, a table contains the first numbers of
each of its instances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.template import Slots, Template, template_of
from drivetrain.compiler.frontend.driven_inputs import (
    InputSignal,
    inputs_of,
    with_driven_inputs,
)
from drivetrain.compiler.frontend.open_inputs import held_input, with_held_inputs
from drivetrain.compiler.frontend.surroundings import with_surroundings
from drivetrain.compiler.graph import components, distinct
from drivetrain.errors import ModelError
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import SignalLink
from drivetrain.modeling.expression import walk
from drivetrain.modeling.members import ParameterRef, what_to_set
from drivetrain.modeling.model import Model
from drivetrain.modeling.tracing.slots import OwnVariable
from drivetrain.modeling.tracing.trace import Sub, Trace, TracedEquation, trace

__all__ = [
    "Equations",
    "Flat",
    "FlowSums",
    "Instances",
    "flatten",
    "instances_of",
    "traced_template",
]

Ints = NDArray[np.int64]
_NONE = np.empty(0, dtype=np.int64)


class Instances(NamedTuple):
    """All instances of one traced class; row k begins at these numbers."""

    trace: Trace
    variable: Ints
    parameter: Ints
    table: Ints
    connector: Ints


@dataclass(frozen=True, eq=False)
class FlowSums:
    """Connection sets with three or more flows: ``sum(sign * flow) == 0`` for every row."""

    variable: Ints
    sign: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Equations:
    """Equations of one template: one row per instance."""

    template: Template
    slots: Slots
    instances: Instances
    traced: TracedEquation


@dataclass(frozen=True, eq=False)
class Flat:
    """A flat model: everything by number, names only on demand.

    Attributes
    ----------
    instances : list of Instances
        Containing classes before contained ones.
    equal_a, equal_b : int array
        Variables that connections make equal; first those of signals, from source to target.
    n_signals : int
        Number of connections of signals.
    opposite_a, opposite_b : int array
        Flows of connection sets of two: equal up to sign ``opposite_sign``.
    zero : int array
        Flows of open connectors.
    flow_sums : list of FlowSums
        Larger connection sets, by size.
    equations, initial_equations : list of Equations
        Templates with their rows.
    """

    root: Trace
    top: Component
    instances: list[Instances]
    equal_a: Ints
    equal_b: Ints
    n_signals: int
    opposite_a: Ints
    opposite_b: Ints
    opposite_sign: NDArray[np.int8]
    zero: Ints
    flow_sums: list[FlowSums]
    equations: list[Equations]
    initial_equations: list[Equations]
    inputs: tuple[InputSignal, ...] = ()

    @property
    def n_variables(self) -> int:
        """Number of scalar variables."""
        return self.root.n_variables

    @property
    def n_parameters(self) -> int:
        """Number of run-time parameters."""
        return self.root.n_parameters


def flatten(top: Component, root: Trace | None = None, *, driven: bool = False) -> Flat:
    """Flatten a model.

    Parameters
    ----------
    top : Component
        The model.
    root : Trace, optional
        Its trace, if some parts use other structural parameters.
    driven : bool
        Whether its inputs are driven by its environment while it runs; else they keep their start
        values.

    Raises
    ------
    ModelError
        If an input has no source or a required connector is open.
    """
    root = with_surroundings(trace(top) if root is None else root)
    inputs = tuple(inputs_of(root)) if driven else ()
    root = with_driven_inputs(root, inputs) if driven else with_held_inputs(root, top)
    instances = instances_of(root)
    for one in instances:
        _check_sub_inputs(one.trace)
    edges = _Edges(root, instances)
    return Flat(
        root,
        top,
        instances,
        edges.equal_a,
        edges.equal_b,
        edges.n_signals,
        edges.opposite_a,
        edges.opposite_b,
        edges.opposite_sign,
        edges.zero,
        edges.flow_sums,
        list(_equations(instances, "equations")),
        list(_equations(instances, "initial_equations")),
        inputs,
    )


def instances_of(root: Trace) -> list[Instances]:
    """Assign numbers to all instances, class by class, containing classes first."""
    found: dict[int, list[Ints]] = {id(root): [np.zeros((1, 4), dtype=np.int64)]}
    result = []
    for klass in reversed(root.parts_first()):
        starts = np.concatenate(found.pop(id(klass)))
        result.append(Instances(klass, *np.ascontiguousarray(starts.T)))
        for inner, local in _sub_starts(klass):
            outer = (starts[:, None, :] + local[None, :, :]).reshape(-1, 4)
            found.setdefault(id(inner), []).append(outer)
    return result


def _sub_starts(klass: Trace) -> list[tuple[Trace, Ints]]:
    """Return, per traced class of the parts, where each part begins within `klass`."""
    grouped: dict[int, tuple[Trace, list[Ints]]] = {}
    for sub in klass.subs:
        grouped.setdefault(id(sub.trace), (sub.trace, []))[1].append(_starts(sub))
    return [(inner, np.concatenate(parts)) for inner, parts in grouped.values()]


def _starts(sub: Sub) -> Ints:
    first = np.array(
        [[sub.variable_start, sub.parameter_start, sub.table_start, sub.connector_start]],
        dtype=np.int64,
    )
    if sub.count is None:
        return first
    t = sub.trace
    size = np.array([t.n_variables, t.n_parameters, t.n_tables, t.n_connectors], dtype=np.int64)
    return first + np.arange(sub.count, dtype=np.int64)[:, None] * size


def traced_template(equation: TracedEquation) -> tuple[Template, Slots]:
    """Return the template of a traced equation, cached."""
    known = _TEMPLATES.get(equation)
    if known is None:
        known = template_of(equation.lhs, equation.rhs, equation.where)
        if not known[1].variables:
            raise ModelError(
                f"'{equation}' contains no variable, so it determines nothing [{equation.where}]: "
                f"{_instead_of(equation)}; what must hold is said by ensure(…)"
            )
        _TEMPLATES[equation] = known
    return known


def _instead_of(equation: TracedEquation) -> str:
    """Return what to do instead of stating an equation between parameters."""
    for leaf in (*walk(equation.lhs), *walk(equation.rhs)):
        if isinstance(leaf, ParameterRef) and leaf.declaration.final:
            path = leaf.name.removesuffix(leaf.declaration.name)
            return f"'{leaf}' {what_to_set(leaf.declaration, path)}"
    return "give a parameter its value where it is declared or where the part is made"


_TEMPLATES: WeakKeyDictionary[TracedEquation, tuple[Template, Slots]] = WeakKeyDictionary()


def _equations(instances: list[Instances], which: str) -> Iterator[Equations]:
    for one in instances:
        for equation in getattr(one.trace, which):
            template, slots = traced_template(equation)
            yield Equations(template, slots, one, equation)


def _check_sub_inputs(klass: Trace) -> None:
    if not klass.subs or getattr(klass, "_inputs_checked", False):
        return
    targets: dict[int, SourceLine] = {}
    for link, where in klass.signal_links:
        if link.joins:
            continue
        slot = link.target.slot
        if slot in targets:
            raise ModelError(
                f"'{link.target}' in {klass.title} has two sources [{targets[slot]} and {where}]: "
                "remove one"
            )
        targets[slot] = where
    stated = {
        slot for e in klass.equations for slot, _ in traced_template(e)[1].variables
    } | targets.keys()
    stated |= _sharing(klass, stated)
    for sub in klass.subs:
        _check_driven(klass, sub, stated)
    if klass.cls is not Model:
        klass._inputs_checked = True  # type: ignore[attr-defined]


def _sharing(klass: Trace, stated: set[int]) -> set[int]:
    """Return the inputs that get their source through another input to which they are connected.

    Raises
    ------
    ModelError
        If connected inputs have no source, or several.
    """
    found: set[int] = set()
    groups = _joined_inputs(klass)
    links = klass.signal_links if groups else ()
    sources = {link.target.slot: link.source for link, _ in links if not link.joins}
    for group in groups:
        (link, where), slots = group[0], {end.slot for one, _ in group for end in _ends(one)}
        if not slots & stated:
            raise ModelError(
                f"'{link.source}' >> '{link.target}': both are inputs; one signal has to drive "
                f"them: connect a source with either [in {klass.title}, {where}]"
            )
        driving = {sources[slot].slot: sources[slot] for slot in slots & sources.keys()}
        if len(driving) > 1:
            names = " and ".join(f"'{source}'" for source in driving.values())
            raise ModelError(
                f"'{link.target}' in {klass.title} has two sources, {names}, since it is connected "
                f"to '{link.source}' [{where}]: remove one"
            )
        found |= slots
    return found


def _joined_inputs(klass: Trace) -> list[list[tuple[SignalLink, SourceLine]]]:
    """Return the connections between inputs, those that hang together in one group."""
    joins = [(link, where) for link, where in klass.signal_links if link.joins]
    if not joins:
        return []
    left, right = np.array([[end.slot for end in _ends(link)] for link, _ in joins]).T
    label = components(klass.n_variables, left, right)
    groups: dict[int, list[tuple[SignalLink, SourceLine]]] = {}
    for slot, join in zip(left.tolist(), joins, strict=True):
        groups.setdefault(int(label[slot]), []).append(join)
    return list(groups.values())


def _ends(link: SignalLink) -> tuple[Any, Any]:
    return link.source, link.target


def _check_driven(klass: Trace, sub: Sub, stated: set[int]) -> None:
    for variable in sub.trace.variables:
        if not variable.is_input:
            continue
        for k in range(1 if sub.count is None else sub.count):
            slot = sub.variable_start + k * sub.trace.n_variables + variable.slot
            if slot not in stated:
                index = "" if sub.count is None else f"[{k}]"
                if not sub.trace.cls.inputs_keep_start or variable.start is None:
                    raise _without_source(klass, sub, variable, index)
                name = f"{sub.name}{index}.{variable.name}"
                klass.equations.append(held_input(variable, slot, name, sub.where))


def _without_source(klass: Trace, sub: Sub, variable: OwnVariable, index: str) -> ModelError:
    name = f"{sub.name}{index}.{variable.name}"
    remedy = f"connect a signal, source.y >> self.{name}"
    if variable.index is None:  # the elements of a vector can be connected only
        remedy += f", or give a constant, {sub.trace.title}({variable.name}=…)"
    where = f"{sub.trace.title} in {klass.title}"
    return ModelError(f"input '{name}' ({where}) has no source: {remedy} [{sub.where}]")


class _Edges:
    """Equalities and flow balances of all connection sets."""

    def __init__(self, root: Trace, instances: list[Instances]) -> None:
        self._instances = instances
        self._connectors(root.n_connectors)
        node_a, node_b = self._links()
        self._check_required(np.concatenate([node_a, node_b]))
        label = components(2 * root.n_connectors, node_a, node_b)
        self._potentials(label, node_a, node_b)
        self._flows(label, node_a, node_b)

    def _connectors(self, count: int) -> None:
        """Find the first variable and the family of every connector."""
        self.first = np.zeros(count, dtype=np.int64)
        self.family = np.zeros(count, dtype=np.int64)
        self.required: list[tuple[Ints, Any, Instances]] = []
        self.families: dict[type, int] = {}
        for one in self._instances:
            for own in one.trace.connectors:
                index = one.connector + own.index
                self.first[index] = one.variable + own.slot
                kind = type(own.declaration).family()
                self.family[index] = self.families.setdefault(kind, len(self.families))
                if own.declaration.required:
                    self.required.append((index, own, one))

    def _links(self) -> tuple[Ints, Ints]:
        """Return the two ends of every connection; node = 2 * connector + face."""
        ends_a, ends_b = [_NONE], [_NONE]
        signal_a, signal_b = [_NONE], [_NONE]
        for one in self._instances:
            for link, _ in one.trace.connector_links:
                ends_a.append(_nodes(one.connector, link.left, link.left_face))
                ends_b.append(_nodes(one.connector, link.right, link.right_face))
            for signal, _ in one.trace.signal_links:
                signal_a.append(one.variable + signal.source.slot)
                signal_b.append(one.variable + signal.target.slot)
        self._signals = np.concatenate(signal_a), np.concatenate(signal_b)
        return np.concatenate(ends_a), np.concatenate(ends_b)

    def _check_required(self, nodes: Ints) -> None:
        connected = np.zeros(2 * len(self.first), dtype=bool)
        connected[nodes] = True
        for index, own, one in self.required:
            open_rows = np.flatnonzero(~connected[2 * index])
            if len(open_rows):
                from drivetrain.compiler.frontend.qualified_names import component_path, made_at

                top, start = self._instances[0].trace, int(one.variable[open_rows[0]])
                path, made = component_path(top, start, one.trace), made_at(top, start, one.trace)
                where = f" [{made}]" if made else ""
                full = ".".join(filter(None, (path, own.name)))
                raise ModelError(
                    f"connector '{full}' ({one.trace.title}) is enabled but not connected: "
                    f"connect it, or switch it off with {own.declaration.enabled.name}=False{where}"
                    if hasattr(own.declaration.enabled, "name")
                    else f"connector '{full}' ({one.trace.title}) has to be connected{where}"
                )

    def _potentials(self, label: Ints, node_a: Ints, node_b: Ints) -> None:
        a, b = node_a >> 1, node_b >> 1
        self.n_signals = len(self._signals[0])
        left, right = [self._signals[0]], [self._signals[1]]
        for kind, family in self.families.items():
            rows = np.flatnonzero(self.family[a] == family)
            for k, declared in enumerate(kind.variables()):  # type: ignore[attr-defined]
                if declared.is_potential and len(rows):
                    left.append(self.first[a[rows]] + k)
                    right.append(self.first[b[rows]] + k)
        self.equal_a, self.equal_b = np.concatenate(left), np.concatenate(right)

    def _flows(self, label: Ints, node_a: Ints, node_b: Ints) -> None:
        """Sum the flows of each connection set; an outside connector counts negative."""
        linked = np.zeros(len(label), dtype=bool)
        linked[node_a] = linked[node_b] = True
        linked[::2] = True  # an open connector is a set by itself, with zero flow
        zero, pair_a, pair_b, pair_sign = [_NONE], [_NONE], [_NONE], [_NONE]
        sums: dict[int, list[tuple[Ints, Ints]]] = {}
        for kind, family in self.families.items():
            offsets = [k for k, v in enumerate(kind.variables()) if v.is_flow]  # type: ignore[attr-defined]
            nodes = np.flatnonzero(linked & np.repeat(self.family == family, 2))
            if not offsets or not len(nodes):
                continue
            for size, members in _sets_by_size(nodes, label[nodes]):
                sign = np.where(members & 1, -1, 1)
                for k in offsets:
                    flows = self.first[members >> 1] + k
                    if size == 1:
                        zero.append(flows[:, 0])
                    elif size == 2:
                        pair_a.append(flows[:, 0])
                        pair_b.append(flows[:, 1])
                        pair_sign.append(-sign[:, 0] * sign[:, 1])
                    else:
                        sums.setdefault(size, []).append((flows, sign))
        self.zero = np.concatenate(zero)
        self.opposite_a, self.opposite_b = np.concatenate(pair_a), np.concatenate(pair_b)
        self.opposite_sign = np.concatenate(pair_sign).astype(np.int8)
        self.flow_sums = [
            FlowSums(
                np.concatenate([f for f, _ in parts]),
                np.concatenate([s for _, s in parts]).astype(np.int8),
            )
            for _, parts in sorted(sums.items())
        ]


def _nodes(starts: Ints, local: Ints, face: int) -> Ints:
    nodes: Ints = (2 * (starts[:, None] + local[None, :]) + face).ravel()
    return nodes


def _sets_by_size(nodes: Ints, label: Ints) -> Iterator[tuple[int, Ints]]:
    """Group nodes by label; yield for every set size the sets as rows."""
    order = np.argsort(label, kind="stable")
    nodes, label = nodes[order], label[order]
    first = np.flatnonzero(np.diff(label, prepend=-1))
    sizes = np.diff(np.append(first, len(label)))
    for size in distinct(sizes, len(nodes) + 1).tolist():
        rows = first[sizes == size]
        yield size, nodes[rows[:, None] + np.arange(size)]
