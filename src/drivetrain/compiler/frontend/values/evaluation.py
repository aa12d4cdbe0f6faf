"""Evaluate the values of a model, class by class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Flat, Instances
from drivetrain.compiler.frontend.qualified_names import component_path, variable_names
from drivetrain.compiler.frontend.values.checks import Checks, described
from drivetrain.compiler.frontend.values.data import Source, Sources, Values
from drivetrain.compiler.frontend.values.limits import REMEDY, is_moderate
from drivetrain.compiler.frontend.values.plan import Plan, plan_of
from drivetrain.compiler.frontend.values.tables import PackedTables
from drivetrain.errors import ModelError, ParameterError, TableError
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import DECLARED, REQUIRED, STATE_SELECT, StartValue
from drivetrain.modeling.tracing.trace import (
    Binding,
    OwnParameter,
    OwnTable,
    StartBinding,
    Sub,
    Trace,
    bind_modifiers,
)

__all__ = ["Evaluation"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Evaluation:
    """The values under construction; `is_set` marks those set by an outer class or the user.

    Parameters
    ----------
    flat : Flat
        The model.
    known : float array, optional
        Parameters as far as they are known, for what is computed before they are evaluated.
    is_checked : bool
        Whether values are refused that are missing or outside their bounds.
    """

    def __init__(self, flat: Flat, known: Floats | None = None, is_checked: bool = True) -> None:
        root = flat.root
        self.flat = flat
        self._is_checked = is_checked
        self.parameter = np.full(root.n_parameters, np.nan) if known is None else known.copy()
        self.is_set = np.zeros(root.n_parameters, dtype=bool)
        self.start = np.full(root.n_variables, np.nan)
        self.start_set = np.zeros(root.n_variables, dtype=bool)
        self.is_fixed = np.zeros(root.n_variables, dtype=bool)
        self.nominal = np.full(root.n_variables, np.nan)
        self.select = np.zeros(root.n_variables, dtype=np.int8)
        self.select_set = np.zeros(root.n_variables, dtype=bool)
        self.tables = PackedTables(root.n_tables)
        self.sources = Sources()
        self._checks = Checks(flat, self.parameter, self.is_set)

    def modify_top(self) -> None:
        """Apply the modifiers of the model object itself."""
        root = self.flat.root
        top = Sub("", root, None, 0, 0, 0, 0)
        bound = bind_modifiers(top, self.flat.top, lambda value: value)
        one = self.flat.instances[0]
        env = self._environment(one)
        for binding in bound.parameters:
            self._bind(one, binding, env)
        for binding in bound.tables:
            self._bind_table(one, binding)
        for start in bound.starts:
            self._bind_start(one, start, env)

    def evaluate(self, one: Instances) -> None:
        """Evaluate the own values of a class, then its modifiers of its parts."""
        plan = plan_of(one.trace)
        env = self._environment(one)
        self._tables(one)
        self._parameters(one, plan, env)
        self._starts(one, plan, env)
        for binding in one.trace.bindings:
            self._bind(one, binding, env)
        for binding in one.trace.table_bindings:
            self._bind_table(one, binding)
        for start in one.trace.start_bindings:
            self._bind_start(one, start, env)

    def _environment(self, one: Instances) -> Environment:
        members = one.trace.members

        def declared(declaration: Any) -> Any:
            member = members.get(declaration.name)
            if member is None:
                raise ModelError(
                    f"'{declaration}' is none of the own members of '{one.trace.title}': bounds "
                    "and nominal values are not taken from classes around"
                )
            if isinstance(member, OwnParameter):
                return self.parameter[one.parameter + member.slot]
            return member.slot if isinstance(member, OwnTable) else member

        def table(slot: int, x: Any, derivative: int) -> Floats:
            return self.tables.look_up(one.table + slot, x, derivative)

        def matches(slot: int, rows: Any) -> NDArray[np.bool_]:
            return self.tables.consist_of(one.table + slot, rows)

        leaf: dict[str, Callable[[Any], Any]] = {
            "decl": declared,
            "par": lambda slot: self.parameter[one.parameter + slot],
        }
        return Environment(leaf, table, matches)

    def _parameters(self, one: Instances, plan: Plan, env: Environment) -> None:
        if len(plan.constant_slots):
            index = one.parameter[:, None] + plan.constant_slots
            free = ~self.is_set[index]
            values = np.broadcast_to(plan.constant_values, index.shape)
            self.parameter[index[free]] = values[free]
        for own, expression in plan.computed:
            index = one.parameter + own.slot
            free = ~self.is_set[index]
            if own.declaration.final:
                free[:] = True
            value = np.broadcast_to(np.asarray(evaluate(expression, env), float), index.shape)
            self.parameter[index[free]] = value[free]
            self.sources.parameters.append(Source(one, expression, index[:, None], free[:, None]))
        if self._is_checked:
            self._checks.check(one, plan, env)

    def _starts(self, one: Instances, plan: Plan, env: Environment) -> None:
        index = one.variable[:, None] + plan.start_slots
        free = ~self.start_set[index]
        self.start[index[free]] = np.broadcast_to(plan.start_values, index.shape)[free]
        for slot, expression in plan.start_computed:
            at = one.variable + slot
            value = np.broadcast_to(np.asarray(evaluate(expression, env), float), at.shape)
            rows = ~self.start_set[at]
            self.start[at[rows]] = value[rows]
            self.sources.starts.append(Source(one, expression, at[:, None], rows[:, None]))
            self.sources.others.append((one, expression))
        if len(plan.fixed_slots):
            self.is_fixed[one.variable[:, None] + plan.fixed_slots] = True
        if len(plan.select_slots):
            at = one.variable[:, None] + plan.select_slots
            rows = ~self.select_set[at]
            self.select[at[rows]] = np.broadcast_to(plan.select_values, at.shape)[rows]
        for slot, nominal in plan.nominal:
            at = one.variable + slot
            value = nominal
            rows = np.isnan(self.nominal[at])
            if isinstance(nominal, Expr):
                value = evaluate(nominal, env)
                self.sources.nominals.append(Source(one, nominal, at[:, None], rows[:, None]))
                self.sources.others.append((one, nominal))
            self.nominal[at[rows]] = np.broadcast_to(np.asarray(value, float), at.shape)[rows]

    def _bind(self, one: Instances, binding: Binding, env: Environment) -> None:
        target, value = _spread(one.parameter, binding, env)
        free = ~self.is_set[target]
        self.parameter[target[free]] = value[free]
        self.is_set[target] = True
        if isinstance(binding.value, Expr):
            self.sources.parameters.append(Source(one, binding.value, target, free))

    def _bind_start(self, one: Instances, binding: StartBinding, env: Environment) -> None:
        start: StartValue = binding.start
        is_declared = start.value is DECLARED
        given = np.nan if is_declared else start.value
        as_binding = Binding(binding.slots, given, binding.where, binding.name)
        target, value = _spread(one.variable, as_binding, env)
        if isinstance(start.value, Expr):
            self.sources.starts.append(Source(one, start.value, target, ~self.start_set[target]))
            self.sources.others.append((one, start.value))
        if self._is_checked and not is_declared and np.isnan(value).any():
            raise ParameterError(
                f"start value of {binding.name} is not a number (NaN) [{binding.where}]: give a "
                "finite value"
            )
        if not is_declared:
            free = ~self.start_set[target]
            self.start[target[free]] = value[free]
            self.start_set[target] = True
        self.is_fixed[target] |= start.is_fixed
        if start.nominal is not None:
            self.nominal[target] = start.nominal
        if start.state_select is not None:
            self.select[target] = STATE_SELECT.index(start.state_select) - 2
            self.select_set[target] = True

    def _tables(self, one: Instances) -> None:
        for own in one.trace.tables:
            first = one.table + own.slot
            rows = np.flatnonzero(self.tables.offset[first] < 0)
            if not len(rows):
                continue
            if own.declaration.default is REQUIRED:
                path = component_path(self.flat.root, int(one.variable[rows[0]]), one.trace)
                raise ParameterError(
                    f"{path}.{own.name} ({described(own.declaration)}) has no value: write "
                    f"{one.trace.title}({own.name}=[[…]])"
                )
            label = f"{one.trace.title}.{own.name}"
            self.tables.place(own, first[rows], own.declaration.default, label)

    def _bind_table(self, one: Instances, binding: Binding) -> None:
        slots = np.atleast_1d(np.asarray(binding.slots))
        own = _table_behind(one.trace, binding)
        target = (one.table[:, None] + slots).ravel()
        if isinstance(binding.value, Expr):
            source = np.repeat(one.table + binding.value.value, len(slots))
            self.tables.share(own, target, source)
            return
        free = target[self.tables.offset[target] < 0]
        if len(free):
            self.tables.place(own, free, binding.value, self._table_label(one, binding))

    def _table_label(self, one: Instances, binding: Binding) -> str:
        path = component_path(self.flat.root, int(one.variable[0]), one.trace)
        return f"{'.'.join(filter(None, (path, binding.name)))} [{binding.where}]"

    def finish(self) -> Values:
        """Return the finished values."""
        wrong = np.flatnonzero(~(np.isnan(self.start) | is_moderate(self.start)))
        if len(wrong):
            name = variable_names(self.flat.root)[int(wrong[0])]
            raise ParameterError(f"{name}.start = {self.start[wrong[0]]:g} {REMEDY}")
        self.nominal[np.isnan(self.nominal)] = 1.0
        return Values(
            self.parameter,
            self.start,
            self.nominal,
            self.is_fixed,
            self.start_set,
            self.select,
            self.tables.packed,
            self.tables.offset,
        )


def _spread(starts: Ints, binding: Binding, env: Environment) -> tuple[Ints, Floats]:
    """Return target numbers and values of a binding, one row per instance, one column each."""
    target = starts[:, None] + np.atleast_1d(np.asarray(binding.slots))
    value = binding.value
    if isinstance(value, Expr):
        value = np.asarray(evaluate(value, env), dtype=float).reshape(-1, 1)
        return target, np.broadcast_to(value, target.shape)
    shape = np.shape(value)
    if len(shape) > 1:
        found = " × ".join(map(str, shape))
        raise _miscounted(binding, f"an array of {found} values", target.shape[1])
    if shape and (not np.ndim(binding.slots) or shape[0] != target.shape[1]):
        found = f"{shape[0]} value{'s' * (shape[0] != 1)} in a list"
        raise _miscounted(binding, found, target.shape[1])
    return target, np.broadcast_to(np.asarray(value, dtype=float), target.shape)


def _miscounted(binding: Binding, found: str, count: int) -> ParameterError:
    wanted = "one number" if count == 1 else f"one value for all, or {count} values in a row"
    return ParameterError(
        f"{binding.name} [{binding.where}]: found {found} for "
        f"{count} component{'s' * (count > 1)}; give {wanted}"
    )


def _table_behind(klass: Trace, binding: Binding) -> OwnTable:
    """Return the table, of a class or inside its parts, to which a binding gives rows."""
    slot = int(np.atleast_1d(np.asarray(binding.slots))[0])
    here: Trace | None = klass
    while here is not None:
        for own in here.tables:
            if own.slot == slot:
                return own
        here, slot = _inside(here, slot)
    raise TableError(f"{binding.name}: no such table")


def _inside(klass: Trace, slot: int) -> tuple[Trace | None, int]:
    """Return the part of a class that contains a table slot, and the number of the slot there."""
    for sub in klass.subs:
        size, inside = sub.trace.n_tables, slot - sub.table_start
        if 0 <= inside < size * (1 if sub.count is None else sub.count):
            return sub.trace, inside % size
    return None, slot
