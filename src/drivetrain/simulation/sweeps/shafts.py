"""The shaft whose speed is varied, and whose angle orders belong to."""

from __future__ import annotations

from dataclasses import dataclass

from drivetrain.compiler.frontend.qualified_names import find_variable, variable_names
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown

__all__ = ["ShaftVariables", "shaft_variables"]

_ANGLE, _SPEED = ".phi", ".w"


@dataclass(frozen=True)
class ShaftVariables:
    """Names and numbers of the angle and the speed of a shaft.

    Attributes
    ----------
    name : str
        Name of the part, such as ``"flywheel"``.
    angle, speed : str
        Names of its variables.
    angle_number : int
        Number of the angle.
    """

    name: str
    angle: str
    speed: str
    angle_number: int


def shaft_variables(t: Translation, shaft: str) -> ShaftVariables:
    """Return the variables of a shaft.

    Parameters
    ----------
    t : Translation
        The compiled model.
    shaft : str
        Name of a part with an angle ``phi`` and a speed ``w``, or of one of these.

    Raises
    ------
    UsageError
        If it is no name.
    NameLookupError
        If there is no such part; the nearest one is suggested.
    """
    if not isinstance(shaft, str):
        raise UsageError(f"shaft={shown(shaft)}: give the name of a part, such as 'flywheel'")
    name = shaft.removesuffix(_SPEED).removesuffix(_ANGLE)
    angle = find_variable(t.flat.root, name + _ANGLE)
    if angle is None or find_variable(t.flat.root, name + _SPEED) is None:
        raise NameLookupError(
            f"shaft={shaft!r}: no part of this name has an angle phi and a speed w"
            f"{nearest(name, _parts(t))}"
        )
    return ShaftVariables(name, name + _ANGLE, name + _SPEED, angle)


def _parts(t: Translation) -> list[str]:
    names = set(variable_names(t.flat.root))
    speeds = [name.removesuffix(_SPEED) for name in names if name.endswith(_SPEED)]
    return sorted(name for name in speeds if name + _ANGLE in names)
