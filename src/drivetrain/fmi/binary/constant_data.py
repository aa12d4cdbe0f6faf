"""Constant data as LLVM IR: arrays, texts, structs that point to them."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ConstantData", "Pointer"]

_INTEGERS = {
    ctypes.c_int64: "i64", ctypes.c_int32: "i32", ctypes.c_uint8: "i8", ctypes.c_int8: "i8",
}  # fmt: skip


class Pointer(str):
    """The name of a symbol, where a struct has its address."""

    __slots__ = ()


class ConstantData:
    """Definitions of constants, growing; equal arrays are not stored twice."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: dict[bytes, Pointer] = {}

    @property
    def text(self) -> str:
        """The LLVM IR."""
        return "\n".join(self.lines)

    def array(self, values: NDArray[Any]) -> Pointer:
        """Store an array of numbers.

        Parameters
        ----------
        values : array
            Of any type that C has.
        """
        return self._bytes(np.ascontiguousarray(values).tobytes())

    def table(self, structs: Sequence[ctypes.Structure]) -> Pointer:
        """Store structs without addresses, one after another.

        Parameters
        ----------
        structs : sequence of ctypes.Structure
            All of the same type.
        """
        return self._bytes(b"".join(map(bytes, structs)))

    def string(self, text: str) -> Pointer:
        """Store a text that ends with a zero."""
        return self._bytes(text.encode() + b"\0")

    def _bytes(self, data: bytes) -> Pointer:
        known = self._known.get(data)
        if known is None:
            known = self._known[data] = Pointer(f"@data.{len(self._known)}")
            escaped = "\\" + (data or b"\0").hex("\\")
            self.lines.append(
                f'{known} = private unnamed_addr constant [{max(len(data), 1)} x i8] c"{escaped}", '
                "align 16"
            )
        return known

    def struct(self, values: ctypes.Structure, pointers: Mapping[str, Pointer]) -> str:
        """Return a struct as a constant expression; addresses not among the pointers are null.

        Parameters
        ----------
        values : ctypes.Structure
            Its numbers.
        pointers : mapping
            Symbols for fields that are addresses.
        """
        fields = []
        for name, kind, *_ in values._fields_:
            if kind is ctypes.c_double:
                fields.append(f"double {_literal(getattr(values, name))}")
            elif kind in _INTEGERS:
                fields.append(f"{_INTEGERS[kind]} {int(getattr(values, name) or 0)}")
            else:
                fields.append(f"ptr {pointers.get(name, 'null')}")
        return "{ " + ", ".join(fields) + " }"

    def define(self, name: str, structs: Sequence[str], visible: bool = False) -> Pointer:
        """Define one struct, or an array of them, under a name.

        Parameters
        ----------
        name : str
            The symbol.
        structs : sequence of str
            Results of :meth:`struct`.
        visible : bool
            Whether other object files refer to it.
        """
        linkage = "hidden" if visible else "internal"
        kind = type_of(structs[0]) if structs else "i8"
        value, whole = (structs[0] if structs else "0"), kind
        if len(structs) > 1:
            whole = f"[{len(structs)} x {kind}]"
            value = "[" + ", ".join(f"{kind} {one}" for one in structs) + "]"
        self.lines.append(f"@{name} = {linkage} constant {whole} {value}, align 16")
        return Pointer(f"@{name}")


def type_of(constant: str) -> str:
    """Return the type of a struct, given its value."""
    kinds = (field.split(" ", 1)[0] for field in constant[2:-2].split(", "))
    return "{ " + ", ".join(kinds) + " }"


def _literal(value: float) -> str:
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def joined_texts(texts: Iterable[str]) -> tuple[bytes, NDArray[np.int64]]:
    """Return texts one after another, each ending with a zero, and where each starts."""
    encoded = [text.encode() + b"\0" for text in texts]
    return b"".join(encoded), np.cumsum([0, *map(len, encoded)], dtype=np.int64)[:-1]
