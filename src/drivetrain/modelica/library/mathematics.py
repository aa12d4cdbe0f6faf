"""Functions of the Modelica Standard Library that compute with vectors, truth values and texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["LibraryFunction", "find_library_function", "is_of_mathematics"]


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    """A function of the library that has a counterpart here.

    Parameters
    ----------
    name : str
        Its name in `drivetrain.modelica.mathematics`.
    inputs : tuple of str
        What it takes, by the names of Modelica.
    rank : int
        The dimensions of its value.
    is_text : bool
        Whether it takes texts, or makes one: its value is known before there are equations.
    """

    name: str
    inputs: tuple[str, ...]
    rank: int = 0
    is_text: bool = False


_VECTORS: Final = {
    "length": LibraryFunction("length", ("v",)),
    "norm": LibraryFunction("norm", ("v", "p")),
    "normalize": LibraryFunction("normalize", ("v", "eps"), rank=1),
    "reverse": LibraryFunction("reverse", ("v",), rank=1),
    "sort": LibraryFunction("sort", ("v", "ascending"), rank=1),
    "interpolate": LibraryFunction("interpolate", ("x", "y", "xi", "iLast")),
}
_BOOLEANS: Final = {
    "allTrue": LibraryFunction("all_true", ("b",)),
    "andTrue": LibraryFunction("all_true", ("b",)),
    "anyTrue": LibraryFunction("any_true", ("b",)),
    "oneTrue": LibraryFunction("one_true", ("b",)),
    "countTrue": LibraryFunction("count_true", ("b",)),
    "firstTrueIndex": LibraryFunction("first_true", ("b",)),
}
_STRINGS: Final = {
    "length": LibraryFunction("text_length", ("string",), is_text=True),
    "substring": LibraryFunction("substring", ("string", "startIndex", "endIndex"), is_text=True),
    "repeat": LibraryFunction("repeat", ("n", "string"), is_text=True),
    "isEqual": LibraryFunction("same_text", ("string1", "string2", "caseSensitive"), is_text=True),
    "isEmpty": LibraryFunction("is_blank", ("string",), is_text=True),
    "find": LibraryFunction(
        "find_text", ("string", "searchString", "startIndex", "caseSensitive"), is_text=True
    ),
}
_MATH: Final = {
    "atan3": LibraryFunction("atan3", ("u1", "u2", "y0")),
    "asinh": LibraryFunction("asinh", ("u",)),
    "acosh": LibraryFunction("acosh", ("u",)),
    "cot": LibraryFunction("cot", ("u",)),
    "wrapAngle": LibraryFunction("wrap_angle", ("u", "positiveRange")),
    "isPowerOf2": LibraryFunction("is_power_of_2", ("i",)),
    "isEqual": LibraryFunction("is_near", ("s1", "s2", "eps")),
    "tempInterpol1": LibraryFunction("interpolate_column", ("u", "table", "icol")),
}
_FUNCTIONS: Final[Mapping[str, LibraryFunction]] = {
    **{f"Modelica.Math.{key}": one for key, one in _MATH.items()},
    **{f"Modelica.Math.Vectors.{key}": one for key, one in _VECTORS.items()},
    **{f"Modelica.Math.BooleanVectors.{key}": one for key, one in _BOOLEANS.items()},
    **{f"Modelica.Utilities.Strings.{key}": one for key, one in _STRINGS.items()},
    "Modelica.Utilities.Files.fullPathName": LibraryFunction("full_path", ("name",), is_text=True),
}
_ALONE: Final = frozenset(("Modelica.Utilities.Streams.print", "Modelica.Utilities.Streams.error"))
"""Functions that stand alone, as statements."""
_PACKAGES: Final = frozenset(
    package
    for name in (*_FUNCTIONS, *_ALONE)
    for package in (name.rpartition(".")[0], name.rpartition(".")[0].rpartition(".")[0])
)


def find_library_function(full_name: str) -> LibraryFunction | None:
    """Return what computes a function of the library; None if it has no counterpart.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Math.Vectors.norm``.
    """
    return _FUNCTIONS.get(full_name)


def is_of_mathematics(full_name: str) -> bool:
    """Return whether a name is one of these functions, or a package with some of them."""
    return full_name in _FUNCTIONS or full_name in _PACKAGES or full_name in _ALONE
