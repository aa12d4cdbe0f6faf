"""Reading the energy audit by the names of parts."""

from __future__ import annotations

import copy
import pickle

import pytest

import drivetrain
from drivetrain import examples
from drivetrain.errors import NameLookupError
from drivetrain.simulation.energy import Energy


@pytest.fixture(scope="module")
def audit() -> Energy:
    found = drivetrain.simulate(examples.find("CoupledClutches")(), stop_time=0.1).energy
    assert isinstance(found, Energy)
    return found


def test_a_misspelt_part_is_answered_with_the_nearest(audit: Energy) -> None:
    with pytest.raises(NameLookupError, match="no part 'torqeu' has energy supplied; did you") as e:
        audit.supplied_by["torqeu"]
    assert "'torque'" in str(e.value)
    with pytest.raises(NameLookupError, match=r"dissipated.*'clutch1'"):
        audit.dissipated_by["clutch_1"]


def test_where_nothing_is_near_the_parts_are_told(audit: Energy) -> None:
    with pytest.raises(NameLookupError, match=r"stored; there are \['J1', 'J2'"):
        audit.stored_by["something else"]


def test_they_are_dictionaries_otherwise(audit: Energy) -> None:
    assert audit.supplied_by.get("torqeu") is None
    assert "torqeu" not in audit.supplied_by
    for again in (pickle.loads(pickle.dumps(audit)), copy.deepcopy(audit)):
        assert list(again.supplied_by) == list(audit.supplied_by)
        with pytest.raises(NameLookupError):
            again.supplied_by["torqeu"]
