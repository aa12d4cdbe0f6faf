"""Machines as data: shafts, gears, springs, torques and friction elements, and as scripts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from drivetrain import Model, blocks, fixed, rotational
from tests.oracles.gauss.signals import Signal

__all__ = ["Contact", "Coupling", "Gear", "Machine", "Push", "Shaft"]

Floats = NDArray[np.float64]
Kind = Literal["clutch", "brake", "bearing", "freewheel"]
_CLASSES = {
    "clutch": "Clutch",
    "brake": "Brake",
    "bearing": "BearingFriction",
    "freewheel": "OneWayClutch",
}
_LEAST_PEAK = 1.0 + 1e-4
"""The peak of a one-way clutch is at least this …"""
_RELEASED = 1e-4
"""… and released it holds this part of its sliding torque."""


@dataclass(frozen=True)
class Gear:
    """The shaft turns `ratio` times as slowly as another one, rigidly."""

    of: int
    ratio: float


@dataclass(frozen=True)
class Shaft:
    """An inertia in kg·m²; its speed at the start in rad/s follows from the gear if it has one."""

    J: float
    w: float = 0.0
    gear: Gear | None = None


@dataclass(frozen=True)
class Coupling:
    """A spring (N·m/rad) and a damper (N·m·s/rad) between two shafts, or a shaft and the ground."""

    a: int
    b: int | None
    c: float
    d: float


@dataclass(frozen=True)
class Push:
    """A torque on a shaft."""

    on: int
    torque: Signal


@dataclass(frozen=True)
class Contact:
    """A friction element between two shafts, or a shaft and the ground.

    Attributes
    ----------
    kind : str
        ``clutch``, ``brake``, ``bearing`` or ``freewheel``, a one-way clutch.
    a, b : int
        Shafts; the slip is the speed of `b` less that of `a`, or that of `a` alone.
    torque : tuple of (float, float)
        Sliding torque (N·m) over slip (rad/s), at the full force; linear between the points.
    peak : float
        Largest torque at rest over the sliding torque at zero slip.
    force : Signal
        Normal force over the full force; a bearing has none.
    """

    kind: Kind
    a: int
    b: int | None
    torque: tuple[tuple[float, float], ...]
    peak: float = 1.0
    force: Signal | None = None

    @property
    def call(self) -> str:
        """The component of the package."""
        peak = f", peak={self.peak!r}" if self.peak != 1.0 else ""
        if self.kind == "bearing":
            return f"BearingFriction(tau_pos={[list(p) for p in self.torque]}{peak})"
        full = 2.0 * self.torque[0][1]
        mu = [[w, torque / full] for w, torque in self.torque]
        return f"{_CLASSES[self.kind]}(fn_max={full!r}, mu_pos={mu}{peak})"

    @property
    def static_peak(self) -> float:
        """Largest torque at rest over the sliding torque at zero slip, as it counts."""
        return max(self.peak, _LEAST_PEAK) if self.kind == "freewheel" else self.peak

    @property
    def drops(self) -> bool:
        """Whether the limit drops as soon as the element slides."""
        return self.static_peak > 1.0

    @property
    def released_limit(self) -> float:
        """Torque that a released element holds, N·m."""
        return _RELEASED * self.torque[0][1] if self.kind == "freewheel" else 0.0


@dataclass(frozen=True)
class Machine:
    """A machine: lists of its parts."""

    shafts: tuple[Shaft, ...]
    couplings: tuple[Coupling, ...] = ()
    pushes: tuple[Push, ...] = ()
    contacts: tuple[Contact, ...] = ()
    stop: float = field(default=1.0)

    # -- as equations -----------------------------------------------------------------------------

    def motions(self) -> Floats:
        """Return the speeds of the shafts over the independent ones: a matrix."""
        independent = [k for k, shaft in enumerate(self.shafts) if shaft.gear is None]
        rows: list[Floats] = []
        for k, shaft in enumerate(self.shafts):
            if shaft.gear is None:
                rows.append(np.array([float(k == j) for j in independent]))
            else:
                rows.append(rows[shaft.gear.of] / shaft.gear.ratio)
        return np.array(rows)

    def slips(self) -> Floats:
        """Return the slips of the friction elements over the independent speeds: H."""
        return self._relative([(one.a, one.b) for one in self.contacts])

    def _relative(self, pairs: list[tuple[int, int | None]]) -> Floats:
        motions = self.motions()
        rows = [motions[a] if b is None else motions[b] - motions[a] for a, b in pairs]
        return np.array(rows).reshape(len(rows), motions.shape[1])

    def masses(self) -> Floats:
        """Return M."""
        motions = self.motions()
        J = np.array([shaft.J for shaft in self.shafts])
        return np.asarray(motions.T @ (J[:, None] * motions))

    def stiffness(self) -> Floats:
        """Return K."""
        across = self._relative([(one.a, one.b) for one in self.couplings])
        return np.asarray(
            across.T @ (np.array([one.c for one in self.couplings])[:, None] * across)
        )

    def damping(self) -> Floats:
        """Return D."""
        across = self._relative([(one.a, one.b) for one in self.couplings])
        return np.asarray(
            across.T @ (np.array([one.d for one in self.couplings])[:, None] * across)
        )

    def start(self) -> Floats:
        """Return the independent speeds at the start; all angles are zero."""
        return np.array([shaft.w for shaft in self.shafts if shaft.gear is None])

    # -- as a model -------------------------------------------------------------------------------

    @property
    def script(self) -> str:
        """The model as a class of the package."""
        members, links = self._text()
        lines = ["class Machine(Model):"]
        lines += [f"    {name} = {call}" for name, call in members.items()]
        lines += ["", "    def equations(self):"]
        lines += [f"        yield self.{a} >> self.{b}" for a, b in links] or ["        return ()"]
        return "\n".join(lines)

    def model(self) -> Model:
        """Return the model."""
        space: dict[str, Any] = {**vars(rotational), **vars(blocks), "Model": Model, "fixed": fixed}
        exec(compile(self.script, "<machine>", "exec"), space)
        made: Model = space["Machine"]()
        return made

    def _text(self) -> tuple[dict[str, str], list[tuple[str, str]]]:
        members: dict[str, str] = {}
        links: list[tuple[str, str]] = []
        for k, shaft in enumerate(self.shafts):
            start = "" if shaft.gear else f", phi=fixed(0.0), w=fixed({shaft.w!r})"
            members[f"shaft{k}"] = f"Inertia(J={shaft.J!r}{start})"
            if shaft.gear:
                members[f"gear{k}"] = f"IdealGear(ratio={shaft.gear.ratio!r})"
                links.append((f"shaft{shaft.gear.of}.flange_b", f"gear{k}.flange_a"))
                links.append((f"gear{k}.flange_b", f"shaft{k}.flange_a"))
        for k, one in enumerate(self.couplings):
            members[f"spring{k}"] = _spring(one)
            if one.b is None:
                members[f"ground{k}"] = "Fixed()"
            end = "flange" if one.b is None else "flange_b"
            other = f"ground{k}" if one.b is None else f"shaft{one.b}"
            links.append((f"shaft{one.a}.flange_b", f"spring{k}.flange_a"))
            links.append((f"spring{k}.flange_b", f"{other}.{end}"))
        for k, push in enumerate(self.pushes):
            members[f"torque{k}"] = push.torque.call
            members[f"motor{k}"] = "Torque()"
            links.append((f"torque{k}.y", f"motor{k}.tau"))
            links.append((f"motor{k}.flange", f"shaft{push.on}.flange_a"))
        for k, contact in enumerate(self.contacts):
            members[f"contact{k}"] = contact.call
            links.append((f"shaft{contact.a}.flange_b", f"contact{k}.flange_a"))
            if contact.b is not None:
                links.append((f"contact{k}.flange_b", f"shaft{contact.b}.flange_b"))
            if contact.force is not None:
                members[f"force{k}"] = contact.force.call
                links.append((f"force{k}.y", f"contact{k}.f_normalized"))
        return members, links

    # -- smaller ----------------------------------------------------------------------------------

    def smaller(self) -> list[Machine]:
        """Return the machines with one part less."""
        found = []
        for name in ("contacts", "pushes", "couplings"):
            parts = getattr(self, name)
            found += [
                replace(self, **{name: parts[:k] + parts[k + 1 :]}) for k in range(len(parts))
            ]
        last = len(self.shafts) - 1
        used = {s.gear.of for s in self.shafts if s.gear}
        used |= {k for one in self.couplings for k in (one.a, one.b) if k is not None}
        used |= {k for one in self.contacts for k in (one.a, one.b) if k is not None}
        used |= {push.on for push in self.pushes}
        if last > 0 and last not in used:
            found.append(replace(self, shafts=self.shafts[:-1]))
        return found


def _spring(one: Coupling) -> str:
    if one.d == 0.0:
        return f"Spring(c={one.c!r})"
    return f"Damper(d={one.d!r})" if one.c == 0.0 else f"SpringDamper(c={one.c!r}, d={one.d!r})"
