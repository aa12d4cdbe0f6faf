"""Firing orders: when each cylinder of an engine fires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import items, keep, one_of
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained, explained_class
from drivetrain.errors import AnalysisError, ParameterError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FiringOrder", "check_cylinders"]

Floats = NDArray[np.float64]

_SAME = 1e-9
"""Difference of angles that counts as none, rad."""
_DEGREES = 9
"""Decimals of degrees that are told."""


@explained_class
@dataclass(frozen=True, eq=False, init=False, repr=False)
class FiringOrder(Presented):
    """The cylinders of an engine in the order in which they fire, and their firing angles.

    Cylinders are numbered from 1, as engineers do. Angles are those of the crankshaft, from the
    firing dead centre of cylinder 1 on. A piston passes its dead centre once in a revolution; a
    cylinder of a four-stroke engine fires every other time.

    Parameters
    ----------
    order : str or sequence of int
        ``"1-5-3-6-2-4"``, or the numbers; each cylinder once.
    strokes : {4, 2}
        Strokes of a cycle: 4 for two revolutions, 2 for one.
    angles : sequence or mapping of int to number, optional
        Firing angles, rad, of cylinders 1, 2, …, or by cylinder; they have to ascend in the firing
        order and lie within one cycle. Equal intervals by default.

    Attributes
    ----------
    order : tuple of int
        Cylinders in the order in which they fire, from cylinder 1 on.
    angles : float array, shape (n_cylinders,)
        Firing angles of cylinders 1, 2, …, rad.

    Raises
    ------
    ParameterError
        If a cylinder is missing or appears twice, or angles contradict the order.

    Examples
    --------
    >>> firing = FiringOrder("1-3-4-2")
    >>> [round(float(angle), 4) for angle in firing.angles]
    [0.0, 9.4248, 3.1416, 6.2832]
    """

    order: tuple[int, ...]
    strokes: int
    angles: Floats

    def __init__(
        self,
        order: str | Sequence[int],
        *,
        strokes: int = 4,
        angles: Sequence[Number] | Mapping[int, Number] | None = None,
    ) -> None:
        one_of(strokes, "strokes", (4, 2))
        cylinders = _cylinders(order)
        count, cycle = len(cylinders), _cycle(strokes)
        if angles is None:
            found = np.empty(count)
            found[np.array(cylinders) - 1] = cycle / count * np.arange(count)
        else:
            found = _by_cylinder(angles, count, "angles")
            _check_order(found, cylinders, cycle)
        keep(self, order=cylinders, strokes=int(strokes), angles=found)

    @classmethod
    @explained
    def from_cranks(
        cls,
        order: str | Sequence[int],
        cranks: Sequence[Number] | Mapping[int, Number],
        *,
        strokes: int = 4,
        banks: Sequence[str] | str | None = None,
        v_angle: Number = 0.0,
    ) -> FiringOrder:
        """Return the firing order of a crankshaft, in line or in V.

        Cylinder ``k`` is at its dead centre when its throw points along its bank, at the crank
        angle ``bank − crank`` modulo a revolution. In a four-stroke engine the firing order tells
        which of the two revolutions it is: each cylinder fires at the first of its dead centres
        after the cylinder before.

        Parameters
        ----------
        order : str or sequence of int
            ``"1-5-3-6-2-4"``, or the numbers; each cylinder once.
        cranks : sequence or mapping of int to number
            Angles of the throws of cylinders 1, 2, …, rad, ahead of that of cylinder 1 in the
            direction of rotation.
        strokes : {4, 2}
            Strokes of a cycle.
        banks : str or sequence of str, optional
            Bank of each cylinder, ``"AAAABBBB"``. All are in line by default.
        v_angle : number or quantity
            Angle, rad, from bank ``"A"`` to bank ``"B"`` in the direction of rotation.

        Raises
        ------
        AnalysisError
            If a crankshaft with these throws cannot fire in this order within one cycle.
        """
        one_of(strokes, "strokes", (4, 2))
        cylinders = _cylinders(order)
        throws = _by_cylinder(cranks, len(cylinders), "cranks")
        dead = _bank_angles(banks, v_angle, len(cylinders)) - throws
        angles = _in_turn(dead - dead[0], cylinders, strokes)
        return cls(cylinders, strokes=strokes, angles=angles.tolist())

    @property
    def count(self) -> int:
        """Number of cylinders."""
        return len(self.order)

    @property
    def cycle(self) -> float:
        """Length of the cycle, rad."""
        return _cycle(self.strokes)

    @property
    def intervals(self) -> Floats:
        """Angles from each firing to the next, rad, in the firing order."""
        fired = self.angles[np.array(self.order) - 1]
        return np.asarray(np.diff(np.append(fired, fired[0] + self.cycle)))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"firing order {'-'.join(map(str, self.order))}, {self.strokes}-stroke"

    def to_pandas(self) -> pd.DataFrame:
        """Return firing angles and angles of dead centre by cylinder."""
        import pandas as pd

        degrees = np.round(np.degrees(self.angles), _DEGREES)
        columns = {
            "place": [self.order.index(k + 1) + 1 for k in range(self.count)],
            "firing angle [deg]": degrees,
            "dead centre [deg]": np.mod(degrees, 360.0),
        }
        return pd.DataFrame(columns, index=pd.RangeIndex(1, self.count + 1, name="cylinder"))


def check_cylinders(asked: Any, count: int, label: str) -> tuple[int, ...]:
    """Return numbers of cylinders, in ascending order.

    Parameters
    ----------
    asked : int or iterable of int
        Numbers from 1 on.
    count : int
        How many cylinders there are.
    label : str
        Name of the argument, for messages.

    Raises
    ------
    ParameterError
        If there is no such cylinder.
    """
    one = isinstance(asked, (int, np.integer)) and not isinstance(asked, bool)
    several = [asked] if one else items(asked)
    several = [asked] if several is None else several
    for number in several:
        whole = isinstance(number, (int, np.integer)) and not isinstance(number, bool)
        if not whole or not 1 <= number <= count:
            raise ParameterError(
                f"{label}={shown(asked)}: there is no cylinder {shown(number)}; they are numbered "
                f"from 1 to {count}"
            )
    return tuple(sorted({int(number) for number in several}))


def _cycle(strokes: int) -> float:
    return 4 * np.pi if strokes == 4 else 2 * np.pi


def _cylinders(order: Any) -> tuple[int, ...]:
    """Return the numbers of a firing order, each once."""
    if isinstance(order, str):
        parts: list[Any] = [part.strip() for part in order.replace("–", "-").split("-")]
        if not all(part.isdecimal() for part in parts):
            raise ParameterError(f"order={order!r}: write the cylinders as '1-5-3-6-2-4'")
        parts = [int(part) for part in parts]
    else:
        parts = items(order) or []
    if not parts:
        raise ParameterError(f"order={shown(order)}: give the cylinders, '1-5-3-6-2-4'")
    found = check_cylinders(parts, len(parts), "order")
    missing = sorted(set(range(1, len(parts) + 1)) - set(found))
    if missing:
        twice = sorted({k for k in parts if parts.count(k) > 1})
        raise ParameterError(
            f"order={shown(order)}: cylinder {', '.join(map(str, twice))} fires twice and "
            f"{', '.join(map(str, missing))} never; name each of the {len(parts)} cylinders once"
        )
    begin = parts.index(1)
    return tuple(int(part) for part in parts[begin:] + parts[:begin])


def _by_cylinder(given: Any, count: int, label: str) -> Floats:
    """Return angles in the order of the cylinders."""
    if isinstance(given, Mapping):
        missing = [k for k in range(1, count + 1) if k not in given]
        if missing or len(given) != count:
            raise ParameterError(
                f"{label}={shown(given)}: give an angle for each of the cylinders 1 to {count}"
            )
        given = [given[k] for k in range(1, count + 1)]
    values = items(given)
    if values is None or len(values) != count:
        raise ParameterError(
            f"{label}={shown(given)}: give {count} angles, those of cylinders 1 to {count}"
        )
    return np.array(
        [checked_number(v, f"{label} of cylinder {k}", "rad") for k, v in enumerate(values, 1)]
    )


def _check_order(angles: Floats, cylinders: tuple[int, ...], cycle: float) -> None:
    fired = angles[np.array(cylinders) - 1]
    falls = np.flatnonzero(np.diff(fired) < -_SAME)
    if len(falls):
        one, after = cylinders[falls[0]], cylinders[falls[0] + 1]
        raise ParameterError(
            f"angles: cylinder {after} fires at {np.degrees(angles[after - 1]):g}°, before "
            f"cylinder {one} at {np.degrees(angles[one - 1]):g}°, against the order "
            f"{'-'.join(map(str, cylinders))}; plain numbers are in rad"
        )
    if fired[-1] - fired[0] >= cycle - _SAME:
        raise ParameterError(
            f"angles: they span {np.degrees(fired[-1] - fired[0]):g}°, but a cycle has "
            f"{np.degrees(cycle):g}°; plain numbers are in rad"
        )


def _bank_angles(banks: Any, v_angle: Any, count: int) -> Floats:
    """Return the angle of the bank of each cylinder."""
    angle = checked_number(v_angle, "v_angle", "rad")
    if banks is None:
        if angle:
            raise ParameterError("v_angle: give the bank of each cylinder, banks='AAABBB'")
        return np.zeros(count)
    letters = list(banks) if isinstance(banks, str) else items(banks) or []
    is_known = all(isinstance(one, str) and one in ("A", "B") for one in letters)
    if len(letters) != count or not is_known:
        raise ParameterError(
            f"banks={shown(banks)}: give 'A' or 'B' for each of the {count} cylinders"
        )
    return np.array([angle if letter == "B" else 0.0 for letter in letters])


def _in_turn(dead: Floats, cylinders: tuple[int, ...], strokes: int) -> Floats:
    """Return the firing angles: the first dead centre of each after the cylinder before."""
    turn, cycle = 2 * np.pi, _cycle(strokes)
    angles = np.empty(len(dead))
    angles[0] = last = 0.0
    for cylinder in cylinders[1:]:
        wait = float(np.mod(dead[cylinder - 1] - last, turn))
        last += wait if wait > _SAME and turn - wait > _SAME else turn
        angles[cylinder - 1] = last
    if last >= cycle - _SAME:
        raise AnalysisError(
            f"with these throws the order {'-'.join(map(str, cylinders))} takes "
            f"{np.degrees(last):g}°, but the cycle has {np.degrees(cycle):g}°; check "
            "throws, banks and direction of rotation, or give firing angles"
        )
    return angles
