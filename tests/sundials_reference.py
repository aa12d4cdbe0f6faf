"""Solvers that need scikit-sundae, for tests to be parametrised with."""

from importlib.util import find_spec

import pytest

_missing = pytest.mark.skipif(
    find_spec("sksundae") is None, reason="scikit-sundae is not installed (extra 'cvode')"
)
SECOND_OPINIONS = [pytest.param(name, marks=_missing) for name in ("cvode", "ida")]
