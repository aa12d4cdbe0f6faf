"""Values: parameters, start values and tables of all instances, from defaults and modifiers.

Containing classes are evaluated first, since what they give their parts goes before the parts'
own defaults. Each expression is evaluated once per class, over all its instances.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.flatten import Flat, Instances
from drivetrain.compiler.interpret import Environment, evaluate
from drivetrain.compiler.names import (
    component_path,
    find_parameter,
    find_variable,
    made_at,
    own_variable,
    parameter_name,
    parameter_names,
    table_names,
    variable_names,
)
from drivetrain.errors import (
    NameLookupError,
    ParameterError,
    TableError,
    UsageError,
    nearest,
    shown,
)
from drivetrain.kernel.tables import evaluate_table, pack_table
from drivetrain.modeling.expression import BOOLEAN, INTEGER, Expr, walk
from drivetrain.modeling.members import (
    REQUIRED,
    STATE_SELECT,
    Parameter,
    StartValue,
)
from drivetrain.modeling.trace import (
    Binding,
    OwnParameter,
    OwnTable,
    OwnVariable,
    StartBinding,
    Sub,
    Trace,
    bind_modifiers,
    checked_value,
)

__all__ = [
    "Source",
    "Sources",
    "Values",
    "check_parameters",
    "evaluate_values",
    "find_sources",
    "is_moderate",
    "parameter_declaration",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROUNDING = float(np.finfo(float).eps)
_LARGEST, _SMALLEST = 1e100, 1e-100
_REMEDY = f"cannot be computed with: give 0 or a size between {_SMALLEST:g} and {_LARGEST:g}"


@dataclass(eq=False)
class Values:
    """Everything that can change without compiling anew, and the attributes of variables.

    Attributes
    ----------
    parameter : float array
        Value of every run-time parameter.
    start : float array
        Start value of every variable, NaN where none is given.
    nominal : float array
        Typical magnitude of every variable.
    is_fixed : bool array
        Whether the start value is demanded.
    is_given : bool array
        Whether the start value comes from outside the variable's own class.
    select : int8 array
        State selection priority, -2 (never) … 2 (always).
    tables, table_offset : float array, int array
        Packed tables and where each begins.
    """

    parameter: Floats
    start: Floats
    nominal: Floats
    is_fixed: NDArray[np.bool_]
    is_given: NDArray[np.bool_]
    select: NDArray[np.int8]
    tables: Floats
    table_offset: Ints


class Source(NamedTuple):
    """An expression that gives parameters their values.

    Attributes
    ----------
    one : Instances
        The class in which it stands.
    expression : Expr
        What is evaluated in every instance.
    target : int array, shape (instances, slots)
        Numbers of the parameters.
    free : bool array
        Which of these it gives; the others have their values from elsewhere.
    """

    one: Instances
    expression: Expr
    target: Ints
    free: NDArray[np.bool_]


@dataclass(eq=False)
class Sources:
    """Where values come from that are no numbers.

    Attributes
    ----------
    parameters : list of Source
        Those of parameters, in the order of evaluation.
    others : list of tuple
        Class and expression of start and nominal values.
    """

    parameters: list[Source] = field(default_factory=list)
    others: list[tuple[Instances, Expr]] = field(default_factory=list)


def check_parameters(parameters: Any) -> None:
    """Refuse what is no mapping from names to values.

    Raises
    ------
    UsageError
        If it is none.
    """
    if parameters is None:
        return
    if not isinstance(parameters, Mapping):
        raise UsageError(
            f"parameters={shown(parameters)}: give values by name, parameters={{'motor.J': 0.1}}"
        )
    for name in parameters:
        if not isinstance(name, str):
            raise UsageError(f"parameters: {name!r} is not the name of a parameter; give a text")


def evaluate_values(flat: Flat, overrides: Mapping[str, Any] | None = None) -> Values:
    """Evaluate all parameters, tables and start values of a flat model.

    Parameters
    ----------
    flat : Flat
        The model.
    overrides : mapping, optional
        ``{"clutch1.peak": 1.2, "clutch1.mu_pos": [[0, 0.4]], "J1.w.start": 3}``; go before
        everything the model says.

    Raises
    ------
    ParameterError
        If a value is missing, not a number, infinite or of a size that computing cannot carry, or
        outside its bounds.
    NameLookupError
        If an override names nothing.
    """
    return _evaluated(flat, overrides).finish()


def find_sources(flat: Flat) -> Sources:
    """Return where values come from that are no numbers.

    Parameters
    ----------
    flat : Flat
        The model.
    """
    return _evaluated(flat, None).sources


def _evaluated(flat: Flat, overrides: Mapping[str, Any] | None) -> _Evaluation:
    work = _Evaluation(flat)
    if overrides:
        work.override(overrides)
    with np.errstate(all="ignore"):  # every value is checked
        work.modify_top()
        for one in flat.instances:
            work.evaluate(one)
    return work


def parameter_declaration(flat: Flat, number: int) -> Parameter:
    """Return what declares a parameter."""
    return next(
        own.declaration
        for one in flat.instances
        for own in one.trace.parameters
        if number - own.slot in one.parameter
    )


@dataclass(eq=False)
class _Plan:
    """What to evaluate for one class, sorted once."""

    constant_slots: Ints
    constant_values: Floats
    computed: list[tuple[OwnParameter, Expr]]
    start_slots: Ints
    start_values: Floats
    start_computed: list[tuple[int, Expr]]
    fixed_slots: Ints
    select_slots: Ints
    select_values: NDArray[np.int8]
    nominal: list[tuple[int, Any]]
    bounds: list[tuple[OwnParameter, Any, Any]]
    nonzero: list[OwnParameter]


_PLANS: WeakKeyDictionary[Trace, _Plan] = WeakKeyDictionary()


def _plan(klass: Trace) -> _Plan:
    known = _PLANS.get(klass)
    if known is None or len(known.start_slots) + len(known.start_computed) != len(klass.variables):
        known = _PLANS[klass] = _make_plan(klass)
    return known


def _make_plan(klass: Trace) -> _Plan:
    given = [p for p in klass.parameters if p.default is not REQUIRED]
    constant = [p for p in given if not isinstance(p.default, Expr)]
    computed = [p for p in given if isinstance(p.default, Expr)]
    starts = [(v.slot, _start_of(v)) for v in klass.variables]
    plain = [(slot, value) for slot, value in starts if not isinstance(value, Expr)]
    levels = [(v.slot, STATE_SELECT.index(v.state_select) - 2) for v in klass.variables]
    levels = [(slot, level) for slot, level in levels if level]
    return _Plan(
        np.array([p.slot for p in constant], dtype=np.int64),
        np.array([_number(p, klass) for p in constant], dtype=float),
        _in_order(klass, computed),
        np.array([slot for slot, _ in plain], dtype=np.int64),
        np.array([value for _, value in plain], dtype=float),
        [(slot, value) for slot, value in starts if isinstance(value, Expr)],
        np.array([v.slot for v in klass.variables if v.declaration.is_fixed], dtype=np.int64),
        np.array([slot for slot, _ in levels], dtype=np.int64),
        np.array([level for _, level in levels], dtype=np.int8),
        [
            (v.slot, v.declaration.nominal)
            for v in klass.variables
            if v.declaration.nominal is not None
        ],
        [
            (p, p.declaration.minimum, p.declaration.maximum)
            for p in klass.parameters
            if p.declaration.minimum is not None or p.declaration.maximum is not None
        ],
        [p for p in klass.parameters if p.declaration.nonzero],
    )


def _start_of(own: OwnVariable) -> Any:
    if own.start is None:
        return 0.0 if own.declaration.kind in (BOOLEAN, INTEGER) else np.nan
    return own.start


def _number(own: OwnParameter, klass: Trace) -> float:
    try:
        return float(own.default)
    except (TypeError, ValueError, OverflowError) as error:
        raise ParameterError(
            f"{klass.title}.{own.name}: the default {own.default!r} is not a number"
        ) from error


def _needed(leaf: Any) -> str:
    """Return the name of the parameter that an expression refers to."""
    return str(leaf.value.name if leaf.op == "decl" else leaf.name)


def _in_order(klass: Trace, computed: list[OwnParameter]) -> list[tuple[OwnParameter, Expr]]:
    """Sort computed parameters so that each comes after those it needs."""
    pending = {p.name: p for p in computed}
    needs = {
        p.name: {_needed(n) for n in walk(p.default) if n.op in ("decl", "par")} & pending.keys()
        for p in computed
    }
    result: list[tuple[OwnParameter, Expr]] = []
    while pending:
        ready = [name for name in pending if not needs[name] & pending.keys()]
        if not ready:
            raise ParameterError(
                f"{klass.title}: the parameters {', '.join(pending)} depend on each other in a "
                "circle; give one of them a value"
            )
        for name in ready:
            own = pending.pop(name)
            result.append((own, own.default))
    return result


class _Evaluation:
    """The values under construction; `is_set` marks what an outer class or the user gave."""

    def __init__(self, flat: Flat) -> None:
        root = flat.root
        self.flat = flat
        self.parameter = np.full(root.n_parameters, np.nan)
        self.is_set = np.zeros(root.n_parameters, dtype=bool)
        self.start = np.full(root.n_variables, np.nan)
        self.start_set = np.zeros(root.n_variables, dtype=bool)
        self.is_fixed = np.zeros(root.n_variables, dtype=bool)
        self.nominal = np.full(root.n_variables, np.nan)
        self.select = np.zeros(root.n_variables, dtype=np.int8)
        self.select_set = np.zeros(root.n_variables, dtype=bool)
        self.table_offset = np.full(root.n_tables, -1, dtype=np.int64)
        self.packed: list[Floats] = []
        self.packed_size = 0
        self.table_rows: dict[int, Floats] = {}
        self.sources = Sources()

    # -- what the user gives at run time --------------------------------------------------------

    def override(self, overrides: Mapping[str, Any]) -> None:
        """Take up values given by dotted names."""
        root = self.flat.root
        for name, value in overrides.items():
            number = find_parameter(root, name)
            if number is not None:
                self._override_parameter(name, number, value)
            elif name in (tables := table_names(root)):
                first, columns = tables[name]
                own, _ = _own_table(root, name)
                self._place_table(own, np.array([first]), value, name, columns)
            elif name.endswith(".start"):
                self._override_start(name, value)
            else:
                self._refuse(name, [*parameter_names(root), *tables])

    def _override_parameter(self, name: str, number: int, value: Any) -> None:
        if np.ndim(value):
            raise ParameterError(f"{name}={shown(value)}: give a number")
        declaration = parameter_declaration(self.flat, number)
        if declaration.final:
            _refuse_final(name, declaration)
        self.parameter[number] = checked_value(value, declaration.kind, name)
        self.is_set[number] = True

    def _override_start(self, name: str, value: Any) -> None:
        target = name.removesuffix(".start")
        number = find_variable(self.flat.root, target)
        if number is None:
            self._refuse(target, variable_names(self.flat.root), "variable")
        try:
            self.start[number] = float(value)
        except (TypeError, ValueError, OverflowError):
            raise ParameterError(f"{name}={shown(value)}: give a number") from None
        if np.isnan(self.start[number]):
            raise ParameterError(f"{name} is not a number (NaN): give a finite value")
        self.start_set[number] = True

    def _refuse(self, name: str, known: Iterable[str], what: str = "parameter") -> NoReturn:
        known = list(known)
        structural = _structural_names(self.flat.root)
        if name in structural:
            raise ParameterError(
                f"{name!r} changes the equations: set it where the component is made, "
                "not at run time"
            )
        number = find_variable(self.flat.root, name) if what == "parameter" else None
        if number is not None:
            self._refuse_variable(name, number)
        raise NameLookupError(
            f"'{self.flat.root.title}' has no {what} {name!r}{nearest(name, known)}"
        )

    def _refuse_variable(self, name: str, number: int) -> NoReturn:
        if own_variable(self.flat.root, number).is_input:
            raise NameLookupError(
                f"{name!r} is an input: give the parameters of its source. A number that runs are "
                "to change is a parameter of the model, given to the input where the part is made"
            )
        raise NameLookupError(
            f"{name!r} is a variable: give the parameters on which it depends, or its start "
            f"value by the name '{name}.start'"
        )

    # -- what classes say -------------------------------------------------------------------------

    def modify_top(self) -> None:
        """Take up the modifiers of the model object itself."""
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
        """Evaluate the own values of a class, then what it gives its parts."""
        plan = _plan(one.trace)
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
            member = members[declaration.name]
            if isinstance(member, OwnParameter):
                return self.parameter[one.parameter + member.slot]
            return member.slot if isinstance(member, OwnTable) else member

        def table(slot: int, x: Any, derivative: int) -> Floats:
            return self._look_up(one.table + slot, x, derivative)

        def matches(slot: int, rows: Any) -> NDArray[np.bool_]:
            found = self.table_offset[one.table + slot]
            return np.array([_same_rows(self.table_rows[k], rows) for k in found.tolist()])

        leaf: dict[str, Callable[[Any], Any]] = {
            "decl": declared,
            "par": lambda slot: self.parameter[one.parameter + slot],
        }
        return Environment(leaf, table, matches)

    def _look_up(self, tables: Ints, x: Any, derivative: int) -> Floats:
        at = np.broadcast_to(np.asarray(x, dtype=float), tables.shape)
        out = np.empty(len(tables))
        joined = np.concatenate(self.packed)
        for k, number in enumerate(tables):
            packed = joined[self.table_offset[number] :]
            out[k] = evaluate_table(packed, at[k : k + 1], derivative)[0]
        return out

    def _parameters(self, one: Instances, plan: _Plan, env: Environment) -> None:
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
        self._check(one, plan, env)

    def _check(self, one: Instances, plan: _Plan, env: Environment) -> None:
        for own in one.trace.parameters:
            bad = np.flatnonzero(np.isnan(self.parameter[one.parameter + own.slot]))
            if len(bad):
                self._complain_missing(one, own, int(bad[0]))
        for own, low, high in plan.bounds:
            value = self.parameter[one.parameter + own.slot]
            for bound, wrong, side in (
                (low, np.less, "below its minimum"),
                (high, np.greater, "above its maximum"),
            ):
                if bound is None:
                    continue
                limit = evaluate(bound, env) if isinstance(bound, Expr) else bound
                bad = np.flatnonzero(wrong(value, limit))
                if len(bad):
                    self._complain_bound(one, own, int(bad[0]), value, limit, side)
        for own in plan.nonzero:
            zero = np.flatnonzero(self.parameter[one.parameter + own.slot] == 0)
            if len(zero):
                self._complain_zero(one, own, int(zero[0]))
        self._check_size(one)

    def _check_size(self, one: Instances) -> None:
        """Refuse what is too large or too small; infinity has a meaning where it is the default."""
        slots = [own.slot for own in one.trace.parameters]
        values = self.parameter[one.parameter[:, None] + np.array(slots, dtype=np.int64)]
        for row, k in np.argwhere(~is_moderate(values)).tolist():
            own, value = one.trace.parameters[k], values[row, k]
            if not (np.isinf(value) and np.any(np.isinf(_plain(own.declaration.default)))):
                name = parameter_name(self.flat.root, int(one.parameter[row] + own.slot))
                described = f"{own.declaration.unit} ({_describe(own.declaration)})"
                made = self._made_at(one, row)
                raise ParameterError(f"{name} = {value:g} {described} {_REMEDY}{made}")

    def _complain_missing(self, one: Instances, own: OwnParameter, row: int) -> None:
        name = parameter_name(self.flat.root, int(one.parameter[row] + own.slot))
        number = one.parameter[row] + own.slot
        if self.is_set[number]:
            raise ParameterError(
                f"{name} is not a number (NaN): give a finite value{self._made_at(one, row)}"
            )
        raise ParameterError(
            f"{name} ({_describe(own.declaration)}) has no value: write "
            f"{one.trace.title}({own.name}=…){self._made_at(one, row)}"
        )

    def _made_at(self, one: Instances, row: int) -> str:
        """Return the line that made a part, in brackets."""
        line = made_at(self.flat.root, int(one.variable[row]), one.trace)
        return f" [{line}]" if line else ""

    def _complain_bound(
        self, one: Instances, own: OwnParameter, row: int, value: Floats, limit: Any, side: str
    ) -> None:
        name = parameter_name(self.flat.root, int(one.parameter[row] + own.slot))
        bound = float(np.broadcast_to(limit, value.shape)[row])
        unit = own.declaration.unit
        unit = "" if unit == "1" else f" {unit}"
        if 0 < bound <= sys.float_info.min:
            wrong, remedy = "not positive", "give a value above 0"
        else:
            wrong, remedy = f"{side} {bound:g}{unit}", "give a value inside the bounds"
        raise ParameterError(
            f"{name} = {value[row]:g}{unit} is {wrong} ({_describe(own.declaration)}): {remedy}"
            f"{self._made_at(one, row)}"
        )

    def _complain_zero(self, one: Instances, own: OwnParameter, row: int) -> None:
        name = parameter_name(self.flat.root, int(one.parameter[row] + own.slot))
        what = _describe(own.declaration)
        raise ParameterError(
            f"{name} is zero, which has no meaning ({what}): give a value above or below 0"
            f"{self._made_at(one, row)}"
        )

    def _starts(self, one: Instances, plan: _Plan, env: Environment) -> None:
        index = one.variable[:, None] + plan.start_slots
        free = ~self.start_set[index]
        self.start[index[free]] = np.broadcast_to(plan.start_values, index.shape)[free]
        for slot, expression in plan.start_computed:
            at = one.variable + slot
            value = np.broadcast_to(np.asarray(evaluate(expression, env), float), at.shape)
            rows = ~self.start_set[at]
            self.start[at[rows]] = value[rows]
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
            if isinstance(nominal, Expr):
                value = evaluate(nominal, env)
                self.sources.others.append((one, nominal))
            rows = np.isnan(self.nominal[at])
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
        as_binding = Binding(binding.slots, start.value, binding.where, binding.name)
        target, value = _spread(one.variable, as_binding, env)
        if isinstance(start.value, Expr):
            self.sources.others.append((one, start.value))
        if np.isnan(value).any():
            raise ParameterError(
                f"start value of {binding.name} is not a number (NaN) [{binding.where}]: give a "
                "finite value"
            )
        free = ~self.start_set[target]
        self.start[target[free]] = value[free]
        self.start_set[target] = True
        self.is_fixed[target] |= start.is_fixed
        if start.nominal is not None:
            self.nominal[target] = start.nominal
        if start.state_select is not None:
            self.select[target] = STATE_SELECT.index(start.state_select) - 2
            self.select_set[target] = True

    # -- tables -----------------------------------------------------------------------------------

    def _tables(self, one: Instances) -> None:
        for own in one.trace.tables:
            first = one.table + own.slot
            rows = np.flatnonzero(self.table_offset[first] < 0)
            if not len(rows):
                continue
            if own.declaration.default is REQUIRED:
                path = component_path(self.flat.root, int(one.variable[rows[0]]), one.trace)
                raise ParameterError(
                    f"{path}.{own.name} ({_describe(own.declaration)}) has no value: write "
                    f"{one.trace.title}({own.name}=[[…]])"
                )
            label = f"{one.trace.title}.{own.name}"
            columns = own.declaration.columns - 1
            self._place_table(own, first[rows], own.declaration.default, label, columns)

    def _bind_table(self, one: Instances, binding: Binding) -> None:
        slots = np.atleast_1d(np.asarray(binding.slots))
        own = _table_behind(one.trace, binding)
        target = (one.table[:, None] + slots).ravel()
        columns = own.declaration.columns - 1
        if isinstance(binding.value, Expr):
            source = np.repeat(one.table + binding.value.value, len(slots))
            for k in range(columns):
                free = self.table_offset[target + k] < 0
                self.table_offset[(target + k)[free]] = self.table_offset[(source + k)[free]]
            return
        free = target[self.table_offset[target] < 0]
        if len(free):
            label = self._table_label(one, binding)
            self._place_table(own, free, binding.value, label, columns)

    def _table_label(self, one: Instances, binding: Binding) -> str:
        path = component_path(self.flat.root, int(one.variable[0]), one.trace)
        return f"{'.'.join(filter(None, (path, binding.name)))} [{binding.where}]"

    def _place_table(
        self, own: OwnTable, first: Ints, value: Any, label: str, columns: int
    ) -> None:
        try:
            data = np.asarray(value)
            if data.dtype.kind not in "iufO":
                raise TypeError(data.dtype)
            data = data.astype(float)
        except (TypeError, ValueError, OverflowError) as error:
            raise TableError(
                f"{label} = {shown(value)} is not a table of numbers: give rows of equal length, "
                "[[x1, y1], [x2, y2], …]"
            ) from error
        if data.ndim != 2 or data.shape[0] == 0 or data.shape[1] != columns + 1:
            raise TableError(
                f"{label}: a table with {columns + 1} columns and at least one row is needed, "
                f"found {_shape_of(data)}; write its rows, [[x1, y1, …], [x2, y2, …], …]"
            )
        wrong = data[np.isfinite(data) & ~is_moderate(data)]
        if len(wrong):
            raise TableError(f"{label}: the entry {wrong[0]:g} {_REMEDY}")
        _check_columns(own, data, label)
        self.table_rows[self.packed_size] = data
        for k in range(columns):
            try:
                packed = pack_table(data[:, 0], data[:, k + 1], own.smoothness, own.extrapolation)
            except TableError as error:
                column = f", column {k + 2}" if columns > 1 else ""
                raise TableError(f"{label}{column}: {error}") from error
            self.table_offset[first + k] = self.packed_size
            self.packed.append(packed)
            self.packed_size += len(packed)

    def finish(self) -> Values:
        """Return the finished values."""
        wrong = np.flatnonzero(~(np.isnan(self.start) | is_moderate(self.start)))
        if len(wrong):
            name = variable_names(self.flat.root)[int(wrong[0])]
            raise ParameterError(f"{name}.start = {self.start[wrong[0]]:g} {_REMEDY}")
        self.nominal[np.isnan(self.nominal)] = 1.0
        tables = np.concatenate(self.packed) if self.packed else np.zeros(0)
        return Values(
            self.parameter,
            self.start,
            self.nominal,
            self.is_fixed,
            self.start_set,
            self.select,
            tables,
            self.table_offset,
        )


def _refuse_final(name: str, declaration: Parameter) -> NoReturn:
    inside = name.removesuffix(declaration.name)
    leaves = (node for node in walk(declaration.default) if node.op in ("decl", "par", "tab"))
    origins = map(_needed, leaves)
    instead = ", ".join(f"{inside}{origin}" for origin in dict.fromkeys(origins))
    raise ParameterError(
        f"{name!r} is computed from other parameters and cannot be set: set {instead}"
    )


def is_moderate(values: Floats) -> NDArray[np.bool_]:
    """Tell of which values products of a few of them neither overflow nor lose their digits."""
    size = np.abs(values)
    moderate: NDArray[np.bool_] = (size >= _SMALLEST) & (size <= _LARGEST) | (size == 0.0)
    return moderate


def _plain(default: Any) -> Any:
    """Return a default as numbers; 0 for expressions and what is required."""
    return 0.0 if isinstance(default, Expr) or default is REQUIRED else default


def _check_columns(own: OwnTable, data: Floats, label: str) -> None:
    """Refuse a table with an entry outside of the bounds of its column."""
    for bounds, wrong, side in (
        (own.declaration.minimum, np.less, "below its minimum"),
        (own.declaration.maximum, np.greater, "above its maximum"),
    ):
        for column, bound in enumerate(bounds):
            if bound is None:
                continue
            bad = np.flatnonzero(wrong(data[:, column], bound)).tolist()
            if bad:
                entry = f"row {bad[0] + 1}, column {column + 1} is {data[bad[0], column]:g}"
                raise TableError(
                    f"{label}: {entry}, {side} {bound:g} ({own.declaration.doc}): give values "
                    "inside the bounds"
                )


def _shape_of(data: Floats) -> str:
    """Return the shape of an array in words."""
    if data.size == 0:
        return "an empty one"
    if data.ndim == 1:
        return f"a single row of {len(data)} numbers without its own brackets"
    if data.ndim == 2:
        rows, columns = data.shape
        return f"{rows} row{'s' * (rows > 1)} with {columns} column{'s' * (columns > 1)}"
    return f"an array of {data.ndim} dimensions" if data.ndim else "a single number"


def _same_rows(data: Floats, rows: Any) -> bool:
    """Tell whether a table consists of these rows, up to rounding."""
    wanted = np.asarray(rows, dtype=float)
    return data.shape == wanted.shape and bool(np.all(np.abs(data - wanted) <= _ROUNDING))


def _spread(starts: Ints, binding: Binding, env: Environment) -> tuple[Ints, Floats]:
    """Return target numbers and values of a binding, one row per instance, one column each."""
    target = starts[:, None] + np.atleast_1d(np.asarray(binding.slots))
    value = binding.value
    if isinstance(value, Expr):
        value = np.asarray(evaluate(value, env), dtype=float).reshape(-1, 1)
    try:
        return target, np.broadcast_to(np.asarray(value, dtype=float), target.shape)
    except (TypeError, ValueError, OverflowError) as error:
        count = target.shape[1]
        wanted = "one number" if count == 1 else f"one value for all, or {count} values"
        raise ParameterError(
            f"{binding.name} [{binding.where}]: found {np.size(value)} values for "
            f"{count} component{'s' * (count > 1)}; give {wanted}"
        ) from error


def _table_behind(klass: Trace, binding: Binding) -> OwnTable:
    slot = int(np.atleast_1d(np.asarray(binding.slots))[0])
    for sub in klass.subs:
        size = sub.trace.n_tables
        inside = slot - sub.table_start
        if 0 <= inside < size * (1 if sub.count is None else sub.count):
            for own in sub.trace.tables:
                if own.slot == inside % size:
                    return own
    for own in klass.tables:
        if own.slot == slot:
            return own
    raise TableError(f"{binding.name}: no such table")


def _own_table(root: Trace, name: str) -> tuple[OwnTable, Trace]:
    klass = root
    *path, last = name.split(".")
    for part in path:
        klass = klass.members[part.split("[")[0]].trace
    return klass.members[last], klass


def _structural_names(root: Trace, prefix: str = "", depth: int = 0) -> set[str]:
    found = {prefix + name for name in root.structural}
    for sub in root.subs:
        if sub.count is None and depth < 8:
            found |= _structural_names(sub.trace, f"{prefix}{sub.name}.", depth + 1)
    return found


def _describe(declaration: Any) -> str:
    unit = declaration.unit
    text = declaration.doc or "parameter"
    return f"{text}, {unit}" if unit != "1" else text
