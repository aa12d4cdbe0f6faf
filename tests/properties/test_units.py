"""The units of every equation and energy statement fit, whatever is switched on."""

from __future__ import annotations

import pytest

from drivetrain.modeling import Component
from drivetrain.modeling.tracing.trace import trace
from drivetrain.modeling.tracing.units.unit_check import check_units, dimension_of
from drivetrain.modeling.units import ANY, dimension
from tests.properties.classes import COMPONENTS, label, variants

every = pytest.mark.parametrize("cls", COMPONENTS, ids=label)


@every
def test_units_fit(cls: type[Component]) -> None:
    for component in variants(cls):
        check_units(trace(component))


@every
def test_energy_statements_have_their_units(cls: type[Component]) -> None:
    for component in variants(cls):
        for name, expression in trace(component).monitors.items():
            unit = "J" if name.startswith("stored") else "W"
            assert dimension_of(expression, {}) in (dimension(unit), ANY)
