"""Examples are found by name, and importing one does not import the others."""

from __future__ import annotations

import subprocess
import sys

import pytest

from drivetrain import examples
from drivetrain.errors import NameLookupError
from drivetrain.modeling import Model
from drivetrain.modeling.tracing.trace import trace
from drivetrain.modeling.tracing.units.unit_check import check_units


def test_names_are_sorted_and_complete():
    found = examples.names()
    own = [name for name in found if "." not in name]
    assert found[: len(own)] == sorted(own)
    assert {"First", "CoupledClutches", "SimpleGearShift"} <= set(own)
    assert {"edition2002.First", "book.SMD"} <= set(found)


def test_examples_of_one_name_are_told_apart_by_their_group():
    first, older = examples.find("First"), examples.find("edition2002.First")
    assert first is not older
    assert older.__module__ == "drivetrain.examples.edition2002.first"


@pytest.mark.parametrize(
    "group", ["book", "contacts", "edition2002", "gears", "machines", "redundancy"]
)
def test_each_group_has_a_heading(group):
    assert examples.heading(group).endswith(".")


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(NameLookupError, match="did you mean 'CoupledClutches'"):
        examples.find("CoupledClutch")
    with pytest.raises(NameLookupError, match="the examples are Backlash, ") as caught:
        examples.find("zzz")
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("name", examples.names())
def test_every_example_is_a_model_that_says_what_to_look_at(name):
    example = examples.find(name)
    assert issubclass(example, Model)
    assert example.__name__ == name.rpartition(".")[2]
    title, _, rest = example.__doc__.partition("\n")
    assert title.endswith(".")
    assert "`" in rest, "the description names variables to look at"
    assert example.experiment.interval is not None
    check_units(trace(example()))


def test_finding_one_example_imports_only_that():
    code = (
        "import sys; from drivetrain import examples; examples.names(); examples.find('First'); "
        "print([m for m in sys.modules if m.startswith('drivetrain.examples.')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={"PYTHONPATH": ":".join(sys.path)})  # fmt: skip
    assert shown.stdout.strip() == "['drivetrain.examples.first']"
