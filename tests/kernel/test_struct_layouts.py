"""The structs of the library are those of its headers: the same fields, types and order."""

from __future__ import annotations

import ctypes
import re
from keyword import iskeyword
from pathlib import Path

import pytest

import drivetrain.kernel
from drivetrain.kernel import library

HEADERS = sorted((Path(drivetrain.kernel.__file__).parent / "include").glob("*.h"))
STRUCTS = {
    structure.__doc__.split("`")[1]: structure
    for structure in vars(library).values()
    if isinstance(structure, type)
    and issubclass(structure, ctypes.Structure)
    and "`" in (structure.__doc__ or "")
}
FUNCTIONS = ("dt_function", "dt_tile", "dt_unit_function")


def written() -> dict[str, list[tuple[str, str]]]:
    """Return the structs of the headers: names of the fields, and what kind of type they have."""
    found = {}
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
        for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, re.DOTALL):
            found[name] = [field for line in body.split(";") for field in fields(line)]
    return found


def fields(declaration: str) -> list[tuple[str, str]]:
    """Return the fields of one declaration, several names included."""
    match = re.match(r"\s*(?:const )?((?:struct )?\w+)\s+(.*)", declaration, re.DOTALL)
    return [field(match[1], name) for name in match[2].split(",")] if match else []


def field(base: str, name: str) -> tuple[str, str]:
    pointer = "*" in name or base in FUNCTIONS
    array = "[" in name
    plain = name.partition("[")[0].strip(" *\n")
    return plain, "array" if array else "pointer" if pointer else base


def mirrored(structure: type[ctypes.Structure]) -> list[tuple[str, str]]:
    """Return the same of a class; a name that is none in Python ends with an underscore there."""
    kinds = {ctypes.c_double: "double", ctypes.c_int64: "int64_t", ctypes.c_int: "int"}
    return [
        (
            name.removesuffix("_") if iskeyword(name.removesuffix("_")) else name,
            "array" if issubclass(kind, ctypes.Array) else kinds.get(kind, "pointer"),
        )
        for name, kind, *_ in structure._fields_
    ]


def test_there_are_structs_to_compare() -> None:
    assert len(STRUCTS) >= 13
    assert STRUCTS.keys() <= written().keys()


@pytest.mark.parametrize("name", STRUCTS)
def test_fields_are_those_of_the_header(name: str) -> None:
    assert mirrored(STRUCTS[name]) == written()[name]
