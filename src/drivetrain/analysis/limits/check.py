"""Checks of vibrations against limits: utilisation, violated speeds, and what to bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import not_negative, numbers, text
from drivetrain.analysis.limits.barred_range import BarredRange, merged
from drivetrain.analysis.limits.barring import barring_of
from drivetrain.analysis.limits.limit import KINDS, Limit
from drivetrain.analysis.limits.shaft_limits import ShaftLimits
from drivetrain.analysis.limits.violations import Violation, violations_of
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import check_flags

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Check", "Checks", "check", "check_shafts"]

Floats = NDArray[np.float64]

_RPM = 30 / np.pi
_FEW = 3
"""Number of speeds in a violated range below which the peak may be higher than computed."""


@dataclass(frozen=True, eq=False, repr=False)
class Check(Presented):
    """A vibration over the speed, held against a limit.

    Attributes
    ----------
    name : str
        What was checked.
    limits : Limit or ShaftLimits
        What it was held against.
    speed : float array
        Speeds, rad/s.
    half_range : float array
        Half range of the vibration there, in the unit of the limit.
    limit : float array
        Limits there; NaN where none is defined.
    transient : float array or None
        Limits for passing through, if there are any.
    violations : tuple of Violation
        Ranges in which the limit is exceeded.
    barred : tuple of BarredRange
        Ranges to bar; overlapping ones are joined.
    refused : tuple of BarredRange
        Ranges that would have to be barred but must not be, or in which that does not help.
    remarks : tuple of str
        Why ranges are refused, where no limit is defined, what to look at.
    """

    name: str
    limits: Limit | ShaftLimits
    speed: Floats
    half_range: Floats
    limit: Floats
    transient: Floats | None
    violations: tuple[Violation, ...]
    barred: tuple[BarredRange, ...]
    refused: tuple[BarredRange, ...]
    remarks: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What is limited, as in :class:`Limit`."""
        return self.limits.kind if isinstance(self.limits, Limit) else self.limits.continuous.kind

    @property
    def utilisation(self) -> Floats:
        """Half range over limit; NaN where no limit is defined."""
        return np.asarray(self.half_range / self.limit)

    @property
    def transient_utilisation(self) -> Floats | None:
        """Half range over the limit for passing through; None if there is none."""
        return None if self.transient is None else np.asarray(self.half_range / self.transient)

    @property
    def worst(self) -> tuple[float, float]:
        """Largest utilisation and the speed, rad/s, at which it occurs; NaN if none is known."""
        used = self.utilisation
        if np.isnan(used).all():
            return float(np.nan), float(np.nan)
        place = int(np.nanargmax(used))
        return float(used[place]), float(self.speed[place])

    @property
    def verdict(self) -> str:
        """The outcome in a few words."""
        unknown = np.isnan(self.limit)
        if unknown.all():
            return "no limit is defined at these speeds"
        if not self.violations:
            return "within the limit where it is defined" if unknown.any() else "within the limit"
        if isinstance(self.limits, Limit):
            return "limit exceeded"
        return "barring speeds does not solve it" if self.refused else "speeds to be barred"

    @property
    def title(self) -> str:
        """What it is, in one line."""
        used, speed = self.worst
        if np.isnan(used):
            return f"{self.name}: {self.verdict}"
        return f"{self.name}: {self.verdict}; utilisation {used:.4g} at {speed * _RPM:.5g} rpm"

    def notes(self) -> list[str]:
        """Return barred ranges and remarks."""
        told = [f"to be barred: {one}{_criticals(one)}" for one in self.barred]
        return [*told, *self.remarks]

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each violated range; without any, one for the largest utilisation."""
        import pandas as pd

        _, unit, factor = KINDS[self.kind]
        lines = self.violations or (self._largest(),)
        columns: dict[str, Any] = {
            "from [rpm]": [one.low * _RPM for one in lines],
            "to [rpm]": [one.high * _RPM for one in lines],
            "worst [rpm]": [one.worst * _RPM for one in lines],
            f"half range [{unit}]": [one.half_range * factor for one in lines],
            f"limit [{unit}]": [one.limit * factor for one in lines],
            "utilisation": [one.half_range / one.limit for one in lines],
        }
        if self.transient is not None:
            columns[f"transient limit [{unit}]"] = [one.transient * factor for one in lines]
        columns["outcome"] = [self._outcome(one) for one in lines]
        return pd.DataFrame(columns, index=pd.RangeIndex(1, len(lines) + 1, name="range"))

    def _largest(self) -> Violation:
        """Return the largest utilisation as a range without ends."""
        known = not np.isnan(self.worst[0])
        place = int(np.nanargmax(self.utilisation)) if known else int(self.half_range.argmax())
        passing = np.nan if self.transient is None else float(self.transient[place])
        return Violation(
            float(np.nan),
            float(np.nan),
            float(self.speed[place]),
            float(self.half_range[place]),
            float(self.limit[place]),
            float(passing),
            1,
            True,
            False,
        )

    def _outcome(self, one: Violation) -> str:
        if not self.violations:
            return self.verdict
        if isinstance(self.limits, Limit):
            return "exceeded"
        if not one.is_passable:
            return "above the transient limit"
        barred = any(one.worst in some for some in self.barred)
        return "to be barred" if barred else "must not be barred"

    def curves(self) -> pd.DataFrame:
        """Return half ranges, limits and utilisation over the speed."""
        import pandas as pd

        _, unit, factor = KINDS[self.kind]
        columns = {
            f"half range [{unit}]": self.half_range * factor,
            f"limit [{unit}]": self.limit * factor,
            "utilisation": self.utilisation,
        }
        if self.transient is not None:
            columns[f"transient limit [{unit}]"] = self.transient * factor
        return pd.DataFrame(columns, index=pd.Index(self.speed * _RPM, name="speed [rpm]"))

    @explained
    def plot(self, *, path: str | Path | None = None) -> Figure:
        """Draw the vibration over the speed with its limits; barred ranges are hatched.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        """
        figure: Figure = drawn("check_over_speed", self, path=path)
        return figure


@dataclass(frozen=True, eq=False, repr=False)
class Checks(Presented):
    """Checks of several shafts over the same speeds.

    Attributes
    ----------
    checks : tuple of Check
        One for each shaft.
    barred : tuple of BarredRange
        Ranges to bar for all of them together.
    """

    checks: tuple[Check, ...]
    barred: tuple[BarredRange, ...]

    def __getitem__(self, name: str) -> Check:
        """Return the check of a shaft by its name."""
        for one in self.checks:
            if isinstance(name, str) and one.name == name:
                return one
        known = ", ".join(repr(one.name) for one in self.checks)
        raise UsageError(f"there is no check of {shown(name)}; there are those of {known}")

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.checks)
        passed = sum(not one.violations for one in self.checks)
        return f"checks of {count} shaft{'s' * (count > 1)}, {passed} within the limit"

    def notes(self) -> list[str]:
        """Return barred ranges of all together, and the remarks of each."""
        told = [f"to be barred: {one}{_criticals(one)}" for one in self.barred]
        return told + [f"{one.name}: {line}" for one in self.checks for line in one.remarks]

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each shaft."""
        import pandas as pd

        columns = {
            "utilisation": [one.worst[0] for one in self.checks],
            "at [rpm]": [one.worst[1] * _RPM for one in self.checks],
            "violated ranges": [len(one.violations) for one in self.checks],
            "outcome": [one.verdict for one in self.checks],
        }
        return pd.DataFrame(columns, index=pd.Index([o.name for o in self.checks], name="shaft"))


