"""The tools of the tests of today's edition serve here too."""

from __future__ import annotations

from tests.rotational.conftest import laws

__all__ = ["laws"]
