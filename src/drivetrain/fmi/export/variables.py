"""Variables of a unit: which ones, by which names, and where its binary finds them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any, Literal, NamedTuple

import numpy as np

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import variable_names
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, nearest
from drivetrain.fmi.binary.model_object import parameters_of
from drivetrain.fmi.binary.parameter_program import ParameterProgram
from drivetrain.fmi.binary.variables import BinaryVariable, Kind, Settable, Type
from drivetrain.fmi.description.data import (
    Alias,
    DataType,
    EnumerationItem,
    ModelVariable,
    TypeDefinition,
)
from drivetrain.fmi.export.names import from_one
from drivetrain.fmi.export.parameters import exported_parameters, structural_values
from drivetrain.fmi.export.quantities import PLAIN, per_second, type_name
from drivetrain.fmi.export.starts import computed_starts
from drivetrain.fmi.export.tunable import tunable_parameters
from drivetrain.modeling.expression import BOOLEAN, INTEGER
from drivetrain.modeling.members import Variable
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = [
    "WHICH", "ExportedVariables", "Which", "add_event_indicators", "exported_variables",
]  # fmt: skip

Which = Literal["interface", "parts", "all"]
WHICH = ("interface", "parts", "all")
"""Inputs, outputs, parameters and states; the variables of parts too; those of connectors too."""

_TYPES = {BOOLEAN: Type.BOOLEAN, INTEGER: Type.INTEGER}
_DATA_TYPES = {
    Type.REAL: DataType.FLOAT64, Type.INTEGER: DataType.INT32, Type.BOOLEAN: DataType.BOOLEAN,
    Type.ENUMERATION: DataType.ENUMERATION,
}  # fmt: skip


@dataclass
class ExportedVariables:
    """The variables of a unit, for its description and for its binary; a reference is a place.

    Attributes
    ----------
    described : list of ModelVariable
        For the description, in the order of its file.
    binary : list of BinaryVariable
        For the binary, by reference.
    types : dict
        Enumerations, by name.
    states, rates : list of int
        References of the states and of their derivatives.
    inputs, outputs : list of int
        References of inputs and outputs.
    indicators : list of int
        References of the event indicators.
    variable : dict of int to int
        Number of the variable in the flat model behind a reference.
    parameters : ParameterProgram
        What follows from parameters.
    """

    parameters: ParameterProgram
    described: list[ModelVariable] = field(default_factory=list)
    binary: list[BinaryVariable] = field(default_factory=list)
    types: dict[str, TypeDefinition] = field(default_factory=dict)
    states: list[int] = field(default_factory=list)
    rates: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    indicators: list[int] = field(default_factory=list)
    variable: dict[int, int] = field(default_factory=dict)

    @property
    def next(self) -> int:
        """The reference of the variable to be added next."""
        return len(self.binary)

    def add(self, described: ModelVariable, binary: BinaryVariable) -> int:
        """Add a variable, and return its reference, which is :attr:`next`."""
        assert described.reference == self.next
        self.described.append(described)
        self.binary.append(binary)
        return described.reference

    def change(self, reference: int, **new: Any) -> None:
        """Change what is said of a variable."""
        self.described[reference] = replace(self.described[reference], **new)


def add_event_indicators(found: ExportedVariables, count: int) -> None:
    """Add a variable for each event indicator, which FMI 3.0 lists as such.

    Parameters
    ----------
    found : ExportedVariables
        The other variables.
    count : int
        Number of event indicators.
    """
    for k in range(count):
        name = f"event_indicator[{k + 1}]"
        described = ModelVariable(
            name, found.next, variability="continuous", initial="calculated",
            description="Changes its sign where an event is due; in model exchange only",
        )  # fmt: skip
        found.indicators.append(found.add(described, BinaryVariable(name, Kind.INDICATOR, k)))


def exported_variables(
    prepared: PreparedModel, settings: Settings, outputs: Sequence[str] | None, which: Which
) -> ExportedVariables:
    """Return the variables of a unit.

    Parameters
    ----------
    prepared : PreparedModel
        The compiled model; its inputs are driven.
    settings : Settings
        Settings of its usual run.
    outputs : list of str, optional
        Names of outputs; by default the output signals of the model itself.
    which : str
        One of :data:`WHICH`.

    Raises
    ------
    NameLookupError
        If there is no such variable.
    UsageError
        If the choice of variables is none.
    """
    if which not in WHICH:
        raise UsageError(
            f"variables={which!r}: choose one of {', '.join(WHICH)}{nearest(str(which), WHICH)}"
        )
    program = parameters_of(prepared, settings)
    return _Collection(prepared, program, which).all(outputs)


class _Named(NamedTuple):
    """A variable of the flat model."""

    number: int
    name: str
    declaration: Variable
    owner: str
    is_inner: bool
    """Whether it belongs to a connector, or is one of the compiler's own."""


