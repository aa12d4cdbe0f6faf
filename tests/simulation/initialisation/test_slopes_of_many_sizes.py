"""Conditions of very different slopes: an energy at the start beside speeds."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt

TWO_CLUTCHES = """
model A "What the energy is at the start is known from speeds on both sides of two clutches"
  import Modelica.Mechanics.Rotational.Components.*;
  Inertia engine(J=0.25, phi(start=0, fixed=true), w(start=210, fixed=true));
  Inertia vehicle(J=20, phi(start=0, fixed=true), w(start=100, fixed=true));
  Clutch clutch[2](each fn_max=1000);
  Inertia shaft[2](each J=0.01);
  IdealGear gear[2](ratio={2.1, 1.4});
  Modelica.Blocks.Sources.Constant closed[2](k={1, 0});
  parameter Real E0(fixed=false);
initial equation
  E0 = engine.J*engine.w^2/2 + vehicle.J*vehicle.w^2/2 + sum(shaft.J.*shaft.w.^2)/2;
equation
  for k in 1:2 loop
    connect(closed[k].y, clutch[k].f_normalized);
    connect(engine.flange_b, clutch[k].flange_a);
    connect(clutch[k].flange_b, shaft[k].flange_a);
    connect(shaft[k].flange_b, gear[k].flange_a);
    connect(gear[k].flange_b, vehicle.flange_a);
  end for;
end A;
"""


def test_an_energy_at_the_start_stands_beside_speeds(tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_text(TWO_CLUTCHES, encoding="utf-8")
    result = dt.simulate(dt.modelica.load(file)(), stop_time=0.1)
    begin = {name: float(result[name][0]) for name in ("engine.w", "vehicle.w", "E0")}
    energy = (0.25 * 210**2 + 20 * 100**2 + 0.01 * (210**2 + 140**2)) / 2
    assert begin == pytest.approx({"engine.w": 210.0, "vehicle.w": 100.0, "E0": energy})
