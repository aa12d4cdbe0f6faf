"""A full Modelica name of any edition leads to a class of this package, or to advice."""

from __future__ import annotations

import pytest

from drivetrain.modelica import library
from drivetrain.modelica.library.find import known_classes
from drivetrain.modelica.library.unsupported import unsupported_library
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import Signal

ROTATIONAL = "Modelica.Mechanics.Rotational"


def test_every_known_name_leads_to_a_class() -> None:
    for name in known_classes():
        found = library.find_class(name)
        assert found is not None, name
        assert issubclass(found.load(), (Component, Connector, Signal)), name
        assert found.load().__name__ == found.name


@pytest.mark.parametrize(
    ("name", "version", "module", "ours", "edition"),
    [
        (f"{ROTATIONAL}.Components.Inertia", None, "drivetrain.rotational", "Inertia", "4"),
        (f"{ROTATIONAL}.Inertia", None, "drivetrain.rotational", "Inertia", "2"),
        (f"{ROTATIONAL}.Inertia", "2.2.2", "drivetrain.rotational", "Inertia", "2"),
        (f"{ROTATIONAL}.Inertia", "1.5", "drivetrain.edition2002", "Inertia", "2002"),
        (f"{ROTATIONAL}.Torque", "2.2", "drivetrain.rotational", "Torque", "2"),
        (f"{ROTATIONAL}.Gear2", None, "drivetrain.edition2002", "Gear2", "2002"),
        ("Modelica.Blocks.Sources.Clock", "3.2.3", "drivetrain.blocks", "ContinuousClock", "3"),
        ("Modelica.Blocks.Sources.Sine", "1.6", "drivetrain.edition2002", "Sine", "2002"),
        ("Modelica.Blocks.Tables.CombiTable1D", None, "drivetrain.blocks", "CombiTable1Dv", "3"),
        (
            "Modelica.Mechanics.Translational.SlidingMass",
            None,
            "drivetrain.translational",
            "Mass",
            "2",
        ),
    ],
)
def test_editions(name: str, version: str | None, module: str, ours: str, edition: str) -> None:
    found = library.find_class(name, version)
    assert found is not None
    assert (found.module, found.name, found.edition) == (module, ours, edition)


def test_what_has_no_counterpart_is_not_found() -> None:
    assert library.find_class("Modelica.Mechanics.MultiBody.World") is None
    assert library.find_class(f"{ROTATIONAL}.Examples.First") is None


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        (f"{ROTATIONAL}.Components.Inertja", "did you mean 'Inertia'"),
        (f"{ROTATIONAL}.Components.Torque", f"did you mean '{ROTATIONAL}.Sources.Torque'?"),
        ("Modelica.Mechanics.MultiBody.World", "three-dimensional mechanics"),
        ("Modelica.Electrical.Analog.Lines.TLine1", "transmission lines"),
        ("Modelica.Electrical.Analog.Interfaces.VoltageSource", "derive from OnePort"),
        ("Modelica.Electrical.Machines.BasicMachines", "electric machines"),
    ],
)
def test_advice_for_what_is_missing(name: str, advice: str) -> None:
    assert advice in library.why_missing(name)


def test_no_class_of_an_unsupported_library_is_known() -> None:
    assert not [name for name in known_classes() if unsupported_library(name)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Modelica", True),
        (ROTATIONAL, True),
        (f"{ROTATIONAL}.Components", True),
        (f"{ROTATIONAL}.Components.Inertia", False),
        ("Modelica.Mechanics.MultiBody", False),
        ("Modelica.Units.SI", True),
        ("Modelica.SIunits.Conversions.NonSIunits", True),
        ("Modelica.Blocks.Types", True),
    ],
)
def test_packages(name: str, expected: bool) -> None:
    assert library.is_package(name) is expected


def test_the_variables_of_a_connector() -> None:
    flange = library.find_class(f"{ROTATIONAL}.Interfaces.Flange_a")
    port = library.find_class("Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a")
    assert flange is not None
    assert port is not None
    assert dict(flange.members) == {"phi": "phi", "tau": "tau"}
    assert dict(port.members) == {"T": "T", "Q_flow": "Q_flow"}
