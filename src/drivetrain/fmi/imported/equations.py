"""What an FMU for model exchange computes: its states, functions, and what these depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import DataType, FmiKind, ModelDescription, ModelVariable
from drivetrain.fmi.imported.arrays import Sizes, elements_of
from drivetrain.fmi.imported.members import Member
from drivetrain.fmi.imported.quantities import Conversion, conversions
from drivetrain.kernel.foreign.units import UnitShape

__all__ = ["Equations", "State", "equations_of"]

_FUNCTIONS = {
    "set_time": "SetTime",
    "set_states": "SetContinuousStates",
    "get_indicators": "GetEventIndicators",
}


@dataclass(frozen=True)
class State:
    """A continuous state.

    Attributes
    ----------
    variable, rate : ModelVariable
        The state and its derivative.
    conversion : Conversion
        From the numbers of the FMU.
    member : Member or None
        The output that it is, if it is one.
    title : str
        Its name in the FMU: that of the variable, or of an element of an array.
    """

    variable: ModelVariable
    rate: ModelVariable
    conversion: Conversion
    member: Member | None
    title: str


@dataclass(frozen=True, eq=False)
class Equations:
    """What an FMU computes between events, and what it exchanges at events.

    Attributes
    ----------
    description : ModelDescription
        The FMU.
    states : tuple of State
        Its states, in its order.
    inputs, outputs : tuple of Member
        Real inputs and outputs that change between events, without outputs that are states.
    discrete_inputs, discrete_outputs : tuple of Member
        Those that change at events only.
    indicators : int
        Number of event indicators.
    believes : bool
        Whether the dependencies are those that the FMU declares; else all may depend on all.
    """

    description: ModelDescription
    states: tuple[State, ...]
    inputs: tuple[Member, ...]
    outputs: tuple[Member, ...]
    discrete_inputs: tuple[Member, ...]
    discrete_outputs: tuple[Member, ...]
    indicators: int
    believes: bool

    @property
    def _capabilities(self) -> Mapping[str, bool | int | float]:
        interface = self.description.interface(FmiKind.MODEL_EXCHANGE)
        assert interface is not None
        return interface.capabilities

    @property
    def is_2(self) -> bool:
        """Whether the FMU is of version 2.0."""
        return self.description.version == "2.0"

    @property
    def counts_steps(self) -> bool:
        """Whether the FMU wants to be told of each step."""
        if self.is_2:
            return not self._capabilities.get("completedIntegratorStepNotNeeded")
        return bool(self._capabilities.get("needsCompletedIntegratorStep"))

    @property
    def knows_slopes(self) -> bool:
        """Whether the FMU has directional derivatives, and nothing is an array."""
        variables = [one.variable for one in self.states]
        variables += [m.variable for m in (*self.inputs, *self.outputs)]
        if any(one.dimensions for one in variables):
            return False
        name = "providesDirectionalDerivative" + ("" if self.is_2 else "s")
        return bool(self._capabilities.get(name))

    @property
    def functions(self) -> Mapping[str, str]:
        """Name of each function that the kernel calls: in the kernel → in the standard."""
        kind = "Real" if self.is_2 else "Float64"
        found = _FUNCTIONS | {
            "set_inputs": f"Set{kind}",
            "get_outputs": f"Get{kind}",
            "get_rates": "GetDerivatives" if self.is_2 else "GetContinuousStateDerivatives",
        }
        if self.knows_slopes:
            found["get_directional"] = "GetDirectionalDerivative"
        if self.counts_steps:
            found["completed_step"] = "CompletedIntegratorStep"
        return found

    @cached_property
    def shape(self) -> UnitShape:
        """The same as the kernel needs it."""
        members = [*self.inputs, *self.outputs]
        both = [*(one.conversion for one in self.states), *(m.conversion for m in members)]
        magnitudes = [
            *((one.variable, one.conversion) for one in self.states),
            *((m.variable, m.conversion) for m in self.inputs),
        ]
        return UnitShape(
            version=2 if self.is_2 else 3,
            states=[one.variable.reference for one in self.states],
            inputs=[m.variable.reference for m in self.inputs],
            outputs=[m.variable.reference for m in self.outputs],
            rates=[one.rate.reference for one in self.states],
            indicators=self.indicators,
            reads=self.reads,
            directional=self._directional,
            conversions=[(one.factor, one.offset) for one in both],
            nominals=[abs((v.nominal or 1.0) * c.factor) for v, c in magnitudes],
        )

    @cached_property
    def reads(self) -> Sequence[Sequence[int]]:
        """For each function the states and inputs, counted behind the states, that it reads."""
        structure = self.description.structure
        arguments = [one.variable.reference for one in self.states]
        arguments += [m.variable.reference for m in self.inputs]
        places: dict[int, list[int]] = {}
        for k, reference in enumerate(arguments):
            places.setdefault(reference, []).append(k)
        said = {one.reference: one.dependencies for one in structure.outputs}
        said |= {one.reference: one.dependencies for one in structure.derivatives}
        whole = list(range(len(arguments)))

        def read(reference: int) -> list[int]:
            if reference in places:  # an output that is a state or an input
                return places[reference]
            found = said.get(reference) if self.believes else None
            return whole if found is None else sorted({k for r in found for k in places.get(r, ())})

        rates = [read(one.rate.reference) for one in self.states]
        outputs = [read(m.variable.reference) for m in self.outputs]
        return [*rates, *outputs, *[whole] * self.indicators]

    @property
    def _directional(self) -> Sequence[bool]:
        """Whether the FMU gives the slopes of each function: of what its structure lists."""
        structure = self.description.structure
        listed = {one.reference for one in (*structure.outputs, *structure.derivatives)}
        known = [True] * len(self.states)
        known += [m.variable.reference in listed for m in self.outputs]
        return [*known, *[False] * self.indicators]


def equations_of(
    description: ModelDescription,
    members: Iterable[Member],
    sizes: Sizes,
    title: str,
    believes: bool,
) -> Equations:
    """Return what an FMU for model exchange computes.

    Parameters
    ----------
    description : ModelDescription
        What the FMU says of itself.
    members : iterable of Member
        Members of the component.
    sizes : Sizes
        Sizes of arrays.
    title : str
        File name.
    believes : bool
        Whether the dependencies that it declares are believed.

    Raises
    ------
    FMUError
        If it has clocks, or states that are not understood.
    """
    clocks = [one.name for one in description.variables if one.type is DataType.CLOCK]
    if clocks:
        raise FMUError(
            f"{title} has clocks ({', '.join(clocks[:5])}), and FMUs for model exchange with "
            "clocks cannot be parts of a model: have it exported without"
        )
    members = list(members)
    signals = {role: [m for m in members if m.role == role] for role in ("input", "output")}
    states = _states(description, signals["output"], sizes, title)
    known = {one.member for one in states}
    signals["output"] = [m for m in signals["output"] if m not in known]
    parted = {role: _parted(found) for role, found in signals.items()}
    return Equations(
        description, states,
        parted["input"][0], parted["output"][0], parted["input"][1], parted["output"][1],
        _indicators(description, sizes), believes,
    )  # fmt: skip


def _indicators(description: ModelDescription, sizes: Sizes) -> int:
    if description.version == "2.0":
        return description.event_indicators
    variables = {one.reference: one for one in description.variables}
    listed = description.structure.event_indicators
    return sum(sizes.count(variables[one.reference]) for one in listed)


def _parted(members: list[Member]) -> tuple[tuple[Member, ...], tuple[Member, ...]]:
    """Return the members that change between events, and those that change at events only."""

    def flows(one: Member) -> bool:
        return one.kind == "real" and one.variable.variability in ("", "continuous")

    return tuple(filter(flows, members)), tuple(m for m in members if not flows(m))


def _states(
    description: ModelDescription, outputs: Iterable[Member], sizes: Sizes, title: str
) -> tuple[State, ...]:
    shown = {(m.variable.reference, m.element): m for m in reversed(list(outputs))}
    by_reference: dict[int, Any] = {}
    for one in description.variables:
        if one.derivative_of is not None or one.reference not in by_reference:
            by_reference[one.reference] = one
    named = dict(description.names())
    units, made = conversions(description), []
    for unknown in description.structure.derivatives:
        rate = by_reference.get(unknown.reference)
        state = named.get(rate.derivative_of or "") if rate is not None else None
        if rate is None or state is None or state.type is not DataType.FLOAT64:
            told = "a derivative" if rate is None else f"the state of {rate.name}"
            raise FMUError(
                f"{title}: {told} is of single precision or not declared, and cannot be a state of "
                "the model; use kind='cs' if the FMU offers it"
            )
        found = units.get(state.unit, Conversion())
        for name, element in elements_of(state, sizes):
            member = shown.get((state.reference, element))
            made.append(State(state, rate, found, member, name))
    return tuple(made)
