"""Small FMUs for tests, compiled from their C sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import fmpy

CODE = Path(__file__).with_name("unit.c")
HEADERS = Path(fmpy.__file__).parent / "c-code"

VARIABLES = (
    # name, type, reference, other attributes; "start" of an output is exact
    ("k", "real", 1, {"causality": "parameter", "variability": "fixed", "start": "1", "min": "-9"}),
    ("limit[1].n", "real", 2, {"causality": "parameter", "variability": "fixed", "start": "600",
                               "unit": "rpm", "max": "6000"}),
    ("trouble", "integer", 3, {"causality": "parameter", "variability": "fixed", "start": "0"}),
    ("name", "string", 4, {"causality": "parameter", "variability": "fixed", "start": "none"}),
    ("u", "real", 5, {"causality": "input", "start": "0"}),
    ("on", "boolean", 6, {"causality": "input", "start": "true"}),
    ("x", "real", 7, {"causality": "output", "initial": "exact", "start": "0"}),
    ("y", "real", 8, {"causality": "output"}),
    ("n", "real", 9, {"causality": "output", "unit": "rpm"}),
    ("count", "integer", 10, {"causality": "output"}),
    ("above", "boolean", 11, {"causality": "output"}),
    ("phi", "real", 12, {"causality": "output"}),
)  # fmt: skip
"""x integrates k u while it is on, and phi x; y = k u + x, n = the limit, count = steps,
above = x > 0.5."""

TYPES = {
    2: {"real": "Real", "integer": "Integer", "boolean": "Boolean", "string": "String"},
    3: {"real": "Float64", "integer": "Int32", "boolean": "Boolean", "string": "String"},
}
TOKEN = "{8c4e810f-3df3-4a00-8276-176fa3c9f000}"


def _variable(version: int, name: str, kind: str, reference: int, own: dict[str, str]) -> str:
    discrete = "discrete" if kind != "real" and own["causality"] in ("input", "output") else ""
    own = own | ({"variability": discrete} if discrete else {})
    inner = ("start", "unit", "min", "max") if version == 2 else ()
    outer = " ".join(f'{key}="{value}"' for key, value in own.items() if key not in inner)
    typed = " ".join(f'{key}="{value}"' for key, value in own.items() if key in inner)
    head = f'name="{name}" valueReference="{reference}" {outer}'
    if version == 2:
        return f"<ScalarVariable {head}><{TYPES[2][kind]} {typed}/></ScalarVariable>"
    if kind == "string":
        start = own["start"]
        plain = head.replace(f'start="{start}"', "")
        return f'<String {plain}><Start value="{start}"/></String>'
    return f"<{TYPES[3][kind]} {head}/>"


def description(version: int, *, once: bool = False, kind: str = "CoSimulation") -> str:
    """Return the text of modelDescription.xml."""
    variables = "".join(_variable(version, *one) for one in VARIABLES)
    outputs = [
        (place, one) for place, one in enumerate(VARIABLES, 1) if one[3]["causality"] == "output"
    ]
    able = 'modelIdentifier="unit" canHandleVariableCommunicationStepSize="true"'
    able += ' canBeInstantiatedOnlyOncePerProcess="true"' * once
    rpm = '<Unit name="rpm"><BaseUnit s="-1" rad="1" factor="0.10471975511965977"/></Unit>'
    if version == 2:
        structure = "".join(
            f'<Unknown index="{place}"' + (' dependencies=""/>' if one[0] != "y" else "/>")
            for place, one in outputs
        )
        return (
            f'<fmiModelDescription fmiVersion="2.0" modelName="Unit" guid="{TOKEN}">'
            f"<{kind} {able}>"
            f'<SourceFiles><File name="unit.c"/></SourceFiles></{kind}>'
            f"<UnitDefinitions>{rpm}</UnitDefinitions>"
            f"<ModelVariables>{variables}</ModelVariables>"
            f"<ModelStructure><Outputs>{structure}</Outputs></ModelStructure></fmiModelDescription>"
        )
    structure = "".join(
        f'<Output valueReference="{one[2]}"' + (' dependencies=""/>' if one[0] != "y" else "/>")
        for _, one in outputs
    )
    time = (
        '<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>'
    )
    return (
        f'<fmiModelDescription fmiVersion="3.0" modelName="Unit" instantiationToken="{TOKEN}">'
        f"<{kind} {able}/>"
        f"<UnitDefinitions>{rpm}</UnitDefinitions>"
        f"<ModelVariables>{time}{variables}</ModelVariables>"
        f"<ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    )


def library(folder: Path, version: int, code: Path = CODE) -> Path:
    """Compile a unit; return the shared library."""
    found = folder / f"{code.stem}{version}{fmpy.sharedLibraryExtension}"
    if not found.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["cc", "-shared", "-fPIC", "-O1", f"-DVERSION={version}", f"-I{HEADERS}"]
        subprocess.run([*command, str(code), "-o", str(found)], check=True)
    return found


def platform(version: int) -> str:
    """Return the name of this system in FMUs of a version."""
    return fmpy.platform if version == 2 else fmpy.platform_tuple


def packed(
    path: Path,
    version: int,
    *,
    text: str | None = None,
    binary: Path | None = None,
    place: str | None = None,
    sources: bool = False,
    more: dict[str, str] | None = None,
) -> Path:
    """Write an FMU; return its path."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", text or description(version))
        if binary is not None:
            where = place or platform(version)
            archive.write(binary, f"binaries/{where}/unit{binary.suffix}")
        if sources:
            code = f"#define VERSION {version}\n" + CODE.read_text(encoding="utf-8")
            archive.writestr("sources/unit.c", code)
        for name, content in (more or {}).items():
            archive.writestr(name, content)
    return path


def has_compiler() -> bool:
    """Return whether FMUs can be compiled here in this way."""
    return shutil.which("cc") is not None and not sys.platform.startswith("win")
