"""A wind turbine loses the grid and stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks import FirstOrder, Ramp, Step
from drivetrain.modeling import Experiment, Model, RealOutput, der, fixed, parameter
from drivetrain.rotational import (
    Brake,
    Fixed,
    IdealPlanetary,
    Inertia,
    LossyGear,
    QuadraticSpeedDependentTorque,
    SpringDamper,
    Torque,
)

__all__ = ["WindTurbineStop"]


class WindTurbineStop(Model):
    """5 MW wind turbine that loses the grid at full power and makes an emergency stop.

    Look at `rotor.w` and `shaft.tau`: without the torque of the generator the rotor speeds up and
    the twisted shaft springs back. The blades turn out of the wind, the brake on the fast shaft
    absorbs the rest and holds; after that the rotor still oscillates on its elastic shaft.
    `brake.mode` shows when the brake sticks, and `brake_heat` is the energy that it absorbed: the
    kinetic energy plus the remaining energy from the wind, less the losses in air and gears.

    Rotor, shaft, generator and brake are those of the NREL 5-MW reference turbine [1]_, the stages
    of the gearbox those of the reference gearbox designed for it [2]_, here with ideal planetary
    stages and a lossy parallel stage, which here does not reverse the direction. Coupling and
    losses are typical.

    References
    ----------
    .. [1] J. Jonkman, S. Butterfield, W. Musial, G. Scott, "Definition of a 5-MW reference wind
       turbine for offshore system development", NREL/TP-500-38060, 2009.
    .. [2] A. R. Nejad, Y. Guo, Z. Gao, T. Moan, "Development of a 5 MW reference gearbox for
       offshore wind turbines", Wind Energy 19, 2016.
    """

    experiment = Experiment(stop_time=40.0, interval=0.005)

    t_loss = parameter(2.0, unit="s", doc="Time at which the grid is lost")
    brake_delay = parameter(0.5, unit="s", doc="Time from grid loss to the brake command")
    pitch_time = parameter(6.0, unit="s", doc="Time in which the blades turn out of the wind")
    tau_generator = parameter(43093.55, unit="N.m", doc="Torque of the generator at full power")
    tau_wind = parameter(4.4155e6, unit="N.m", doc="Torque of the wind at full power")

    wind = Torque()
    gust = Ramp(height=-tau_wind, duration=pitch_time, offset=tau_wind, start_time=t_loss)
    blades = QuadraticSpeedDependentTorque(
        tau_nominal=-2e5, w_nominal=1.2671, torque_direction=False
    )
    rotor = Inertia(J=35444067.0, phi=fixed(0.0), w=fixed(1.2671))
    shaft = SpringDamper(c=867.637e6, d=6.215e6, phi_rel=fixed(-4.859e-3), w_rel=fixed(0.0))
    stage1 = IdealPlanetary(ratio=56 / 19)
    stage2 = IdealPlanetary(ratio=93 / 18)
    carrier = Inertia(J=6e4)
    sun1 = Inertia(J=1e3)
    sun2 = Inertia(J=100.0)
    stage3 = LossyGear(ratio=24 / 95, loss_table=[[0, 0.985, 0.985, 0, 0]])
    pinion = Inertia(J=3.0)
    disc = Inertia(J=60.0)
    brake = Brake(mu_pos=[[0, 0.4]], cgeo=0.8, fn_max=28116.2 / 0.4 / 0.8)
    calliper = FirstOrder(T=0.3, y_start=0.0, init_type="initial_output")
    command = Step(start_time=t_loss + brake_delay)
    coupling = SpringDamper(c=1.5e6, d=6e3, phi_rel=fixed(-0.028729), w_rel=fixed(0.0))
    generator = Inertia(J=534.116)
    grid = Torque()
    drop = Step(height=tau_generator, offset=-tau_generator, start_time=t_loss)
    housing = Fixed()

    brake_heat = RealOutput("J", start=fixed(0.0), doc="Energy that the brake has turned into heat")

    def equations(self) -> Iterable[Any]:
        yield self.wind >> self.rotor.flange_a
        yield self.blades >> self.rotor >> self.shaft >> self.carrier >> self.stage1.carrier
        yield self.stage1.sun >> self.sun1 >> self.stage2.carrier
        yield self.stage2.sun >> self.sun2 >> self.stage3 >> self.pinion >> self.disc
        yield self.disc >> self.brake >> self.coupling >> self.generator >> self.grid
        for stage in (self.stage1, self.stage2):
            yield stage.ring >> self.housing.flange
        yield self.gust.y >> self.wind.tau
        yield self.drop.y >> self.grid.tau
        yield self.command.y >> self.calliper.u
        yield self.calliper.y >> self.brake.f_normalized
        yield der(self.brake_heat) == self.brake.loss_power
