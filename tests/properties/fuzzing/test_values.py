"""Whatever number or table a component is given: a result that is right, or one clear message.

Every class on its bench, and every example. Numbers of usual size have to fulfil the equations,
less closely where inertias and ratios are so far apart that the package looks for a misfit itself;
with others, sums may lose a term to rounding, but nothing crashes, hangs or raises an error of
another kind, and states stay finite.
"""

from __future__ import annotations

import faulthandler
import math
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzzing import LONG, StillGoing, impatient
from tests.properties.classes import COMPLETE, parameters
from tests.properties.rig import Bench

from drivetrain import compile as compile_model
from drivetrain import examples
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.frontend.values import evaluate_values, parameter_declaration
from drivetrain.errors import DrivetrainError, StructureError
from drivetrain.modeling.expression import REAL
from drivetrain.modeling.members import Parameter, TableParameter
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, RowFlag
from drivetrain.simulation.verification.ill_conditioning import in_doubt
from drivetrain.simulation.verification.residuals import residuals

pytestmark = pytest.mark.slow

HANG = 60.0  # s without coming back from the kernel
LAST = Path(gettempdir(), "drivetrain_hostile_values.txt")
"""What was tried last, with --long."""

many = settings(
    max_examples=LONG or 60,
    derandomize=not LONG,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)

USUAL = [0.0, -0.0, 1e-6, 1e-3, 0.5, 1.0, 2.0, 10.0, 1e3, 1e6, -1.0, -1e-3, -1e3]
EXTREME = [math.inf, -math.inf, math.nan, 5e-324, 1e-300, 1e308, -1e308, 1e100, 1e-100, -1e60]
EXTREME += [1e-30, 1e30, 1e15, -1e15, 1e-15]
numbers = st.sampled_from(USUAL) | st.sampled_from(EXTREME) | st.floats()
cells = st.sampled_from([0.0, 1.0, 1.0, 2.0, 0.5, -1.0]) | numbers


def tables(columns: int) -> st.SearchStrategy[Any]:
    """Tables: unsorted, with abscissae that repeat, of wrong width, empty, of one row, of many."""
    row = st.lists(cells, min_size=columns, max_size=columns)
    rows = st.lists(row, max_size=6)
    ragged = st.lists(st.lists(cells, max_size=columns + 2), max_size=4)
    long = st.just([[float(k), *(columns - 1) * [0.5]] for k in range(2000)])
    return rows.map(sorted) | rows | ragged | long | cells | st.none() | st.text(max_size=3)


@pytest.fixture(autouse=True)
def watchdog() -> Iterator[None]:
    """End the process with a traceback where it hangs."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy's doubts count as errors
        yield
    faulthandler.cancel_dump_traceback_later()


def right_limits(result: Result) -> Result:
    """Without the left limits of events, where modes may be ahead of the clock's last bit."""
    rows = result.rows[result.rows[:, FLAG_COLUMN] != RowFlag.LEFT]
    return Result(result.layout, rows, model=result.model, status=result.status)


def check(
    compiled: CompiledModel, title: str, given_values: dict[str, Any], stop_time: float | None
) -> None:
    """Run with these values and hold the outcome against what this module promises."""
    faulthandler.dump_traceback_later(HANG, exit=True)
    if LONG:  # to be read where a run never comes back
        LAST.write_text(f"{title}: {given_values!r}", "utf-8")
    try:
        result = compiled.simulate(
            parameters=given_values, stop_time=stop_time, progress=impatient()
        )
    except StillGoing:
        return
    except DrivetrainError as error:
        said = str(error)
        known = {name.partition(".")[0] for name in compiled.layout.names} | set(given_values)
        assert any(name in said for name in known), said
        kept = getattr(error, "result", None)
        assert kept is None or np.isfinite(kept.time).all()
        return
    states = len(compiled.translation.lowered.states)
    with np.errstate(all="ignore"):
        assert np.isfinite(result.rows[:, : 2 + states]).all()
        usual = all(np.size(v) == 1 and v in USUAL for v in given_values.values())
        if usual and np.isfinite(result.rows).all():
            found = residuals(compiled, right_limits(result), given_values)
            values = evaluate_values(compiled.translation.flat, given_values)
            doubt = in_doubt(compiled.translation, values)
            assert found.worst <= (2e-5 if doubt else 1e-6), str(found)


@cache
def bench(cls: Any) -> CompiledModel | None:
    try:
        return Bench(cls).compiled
    except StructureError:  # of two inverse functions only one may be driven
        return None


@many
@given(data=st.data())
def test_components(data: st.DataObject) -> None:
    cls = data.draw(st.sampled_from(COMPLETE))
    compiled = bench(cls)
    members = {
        name: member
        for name, member in parameters(cls).items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.structural and not member.vector)
    }
    if compiled is None or not members:
        return
    chosen = data.draw(st.lists(st.sampled_from(sorted(members)), max_size=3, unique=True))
    values: dict[str, Any] = {}
    for name in chosen:
        member = members[name]
        if isinstance(member, TableParameter):
            values[f"part.{name}"] = data.draw(tables(member.columns))
        elif member.kind == REAL:
            values[f"part.{name}"] = data.draw(numbers)
        else:
            values[f"part.{name}"] = data.draw(st.sampled_from([True, False, 0, -1, 10**6, 0.5]))
    check(compiled, cls.__name__, values, 1.0)


@cache
def example(name: str) -> tuple[CompiledModel, list[str]]:
    compiled = compile_model(examples.find(name)())
    found, flat = compiled.simulate(stop_time=0.0).parameters, compiled.translation.flat
    numbers = {n: find_parameter(flat.root, n) for n, v in found.items() if isinstance(v, float)}
    return compiled, [
        name
        for name, number in numbers.items()
        if number is not None and not parameter_declaration(flat, number).final
    ]


@many
@given(data=st.data())
def test_examples(data: st.DataObject) -> None:
    title = data.draw(st.sampled_from(examples.names()))
    compiled, names = example(title)
    chosen = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
    check(compiled, title, {name: data.draw(numbers) for name in chosen}, None)
