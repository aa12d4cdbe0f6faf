"""Machines that are run once for all tests."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from drivetrain import compile as compile_model
from drivetrain import examples


@cache
def _compiled(name: str) -> Any:
    return compile_model(examples.find(f"machines.{name}")())


@cache
def _result(name: str) -> Any:
    return _compiled(name).simulate(tolerance=1e-8)


@pytest.fixture
def compiled() -> Any:
    """Return the function from the name of a machine to the translated machine."""
    return _compiled


@pytest.fixture
def run() -> Any:
    """Return the function from the name of a machine to the result of its experiment."""
    return _result
