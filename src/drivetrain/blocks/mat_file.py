"""Reader of real matrices in MAT files of version 5 to 7.

Every size and type is checked before use, so that a damaged file leads to an error message. SciPy's
reader trusts invalid types, and then reads beyond its memory.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["is_version_5", "real_matrices"]

_HEADER = 128
_ORDERS = {b"IM": "<", b"MI": ">"}
_MATRIX, _COMPRESSED, _WORDS = 14, 15, (1, 2)
_KINDS = {
    1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}  # fmt: skip
_NUMERIC = range(6, 16)  # classes of matrices: double, single, and the integers
_COMPLEX = 0x800


def is_version_5(data: bytes) -> bool:
    """Return whether a file has a header of version 5 (to 7); version 4 begins with a zero byte."""
    return len(data) >= _HEADER and 0 not in data[:4] and data[126:128] in _ORDERS


def real_matrices(data: bytes) -> dict[str, NDArray[Any] | None]:
    """Return the variables of a file by name; None for anything but a real matrix.

    Raises
    ------
    ValueError
        If the file is damaged, or of version 7.3.
    """
    order = _ORDERS[data[126:128]]
    (version,) = struct.unpack(order + "H", data[124:126])
    if version != 0x100:
        raise ValueError("it has version 7.3; save it with version 7 (save -v7)")
    try:
        return dict(_variable(content, order) for content in _contents(data[_HEADER:], order))
    except (struct.error, zlib.error, UnicodeDecodeError, StopIteration, RuntimeError) as error:
        raise ValueError("it is damaged") from error


def _contents(data: bytes, order: str) -> Iterator[bytes]:
    """Yield the content of every variable, unpacked."""
    for kind, content in _elements(data, order):
        if kind == _COMPRESSED:
            yield from _contents(zlib.decompress(content), order)
        elif kind == _MATRIX:
            yield content
        else:
            raise ValueError(f"it is damaged (element of kind {kind})")


def _elements(data: bytes, order: str) -> Iterator[tuple[int, bytes]]:
    """Yield type and content of consecutive elements."""
    at = 0
    while at < len(data):
        kind, size = struct.unpack(order + "2I", data[at : at + 8])
        begin, end = at + 8, at + 8 + size
        if kind >> 16:  # a short one holds its content in its header
            kind, size = kind & 0xFFFF, kind >> 16
            begin, end = at + 4, at + 4 + min(size, 4)
        if end > len(data):
            raise ValueError("it is damaged (it ends too early)")
        yield kind, data[begin:end]
        at = end if kind == _COMPRESSED else at + 8 + -(-(end - at - 8) // 8) * 8


def _variable(content: bytes, order: str) -> tuple[str, NDArray[Any] | None]:
    """Return name and values of a variable."""
    parts = _elements(content, order)
    _, flags = next(parts)
    (flag,) = struct.unpack(order + "I", flags[:4])
    shape = _numbers(*next(parts), order).tolist()
    kind, name = next(parts)
    if kind not in _WORDS:
        raise ValueError("it is damaged (a variable without a name)")
    if flag & 0xFF not in _NUMERIC or flag & _COMPLEX:
        return name.decode("ascii"), None
    numbers = _numbers(*next(parts), order)
    if min(shape, default=0) < 0 or numbers.size != np.prod(shape, dtype=object):
        raise ValueError(f"it is damaged ({numbers.size} numbers for a matrix of {shape})")
    return name.decode("ascii"), numbers.reshape(shape, order="F")


def _numbers(kind: int, content: bytes, order: str) -> NDArray[Any]:
    if kind not in _KINDS:
        raise ValueError(f"it is damaged (numbers of kind {kind})")
    return np.frombuffer(content, np.dtype(order + _KINDS[kind]))
