"""A small experiment with a component: the script that a page shows, and what it draws.

A flange gets a shaft or a sliding mass on a spring, the first of which is shaken; a heat port gets
a heat capacity, a pin a resistor to ground, the first one an alternating voltage, an input a
signal. What is shown is the text that is run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from laws import given, home, is_partial

from drivetrain.diagram.diagram import diagram_of
from drivetrain.errors import DrivetrainError, InitialisationError, StructureError
from drivetrain.modeling import Component
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL
from drivetrain.modeling.members import Parameter, TableParameter
from drivetrain.modeling.tracing.slots import OwnVariable, Trace
from drivetrain.modeling.tracing.trace import trace
from drivetrain.plotting.machine_of import machine_of
from drivetrain.simulation.results.result import Result

__all__ = ["Trial", "trial"]

# What parameters are given besides those without default, by name: laws that are not trivial.
_LIVELY: dict[str, Any] = {
    "b": 0.1,
    "d": 1.5,
    "mu_pos": [[0, 0.5], [5, 0.7]],
    "mu_table": [[0, 0.5], [5, 0.7]],
    "tau_pos": [[0, 4.0], [5, 6.0]],
    "f_pos": [[0, 4.0], [5, 6.0]],
    "loss_table": [[0, 0.8, 0.7, 0.5, 0.5], [5, 0.7, 0.6, 1.0, 1.0]],
    "eta": 0.95,
    "c": 200.0,
    "fn_max": 12.0,
    "tau_preload": 3.0,
    "ratio": 2.0,
    "i": 2.0,
    "w_nominal": 10.0,
    "v_nominal": 10.0,
    "start_time": 0.5,
    "nu": 2,
}
_EVERYWHERE = ("start_time", "nu")
"""Those that blocks are given, too."""

_SEATS = {
    "rotational": ("Inertia(J={0})", "Torque()", "tau"),
    "translational": ("Mass(m={0})", "Force()", "f"),
}
_LIVELY_WAVE, _TAME_WAVE = (1.2, 0.2), (0.3, 0.6)
"""Amplitude and offset of an input; the tame one stays within the domain of every function."""

_SIGNED = ("rad", "rad/s", "rad/s2", "N.m", "m", "m/s", "m/s2", "N", "W", "V", "A")
"""Units of inputs of both signs; others, such as a normalized force, stay positive."""

_POSITIONS = {"phi", "s", "p"}
_RATES = {"w": 1, "v": 1, "pder": 1, "a": 2, "pder2": 2}
"""Inputs that are angles or positions, and how often others are differentiated beside them."""

_TELLING = ("rad/s", "m/s", "N.m", INTEGER, "N", "K", "W", "rad", "m", "A", "V")
_PANELS, _STOP = 3, 2.0


@dataclass
class Trial:
    """An experiment.

    Attributes
    ----------
    script : str
        Python text that makes the model, runs it and draws.
    result : Result
        What came out.
    names : list of str
        Variables that are drawn.
    """

    script: str
    result: Result
    names: list[str]

    @property
    def diagram(self) -> str:
        """The diagram of the model, as SVG."""
        return diagram_of(machine_of(self.result)).svg

    def save(self, path: Path) -> None:
        """Draw the picture of the page into a file."""
        figure = self.result.plot(*self.names)
        figure.set_size_inches(7.2, 0.7 + 1.4 * len(figure.axes))
        figure.savefig(path, dpi=80)


@dataclass
class _Script:
    """The lines of a model that is built step by step."""

    members: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    libraries: set[str] = field(default_factory=set)
    has_fixed: bool = False

    def add(self, name: str, library: str, call: str) -> None:
        self.libraries.add(library)
        self.members.append(f"    {name}={library.rpartition('.')[2]}.{call},")

    def link(self, a: str, b: str) -> None:
        self.links.append(f"m.connect(m.{a}, m.{b})")

    def text(self, title: str) -> str:
        """Return the script up to and with the run."""
        names = ["Model", *(["fixed"] if self.has_fixed else []), "simulate"]
        top = sorted(one for one in self.libraries if "." not in one)
        deep = sorted(one for one in self.libraries if "." in one)
        lines = [f"from drivetrain import {', '.join([*names, *top])}"]
        lines += [f"from drivetrain.{a} import {b}" for a, _, b in (d.partition(".") for d in deep)]
        lines += ["", f'm = Model("{title}")', "m.add(", *self.members, ")", *self.links]
        return "\n".join([*lines, f"result = simulate(m, stop_time={_STOP}, interval=0.01)"])


def trial(cls: type[Component], library: str) -> Trial | None:
    """Return an experiment with a component, run; nothing if it has nothing to show.

    Bases have no experiment of their own, nor have components of which nothing changes, nor those
    that take an unknown away elsewhere, so that they fit into no model but one made for them.

    Parameters
    ----------
    cls : type
        A component class.
    library : str
        Name of the library that offers it, without ``drivetrain.``.

    Raises
    ------
    DrivetrainError
        If the component cannot be run in this way.
    """
    if is_partial(cls):
        return None
    try:
        return _run(cls, library, _LIVELY_WAVE)
    except (StructureError, InitialisationError):
        return None
    except (DrivetrainError, FloatingPointError):
        return _run(cls, library, _TAME_WAVE)


def _run(cls: type[Component], library: str, wave: tuple[float, float]) -> Trial | None:
    values = _values(cls)
    traced = trace(cls(**values))
    script = _Script()
    given_here = ", ".join(f"{name}={value!r}" for name, value in values.items())
    script.add("part", library, f"{cls.__name__}({given_here})")
    _connect(script, cls, traced)
    inputs = [v for v in traced.variables if v.is_input]
    for k, signal in enumerate(inputs):
        tame = bool(traced.connectors) and signal.declaration.unit not in _SIGNED
        order = _order(signal, {v.name for v in inputs})
        _drive(script, signal, k, order, _TAME_WAVE if tame else wave)
    text = script.text(cls.__name__)
    space: dict[str, Any] = {}
    exec(compile(text, f"<trial of {cls.__name__}>", "exec"), space)
    result: Result = space["result"]
    names = _telling(result, traced, bool(traced.connectors))
    if not names:
        return None
    return Trial(f"{text}\n{_plot(names)}", result, names)


def _plot(names: list[str]) -> str:
    """Return the call that draws variables, on several lines if it is long."""
    quoted = [f'"{name}"' for name in names]
    line = f"result.plot({', '.join(quoted)})"
    if len(line) <= 88:
        return line
    return "\n    ".join(["result.plot(", *(f"{one}," for one in quoted)]) + "\n)"


def _values(cls: type[Component]) -> dict[str, Any]:
    known = [n for n, m in cls.declarations().items() if isinstance(m, Parameter | TableParameter)]
    mechanical = cls.__module__.split(".")[1] != "blocks"
    lively = {n: v for n, v in _LIVELY.items() if n in known and (mechanical or n in _EVERYWHERE)}
    return {**given(cls), **lively}


def _connect(script: _Script, cls: type[Component], traced: Trace) -> None:
    """Put a shaft, a sliding mass, a heat capacity or a circuit at every connector."""
    number = pins = 0
    for own in traced.connectors:
        family = home(own.declaration)
        if family in _SEATS:
            _seat(script, family, own.name, number)
            number += 1
        elif family == "thermal":
            _store(script, own.name, number)
            number += 1
        elif family == "electrical":
            _ground(script, own.name, pins)
            pins += 1


def _store(script: _Script, connector: str, number: int) -> None:
    script.has_fixed = True
    temperature = 300.0 + 50.0 * number
    script.add(f"heat{number}", "thermal", f"HeatCapacitor(C=10.0, T=fixed({temperature}))")
    script.add(f"wall{number}", "thermal", "ThermalConductor(G=5.0)")
    script.link(f"heat{number}.port", f"wall{number}.port_a")
    script.link(f"wall{number}.port_b", f"part.{connector}")
    if number == 0:
        script.add("heater", "thermal", "FixedHeatFlow(Q_flow=100.0)")
        script.link("heater.port", "heat0.port")


def _ground(script: _Script, connector: str, number: int) -> None:
    """Put a resistor between a pin and the ground, and a source into the first one."""
    script.add(f"resistor{number}", "electrical", f"Resistor(R={1.0 + 0.5 * number})")
    script.link(f"resistor{number}.n", f"part.{connector}")
    if number == 0:
        script.add("supply", "electrical", "SineVoltage(V=10.0, f=1.5)")
        script.add("ground", "electrical", "Ground()")
        script.link("supply.p", "resistor0.p")
        script.link("ground.p", "supply.n")
    else:
        script.link(f"resistor{number}.p", "ground.p")


def _seat(script: _Script, library: str, connector: str, number: int) -> None:
    mass, pusher, push = _SEATS[library]
    script.add(f"load{number}", library, mass.format(1.0 + 0.5 * number))
    script.add(f"spring{number}", library, "SpringDamper(c=40.0, d=0.5)")
    script.add(f"ground{number}", library, "Fixed()")
    script.link(f"load{number}.flange_b", f"part.{connector}")
    script.link(f"spring{number}.flange_b", f"load{number}.flange_a")
    script.link(f"ground{number}.flange", f"spring{number}.flange_a")
    if number == 0:
        script.add("shaker", library, pusher)
        script.add("wave", "blocks", "Sine(f=1.5, amplitude=25.0)")
        script.link("wave.y", f"shaker.{push}")
        script.link("shaker.flange", f"load{number}.flange_a")


def _order(signal: OwnVariable, inputs: set[str]) -> int:
    """Return how often an input is differentiated: a later element, or a speed beside an angle."""
    if signal.index is not None or not inputs & _POSITIONS:
        return signal.index[-1] if signal.index else 0
    return _RATES.get(signal.name, 0)


def _drive(
    script: _Script, signal: OwnVariable, number: int, index: int, wave: tuple[float, float]
) -> None:
    """Add a source: a wave for a real input, of which others are derivatives."""
    kind = signal.declaration.kind
    if kind == BOOLEAN:
        call = f"BooleanPulse(period={0.8 + 0.3 * number:g})"
    elif kind == INTEGER:
        call = f"IntegerStep(height=2, start_time={0.5 + 0.3 * number:g})"
    else:
        amplitude, offset = wave
        scale = (2 * math.pi) ** index
        phase = f", phase={index * math.pi / 2:.6f}" if index else ""
        start = f", offset={offset}" if offset and not index else ""
        call = f"Sine(f=1.0, amplitude={amplitude * scale:.6g}{phase}{start})"
    script.add(f"source{number}", "blocks", call)
    script.link(f"source{number}.y", f"part.{signal.name}")


def _telling(result: Result, traced: Trace, is_physical: bool) -> list[str]:
    """Return a few variables that change.

    Of a physical component it is one of a unit; of its connectors, if it has none of its own, up to
    three.
    """
    order = [v for v in traced.variables if not v.hidden]
    if is_physical:
        order.sort(key=lambda v: ("." in v.name, _rank(v), len(v.name)))
    else:
        order.sort(key=lambda v: not v.is_signal)
    chosen: dict[tuple[str, str], list[str]] = {}
    for v in order:
        name = f"part.{v.name}"
        unit = (v.declaration.kind, v.declaration.unit)
        if not _changes(result, name) or (unit not in chosen and len(chosen) >= _PANELS):
            continue
        lines = chosen.setdefault(unit, [])
        alone = is_physical and any(line.count(".") == 1 for line in (*lines, name))
        if len(lines) < (1 if alone else _PANELS):
            lines.append(name)
    return [name for lines in chosen.values() for name in lines]


def _rank(own: OwnVariable) -> int:
    """Return how late a variable comes: speed, torque, mode, temperature, power, then others."""
    kind, unit = own.declaration.kind, own.declaration.unit
    what = unit if kind == REAL else kind
    return _TELLING.index(what) if what in _TELLING else len(_TELLING)


def _changes(result: Result, name: str) -> bool:
    try:
        values = np.asarray(result[name], dtype=np.float64)
    except DrivetrainError:
        return False
    if not np.all(np.isfinite(values)):
        raise FloatingPointError(name)
    return bool(np.ptp(values) > 1e-9 * (1.0 + np.max(np.abs(values))))
