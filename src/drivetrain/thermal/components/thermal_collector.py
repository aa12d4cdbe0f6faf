"""Collector of heat flows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.thermal.interfaces import HeatPort, Terminal

__all__ = ["ThermalCollector"]


class ThermalCollector(Component):
    """Joins m heat ports into one, which has the same temperature and takes the sum of their flows.

    Connect to ``port_a[0]``, ``port_a[1]`` … and to `port_b`.
    """

    m = parameter(3, structural=True, kind="integer", min=1, doc="Number of collected ports")
    port_a = Terminal.array(m)
    port_b = HeatPort(doc="Port to which the sum of the heat flows goes")

    def equations(self) -> Iterable[Any]:
        yield self.port_b >> self.port_a
