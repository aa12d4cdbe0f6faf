"""FMUs that are compiled once."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("fmpy")

from tests.fmi.imported import units

Make = Callable[..., Path]


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for shared libraries."""
    if not units.has_compiler():
        pytest.skip("needs the C compiler cc")
    return tmp_path_factory.mktemp("units")


@pytest.fixture(params=[2, 3], ids=["fmi2", "fmi3"])
def version(request: pytest.FixtureRequest) -> int:
    """Return the version of FMI."""
    return int(request.param)


@pytest.fixture
def make(version: int, libraries: Path, tmp_path: Path) -> Make:
    """Return a function that writes an FMU of this version."""

    def made(name: str = "unit.fmu", **how: object) -> Path:
        how.setdefault("binary", units.library(libraries, version))
        return units.packed(tmp_path / name, version, **how)  # type: ignore[arg-type]

    return made
