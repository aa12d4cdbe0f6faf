"""The examples as compiled models: most tests that go through all of them need nothing else."""

from __future__ import annotations

from functools import cache

from drivetrain import CompiledModel, examples
from drivetrain import compile as compile_model

__all__ = ["compiled_example"]


@cache
def compiled_example(name: str) -> CompiledModel:
    """Return an example, compiled once per process; tests leave it as it is."""
    return compile_model(examples.find(name)())