class _Collection:
    """Collects the variables of a unit."""

    def __init__(self, prepared: PreparedModel, program: ParameterProgram, which: Which) -> None:
        self._prepared, self._program, self._which = prepared, program, which
        self._t: Translation = prepared.translation
        self._found = ExportedVariables(program)
        self._by_place: dict[tuple[int, int], int] = {}
        self._ports: dict[int, int] = {}
        self._n_states = len(self._t.lowered.states)

    def all(self, outputs: Sequence[str] | None) -> ExportedVariables:
        """Return them: time, inputs, outputs, parameters, states, then all others."""
        time = ModelVariable(
            "time", self._found.next, causality="independent", variability="continuous", unit="s"
        )
        self._found.add(time, BinaryVariable("time", Kind.TIME))
        self._add_inputs()
        self._add_outputs(outputs)
        self._add_parameters()
        self._add_states()
        if self._which != "interface":
            for one in self._named:
                if not one.is_inner:
                    self._add(one)
        if self._which == "all":
            for one in self._named:
                if one.is_inner:
                    self._add(one)
        self._add_rates()
        return self._found

    @cached_property
    def _named(self) -> list[_Named]:
        """All variables with a name, by number."""
        flat = self._t.flat
        names, found = variable_names(flat.root), []
        for one in flat.instances:
            for own in one.trace.variables:
                if own.hidden:
                    continue
                inner = "." in own.name
                declared, owner = own.declaration, one.trace.title
                found += [
                    _Named(number, names[number], declared, owner, inner)
                    for number in (one.variable + own.slot).tolist()
                ]
        return sorted(found)

    # -- inputs and outputs -----------------------------------------------------------------------

    def _add_inputs(self) -> None:
        by_number = {one.number: one for one in self._named}
        for k, signal in enumerate(self._t.inputs):
            one = by_number[signal.variable]
            kind = _TYPES.get(signal.kind, Type.REAL)
            data_type = _DATA_TYPES[kind]
            reference = self._found.add(
                ModelVariable(
                    from_one(one.name), self._found.next, data_type, "input",
                    "continuous" if kind is Type.REAL else "discrete", start=signal.start,
                    **_texts(one.declaration, data_type),
                ),
                BinaryVariable(
                    one.name, Kind.INPUT, k, kind, start=signal.start, settable=Settable.ANYTIME
                ),
            )  # fmt: skip
            self._ports[one.number] = reference
            self._found.inputs.append(reference)

    def _add_outputs(self, outputs: Sequence[str] | None) -> None:
        for one in self._chosen(outputs):
            reference = self._entry(one, causality="output")
            self._ports[one.number] = reference
            self._found.outputs.append(reference)

    def _chosen(self, outputs: Sequence[str] | None) -> list[_Named]:
        if outputs is None:
            root = self._t.flat.root
            own = {v.slot for v in root.variables if v.is_signal and not v.is_input}
            return [one for one in self._named if one.number in own]
        layout = self._prepared.layout
        by_name = {one.name: one for one in self._named}
        return [by_name[name] for name in layout.match(*outputs)]

    # -- parameters -------------------------------------------------------------------------------

    def _add_parameters(self) -> None:
        tunable = tunable_parameters(self._t, self._program)
        for one in exported_parameters(self._t, self._program):
            declared, is_free = one.declaration, one.role == "free"
            settable = Settable.TUNABLE if tunable[one.number] else Settable.BEFORE
            kind = _TYPES.get(declared.kind, Type.REAL)
            data_type = _DATA_TYPES[kind]
            low = _bound(declared.minimum, one.value, max)
            high = _bound(declared.maximum, one.value, min)
            self._found.add(
                ModelVariable(
                    from_one(one.name), self._found.next, data_type,
                    causality={"free": "parameter", "computed": "calculatedParameter"}.get(
                        one.role, "local"
                    ),
                    variability="tunable" if tunable[one.number] else "fixed",
                    initial="exact" if is_free else "calculated",
                    start=one.value if is_free else None,
                    minimum=low, maximum=high,
                    **_with_reason(_texts(declared, data_type), one.obstacle),
                ),
                BinaryVariable(
                    one.name, Kind.PARAMETER, one.number, kind, start=one.value,
                    settable=settable if is_free else Settable.NEVER,
                    minimum=-inf if low is None else low, maximum=inf if high is None else high,
                ),
            )  # fmt: skip
        for value in structural_values(self._t.flat):
            self._add_constant(value.name, value.value, value.description)

    def _add_constant(self, name: str, value: bool | int | float, description: str) -> None:
        kind = Type.BOOLEAN if isinstance(value, bool) else Type.REAL
        kind = Type.INTEGER if type(value) is int else kind
        self._found.add(
            ModelVariable(
                from_one(name), self._found.next, _DATA_TYPES[kind], "local", "fixed", "calculated",
                description=description,
            ),
            BinaryVariable(name, Kind.CONSTANT, type=kind, start=float(value)),
        )  # fmt: skip

    # -- states -----------------------------------------------------------------------------------

    def _add_states(self) -> None:
        said = self._prepared.starts.own
        computed = computed_starts(self._t.flat)
        best = self._best_names()
        for k in range(self._n_states):
            settled = int(said.settled[k])
            exact = settled >= 0 and not computed[settled]
            one = best.get(k)
            reference = self._ports.get(one.number) if one else self._nameless(k)
            if one and reference is None:
                reference = self._by_place[k, 1] = self._entry(one)
            assert reference is not None
            if exact:
                self._found.change(reference, initial="exact", start=float(said.x[k]))
                self._found.binary[reference] = replace(
                    self._found.binary[reference],
                    start=float(said.x[k]),
                    settable=Settable.BEFORE,
                )
            self._found.states.append(reference)

    def _best_names(self) -> dict[int, _Named]:
        """Return a variable for each state: the one whose start it has, else one of a part.

        Those of connectors come last.
        """
        best: dict[int, _Named] = {}
        settled = frozenset(self._prepared.starts.own.settled.tolist())
        ordered = sorted(self._named, key=lambda one: (one.is_inner, one.number not in settled))
        for one in ordered:
            index, sign = self._place(one)
            if 0 <= index < self._n_states and sign > 0:
                best.setdefault(index, one)
        return best

    def _nameless(self, state: int) -> int:
        """Add a state that has a name only with the opposite sign, or none."""
        name = f"state[{state}]"
        return self._found.add(
            ModelVariable(
                from_one(name), self._found.next, variability="continuous", initial="calculated",
                description="state of the model that no variable stands for",
            ),
            BinaryVariable(name, Kind.VALUE, state),
        )  # fmt: skip

    def _add_rates(self) -> None:
        """Add the derivatives of the states, or say of variables that they are derivatives."""
        column = self._t.member_column
        for k, member in enumerate((self._t.lowered.states + 1).tolist()):
            state = self._found.described[self._found.states[k]]
            index = int(column[member]) - FIRST_VALUE
            reference = self._by_place.get((index, 1)) if index >= 0 else None
            if reference is None or self._found.described[reference].derivative_of:
                reference = self._found.add(
                    ModelVariable(
                        f"der({state.name})", self._found.next,
                        variability="continuous", initial="calculated",
                        description=f"Derivative of {state.name}",
                        unit=per_second(state.unit),
                        derivative_of=state.name,
                    ),
                    BinaryVariable(f"der({state.name})", Kind.RATE, k),
                )  # fmt: skip
            else:
                self._found.change(reference, derivative_of=state.name)
            self._found.rates.append(reference)

    # -- one variable -----------------------------------------------------------------------------

    def _place(self, one: _Named) -> tuple[int, int]:
        index = int(self._t.column[one.number]) - FIRST_VALUE
        return index, int(self._t.aliased.sign[one.number]) if index >= 0 else 1

    def _add(self, one: _Named) -> None:
        """Add a variable, or another name of one that is there; ports have no other names."""
        if one.number in self._ports:
            return
        place = self._place(one)
        known = self._by_place.get(place) if place[0] >= 0 else None
        if known is None:
            self._by_place[place] = self._entry(one)
            return
        there = self._found.described[known]
        name = from_one(one.name)
        if name == there.name:
            return
        if not _are_alike(there, one.declaration):
            self._entry(one)
            return
        alias = Alias(name, one.declaration.doc if one.declaration.doc != there.description else "")
        self._found.change(known, aliases=(*there.aliases, alias))

    def _entry(self, one: _Named, causality: str = "local") -> int:
        """Add a variable with a reference of its own."""
        index, sign = self._place(one)
        declared = one.declaration
        kind = Type.ENUMERATION if declared.labels else _TYPES.get(declared.kind, Type.REAL)
        data_type, texts = _DATA_TYPES[kind], _texts(declared, _DATA_TYPES[kind])
        if declared.labels:
            texts["declared_type"] = self._enumeration(one)
        variability, initial, start = self._variability(one, kind), "calculated", None
        if index < 0:
            variability, initial, start = "constant", "exact", 0.0
        nominal = float(self._t.values.nominal[one.number])
        if variability == "continuous" and nominal != 1.0:
            texts["nominal"] = nominal
        described = ModelVariable(
            from_one(one.name), self._found.next, data_type, causality, variability, initial, start,
            **texts,
        )  # fmt: skip
        if index < 0:
            binary = BinaryVariable(one.name, Kind.CONSTANT, type=kind, start=0.0)
        else:
            binary = BinaryVariable(one.name, Kind.VALUE, index, kind, sign)
        reference = self._found.add(described, binary)
        self._found.variable[reference] = one.number
        return reference

    def _variability(self, one: _Named, kind: Type) -> str:
        is_discrete = kind is not Type.REAL or self._t.aliased.discrete[one.number] >= 0
        return "discrete" if is_discrete else "continuous"

    def _enumeration(self, one: _Named) -> str:
        """Return the name of the type of a variable whose values have names."""
        labels = one.declaration.labels or {}
        items = tuple(EnumerationItem(text, value) for value, text in sorted(labels.items()))
        leaf = one.name.rpartition(".")[2]
        base = name = f"{one.owner}{leaf[:1].upper()}{leaf[1:]}"
        count = 1
        while name in self._found.types and self._found.types[name].items != items:
            count += 1
            name = f"{base}{count}"
        made = TypeDefinition(name, DataType.ENUMERATION, items=items)
        self._found.types[name] = made
        return name


def _texts(declared: Any, data_type: DataType) -> dict[str, Any]:
    """Return description, unit and type of a variable or parameter."""
    unit = declared.unit if data_type is DataType.FLOAT64 and declared.unit not in PLAIN else ""
    return {"description": declared.doc, "unit": unit, "declared_type": type_name(unit)}


def _with_reason(texts: dict[str, Any], reason: str) -> dict[str, Any]:
    """Add to a description why something cannot be set."""
    if not reason:
        return texts
    said = texts["description"]
    return texts | {"description": f"{said} (cannot be set: {reason})" if said else reason}


def _bound(bound: Any, value: float, outer: Callable[[float, float], float]) -> float | None:
    """Return a bound that is a number and that the value respects."""
    if isinstance(bound, bool) or not isinstance(bound, (int, float)) or not np.isfinite(bound):
        return None
    return float(bound) if outer(float(bound), value) == value else None


def _are_alike(there: ModelVariable, declared: Variable) -> bool:
    """Return whether a variable can be another name: aliases share their unit and their type."""
    unit = "" if declared.unit in PLAIN else declared.unit
    is_real = declared.kind not in (BOOLEAN, INTEGER)
    return is_real == (there.type is DataType.FLOAT64) and (not is_real or unit == there.unit)