@explained
def check(
    limits: Limit | ShaftLimits,
    speed: ArrayLike,
    half_range: ArrayLike | None = None,
    *,
    torque: ArrayLike | None = None,
    name: str = "",
    criticals: Sequence[Number] = (),
    tachometer: Number = 0.0,
    misfiring: bool = False,
) -> Check:
    """Hold a vibration against a limit over the speed.

    Parameters
    ----------
    limits : Limit or ShaftLimits
        The limit.
    speed : array_like, shape (n,)
        Speeds, ascending, rad/s. Between them the vibration is linear.
    half_range : array_like, shape (n,)
        Half range of the vibration at these speeds, in the unit of the limit: of the synthesis of
        all orders, not the sum of their amplitudes.
    torque : array_like, shape (n,), optional
        Half range of the torque in the shaft, N·m, in place of the stress; the section makes a
        nominal stress of it.
    name : str, optional
        Name of the shaft; that of the limit by default.
    criticals : sequence of number, optional
        Critical speeds, rad/s, around which ranges are barred; the worst computed speed in each
        violated range by default.
    tachometer : number or quantity
        Uncertainty of the speed that the engine shows, rad/s: barred ranges grow by it at both
        ends.
    misfiring : bool
        Whether the vibration is that with a misfiring cylinder, for which ranges may be barred also
        near the rated speed.

    Returns
    -------
    Check
        Utilisation, violated ranges, and ranges to bar.

    Raises
    ------
    ParameterError
        If speeds do not ascend, or half ranges are negative or differ in number.
    UsageError
        If both or none of `half_range` and `torque` are given.

    Examples
    --------
    >>> coupling = Limit("coupling", "torque", "10 kN.m")
    >>> found = check(coupling, [10.0, 20.0, 30.0], [4e3, 14e3, 4e3])
    >>> found.violations[0].low, found.violations[0].high
    (16.0, 24.0)
    """
    if not isinstance(limits, (Limit, ShaftLimits)):
        raise ParameterError(f"limits={shown(limits)}: give a Limit, or what iacs_m68(…) returns")
    check_flags("check", misfiring=misfiring)
    speeds = numbers(speed, "speed", "rad/s")
    values = _half_ranges(limits, half_range, torque)
    _check_arrays(speeds, values)
    main = limits if isinstance(limits, Limit) else limits.continuous
    limit = main.at(speeds)
    transient = None if isinstance(limits, Limit) else limits.transient.at(speeds)
    violations = violations_of(speeds, values, limit, transient)
    remarks = [*_undefined(speeds, limit), *_doubts(violations)]
    barred: tuple[BarredRange, ...] = ()
    refused: tuple[BarredRange, ...] = ()
    if isinstance(limits, ShaftLimits):
        known = numbers(criticals, "criticals", "rad/s", may_be_none=True).tolist()
        slack = not_negative(tachometer, "tachometer", "rad/s")
        barred, refused, told = barring_of(limits, violations, known, slack, misfiring)
        remarks = [*told, *remarks, *limits.remarks]
    elif misfiring or tachometer or list(criticals):
        raise UsageError(
            "criticals, tachometer and misfiring are about barred ranges, which a plain Limit lacks"
        )
    return Check(
        text(name, "name") or limits.name,
        limits,
        speeds,
        values,
        limit,
        transient,
        violations,
        barred,
        refused,
        tuple(remarks),
    )


