"""The chain by diffsol, through pydiffsol: equations in its language, compiled by LLVM."""

from typing import Any

import numpy as np
import pydiffsol
from _worker import serve

_CODE = """
E_ij {{ (0..{m},0..{m}): -1.0, (0..{m},1..{n}): 1.0 }}
G_ij {{ (0..{m},0..{m}): 1.0, (1..{n},0..{m}): -1.0 }}
b_i {{ (0): {amplitude}, (1:{n}): 0.0 }}
z_i {{ (0:{n}): 0.0 }}
u_i {{ phi = z_i, w = z_i }}
s_i {{ {c} * phi_i + {d} * w_i }}
tau_i {{ E_ij * s_j }}
push_i {{ G_ij * tau_j }}
F_i {{ w_i, push_i + b_i * sin(6.283185307179586 * t) }}
out_i {{ phi_i, w_i, tau_i }}
"""


def prepare(ask: dict[str, Any]) -> Any:
    """Translate the equations."""
    numbers = {name: float(ask[name]) for name in ("c", "d", "amplitude")}
    ode = pydiffsol.Ode(
        _CODE.format(n=ask["n"], m=ask["n"] - 1, **numbers),
        matrix_type=getattr(pydiffsol, ask["matrix"]),
        ode_solver=getattr(pydiffsol, ask["method"]),
    )
    ode.rtol = ode.atol = ask["tolerance"]
    grid = np.linspace(0.0, ask["stop"], ask["points"])
    return lambda: np.asarray(ode.solve_dense(np.array([]), grid).ys).T


if __name__ == "__main__":
    serve(prepare)
