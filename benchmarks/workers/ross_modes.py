"""Eigenmodes of a plain shaft by ROSS: bending, axial and torsional motion of every node."""

from typing import Any

import numpy as np
import ross
from _worker import serve


def prepare(ask: dict[str, Any]) -> Any:
    """Define the shaft; compile what is compiled when it is first used."""
    steel = ross.Material(name="steel", rho=7850.0, E=210e9, G_s=80e9)

    def rotor(elements: int) -> Any:
        length = 1.0 / elements
        return ross.Rotor([
            ross.ShaftElement(L=length, idl=0.0, odl=0.05, material=steel)
            for _ in range(elements)
        ])  # fmt: skip

    rotor(2).run_modal(speed=0.0)
    # A rotor keeps its result, so that every repetition needs one of its own.
    rotors = iter([rotor(ask["n"] - 1) for _ in range(ask["times"] + 50)])

    def solve() -> Any:
        return np.asarray(next(rotors).run_modal(speed=0.0).wn)

    return solve


if __name__ == "__main__":
    serve(prepare)
