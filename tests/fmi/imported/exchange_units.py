"""A small FMU for model exchange, compiled from its C source: a mass on a spring that rebounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.fmi.imported import units

CODE = Path(__file__).with_name("exchange_unit.c")
VARIABLES = (
    # name, type, reference, attributes; the states are variables 4 and 5 (from 1) of the file
    ("k", "Real", 1, {"causality": "parameter", "variability": "tunable", "start": "1"}),
    ("trouble", "Integer", 2, {"causality": "parameter", "variability": "tunable", "start": "0"}),
    ("u", "Real", 3, {"causality": "input", "start": "0"}),
    ("x", "Real", 4, {"causality": "output", "initial": "exact", "start": "1"}),
    ("v", "Real", 5, {"causality": "local", "initial": "exact", "start": "0"}),
    ("der(x)", "Real", 6, {"causality": "local", "derivative": "4"}),
    ("der(v)", "Real", 7, {"causality": "local", "derivative": "5"}),
    ("y", "Real", 8, {"causality": "output"}),
    ("low", "Boolean", 9, {"causality": "output", "variability": "discrete"}),
    ("count", "Integer", 10, {"causality": "output", "variability": "discrete"}),
)
_TYPES_3 = {"Real": "Float64", "Integer": "Int32", "Boolean": "Boolean"}


def _variable(version: int, name: str, kind: str, reference: int, own: dict[str, str]) -> str:
    if version == 3:
        text = " ".join(f'{key}="{value}"' for key, value in own.items())
        return f'<{_TYPES_3[kind]} name="{name}" valueReference="{reference}" {text}/>'
    inner = " ".join(f'{k}="{v}"' for k, v in own.items() if k in ("start", "derivative"))
    outer = " ".join(f'{k}="{v}"' for k, v in own.items() if k not in ("start", "derivative"))
    head = f'name="{name}" valueReference="{reference}" {outer}'
    return f"<ScalarVariable {head}><{kind} {inner}/></ScalarVariable>"


def description(
    version: int, *, knows_slopes: bool = True, extra: str = "", y_depends_on: str = "3 4"
) -> str:
    """Return the text of modelDescription.xml; in FMI 3.0 with `extra` variables."""
    variables = "".join(_variable(version, *one) for one in VARIABLES)
    wants = 'needsCompletedIntegratorStep="true"' if version == 3 else ""
    plural = "s" if version == 3 else ""
    slopes = f'providesDirectionalDerivative{plural}="true"' if knows_slopes else ""
    able = f'<ModelExchange modelIdentifier="unit" {wants} {slopes}/>'
    if version == 2:
        outputs = '<Unknown index="4" dependencies="4"/>'
        outputs += f'<Unknown index="8" dependencies="{y_depends_on}"/>'
        outputs += '<Unknown index="9" dependencies=""/><Unknown index="10" dependencies=""/>'
        rates = '<Unknown index="6" dependencies="5"/><Unknown index="7" dependencies="3 4"/>'
        return (
            f'<fmiModelDescription fmiVersion="2.0" modelName="Spring" guid="{units.TOKEN}" '
            f'numberOfEventIndicators="1">{able}<ModelVariables>{variables}</ModelVariables>'
            f"<ModelStructure><Outputs>{outputs}</Outputs><Derivatives>{rates}</Derivatives>"
            f"<InitialUnknowns>{rates}</InitialUnknowns></ModelStructure></fmiModelDescription>"
        )
    time = (
        '<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>'
        '<Float64 name="z" valueReference="11" causality="local" variability="continuous"/>'
    )
    structure = (
        '<Output valueReference="4" dependencies="4"/><Output valueReference="8" '
        f'dependencies="{y_depends_on}"/><Output valueReference="9" dependencies=""/><Output '
        'valueReference="10" dependencies=""/><ContinuousStateDerivative valueReference="6" '
        'dependencies="5"/><ContinuousStateDerivative valueReference="7" dependencies="3 4"/>'
        '<InitialUnknown valueReference="6"/><InitialUnknown valueReference="7"/>'
        '<EventIndicator valueReference="11"/>'
    )
    return (
        f'<fmiModelDescription fmiVersion="3.0" modelName="Spring" '
        f'instantiationToken="{units.TOKEN}">{able}'
        f"<ModelVariables>{time}{variables}{extra}</ModelVariables>"
        f"<ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    )


def packed(path: Path, version: int, folder: Path, **how: Any) -> Path:
    """Write the FMU with a library compiled in a folder; return its path."""
    binary = units.library(folder, version, CODE)
    return units.packed(path, version, text=description(version, **how), binary=binary)
