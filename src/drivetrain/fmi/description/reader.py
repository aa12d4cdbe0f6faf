"""Read model descriptions; the file itself is read by FMPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from drivetrain.calls import warn
from drivetrain.errors import FMUError, ModelWarning
from drivetrain.fmi.description.data import (
    Alias,
    DataType,
    DefaultExperiment,
    Dimension,
    EnumerationItem,
    FmiKind,
    Interface,
    ModelDescription,
    ModelStructure,
    ModelVariable,
    Terminal,
    TerminalMember,
    TypeDefinition,
    Unknown,
)
from drivetrain.fmi.description.units import BASE_UNITS, DisplayUnit, Unit

__all__ = ["fmpy_or_refuse", "read_description"]

_TYPES = {kind.value: kind for kind in DataType} | {
    "Real": DataType.FLOAT64,
    "Integer": DataType.INT32,
}
_KINDS = {
    FmiKind.CO_SIMULATION: "coSimulation",
    FmiKind.MODEL_EXCHANGE: "modelExchange",
    FmiKind.SCHEDULED_EXECUTION: "scheduledExecution",
}
_SHOWN = 3


def fmpy_or_refuse(what: str) -> Any:
    """Return the package FMPy.

    Parameters
    ----------
    what : str
        What it is needed for.

    Raises
    ------
    FMUError
        If it is not installed.
    """
    try:
        import fmpy
    except ImportError as error:
        raise FMUError(
            f"{what} needs the package FMPy, which is not installed ({error}): "
            "pip install 'drivetrain[fmi]'"
        ) from error
    return fmpy


def read_description(folder: Path, title: str) -> ModelDescription:
    """Read the description of an unpacked unit.

    Parameters
    ----------
    folder : Path
        Where it has been unpacked.
    title : str
        Its file name, for messages.

    Raises
    ------
    FMUError
        If it is missing, unreadable, or of another version than 2.0 and 3.x.

    Warns
    -----
    ModelWarning
        If it violates the schema of the standard.
    """
    file = folder / "modelDescription.xml"
    if not file.is_file():
        raise FMUError(
            f"{title}: there is no modelDescription.xml inside, so this is no FMU; give the file "
            "that a tool has exported as FMI 2.0 or 3.0"
        )
    _check_version(file, title)
    return _converted(_parsed(folder, title), folder)


def _check_version(file: Path, title: str) -> None:
    try:
        version = ElementTree.parse(file).getroot().get("fmiVersion", "")
    except ElementTree.ParseError as error:
        raise FMUError(f"{title}: modelDescription.xml is no valid XML: {error}") from error
    if version != "2.0" and not version.startswith("3."):
        raise FMUError(
            f"{title} is of FMI version {version or '(none)'}; those that can be used are 2.0 and "
            "3.0: export it once more from its tool in one of these versions"
        )


def _parsed(folder: Path, title: str) -> Any:
    """Return the description as FMPy reads it, with a warning if it is not valid."""
    fmpy = fmpy_or_refuse("reading an FMU")
    from fmpy.model_description import ValidationError

    try:
        try:
            return fmpy.read_model_description(str(folder), validate=True)
        except ValidationError as error:
            found = fmpy.read_model_description(str(folder), validate=False)
            problems = "; ".join(map(str, error.problems[:_SHOWN]))
    except Exception as error:
        raise FMUError(
            f"{title}: modelDescription.xml cannot be read: {error}; have it checked by "
            "'python -m fmpy validate', and tell the makers of the tool that wrote it"
        ) from error
    warn(
        ModelWarning(
            f"{title}: modelDescription.xml violates the standard, and is taken as it is: "
            f"{problems}"
        )
    )
    return found


def _number(text: Any, convert: Callable[[Any], Any] = float) -> Any:
    return None if text is None else convert(text)


def _converted(found: Any, folder: Path) -> ModelDescription:
    experiment = found.defaultExperiment
    times = ("startTime", "stopTime", "tolerance", "stepSize")
    return ModelDescription(
        version="2.0" if found.fmiVersion == "2.0" else "3.0",
        name=found.modelName,
        token=found.guid or found.instantiationToken or "",
        interfaces=tuple(_interfaces(found)),
        variables=tuple(map(_variable, found.modelVariables)),
        structure=_structure(found),
        units=tuple(map(_unit, found.unitDefinitions)),
        types=tuple(map(_type, found.typeDefinitions)),
        experiment=DefaultExperiment(*(_number(getattr(experiment, name, None)) for name in times)),
        terminals=tuple(_terminals(folder)),
        description=found.description or "",
        author=found.author or "",
        copyright=found.copyright or "",
        license=found.license or "",
        model_version=found.version or "",
        generation_tool=found.generationTool or "",
        generation_time=found.generationDateAndTime or "",
        naming=found.variableNamingConvention or "flat",
        event_indicators=int(found.numberOfEventIndicators or 0),
    )


def _interfaces(found: Any) -> list[Interface]:
    made = []
    for kind, name in _KINDS.items():
        offered = getattr(found, name, None)
        if offered is not None:
            own = {key: getattr(offered, key) for key in dir(offered) if not key.startswith("_")}
            identifier = own.pop("modelIdentifier")
            able = {
                key: value for key, value in own.items() if isinstance(value, (bool, int, float))
            }
            made.append(Interface(kind, identifier, able))
    return made


def _start(variable: Any, kind: DataType) -> Any:
    """Return a start value as a Python object."""
    text = variable.start
    if text is None:
        return None
    if kind in (DataType.STRING, DataType.BINARY, DataType.CLOCK):
        return text
    if kind is DataType.BOOLEAN:
        values: list[Any] = [one in ("true", "1", "True") for one in str(text).split()]
    else:
        values = [int(float(one)) if kind.is_integer else float(one) for one in str(text).split()]
    return values[0] if len(values) == 1 and not variable.dimensions else tuple(values)


def _variable(found: Any) -> ModelVariable:
    kind = _TYPES[found.type]
    declared = found.declaredType

    def own(name: str) -> Any:
        value = getattr(found, name)
        return getattr(declared, name, None) if value is None and declared is not None else value

    derivative = found.derivative
    return ModelVariable(
        name=found.name,
        reference=found.valueReference,
        type=kind,
        causality=found.causality or "local",
        variability=found.variability or "",
        initial=found.initial or "",
        start=_start(found, kind),
        description=found.description or "",
        unit=own("unit") or "",
        display_unit=own("displayUnit") or "",
        quantity=own("quantity") or "",
        declared_type=declared.name if declared is not None else "",
        minimum=_number(own("min")),
        maximum=_number(own("max")),
        nominal=_number(own("nominal")),
        relative=bool(own("relativeQuantity")),
        derivative_of=derivative.name if derivative is not None else None,
        reinit=bool(found.reinit),
        aliases=tuple(
            Alias(one.name, one.description or "", one.displayUnit or "") for one in found.aliases
        ),
        dimensions=tuple(
            Dimension(
                size=_number(one.start, int),
                reference=one.valueReference if one.start is None else None,
            )
            for one in found.dimensions
        ),
    )


def _unit(found: Any) -> Unit:
    base = found.baseUnit
    displays = tuple(
        DisplayUnit(d.name, float(d.factor), float(d.offset)) for d in found.displayUnits
    )
    if base is None:
        return Unit(found.name, None, displays=displays)
    exponents = tuple(int(getattr(base, name)) for name in BASE_UNITS)
    return Unit(found.name, exponents, float(base.factor), float(base.offset), displays)


def _type(found: Any) -> TypeDefinition:
    return TypeDefinition(
        name=found.name,
        type=_TYPES.get(found.type, DataType.FLOAT64),
        quantity=found.quantity or "",
        unit=found.unit or "",
        display_unit=found.displayUnit or "",
        description=found.description or "",
        minimum=_number(found.min),
        maximum=_number(found.max),
        nominal=_number(found.nominal),
        relative=bool(found.relativeQuantity),
        items=tuple(
            EnumerationItem(i.name, int(i.value), i.description or "") for i in found.items
        ),
    )


def _structure(found: Any) -> ModelStructure:
    def unknowns(name: str) -> tuple[Unknown, ...]:
        return tuple(
            Unknown(
                one.variable.valueReference,
                None
                if one.dependencies is None
                else tuple(other.valueReference for other in one.dependencies),
                tuple(one.dependenciesKind or ()),
            )
            for one in getattr(found, name)
            if one.variable is not None
        )

    return ModelStructure(
        unknowns("outputs"),
        unknowns("derivatives"),
        unknowns("initialUnknowns"),
        unknowns("eventIndicators"),
    )


def _terminals(folder: Path) -> list[Terminal]:
    """Read the terminals; in 2.0 they stand in a folder of their own."""
    places = ("terminalsAndIcons", "icons")
    file = next(
        (
            folder / place / "terminalsAndIcons.xml"
            for place in places
            if (folder / place / "terminalsAndIcons.xml").is_file()
        ),
        None,
    )
    if file is None:
        return []
    found = ElementTree.parse(file).getroot().iter("Terminal")
    return [
        Terminal(
            name=one.get("name", ""),
            members=tuple(
                TerminalMember(
                    member.get("variableName", ""),
                    member.get("memberName", ""),
                    member.get("variableKind", "signal"),
                )
                for member in one.findall("TerminalMemberVariable")
            ),
            matching=one.get("matchingRule", "plug"),
            terminal_kind=one.get("terminalKind", ""),
            description=one.get("description", ""),
        )
        for one in found
    ]
