"""Functions of the library for vectors, and which of `drivetrain.modelica.vectors` they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["VectorFunction", "find_vector_function"]


@dataclass(frozen=True)
class VectorFunction:
    """A function of ``Modelica.Math``.

    Parameters
    ----------
    ours : str
        Its name in `drivetrain.modelica.vectors`.
    inputs : tuple of str
        Modelica names of its inputs, in order.
    rank : int
        How many dimensions its value has.
    """

    ours: str
    inputs: tuple[str, ...]
    rank: int = 0


def _table(text: str) -> dict[str, VectorFunction]:
    found = {}
    for line in text.strip().splitlines():
        name, ours, rank, *inputs = line.split()
        found[f"Modelica.Math.{name}"] = VectorFunction(ours, tuple(inputs), int(rank))
    return found


_FUNCTIONS: Final = _table("""
    Vectors.interpolate interpolate 0 x y xi iLast
    Vectors.length length 0 v
    Vectors.norm norm 0 v p
    Vectors.normalize normalize 1 v eps
    Vectors.reverse reverse 1 v
    BooleanVectors.allTrue all_true 0 b
    BooleanVectors.anyTrue any_true 0 b
    BooleanVectors.countTrue count_true 0 b
    BooleanVectors.oneTrue one_true 0 b
    atan3 atan3 0 u1 u2 u0
    isEqual is_equal 0 s1 s2 eps
    tempInterpol1 temp_interpol1 0 u table icol
    wrapAngle wrap_angle 0 u positiveRange
""")


def find_vector_function(full_name: str) -> VectorFunction | None:
    """Return the function that does what a Modelica function does; None if there is none.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Math.Vectors.interpolate``.
    """
    return _FUNCTIONS.get(full_name)
