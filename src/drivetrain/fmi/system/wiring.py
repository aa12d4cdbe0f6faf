"""Find the variables that belong together where two units are connected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.fmi.description.data import ModelDescription, ModelVariable

__all__ = ["Wire", "wires"]


@dataclass(frozen=True)
class Wire:
    """An output of a unit, and the input of another one that it sets."""

    source: str
    output: str
    target: str
    input: str


def wires(units: Mapping[str, ModelDescription], first: str, second: str) -> list[Wire]:
    """Return the variables that are connected if two ports are.

    Parameters
    ----------
    units : mapping
        Descriptions of the units by their names in the system.
    first, second : str
        ``unit.flange`` or ``unit.variable``.

    Raises
    ------
    NameLookupError
        If there is no such unit or port.
    UsageError
        If they do not fit each other.
    """
    ends = [_signals(units, one) for one in (first, second)]
    (a, left), (b, right) = ends
    if len(left) == len(right) == 1:
        pairs = [(next(iter(left.values())), next(iter(right.values())))]
    elif _fit(left, right):
        pairs = [(left[key], right[key]) for key in left if key in right]
    else:
        raise UsageError(
            f"{first} has {', '.join(sorted(left))}, and {second} has {', '.join(sorted(right))}: "
            "connect ports of the same kind"
        )
    found = []
    for one, other in pairs:
        if one.causality == other.causality:
            raise UsageError(
                f"{a}.{one.name} and {b}.{other.name} are both {one.causality}s: let motion enter "
                "one unit and torque, force or heat the other one"
            )
        is_forward = one.causality == "output"
        found.append(Wire(a, one.name, b, other.name) if is_forward
                     else Wire(b, other.name, a, one.name))  # fmt: skip
    return found


def _fit(left: Mapping[str, ModelVariable], right: Mapping[str, ModelVariable]) -> bool:
    """Tell whether each input of one port has a counterpart at the other one."""
    wanted = {
        key for port in (left, right) for key, one in port.items() if one.causality == "input"
    }
    return bool(wanted) and wanted <= left.keys() & right.keys()


def _signals(
    units: Mapping[str, ModelDescription], path: str
) -> tuple[str, dict[str, ModelVariable]]:
    """Return the unit of a port, and its inputs and outputs by their last names."""
    unit, _, port = str(path).partition(".")
    if unit not in units:
        raise NameLookupError(f"{shown(path)}: there is no unit {unit!r}{nearest(unit, units)}")
    ports = {one.name: one for one in units[unit].variables if one.causality in _PORTS}
    if port in ports:
        return unit, {"": ports[port]}
    start = f"{port.replace('.', '_')}_"
    members = {
        name.removeprefix(start): one for name, one in ports.items()
        if name.startswith(start) and "_" not in name.removeprefix(start)
    }  # fmt: skip
    if not members:
        known = sorted({*ports, *(name.rpartition("_")[0] for name in ports)})
        raise NameLookupError(
            f"{shown(path)}: the unit {unit!r} has no such flange, input or output"
            f"{nearest(port.replace('.', '_'), known)}"
        )
    return unit, members


_PORTS = ("input", "output")
