"""Run units in FMPy, as an importing tool does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave
from numpy.typing import NDArray

__all__ = ["Running", "opened"]


class Running:
    """An instance of a unit for co-simulation."""

    def __init__(self, description: Any, slave: Any) -> None:
        self.description, self.slave = description, slave
        self.variables = {v.name: v for v in description.modelVariables}
        self.is_fmi_3 = description.fmiVersion == "3.0"

    def start(self, parameters: dict[str, float], stop_time: float | None = None) -> None:
        """Instantiate and initialise."""
        self.slave.instantiate()
        if self.is_fmi_3:
            self.set(parameters)
            self.slave.enterInitializationMode(stopTime=stop_time)
        else:
            self.slave.setupExperiment(stopTime=stop_time)
            self.set(parameters)
            self.slave.enterInitializationMode()
        self.slave.exitInitializationMode()

    def set(self, values: dict[str, float]) -> None:
        """Set real variables."""
        references = [self.variables[name].valueReference for name in values]
        write = self.slave.setFloat64 if self.is_fmi_3 else self.slave.setReal
        if references:
            write(references, list(values.values()))

    def get(self, names: Sequence[str]) -> list[float]:
        """Return values as numbers."""
        return [self._get(self.variables[name]) for name in names]

    def _get(self, variable: Any) -> float:
        kind, reference = variable.type, [variable.valueReference]
        if kind in ("Integer", "Enumeration") and not self.is_fmi_3:
            kind = "Integer"
        if kind == "Enumeration":
            kind = "Int64"
        return float(getattr(self.slave, f"get{kind}")(reference)[0])

    def run(self, names: Sequence[str], times: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return values at instants, with one step from each to the next."""
        rows = [self.get(names)]
        for begin, end in zip(times[:-1].tolist(), times[1:].tolist(), strict=True):
            self.slave.doStep(begin, end - begin)
            rows.append(self.get(names))
        return np.array(rows)


@contextmanager
def opened(
    path: Path, folder: Path, parameters: dict[str, float] | None = None, stop: float | None = None
) -> Iterator[Running]:
    """Unpack a unit and run an instance of it; free it at the end."""
    description = read_model_description(str(path))
    place = extract(str(path), unzipdir=str(folder))
    common = {
        "guid": description.guid, "unzipDirectory": place, "instanceName": "one",
        "modelIdentifier": description.coSimulation.modelIdentifier,
    }  # fmt: skip
    slave = (FMU3Slave if description.fmiVersion == "3.0" else FMU2Slave)(**common)
    running = Running(description, slave)
    running.start(parameters or {}, stop)
    try:
        yield running
    finally:
        slave.terminate()
        slave.freeInstance()
