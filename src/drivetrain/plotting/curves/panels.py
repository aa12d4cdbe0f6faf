"""Which curve is drawn where: axes by unit, by groups of names, and on two scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from drivetrain.errors import ResultError, shown
from drivetrain.plotting.curves.curve import Curve
from drivetrain.plotting.labels import unit_label

__all__ = ["BOOLEAN", "Panel", "Scale", "sorted_into_panels"]

_HEIGHT, _HEIGHT_DISCRETE = 2.1, 1.5  # inches
BOOLEAN = {0: "false", 1: "true"}
"""Names of the values of Boolean signals."""


@dataclass
class Scale:
    """One vertical axis: the signals that share a unit, or the names of their values.

    Attributes
    ----------
    label : str
        Label of the axis.
    ticks : dict of int to str
        Names of values.
    discrete : bool
        Whether the signals are drawn as steps.
    curves : list of Curve
        The signals.
    """

    label: str
    ticks: dict[int, str] = field(default_factory=dict)
    discrete: bool = False
    curves: list[Curve] = field(default_factory=list)


@dataclass(eq=False)
class Panel:
    """One pair of axes.

    Attributes
    ----------
    left : Scale
        What belongs to the scale at the left.
    right : Scale, optional
        What belongs to a second one, at the right.
    """

    left: Scale
    right: Scale | None = None

    @property
    def scales(self) -> list[Scale]:
        """The scales, from left to right."""
        return [self.left] if self.right is None else [self.left, self.right]

    @property
    def curves(self) -> list[Curve]:
        """All signals."""
        return [curve for scale in self.scales for curve in scale.curves]

    @property
    def height(self) -> float:
        """Height of the axes, inches."""
        return _HEIGHT_DISCRETE if all(scale.discrete for scale in self.scales) else _HEIGHT


def sorted_into_panels(
    curves: Sequence[Curve],
    groups: Sequence[Sequence[Curve]] = (),
    right: frozenset[str] = frozenset(),
) -> list[Panel]:
    """Sort the signals into axes: those by unit first, then the groups.

    Parameters
    ----------
    curves : sequence of Curve
        Signals with one axes per unit. Those on the right join the first of these axes.
    groups : sequence of sequence of Curve
        Signals with one axes per group; with two units, the second one is on the right.
    right : frozenset of str
        Names of the variables on the right.

    Raises
    ------
    ResultError
        If a scale would have several units, or nothing is left for the scale at the left.
    """
    left = [curve for curve in curves if curve.name not in right]
    panels = [Panel(scale) for scale in _scales(left)]
    second = _scales([curve for curve in curves if curve.name in right])
    if second:
        _check_single(second, "right=")
        if not panels:
            raise ResultError(
                f"right={shown(sorted(right))}: nothing is left for the scale at the left; name "
                "other variables as well"
            )
        panels[0].right = second[0]
    return [*panels, *(_of_group(group, right) for group in groups)]


def _of_group(group: Sequence[Curve], right: frozenset[str]) -> Panel:
    """Return the axes of a group."""
    one = _scales([curve for curve in group if curve.name not in right])
    other = _scales([curve for curve in group if curve.name in right])
    if not other:
        one, other = one[:1], one[1:]
    if not one:
        one, other = other[:1], other[1:]
    for scales in (one, other):
        _check_single(scales, f"the group {shown([curve.name for curve in group])}")
    return Panel(one[0], other[0] if other else None)


def _check_single(scales: Sequence[Scale], asked: str) -> None:
    if len(scales) > 1:
        labels = ", ".join(scale.label or "values with names" for scale in scales)
        raise ResultError(
            f"{asked}: one scale cannot show several units ({labels}); one axes has two scales at "
            "most, so make more groups"
        )


def _scales(curves: Sequence[Curve]) -> list[Scale]:
    """Return one scale per unit, or per set of names of values."""
    scales: dict[tuple[str, ...], Scale] = {}
    for curve in curves:
        kind = curve.kind
        if kind == "real":
            unit = curve.unit
            scale = scales.setdefault(("real", unit), Scale(unit_label(unit)))
        else:
            ticks = BOOLEAN if kind == "boolean" else _ticks(curve)
            scale = scales.setdefault((kind, *ticks.values()), Scale("", dict(ticks), True))
        scale.curves.append(curve)
    return list(scales.values())


def _ticks(curve: Curve) -> dict[int, str]:
    """Return the names of the values of an integer signal."""
    return dict(sorted(curve.result.layout.labels.get(curve.name, {}).items()))