@explained
def check_shafts(
    shafts: Mapping[str, tuple[Limit | ShaftLimits, ArrayLike]],
    speed: ArrayLike,
    *,
    criticals: Sequence[Number] = (),
    tachometer: Number = 0.0,
    misfiring: bool = False,
) -> Checks:
    """Hold the vibrations of several shafts against their limits.

    Parameters
    ----------
    shafts : mapping of str to (Limit or ShaftLimits, array_like)
        By name: the limit, and the half range at each speed; a torque in N·m for `ShaftLimits`, and
        in the unit of the limit for a `Limit`.
    speed : array_like, shape (n,)
        Speeds, ascending, rad/s.
    criticals, tachometer, misfiring
        As for :func:`check`.

    Returns
    -------
    Checks
        One line for each shaft; barred ranges of all of them, joined where they overlap.
    """
    if not isinstance(shafts, Mapping) or not shafts:
        raise ParameterError(
            f"shafts={shown(shafts)}: give limit and half ranges by name, "
            "{'shaft': (limits, torque)}"
        )
    found = []
    for name, given in shafts.items():
        if not isinstance(given, tuple) or len(given) != 2:
            raise ParameterError(f"{shown(name)}: {shown(given)}: give limit and half ranges")
        limits, values = given
        if isinstance(limits, Limit):
            found.append(check(limits, speed, values, name=name))
        else:
            found.append(
                check(
                    limits,
                    speed,
                    torque=values,
                    name=name,
                    criticals=criticals,
                    tachometer=tachometer,
                    misfiring=misfiring,
                )
            )
    return Checks(tuple(found), merged(one for some in found for one in some.barred))


def _half_ranges(limits: Limit | ShaftLimits, half_range: Any, torque: Any) -> Floats:
    if (half_range is None) == (torque is None):
        raise UsageError("check: give one of half_range, in the unit of the limit, and torque")
    if torque is None:
        main = limits if isinstance(limits, Limit) else limits.continuous
        return numbers(half_range, "half_range", main.unit)
    if isinstance(limits, Limit):
        raise UsageError("check(torque=…): a plain Limit has no section; give half_range")
    return limits.section.stress(numbers(torque, "torque", "N.m"))


def _check_arrays(speed: Floats, half_range: Floats) -> None:
    if len(speed) != len(half_range):
        raise ParameterError(f"{len(half_range)} half ranges for {len(speed)} speeds")
    if not (np.diff(speed) > 0).all():
        place = int(np.flatnonzero(np.diff(speed) <= 0)[0]) + 1
        raise ParameterError(
            f"speed: speeds have to ascend, but number {place} is {speed[place]:g} rad/s after "
            f"{speed[place - 1]:g} rad/s"
        )
    if (half_range < 0).any():
        raise ParameterError("a half range is (largest − smallest) / 2; some are negative")


def _undefined(speed: Floats, limit: Floats) -> list[str]:
    """Return in words where no limit is defined."""
    unknown = np.isnan(limit)
    begins = np.flatnonzero(unknown & ~np.concatenate([[False], unknown[:-1]]))
    ends = np.flatnonzero(unknown & ~np.concatenate([unknown[1:], [False]]))
    return [
        f"no limit is defined from {speed[first] * _RPM:.5g} to {speed[last] * _RPM:.5g} rpm: "
        "nothing is said there"
        for first, last in zip(begins, ends, strict=True)
    ]


def _doubts(violations: Sequence[Violation]) -> list[str]:
    """Return what makes ranges uncertain."""
    told = []
    for one in violations:
        where = f"{one.low * _RPM:.5g} … {one.high * _RPM:.5g} rpm"
        if one.at_edge:
            told.append(f"{where}: goes on beyond the speeds with a vibration and a limit")
        if one.points < _FEW:
            told.append(
                f"{where}: only {one.points} computed speed{'s' * (one.points > 1)} in it; the "
                "peak may be higher"
            )
    return told


def _criticals(one: BarredRange) -> str:
    speeds = ", ".join(f"{speed * _RPM:.4g}" for speed in one.criticals)
    return f" (critical speed {speeds} rpm)" if speeds else ""
