"""Random drivelines: shafts, gears, planetaries, springs, backlash, clutches, brakes, sources.

A driveline is grown from one mass. Every growth adds an element at a shaft that is there already.
Shaft speeds are kept as vectors over the independent motions, so that it is known which locking
elements hold the same motion.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from drivetrain.blocks import Constant, Pulse, Ramp, Sine, Step
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantTorque,
    Damper,
    ElastoBacklash,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    LossyGear,
    OneWayClutch,
    Spring,
    SpringDamper,
    Torque,
)

Floats = NDArray[np.float64]
MEMBERS = ("sun", "carrier", "ring")

_SCALED: dict[str, Any] = {
    **dict.fromkeys(("J", "c", "d", "fn_max", "tau_constant"), True),
    "tau_pos": [False, True],
    "loss_table": [False, False, False, True, True],
}
"""Parameters that are torques or grow with them; of tables, their columns."""
_SCALED_SIGNAL = dict.fromkeys(("k", "height", "amplitude", "offset"), True)
"""The same of signals that are torques."""


_HURRIED: dict[str, Any] = {
    "J": -2.0,
    "d": -1.0,
    "mu_pos": [1.0, 0.0],
    "tau_pos": [1.0, 0.0],
    "loss_table": [1.0, 0.0, 0.0, 0.0, 0.0],
    "f": 1.0,
    **dict.fromkeys(("start_time", "duration", "period"), -1.0),
}
"""Powers of the pace in parameters of a machine that moves so many times as fast."""


@dataclass
class Driveline:
    """What has grown so far.

    Attributes
    ----------
    members : dict
        Components by name.
    links : list of (str, str)
        Connections between members' connectors or signals.
    flanges : list of str
        A flange of each shaft, to which others connect.
    motion : list of dict
        Speed of each shaft: factor of each independent motion.
    locks : list of dict
        The motion that each locking element can lock.
    starts : list of float
        Speed at the start of each independent motion.
    """

    members: dict[str, Any] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    flanges: list[str] = field(default_factory=list)
    motion: list[dict[int, float]] = field(default_factory=list)
    locks: list[dict[int, float]] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    freedoms: int = 0
    script: list[str] = field(default_factory=list)

    def add(self, kind: str, component: Any) -> str:
        """Add a component under a name made of its kind and a number."""
        name = f"{kind}{sum(k.startswith(kind) for k in self.members)}"
        self.members[name] = component
        given = ", ".join(f"{k}={_shown(v)}" for k, v in component._modifiers.items())
        self.script.append(f"{name} = {type(component).__name__}({given})")
        return name

    def link(self, a: str, b: str) -> None:
        """Connect two connectors or signals."""
        self.links.append((a, b))
        self.script.append(f"yield self.{a} >> self.{b}")

    def shaft(self, flange: str, motion: dict[int, float]) -> int:
        """Take up a new shaft."""
        self.flanges.append(flange)
        self.motion.append(motion)
        return len(self.flanges) - 1

    def independent(self) -> dict[int, float]:
        """Return a motion of its own."""
        self.freedoms += 1
        return {self.freedoms - 1: 1.0}

    def mass(self, J: float, w: float | None = None) -> str:
        """Add an inertia, with start values if it carries an independent motion."""
        start = {} if w is None else {"phi": fixed(0.0), "w": fixed(w)}
        if w is not None:
            self.starts.append(w)
        return self.add("mass", Inertia(J=J, **start))

    def is_redundant(self, lock: dict[int, float]) -> bool:
        """Tell whether locked motions would not be independent of each other any more."""
        rows = [*self.locks, lock]
        matrix = np.array([[row.get(k, 0.0) for k in range(self.freedoms)] for row in rows])
        return bool(np.linalg.matrix_rank(matrix, tol=1e-9) < len(rows))

    def model(self) -> Model:
        """Return the model."""
        links = self.links

        def equations(this: Any) -> Iterable[Any]:
            for a, b in links:
                yield _resolve(this, a) >> _resolve(this, b)

        made: Model = type("Driveline", (Model,), {**self.members, "equations": equations})()
        return made

    def scaled(self, size: float) -> Driveline:
        """Return the same line, its torques, stiffnesses and inertias so many times as large."""
        sources = {a.split(".")[0] for a, b in self.links if b.endswith(".tau")}
        line = Driveline(links=self.links)
        for name, component in self.members.items():
            grown = {**_SCALED, **(_SCALED_SIGNAL if name in sources else {})}
            given = {
                key: (np.asarray(value) * np.where(grown[key], size, 1.0)).tolist()
                if key in grown
                else value
                for key, value in component._modifiers.items()
            }
            line.members[name] = type(component)(**given)
        return line

    def hurried(self, pace: float) -> Driveline:
        """Return the line that goes through the same angles and torques so many times as fast."""
        line = Driveline(links=self.links)
        for name, component in self.members.items():
            given = {
                key: (np.asarray(value) * pace ** np.asarray(_HURRIED[key])).tolist()
                if key in _HURRIED
                else value
                for key, value in component._modifiers.items()
            }
            if "w" in given:
                given["w"] = fixed(given["w"].value * pace)
            line.members[name] = type(component)(**given)
        return line

    def __repr__(self) -> str:
        return "Driveline:\n    " + "\n    ".join(self.script)


def _shown(value: Any) -> str:
    return f"fixed({value.value!r})" if hasattr(value, "is_fixed") else repr(value)


def _resolve(root: Any, path: str) -> Any:
    for part in path.split("."):
        root = getattr(root, part)
    return root


def combined(*terms: tuple[float, dict[int, float]]) -> dict[int, float]:
    """Return a sum of motions."""
    total: dict[int, float] = {}
    for factor, motion in terms:
        for k, value in motion.items():
            total[k] = total.get(k, 0.0) + factor * value
    return total


def decades(low: float, high: float) -> st.SearchStrategy[float]:
    """Return round numbers and any others over some decades."""
    powers = range(round(np.log10(low)), round(np.log10(high)) + 1)
    round_ones = [m * 10.0**p for p in powers for m in (1.0, 2.0, 5.0) if m * 10.0**p <= high]
    logs = st.floats(np.log10(low), np.log10(high)).map(lambda x: float(f"{10.0**x:.4g}"))
    return st.sampled_from(round_ones) | logs


inertias = decades(0.01, 10.0)
speeds = st.sampled_from([0.0, 1.0, -3.0, 10.0, 100.0]) | st.floats(-50.0, 50.0).map(
    lambda w: round(w, 2)
)
ratios = st.sampled_from([2.0, -1.0, 0.5, 3.7, -0.2, 10.0])


@st.composite
def pressures(draw: st.DrawFn) -> Any:
    """Signals that open and close clutches and brakes."""
    kind = draw(st.sampled_from(["constant", "step", "ramp", "sine", "pulse"]))
    height = draw(st.sampled_from([1.0, 0.5, -1.0]))
    at = draw(st.sampled_from([0.0, 0.1, 0.37]))
    if kind == "constant":
        return Constant(k=abs(height))
    if kind == "step":
        return Step(height=height, offset=max(-height, 0.0), start_time=at)
    if kind == "ramp":
        return Ramp(height=height, offset=max(-height, 0.0), duration=0.4, start_time=at)
    if kind == "sine":
        return Sine(amplitude=height, f=draw(st.sampled_from([1.0, 3.3])), offset=at)
    return Pulse(amplitude=abs(height), period=draw(st.sampled_from([0.25, 0.4])), start_time=at)


@st.composite
def torques(draw: st.DrawFn) -> Any:
    """Torque signals."""
    size = draw(decades(0.1, 100.0)) * draw(st.sampled_from([1.0, -1.0]))
    kind = draw(st.sampled_from(["constant", "step", "sine", "ramp"]))
    if kind == "constant":
        return Constant(k=size)
    if kind == "step":
        return Step(height=size, start_time=draw(st.sampled_from([0.0, 0.2])))
    if kind == "ramp":
        return Ramp(height=size, duration=0.7, start_time=0.1)
    return Sine(amplitude=size, f=draw(st.sampled_from([0.7, 2.0, 9.0])))


@st.composite
def friction_curves(draw: st.DrawFn) -> list[list[float]]:
    """Friction over speed: constant, falling or rising."""
    level = draw(st.sampled_from([0.5, 1.0, 0.1]))
    tail = draw(st.sampled_from([1.0, 0.6, 1.5]))
    if tail == 1.0:
        return [[0.0, level]]
    return [[0.0, level], [10.0, level * tail], [1000.0, level * tail]]


@st.composite
def drivelines(draw: st.DrawFn, redundant: bool = False, lossy: bool = False) -> Driveline:
    """Draw a driveline.

    Parameters
    ----------
    redundant : bool
        Whether elements may lock a motion that others can lock too.
    lossy : bool
        Whether gears may have losses, which lock too.
    """
    line = Driveline()
    first = line.mass(draw(inertias), draw(speeds))
    line.shaft(f"{first}.flange_b", line.independent())
    growths = [grow_compliant, grow_gear, grow_planetary, grow_clutch, grow_brake, grow_torque]
    growths += [grow_loop, grow_freewheel, *([grow_lossy_gear] if lossy else [])]
    for _ in range(draw(st.integers(1, 10))):
        draw(st.sampled_from(growths))(draw, line, redundant)
    return line


def _somewhere(draw: st.DrawFn, line: Driveline) -> int:
    return draw(st.integers(0, len(line.flanges) - 1))


def _new_mass(draw: st.DrawFn, line: Driveline, flange: str, speed: float | None = None) -> int:
    mass = line.mass(draw(inertias), draw(speeds) if speed is None else speed)
    line.link(flange, f"{mass}.flange_a")
    return line.shaft(f"{mass}.flange_b", line.independent())


@st.composite
def _springs(draw: st.DrawFn) -> Any:
    kind = draw(st.sampled_from([SpringDamper, Spring, Damper, ElastoBacklash]))
    c, d = draw(decades(10.0, 1e4)), draw(decades(0.01, 10.0))
    if kind is Spring:
        return Spring(c=c)
    if kind is Damper:
        return Damper(d=d)
    if kind is SpringDamper:
        return SpringDamper(c=c, d=d)
    return ElastoBacklash(c=c, d=d, b=draw(st.sampled_from([0.1, 0.01, 0.0])))


def grow_compliant(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    at = _somewhere(draw, line)
    part = line.add("soft", draw(_springs()))
    line.link(line.flanges[at], f"{part}.flange_a")
    _new_mass(draw, line, f"{part}.flange_b")


def grow_loop(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    a, b = _somewhere(draw, line), _somewhere(draw, line)
    if a != b:
        part = line.add("soft", draw(_springs()))
        line.link(line.flanges[a], f"{part}.flange_a")
        line.link(f"{part}.flange_b", line.flanges[b])


def grow_gear(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    at = _somewhere(draw, line)
    ratio = draw(ratios)
    on_support = draw(st.booleans())
    gear = line.add("gear", IdealGear(ratio=ratio, use_support=on_support))
    if on_support:
        line.link(f"{gear}.support", f"{line.add('ground', Fixed())}.flange")
    line.link(line.flanges[at], f"{gear}.flange_a")
    motion = combined((1 / ratio, line.motion[at]))
    if draw(st.booleans()):
        mass = line.mass(draw(inertias))
        line.link(f"{gear}.flange_b", f"{mass}.flange_a")
        line.shaft(f"{mass}.flange_b", motion)
    else:
        line.shaft(f"{gear}.flange_b", motion)


def grow_planetary(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    at = _somewhere(draw, line)
    ratio = draw(st.sampled_from([2.0, 100 / 45, 4.0]))
    mine, other, third = draw(st.permutations(MEMBERS))
    gear = line.add("planetary", IdealPlanetary(ratio=ratio))
    line.link(line.flanges[at], f"{gear}.{mine}")
    # factor[sun] ω_sun + factor[ring] ω_ring + factor[carrier] ω_carrier = 0
    factor = {"sun": 1.0, "ring": ratio, "carrier": -(1.0 + ratio)}
    if draw(st.sampled_from(["grounded", "free", "braked"])) == "grounded":
        line.link(f"{gear}.{third}", f"{line.add('ground', Fixed())}.flange")
        motion = combined((-factor[mine] / factor[other], line.motion[at]))
        mass = line.mass(draw(inertias))
        line.link(f"{gear}.{other}", f"{mass}.flange_a")
        line.shaft(f"{mass}.flange_b", motion)
        return
    new = _new_mass(draw, line, f"{gear}.{other}")
    motion = combined(
        (-factor[mine] / factor[third], line.motion[at]),
        (-factor[other] / factor[third], line.motion[new]),
    )
    if draw(st.booleans()):
        mass = line.mass(draw(inertias))
        line.link(f"{gear}.{third}", f"{mass}.flange_a")
        line.shaft(f"{mass}.flange_b", motion)
    else:
        line.shaft(f"{gear}.{third}", motion)
    if draw(st.booleans()):
        _brake(draw, line, redundant, len(line.flanges) - 1)


def grow_clutch(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    a = _somewhere(draw, line)
    closing = draw(st.booleans()) and len(line.flanges) > 1
    b = _somewhere(draw, line) if closing else a
    if closing:
        lock = combined((1.0, line.motion[b]), (-1.0, line.motion[a]))
        if a == b or not any(lock.values()) or (line.is_redundant(lock) and not redundant):
            return
    part = line.add(
        "clutch",
        Clutch(
            fn_max=draw(decades(1.0, 100.0)),
            mu_pos=draw(friction_curves()),
            peak=draw(st.sampled_from([1.0, 1.1, 1.5])),
        ),
    )
    line.link(f"{line.add('signal', draw(pressures()))}.y", f"{part}.f_normalized")
    line.link(line.flanges[a], f"{part}.flange_a")
    if closing:
        line.link(f"{part}.flange_b", line.flanges[b])
    else:
        b = _new_mass(draw, line, f"{part}.flange_b")
        lock = combined((1.0, line.motion[b]), (-1.0, line.motion[a]))
    line.locks.append(lock)


def grow_freewheel(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    """A one-way clutch to a new mass that is at least as fast."""
    at = _somewhere(draw, line)
    part = line.add(
        "freewheel",
        OneWayClutch(
            fn_max=draw(decades(1.0, 100.0)),
            mu_pos=draw(friction_curves()),
            peak=draw(st.sampled_from([1.0, 1.1, 1.5])),
        ),
    )
    line.link(f"{line.add('signal', draw(pressures()))}.y", f"{part}.f_normalized")
    line.link(line.flanges[at], f"{part}.flange_a")
    slower = sum(line.starts[k] * factor for k, factor in line.motion[at].items())
    ahead = draw(st.sampled_from([0.0, 1.0, 20.0]))
    new = _new_mass(draw, line, f"{part}.flange_b", slower + ahead)
    line.locks.append(combined((1.0, line.motion[new]), (-1.0, line.motion[at])))


def grow_lossy_gear(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    at = _somewhere(draw, line)
    if line.is_redundant(line.motion[at]) and not redundant:
        return
    ratio = draw(ratios)
    eta = draw(st.sampled_from([0.97, 0.5, 1.0]))
    back = draw(st.sampled_from([0.97, 0.6, 1.0]))
    bearing = draw(st.sampled_from([0.0, 0.1, 2.0]))
    losses = [[0.0, eta, back, bearing, bearing], [100.0, eta, back, 2 * bearing, 2 * bearing]]
    gear = line.add("lossy", LossyGear(ratio=ratio, loss_table=losses))
    line.link(line.flanges[at], f"{gear}.flange_a")
    mass = line.mass(draw(inertias))
    line.link(f"{gear}.flange_b", f"{mass}.flange_a")
    line.shaft(f"{mass}.flange_b", combined((1 / ratio, line.motion[at])))
    line.locks.append(line.motion[at])


def grow_brake(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    _brake(draw, line, redundant, _somewhere(draw, line))


def _brake(draw: st.DrawFn, line: Driveline, redundant: bool, at: int) -> None:
    if not any(line.motion[at].values()):
        return
    if line.is_redundant(line.motion[at]) and not redundant:
        return
    peak = draw(st.sampled_from([1.0, 1.2, 2.0]))
    if draw(st.booleans()):
        level = draw(decades(0.1, 10.0))
        curve = [[0.0, level], [10.0, 2 * level]]
        part = line.add("bearing", BearingFriction(tau_pos=curve, peak=peak))
    else:
        brake = Brake(fn_max=draw(decades(1.0, 100.0)), mu_pos=draw(friction_curves()), peak=peak)
        part = line.add("brake", brake)
        line.link(f"{line.add('signal', draw(pressures()))}.y", f"{part}.f_normalized")
    line.link(line.flanges[at], f"{part}.flange_a")
    line.locks.append(line.motion[at])


def grow_torque(draw: st.DrawFn, line: Driveline, redundant: bool) -> None:
    at = _somewhere(draw, line)
    if draw(st.booleans()):
        source = line.add("steady", ConstantTorque(tau_constant=draw(decades(0.1, 100.0))))
    else:
        source = line.add("motor", Torque())
        line.link(f"{line.add('signal', draw(torques()))}.y", f"{source}.tau")
    line.link(f"{source}.flange", line.flanges[at])
