"""Write several units and their connections as one file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.fmi.export.archive import EARLIEST, archive
from drivetrain.fmi.imported.archive import opened
from drivetrain.fmi.system.description import system_description
from drivetrain.fmi.system.parameters import parameter_values, value_file
from drivetrain.fmi.system.wiring import Wire, wires

__all__ = ["export_system"]

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@explained
def export_system(
    path: str | Path,
    units: Mapping[str, str | Path],
    connections: Sequence[tuple[str, str]] = (),
    *,
    parameters: Mapping[str, Any] | None = None,
    stop_time: float | None = None,
) -> Path:
    """Write functional mock-up units and their connections as one file of SSP 1.0.

    Parameters
    ----------
    path : str or Path
        The file, ``….ssp``.
    units : mapping of str to path
        The units, FMI 2.0 or 3.0, by their names in the system.
    connections : list of (str, str)
        Ports that are connected, ``unit.flange`` or ``unit.variable``. Of two flanges all signals
        are connected, each from the unit that gives it to the one that takes it.
    parameters : mapping, optional
        Values of ``unit.parameter`` that the system sets, in SI units or with a unit; also starts
        of states and inputs that nothing drives.
    stop_time : float, optional
        Where a run of the system ends by default, s.

    Returns
    -------
    Path
        The file. Inputs that nothing sets are inputs of the system, named ``unit_input``.

    Raises
    ------
    UsageError
        If two ports do not fit, an input is set twice, or a name is none.
    NameLookupError
        If there is no such unit, port or parameter.
    ParameterError
        If a value does not fit its parameter.
    FMUError
        If a file is no unit, or FMPy is not installed.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> import drivetrain as dt
    >>> from drivetrain.rotational import Inertia, SpringDamper
    >>> class Engine(dt.Model):
    ...     flywheel = Inertia(J=0.2, w=dt.fixed(10.0))
    >>> class Vehicle(dt.Model):
    ...     shaft = SpringDamper(c=200.0, d=2.0)
    ...     wheel = Inertia(J=1.0)
    ...     def equations(self):
    ...         yield self.shaft >> self.wheel
    >>> folder = mkdtemp()
    >>> units = {
    ...     "engine": dt.export(
    ...         Engine(), f"{folder}/engine.fmu", flanges={"flywheel.flange_b": "torque in"}
    ...     ),
    ...     "vehicle": dt.export(
    ...         Vehicle(), f"{folder}/vehicle.fmu", flanges={"shaft.flange_a": "motion in"}
    ...     ),
    ... }
    >>> joined = [("engine.flywheel.flange_b", "vehicle.shaft.flange_a")]
    >>> dt.export_system(f"{folder}/launch.ssp", units, joined).name
    'launch.ssp'
    """
    target = check_path(path, (".ssp",))
    files = {name: Path(file) for name, file in units.items()}
    for name in files:
        if not _NAME.fullmatch(str(name)):
            raise UsageError(f"units: {shown(name)} is no name: use letters, digits and _")
    said = {name: opened(file).description for name, file in files.items()}
    joined = [wire for pair in connections for wire in wires(said, *_pair(pair))]
    _check_once(joined)
    sources = {name: f"resources/{name}.fmu" for name in files}
    values = parameter_values(said, parameters or {})
    sets = {name: f"resources/{name}.ssv" for name in values}
    text = system_description(target.stem, said, sources, joined, stop_time, sets)
    content = {sets[name]: value_file(name, given).encode() for name, given in values.items()}
    content |= {sources[name]: file.read_bytes() for name, file in files.items()}
    content["SystemStructure.ssd"] = text.encode()
    with write_atomically(target) as place:
        place.write_bytes(archive(content, EARLIEST))
    return target


def _pair(given: Any) -> tuple[str, str]:
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return str(given[0]), str(given[1])
    raise UsageError(
        f"connections: {shown(given)} are no two ports, such as "
        "('engine.flywheel.flange_b', 'vehicle.shaft.flange_a')"
    )


def _check_once(joined: Sequence[Wire]) -> None:
    seen: dict[tuple[str, str], Wire] = {}
    for one in joined:
        before = seen.setdefault((one.target, one.input), one)
        if before is not one:
            raise UsageError(
                f"{one.target}.{one.input} is set twice: by {before.source}.{before.output} and "
                f"by {one.source}.{one.output}"
            )
