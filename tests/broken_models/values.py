"""Parameters and tables"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "Parameter without a value",
        """
        mass = Inertia()
        """,
        ("mass.J (Moment of inertia, kg.m2) has no value", "Inertia(J=…)"),
    ),
    Broken(
        "Misspelt parameter",
        """
        mass = Inertia(J=1.0, state_selct="prefer")  #1
        """,
        ("no parameter or variable 'state_selct'; did you mean 'state_select'", "{1}"),
    ),
    Broken(
        "Misspelt choice",
        """
        mass = Inertia(J=1.0, state_select="prefers")  #1
        """,
        ("state_select='prefers'", "did you mean 'prefer'", "{1}"),
    ),
    Broken(
        "Negative inertia",
        """
        mass = Inertia(J=-1.0)
        """,
        ("mass.J = -1 kg.m2 is below its minimum 0", "Moment of inertia"),
    ),
    Broken(
        "Value for a variable",
        """
        mass = Inertia(J=1.0, w=3.0)  #1
        """,
        ("mass.w=3.0", "fixed(3.0)", "guess(3.0)", "{1}"),
    ),
    Broken(
        "Number that is none, in a table",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [1, float("nan")]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "entry 2 is nan", "finite"),
    ),
    Broken(
        "Unsorted table",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [2, 0.4], [1, 0.3]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "must increase", "entry 2 is 2 and entry 3 is 1"),
    ),
    Broken(
        "Table that is a single row",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[0, 0.5])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "2 columns", "shape (2,)"),
    ),
)
