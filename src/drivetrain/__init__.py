"""Drivelines with exact dry friction, backlash and gear losses.

Put components together along a shaft line, run, and get the motion.

Examples
--------
>>> import drivetrain as dt
>>> from drivetrain.rotational import Inertia, SpringDamper
>>> class Pair(dt.Model):
...     left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(1))
...     shaft = SpringDamper(c=100.0, d=1.0)
...     right = Inertia(J=2.0)
...
...     def equations(self):
...         yield self.left >> self.shaft >> self.right
>>> result = dt.simulate(Pair(), stop_time=0.1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from drivetrain.errors import CheckWarning, DrivetrainError, ModelWarning

if TYPE_CHECKING:
    from drivetrain import (
        blocks,
        book,
        calibration,
        clutches,
        couplings,
        edition2002,
        electrical,
        examples,
        gears,
        gradients,
        modelica,
        modeling,
        outcomes,
        rotational,
        studies,
        thermal,
        translational,
    )
    from drivetrain.calibration.calibrate import fit
    from drivetrain.compiler.report import Report, check
    from drivetrain.data.time_series import from_data
    from drivetrain.fmi.export.exporting import export
    from drivetrain.fmi.imported.part import FMU
    from drivetrain.fmi.system.export_system import export_system
    from drivetrain.gradients.differentiate import gradient
    from drivetrain.model_structure.tracing import structure
    from drivetrain.modeling.component import Component, Equations, Experiment
    from drivetrain.modeling.members import fixed, free, guess
    from drivetrain.modeling.model import Model
    from drivetrain.modeling.quantities.display import display_units
    from drivetrain.plotting.result import plot
    from drivetrain.simulation.compiled_model import CompiledModel, compile, linearise, simulate  # noqa: A004
    from drivetrain.simulation.ensembles.ensemble import Ensemble
    from drivetrain.simulation.results.result import Result
    from drivetrain.simulation.results.tables.comparison import compare
    from drivetrain.simulation.stepping.simulation import Simulation

__all__ = [
    "FMU",
    "CheckWarning",
    "CompiledModel",
    "Component",
    "DrivetrainError",
    "Ensemble",
    "Equations",
    "Experiment",
    "Model",
    "ModelWarning",
    "Report",
    "Result",
    "Simulation",
    "__version__",
    "blocks",
    "book",
    "calibration",
    "check",
    "clutches",
    "compare",
    "compile",
    "couplings",
    "display_units",
    "edition2002",
    "electrical",
    "examples",
    "export",
    "export_system",
    "fit",
    "fixed",
    "free",
    "from_data",
    "gears",
    "gradient",
    "gradients",
    "guess",
    "linearise",
    "modelica",
    "modeling",
    "outcomes",
    "plot",
    "rotational",
    "simulate",
    "structure",
    "studies",
    "thermal",
    "translational",
]

__version__ = "0.1.0"

_WHERE = {
    "FMU": "drivetrain.fmi.imported.part",
    "CompiledModel": "drivetrain.simulation.compiled_model",
    "Component": "drivetrain.modeling.component",
    "Ensemble": "drivetrain.simulation.ensembles.ensemble",
    "Equations": "drivetrain.modeling.component",
    "Experiment": "drivetrain.modeling.component",
    "Model": "drivetrain.modeling.model",
    "Report": "drivetrain.compiler.report",
    "Result": "drivetrain.simulation.results.result",
    "Simulation": "drivetrain.simulation.stepping.simulation",
    "check": "drivetrain.compiler.report",
    "compare": "drivetrain.simulation.results.tables.comparison",
    "compile": "drivetrain.simulation.compiled_model",
    "display_units": "drivetrain.modeling.quantities.display",
    "export": "drivetrain.fmi.export.exporting",
    "export_system": "drivetrain.fmi.system.export_system",
    "fit": "drivetrain.calibration.calibrate",
    "fixed": "drivetrain.modeling.members",
    "free": "drivetrain.modeling.members",
    "from_data": "drivetrain.data.time_series",
    "gradient": "drivetrain.gradients.differentiate",
    "guess": "drivetrain.modeling.members",
    "plot": "drivetrain.plotting.result",
    "linearise": "drivetrain.simulation.compiled_model",
    "simulate": "drivetrain.simulation.compiled_model",
    "structure": "drivetrain.model_structure.tracing",
}
_MODULES = (
    "blocks",
    "book",
    "calibration",
    "clutches",
    "couplings",
    "edition2002",
    "electrical",
    "examples",
    "gears",
    "gradients",
    "modelica",
    "modeling",
    "outcomes",
    "rotational",
    "studies",
    "thermal",
    "translational",
)


def __getattr__(name: str) -> Any:
    """Import the machinery when it is first asked for: importing the package stays quick."""
    if name in _WHERE:
        value = getattr(import_module(_WHERE[name]), name)
    elif name in _MODULES:
        value = import_module(f"drivetrain.{name}")
    else:
        raise AttributeError(f"module 'drivetrain' has no attribute {name!r}{_hint(name)}")
    globals()[name] = value
    return value


def _hint(name: str) -> str:
    """Return where a name is that is not here, or the nearest one that is."""
    if name.startswith("_"):
        return ""
    homes = [home for home in _MODULES if name in import_module(f"drivetrain.{home}").__all__]
    if not homes:
        from drivetrain.errors import nearest

        return nearest(name, __all__)
    homes.sort(key=lambda home: home in ("book", "edition2002"))  # others are asked for more often
    return "; it is " + " or ".join(f"drivetrain.{home}.{name}" for home in homes)


def __dir__() -> list[str]:
    return sorted(__all__)
