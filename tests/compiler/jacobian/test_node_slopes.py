"""Single nodes by interpretation, against machine code for the same nodes."""

from __future__ import annotations

import numpy as np
import pytest
from tests.compiled_examples import compiled_example

from drivetrain import examples
from drivetrain.compiler.jacobian.active_switches import active_switches
from drivetrain.compiler.jacobian.node_slopes import NodeSlopes
from drivetrain.simulation.diagnostics.relations import Relations
from drivetrain.simulation.linearisation.details import ModelDetails
from drivetrain.simulation.slopes.machine_slopes import _Code

QUICK = ("CoupledClutches", "HeatLosses", "gears.WormHoist", "machines.Hoist")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in examples.names()
]


def details_at(name: str, part: float) -> ModelDetails:
    model = compiled_example(name)
    settings = model._settings(None, None, None, "auto", None)
    at = settings.start_time + part * (settings.stop_time - settings.start_time)
    found = model.linearise(at=at).details
    assert isinstance(found, ModelDetails)
    return found


@pytest.mark.parametrize("part", [0.31, 0.77])
@pytest.mark.parametrize("name", NAMES)
def test_operands_of_relations(name: str, part: float) -> None:
    details = details_at(name, part)
    t, reached = details._t, details._reached
    at = details._altered({})[0]
    nodes = NodeSlopes(t.lowered, at.point)
    crossings = [relation.crossing for relation in t.program.relations]
    if not crossings or t.program.rows:
        pytest.skip("no relations in machine code")
    if len(at.elimination.open_members):
        pytest.skip("how locked elements share a load is left open")
    rows, _ = _Code(t, [], crossings).at(reached.solver, reached.row[None])
    values = [float(nodes.value(node)) for node in crossings]
    assert values == pytest.approx(rows.values, rel=1e-9, abs=1e-9)
    by_states = np.zeros(rows.by_states.shape)
    for k, node in enumerate(crossings):
        for member, slope in nodes.slopes(node).items():
            if member >= 0:
                by_states[k] += slope * at.by_states[[member]].toarray()[0]
    scale = np.abs(rows.by_states).max(axis=1, initial=0.0)[:, None] + 1e-6
    assert np.all(np.abs(by_states - rows.by_states) <= 1e-9 * scale)


def test_only_what_decides_is_found() -> None:
    """The thresholds of a lossy gear at rest say nothing about the gear in motion."""
    details = details_at("HeatLosses", 0.31)
    t, point = details._t, details._altered({})[0].point
    found = active_switches(t.lowered, t.lowered.rates, NodeSlopes(t.lowered, point).value)
    relations = Relations(t, point.values.parameter)
    texts = [relations.text(number) for number in range(len(t.program.relations))]
    decide = {texts[number] for number in found.relations}
    assert "lossy_gear.tau_eta >= 0" in decide
    assert {"lossy_gear.tau_eta_p > 0", "lossy_gear.tau_eta_m > 0"} <= set(texts) - decide
