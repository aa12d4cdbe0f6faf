"""Trace a component class: numbered slots and equation templates.

A class is traced once per set of structural parameter values. Slots are numbered so that a
component's variables (its own, then those of its parts) are contiguous: an instance is fully
described by four numbers: the first of its variables, parameters, tables and connectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from drivetrain.errors import (
    DrivetrainError,
    ExpressionError,
    ModelError,
    ParameterError,
    UnitError,
    shown,
)
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import BusLink, Chain, ConnectorLink, DroppedLink
from drivetrain.modeling.connector import Bus, Connector
from drivetrain.modeling.expression import (
    BOOLEAN,
    INTEGER,
    REAL,
    Expr,
    as_expr,
    check_size,
    constant,
    make,
    walk,
)
from drivetrain.modeling.members import (
    STATE_SELECT,
    Declaration,
    Disabled,
    Parameter,
    ParameterRef,
    PreviousRef,
    Signal,
    TableLiteral,
    TableParameter,
    TableRef,
    Variable,
    VariableRef,
    VectorRef,
)
from drivetrain.modeling.members.part_members import PartMember, in_order_of_reading
from drivetrain.modeling.members.scopes import is_inner, is_outer, scope_of
from drivetrain.modeling.statements import (
    Assertion,
    Contact,
    Exchange,
    Foreign,
    Hold,
    Impact,
    Reinit,
    When,
)
from drivetrain.modeling.tracing.bindings import bind_modifiers, in_unit_of
from drivetrain.modeling.tracing.calling import check_members, check_yields, run_method
from drivetrain.modeling.tracing.choices import (
    Assigned,
    assigned_by,
    equations_of,
    is_choice,
    merged,
)
from drivetrain.modeling.tracing.contacts import ContactEquations
from drivetrain.modeling.tracing.counts import count_of, with_counts
from drivetrain.modeling.tracing.exchange import ExchangeEquations
from drivetrain.modeling.tracing.foreign import traced_foreign
from drivetrain.modeling.tracing.left_limits import settle_left_limits, with_leaves
from drivetrain.modeling.tracing.method_names import check_spelling
from drivetrain.modeling.tracing.nesting import is_deep, parts_of, shape_of
from drivetrain.modeling.tracing.references import ComponentRef, ConnectorRef, Owner
from drivetrain.modeling.tracing.settled_values import settle_values, whole_start
from drivetrain.modeling.tracing.sharing.buses import Buses
from drivetrain.modeling.tracing.sharing.needs import Surroundings
from drivetrain.modeling.tracing.slots import (
    Binding,
    OwnConnector,
    OwnParameter,
    OwnTable,
    OwnVariable,
    OwnVector,
    StartBinding,
    Sub,
    Trace,
    TracedAssertion,
    TracedBlow,
    TracedContact,
    TracedEquation,
    TracedHold,
    TracedImpact,
    TracedReinit,
)
from drivetrain.modeling.tracing.structural import (
    StructuralValues,
    decided,
    how_many,
    is_decided,
    is_on,
    size_key,
    structural,
    structural_values,
)
from drivetrain.modeling.tracing.units.inferred_units import with_checked_units

__all__ = [
    "Binding",
    "OwnConnector",
    "OwnParameter",
    "OwnTable",
    "OwnVariable",
    "OwnVector",
    "StartBinding",
    "Sub",
    "Trace",
    "TraceBuilder",
    "TracedAssertion",
    "TracedBlow",
    "TracedContact",
    "TracedEquation",
    "TracedHold",
    "TracedImpact",
    "TracedReinit",
    "bind_modifiers",
    "structural_values",
    "trace",
    "with_variants",
]

_NOWHERE = SourceLine("", 0)
_CACHE: dict[Any, Trace] = {}


def trace(component: Component, outer: Mapping[str, Any] | None = None) -> Trace:
    """Return the trace of a component's class for its structural parameter values.

    Parameters
    ----------
    component : Component
        Instance whose structural parameters select the variant.
    outer : mapping, optional
        Structural values of the enclosing class.

    Raises
    ------
    ModelError
        If the class is written in an invalid way; the message names the source line.
    """
    return _traced(component, outer or {}, {})


def _traced(component: Component, outer: Mapping[str, Any], known: dict[Any, Trace]) -> Trace:
    """Return the trace of a component's class; `known` contains traces of deeply nested parts."""
    if (builder := component._steps_taken()) is not None:
        return _checked(builder.result())
    values = structural_values(component, outer)
    key = type(component), tuple(values.items())
    try:
        found = _CACHE.get(key) or known.get(key)
    except TypeError:  # cannot be hashed
        return _trace(component, values, known)
    if found is None:
        if not known and is_deep(type(component)):
            _trace_parts_first(component, values, known)
            return known[key]
        found = _trace(component, values, known)
        if found.is_lasting:
            _CACHE[key] = found
    return found


