"""Names, types and constants of LLVM IR as C has them."""

from __future__ import annotations

import math
import re
import struct
from typing import Final

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.sources.ir_text import split_commas

__all__ = ["Names", "c_type", "literal", "number_of_elements"]

_SCALARS: Final = {
    "void": "void", "double": "double", "i1": "int", "i2": "uint8_t", "i4": "uint8_t",
    "i8": "uint8_t", "i16": "uint16_t", "i32": "int32_t", "i64": "int64_t", "ptr": "void *",
}  # fmt: skip
_VECTOR: Final = re.compile(r"<(\d+) x (double|i\d+)>")
_RESERVED: Final = frozenset(
    (
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
        "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "main",
        "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct",
        "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
        "y0", "y1", "yn", "j0", "j1", "jn", "gamma", "index",
    )
)  # fmt: skip
"""Words of C, and names that the C library has for itself."""


def number_of_elements(kind: str) -> int:
    """Return the length of a vector type; 0 for numbers and addresses."""
    found = _VECTOR.fullmatch(kind)
    return int(found[1]) if found else 0


def c_type(kind: str) -> str:
    """Return the C type for a type of LLVM.

    Raises
    ------
    DrivetrainError
        If there is none.
    """
    found = _VECTOR.fullmatch(kind)
    if found:
        return f"dt_{found[2]}x{found[1]}"
    if kind not in _SCALARS:
        raise DrivetrainError(f"model code uses the type {kind}, which has no C counterpart here")
    return _SCALARS[kind]


def vector_definition(kind: str) -> str:
    """Return the declaration of the C type for a vector."""
    found = _VECTOR.fullmatch(kind)
    assert found is not None
    return f"typedef struct {{ {_SCALARS[found[2]]} at[{found[1]}]; }} {c_type(kind)};"


class Names:
    """C names for names of LLVM, each of them different."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return the C name for a name with its ``%`` or ``@``."""
        if name not in self._known:
            plain = re.sub(r"\W", "_", name[1:].strip('"'))
            if plain in _RESERVED or not plain or plain[0].isdigit():
                plain = f"u_{plain}"
            while plain in self._taken:
                plain += "_"
            self._taken.add(plain)
            self._known[name] = plain
        return self._known[name]


def literal(kind: str, text: str) -> str:
    """Return a constant as a C expression with the same bits.

    Raises
    ------
    DrivetrainError
        If it is of an unknown kind.
    """
    if number_of_elements(kind):
        return _vector_literal(kind, text)
    if text in ("true", "false"):
        return str(int(text == "true"))
    if text in ("null", "zeroinitializer", "poison", "undef"):
        return "0"
    if kind == "double":
        return _double(text)
    if re.fullmatch(r"-?\d+", text):
        return f"INT64_C({text})" if kind == "i64" else text
    raise DrivetrainError(f"model code has a constant of an unknown kind: {kind} {text[:80]}")


def _vector_literal(kind: str, text: str) -> str:
    count, inner = number_of_elements(kind), kind.split(" x ")[1].rstrip(">")
    if text.startswith("splat"):
        of, _, value = text[len("splat (") : -1].partition(" ")
        values = [literal(of, value)] * count
    elif text.startswith("<"):
        values = [literal(*one.split(" ", 1)) for one in split_commas(text[1:-1])]
    else:
        values = [literal(inner, text)]
    return f"(({c_type(kind)}){{{{{', '.join(values)}}}}})"


def _double(text: str) -> str:
    value = float(text) if not text.startswith("0x") else _from_bits(text)
    if math.isnan(value):
        return "-NAN" if math.copysign(1.0, value) < 0 else "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return f"({value.hex()})" if math.copysign(1.0, value) < 0 else value.hex()


def _from_bits(text: str) -> float:
    found: float = struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0]
    return found
