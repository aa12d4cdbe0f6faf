"""How unevenly does a crankshaft turn? The piston has to be moved to and fro.

Run me: ``python examples/tasks/crank_train.py``
"""

import drivetrain as dt
from drivetrain.modeling import cos, parameter, sin, sqrt
from drivetrain.rotational import FlangeA, Inertia
from drivetrain.translational import FlangeB, Mass


class SliderCrank(dt.Component):
    """Crank and connecting rod without mass, from the angle of the shaft to the piston's way."""

    r, rod = parameter(unit="m", doc="Radius"), parameter(unit="m", doc="Length of the rod")
    flange_a, flange_b = FlangeA(), FlangeB()

    def equations(self) -> dt.Equations:
        phi, force = self.flange_a.phi, self.flange_b.f
        lean = self.r / self.rod * sin(phi)
        upright = sqrt(1 - lean**2)
        yield self.flange_b.s == self.r * (1 - cos(phi)) + self.rod * (1 - upright)
        yield self.flange_a.tau == -self.r * (sin(phi) + lean * cos(phi) / upright) * force


class Engine(dt.Model):
    """A flywheel with one piston; nothing drives it, nothing brakes it."""

    flywheel = Inertia(J=0.05, phi=dt.fixed(0.0), w=dt.fixed(100.0))
    crank = SliderCrank(r=0.045, rod=0.15)
    piston = Mass(m=0.6)

    def equations(self) -> dt.Equations:
        yield self.flywheel >> self.crank >> self.piston


if __name__ == "__main__":
    w = dt.simulate(Engine(), stop_time=0.2, interval=1e-4, tolerance=1e-9)["flywheel.w"]
    print(f"Speed from {w.min():.4f} to {w.max():.4f} rad/s: {100 - w.min():.3f} % apart")
