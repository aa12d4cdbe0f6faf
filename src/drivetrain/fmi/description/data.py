"""Model descriptions as data, the same for FMI 2.0 and 3.0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from drivetrain.fmi.description.units import Unit

__all__ = [
    "Alias",
    "DataType",
    "DefaultExperiment",
    "Dimension",
    "EnumerationItem",
    "FmiKind",
    "Interface",
    "LogCategory",
    "ModelDescription",
    "ModelStructure",
    "ModelVariable",
    "Terminal",
    "TerminalMember",
    "TypeDefinition",
    "Unknown",
]


class DataType(Enum):
    """Type of a variable, by its name in FMI 3; FMI 2 knows those of :attr:`in_fmi_2`."""

    FLOAT64 = "Float64"
    FLOAT32 = "Float32"
    INT8 = "Int8"
    UINT8 = "UInt8"
    INT16 = "Int16"
    UINT16 = "UInt16"
    INT32 = "Int32"
    UINT32 = "UInt32"
    INT64 = "Int64"
    UINT64 = "UInt64"
    BOOLEAN = "Boolean"
    STRING = "String"
    ENUMERATION = "Enumeration"
    BINARY = "Binary"
    CLOCK = "Clock"

    @property
    def in_fmi_2(self) -> str | None:
        """Name in FMI 2.0, None where there is no such type."""
        return _FMI_2.get(self)

    @property
    def is_float(self) -> bool:
        """Whether values are real numbers."""
        return self in (DataType.FLOAT64, DataType.FLOAT32)

    @property
    def is_integer(self) -> bool:
        """Whether values are whole numbers; those of enumerations are too."""
        return "Int" in self.value or self is DataType.ENUMERATION

    @property
    def limits(self) -> tuple[int, int]:
        """Least and largest whole number that there is room for."""
        bits = int("".join(filter(str.isdigit, self.value)) or 64)
        if self.value.startswith("UInt"):
            return 0, 2**bits - 1
        return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


_FMI_2 = {
    DataType.FLOAT64: "Real",
    DataType.INT32: "Integer",
    DataType.BOOLEAN: "Boolean",
    DataType.STRING: "String",
    DataType.ENUMERATION: "Enumeration",
}


class FmiKind(Enum):
    """Kind of interface, by its short name."""

    CO_SIMULATION = "cs"
    MODEL_EXCHANGE = "me"
    SCHEDULED_EXECUTION = "se"

    @property
    def element(self) -> str:
        """Name of its element in the description."""
        words = {"cs": "CoSimulation", "me": "ModelExchange", "se": "ScheduledExecution"}
        return words[self.value]


@dataclass(frozen=True)
class Interface:
    """An interface that a unit offers.

    Parameters
    ----------
    kind : FmiKind
        Co-simulation, model exchange or scheduled execution.
    identifier : str
        Base name of the binaries.
    capabilities : mapping of str to bool, int or float
        Attributes as the standard spells them, such as ``canGetAndSetFMUstate``; those that are
        false may be left out.
    sources : tuple of str
        Files to be compiled (2.0; 3.0 names them in its build description).
    """

    kind: FmiKind
    identifier: str
    capabilities: Mapping[str, bool | int | float] = field(default_factory=dict)
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class EnumerationItem:
    """A value of an enumeration."""

    name: str
    value: int
    description: str = ""


@dataclass(frozen=True)
class TypeDefinition:
    """A type to which variables refer by name."""

    name: str
    type: DataType = DataType.FLOAT64
    quantity: str = ""
    unit: str = ""
    display_unit: str = ""
    description: str = ""
    minimum: float | None = None
    maximum: float | None = None
    nominal: float | None = None
    relative: bool = False
    unbounded: bool = False
    items: tuple[EnumerationItem, ...] = ()


@dataclass(frozen=True)
class Alias:
    """Another name of a variable."""

    name: str
    description: str = ""
    display_unit: str = ""


@dataclass(frozen=True)
class Dimension:
    """A dimension of an array: its size, or the reference of the variable that gives it."""

    size: int | None = None
    reference: int | None = None


@dataclass(frozen=True)
class ModelVariable:
    """A variable.

    Parameters
    ----------
    name : str
        As in the file: structured, with arrays that begin at 1.
    reference : int
        Value reference.
    type : DataType
        Type.
    causality, variability, initial : str
        As the standard spells them; an empty text where the file has nothing.
    start : object
        Number, bool, text, or a tuple of them for an array; None if there is none.
    description, unit, display_unit, quantity, declared_type : str
        Texts; may be empty.
    minimum, maximum, nominal : float, optional
        Bounds and magnitude.
    derivative_of : str, optional
        Name of the state of which this is the derivative.
    reinit : bool
        Whether the unit itself may set this state at events.
    aliases : tuple of Alias
        Other names with the same value reference.
    dimensions : tuple of Dimension
        Empty for a scalar.
    """

    name: str
    reference: int
    type: DataType = DataType.FLOAT64
    causality: str = "local"
    variability: str = ""
    initial: str = ""
    start: object = None
    description: str = ""
    unit: str = ""
    display_unit: str = ""
    quantity: str = ""
    declared_type: str = ""
    minimum: float | None = None
    maximum: float | None = None
    nominal: float | None = None
    relative: bool = False
    derivative_of: str | None = None
    reinit: bool = False
    aliases: tuple[Alias, ...] = ()
    dimensions: tuple[Dimension, ...] = ()


@dataclass(frozen=True)
class Unknown:
    """An unknown of the model structure, and what it depends on.

    Parameters
    ----------
    reference : int
        Value reference of the variable; of an event indicator without variable in 2.0: its number.
    dependencies : tuple of int, optional
        Value references of what it depends on; None if nothing is said, so that it may be all.
    kinds : tuple of str
        How, one for each: dependent, constant, fixed, tunable or discrete. May be empty.
    """

    reference: int
    dependencies: tuple[int, ...] | None = None
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class ModelStructure:
    """Outputs, derivatives, unknowns of the initialisation and event indicators."""

    outputs: tuple[Unknown, ...] = ()
    derivatives: tuple[Unknown, ...] = ()
    initial_unknowns: tuple[Unknown, ...] = ()
    event_indicators: tuple[Unknown, ...] = ()


@dataclass(frozen=True)
class DefaultExperiment:
    """Settings of a run; times in s, None where nothing is said."""

    start_time: float | None = None
    stop_time: float | None = None
    tolerance: float | None = None
    step_size: float | None = None


@dataclass(frozen=True)
class LogCategory:
    """Messages that can be switched on together."""

    name: str
    description: str = ""


@dataclass(frozen=True)
class TerminalMember:
    """A variable in a terminal; `kind` is signal, inflow or outflow."""

    variable: str
    name: str
    kind: str = "signal"


@dataclass(frozen=True)
class Terminal:
    """Variables that belong to one connection.

    Parameters
    ----------
    name : str
        For users.
    members : tuple of TerminalMember
        Its variables.
    matching : str
        Rule by which it fits another one: plug, bus or sequence.
    terminal_kind : str
        Class of connector.
    description : str
        One line.
    """

    name: str
    members: tuple[TerminalMember, ...] = ()
    matching: str = "plug"
    terminal_kind: str = ""
    description: str = ""


@dataclass(frozen=True)
class ModelDescription:
    """Content of ``modelDescription.xml``, and the terminals of ``terminalsAndIcons``.

    Parameters
    ----------
    version : str
        ``"2.0"`` or ``"3.0"``.
    name : str
        Name of the model.
    token : str
        `guid` in 2.0, `instantiationToken` in 3.0.
    variables : tuple of ModelVariable
        In the order of the file, aliases left out.
    event_indicators : int
        Their number (2.0; 3.0 counts those of `structure`).
    """

    version: str
    name: str
    token: str
    interfaces: tuple[Interface, ...] = ()
    variables: tuple[ModelVariable, ...] = ()
    structure: ModelStructure = field(default_factory=ModelStructure)
    units: tuple[Unit, ...] = ()
    types: tuple[TypeDefinition, ...] = ()
    log_categories: tuple[LogCategory, ...] = ()
    experiment: DefaultExperiment = field(default_factory=DefaultExperiment)
    terminals: tuple[Terminal, ...] = ()
    description: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    model_version: str = ""
    generation_tool: str = ""
    generation_time: str = ""
    naming: str = "structured"
    event_indicators: int = 0

    def interface(self, kind: FmiKind) -> Interface | None:
        """Return the interface of a kind, None if the unit does not offer it."""
        return next((one for one in self.interfaces if one.kind is kind), None)

    def names(self) -> Iterator[tuple[str, ModelVariable]]:
        """Yield every name, aliases too, and its variable."""
        for variable in self.variables:
            yield variable.name, variable
            for alias in variable.aliases:
                yield alias.name, variable
