"""Starts"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "Two start speeds for one shaft",
        """
        left = Inertia(J=1.0, w=fixed(1.0))
        right = Inertia(J=1.0, w=fixed(2.0))

        def equations(self):
            yield self.left >> self.right
        """,
        (
            "right.w = fixed(2) contradicts left.w = fixed(1)",
            "Keep one",
            "left.w 1 rad/s fixed",
            "right.w 2 rad/s fixed, is the same as left.w",
        ),
    ),
    Broken(
        "Start speeds that do not fit a gear",
        """
        left = Inertia(J=1.0, w=fixed(1.0))
        gear = IdealGear(ratio=2.0)
        right = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        (
            "contradict",
            "left.w = fixed(1)",
            "right.w = fixed(1)",
            "With all the others, left.w is 2",
        ),
    ),
    Broken(
        "Start speed of a shaft that a source drives",
        """
        motor = ConstantSpeed(w_fixed=10.0)
        mass = Inertia(J=1.0, w=fixed(5.0))

        def equations(self):
            yield self.motor >> self.mass
        """,
        ("mass.w = fixed(5) contradicts the model", "whatever the start, mass.w is 10"),
    ),
    Broken(
        "Start angle of a shaft on the ground",
        """
        mass = Inertia(J=1.0, phi=fixed(5.0))
        ground = Fixed(phi0=1.0)

        def equations(self):
            yield self.mass >> self.ground
        """,
        ("mass.phi = fixed(5) contradicts the model", "whatever the start, mass.phi is 1"),
    ),
    Broken(
        "Start acceleration that does not fit the torque",
        """
        motor = Torque(tau=1.0)
        mass = Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0), a=fixed(5.0))

        def equations(self):
            yield self.motor >> self.mass
        """,
        ("mass.a = fixed(5) contradicts the model", "mass.a is 2", "NOT REACHED"),
    ),
    Broken(
        "Too many initial conditions",
        """
        motor = Torque(tau=1.0)
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

        def equations(self):
            yield self.motor >> self.mass

        def initial_equations(self):
            yield self.mass.w == constant(3.0, "rad/s")
        """,
        ("mass.w = fixed(0), mass.w == 3.0 cannot hold together", "its sides differ by -3"),
    ),
    Broken(
        "Steady state that does not exist",
        """
        motor = Torque(tau=2.0)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.mass

        def initial_equations(self):
            yield der(self.mass.w) == 0
        """,
        (
            "der(mass.w) == 0 contradicts the model",
            "its two sides differ by 2",
            "balance of torques",
        ),
    ),
    Broken(
        "Steady state of a shaft that nothing holds",
        """
        motor = Torque(tau=1.0)
        left = Inertia(J=1.0)
        spring = SpringDamper(c=1e3, d=1.0)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.left >> self.spring >> self.right

        def initial_equations(self):
            yield der(self.left.w) == 0
            yield der(self.right.w) == 0
        """,
        ("der(left.w) == 0, der(right.w) == 0 cannot hold together", "differ by 1"),
    ),
    Broken(
        "Steady state of a fan that drives itself",
        """
        motor = Torque(tau=1.0)
        mass = Inertia(J=1.0)
        fan = QuadraticSpeedDependentTorque(tau_nominal=1.0, w_nominal=10.0)

        def equations(self):
            yield self.motor >> self.mass >> self.fan

        def initial_equations(self):
            yield der(self.mass.w) == 0
        """,
        ("no start values were found", "der(mass.w) == 0", "NOT FULFILLED", "better guesses"),
    ),
    Broken(
        "Initial equation that cannot hold",
        """
        mass = Inertia(J=1.0)

        def initial_equations(self):
            yield self.mass.w * self.mass.w == constant(-4.0, "rad2/s2")
        """,
        ("no start values were found", "mass.w * mass.w", "NOT FULFILLED"),
    ),
    Broken(
        "Start value that is not a number",
        """
        mass = Inertia(J=1.0, w=fixed(float("nan")))
        """,
        ("start value of mass.w is not a number",),
    ),
    Broken(
        "Infinite start value",
        """
        mass = Inertia(J=1.0, w=fixed(float("inf")))
        """,
        ("mass.w.start = inf cannot be computed with",),
    ),
    Broken(
        "Text as a start value",
        """
        mass = Inertia(J=1.0, w=fixed("fast"))
        """,
        ("start of mass.w='fast': give a number",),
    ),
    Broken(
        "Start value of a variable that does not exist",
        """
        mass = Inertia(J=1.0)
        """,
        ("no variable 'mass.v'; did you mean 'mass.w'",),
        ("-p", "mass.v.start=3"),
        2,
    ),
    Broken(
        "Assertion that fails at once",
        """
        mass = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))

        def equations(self):
            yield ensure(self.mass.phi < constant(0.5, "rad"), "the shaft hits the wall")  #1
        """,
        ("the shaft hits the wall", "{1}", "t = 0 s", "mass.phi 1 1 rad fixed"),
    ),
    Broken(
        "Clutch that starts stuck between different speeds",
        """
        engine = Inertia(J=1.0, w=fixed(100.0))
        clutch = Clutch(fn_max=10.0, f_normalized=1.0, mode=fixed(0))
        load = Inertia(J=1.0, w=fixed(20.0))

        def equations(self):
            yield self.engine >> self.clutch >> self.load
        """,
        (
            "'clutch' is asked to start stuck, but its sides turn differently",
            "clutch.w_rel = -80 (engine.w = 100, load.w = 20)",
            "Give both sides the same start speed",
        ),
    ),
)
