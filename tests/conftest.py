"""Options of the whole test suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture.providers import Constants, HypothesisProvider

from tests.browsing import browser, context, watched

__all__ = ["browser", "context", "watched"]

# Hypothesis also draws numbers that it finds in the modules that happen to be imported, so that
# "derandomized" examples would depend on the tests that ran before.
assert hasattr(HypothesisProvider, "_local_constants")
HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]

# Tests are not timed: a busy machine makes any of them slow for once.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store",
        type=int,
        nargs="?",
        const=2000,
        default=0,
        metavar="N",
        help="try N (2000) random drivelines, values, files … per property instead of a few",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests, so that no process works at a long one when all others are done."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_configure(config: pytest.Config) -> None:
    """Hand the number of random drivelines to the modules that decorate their tests with it."""
    if config.getoption("--long"):
        os.environ["DRIVETRAIN_LONG"] = str(config.getoption("--long"))
