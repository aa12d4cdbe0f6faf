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
        ("right.w = fixed(2) contradicts left.w = fixed(1)", "Keep one"),
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
        ("contradict", "left.w = fixed(1)", "right.w = fixed(1)"),
    ),
    Broken(
        "Assertion that fails at once",
        """
        mass = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))

        def equations(self):
            yield ensure(self.mass.phi < constant(0.5, "rad"), "the shaft hits the wall")  #1
        """,
        ("the shaft hits the wall", "{1}", "t = 0 s"),
    ),
)
