"""Eigenmodes of a chain by openTorsion."""

from typing import Any

import numpy as np
import opentorsion
from _worker import serve


def prepare(ask: dict[str, Any]) -> Any:
    """Assemble the chain."""
    n = ask["n"]
    shafts = [opentorsion.Shaft(k, k + 1, k=ask["c"], c=ask["d"]) for k in range(n - 1)]
    discs = [opentorsion.Disk(k, I=ask["J"]) for k in range(n)]
    assembly = opentorsion.Assembly(shafts, disk_elements=discs)

    def solve() -> Any:
        omega, _, _ = assembly.modal_analysis()
        return np.sort(np.real(omega))[2::2]  # each twice; the first pair is the free rotation

    return solve


if __name__ == "__main__":
    serve(prepare)
