"""Names of several versions of the library: each is understood, and a mix is told."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from drivetrain import modelica
from drivetrain.errors import ModelWarning
from drivetrain.modelica import library
from drivetrain.modelica.library.versions import versions_of

ROTATIONAL, BLOCKS = "Modelica.Mechanics.Rotational", "Modelica.Blocks"

SPANS = [
    ("Modelica.Units.SI.Torque", "version 4"),
    ("Modelica.SIunits.Torque", "version 3 and before"),
    (f"{BLOCKS}.Sources.Clock", "version 3 and before"),
    (f"{BLOCKS}.Sources.ContinuousClock", "version 4"),
    (f"{BLOCKS}.Sources.Sine", "version 1 and later"),
    (f"{BLOCKS}.Sources.Sine.freqHz", "version 3 and before"),
    (f"{BLOCKS}.Sources.Sine.f", "version 4"),
    (f"{ROTATIONAL}.Inertia", "version 2 and before"),
    (f"{ROTATIONAL}.Gear2", "version 1"),
    (f"{ROTATIONAL}.Components.Inertia", "version 3 and later"),
    (f"{ROTATIONAL}.Components.Clutch.mue_pos", "version 3 and before"),
    (f"{ROTATIONAL}.Components.Clutch.mu_pos", "version 4"),
]


@pytest.mark.parametrize(("name", "versions"), SPANS)
def test_a_name_tells_its_versions(name: str, versions: str) -> None:
    assert str(versions_of(name)) == versions


# What the library's own rules rename from 3.2.3 to 4.0.0, in the packages that have counterparts.
RENAMED = [
    (f"{ROTATIONAL}.Interfaces.PartialElementaryOneFlangeAndSupport",
     f"{ROTATIONAL}.Interfaces.PartialElementaryOneFlangeAndSupport2"),
    (f"{ROTATIONAL}.Interfaces.PartialElementaryTwoFlangesAndSupport",
     f"{ROTATIONAL}.Interfaces.PartialElementaryTwoFlangesAndSupport2"),
    ("Modelica.Mechanics.Translational.Interfaces.PartialElementaryOneFlangeAndSupport",
     "Modelica.Mechanics.Translational.Interfaces.PartialElementaryOneFlangeAndSupport2"),
    ("Modelica.Mechanics.Translational.Interfaces.PartialElementaryTwoFlangesAndSupport",
     "Modelica.Mechanics.Translational.Interfaces.PartialElementaryTwoFlangesAndSupport2"),
    (f"{BLOCKS}.Tables.CombiTable1D", f"{BLOCKS}.Tables.CombiTable1Dv"),
    (f"{BLOCKS}.Tables.CombiTable2D", f"{BLOCKS}.Tables.CombiTable2Ds"),
    (f"{BLOCKS}.Sources.Clock", f"{BLOCKS}.Sources.ContinuousClock"),
    ("Modelica.Electrical.Analog.Basic.EMF", "Modelica.Electrical.Analog.Basic.RotationalEMF"),
]  # fmt: skip
MEMBERS = [
    (f"{ROTATIONAL}.Components.Brake", "mue_pos", "mu_pos"),
    (f"{ROTATIONAL}.Components.Clutch", "mue_pos", "mu_pos"),
    (f"{ROTATIONAL}.Components.OneWayClutch", "mue_pos", "mu_pos"),
    (f"{ROTATIONAL}.Components.OneWayClutch", "mue0", "mu0"),
    ("Modelica.Mechanics.Translational.Components.Brake", "mue_pos", "mu_pos"),
    (f"{ROTATIONAL}.Sources.SignTorque", "tau_constant", "tau_nominal"),
    (f"{BLOCKS}.Sources.Sine", "freqHz", "f"),
    (f"{BLOCKS}.Sources.Cosine", "freqHz", "f"),
    (f"{BLOCKS}.Sources.ExpSine", "freqHz", "f"),
    ("Modelica.Electrical.Analog.Sources.SineVoltage", "freqHz", "f"),
    ("Modelica.Electrical.Analog.Sources.CosineVoltage", "freqHz", "f"),
    ("Modelica.Electrical.Analog.Sources.SineCurrent", "freqHz", "f"),
]
TYPES = [
    ("Modelica.SIunits.AngularVelocity", "Modelica.Units.SI.AngularVelocity"),
    ("Modelica.SIunits.Temp_K", "Modelica.Units.SI.Temperature"),
    ("Modelica.SIunits.Temp_C", "Modelica.Units.NonSI.Temperature_degC"),
    ("Modelica.SIunits.Conversions.NonSIunits.AngularVelocity_rpm",
     "Modelica.Units.NonSI.AngularVelocity_rpm"),
]  # fmt: skip
ICONS = "BlockIcon BooleanBlockIcon DiscreteBlockIcon IntegerBlockIcon partialBooleanBlockIcon"


def test_older_names_are_those_of_today() -> None:
    for older, newer in RENAMED:
        old, new = library.find_class(older, "3.2.3"), library.find_class(newer)
        assert old is not None, older
        assert new is not None, newer
        assert (old.module, old.name) == (new.module, new.name), older
    for name, before, after in MEMBERS:
        found = library.find_class(name, "3.2.3")
        assert found is not None, name
        assert found.members[before] == found.members[after], (name, before)
    for older, newer in TYPES:
        assert library.find_type(older) == library.find_type(newer) is not None, older
    for name in (
        *(f"{BLOCKS}.Interfaces.{one}" for one in ICONS.split()),
        "Modelica.Math.baseIcon1",
    ):
        assert library.is_icon(name)
    old_constant = library.constant_facts("Modelica.Constants.mue_0")
    assert old_constant == library.constant_facts("Modelica.Constants.mu_0") is not None


def warned(folder: Path, text: str) -> list[str]:
    """Return the warnings of a model."""
    (folder / "A.mo").write_text(f"model A\n{text}\nend A;\n", encoding="utf-8")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        modelica.load(folder / "A.mo")
    return [str(one.message) for one in found if issubclass(one.category, ModelWarning)]


SINE = f"{BLOCKS}.Sources.Sine s(freqHz=2);"
NEW = "parameter Modelica.Units.SI.Torque T = 1;"
OLD = "parameter Modelica.SIunits.Inertia J = 1;"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (OLD + SINE + 'annotation(uses(Modelica(version="3.2.3")));', None),
        (NEW, None),
        (NEW + SINE + 'annotation(uses(Modelica(version="3.2.3")));',
         "A.mo: the model says it uses version 3.2.3 of Modelica, but 'Modelica.Units.SI.Torque' "
         "(A.mo:2:11) is of version 4"),
        (NEW + OLD,
         "A.mo: names of several versions of Modelica: 'Modelica.Units.SI.Torque' (A.mo:2:11) is "
         "of version 4, 'Modelica.SIunits.Inertia' (A.mo:2:52) is of version 3 and before"),
        (f"{ROTATIONAL}.Inertia i(J=1);" + 'annotation(uses(Modelica(version="4.0.0")));',
         "A.mo: the model says it uses version 4.0.0 of Modelica, but "
         "'Modelica.Mechanics.Rotational.Inertia' (A.mo:2:1) is of version 2 and before"),
    ],
)  # fmt: skip
def test_a_mix_of_versions_is_told(
    tmp_path: Path, text: str, note: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert warned(Path(), text) == ([] if note is None else [note])
