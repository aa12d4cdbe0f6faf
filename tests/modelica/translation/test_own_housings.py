"""Parts in Modelica text that are connected to a housing inside."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import drivetrain as dt

from .models import package

TWO = """
  model Gear
    extends Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlangesAndSupport;
    Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio=2, useSupport=true);
    Modelica.Mechanics.Rotational.Components.Damper bearing(d=0.5);
  equation
    connect(flange_a, gear.flange_a);
    connect(gear.flange_b, flange_b);
    connect(gear.support, internalSupport);
    connect(bearing.flange_a, gear.flange_a);
    connect(bearing.flange_b, internalSupport);
  end Gear;
"""
ROTATIONAL = "Modelica.Mechanics.Rotational"
TRANSLATIONAL = "Modelica.Mechanics.Translational"


def test_a_housing_is_fixed_unless_it_is_a_flange(tmp_path: Path) -> None:
    text = f"""{TWO}
  model A
    Gear gear;
    Inertia wheel(J=2, w(start=4, fixed=true));
  equation
    connect(wheel.flange_b, gear.flange_a);
  end A;
"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-9)
    assert result.final["wheel.w"] == pytest.approx(4 * math.exp(-0.25), rel=1e-7)


def test_a_housing_takes_up_what_is_connected_to_it(tmp_path: Path) -> None:
    """The momentum of all three moves as the gear says: J1 + J2 + J3 w with both torques."""
    text = f"""{TWO}
  model A
    Gear gear(useSupport=true);
    Inertia wheel(J=2, w(start=4, fixed=true));
    Inertia load(J=3);
    Inertia housing(J=5, w(start=0, fixed=true));
  equation
    connect(wheel.flange_b, gear.flange_a);
    connect(gear.flange_b, load.flange_a);
    connect(gear.support, housing.flange_a);
  end A;
"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-9)
    wheel, load, housing = (result[f"{one}.w"] for one in ("wheel", "load", "housing"))
    momentum = 2 * wheel + 3 * load + 5 * housing
    assert momentum == pytest.approx(momentum[0], rel=1e-9)
    assert wheel - housing == pytest.approx(2 * (load - housing), abs=1e-9)
    assert housing[-1] > 0.1


@pytest.mark.parametrize("use_support", ["false", "true"])
@pytest.mark.parametrize(
    ("domain", "speed", "flange", "mass"),
    [(ROTATIONAL, "w", "flange", "Inertia body(J=2, "),
     (TRANSLATIONAL, "v", "flange", "Modelica.Mechanics.Translational.Components.Mass body(m=2, ")],
)  # fmt: skip
def test_a_part_with_one_flange(
    tmp_path: Path, domain: str, speed: str, flange: str, mass: str, use_support: str
) -> None:
    text = f"""
  model Brake
    extends {domain}.Interfaces.PartialOneFlangeAndSupport;
    {domain}.Components.Damper damper(d=1);
  equation
    connect(damper.flange_a, {flange});
    connect(damper.flange_b, internalSupport);
  end Brake;
  model A
    Brake brake(useSupport={use_support});
    {mass}{speed}(start=4, fixed=true));
    {domain}.Components.Fixed ground if {use_support};
  equation
    connect(body.flange_b, brake.flange);
    connect(ground.flange, brake.support);
  end A;
"""
    result = dt.simulate(package(tmp_path, text, "A")(), stop_time=1.0, tolerance=1e-9)
    assert result.final[f"body.{speed}"] == pytest.approx(4 * math.exp(-0.5), rel=1e-7)
