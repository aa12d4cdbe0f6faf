"""The tables of a system."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler import system
from drivetrain.compiler.system import alike_rows

tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-2, 3), min_size=width, max_size=width), min_size=1, max_size=30
    )
)


@pytest.mark.parametrize("contents", [0, 2**20])
@given(table=tables)
def test_rows_of_one_content_come_together_in_order(table, contents):
    rows = np.array(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "_CONTENTS", contents)
        found = [part.tolist() for part in alike_rows(rows)]
    keys, which = np.unique(rows, axis=0, return_inverse=True)
    expected = [np.flatnonzero(which.reshape(-1) == k).tolist() for k in range(len(keys))]
    assert found == expected


def test_no_rows():
    assert list(alike_rows(np.empty((0, 3), dtype=np.int64))) == []
