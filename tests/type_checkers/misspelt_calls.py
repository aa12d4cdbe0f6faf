"""Lines with one slip each, marked by what is right: type checkers have to find every one."""

from collections.abc import Iterable
from typing import Any

import drivetrain as dt
from drivetrain.blocks import Ramp
from drivetrain.gears import WormGear
from drivetrain.rotational import Clutch, Inertia, LossyGear, SpringDamper
from drivetrain.translational import Mass


class Slips(dt.Model):
    """A model in which nearly every line is wrong."""

    misspelt = Inertia(JJ=0.2)  # slip: J
    missing = SpringDamper(c=2000)  # slip: d is missing
    of_modelica = Clutch(fn_max=400, muPos=[[0, 0.4]])  # slip: mu_pos
    not_fixed = Inertia(J=0.2, w=100)  # slip: fixed(100)
    positional = Inertia(0.2)  # slip: arguments have names
    of_wrong_type = Inertia(J=[0.2, 0.3])  # slip: one number, or Inertia.array(2, …)
    no_choice = Clutch(fn_max=1, smoothness="linear")  # slip: "linear_segments"
    no_switch = LossyGear(ratio=2, use_heat_port="yes")  # slip: True
    in_an_array = Inertia.array(3, I=0.1)  # slip: J
    gear = WormGear(ratio=40, gama="5 deg", d1=0.05)  # slip: gamma
    pedal = Ramp(start_tim=0.1, duration=0.4)  # slip: start_time
    mass = Mass(m=1.0, length=2)  # slip: no argument length
    disc = Inertia.array(3, J=0.1)
    clutch = Clutch(fn_max=400)

    def equations(self) -> Iterable[Any]:
        yield self.clutch >> self.disc[:-1] >> self.disc[-1]
        yield self.clutc >> self.mass  # slip: clutch
        yield self.clutch.f_normalised == 1  # slip: f_normalized
        yield self.disc[0].ww == 0  # slip: w
        for disc in self.disc[1:]:
            yield disc.flange_a.torque == 0  # slip: tau


def run() -> dt.Result:
    """Run the model, and see."""
    result = dt.simulate(Slips(), stop_time=1.0)
    result.plot("disc[0].w", pth="disc.png")  # slip: path
    result.events.times("clutch.mode", to="stuck")  # slip: after
    return dt.simulate(Slips(), stop_tme=1.0)  # slip: stop_time
