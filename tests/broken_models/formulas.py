"""Equations"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "Equation too many",
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.mass.w == constant(3.0, "rad/s")  #1
        """,
        ("Wrong: mass.w == 3.0 [{1}]", "mass (Inertia): J * a", "use a source (Speed, Position"),
    ),
    Broken(
        "Equation too few",
        """
        mass = Inertia(J=1.0)
        x = variable("rad")
        y = variable("rad")

        def equations(self):
            yield self.x == self.y
        """,
        ("Nothing says what this is: x = y", "Add its equation"),
    ),
    Broken(
        "Misspelt method",
        """
        mass = Inertia(J=1.0)

        def initial_equation(self):  #1
            yield self.mass.w == 1.0
        """,
        (
            "'Wrong.initial_equation' would never be called; did you mean 'initial_equations'?",
            "[in Wrong, {1}]",
        ),
    ),
    Broken(
        "Flanges set equal",
        """
        left = Inertia(J=1.0)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left.flange_b == self.right.flange_a  #1
        """,
        (
            "a comparison of flanges, parts or plain numbers gave False",
            "flanges and signals are connected by 'a >> b'",
            "[in Wrong, {1}]",
        ),
    ),
    Broken(
        "Unit clash",
        """
        mass = Inertia(J=1.0)
        x = variable("N.m")

        def equations(self):
            yield self.x == self.mass.phi  #1
        """,
        ("{1}: x == mass.phi", "'x' has unit N.m", "'mass.phi' has unit 1 (or rad)"),
    ),
    Broken(
        "Sum of a torque and an angle",
        """
        mass = Inertia(J=1.0)
        x = variable("N.m")

        def equations(self):
            yield self.x == self.mass.flange_a.tau + self.mass.phi  #1
        """,
        ("{1}", "'mass.flange_a.tau' has unit N.m", "'mass.phi' has unit 1 (or rad)"),
    ),
    Broken(
        "Sine of a torque",
        """
        mass = Inertia(J=1.0)
        x = variable()

        def equations(self):
            yield self.x == sin(self.mass.flange_a.tau)  #1
        """,
        ("{1}", "sin(mass.flange_a.tau)", "unit N.m (or J), expected 1 (or rad)"),
    ),
    Broken(
        "Unit that does not exist",
        """
        mass = Inertia(J=1.0)
        x = variable("Nm")

        def equations(self):
            yield self.x == self.mass.flange_a.tau  #1
        """,
        ("{1}", "'Nm' is not a coherent SI unit; did you mean 'N.m'?"),
    ),
    Broken(
        "Power written with ^",
        """
        mass = Inertia(J=1.0)
        x = variable()

        def equations(self):
            yield self.x == self.mass.phi^2  #1
        """,
        ("a power is written **, not ^", "{1}"),
    ),
    Broken(
        "Forgotten multiplication sign",
        """
        mass = Inertia(J=1.0)
        x = variable()

        def equations(self):
            yield self.x == self.mass.J(self.mass.phi)  #1
        """,
        ("write * between two factors", "{1}"),
    ),
    Broken(
        "Element of a single quantity",
        """
        mass = Inertia(J=1.0)
        x = variable()

        def equations(self):
            yield self.x == self.mass.phi[0]  #1
        """,
        ("a single quantity has no elements", "{1}"),
    ),
    Broken(
        "Component without its law",
        """
        from drivetrain.rotational.interfaces import Compliant


        class Own(Compliant):
            c = parameter(1.0, unit="N.m/rad")


        class Wrong(Model):
            wall = Fixed()
            own = Own()
            mass = Inertia(J=1.0)

            def equations(self):
                yield self.wall >> self.own >> self.mass
        """,
        (
            "own (Own) has 3 equations of its own, but its variables and connectors need 4",
            "add what is missing in its class",
        ),
    ),
    Broken(
        "Component with two laws",
        """
        from drivetrain.rotational.interfaces import Compliant


        class Own(Compliant):
            c = parameter(1.0, unit="N.m/rad")

            def equations(self):
                yield self.tau == self.c * self.phi_rel
                yield self.tau == 0


        class Wrong(Model):
            wall = Fixed()
            own = Own()
            mass = Inertia(J=1.0)

            def equations(self):
                yield self.wall >> self.own >> self.mass
        """,
        (
            "own (Own) has 5 equations of its own, but its variables and connectors need 4",
            "remove what is too much in its class",
        ),
    ),
    Broken(
        "Nothing to do when it happens",
        """
        mass = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield when(self.mass.phi > 0.5)  #1
        """,
        ("when(mass.phi > 0.5): say what to do then", "{1}"),
    ),
    Broken(
        "A quantity for a condition",
        """
        mass = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield ensure(self.mass.w, "too fast")  #1
        """,
        ("ensure(mass.w, …): 'mass.w' is real, not a condition", "x > 0", "{1}"),
    ),
    Broken(
        "Unit in the place of a value",
        """
        J = parameter("kg.m2")  #1
        mass = Inertia(J=J)
        """,
        ("the default is a text", "a unit is written unit='kg.m2'"),
    ),
    Broken(
        "Value in the place of a unit",
        """
        x = variable(0.0)  #1
        """,
        ("unit=0.0: write a unit as a text", "start=fixed(…)"),
    ),
    Broken(
        "Unit of the tachometer",
        """
        mass = Inertia(J=1.0)
        n = variable("rpm")

        def equations(self):
            yield self.n == self.mass.w  #1
        """,
        ("{1}", "'rpm' is not a coherent SI unit; write it in 'rad/s'"),
    ),
    Broken(
        "if in equations",
        """
        mass = Inertia(J=1.0)
        x = variable("rad/s")

        def equations(self):
            if self.mass.w > 0:  #1
                yield self.x == self.mass.w
        """,
        ("'mass.w > 0'", "where(condition, a, b)", "{1}"),
    ),
    Broken(
        "and in equations",
        """
        mass = Inertia(J=1.0)
        fast = boolean()

        def equations(self):
            yield self.fast == ((self.mass.w > 1.0) and (self.mass.phi > 0.0))  #1
        """,
        ("'mass.w > 1.0'", "use & | ~ instead of 'and', 'or', 'not'", "{1}"),
    ),
    Broken(
        "Forgotten yield",
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):  #1
            self.mass >> self.load
        """,
        ("'equations' states nothing", "write 'yield'", "{1}"),
    ),
    Broken(
        "return instead of yield",
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):
            return self.mass >> self.load
        """,
        ("'equations' returns 'mass >> load' instead of yielding it",),
    ),
    Broken(
        "Assignment instead of an equation",
        """
        mass = Inertia(J=1.0)
        angle = variable("rad")

        def equations(self):
            self.angle = 2 * self.mass.phi  #1
            yield self.mass.flange_a.tau == constant(1.0, "N.m")
        """,
        ("'self.angle = …' in 'Wrong'", "write 'yield self.angle == …'", "{1}"),
    ),
    Broken(
        "Expression instead of an equation",
        """
        mass = Inertia(J=1.0)
        x = variable("rad")

        def equations(self):
            yield self.x - 2 * self.mass.phi  #1
        """,
        ("'x - 2 * mass.phi' is an expression, not an equation: write 'left == right'", "{1}"),
    ),
    Broken(
        "NumPy function in an equation",
        """
        import numpy as np

        class Wrong(Model):
            mass = Inertia(J=1.0)
            x = variable()

            def equations(self):
                yield self.x == np.sin(self.mass.phi)  #1
        """,
        ("function of Python or NumPy", "use sin, sqrt, minimum … of drivetrain.modeling", "{1}"),
    ),
    Broken(
        "Misspelt function",
        """
        mass = Inertia(J=1.0)
        x = variable("rad/s")

        def equations(self):
            yield self.x == deriv(self.mass.phi)  #1
        """,
        ("name 'deriv' is not defined; did you mean 'der'", "{1}"),
    ),
    Broken(
        "Misspelt component",
        """
        mass = Inertai(J=1.0)  #1
        """,
        ("name 'Inertai' is not defined; did you mean 'Inertia'", "{1}"),
    ),
    Broken(
        "Error in the author's own Python",
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.mass.w == 1 / 0  #1
        """,
        ("ZeroDivisionError: division by zero", "{1}"),
    ),
    Broken(
        "Equation without effect",
        """
        mass = Inertia(J=1.0)
        x = variable("rad")

        def equations(self):
            yield self.x + self.x == 2 * self.x  #1
        """,
        ("x + x == 2 * x [{1}]", "All quantities in it cancel", "says nothing about them"),
    ),
    Broken(
        "Equation of a thing with itself",
        """
        mass = Inertia(J=1.0)
        x = variable("rad")

        def equations(self):
            yield self.x == self.mass.phi
            yield self.x == self.x  #1
        """,
        ("'x == x' says nothing: its two sides are the same [{1}]",),
    ),
    Broken(
        "Equation that cannot hold",
        """
        mass = Inertia(J=1.0)
        x = variable("rad")

        def equations(self):
            yield self.x == self.x + constant(1.0, "rad")  #1
        """,
        ("x == x + 1.0 [{1}]", "All quantities in it cancel, so it cannot hold"),
    ),
    Broken(
        "Equation that contains no variable",
        """
        mass = Inertia(J=1.0)
        k = parameter(2.0)

        def equations(self):
            yield self.k == 3.0  #1
        """,
        ("'k == 3.0' contains no variable, so it determines nothing [{1}]",),
    ),
    Broken(
        "Loop of equations without a solution",
        """
        mass = Inertia(J=1.0)
        x = variable(start=1.0)

        def equations(self):
            yield self.x * self.x + self.x == -1.0  #1
        """,
        ("has no solution", "to determine x:", "x * x + x == -1.0 [{1}]", "t = 0 s"),
    ),
    Broken(
        "Loop of equations whose solution gets lost",
        """
        mass = Inertia(J=1.0)
        x = variable(start=1.0)

        def equations(self):
            yield self.x * self.x == 0.5 - time / constant(1.0, "s")  #1
        """,
        ("the run failed at t = 0.5 s", "to determine x:", "[{1}]"),
    ),
    Broken(
        "Division by zero at the start",
        """
        load = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.load.tau == constant(10.0, "W") / self.mass.w  #1
            yield self.load >> self.mass
        """,
        (
            "t = 0 s",
            "'10.0 / mass.w' in 'load.tau == 10.0 / mass.w' has no finite value, with mass.w = 0",
            "[{1}]",
        ),
    ),
    Broken(
        "Root of a negative number",
        """
        load = Torque()
        mass = Inertia(J=1.0, w=fixed(-1.0))
        c = parameter(2.0, unit="N2.m2.s/rad")

        def equations(self):
            yield self.load.tau == -sqrt(self.c * self.mass.w)  #1
            yield self.load >> self.mass
        """,
        ("'sqrt(c * mass.w)'", "has no finite value, with mass.w = -1 [{1}]"),
    ),
    Broken(
        "Condition that undoes itself",
        """
        mass = Inertia(J=1.0)
        heat = variable()
        on = boolean()

        def equations(self):
            yield self.on == (self.heat < 0.5)
            yield self.heat == where(self.on, 1.0, 0.0)
        """,
        ("t = 0 s", "0.5 > heat; it decides on", "taken as false, true by 0.5: heat = 0"),
    ),
    Broken(
        "Switch without hysteresis",
        """
        push = Torque()
        mass = Inertia(J=1.0, w=fixed(1.0))
        on = boolean()

        def equations(self):
            yield self.on == (self.mass.w < constant(1.5, "rad/s"))
            yield self.push.tau == where(self.on, constant(1.0, "N.m"), constant(-1.0, "N.m"))
            yield self.push >> self.mass
        """,
        ("Modes toggle", "hysteresis", "1.5 > mass.w, with mass.w = 1.5 rad/s"),
    ),
    Broken(
        "Flag that turns itself over",
        """
        mass = Inertia(J=1.0)
        flag = boolean(start=fixed(False))

        def equations(self):
            yield self.flag == ~pre(self.flag)
        """,
        ("The modes do not settle", "flag: false → true"),
    ),
    Broken(
        "Boolean quantities that need each other",
        """
        mass = Inertia(J=1.0)
        open = boolean()
        shut = boolean()

        def equations(self):
            yield self.open == ~self.shut  #1
            yield self.shut == ~self.open  #2
        """,
        ("in a circle", "open, shut", "open == ~shut [{1}]", "shut == ~open [{2}]", "use pre(…)"),
    ),
    Broken(
        "when statements that set each other",
        """
        mass = Inertia(J=1.0)
        a = variable(start=fixed(0.0))
        b = variable(start=fixed(0.0))

        def equations(self):
            yield when(self.b > 0.5, self.a == 1.0)  #1
            yield when(self.a > 0.5, self.b == 1.0)  #2
        """,
        ("in a circle within one instant: a, b", "when(b > 0.5, a == 1.0) [{1}]", "[{2}]"),
    ),
    Broken(
        "Two when statements for one variable",
        """
        mass = Inertia(J=1.0, w=fixed(1.0))
        gear = integer(start=fixed(1))

        def equations(self):
            yield when(self.mass.phi > 0.5, self.gear == 2)  #1
            yield when(self.mass.phi > 0.8, self.gear == 3)  #2
        """,
        ("'gear' is given twice", "when(mass.phi > 0.5, gear == 2) [{1}]", "[{2}]", "where(…)"),
    ),
    Broken(
        "Equation that is not yielded",
        """
        left = Inertia(J=1.0)
        right = Inertia(J=1.0)

        def initial_equations(self):
            yield self.left.w == constant(2.0, "rad/s")
            self.right.w == constant(3.0, "rad/s")  #1
        """,
        (
            "'self.right.w == constant(3.0, \"rad/s\")' is made but not yielded",
            "write 'yield' before it",
            "{1}",
        ),
    ),
    Broken(
        "when that is not yielded",
        """
        mass = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield self.mass.flange_a.tau == constant(1.0, "N.m")
            when(self.mass.phi > 0.5, reinit(self.mass.w, 0.0))  #1
        """,
        ("'when(mass.phi > 0.5, …)' is made but not yielded", "{1}"),
    ),
    Broken(
        "Derivative of what changes at events only",
        """
        mass = Inertia(J=1.0)
        held = variable("rad", start=fixed(0.0))
        rate = variable("rad/s")

        def equations(self):
            yield when(self.mass.phi > 0.5, self.held == self.mass.phi)
            yield self.rate == der(self.held)  #1
        """,
        ("rate == der(held) [{1}]", "derivative of held, which changes at events only"),
    ),
    Broken(
        "Derivative of a Boolean",
        """
        mass = Inertia(J=1.0)
        on = boolean()
        rate = variable("1/s")

        def equations(self):
            yield self.on == (self.mass.phi > 0.0)
            yield self.rate == der(self.on)  #1
        """,
        ("der(on): on is boolean; only real variables have derivatives", "{1}"),
    ),
    Broken(
        "Boolean equal to a number",
        """
        mass = Inertia(J=1.0)
        fast = boolean()

        def equations(self):
            yield self.fast == self.mass.w  #1
        """,
        ("'==' compares a Boolean with a number", "'fast' (boolean), 'mass.w' (real)", "{1}"),
    ),
    Broken(
        "reinit of a speed that a source prescribes",
        """
        motor = ConstantSpeed(w_fixed=10.0)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.mass
            yield when(time > constant(0.5, "s"), reinit(self.mass.w, 0.0))  #1
        """,
        ("reinit(mass.w, …) [{1}]", "not a state", "or a source"),
    ),
    Broken(
        "reinit outside of when",
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield reinit(self.mass.w, 0.0)  #1
        """,
        ("'reinit(mass.w, 0.0)' is not an equation", "belongs into when(condition, …)", "{1}"),
    ),
    Broken(
        "Clock without a period",
        """
        T = parameter(0.0, unit="s")
        mass = Inertia(J=1.0)
        held = variable("rad", start=fixed(0.0))

        def equations(self):
            yield when(sample(constant(0.0, "s"), self.T), self.held == self.mass.phi)  #1
        """,
        ("'sample(0.0, T)' ticks every 0 s [{1}]", "interval above 0 s"),
    ),
    Broken(
        "Two gains around a loop whose product is one",
        """
        there = Gain(k=4.0)
        back = Gain(k=0.25)

        def equations(self):
            yield self.there.y >> self.back.u
            yield self.back.y >> self.there.u
        """,
        (
            "no solution or no single one",
            "signals that follow from themselves",
            "there (Gain): y == k * u",
            "back (Gain): y == k * u",
        ),
    ),
    Broken(
        "Integer that follows an angle",
        """
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        tooth = integer()

        def equations(self):
            yield self.tooth == floor(10 * self.mass.phi)  #1
        """,
        (
            "the run failed at t = 0.1",
            "changes at events only is computed from what changes all the time",
            "tooth == floor(10 * mass.phi) [{1}]",
            "RealToInteger",
        ),
    ),
    Broken(
        "Integer with a fraction",
        """
        teeth = parameter(25.0)
        half = integer()

        def equations(self):
            yield self.half == self.teeth / 2  #1
        """,
        ("Variable concerned: half, last 12.5", "half == teeth / 2 [{1}]", "floor(…)"),
    ),
    Broken(
        "Clock that ticks faster than time goes on",
        """
        T = parameter(1e-60, unit="s")
        mass = Inertia(J=1.0)
        held = variable("rad", start=fixed(0.0))

        def equations(self):
            yield when(sample(constant(-1e9, "s"), self.T), self.held == self.mass.phi)  #1
        """,
        (
            "'sample(-1000000000.0, T)' ticks every 1e-60 s from -1e+09 s on, but the instants of "
            "this run are 1.9e-06 s apart [{1}]",
            "interval above 0 s",
        ),
    ),
)
