"""What each cylinder of an engine does: fire, misfire, or be cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drivetrain.analysis.arguments import items, not_negative
from drivetrain.analysis.excitation.firing import check_cylinders
from drivetrain.errors import ParameterError, shown

__all__ = ["Scenario"]


@dataclass(frozen=True)
class Scenario:
    """Shares of the two gas torques in each cylinder.

    Attributes
    ----------
    fired : tuple of float
        Share of the torque with combustion, of cylinders 1, 2, …
    idle : tuple of float
        Share of the torque without combustion.
    remarks : tuple of str
        What is other than normal.
    """

    fired: tuple[float, ...]
    idle: tuple[float, ...]
    remarks: tuple[str, ...]

    @staticmethod
    def of(count: int, load: Any, cut_out: Any, misfire: Any, has_motored: bool) -> Scenario:
        """Return the shares for arguments of ``Engine.excitation``.

        Parameters
        ----------
        count : int
            Number of cylinders.
        load, cut_out, misfire
            As given.
        has_motored : bool
            Whether the pressure without combustion is known.
        """
        cut = check_cylinders(cut_out, count, "cut_out")
        missed = check_cylinders(misfire, count, "misfire")
        if both := sorted(set(cut) & set(missed)):
            raise ParameterError(
                f"cylinder {_listed(both)} is cut out and misfires: a cylinder that is cut out has "
                "no gas torque at all; name it once"
            )
        loads = _loads(load, count)
        remarks = _remarks(loads, cut, missed, has_motored)
        fired, idle = list(loads), [1.0 - one for one in loads]
        for number in cut:
            fired[number - 1], idle[number - 1] = 0.0, 0.0
        for number in missed:
            fired[number - 1], idle[number - 1] = 0.0, 1.0
        return Scenario(tuple(fired), tuple(idle), remarks)


def _loads(load: Any, count: int) -> tuple[float, ...]:
    """Return loads in the order of the cylinders."""
    if isinstance(load, Mapping):
        check_cylinders(load, count, "load")
        given = [load.get(k, 1.0) for k in range(1, count + 1)]
    else:
        several = items(load)
        given = [load] * count if several is None else several
    if len(given) != count:
        raise ParameterError(f"load={shown(load)}: give {count} loads, those of cylinders 1, 2, …")
    return tuple(not_negative(one, f"load of cylinder {k}", "1") for k, one in enumerate(given, 1))


def _remarks(
    loads: tuple[float, ...], cut: tuple[int, ...], missed: tuple[int, ...], has_motored: bool
) -> tuple[str, ...]:
    told = []
    if set(loads) != {1.0}:
        how = "pressures between motored and fired" if has_motored else "gas torque multiplied"
        shares = ", ".join(f"{one:g}" for one in loads)
        told.append(f"load of the cylinders: {shares} ({how})")
    if cut:
        told.append(f"cylinder {_listed(cut)} cut out: no gas torque; its masses act on")
    if missed and has_motored:
        told.append(f"cylinder {_listed(missed)} misfires: compression without combustion")
    elif missed:
        told.append(
            f"cylinder {_listed(missed)} misfires: treated as cut out, because no pressure without "
            "combustion was given (motored=…)"
        )
    return tuple(told)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