def _trace_parts_first(
    component: Component, values: dict[str, Any], known: dict[Any, Trace]
) -> None:
    """Trace a class and all its parts, innermost ones first."""
    pending = [(component, values, False)]
    seen = set()
    while pending:
        one, own, parts_are_known = pending.pop()
        key = type(one), tuple(own.items())
        if parts_are_known:
            known[key] = _trace(one, own, known)
        elif key not in seen:
            seen.add(key)
            pending.append((one, own, True))
            pending += [
                (part, structural_values(part, own), False)
                for name, part in parts_of(type(one))
                if is_on(part.__dict__["_enabled"], own, name)
            ]


def with_variants(root: Trace, variants: Mapping[str, Mapping[str, Any]]) -> Trace:
    """Return a trace in which some parts have other structural parameters.

    Parameters
    ----------
    root : Trace
        The model.
    variants : mapping
        Path of a part → structural parameters. All members of a component array change together.

    Raises
    ------
    ModelError
        If the variables of a variant differ from those of the original.
    """
    whole, inside = {"": root}, {"": dict[str, str]()}
    for path in filter(None, variants):
        above = ""
        for head in path.split("."):
            here = f"{above}.{head}" if above else head
            if here not in whole:
                whole[here] = next(sub.trace for sub in whole[above].subs if sub.name == head)
                inside[above][head], inside[here] = here, {}
            above = here
    made: dict[str, Trace] = {}
    for here, original in reversed(whole.items()):
        changed = inside[here]
        made[here] = (
            _variant(original, variants[here])
            if here in variants
            else replace(
                original,
                subs=[
                    replace(sub, trace=made[changed[sub.name]]) if sub.name in changed else sub
                    for sub in original.subs
                ],
            )
        )
    return made[""]


def _variant(original: Trace, changes: Mapping[str, Any]) -> Trace:
    values = StructuralValues(original.cls, {**original.structural, **changes})
    key = (original.cls, tuple(values.items()))
    made = _CACHE.get(key) or _CACHE.setdefault(key, _trace_class(original.cls, values))
    made = _with_kept(made, original)
    sizes = ("n_variables", "n_parameters", "n_tables", "n_connectors")
    if any(getattr(made, size) != getattr(original, size) for size in sizes):
        raise ModelError(f"{original.title}: {dict(changes)} changes the variables")
    return made


def _with_kept(made: Trace, original: Trace) -> Trace:
    """Return a variant with those hidden variables of its original that only the kernel sets."""
    missing = [own for own in original.variables if own.slot >= made.n_variables]
    slots = {own.slot for own in missing}
    if not slots or not all(own.hidden for own in missing) or not slots <= original.discrete:
        return made
    kept = [e for e in original.equations if isinstance(e.lhs, VariableRef) and e.lhs.slot in slots]
    return replace(
        made,
        variables=[*made.variables, *missing],
        members={**made.members, **{own.name: own for own in missing}},
        equations=[*made.equations, *kept],
        discrete=made.discrete | slots,
        n_variables=original.n_variables,
    )


def _trace(component: Component, values: dict[str, Any], known: dict[Any, Trace]) -> Trace:
    return _trace_class(type(component), values, component._created, known)


def _trace_class(
    cls: type[Component],
    values: dict[str, Any],
    created: SourceLine = _NOWHERE,
    known: dict[Any, Trace] | None = None,
) -> Trace:
    of_package = cls.__module__.startswith("drivetrain.")
    if not of_package:
        check_spelling(cls)
    builder = TraceBuilder(cls, cls.__name__, values, known)
    for name, member in in_order_of_reading(cls.declarations()):
        builder.declare(name, member, created)
    builder.settle_values()
    traced = object.__new__(cls)
    traced.__dict__.update(builder.references)
    run_method(traced, "equations", builder.state, builder.stated)
    run_method(traced, "initial_equations", builder.state_initial, builder.stated)
    check_members(traced, builder.references)
    if not of_package:
        check_yields(cls)
    builder.monitor(traced)
    result = builder.result()
    return result if of_package else _checked(result)


def _checked(traced: Trace) -> Trace:
    """Check the units of user classes; those of the package are checked in its tests.

    Returns
    -------
    Trace
        With the units that equations determine of what was declared without.
    """
    return with_checked_units(traced)


def _is_shipped(component: Component) -> bool:
    return type(component).__module__.partition(".")[0] == __name__.partition(".")[0]


