"""The chain by rumoca, from Modelica text with components, connectors and arrays."""

from typing import Any

import numpy as np
import rumoca
from _worker import serve

_TEXT = """
connector Flange
  Real phi;
  flow Real tau;
end Flange;

model Inertia
  parameter Real J = 1;
  Flange a;
  Flange b;
  Real phi(start = 0, fixed = true);
  Real w(start = 0, fixed = true);
equation
  phi = a.phi;
  phi = b.phi;
  der(phi) = w;
  J * der(w) = a.tau + b.tau;
end Inertia;

model SpringDamper
  parameter Real c;
  parameter Real d;
  Flange a;
  Flange b;
  Real phi_rel;
  Real w_rel;
  Real tau;
equation
  phi_rel = b.phi - a.phi;
  w_rel = der(phi_rel);
  tau = c * phi_rel + d * w_rel;
  b.tau = tau;
  a.tau = -tau;
end SpringDamper;

model Drive
  parameter Real amplitude;
  Flange b;
equation
  b.tau = -amplitude * sin(6.283185307179586 * time);
end Drive;

model Chain
  parameter Integer n = {n};
  Inertia disc[n];
  SpringDamper link[n - 1](each c = {c}, each d = {d});
  Drive drive(amplitude = {amplitude});
equation
  connect(drive.b, disc[1].a);
  for i in 1:n - 1 loop
    connect(disc[i].b, link[i].a);
    connect(link[i].b, disc[i + 1].a);
  end for;
end Chain;
"""


def prepare(ask: dict[str, Any]) -> Any:
    """Translate the text."""
    n = ask["n"]
    numbers = {name: float(ask[name]) for name in ("c", "d", "amplitude")}
    model = rumoca.Session().loads(_TEXT.format(n=n, **numbers), model="Chain")
    step = ask["stop"] / (ask["points"] - 1)
    config = rumoca.SimConfig(
        solver=ask["method"], rtol=ask["tolerance"], atol=ask["tolerance"], dt=step
    )
    names = [
        *(f"disc[{i}].phi" for i in range(1, n + 1)),
        *(f"disc[{i}].w" for i in range(1, n + 1)),
        *(f"link[{i}].tau" for i in range(1, n)),
    ]

    def solve() -> Any:
        result = model.simulate(t=(0.0, ask["stop"]), dt=step, config=config)
        return np.column_stack([result[name] for name in names])

    return solve


if __name__ == "__main__":
    serve(prepare)
