"""A bench for every component with flanges or pins: a driven mass on a spring at each of them.

A pin gets a capacitor in the place of the mass, and an inductor in that of the spring.

All flanges move, those of housings too. What a component receives through a flange is integrated
with the motion itself, so that it is as accurate as the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain import compile as compile_model
from drivetrain import electrical, rotational, thermal, translational
from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.modeling import (
    Component,
    Connector,
    Expr,
    Model,
    constant,
    der,
    fixed,
    guess,
    parameter,
    sin,
    time,
    variable,
    where,
)
from drivetrain.modeling.expression import BOOLEAN, INTEGER, walk
from drivetrain.modeling.members import Disabled, Parameter, Signal, StartValue
from drivetrain.modeling.tracing.trace import Trace, trace
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from tests.properties.classes import COMPLETE, connectors, given, parameters

__all__ = [
    "FAMILIES",
    "HEATED",
    "HOUSED",
    "MECHANICAL",
    "TURNABLE",
    "Bench",
    "bench",
    "ends",
    "flanges",
    "lively",
    "run",
]

Floats = NDArray[np.float64]

STOP, INTERVAL, TOLERANCE = 1.0, 2e-3, 1e-9

# What parameters are given besides those without default, by name: laws that are not trivial.
_LIVELY: dict[str, Any] = {
    "b": 0.1,
    "d": 1.5,
    "peak": 1.2,
    "mu_pos": [[0, 0.5], [5, 0.7]],
    "mue_pos": [[0, 0.5], [5, 0.7]],
    "mu_table": [[0, 0.5], [5, 0.7]],
    "tau_pos": [[0, 4.0], [5, 6.0]],
    "f_pos": [[0, 4.0], [5, 6.0]],
    "friction_pos": [[0, 0.4], [5, 0.6]],
    "loss_table": [[0, 0.8, 0.7, 0.5, 0.5], [5, 0.7, 0.6, 1.0, 1.0]],
    "eta": 0.95,
    "c": 200.0,
    "fn_max": 12.0,
    "alpha20": 4e-3,
    "s_tips": 0.05,
    "undercut": 0.05,
    "d_tip": 20.0,
    "mu_tip": 0.3,
    "tau_bearing": 0.5,
    "tau_preload": 3.0,
    "ratio": 2.0,
    "i": 2.0,
    "w_nominal": 10.0,
    "v_nominal": 10.0,
}

_REVERSED = {"rad", "rad/s", "rad/s2", "N.m", "m", "m/s", "m/s2", "N", "V", "A"}
"""Units of what changes its sign when all motion is reversed."""


class _Seat(Component):
    """A mass on a spring, pushed by a force that follows a sine, with the flange of a component."""

    sign = parameter(1.0, doc="-1 reverses the motion")
    number = parameter(0.0, doc="Which seat")
    v: Any
    push: Any
    impulse: Any
    received: Any

    def drive(
        self, q: Any, flow: Any, potential: Any, units: tuple[str, str, str]
    ) -> Iterable[Any]:
        """Yield the equations of motion; `units` are those of angle, speed and torque."""
        angle, speed, torque = (constant(1.0, unit) for unit in units)
        inertia, second = torque / speed, constant(1.0, "s")
        n = self.number
        load = (40.0 * q / angle + 0.5 * self.v / speed) * torque
        beat = sin((9.0 + 4.0 * n) * time / second + 0.5 * n)
        yield potential == q
        yield self.v == der(q)
        yield (1.0 + 0.5 * n) * inertia * second * der(self.v) == flow + self.push - load
        yield 0.05 * second * der(self.push) == self.sign * 25.0 * beat * torque - self.push
        yield der(self.impulse) * second == -flow * second
        yield self.received == -flow * self.v

    def supplied_power(self) -> Expr:
        """Return what the flange receives, W."""
        power: Expr = self.received
        return power


class ShaftSeat(_Seat):
    """A disc."""

    flange = rotational.Flange(doc="Flange")
    q = variable("rad", start=guess(0.0))
    v = variable("rad/s", start=guess(0.0))
    push = variable("N.m", start=guess(0.0))
    impulse = variable("N.m.s", start=fixed(0.0))
    received = variable("W")

    def equations(self) -> Iterable[Any]:
        units = "rad", "rad/s", "N.m"
        yield from self.drive(self.q, self.flange.tau, self.flange.phi, units)


class RodSeat(_Seat):
    """A sliding mass."""

    flange = translational.Flange(doc="Flange")
    q = variable("m", start=guess(0.0))
    v = variable("m/s", start=guess(0.0))
    push = variable("N", start=guess(0.0))
    impulse = variable("N.s", start=fixed(0.0))
    received = variable("W")

    def equations(self) -> Iterable[Any]:
        yield from self.drive(self.q, self.flange.f, self.flange.s, ("m", "m/s", "N"))


class PinSeat(_Seat):
    """A capacitor to ground, with an inductor beside it; the wire to it has a resistance.

    The resistance takes the jump when a source of a voltage is connected.
    """

    pin = electrical.Pin(doc="Pin")
    q = variable("V.s", start=guess(0.0), doc="Flux linkage of the inductor")
    v = variable("V", start=guess(0.0), doc="Voltage of the capacitor")
    push = variable("A", start=guess(0.0))
    impulse = variable("C", start=fixed(0.0))
    received = variable("W")

    def equations(self) -> Iterable[Any]:
        second, volt = constant(1.0, "s"), constant(1.0, "V")
        n = self.number
        load = (40.0 * self.q / (volt * second) + 0.5 * self.v / volt) * constant(1.0, "A")
        beat = sin((9.0 + 4.0 * n) * time / second + 0.5 * n) * constant(25.0, "A")
        yield self.pin.v == self.v + constant(0.2, "Ohm") * self.pin.i
        yield self.v == der(self.q)
        yield (1.0 + 0.5 * n) * constant(1.0, "F") * der(self.v) == self.pin.i + self.push - load
        yield 0.05 * second * der(self.push) == self.sign * beat - self.push
        yield der(self.impulse) == -self.pin.i
        yield self.received == -self.pin.i * self.pin.v


_SEATS: dict[type[Connector], type[_Seat]] = {
    rotational.Flange: ShaftSeat,
    translational.Flange: RodSeat,
    electrical.Pin: PinSeat,
}
_PORTS: dict[type[Connector], str] = {electrical.Pin: "pin"}
"""What the connector of a seat is called, unless it is a flange."""
_SPEED: dict[type[Connector], str] = {rotational.Flange: "rad/s", translational.Flange: "m/s"}
_GROUNDS: dict[type[Connector], type[Component]] = {
    rotational.Flange: rotational.Fixed,
    translational.Flange: translational.Fixed,
    electrical.Pin: electrical.Ground,
}


def flanges(cls: type[Component]) -> dict[str, type[Connector]]:
    """Return the names and families of the mechanical connectors of a class."""
    found = {name: type(c).family() for name, c in connectors(cls).items()}
    return {name: family for name, family in found.items() if family in _SEATS}


def switches(cls: type[Component], families: tuple[type, ...], state: bool) -> dict[str, bool]:
    """Return the parameters that switch the connectors of these families on (or off)."""
    switched = [
        name
        for name, c in connectors(cls).items()
        if isinstance(c.enabled, Expr) and type(c).family() in families
    ]
    found: dict[str, bool] = {}
    for name in switched:
        for leaf in walk(connectors(cls)[name].enabled):
            if isinstance(leaf, Parameter):
                found[leaf.name] = exists(cls, name, {leaf.name: True}) == state
    return found


def exists(cls: type[Component], connector: str, values: dict[str, bool]) -> bool:
    """Tell whether a connector is there with these values of structural parameters."""
    traced = trace(cls(**{**given(cls), **values}))
    return connector in {c.name for c in traced.connectors}


FAMILIES = tuple(_SEATS)
MECHANICAL = [cls for cls in COMPLETE if flanges(cls)]
HEATED = [cls for cls in MECHANICAL if switches(cls, (thermal.HeatPort,), True)]
HOUSED = [cls for cls in MECHANICAL if switches(cls, FAMILIES, True)]
_PAIRS = ("flange_a", "flange_b"), ("p", "n")


def pair(cls: type[Component]) -> tuple[str, str] | None:
    """Return the two connectors between which a component can be turned round."""
    there = flanges(cls)
    return next((pair for pair in _PAIRS if {*pair} <= set(there)), None)


TURNABLE = [cls for cls in MECHANICAL if pair(cls)]


def lively(cls: type[Component]) -> dict[str, Any]:
    """Return the parameters that a class gets on the bench."""
    known = parameters(cls)
    return {**given(cls), **{name: value for name, value in _LIVELY.items() if name in known}}


class Bench:
    """A component with its seats, compiled.

    Parameters
    ----------
    cls
        Class of the component.
    housings
        What housings stand on: ``"none"`` (switched off), ``"seats"`` or ``"ground"``.
    heated
        Whether heat ports are switched on; they go to a heat capacity.
    turned
        Whether the seats at flange_a and flange_b, or at p and n, are exchanged.
    **more
        Other parameters than usual, start values, and inputs that then are not driven.
    """

    def __init__(
        self,
        cls: type[Component],
        housings: str = "none",
        heated: bool = False,
        turned: bool = False,
        **more: Any,
    ) -> None:
        self.cls = cls
        chosen = switches(cls, FAMILIES, housings != "none")
        chosen |= switches(cls, (thermal.HeatPort,), heated)
        self.part = cls(**{**lively(cls), **chosen, **more})
        self.bound = {name for name, value in more.items() if not isinstance(value, StartValue)}
        on = [c.name for c in trace(self.part).connectors]
        switched = {n for n, c in connectors(cls).items() if c.enabled is not True}
        self.ground = [n for n in flanges(cls) if n in on and n in switched]
        if housings == "seats":
            self.ground = []
        self.seated = [n for n in flanges(cls) if n in on and n not in self.ground]
        self.heat = [n for n in on if type(connectors(cls)[n]).family() is thermal.HeatPort]
        self.order = list(self.seated)
        if turned:
            one, other = pair(cls) or ("", "")
            a, b = self.order.index(one), self.order.index(other)
            self.order[a], self.order[b] = other, one
        self.compiled: CompiledModel = compile_model(self._model())

    def _model(self) -> Model:
        kinds = flanges(self.cls)
        sign = parameter(1.0, doc="-1 reverses the motion")
        members: dict[str, Any] = {"sign": sign, "part": self.part}
        several = len(flanges(self.cls).keys() & self.seated) > 1
        for k, name in enumerate(self.order):
            start = {"q": fixed(0.0), "v": fixed(-3.0 * sign)} if several and k == 0 else {}
            members[f"seat{k}"] = _SEATS[kinds[name]](number=float(k), sign=sign, **start)
        for name in self.ground:
            members[f"ground_{name}"] = _GROUNDS[kinds[name]]()
        for name in self.heat:
            members[f"heat_{name}"] = thermal.HeatCapacitor(C=10.0, T=fixed(300.0))
        outer = self

        def equations(self: Any) -> Iterable[Any]:
            for k, name in enumerate(outer.order):
                port = _PORTS.get(kinds[name], "flange")
                yield getattr(getattr(self, f"seat{k}"), port) >> getattr(self.part, name)
            for name in outer.ground:
                yield getattr(self, f"ground_{name}").flange >> getattr(self.part, name)
            for name in outer.heat:
                yield getattr(self, f"heat_{name}").port >> getattr(self.part, name)
            for name, member in outer.cls.declarations().items():
                if isinstance(member, Signal) and member.is_input and name not in outer.bound:
                    yield from drive(getattr(self.part, name), self.sign)

        model: Model = type("Bench", (Model,), {**members, "equations": equations})()
        return model

    def run(self, sign: int = 1) -> Result:
        """Run with the motion as it is or reversed."""
        return self.compiled.simulate(
            stop_time=STOP,
            interval=INTERVAL,
            tolerance=TOLERANCE,
            parameters={"sign": float(sign)},
        )

    def flows(self, result: Result, family: type[Connector]) -> list[Floats]:
        """Return the flows of a family into the component."""
        flow = next(v.name for v in family.variables() if v.is_flow)
        kinds = flanges(self.cls)
        names = [n for n in self.seated + self.ground if kinds[n] is family]
        return [result[f"part.{name}.{flow}"] for name in names]

    def impulses(self, result: Result, family: type[Connector]) -> list[Floats]:
        """Return the impulses that came through the seats of a family since the start."""
        kinds = flanges(self.cls)
        seats = [k for k, name in enumerate(self.order) if kinds[name] is family]
        return [result[f"seat{k}.impulse"] for k in seats]

    def momentum(self, result: Result, family: type[Connector]) -> Floats:
        """Return the momentum of a family that the component stores.

        It is the derivative of the energy with respect to the speeds; energy is at most quadratic
        in them. No component stores charge: what enters at one pin leaves at others.
        """
        speed = _SPEED.get(family)
        total = np.zeros(len(result.time))
        for name, energy, law in self._energies():
            for own in (v for v in law.variables if v.declaration.unit == speed):
                upper, lower = (energy(result, name, {own.slot: shift}) for shift in (0.5, -0.5))
                total = total + (upper - lower)
        return total

    def _energies(self) -> Iterator[tuple[str, Any, Trace]]:
        """Yield path, energy and trace of the component and its parts, where energy is stored."""
        flat = self.compiled.translation.flat
        values = evaluate_values(flat).parameter
        for one in flat.instances:
            for k, first in enumerate(one.variable.tolist()):
                path = component_path(flat.root, first, one.trace)
                stored = one.trace.monitors.get("stored_energy")
                if stored is not None and path.partition(".")[0] == "part":
                    yield path, _Energy(stored, one.trace, values[one.parameter[k] :]), one.trace


class _Energy:
    """The energy that a component stores as a function of its variables."""

    def __init__(self, energy: Expr, law: Trace, parameters: Floats) -> None:
        self.energy, self.parameters = energy, parameters
        self.names = {v.slot: v.name for v in law.variables}

    def __call__(self, result: Result, path: str, shifts: dict[int, float]) -> Floats:
        def variable(value: tuple[int, int]) -> Any:
            return result[f"{path}.{self.names[value[0]]}"] + shifts.get(value[0], 0.0)

        leaf = {"var": variable, "par": lambda slot: self.parameters[slot]}
        return np.asarray(evaluate(self.energy, Environment(leaf, time=result.time)))


def ends(made: Bench, result: Result) -> Floats:
    """Return how the seats of a bench stand and what came through them at the end of a run."""
    names = [f"seat{k}.{one}" for k in range(len(made.seated)) for one in ("q", "v", "impulse")]
    return np.array([result[name][-1] for name in names])


def drive(member: Any, sign: Any) -> Iterable[Any]:
    """Yield equations for an input: an angle gets a sine, a speed its derivative, and so on; a
    Boolean tells where the sine is positive, an integer too.

    Three signals in a row are a quantity with its derivatives, two of the same kind.
    """
    if isinstance(member, Disabled):
        return
    if isinstance(member, tuple):
        for k, one in enumerate(member):
            yield one == sign * _wave(k)
        return
    if member.kind == BOOLEAN:
        yield member == (_wave(0) > 0.0)
        return
    if member.kind == INTEGER:
        yield member == where(_wave(0) > 0.0, 1, 0)
        return
    unit = member.declaration.unit
    order = unit.count("/s") + unit.count("s2")
    if unit in _REVERSED:
        yield member == sign * _wave(order) * constant(1.0, unit)
    else:
        yield member == (0.6 + _wave(0)) * constant(1.0, unit)


def _wave(order: int) -> Expr:
    amplitude, speed = 0.3, 5.0
    angle = speed * time / constant(1.0, "s") + order * np.pi / 2
    wave: Expr = amplitude * speed**order * sin(angle)
    return wave


def bench(
    cls: type[Component], housings: str = "none", heated: bool = False, turned: bool = False
) -> Bench:
    """Return the bench with a component, compiled once."""
    key: Any = cls
    return _bench(key, housings, heated, turned)


def run(
    cls: type[Component],
    housings: str = "none",
    heated: bool = False,
    turned: bool = False,
    sign: int = 1,
) -> Result:
    """Return the result of a bench, run once."""
    key: Any = cls
    return _run(key, housings, heated, turned, sign)


_bench = cache(Bench)


@cache
def _run(cls: Any, housings: str, heated: bool, turned: bool, sign: int) -> Result:
    return bench(cls, housings, heated, turned).run(sign)
