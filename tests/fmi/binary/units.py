"""Units made of models, with all their variables, and a driver for them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain import examples
from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.fmi.binary.library import build_library, event_indicators
from drivetrain.fmi.binary.model_object import parameters_of
from drivetrain.fmi.binary.parameter_program import ParameterProgram
from drivetrain.fmi.binary.variables import BinaryVariable, Kind, Settable, Type
from drivetrain.modeling.component import Component
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings, settings_of

Floats = NDArray[np.float64]
_TYPES = {"real": Type.REAL, "integer": Type.INTEGER, "boolean": Type.BOOLEAN}
TOKEN = "{of-this-test}"


@dataclass(frozen=True)
class Unit:
    """A library, and what is in it."""

    library: Path
    variables: list[BinaryVariable]
    settings: Settings
    parameters: ParameterProgram

    def reference(self, name: str) -> int:
        return next(k for k, one in enumerate(self.variables) if one.name == name)

    @property
    def reals(self) -> list[int]:
        return [
            k
            for k, one in enumerate(self.variables)
            if one.kind is Kind.VALUE and one.type is Type.REAL
        ]


def unit_of(model: Component, folder: Path | None = None) -> Unit:
    """Make a unit of a model, with all variables and parameters that it has."""
    prepared, settings, variables, follow = parts_of(model)
    path = (Path(mkdtemp()) if folder is None else folder) / "unit.so"
    build_library(prepared, variables, path, token=TOKEN, name="unit", settings=settings)
    return Unit(path, variables, settings, follow)


def parts_of(
    model: Component,
) -> tuple[PreparedModel, Settings, list[BinaryVariable], ParameterProgram]:
    """Return what a unit is made of."""
    prepared = PreparedModel(model, model, driven=True)
    settings = settings_of(model, None, None, None, "auto", None)
    follow = parameters_of(prepared, settings)
    variables = [*_values(prepared), *_inputs(prepared), *_parameters(prepared, follow)]
    variables += [
        BinaryVariable(f"indicator{k}", Kind.INDICATOR, k)
        for k in range(event_indicators(prepared))
    ]
    return prepared, settings, variables, follow


@cache
def example_unit(name: str) -> Unit:
    return unit_of(examples.find(name)())


def _values(prepared: PreparedModel) -> list[BinaryVariable]:
    layout, t = prepared.layout, prepared.translation
    found = [BinaryVariable("time", Kind.TIME)]
    for k, name in enumerate(layout.names):
        index, kind = int(layout.column[k]) - 2, _TYPES[layout.kinds[k]]
        if index < 0:
            found.append(BinaryVariable(name, Kind.CONSTANT, type=kind, start=0.0))
            continue
        settable = Settable.BEFORE if index < len(t.lowered.states) else Settable.NEVER
        sign = int(layout.sign[k])
        found.append(BinaryVariable(name, Kind.VALUE, index, kind, sign, settable=settable))
    return found


def _inputs(prepared: PreparedModel) -> list[BinaryVariable]:
    return [
        BinaryVariable(f"in{k}", Kind.INPUT, k, _TYPES[one.kind], settable=Settable.ANYTIME)
        for k, one in enumerate(prepared.translation.inputs)
    ]


def _parameters(prepared: PreparedModel, follow: ParameterProgram) -> list[BinaryVariable]:
    t = prepared.translation
    return [
        BinaryVariable(
            name,
            Kind.PARAMETER,
            k,
            start=float(t.values.parameter[k]),
            settable=Settable.BEFORE if follow.settable[k] else Settable.NEVER,
        )
        for k, name in enumerate(parameter_names(t.flat.root))
    ]


class _Callbacks(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_void_p)
        for name in ("logger", "allocate", "free", "finished", "environment")
    ]


_LOGGER = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p,
    ctypes.c_char_p,
)  # fmt: skip


class Instance:
    """An instance by FMI 2.0."""

    def __init__(self, unit: Unit, token: str = TOKEN, exchange: bool = False) -> None:
        self.unit, self.told = unit, list[str]()
        self.library = ctypes.CDLL(str(unit.library))
        self._logger = _LOGGER(lambda *args: self.told.append(args[-1].decode()))
        self._callbacks = _Callbacks(ctypes.cast(self._logger, ctypes.c_void_p))
        make = self.library.fmi2Instantiate
        make.restype = ctypes.c_void_p
        kind = 0 if exchange else 1
        found = make(b"it", kind, token.encode(), b"", ctypes.byref(self._callbacks), 0, 0)
        self.handle = ctypes.c_void_p(found)

    def call(self, name: str, *args: Any) -> int:
        """Call a function of FMI 2.0; numbers with a point are passed as real ones."""
        given = [ctypes.c_double(a) if isinstance(a, float) else a for a in args]
        status: int = getattr(self.library, f"fmi2{name}")(self.handle, *given)
        return status

    def start(self, stop: float | None = None, tolerance: float | None = None) -> int:
        s = self.unit.settings
        end = s.stop_time if stop is None else stop
        given = tolerance is not None, float(tolerance or 0.0)
        assert self.call("SetupExperiment", *given, float(s.start_time), 1, float(end)) == 0
        assert self.call("EnterInitializationMode") == 0
        return self.call("ExitInitializationMode")

    def step(self, begin: float, length: float) -> int:
        return self.call("DoStep", float(begin), float(length), 1)

    def get(self, references: list[int]) -> Floats:
        numbers, found = np.array(references, dtype=np.uint32), np.zeros(len(references))
        status = self.call(
            "GetReal", numbers.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(len(numbers)),
            found.ctypes.data_as(ctypes.c_void_p),
        )  # fmt: skip
        assert status == 0, self.told
        return found

    def set(self, name: str, value: float) -> int:
        number = np.array([self.unit.reference(name)], dtype=np.uint32)
        values = np.array([value])
        return self.call(
            "SetReal", number.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(1),
            values.ctypes.data_as(ctypes.c_void_p),
        )  # fmt: skip

    def set_rate(self, name: str, order: int, value: float) -> int:
        number = np.array([self.unit.reference(name)], dtype=np.uint32)
        orders, values = np.array([order], dtype=np.int32), np.array([value])
        return self.call(
            "SetRealInputDerivatives", number.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(1),
            orders.ctypes.data_as(ctypes.c_void_p), values.ctypes.data_as(ctypes.c_void_p),
        )  # fmt: skip

    def save(self) -> ctypes.c_void_p:
        state = ctypes.c_void_p()
        assert self.call("GetFMUstate", ctypes.byref(state)) == 0
        return state

    def close(self) -> None:
        self.library.fmi2FreeInstance(self.handle)
