"""Models beside, and inside, the source of the standard library."""

from __future__ import annotations

from pathlib import Path

import pytest

import drivetrain as dt
from drivetrain.errors import ModelicaError
from drivetrain.rotational import Inertia

TREE = {
    "Modelica/package.mo": """
within ;
package Modelica "Facts of this test, not the library"
  extends Modelica.Icons.Package;
end Modelica;
""",
    "Modelica/Mechanics/package.mo": "within Modelica;\npackage Mechanics\nend Mechanics;\n",
    "Modelica/Mechanics/Rotational/package.mo": """
within Modelica.Mechanics;
package Rotational
  import Modelica.Units.SI;
end Rotational;
""",
    "Modelica/Mechanics/Rotational/Components/package.mo": """
within Modelica.Mechanics.Rotational;
package Components
  model Inertia "Not to be used: it is known here"
    Nowhere broken;
  end Inertia;
  model Pair "Unknown here: read from this source"
    parameter SI.Inertia J = 2;
    Inertia first(J=J);
    Components.Inertia second(J=3*J);
    Rotational.Components.SpringDamper shaft(c=100, d=1);
  equation
    connect(first.flange_b, shaft.flange_a);
    connect(shaft.flange_b, second.flange_a);
  end Pair;
end Components;
""",
    "Modelica/Mechanics/Rotational/Examples/package.mo": """
within Modelica.Mechanics.Rotational;
package Examples
end Examples;
""",
    "Modelica/Mechanics/Rotational/Examples/Trial.mo": """
within Modelica.Mechanics.Rotational.Examples;
model Trial
  extends Modelica.Icons.Example;
  parameter SI.Inertia J = 4;
  Components.Pair pair(J=J);
end Trial;
""",
}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", ["", "Trial", "Modelica.Mechanics.Rotational.Examples.Trial"])
def test_a_model_of_the_library_runs_from_its_own_text(library: Path, name: str) -> None:
    file = library / "Modelica/Mechanics/Rotational/Examples/Trial.mo"
    trial = dt.modelica.load(file, name)()
    result = dt.simulate(trial, stop_time=0.1)
    assert result.parameters["pair.second.J"] == 12
    assert isinstance(type(type(trial).pair).first, Inertia)  # type: ignore[attr-defined]


def test_what_is_unknown_here_is_read_from_the_source(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "Own.mo"
    file.write_text("""
model Own
  Modelica.Mechanics.Rotational.Components.Pair pair(J=5);
end Own;
""")
    own = dt.modelica.load(file, libraries=[library])()
    assert dt.simulate(own, stop_time=0.1).parameters["pair.second.J"] == 15


def test_without_the_source_it_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "Own.mo"
    file.write_text("model Own\n  Modelica.Mechanics.Rotational.Components.Pair pair;\nend Own;\n")
    with pytest.raises(ModelicaError, match=r"Rotational\.Components\.Pair has no counterpart"):
        dt.modelica.load(file)


def test_a_file_that_lies_alone_knows_the_packages_it_says_to_be_within(tmp_path: Path) -> None:
    file = tmp_path / "Alone.mo"
    file.write_text("""
within Modelica.Mechanics.Rotational.Examples;
model Alone
  parameter SI.Inertia J = 4;
  Components.Inertia wheel(J=J);
  Rotational.Sources.ConstantTorque torque(tau_constant=8);
equation
  connect(torque.flange, wheel.flange_a);
end Alone;
""")
    alone = dt.modelica.load(file, "Modelica.Mechanics.Rotational.Examples.Alone")()
    assert dt.simulate(alone, stop_time=1.0).final["wheel.w"] == pytest.approx(2.0)
