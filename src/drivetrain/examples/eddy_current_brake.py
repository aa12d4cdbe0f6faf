"""An eddy-current brake heats up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import Ramp
from drivetrain.modeling import Experiment, Model, fixed
from drivetrain.rotational import EddyCurrentTorque, Inertia
from drivetrain.thermal import HeatCapacitor

__all__ = ["EddyCurrentBrake"]


class EddyCurrentBrake(Model):
    """Wheel braked by eddy currents in a disc of copper.

    Look at `inertia.w` and `heat_capacitor.T`: the energy lost by the wheel heats the disc, and the
    warm disc brakes less.
    """

    experiment = Experiment(stop_time=1.0, interval=0.001)

    eddy_current_torque = EddyCurrentTorque(
        use_excitation_input=True,
        tau_nominal=100.0,
        w_nominal=10.0,
        use_support=False,
        alpha20=3.920e-3,
        T_ref=293.15,
        use_heat_port=True,
    )
    inertia = Inertia(J=1.0, phi=fixed(0.0), w=fixed(20.0))
    heat_capacitor = HeatCapacitor(C=1.0, T=fixed(293.15))
    ramp = Ramp(height=1.0, duration=0.1, offset=0.0, start_time=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.eddy_current_torque >> self.inertia
        yield self.eddy_current_torque.heat_port >> self.heat_capacitor.port
        yield self.ramp.y >> self.eddy_current_torque.excitation