class TraceBuilder:
    """Collects declarations and statements of one class into a :class:`Trace`."""

    def __init__(
        self,
        cls: type[Component],
        title: str,
        structural: Mapping[str, Any],
        known: dict[Any, Trace] | None = None,
    ) -> None:
        self._trace = Trace(cls, title, structural, is_lasting=cls.traced_once)
        self._finished: Trace | None = None
        self._buses = Buses(title, self._extended)
        self._owner = self._buses.owner = Owner(title, self._buses)
        self._whens = 0
        self._at = _NOWHERE
        self._on_trial: set[int] = set()
        self._left_limits = False
        self._part_of: str | None = None
        self._known = known
        self._surroundings = Surroundings(self._owner, self._extended)
        self.stated: set[int] = set()
        self.references: dict[str, Any] = {}

    def result(self) -> Trace:
        """Return the trace of the statements so far; later ones do not change it."""
        if self._finished is None:
            self._finished = self._trace.sharing()
            self._buses.settle(self._finished, self._surroundings.inner)
            self._surroundings.fill(self._finished)
            if self._left_limits:
                settle_left_limits(self._finished)
        return self._finished

    def as_built(self) -> TraceBuilder:
        """Return a builder with the same statements so far; the two are independent."""
        self.result()
        made = copy(self)
        made._trace = self._trace.sharing()
        return made

    def _go_on(self) -> None:
        """Copy shared content before something is added."""
        if self._part_of is not None:
            raise ModelError(
                f"the model '{self._trace.title}' is a part of '{self._part_of}' already and can "
                "no longer change: finish it before adding it"
            )
        if self._finished is not None:
            self._finished = None
            self._trace.share_no_longer()
            self.references = dict(self.references)

    def _extended(self) -> Trace:
        """Return the trace, to which something is added."""
        self._go_on()
        return self._trace

    # -- declarations -------------------------------------------------------------------------

    def parts(self) -> dict[str, tuple[str, int | None]]:
        """Return the class of each part declared so far, and how many an array has."""
        return {sub.name: (sub.trace.title, sub.count) for sub in self._trace.subs}

    def declare(self, name: str, member: Any, where: SourceLine) -> None:
        """Assign slots to a declared member."""
        self._go_on()
        if name in self.references:
            raise ModelError(f"'{self._trace.title}' already has a member {name!r}: rename one")
        if is_outer(member):
            if isinstance(member, Bus):
                self.references[name], self._trace.members[name] = self._buses.outer(name, member)
                return
            like = self._inner_trace(name, member) if isinstance(member, Component) else None
            self.references[name] = self._surroundings.outer(name, member, like)
            return
        if isinstance(member, Parameter):
            reference, own = self._declare_parameter(name, member)
        elif isinstance(member, TableParameter):
            reference, own = self._declare_table(name, member)
        elif isinstance(member, Variable):
            reference, own = self._declare_variable(name, member)
        elif isinstance(member, Connector):
            reference, own = self._declare_connector(name, member)
        elif isinstance(member, Component):
            reference, own = self._declare_sub(name, member, where)
        else:
            is_class = isinstance(member, type) and issubclass(member, Component)
            remedy = f"; make one of the class, {member.__name__}(…)" if is_class else ""
            raise ModelError(
                f"'{self._trace.title}.{name}': {shown(member)} is not a component, connector, "
                f"parameter or variable{remedy}"
            )
        self.references[name] = reference
        self._trace.members[name] = own
        if is_inner(member):
            scope = scope_of(member)
            assert scope is not None
            self._surroundings.offer(name, scope.name or name, reference)

    def _declare_parameter(self, name: str, declaration: Parameter) -> tuple[Any, Any]:
        if declaration.structural:
            value = self._trace.structural[name]
            return value, value
        if declaration.vector:
            size = self._trace.structural[size_key(name)]
            return self._vector(name, [self._parameter(name, declaration, k) for k in range(size)])
        return self._parameter(name, declaration, None)

    def _vector(self, name: str, elements: list[tuple[Any, Any]]) -> tuple[Any, Any]:
        references = VectorRef.of([reference for reference, _ in elements], name)
        return references, OwnVector(name, tuple(own for _, own in elements))

    def _parameter(
        self, name: str, declaration: Parameter, index: int | None
    ) -> tuple[ParameterRef, OwnParameter]:
        path = name if index is None else f"{name}[{index}]"
        like = None
        if index is not None and isinstance(declaration.default, Expr):
            others = self.resolve(declaration.default)
            if 1 < len(others) <= index:
                raise ParameterError(
                    f"{path}: '{declaration.default}' has {len(others)} values; give {name} as many"
                )
            like = others[index if len(others) > 1 else 0]
        own = OwnParameter(path, self._trace.n_parameters, declaration, index, like)
        self._trace.n_parameters += 1
        self._trace.parameters.append(own)
        return ParameterRef(own.slot, declaration, path), own

    def _declare_table(self, name: str, declaration: TableParameter) -> tuple[Any, Any]:
        own = OwnTable(
            name,
            self._trace.n_tables,
            declaration,
            structural(declaration.smoothness, self._trace.structural, name),
            structural(declaration.extrapolation, self._trace.structural, name),
        )
        self._trace.n_tables += declaration.columns - 1
        self._trace.tables.append(own)
        return TableRef(own.slot, declaration, name), own

    def _declare_variable(
        self, name: str, declaration: Variable, hidden: bool = False
    ) -> tuple[Any, Any]:
        is_signal = isinstance(declaration, Signal)
        if is_signal and not is_on(declaration.enabled, self._trace.structural, name):  # type: ignore[attr-defined]
            gone = Disabled(name, declaration.enabled, self._trace.title)  # type: ignore[attr-defined]
            return gone, gone
        select = structural(declaration.state_select, self._trace.structural, name)
        if select not in STATE_SELECT:
            raise ModelError(f"{name}: state_select={select!r}; choose one of {STATE_SELECT}")
        start = whole_start(declaration.start, self._trace.structural, name)
        if start is not declaration.start:
            declaration = copy(declaration)
            declaration.start, declaration.value = start, declaration
        given = shape_of(start)
        if declaration.size is None:
            if given:
                raise ParameterError(
                    f"{name}: {given[0]} start values in a list for one variable; give one value, "
                    "or the variable a size"
                )
            return self._variable(name, declaration, select, hidden, ())
        of = declaration.size if isinstance(declaration.size, tuple) else (declaration.size,)
        sizes = tuple(how_many(one, self._trace.structural, name, "elements") for one in of)
        if given not in ((), sizes):
            told = [" × ".join(map(str, shape)) for shape in (given, sizes)]
            raise ParameterError(f"{name}: {told[0]} start values for {told[1]} elements")
        return self._elements(name, declaration, select, hidden, sizes, ())

    def _elements(
        self,
        name: str,
        declaration: Variable,
        select: str,
        hidden: bool,
        sizes: tuple[int, ...],
        index: tuple[int, ...],
    ) -> tuple[Any, Any]:
        """Return the variables of a vector, or those of the rows of a matrix."""
        if not sizes:
            return self._variable(name, declaration, select, hidden, index)
        first, *rest = sizes
        elements = [
            self._elements(name, declaration, select, hidden, tuple(rest), (*index, k))
            for k in range(first)
        ]
        return self._vector(name + "".join(f"[{k}]" for k in index), elements)

    def _variable(
        self,
        name: str,
        declaration: Variable,
        select: str,
        hidden: bool,
        index: tuple[int, ...],
    ) -> tuple[VariableRef, OwnVariable]:
        is_signal = isinstance(declaration, Signal)
        path = name + "".join(f"[{k}]" for k in index)
        slot = self._trace.n_variables
        start = decided(declaration.start, self._trace.structural, path)
        settled = None if start is declaration.start else start
        own = OwnVariable(
            path, slot, declaration, select, is_signal, hidden, index or None, settled
        )
        self._trace.n_variables += 1
        self._trace.variables.append(own)
        return VariableRef(slot, declaration, path, True), own

    def _declare_connector(self, name: str, declaration: Connector) -> tuple[Any, Any]:
        if not is_on(declaration.enabled, self._trace.structural, name):
            kind = type(declaration)
            gone = Disabled(name, declaration.enabled, self._trace.title, kind)
            return gone, gone
        if isinstance(declaration, Bus):
            return self._buses.declare(name, declaration)
        own = OwnConnector(name, self._trace.n_connectors, self._trace.n_variables, declaration)
        self._trace.n_connectors += 1
        self._trace.connectors.append(own)
        for variable in declaration.variables():
            path = f"{name}.{variable.name}"
            slot = self._trace.n_variables
            self._trace.variables.append(OwnVariable(path, slot, variable, "default"))
            self._trace.n_variables += 1
        reference = ConnectorRef(type(declaration), name, own.index, own.slot, 1, self._owner)
        return reference, own

    def _declare_sub(self, name: str, component: Component, where: SourceLine) -> tuple[Any, Any]:
        enabled, count = component.__dict__["_enabled"], component._count
        try:
            if not is_on(enabled, self._trace.structural, name):
                gone = Disabled(name, enabled, self._trace.title)
                return gone, gone
            if count is not None:
                count = how_many(count, self._trace.structural, name, "components")
        except ParameterError as error:
            raise ParameterError(f"{error} [{component._created}]") from error
        inner = self._inner_trace(name, component)
        if vars(type(component)).get("is_partial"):
            raise ModelError(
                f"{inner.title} is partial: '{name}' needs a complete class [{component._created}]"
            )
        self._trace.is_lasting &= inner.is_lasting
        t, starts = self._trace, (-1, -1, -1, -1)
        while starts != (t.n_variables, t.n_parameters, t.n_tables, t.n_connectors):
            starts = t.n_variables, t.n_parameters, t.n_tables, t.n_connectors
            own = Sub(name, inner, count, *starts, component._created)
            bound = bind_modifiers(own, component, self.resolve)  # may need what is around
        reference = ComponentRef(own, name, own.indices(), self._owner)
        inputs = self._inputs(own, component, reference, bound.inputs)
        many = 1 if count is None else count
        t.n_variables += many * inner.n_variables
        t.n_parameters += many * inner.n_parameters
        t.n_tables += many * inner.n_tables
        t.n_connectors += many * inner.n_connectors
        t.subs.append(own)
        t.bindings += bound.parameters
        t.table_bindings += bound.tables
        t.start_bindings += bound.starts
        for statement in inputs:
            self.state(statement, component._created)
        return reference, own

    def _inner_trace(self, name: str, component: Component) -> Trace:
        """Return the trace of a part; this completes a model built step by step."""
        if (builder := component._steps_taken()) is not None:
            if builder is self:
                raise ModelError(
                    f"{name}: the model '{self._trace.title}' cannot be a part of itself"
                )
            builder._part_of = self._trace.title
        try:
            return _traced(component, self._trace.structural, self._known or {})
        except DrivetrainError as error:
            told = str(error)
            if isinstance(error, UnitError) or (" [" in told and not _is_shipped(component)):
                raise
            if _is_shipped(component):  # the fault is in its arguments, not in its source
                told = told.partition(" [in ")[0]
            raise type(error)(f"{name}: {told} [{component._created}]") from error

    def _inputs(
        self,
        sub: Sub,
        component: Component,
        reference: ComponentRef,
        given: list[tuple[str, Any]],
    ) -> list[Any]:
        """Return the statements that bind the inputs of a part to given values."""
        statements = []
        for name, value in given:
            elements = [reference] if sub.count is None else list(reference)
            one_of_vector = isinstance(value, VectorRef) and len(value) == 1
            values = np.asarray(value[0] if one_of_vector else value, dtype=object)
            if values.ndim and (sub.count is None or values.shape != (len(elements),)):
                several = "" if sub.count is None else f" for all, or {len(elements)} values"
                raise ParameterError(
                    f"{sub.name}.{name}={shown(value)}: give one value{several} "
                    f"[{component._created}]"
                )
            for element, one in zip(elements, np.broadcast_to(values, len(elements)), strict=True):
                signal = getattr(element, name)
                try:
                    wanted = in_unit_of(signal, one)
                except DrivetrainError as error:
                    raise type(error)(f"{error} [{component._created}]") from error
                statements.append(signal == wanted)
        return statements

    def resolve(self, value: Any) -> Any:
        """Replace declarations of this class in an expression by references to its slots."""
        if not isinstance(value, Expr):
            return value
        if value.op == "decl":
            return self._resolve_declaration(value.value)
        if isinstance(value, PartMember):
            return value.found_in(self.references)
        if is_decided(value):
            return structural(value, self._trace.structural, str(value))
        if not value.args:
            return value
        args = tuple(self.resolve(arg) for arg in value.args)
        args = tuple(as_expr(arg) for arg in args)
        return Expr(value.op, args, value.value, value.kind)

    def _resolve_declaration(self, declaration: Declaration) -> Any:
        if declaration.name not in self.references:
            raise ModelError(
                f"'{declaration}' is not a member of '{self._trace.title}': a value can be "
                "bound to members of the enclosing class only"
            )
        return self.references[declaration.name]

    def settle_values(self) -> None:
        """Resolve values that read parameters of parts, now that these have slots."""
        settle_values(self._trace, self.resolve)

    # -- statements ---------------------------------------------------------------------------

    def state(self, statement: Any, where: SourceLine) -> None:
        """Add one statement of `equations`."""
        self._go_on()
        self._at = where
        self.stated.add(id(statement))
        if isinstance(statement, Expr):
            self._equation(statement, where, self._trace.equations)
        elif isinstance(statement, Chain):
            self._links(statement, where)
        elif isinstance(statement, When):
            self._when(statement, where)
        elif isinstance(statement, Assertion) and statement.only_warns:
            self._warning(~statement.condition, statement.message, where)
        elif isinstance(statement, Assertion):
            condition = self._settled(statement.condition)
            traced = TracedAssertion(condition, statement.message, where, statement.ends)
            self._trace.assertions.append(traced)
        elif isinstance(statement, Hold):
            self._hold(statement, where)
        elif isinstance(statement, Contact):
            self._contact(statement, where)
        elif isinstance(statement, Impact):
            self._impact(statement, where)
        elif isinstance(statement, Foreign):
            self._foreign(statement, where)
        elif isinstance(statement, Exchange):
            self._exchange(statement, where)
        elif isinstance(statement, Iterable) and not isinstance(statement, (str, Connector)):
            for one in statement:
                self.state(one, where)
        elif isinstance(statement, bool):
            raise ExpressionError(
                f"a comparison of flanges, parts or plain numbers gave {statement}, which is not "
                "an equation: yield 'left == right' of variables; flanges and signals are "
                "connected by 'a >> b'"
            )
        else:
            raise ExpressionError(
                f"'{statement}' is not an equation: yield 'left == right', a connection "
                "'a >> b', or when(…), hold(…), impact(…), ensure(…)"
                + "; reinit(…) belongs into when(condition, …)"
                * isinstance(statement, Reinit)
            )

    def state_initial(self, statement: Any, where: SourceLine) -> None:
        """Add one statement of `initial_equations`, or several in a list."""
        if isinstance(statement, Iterable) and not isinstance(statement, (str, Connector)):
            for one in statement:
                self.state_initial(one, where)
            return
        if not isinstance(statement, Expr):
            raise ExpressionError(f"'{statement}' is not an equation: yield 'left == right'")
        self._at = where
        self._equation(statement, where, self._trace.initial_equations)

    def _equation(self, e: Expr, where: SourceLine, into: list[TracedEquation]) -> None:
        if e.op != "eq" and not is_choice(e):
            raise ExpressionError(f"'{e}' is an expression, not an equation: write 'left == right'")
        branches = equations_of(e) if is_choice(e) else ()
        lhs, rhs = (self._settled(side) for side in (merged(e) if branches else e.args))
        into.append(TracedEquation(lhs, rhs, where, branches=branches))

    def _links(self, chain: Chain, where: SourceLine) -> None:
        self.stated.update(map(id, chain.links))
        for link in chain.links:
            if isinstance(link, ConnectorLink):
                self._trace.connector_links.append((link, where))
            elif isinstance(link, BusLink):
                self._buses.links.append((link, where))
            elif isinstance(link, DroppedLink):
                self._trace.dropped_links.append((link, where))
            else:
                self._trace.signal_links.append((link, where))

    def _hold(self, statement: Hold, where: SourceLine) -> None:
        """Add a lock constraint, and declare the variables for impulses if it stops a motion."""
        speed, slides = statement.speed.value[0], None
        if any(hold.speed == speed and hold.condition in self._on_trial for hold in self.holds):
            raise ExpressionError(f"{statement}: state it before impact({statement.speed}, …)")
        if statement.slides:
            variable, backward, forward = statement.slides
            slides = (variable.value[0], float(backward), float(forward))
        blow = self._stopping(statement.stops, statement.load, where)
        changes = statement.massless, statement.prescribed
        held = TracedHold(speed, statement.condition.value[0], *changes, blow, slides)
        self._trace.holds.append(held)

    def _stopping(self, stops: str, load: Expr | None, where: SourceLine) -> TracedBlow | None:
        """Declare the variables for impulses of an element if it stops a motion."""
        if stops == "neither":
            return None
        blow = self._blow(stops, where)
        if load is None:
            return blow
        trial = self._kept("on_trial", Variable(BOOLEAN, "1", start=False), where)
        return replace(blow, load=load.value[0], on_trial=trial.slot)

    def _blow(self, stops: str, where: SourceLine) -> TracedBlow:
        """Declare the trial push of an element."""
        return TracedBlow(stops, self._kept("push", Variable(REAL, "1", start=0.0), where).slot)

    @property
    def holds(self) -> list[TracedHold]:
        """The lock constraints stated so far."""
        return self._trace.holds

    def _kept(self, name: str, declaration: Variable, where: SourceLine) -> VariableRef:
        """Declare a hidden discrete variable that only the kernel sets."""
        made = self._hidden(name, declaration)
        self._trace.discrete.add(made.slot)
        self._trace.equations.append(TracedEquation(made, made.previous(), where, assigns=True))
        return made

    def _hidden(self, name: str, declaration: Variable) -> VariableRef:
        """Declare a hidden variable of a statement."""
        count = sum(own.hidden and own.name.startswith(name) for own in self._trace.variables)
        declaration.name = f"{name}{count + 1}"
        while declaration.name in self.references:
            declaration.name += "_"
        made, own = self._declare_variable(declaration.name, declaration, hidden=True)
        self._trace.members[own.name] = own
        reference: VariableRef = made
        return reference

    def _impact(self, stated: Impact, where: SourceLine) -> None:
        """Add an impact to the lock constraint of its speed; make one if there is none."""
        speed, load = stated.speed.value[0], stated.load.value[0]
        found = [k for k, hold in enumerate(self.holds) if hold.speed == speed]
        if not found:
            found = [len(self.holds)]
            trial = self._kept("on_trial", Variable(BOOLEAN, "1", start=False), where)
            self._on_trial.add(trial.slot)
            blow = replace(self._blow("both", where), load=load, on_trial=trial.slot)
            self.holds.append(TracedHold(speed, trial.slot, {}, {}, blow))
            self._no_load(stated, trial, where)
        struck = self.holds[found[0]].blow
        if struck is None or struck.load != load:
            raise ExpressionError(
                f"{stated}: hold({stated.speed}, …) has to name the same load, and not to stop "
                "'neither'"
            )
        active, _ = self._edge(stated.condition, where)
        restitution = self._settled(stated.restitution)
        self._trace.impacts.append(TracedImpact(found[0], active, restitution, where))

    def _foreign(self, stated: Foreign, where: SourceLine) -> None:
        """Declare the clock and the latched inputs of a block that another program computes."""
        assigned = partial(self._assigned, where=where)
        self._trace.foreign.append(traced_foreign(stated, self._hidden, self._settled, assigned))

    def _exchange(self, stated: Exchange, where: SourceLine) -> None:
        """Add the equations of a program with states and events of its own."""
        made = ExchangeEquations(stated, self._hidden)
        self.state(made.block, where)
        self._assigned(*made.latched, where=where)
        for one in made.statements():
            self.state(one, where)
        for one in made.initial():
            self.state_initial(one, where)

    def _assigned(self, target: VariableRef, value: Expr, where: SourceLine) -> None:
        """Let events determine a variable."""
        self._trace.discrete.add(target.value[0])
        self._trace.equations.append(TracedEquation(target, value, where, assigns=True))

    def _no_load(self, stated: Impact, trial: VariableRef, where: SourceLine) -> None:
        """State that the load of an impact is zero except for its impulses."""
        speed, load = stated.speed, stated.load
        assert isinstance(speed, VariableRef)
        acceleration = self._number(speed.derivative() * constant(1.0, "s"), speed)
        either = Expr("where", (trial, acceleration, self._number(load, load)), None, REAL)
        self._trace.equations.append(TracedEquation(either, as_expr(0.0), where))

    @staticmethod
    def _number(value: Expr, like: Expr) -> Expr:
        """Return a quantity divided by the unit of a variable."""
        assert isinstance(like, VariableRef)
        unit = like.declaration.unit
        return value / constant(1.0, unit) if unit else value

    def _edge(self, stated: Expr, where: SourceLine) -> tuple[VariableRef, Expr]:
        """Declare a condition; return it, and whether it has just become true."""
        self._whens += 1
        declaration = Variable(BOOLEAN, "1", start=False, doc="Condition of a when statement")
        declaration.name = f"when{self._whens}"
        active, own = self._declare_variable(declaration.name, declaration, hidden=True)
        self._trace.members[own.name] = own
        condition = self._settled(stated)
        self._trace.equations.append(TracedEquation(active, condition, where, when=stated))
        fire = active & ~active.previous()
        if not any(node.op == "initial" for node in walk(stated)):
            fire = fire & ~Expr("initial", (), None, BOOLEAN)
        return active, fire

    def _when(self, statement: When, where: SourceLine) -> None:
        assigned: dict[int, list[Assigned]] = {}
        earlier: Expr | None = None
        for branch in statement.branches():
            self.stated.add(id(branch))
            own = self._any_edge(branch.conditions, where)
            fire = own if earlier is None else own & ~earlier
            earlier = own if earlier is None else earlier | own
            fresh: dict[int, Assigned] = {}
            for action in branch.actions:
                if isinstance(action, Reinit):
                    self._reinit(fire, action, where)
                elif isinstance(action, Assertion):
                    self._at_an_event(fire, action, where)
                else:
                    one = assigned_by(fire, action)
                    if one.target.slot in fresh:
                        raise ExpressionError(f"'{one.target}' gets two values in one when(…)")
                    fresh[one.target.slot] = one
            for slot, one in fresh.items():
                assigned.setdefault(slot, []).append(one)
        for values in assigned.values():
            self._assign(values, statement.branches()[0].conditions[0], where)

    def _any_edge(self, conditions: Iterable[Expr], where: SourceLine) -> Expr:
        """Return whether one of some conditions has just become true."""
        first, *others = (self._edge(one, where)[1] for one in conditions)
        for one in others:
            first = first | one
        return first

    def _reinit(self, fire: Expr, action: Reinit, where: SourceLine) -> None:
        self.stated.add(id(action))
        target, value = action.variable, self._settled(action.value)
        self._trace.reinits.append(TracedReinit(target.value[0], fire, value, where, target))

    def _warning(self, violated: Expr, message: str, where: SourceLine) -> None:
        """Declare a variable that tells whether a condition is violated."""
        number, name = len(self._trace.warnings), ""
        while not name or name in self.references or name in self._trace.members:
            number += 1
            name = f"warning{number}"
        declaration = Variable(BOOLEAN, "1", start=False, doc=message)
        declaration.name = name
        made, own = self._declare_variable(name, declaration)
        self._trace.members[name] = own
        self._trace.equations.append(TracedEquation(made, self._settled(violated), where))
        self._trace.warnings.append((made.slot, message))

    def _at_an_event(self, fire: Expr, action: Assertion, where: SourceLine) -> None:
        """Check a condition where an event fires, and nowhere else."""
        self.stated.add(id(action))
        failed = self._hidden("failed", Variable(BOOLEAN, "1", start=False))
        condition = self._settled(action.condition)
        self._trace.discrete.add(failed.slot)
        value = make("where", fire, ~condition, failed.previous())
        self._trace.equations.append(TracedEquation(failed, value, where, assigns=True))
        if action.only_warns:
            self._warning(failed, action.message, where)
            return
        traced = TracedAssertion(~failed, action.message, where, action.ends)
        self._trace.assertions.append(traced)

    def _contact(self, stated: Contact, where: SourceLine) -> None:
        """Add the equations of a contact, and the data for the kernel's decision."""
        made = ContactEquations(stated, self._hidden, where)
        for target in made.kept:
            self._trace.discrete.add(target.slot)
        self._trace.equations += [
            replace(e, lhs=self._settled(e.lhs), rhs=self._settled(e.rhs)) for e in made.equations
        ]
        if made.contact is not None:
            self._trace.contacts.append(made.contact)
        if made.hold is not None:
            blow = self._stopping(stated.stops, stated.load, where)
            self._trace.holds.append(replace(made.hold, blow=blow))

    def _assign(self, values: list[Assigned], condition: Expr, where: SourceLine) -> None:
        """Add the equation of a discrete variable: what fires sets it, else it stays."""
        target = values[0].target
        self._trace.discrete.add(target.slot)
        rhs: Expr = target.previous()
        for one in reversed(values):
            rhs = Expr("where", (one.fire, one.value, rhs), None, target.kind)
        traced = TracedEquation(target, self._settled(rhs), where, assigns=True, when=condition)
        self._trace.equations.append(traced)

    def _settled(self, e: Expr) -> Expr:
        """Replace tables and counts in equations; record uses of pre(x) of a real x."""
        check_size(e)
        e = with_counts(e, self._count)

        def leaf(node: Expr) -> Expr:
            if isinstance(node, PreviousRef):
                self._left_limits |= node.kind == REAL
            return self._literal(node) if isinstance(node, TableLiteral) else node

        return with_leaves(e, leaf)

    def _count(self, whole: Expr) -> VariableRef:
        """Declare the largest integer not above an expression, which changes at events."""
        count = self._hidden("floor", Variable(INTEGER, "1", start=0))
        value = self._settled(count_of(count, whole.args[0]))
        self._trace.equations.append(TracedEquation(count, value, self._at))
        return count

    def _literal(self, literal: TableLiteral) -> TableRef:
        """Declare a table for the numbers in an equation; equal ones share one."""
        known = self._trace.literals.get(literal.value)
        if known is None:
            name = f"table{len(self._trace.literals) + 1}"
            while name in self.references:
                name += "_"
            known, own = self._declare_table(name, literal.declaration())
            self._trace.members.setdefault(name, own)
            self._trace.literals[literal.value] = known
        return known

    def monitor(self, traced: Any) -> None:
        """Add the energy expressions of the class: stored, dissipated, supplied, and as heat."""
        for key in ("stored_energy", "dissipated_power", "supplied_power", "stored_heat"):
            method = getattr(type(traced), key, None)
            if method is not None:
                self._trace.monitors[key] = as_expr(method(traced))
