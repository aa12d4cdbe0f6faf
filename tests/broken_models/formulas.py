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
        ("{1}", "'Nm' is not a coherent SI unit"),
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
            self.angle = 2 * self.mass.phi
            yield self.mass.flange_a.tau == constant(1.0, "N.m")
        """,
        ("'self.angle = …' in 'Wrong'", "write 'yield self.angle == …'"),
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
)
