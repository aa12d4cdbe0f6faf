"""Values of the constants of the Modelica Standard Library."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["ConstantFacts", "constant_facts", "find_constant"]

_K: Final = 1.380649e-23
_N_A: Final = 6.02214076e23
_H: Final = 6.62607015e-34
_C: Final = 299792458.0
_Q: Final = 1.602176634e-19
_MU_0: Final = 4 * math.pi * 1.00000000055e-7
_MATERIALS: Final = "Modelica.Electrical.Machines.Thermal.Constants"


@dataclass(frozen=True, slots=True)
class ConstantFacts:
    """A constant of the library.

    Parameters
    ----------
    value : float
        In `unit`.
    unit : str
        Its unit; "1" for a number.
    """

    value: float
    unit: str = "1"


_OF_CONSTANTS: Final = {
    "e": ConstantFacts(math.e),
    "pi": ConstantFacts(math.pi),
    "D2R": ConstantFacts(math.pi / 180),
    "R2D": ConstantFacts(180 / math.pi),
    "gamma": ConstantFacts(0.57721566490153286060),
    "eps": ConstantFacts(sys.float_info.epsilon),
    "small": ConstantFacts(1e-60),
    "inf": ConstantFacts(1e60),
    "Integer_inf": ConstantFacts(2**31 - 1),
    "c": ConstantFacts(_C, "m/s"),
    "g_n": ConstantFacts(9.80665, "m/s2"),
    "G": ConstantFacts(6.67430e-11, "m3/(kg.s2)"),
    "q": ConstantFacts(_Q, "C"),
    "h": ConstantFacts(_H, "J.s"),
    "k": ConstantFacts(_K, "J/K"),
    "R": ConstantFacts(_K * _N_A, "J/(mol.K)"),
    "sigma": ConstantFacts(2 * math.pi**5 * _K**4 / (15 * _H**3 * _C**2), "W/(m2.K4)"),
    "N_A": ConstantFacts(_N_A, "1/mol"),
    "F": ConstantFacts(_Q * _N_A, "C/mol"),
    "mu_0": ConstantFacts(_MU_0, "N/A2"),
    "mue_0": ConstantFacts(_MU_0, "N/A2"),
    "epsilon_0": ConstantFacts(1 / (_MU_0 * _C * _C), "F/m"),
    "T_zero": ConstantFacts(-273.15, "degC"),
}
_CONSTANTS: Final[Mapping[str, ConstantFacts]] = {
    **{f"Modelica.Constants.{name}": facts for name, facts in _OF_CONSTANTS.items()},
    "ModelicaServices.Machine.eps": _OF_CONSTANTS["eps"],
    "ModelicaServices.Machine.small": _OF_CONSTANTS["small"],
    "ModelicaServices.Machine.inf": _OF_CONSTANTS["inf"],
    "ModelicaServices.Machine.Integer_inf": _OF_CONSTANTS["Integer_inf"],
    f"{_MATERIALS}.alpha20Zero": ConstantFacts(0.0, "1/K"),
    f"{_MATERIALS}.alpha20Aluminium": ConstantFacts(4.0e-3, "1/K"),
    f"{_MATERIALS}.alpha20Brass": ConstantFacts(1.1e-3, "1/K"),
    f"{_MATERIALS}.alpha20Bronze": ConstantFacts(0.8e-3, "1/K"),
    f"{_MATERIALS}.alpha20Copper": ConstantFacts(3.92e-3, "1/K"),
}
"""Full Modelica name → value; constants of nature as in edition 4 (CODATA 2018).

The least and the greatest number are those of editions up to 4.0: products of those of edition 4.1
overflow.
"""


def constant_facts(full_name: str) -> ConstantFacts | None:
    """Return value and unit of a constant; None if it is not known.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Constants.g_n``.
    """
    return _CONSTANTS.get(full_name)


def find_constant(full_name: str) -> float | None:
    """Return the value of a constant; None if it is not known.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Constants.pi``.
    """
    facts = _CONSTANTS.get(full_name)
    return None if facts is None else facts.value
