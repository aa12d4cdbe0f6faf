"""Who knows the Modelica library, or an older edition of it, is told the name here."""

from __future__ import annotations

from importlib import import_module

import pytest

import drivetrain as dt
from drivetrain.blocks import Sine, Step
from drivetrain.errors import DrivetrainError, ParameterError, RenamedError
from drivetrain.modeling.older_names import _CLASSES, nearest_name
from drivetrain.rotational import Clutch, IdealGear, Inertia
from drivetrain.translational import Vehicle


@pytest.mark.parametrize(
    ("cls", "name", "told"),
    [
        (Sine, "freqHz", "did you mean 'f', which was 'freqHz' in older editions of Modelica?"),
        (Sine, "freq_hz", "did you mean 'f', which was 'freqHz'"),
        (Clutch, "mue_pos", "did you mean 'mu_pos', which was 'mue_pos'"),
        (Inertia, "stateSelection", "did you mean 'state_select', which was 'stateSelection'"),
        (Inertia, "w_start", "a start value is given as w=fixed(…)"),
        (IdealGear, "useSupport", "did you mean 'use_support'?"),
        (Step, "startTime", "did you mean 'start_time'?"),
        (Vehicle, "CrConstant", "did you mean 'cr_constant'?"),
        (Inertia, "freqHz", "Inertia has no parameter or variable 'freqHz'; it has"),
    ],
)
def test_a_parameter_is_found_under_its_older_name(
    cls: type[dt.Component], name: str, told: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        cls(**{name: 1.0})
    assert told in str(caught.value)


class Wave(dt.Model):
    sine = Sine(amplitude=1.0, f=2.0)


def test_a_run_and_an_ensemble_understand_it_too() -> None:
    told = r"did you mean 'sine\.f', which was 'freqHz'"
    with pytest.raises(DrivetrainError, match=told):
        dt.simulate(Wave(), parameters={"sine.freqHz": 1.0})
    with pytest.raises(DrivetrainError, match=told):
        dt.compile(Wave()).ensemble({"sine.freqHz": [1.0]})


@pytest.mark.parametrize(
    ("library", "name", "newer"),
    [(lib, old, new) for lib, names in _CLASSES.items() for old, new in names.items()]
    + [
        ("blocks", "From_rpm", "FromRpm"),
        ("blocks", "DEMULTIPLEX", "DeMultiplex"),
        ("rotational", "Flange_a", "FlangeA"),
        ("rotational", "PartialCompliant", "Compliant"),
        ("rotational", "PartialElementaryOneFlangeAndSupport", "OneFlangeAndSupport"),
        ("thermal", "HeatPort_", "HeatPort"),
    ],
)
def test_the_import_of_a_class_says_what_it_is_called(library: str, name: str, newer: str) -> None:
    module = import_module(f"drivetrain.{library}")
    assert newer in module.__all__
    with pytest.raises(RenamedError, match=rf"Modelica's {name} is '{newer}' here") as caught:
        exec(f"from drivetrain.{library} import {name}")
    assert isinstance(caught.value, ImportError)


def test_other_names_are_missing_as_in_any_module() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Inertai'"):
        exec("from drivetrain.rotational import Inertai")
    with pytest.raises(AttributeError, match=r"no attribute 'Inertai'; did you mean 'Inertia'\?"):
        getattr(dt.rotational, "Inertai")  # noqa: B009
    assert not hasattr(dt.blocks, "nothing_of_that_name")
    assert not hasattr(dt.blocks, "_Sine")


def test_dotted_names_keep_their_path() -> None:
    known = ["left.wave.f", "right.wave.f"]
    assert nearest_name("right.wave.freqHz", known).startswith("; did you mean 'right.wave.f', ")
    assert nearest_name("left.wave.F", known) == "; did you mean 'left.wave.f'?"
