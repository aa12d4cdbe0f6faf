"""Flanges made of signals of an FMU: its torque and motion at one end of a shaft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from drivetrain.errors import FMUError, nearest, shown
from drivetrain.fmi.description.data import ModelDescription, Terminal
from drivetrain.fmi.imported.members import Member
from drivetrain.fmi.imported.smooth_motion import SmoothMotion
from drivetrain.modeling import Expr, der, motion, variable

__all__ = ["FlangeSignals", "flanges_of"]

_ROLES = ("torque", "angle", "speed", "acceleration")
_IN_TERMINALS = ({"tau", "f"}, {"phi", "s"}, {"w", "v"}, {"a"})


@dataclass(frozen=True)
class FlangeSignals:
    """The signals of a flange, by their names in Python.

    Attributes
    ----------
    name : str
        Name of the flange.
    load : str
        Torque or force.
    sign : float
        -1 if it is counted as positive out of the FMU.
    motion : tuple of str or None
        Angle (or position), speed and acceleration.
    moves : bool
        Whether the FMU gives the motion and takes the load; otherwise the reverse.
    is_linear : bool
        Whether it is the end of a rod.
    """

    name: str
    load: str
    sign: float
    motion: tuple[str | None, str | None, str | None]
    moves: bool
    is_linear: bool

    def taken(self, members: Sequence[Member]) -> dict[str, Any]:
        """Return the inputs that the flange determines, as variables by their names."""
        names = {self.load, *self.motion}
        return {
            m.name: variable(m.conversion.unit, doc=m.variable.description)
            for m in members
            if m.name in names and m.role == "input"
        }

    def declarations(self, members: Sequence[Member], is_smoothed: bool) -> dict[str, Any]:
        """Return what a class with this flange declares; `is_smoothed`: it moves by ticks."""
        if self.is_linear:
            from drivetrain.translational.interfaces import FlangeB as Linear

            made: Any = Linear()
        else:
            from drivetrain.rotational.interfaces import FlangeB

            made = FlangeB()
        found = {self.name: made} | self.taken(members)
        if self.moves and is_smoothed:
            found |= self._smooth.declarations(self.is_linear)
        return found

    @property
    def _smooth(self) -> SmoothMotion:
        return SmoothMotion(self.name)

    def _ends(self, part: Any) -> tuple[Any, Any]:
        """Return the motion and the cut load of the flange."""
        flange = getattr(part, self.name)
        return (flange.s, flange.f) if self.is_linear else (flange.phi, flange.tau)

    def equations(self, part: Any, step: Any) -> Iterable[Any]:
        """Yield the equations of the flange.

        Parameters
        ----------
        part : object
            The component.
        step : Expr or None
            Time between ticks; None if the FMU computes its outputs at every instant.
        """
        moved, load = self._ends(part)
        given = getattr(part, self.load)
        if not self.moves:
            yield load == self.sign * given
            rates = moved, der(moved), der(der(moved)) if self.motion[2] else None
            for name, rate in zip(self.motion, rates, strict=True):
                if name:
                    yield getattr(part, name) == rate
            return
        yield given == self.sign * load
        known: list[Any] = [getattr(part, name) if name else None for name in self.motion]
        angle, speed, acceleration = known
        if step is None:
            yield moved == motion(angle, speed, acceleration)
        else:
            yield from self._smooth.equations(part, moved, (angle, speed, acceleration), step)

    def rates(self, inputs: Sequence[str]) -> dict[int, int]:
        """Return which inputs are derivatives of which, by their places among all inputs."""
        pairs = () if self.moves else pairwise(self.motion)
        return {inputs.index(one): inputs.index(rate) for one, rate in pairs if one and rate}

    def power(self, part: Any) -> Expr:
        """Return the power that the FMU delivers through the flange, W."""
        moved, load = self._ends(part)
        found: Expr = -load * der(moved)
        return found


def flanges_of(
    asked: Mapping[str, Any], members: Sequence[Member], description: ModelDescription, title: str
) -> tuple[FlangeSignals, ...]:
    """Return the signals of the flanges that are asked for.

    Parameters
    ----------
    asked : mapping
        Name of each flange → names in the FMU of torque, angle, speed and acceleration, or the name
        of a terminal.
    members : sequence of Member
        Members of the component.
    description : ModelDescription
        What the FMU says of itself.
    title : str
        File name.

    Raises
    ------
    FMUError
        If a name is unknown, or signals do not fit together.
    """
    if not isinstance(asked, Mapping):
        raise FMUError(f"FMU(flanges={shown(asked)}): {_form()}")
    known = _by_name(members, description)
    made = []
    for name, given in asked.items():
        where = f"FMU(flanges={{{name!r}: {shown(given)}}})"
        if not str(name).isidentifier() or name in {m.name for m in members}:
            raise FMUError(
                f"{where}: the FMU has something of this name, or it is none; choose another"
            )
        names = _of_terminal(given, description, title, where) if isinstance(given, str) else given
        if isinstance(names, (str, Mapping)) or not 2 <= len(names) <= len(_ROLES):
            raise FMUError(f"{where}: {_form()}")
        made.append(_checked(name, tuple(names), known, title, where))
    return tuple(made)


def _form() -> str:
    return (
        "give each flange the names of its torque, angle and speed in the FMU, "
        "flanges={'shaft': ('tau', 'phi', 'w')}, with '-tau' if it is counted as positive out of "
        "the FMU, or the name of a terminal"
    )


def _by_name(members: Sequence[Member], description: ModelDescription) -> dict[str, Member]:
    """Return the signals by all their names."""
    signals = [m for m in members if m.role in ("input", "output") and m.kind == "real"]
    own = {id(m.variable): m for m in signals}
    found = {m.name: m for m in signals}
    return found | {name: own[id(v)] for name, v in description.names() if id(v) in own}


def _of_terminal(
    name: str, description: ModelDescription, title: str, where: str
) -> tuple[str | None, ...]:
    """Return the names of the signals of a terminal, the load with its sign."""
    terminals = {terminal.name: terminal for terminal in description.terminals}
    if name not in terminals:
        there = ", ".join(terminals) or "none"
        raise FMUError(
            f"{where}: {title} has no terminal {name!r}{nearest(name, terminals)}; it has {there}; "
            "or give names of signals, ('tau', 'phi', 'w')"
        )
    found = tuple(_member(terminals[name], wanted) for wanted in _IN_TERMINALS)
    if found[0] is None:
        raise FMUError(f"{where}: this terminal has no member 'tau' or 'f'; give names of signals")
    return found


def _member(terminal: Terminal, wanted: set[str]) -> str | None:
    for member in terminal.members:
        if member.name in wanted:
            return f"-{member.variable}" if member.kind == "outflow" else member.variable
    return None


def _checked(
    name: str, names: tuple[Any, ...], known: Mapping[str, Member], title: str, where: str
) -> FlangeSignals:
    """Return the signals of a flange, if their directions fit."""
    sign = -1.0 if str(names[0]).startswith("-") else 1.0
    plain = [str(names[0]).removeprefix("-"), *names[1:], None, None][: len(_ROLES)]
    for one in plain:
        if one is not None and one not in known:
            raise FMUError(
                f"{where}: {title} has no real input or output {one!r}{nearest(str(one), known)}"
            )
    load, *motion = (known[one] if one is not None else None for one in plain)
    assert load is not None
    roles = {m.role for m in motion if m is not None}
    if len(roles) != 1 or load.role in roles:
        given = ", ".join(f"{m.variable.name} ({m.role})" for m in (load, *motion) if m is not None)
        raise FMUError(
            f"{where}: torque and motion have to go in opposite directions, one an input and the "
            f"other an output; these are {given}"
        )
    moves = load.role == "input"
    if moves and (motion[0] is None or motion[1] is None):
        raise FMUError(
            f"{where}: an FMU that gives the motion of a flange has to give angle and speed, from "
            "which the motion between ticks follows"
        )
    python = [None if m is None else m.name for m in motion]
    is_linear = load.conversion.unit == "N"
    return FlangeSignals(name, load.name, sign, (python[0], python[1], python[2]), moves, is_linear)
