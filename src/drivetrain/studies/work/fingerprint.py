"""Digests that tell whether two studies, or two models, are the same."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from types import CodeType
from typing import Any

import numpy as np

from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.functions import function_of
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.studies.parameters.sets import ParameterTable

__all__ = ["model_digest", "models_digest", "outcome_texts", "table_digest", "text_digest"]

_ADDRESS = re.compile(r"(?<=inttoptr \(i64 )\d+")


def model_digest(compiled: CompiledModel) -> str:
    """Return a digest of the equations and values of a model: of the code that its runs execute."""
    t = compiled.translation
    digest = hashlib.sha256()
    for text in (
        t.flat.root.title,
        _without_addresses(t.machine.ir),
        *parameter_names(t.flat.root),
    ):
        digest.update(text.encode() + b"\0")
    own = t.values
    for values in (own.parameter, own.start, own.nominal, own.is_fixed, own.tables):
        digest.update(np.ascontiguousarray(values).tobytes())
    return digest.hexdigest()[:16]


def models_digest(models: Sequence[CompiledModel]) -> str:
    """Return a digest of the variants of a model, in the order in which runs need them."""
    digests = [model_digest(one) for one in models]
    return digests[0] if len(digests) == 1 else text_digest({"all": digests})


def _without_addresses(ir: str) -> str:
    """Return the code with tables by number, as their addresses differ in every process."""
    numbers: dict[str, str] = {}
    return _ADDRESS.sub(lambda m: numbers.setdefault(m.group(), f"table{len(numbers)}"), ir)


def table_digest(table: ParameterTable) -> str:
    """Return a digest of the parameter values of all runs, to the last bit."""
    digest = hashlib.sha256()
    for name, column in table.columns.items():
        digest.update(name.encode() + b"\0")
        if column.dtype.kind == "O":
            for value in column:
                plain = np.asarray(value)
                is_array = plain.dtype.kind in "biuf"
                digest.update(plain.tobytes() if is_array else repr(value).encode())
                digest.update(repr(plain.shape).encode())
        else:
            digest.update(column.dtype.str.encode() + np.ascontiguousarray(column).tobytes())
    return digest.hexdigest()[:16]


def outcome_texts(outcomes: Mapping[str, Outcome]) -> dict[str, str]:
    """Return how each outcome is asked for; a function is followed by a digest of its code."""
    found = {name: repr(one) for name, one in outcomes.items()}
    for name, one in outcomes.items():
        function = function_of(one)
        if function is not None:
            found[name] += f" #{_of_function(function.compute)}"
    return found


def _of_function(function: Any) -> str:
    """Return a digest of a function: its code and what it encloses, not what it calls."""
    digest = hashlib.sha256()
    called = function if hasattr(function, "__code__") else vars(type(function)).get("__call__")
    code = getattr(called, "__code__", None)
    if isinstance(code, CodeType):
        _add(digest, code)
    for cell in getattr(function, "__closure__", None) or ():
        digest.update(_plain_text(cell.cell_contents).encode())
    digest.update(_plain_text(getattr(function, "__defaults__", None)).encode())
    return digest.hexdigest()[:8]


def _add(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code + repr(code.co_names).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _add(digest, constant)
        else:
            digest.update(_plain_text(constant).encode())


def _plain_text(value: Any) -> str:
    """Return a text without addresses."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))


def text_digest(told: Mapping[str, Any]) -> str:
    """Return a digest of plain data."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
