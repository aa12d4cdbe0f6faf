"""Circuits that lack a ground, or that ask for a short circuit"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "A circuit without a ground",
        """
        supply = ConstantVoltage(V=12.0)
        load = Resistor(R=4.0)

        def equations(self):
            yield self.supply.p >> self.load.p
            yield self.supply.n >> self.load.n
        """,
        (
            "Nothing determines the potential of supply.p = load.p supply.n = load.n",
            "Connect one of the pins with a Ground: a circuit needs one",
        ),
    ),
    Broken(
        "Two sources of a voltage side by side",
        """
        one = ConstantVoltage(V=12.0)  #1
        two = ConstantVoltage(V=10.0)  #2
        ground = Ground()

        def equations(self):
            yield self.one.p >> self.two.p
            yield self.one.n >> self.two.n
            yield self.ground.p >> self.one.n
        """,
        (
            "The potential of one.p = two.p is prescribed once too often, by",
            "one (ConstantVoltage): v == V [{1}]",
            "two (ConstantVoltage): v == V [{2}]",
            "Nothing would determine the current at",
            "Remove one of them, or put a resistance between them",
        ),
    ),
    Broken(
        "Two sources of a current one after the other",
        """
        one = ConstantCurrent(I=2.0)  #1
        two = ConstantCurrent(I=1.0)  #2
        ground = Ground()

        def equations(self):
            yield self.one.n >> self.two.p
            yield self.two.n >> self.one.p
            yield self.ground.p >> self.one.p
        """,
        (
            "one (ConstantCurrent): i == I [{1}]",
            "two (ConstantCurrent): i == I [{2}]",
            "Remove one of them, or put a resistance beside one of them",
        ),
    ),
)
