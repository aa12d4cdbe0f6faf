"""Connections"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "Torque source without a signal",
        """
        motor = Torque()  #1
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.mass
        """,
        ("input 'motor.tau' (Torque in Wrong) has no source", "Torque(tau=…) [{1}]"),
    ),
    Broken(
        "Clutch without a signal",
        """
        engine = Inertia(J=0.2, w=fixed(100.0))
        clutch = Clutch(fn_max=200.0)  #1
        vehicle = Inertia(J=2.0)

        def equations(self):
            yield self.engine >> self.clutch >> self.vehicle
        """,
        ("input 'clutch.f_normalized' (Clutch in Wrong)", "Clutch(f_normalized=…) [{1}]"),
    ),
    Broken(
        "Support enabled but open",
        """
        left = Inertia(J=1.0)
        gear = IdealGear(ratio=2.0, use_support=True)  #1
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        ("connector 'gear.support' (IdealGear)", "not connected", "use_support=False [{1}]"),
    ),
    Broken(
        "Heat port enabled but open",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, use_heat_port=True)  #1

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("connector 'brake.heat_port' (Brake)", "not connected", "use_heat_port=False [{1}]"),
    ),
    Broken(
        "Heat port on a flange",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, use_heat_port=True)

        def equations(self):
            yield self.mass >> self.brake
            yield self.brake.heat_port >> self.mass.flange_a  #1
        """,
        (
            "'brake.heat_port' (HeatPort with T in K, Q_flow in W)",
            "'mass.flange_a' (FlangeA with phi in rad, tau in N.m)",
            "different kinds",
            "{1}",
        ),
    ),
    Broken(
        "Rotating flange on a sliding flange",
        """
        shaft = Inertia(J=1.0)
        slide = Mass(m=1.0)

        def equations(self):
            yield self.shaft >> self.slide  #1
        """,
        ("'shaft.flange_b' (FlangeB with phi", "'slide.flange_a' (FlangeA with s in m", "{1}"),
    ),
    Broken(
        "Signal on a flange",
        """
        ramp = Ramp(height=10.0, duration=1.0)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.ramp >> self.mass  #1
        """,
        ("'ramp.y' (a real signal)", "'mass.flange_a' (FlangeA", "a signal with a signal", "{1}"),
    ),
    Broken(
        "Two sources on one input",
        """
        a = Constant(k=1.0)
        b = Constant(k=2.0)
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.a.y >> self.motor.tau  #1
            yield self.b.y >> self.motor.tau  #2
            yield self.motor >> self.mass
        """,
        ("'motor.tau' in Wrong has two sources", "{1} and {2}", "remove one"),
    ),
    Broken(
        "Value and source for one input",
        """
        a = Constant(k=1.0)  #1
        motor = Torque(tau=5.0)  #2
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.a.y >> self.motor.tau
            yield self.motor >> self.mass
        """,
        ("The torque of motor.flange", "motor.tau == 5.0 [{2}]", "a (Constant): y == k [{1}]"),
    ),
    Broken(
        "Two inputs joined",
        """
        one = Torque()
        two = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.one.tau >> self.two.tau  #1
            yield self.one >> self.mass
        """,
        ("'one.tau' >> 'two.tau': both are inputs", "{1}"),
    ),
    Broken(
        "Boolean signal on a real input",
        """
        lever = BooleanStep(start_time=0.5)
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.lever.y >> self.motor.tau  #1
            yield self.motor >> self.mass
        """,
        ("'lever.y' is boolean", "'motor.tau', which is real", "{1}"),
    ),
    Broken(
        "Rows of different length",
        """
        disc = Inertia.array(4, J=0.1)
        link = SpringDamper.array(2, c=1e4, d=1.0)

        def equations(self):
            yield self.disc[:-1] >> self.link  #1
        """,
        ("'disc.flange_b' has 3", "'link.flange_a' has 2", "slices of equal length", "{1}"),
    ),
    Broken(
        "Element beyond the end of a row",
        """
        disc = Inertia.array(4, J=0.1)
        motor = Torque(tau=1.0)

        def equations(self):
            yield self.motor >> self.disc[4]  #1
        """,
        ("'disc[4]': there are 4 components, disc[0] … disc[3]", "{1}"),
    ),
    Broken(
        "Part that is made on the way",
        """
        motor = Torque(tau=1.0)

        def equations(self):
            yield self.motor >> Inertia(J=1.0)  #1
        """,
        ("Inertia(…) [made at {1}] is no part of this model", "part = Inertia(…)"),
    ),
    Broken(
        "Part of another class",
        """
        class Bench(Model):
            mass = Inertia(J=1.0)  #1

        class Wrong(Model):
            motor = Torque(tau=1.0)

            def equations(self):
                yield self.motor >> Bench.mass  #2
        """,
        ("Inertia(…) [made at {1}] is no part of this model", "{2}"),
    ),
    Broken(
        "Part of another model, step by step",
        """
        bench = Model("test bench")
        bench.add(engine=Inertia(J=0.2))
        Wrong = Model("launch")
        Wrong.add(motor=Torque(tau=1.0), mass=Inertia(J=1.0))
        Wrong.connect(Wrong.motor >> bench.engine)  #1
        """,
        ("'motor.flange' is part of the model 'launch'", "'test bench'", "{1}"),
    ),
    Broken(
        "Part that was not added",
        """
        engine = Inertia(J=0.2)  #1
        Wrong = Model("launch")
        Wrong.add(motor=Torque(tau=1.0))
        Wrong.connect(Wrong.motor >> engine)  #2
        """,
        ("Inertia(…) [made at {1}] is no part", "m.add(part=Inertia(…))", "{2}"),
    ),
    Broken(
        "Part that is connected before it is added",
        """
        Wrong = Model("launch")
        Wrong.add(motor=Torque(tau=1.0))
        Wrong.connect(Wrong.motor >> Wrong.engine)  #1
        Wrong.add(engine=Inertia(J=0.2))
        """,
        ("model 'launch' has no member 'engine'; it has motor", "m.add(engine=…)", "{1}"),
    ),
    Broken(
        "Part with several flanges, none of them named",
        """
        sun = Inertia(J=1.0)
        planetary = IdealPlanetary(ratio=2.0)

        def equations(self):
            yield self.sun >> self.planetary  #1
        """,
        ("'planetary' (IdealPlanetary) has no 'flange_a'", "sun, carrier, ring", "{1}"),
    ),
    Broken(
        "Part connected to itself",
        """
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.mass >> self.mass
        """,
        ("mass.flange_a = mass.flange_b", "connected to itself", "open the connection"),
    ),
    Broken(
        "Misspelt part",
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):
            yield self.mass >> self.lod  #1
        """,
        ("'Wrong' has no member 'lod'; did you mean 'load'?", "{1}"),
    ),
    Broken(
        "Misspelt signal",
        """
        sine = Sine(f=1.0)
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.sine.out >> self.motor.tau  #1
            yield self.motor >> self.mass
        """,
        ("'sine' (Sine) has no member 'out'; it has y", "{1}"),
    ),
    Broken(
        "Misspelt flange",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0)

        def equations(self):
            yield self.mass.flangeb >> self.brake.flange_a  #1
        """,
        ("'mass' (Inertia) has no member 'flangeb'; did you mean 'flange_b'", "{1}"),
    ),
    Broken(
        "Connection in the class body",
        """
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)
        mass >> load  #1
        """,
        ("inside the method `equations` (yield self.a >> self.b)", "{1}"),
    ),
    Broken(
        "Connection that is not yielded",
        """
        motor = Torque(tau=1.0)
        mass = Inertia(J=1.0)
        load = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.mass
            self.mass >> self.load  #1
        """,
        ("'mass >> load' is made but not yielded", "write 'yield' before it", "{1}"),
    ),
    Broken(
        "One name for two parts",
        """
        engine = Inertia(J=0.2)
        gear = IdealGear(ratio=2.0)
        gear = IdealGear(ratio=3.0)  #1
        wheel = Inertia(J=1.0)

        def equations(self):
            yield self.engine >> self.gear >> self.wheel
        """,
        ("'Wrong' declares 'gear' twice", "rename one", "{1}"),
    ),
    Broken(
        "One name for two parts, step by step",
        """
        Wrong = Model("gearbox")
        Wrong.add(gear=IdealGear(ratio=2.0))
        Wrong.add(gear=IdealGear(ratio=3.0))  #1
        """,
        ("'gearbox' already has a member 'gear': rename one", "{1}"),
    ),
    Broken(
        "Name that every component has",
        """
        array = Inertia(J=1.0)  #1
        """,
        ("'Wrong' declares 'array'", "every component has already", "choose another name", "{1}"),
    ),
    Broken(
        "Model that contains itself",
        """
        Wrong = Model("gearbox")
        Wrong.add(gear=IdealGear(ratio=2.0), inner=Wrong)  #1
        """,
        ("the model 'gearbox' cannot be a part of itself", "{1}"),
    ),
    Broken(
        "Model that changes after it became a part",
        """
        inner = Model("gearbox")
        inner.add(gear=IdealGear(ratio=2.0))
        Wrong = Model("car")
        Wrong.add(box=inner)
        inner.add(wheel=Inertia(J=1.0))  #1
        """,
        ("'gearbox' is a part of 'car' already", "finish it before adding it", "{1}"),
    ),
)
