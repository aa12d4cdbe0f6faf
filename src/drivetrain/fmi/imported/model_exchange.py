"""Runs of FMUs for model exchange: the kernel calls them between events, this at events."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import FmiKind
from drivetrain.fmi.imported.archive import Archive
from drivetrain.fmi.imported.calls import Instance
from drivetrain.fmi.imported.declared_dependencies import DependencyCheck
from drivetrain.fmi.imported.equations import Equations
from drivetrain.fmi.imported.members import Member
from drivetrain.fmi.imported.setting import set_before
from drivetrain.fmi.imported.single_instance import held_open, release
from drivetrain.kernel.foreign.units import FAILURES, MODES, Unit
from drivetrain.modeling.statements import NEVER

__all__ = ["ModelExchange"]

_MOST_ITERATIONS = 1000


@dataclass(frozen=True, eq=False)
class ModelExchange:
    """Begins runs of an FMU.

    Attributes
    ----------
    archive : Archive
        The FMU.
    equations : Equations
        What it computes.
    parameters : tuple of Member
        What is set before a run.
    fixed : mapping of Member to object
        Values of texts and structural parameters.
    """

    archive: Archive
    equations: Equations
    parameters: tuple[Member, ...]
    fixed: Mapping[Member, object]

    takes_part_in_every_event = True

    def open(
        self, parameters: Sequence[float], start_time: float, part: str, number: int
    ) -> _Session:
        """Begin a run.

        Parameters
        ----------
        parameters : sequence of float
            Values of the parameters, in SI units.
        start_time : float
            Its first instant, s.
        part : str
            Path of the component.
        number : int
            Number of the block.
        """
        begin = partial(_Session, self, parameters, start_time, part, number)
        return held_open(self.archive, part, FmiKind.MODEL_EXCHANGE, begin)


class _Session:
    """A run of an FMU.

    Its outputs are the mode, how often its states were set at events, the instant of the next
    event, the states after the last one, and the discrete outputs.
    """

    def __init__(
        self,
        program: ModelExchange,
        parameters: Sequence[float],
        start_time: float,
        part: str,
        number: int,
        held: str | None,
    ) -> None:
        self._program, self._part, self._number, self._held = program, part, number, held
        self._parameters, self._time = list(parameters), start_time
        equations = program.equations
        exchanged = (equations.inputs, equations.discrete_inputs, equations.discrete_outputs)
        self._variables = {one: tuple(m.variable for m in one) for one in exchanged}
        self._events = self._resets = 0
        self._next = NEVER
        self._states: list[float] = []
        self._own_states: list[float] = []
        self._dependencies = DependencyCheck(equations, self._where)
        self._inputs: list[float] = []
        self._discrete: list[float] = []
        self._instance: Instance | None = None
        self._started = False
        self._started_with: list[float] | None = None
        self._begin(None)

    # ---------------------------------------------------------------- start

    def _begin(self, inputs: Sequence[float] | None) -> None:
        """Initialise an instance, with these inputs or with those of the FMU."""
        self._close_instance()
        program, equations = self._program, self._program.equations
        instance = Instance(program.archive, self._part, FmiKind.MODEL_EXCHANGE)
        self._instance = instance
        try:
            instance.begin(self._time)
            set_before(instance, program.parameters, self._parameters, program.fixed)
            instance.initialise()
            if inputs is not None:
                self._set_inputs(instance, equations.inputs, inputs[: len(equations.inputs)])
                discrete = inputs[len(equations.inputs) :]
                self._set_inputs(instance, equations.discrete_inputs, discrete)
            instance.start()
            self.unit = self._unit(instance)
            self._pass_event(instance)
        except BaseException:
            self._close_instance()
            raise

    def _set_inputs(
        self, instance: Instance, members: tuple[Member, ...], values: Sequence[float]
    ) -> None:
        if members:
            given = [m.to_fmu(value) for m, value in zip(members, values, strict=True)]
            instance.set(self._variables[members], given)

    def _unit(self, instance: Instance) -> Unit:
        equations = self._program.equations
        functions = {
            name: instance.function(function) for name, function in equations.functions.items()
        }
        return Unit(equations.shape, instance.address, functions)

    # --------------------------------------------------------------- events

    def _pass_event(self, instance: Instance) -> bool:
        """Handle an event that has begun; return whether states have changed."""
        moved = False
        for _ in range(_MOST_ITERATIONS):
            again, has_moved, instant = instance.iterate()
            moved, self._next = moved | has_moved, NEVER if instant is None else instant
            if not again:
                break
        else:
            raise FMUError(
                f"{self._where}: its event at t = {self._time:.9g} s does not end: it has asked "
                f"{_MOST_ITERATIONS} times for one more iteration"
            )
        self._read(instance)
        instance.leave_event()
        self._events += 1
        self._dependencies.after_event(self._events, instance, self._time, self._own_states)
        mode = self._events * MODES + self._number
        self.unit.enter(mode, self._time, [*self._states, *self._inputs])
        return moved

    def _read(self, instance: Instance) -> None:
        """Read what the event has changed."""
        equations = self._program.equations
        states = instance.states(len(equations.states))
        self._own_states = states
        pairs = zip(equations.states, states, strict=True)
        self._states = [one.conversion.to_si(value) for one, value in pairs]
        inputs = instance.get(self._variables[equations.inputs])
        flowing = zip(equations.inputs, inputs, strict=True)
        self._inputs = [m.to_si(value) for m, value in flowing]
        members = equations.discrete_outputs
        read = instance.get(self._variables[members])
        self._discrete = [m.to_si(value) for m, value in zip(members, read, strict=True)]
        self._check([(s.title, v) for s, v in zip(equations.states, states, strict=True)])
        self._check([(m.title, v) for m, v in zip(members, self._discrete, strict=True)])

    def _check(self, values: list[tuple[str, float]]) -> None:
        wrong = [f"{name} = {value:g}" for name, value in values if not math.isfinite(value)]
        if wrong:
            raise FMUError(
                f"{self._where} gives {', '.join(wrong)} at t = {self._time:.9g} s; look at what "
                "it was given, and at its parameters"
            )

    @property
    def _where(self) -> str:
        return f"{self._part} ({self._program.archive.title})"

    # ------------------------------------------------- what the run asks for

    def failure(self) -> FMUError | None:
        """Return what the unit has failed with between events; None if it works."""
        function, status = self.unit.failed
        if not function or self._instance is None:
            return None
        if FAILURES[function]:
            what = f"has failed at t = {self.unit.time:.9g} s"
            return self._instance.failure(what, FAILURES[function], status)
        what = f"asks to end the run at t = {self.unit.time:.9g} s"
        return self._instance.failure(what, "terminateSimulation", 0)

    def outputs(self) -> list[float]:
        """Return what the latest event has left."""
        return [self.unit.mode, self._resets, self._next, *self._states, *self._discrete]

    def give_start(self, inputs: Sequence[float]) -> None:
        """Find the start again if the inputs are others than those it was found with."""
        given = list(inputs[len(self._program.equations.states) :])
        if given and given != self._started_with:
            self._begin(given)
            self._started_with = given

    def give(self, time: float, inputs: Sequence[float]) -> list[float]:
        """Handle an event with these states and inputs; return the outputs."""
        equations, instance = self._program.equations, self._instance
        assert instance is not None
        n_x, n_u = len(equations.states), len(equations.inputs)
        pairs = zip(equations.states, inputs[:n_x], strict=True)
        self._time = time
        instance.place(time, [one.conversion.from_si(value) for one, value in pairs])
        self._set_inputs(instance, equations.inputs, inputs[n_x : n_x + n_u])
        if self._started and equations.counts_steps:
            instance.complete_step()
        self._started = True
        instance.enter_event()
        self._set_inputs(instance, equations.discrete_inputs, inputs[n_x + n_u :])
        if self._pass_event(instance):
            self._resets += 1
        return self.outputs()

    def step(self, time: float) -> list[float]:
        """Make no step: the kernel does."""
        raise NotImplementedError

    def _close_instance(self) -> None:
        instance, self._instance = self._instance, None
        if instance is not None:
            instance.close()

    def close(self) -> None:
        """End the run."""
        self._close_instance()
        release(self._held)
