"""Shafts that are held twice, or by nothing"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "Two speed sources on one shaft",
        """
        one = ConstantSpeed(w_fixed=1.0)  #1
        two = ConstantSpeed(w_fixed=2.0)  #2
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.one >> self.mass
            yield self.two.flange >> self.mass.flange_b
        """,
        (
            "The motion of one.flange = two.flange = mass.flange_a = mass.flange_b",
            "prescribed once too often, by",
            "one (ConstantSpeed): w == w_fixed [{1}]",
            "two (ConstantSpeed): w == w_fixed [{2}]",
            "Remove one of them",
        ),
    ),
    Broken(
        "Two speed sources that agree, through a gear",
        """
        one = ConstantSpeed(w_fixed=2.0)  #1
        gear = IdealGear(ratio=2.0)  #2
        two = ConstantSpeed(w_fixed=1.0)  #3

        def equations(self):
            yield self.one >> self.gear >> self.two
        """,
        (
            "one (ConstantSpeed): w == w_fixed [{1}]",
            "gear (IdealGear): phi_a == ratio * phi_b [{2}]",
            "two (ConstantSpeed): w == w_fixed [{3}]",
            "Nothing would determine the torque at",
        ),
    ),
    Broken(
        "Driven shaft bolted to the ground",
        """
        motor = ConstantSpeed(w_fixed=2.0)  #1
        shaft = Inertia(J=1.0)
        ground = Fixed()  #2

        def equations(self):
            yield self.motor >> self.shaft >> self.ground
        """,
        (
            "motor.flange = shaft.flange_a = shaft.flange_b = ground.flange",
            "motor (ConstantSpeed): w == w_fixed [{1}]",
            "ground (Fixed): flange.phi == phi0 [{2}]",
        ),
    ),
    Broken(
        "Two grounds at different angles",
        """
        left = Fixed(phi0=0.0)  #1
        shaft = Inertia(J=1.0)
        right = Fixed(phi0=0.1)  #2

        def equations(self):
            yield self.left >> self.shaft >> self.right
        """,
        ("left (Fixed): flange.phi == phi0 [{1}]", "right (Fixed): flange.phi == phi0 [{2}]"),
    ),
    Broken(
        "Sun, carrier and ring of a planetary all driven",
        """
        sun = ConstantSpeed(w_fixed=10.0)
        carrier = ConstantSpeed(w_fixed=1.0)
        ring = ConstantSpeed(w_fixed=2.0)
        gear = IdealPlanetary(ratio=2.0)  #1

        def equations(self):
            yield self.sun.flange >> self.gear.sun
            yield self.carrier.flange >> self.gear.carrier
            yield self.ring.flange >> self.gear.ring
        """,
        ("sun.flange = gear.sun", "once too often", "gear (IdealPlanetary)", "[{1}]"),
    ),
    Broken(
        "Two gears that fix one ratio twice",
        """
        left = Inertia(J=1.0)
        first = IdealGear(ratio=2.0)  #1
        second = IdealGear(ratio=2.0)  #2
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.first >> self.right
            yield self.left >> self.second >> self.right
        """,
        (
            "first (IdealGear): phi_a == ratio * phi_b [{1}]",
            "second (IdealGear): phi_a == ratio * phi_b [{2}]",
            "say the same thing twice",
            "put an elastic part (SpringDamper) into the rigid loop",
        ),
    ),
    Broken(
        "Two gears of different ratio between the same shafts",
        """
        left = Inertia(J=1.0)
        first = IdealGear(ratio=2.0)  #1
        second = IdealGear(ratio=3.0)  #2
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.first >> self.right
            yield self.left >> self.second >> self.right
        """,
        (
            "is jammed",
            "first (IdealGear): phi_a == ratio * phi_b [{1}]",
            "second (IdealGear): phi_a == ratio * phi_b [{2}]",
            "left.flange_a = left.flange_b = first.flange_a = second.flange_a",
            "Check their ratios",
        ),
    ),
    Broken(
        "Gear whose two flanges are connected",
        """
        motor = Torque(tau=1.0)
        gear = IdealGear(ratio=2.0)  #1
        load = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.gear >> self.load
            yield self.motor.flange >> self.load.flange_a
        """,
        (
            "is jammed",
            "is connected to itself",
            "gear (IdealGear): phi_a == ratio * phi_b [{1}]",
            "Open the connection between its ends",
        ),
    ),
    Broken(
        "Rigid ring of gears with wrong ratios",
        """
        a = Inertia(J=1.0)
        ab = IdealGear(ratio=2.0)
        b = Inertia(J=1.0)
        bc = IdealGear(ratio=3.0)
        c = Inertia(J=1.0)
        ca = IdealGear(ratio=0.2)

        def equations(self):
            yield self.a >> self.ab >> self.b >> self.bc >> self.c >> self.ca >> self.a
        """,
        ("is jammed", "ab (IdealGear)", "bc (IdealGear)", "ca (IdealGear)", "multiply to one"),
    ),
    Broken(
        "Two torques on a shaft without inertia",
        """
        one = Torque(tau=1.0)  #1
        two = Torque(tau=2.0)  #2

        def equations(self):
            yield self.one >> self.two
        """,
        (
            "one (Torque) [{1}] and two (Torque) [{2}] act against nothing",
            "no part on one.flange = two.flange has inertia, or takes up the torque",
            "Connect it to a part with inertia (Inertia, Mass)",
        ),
    ),
    Broken(
        "Torque on an open gear without inertia",
        """
        motor = Torque(tau=1.0)  #1
        gear = IdealGear(ratio=2.0)

        def equations(self):
            yield self.motor >> self.gear
        """,
        (
            "motor (Torque) [{1}] acts against nothing",
            "no part on motor.flange = gear.flange_a has inertia",
            "gear.flange_b is connected to nothing",
            "Connect what is open to a part with inertia",
        ),
    ),
    Broken(
        "Torque from a signal on an open gear without inertia",
        """
        wave = Sine(f=1.0)
        motor = Torque()  #1
        gear = IdealGear(ratio=2.0)

        def equations(self):
            yield self.wave.y >> self.motor.tau
            yield self.motor >> self.gear
        """,
        ("motor (Torque) [{1}] acts against nothing", "gear.flange_b is connected to nothing"),
    ),
    Broken(
        "Torque on nothing but a sensor",
        """
        motor = Torque(tau=1.0)  #1
        sensor = SpeedSensor()

        def equations(self):
            yield self.motor >> self.sensor
        """,
        (
            "motor (Torque) [{1}] acts against nothing",
            "no part on motor.flange = sensor.flange has inertia",
        ),
    ),
    Broken(
        "Torque on a spring with an open end",
        """
        motor = Torque(tau=1.0)  #1
        spring = Spring(c=1e3)

        def equations(self):
            yield self.motor >> self.spring
        """,
        ("motor (Torque) [{1}] acts against nothing", "spring.flange_b is connected to nothing"),
    ),
    Broken(
        "Damper between two torques, without inertia or ground",
        """
        motor = Torque(tau=1.0)
        damper = Damper(d=1e3)
        load = Torque(tau=-2.0)

        def equations(self):
            yield self.motor >> self.damper >> self.load
        """,
        (
            "motor (Torque)",
            "and load (Torque)",
            "act against nothing: no part on motor.flange = damper.flange_a and",
            "damper.flange_b = load.flange has inertia",
            "or to the ground",
        ),
    ),
    Broken(
        "Springs without inertia or ground",
        """
        one = Spring(c=1e3)
        two = Spring(c=1e3)

        def equations(self):
            yield self.one >> self.two
        """,
        ("Nothing determines the motion of one.flange_a one.flange_b = two.flange_a",),
    ),
    Broken(
        "Open end of a sensor",
        """
        mass = Inertia(J=1.0)
        sensor = RelAngleSensor()

        def equations(self):
            yield self.mass >> self.sensor
        """,
        (
            "Nothing determines the motion of sensor.flange_b",
            "sensor.flange_b is connected to nothing",
            "Connect what is open",
        ),
    ),
    Broken(
        "Sensor that is connected to nothing",
        """
        mass = Inertia(J=1.0)
        sensor = SpeedSensor()
        """,
        ("Nothing determines the motion of sensor.flange", "sensor.flange is connected to nothing"),
    ),
    Broken(
        "Torque on an inertia of zero",
        """
        motor = Torque(tau=1.0)  #1
        shaft = Inertia(J=0.0)

        def equations(self):
            yield self.motor >> self.shaft
        """,
        ("motor (Torque) [{1}] acts against nothing", "shaft.J is 0: this part has no inertia"),
    ),
    Broken(
        "Inertia of zero between two clutches",
        """
        left = Inertia(J=1.0, w=fixed(10.0))
        one = Clutch(fn_max=1.0, f_normalized=1.0)  #1
        middle = Inertia(J=0.0)  #2
        two = Clutch(fn_max=1.0, f_normalized=1.0)
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.one >> self.middle >> self.two >> self.right
        """,
        (
            "one (Clutch) [{1}]",
            "middle (Inertia) [{2}]",
            "middle.J is 0: this part has no inertia",
            "Give it an inertia",
        ),
    ),
    Broken(
        "Inertia of zero with both ends bolted to the ground",
        """
        left = Fixed()
        middle = Inertia(J=0.0)
        right = Fixed()

        def equations(self):
            yield self.left >> self.middle >> self.right
        """,
        ("left (Fixed)", "right (Fixed)", "once too often", "middle.J is 0"),
    ),
    Broken(
        "Clutch with an open flange",
        """
        mass = Inertia(J=1.0, w=fixed(10.0))
        clutch = Clutch(fn_max=10.0, f_normalized=1.0)  #1

        def equations(self):
            yield self.mass >> self.clutch
        """,
        ("a torque that nothing takes up", "clutch.flange_b", "clutch (Clutch) [{1}]", "Connect"),
    ),
    Broken(
        "Clutch with an open flange, pressed with a delay",
        """
        mass = Inertia(J=1.0, w=fixed(10.0))
        clutch = Clutch(fn_max=10.0)  #1
        pedal = Step(start_time=0.1)
        oil = FirstOrder(T=0.05)

        def equations(self):
            yield self.mass >> self.clutch
            yield self.pedal.y >> self.oil.u
            yield self.oil.y >> self.clutch.f_normalized
        """,
        ("a torque that nothing takes up", "clutch.flange_b", "clutch (Clutch) [{1}]", "Connect"),
    ),
    Broken(
        "Torque source that is connected to nothing",
        """
        motor = Torque(tau=1.0)  #1
        mass = Inertia(J=1.0)
        """,
        (
            "motor (Torque) [{1}] acts against nothing: motor.flange is connected to nothing",
            "Connect what is open to the part that it is to drive, or remove motor",
        ),
    ),
    Broken(
        "Torque between a mass and nothing, from a signal",
        """
        wave = Sine(f=1.0)
        motor = Torque2()  #1
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor.tau == self.wave.y * constant(1.0, "N.m")
            yield self.motor.flange_b >> self.mass.flange_a
        """,
        (
            "motor (Torque2) [{1}] acts against nothing: motor.flange_a is connected to nothing",
            "Connect what is open",
        ),
    ),
    Broken(
        "Two blocks with stops, rigidly connected",
        """
        sizes = dict(
            m=1.0, L=0.1, smin=-1.0, smax=1.0, F_prop=1.0, F_Coulomb=5.0, F_Stribeck=10.0, fexp=2.0
        )
        left = MassWithStopAndFriction(**sizes)
        right = MassWithStopAndFriction(**sizes)

        def equations(self):
            yield self.left >> self.right
        """,
        (
            "is to jump at an event: reinit(",
            "a rigid connection to other parts, or a source, determines it at every instant",
            "Put an elastic part (SpringDamper) between them",
        ),
    ),
    Broken(
        "Two shafts of one gear that must both be states",
        """
        motor = Inertia(J=1.0, state_select="always")
        gear = IdealGear(ratio=3.0)
        load = Inertia(J=1.0, state_select="always")

        def equations(self):
            yield self.motor >> self.gear >> self.load
        """,
        (
            "'motor.phi', 'load.phi' and 'load.w' must be states (state_select='always')",
            "one follows from the others",
            "Keep 'always' for those that matter most",
        ),
    ),
    Broken(
        "Clutch without inertia at one side, whose speed must be a state",
        """
        engine = Inertia(J=1.0, w=fixed(10.0))
        clutch = Clutch(fn_max=10.0, f_normalized=1.0, state_select="always")
        shaft = SpringDamper(c=100.0, d=1.0)
        vehicle = Inertia(J=1.0)

        def equations(self):
            yield self.engine >> self.clutch >> self.shaft >> self.vehicle
        """,
        (
            "'clutch.w_rel' would be a state",
            "while 'clutch.locked' is true it follows from others",
            "give the shaft there an inertia",
        ),
    ),
    Broken(
        "Speed of a given motion that must be a state",
        """
        source = ConstantSpeed(w_fixed=1.0)
        mass = Inertia(J=1.0, state_select="always")

        def equations(self):
            yield self.source >> self.mass
        """,
        (
            "'mass.w' must be a state (state_select='always')",
            "it follows from others at every instant",
            "source (ConstantSpeed): w == w_fixed",
        ),
    ),
    Broken(
        "Exact speed from a delayed signal",
        """
        sine = Sine(f=1.0)
        late = FixedDelay(delay_time=0.1)  #1
        motor = Speed(exact=True)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.sine.y >> self.late.u
            yield self.late.y >> self.motor.w_ref
            yield self.motor >> self.mass
        """,
        ("late (FixedDelay): y == delay(u, delay_time) [{1}]", "have to be differentiated"),
    ),
    Broken(
        "Exact speed from a sampled signal",
        """
        motor = Speed(exact=True)
        mass = Inertia(J=1.0)  #1
        held = variable("rad/s", start=fixed(0.0))
        slope = parameter(2.0, unit="rad/s2")
        tick = sample(constant(0.0, "s"), constant(0.1, "s"))

        def equations(self):
            yield when(self.tick, self.held == self.slope * time)
            yield self.motor.w_ref == self.held
            yield self.motor >> self.mass
        """,
        ("mass (Inertia): a == der(w) [{1}]", "derivative of", "held", "changes at events only"),
    ),
    Broken(
        "Two clutches in a row without an inertia between them",
        """
        left = Inertia(J=1.0, w=fixed(10.0))
        one = Clutch(fn_max=1.0, f_normalized=1.0)  #1
        two = Clutch(fn_max=1.0, f_normalized=1.0)  #2
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.one >> self.two >> self.right
        """,
        (
            "no inertia is between them",
            "one (Clutch) [{1}]",
            "two (Clutch) [{2}]",
            "(Inertia, Mass)",
        ),
    ),
    Broken(
        "Lossy gear between two springs, without inertia",
        """
        motor = Torque(tau=1.0)
        rotor = Inertia(J=1.0)
        input = Spring(c=100.0)
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 0.1, 0.1]])  #1
        output = Spring(c=100.0)
        load = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.rotor >> self.input >> self.gear >> self.output >> self.load
        """,
        (
            "Warning: model 'Wrong': 'gear' (LossyGear) is on a shaft without inertia: beside it",
            "'gear' (LossyGear) is on a shaft without inertia: beside it are only input (Spring) "
            "and output (Spring)",
            "nothing but its own friction says how fast it turns while it slides",
            "Add an inertia: Inertia or Mass between it and input [{1}]",
        ),
    ),
    Broken(
        "Torque on a lossy gear and a spring, without inertia",
        """
        motor = Torque(tau=1.0)
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 0.1, 0.1]])  #1
        shaft = Spring(c=100.0)
        load = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.gear >> self.shaft >> self.load
        """,
        (
            "failed at t = 0 s",
            "'gear' (LossyGear) is on a shaft without inertia",
            "Add an inertia: Inertia or Mass between it and shaft [{1}]",
        ),
    ),
    Broken(
        "Exact speed that jumps",
        """
        step = Step(height=10.0, start_time=0.5)  #1
        motor = Speed(exact=True)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.step.y >> self.motor.w_ref
            yield self.motor >> self.mass
        """,
        ("step (Step): y ==", "[{1}]", "at t = 0.5 s it jumps, by 10", "exact=False"),
    ),
    Broken(
        "Exact angle with a kink",
        """
        ramp = Ramp(height=1.0, duration=2.0, start_time=0.5)  #1
        motor = Position(exact=True)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.ramp.y >> self.motor.phi_ref
            yield self.motor >> self.mass
        """,
        ("ramp (Ramp): y ==", "[{1}]", "has a corner: its slope jumps, by 0.5", "exact=False"),
    ),
    Broken(
        "Mass that is to turn twice as fast from an angle on",
        """
        leader = Inertia(J=1.0, w=fixed(3.0))
        motor = Speed(exact=True)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.motor.w_ref == where(self.leader.phi > 1.0, 2.0, 1.0) * self.leader.w
            yield self.motor >> self.mass
        """,
        (
            "failed at t = 0.333333333 s: A motion that rigid parts follow exactly jumps",
            "mass.w = motor.w",
            "It jumps by 3",
        ),
    ),
    Broken(
        "Speed that is switched over",
        """
        slow = Constant(k=1.0)
        fast = Constant(k=5.0)
        lever = BooleanStep(start_time=0.3)
        switch = Switch()
        motor = Speed(exact=True)
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.fast.y >> self.switch.u1
            yield self.slow.y >> self.switch.u3
            yield self.lever.y >> self.switch.u2
            yield self.switch.y >> self.motor.w_ref
            yield self.motor >> self.mass
        """,
        (
            "failed at t = 0.3 s: A motion that rigid parts follow exactly jumps",
            "motor.w",
            "last 5.",
            "It jumps by 4",
            "exact=False",
        ),
    ),
)
