"""Asked for vibrations"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

_ROTORS = """
rotor = Inertia(J=1.0)
shaft = SpringDamper(c=100.0, d=0.1)
fan = Inertia(J=2.0)

def equations(self):
    yield self.rotor >> self.shaft >> self.fan
"""

BROKEN = (
    Broken(
        "Input that does not exist",
        _ROTORS,
        ("'rotr' that could be an input", "did you mean 'rotor'"),
        ("--from", "rotr", "--to", "shaft.tau", "--between", "1", "100"),
        status=2,
        task="response",
    ),
    Broken(
        "Output that does not exist",
        _ROTORS,
        ("'shaft.taw'", "did you mean 'shaft.tau'"),
        ("--from", "rotor", "--to", "shaft.taw", "--between", "1", "100"),
        status=2,
        task="response",
    ),
    Broken(
        "Response of a state of friction",
        """
        rotor = Inertia(J=1.0)
        bearing = BearingFriction(tau_pos=[[0, 1]])

        def equations(self):
            yield self.rotor >> self.bearing
        """,
        ("bearing.mode is", "it does not change by a little"),
        ("--from", "rotor", "--to", "bearing.mode", "--between", "1", "100"),
        task="response",
    ),
    Broken(
        "Steady state of a machine that only gets faster",
        """
        motor = Torque(tau=1.0)
        rotor = Inertia(J=1.0)

        def equations(self):
            yield self.motor.flange >> self.rotor
        """,
        ("no steady state", "rotor.w still changes by 1 per second", "give a speed"),
        ("--at", "steady", "--balance", "none"),
        task="modes",
    ),
    Broken(
        "Steady state of an engine whose torque depends on the angle",
        """
        rotor = Inertia(J=1.0, w=guess(10.0))
        wheel = Inertia(J=1.0)
        shaft = SpringDamper(c=100.0, d=0.1)
        crank = Torque()

        def equations(self):
            yield self.crank.tau == constant(3.0, "N.m") * sin(2.0 * self.rotor.phi)
            yield self.crank.flange >> self.rotor >> self.shaft >> self.wheel
        """,
        ("average",),
        ("--at", "steady", "--speed", "rotor.w=10"),
        task="modes",
    ),
    Broken(
        "Controller that works in steps of time",
        """
        rotor = Inertia(J=1.0)
        shaft = SpringDamper(c=100.0, d=0.1)
        ground = Fixed()
        motor = Torque()
        held = variable(unit="N.m")

        def equations(self):
            yield self.motor.flange >> self.rotor >> self.shaft >> self.ground
            yield when(sample(0.0, 0.01), self.held == -constant(3.0, "N.m.s") * self.rotor.w)
            yield self.motor.tau == self.held
        """,
        ("held is set from the motion at the ticks of a clock", "replace the clocked part by a"),
        task="modes",
    ),
    Broken(
        "Delay in a loop",
        """
        rotor = Inertia(J=1.0)
        shaft = SpringDamper(c=100.0, d=0.1)
        ground = Fixed()
        motor = Torque()
        wait = FixedDelay(delay_time=0.01)

        def equations(self):
            yield self.motor.flange >> self.rotor >> self.shaft >> self.ground
            yield self.wait.u == -3.0 * self.rotor.w
            yield self.motor.tau == self.wait.y
        """,
        ("has delays, wait.y (0.01 s)", "eigenmodes", "PadeDelay"),
        task="modes",
    ),
    Broken(
        "Orders of a part that does not turn",
        _ROTORS,
        ("shaft='fann': no part of this name", "did you mean 'fan'"),
        ("--shaft", "fann", "--orders", "3,6", "--between", "10", "100"),
        status=2,
        task="campbell",
    ),
    Broken(
        "Instant that the run does not reach",
        _ROTORS,
        ("at=-5: the run covers 0 s to 1 s",),
        ("--at", "-5"),
        status=2,
        task="modes",
    ),
    Broken(
        "Frequencies from high to low",
        _ROTORS,
        ("between=(100, 1): the first has to be above 0 and below the second",),
        ("--from", "rotor", "--to", "shaft.tau", "--between", "100", "1"),
        status=2,
        task="response",
    ),
)
