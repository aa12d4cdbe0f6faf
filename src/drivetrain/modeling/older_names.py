"""Names of the Modelica library that are others here: of older editions, or in other letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from drivetrain.errors import RenamedError, nearest

__all__ = ["nearest_name", "refuse_older_classes"]

_PARAMETERS: Final = {
    "bearing": "support",
    "freqHz": "f",
    "initType": "init_type",
    "mue0": "mu0",
    "mue_pos": "mu_pos",
    "stateSelection": "state_select",
}
"""Names of members up to edition 3 of the Modelica library, and those since."""
_CLASSES: Final = {
    "blocks": {
        "Clock": "ContinuousClock",
        "CombiTable1D": "CombiTable1Dv",
        "CombiTable2D": "CombiTable2Ds",
    },
    "rotational": {
        "Gear": "Gearbox",
        "Gear2": "Gearbox",
        "GearEfficiency": "LossyGear",
        "GearNew": "Gearbox",
        "FrictionBase": "Friction",
        "TwoFlangesAndBearing": "TwoFlangesAndSupport",
    },
    "translational": {
        "SlidingMass": "Mass",
        "Stop": "MassWithStopAndFriction",
    },
}  # fmt: skip
"""Classes of older editions, by library, and those that do their work since."""
_IN_2002: Final = ("Clock", "Gear", "Gear2", "GearEfficiency", "FrictionBase")
_WITHOUT: Final = ("PartialElementary", "Partial")


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return a hint to the right name, as `nearest`; Modelica's names are understood.

    Parameters
    ----------
    name : str
        As asked for: misspelt, or a name of the Modelica library such as ``freqHz``.
    known : iterable of str
        Those that there are; they may be dotted.
    """
    there = list(known)
    path, dot, last = str(name).rpartition(".")
    for old, new in _PARAMETERS.items():
        newer = f"{path}{dot}{new}"
        if _letters(old) == _letters(last) and newer in there and new != last:
            return f"; did you mean {newer!r}, which was '{old}' in older editions of Modelica?"
    start, _, rest = last.rpartition("_")
    if rest == "start" and f"{path}{dot}{start}" in there and not dot:
        return f"; a start value is given as {start}=fixed(…)"
    alike = [one for one in there if _letters(one) == _letters(str(name))][:1]
    return f"; did you mean {alike[0]!r}?" if alike else nearest(name, there)


def refuse_older_classes(module: str, offered: Iterable[str]) -> Callable[[str], Any]:
    """Return what a library does for a name that it does not have: its ``__getattr__``.

    Parameters
    ----------
    module : str
        Name of the library.
    offered : iterable of str
        Its public names.

    Returns
    -------
    callable
        Raises RenamedError for a class that has another name here, which also ends an import, and
        AttributeError for all other names.
    """

    def missing(name: str) -> Any:
        newer = _newer_class(module, name, offered) if name[:1].isupper() else None
        if newer is None:
            raise AttributeError(
                f"module {module!r} has no attribute {name!r}{nearest(name, offered)}"
            )
        edition = "; the class of 2002 is in drivetrain.edition2002" * (name in _IN_2002)
        raise RenamedError(
            f"{module} has no class {name!r}: Modelica's {name} is '{newer}' here{edition}"
        )

    return missing


def _newer_class(module: str, name: str, offered: Iterable[str]) -> str | None:
    """Return the name here of a class of the Modelica library."""
    newer = _CLASSES.get(module.rpartition(".")[2], {}).get(name)
    if newer is not None:
        return newer
    for prefix in ("", *_WITHOUT):
        letters = _letters(name.removeprefix(prefix))
        if name.startswith(prefix) and letters:
            alike = [one for one in offered if _letters(one) == letters]
            if alike:
                return alike[0]
    return None


def _letters(name: str) -> str:
    return name.replace("_", "").casefold()
