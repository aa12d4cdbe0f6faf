"""Runs"""

from __future__ import annotations

from tests.broken_models.entry import Broken

__all__ = ["BROKEN"]

BROKEN = (
    Broken(
        "End before the start",
        """
        mass = Inertia(J=1.0)
        """,
        ("start_time=0, stop_time=-1: the run has to end after its start",),
        ("--stop-time", "-1"),
        2,
    ),
    Broken(
        "End that never comes",
        """
        mass = Inertia(J=1.0)
        """,
        ("stop_time=inf: give a finite time",),
        ("--stop-time", "inf"),
        2,
    ),
    Broken(
        "Component in place of its parameter",
        """
        mass = Inertia(J=1.0)
        """,
        ("'mass' is a component: give its parameters by their own names, 'mass.J'",),
        ("-p", "mass=2"),
        2,
    ),
    Broken(
        "Picture of a variable that does not exist",
        """
        mass = Inertia(J=1.0)
        """,
        ("--plot: this run has no variable 'mass.v'; did you mean 'mass.w'",),
        ("--plot", "mass.v"),
        2,
    ),
    Broken(
        "Tolerance of zero",
        """
        mass = Inertia(J=1.0)
        """,
        ("'--tolerance': 0.0 is not in the range x>0",),
        ("--tolerance", "0"),
        2,
    ),
    Broken(
        "Solver that does not exist",
        """
        mass = Inertia(J=1.0)
        """,
        ("'--solver': 'rk4' is not one of 'auto', 'bs5', 'dopri5', 'rodas'",),
        ("--solver", "rk4"),
        2,
    ),
    Broken(
        "Output interval of zero",
        """
        mass = Inertia(J=1.0)
        """,
        ("'--interval': 0.0 is not in the range x>0",),
        ("--interval", "0"),
        2,
    ),
    Broken(
        "Friction that drives",
        """
        mass = Inertia(J=1.0, w=fixed(30.0))
        bearing = BearingFriction(tau_pos=[[0, 2.0], [1, 1.9]])

        def equations(self):
            yield self.mass >> self.bearing
        """,
        (
            "bearing: the friction that tau_pos gives is negative, so it would drive",
            "a row for the speed 0 or for the largest speed may be missing",
            "is read from bearing.tau_pos at bearing.w = 30 rad/s; its last row is at 1: a row for "
            "30 or more is missing",
        ),
    ),
    Broken(
        "Clutch that slips faster than its friction table knows",
        """
        motor = Torque(tau=50.0)
        engine = Inertia(J=1.0, w=fixed(0.0))
        clutch = Clutch(fn_max=10.0, f_normalized=1.0, mu_pos=[[0, 0.3], [10, 0.2]])
        vehicle = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.engine >> self.clutch >> self.vehicle
        """,
        (
            "clutch: the friction that mu_pos gives is negative",
            "clutch.mu = ",
            "clutch.mu is read from clutch.mu_pos at -w_rel = 30, with clutch.w_rel = -30 rad/s; "
            "its last row is at 10: a row for 30 or more is missing",
        ),
    ),
    Broken(
        "Gear that turns faster than its table of losses knows",
        """
        motor = Torque(tau=50.0)
        left = Inertia(J=1.0, w=fixed(30.0))
        gear = LossyGear(ratio=1.0, loss_table=[[0, 0.99, 0.99, 0, 0], [10, 0.5, 0.5, 0, 0]])
        right = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.left >> self.gear >> self.right
        """,
        (
            "gear: an efficiency of the teeth is not between 0 and 1",
            "gear.eta_mf1 is read from gear.loss_table at abs(w_a) = 30, with gear.w_a = 30 rad/s",
            "its last row is at 10: a row for 30 or more is missing",
        ),
    ),
    Broken(
        "Input beyond the end of a table",
        """
        ramp = Ramp(height=5.0, duration=1.0)
        law = CombiTable1Ds(table=[[0, 1], [2, 3]], extrapolation="no_extrapolation")

        def equations(self):
            yield self.ramp.y >> self.law.u
        """,
        (
            "failed at t = 0.4 s",
            "law: an input is outside the table",
            "the table of law is read at law.u = 2; its last row is at 2: a row beyond it is",
        ),
    ),
    Broken(
        "Bearings of a gear whose friction drives",
        """
        motor = ConstantTorque(tau_constant=10.0)
        left = Inertia(J=1.0, w=fixed(15.0))
        gear = LossyGear(ratio=2.0, loss_table=[[0, 0.9, 0.9, 2.0, 2.0], [10, 0.9, 0.9, 1.0, 1.0]])
        right = Inertia(J=1.0)

        def equations(self):
            yield self.motor >> self.left >> self.gear >> self.right
        """,
        (
            "gear: the friction that loss_table gives is negative, so it would drive",
            "a row for the speed 0 or for the largest speed may be missing",
        ),
    ),
    Broken(
        "Bearings that lose more when driven back, beside teeth that lose nothing",
        """
        brake = ConstantTorque(tau_constant=-0.5)
        left = Inertia(J=1.0, w=fixed(10.0))
        gear = LossyGear(ratio=1.0, loss_table=[[0, 1, 1, 1.0, 2.0]])
        right = Inertia(J=1.0)

        def equations(self):
            yield self.brake >> self.left >> self.gear >> self.right
        """,
        (
            "at t = 0 s: No modes of the elements agree",
            "gear.tau_eta >= 0; it decides gear.tau_a_pos",
            "taken as true, false by 0.25: gear.tau_eta = -0.25 N.m",
            "taken as false, true by 0.25: gear.tau_eta = 0.25 N.m",
            "tau_bf1 and tau_bf2 have to be equal",
        ),
    ),
    Broken(
        "Lock between two speeds that are given",
        """
        from drivetrain.rotational.interfaces import CompliantWithRelativeStates


        class Lock(CompliantWithRelativeStates):
            '''Closes after half a second.'''

            locked = boolean(start=False)

            def equations(self):
                torque, acceleration = constant(1.0, "N.m"), constant(1.0, "rad/s2")
                yield self.locked == (time > constant(0.5, "s"))
                yield where(self.locked, self.a_rel / acceleration, self.tau / torque) == 0
                yield hold(self.w_rel, while_=self.locked, load=self.tau)


        class Wrong(Model):
            '''No inertia could give way.'''

            source = ConstantSpeed(w_fixed=5.0)
            lock = Lock()
            housing = Fixed()

            def equations(self):
                yield self.source >> self.lock >> self.housing
        """,
        (
            "at t = 0.5 s: A lock closes although its sides move against each other",
            "where nothing but sources moves them",
            "'lock' locks there (locked is true) at lock.w_rel = -5",
        ),
    ),
    Broken(
        "Impact after which more speed is left than before",
        """
        from drivetrain.rotational.interfaces import CompliantWithRelativeStates


        class Stop(CompliantWithRelativeStates):
            '''Two sides that meet.'''

            e = parameter(0.5, doc="Restitution")

            def equations(self):
                meets = (self.phi_rel <= 0) & (self.w_rel < 0)
                yield impact(self.w_rel, load=self.tau, restitution=self.e, when=meets)


        class Wrong(Model):
            '''They meet after a tenth of a second.'''

            left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
            stop = Stop(e=1.5)
            right = Inertia(J=3.0, phi=fixed(1.0), w=fixed(0.0))

            def equations(self):
                yield self.left >> self.stop >> self.right
        """,
        (
            "at t = 0.1 s: What an impact does is not known",
            "'stop' is hit there, at stop.w_rel = -10 (left.w = 10, right.w = 0)",
            "Its restitution is 1.5; give one from 0",
        ),
    ),
    Broken(
        "Friction that falls with the speed at a shaft without inertia",
        """
        disc = Inertia(J=100.0, w=fixed(1.0))
        shaft = SpringDamper(c=10.0, d=0.1)
        bearing = BearingFriction(tau_pos=[[0, 1.0], [1, 0.5], [2, 0.5]])

        def equations(self):
            yield self.disc >> self.shaft >> self.bearing
        """,
        (
            "Modes toggle without time passing to speak of",
            "bearing.mode: stuck → forward",
            "it decides bearing.start_forward",
            "there is no inertia at one side",
            "give that side its inertia, or a larger damping",
        ),
    ),
    Broken(
        "Motion that runs away",
        """
        push = Torque()
        mass = Inertia(J=1.0, w=fixed(1.0))
        k = parameter(1.0, unit="N.m.s2")

        def equations(self):
            yield self.push.tau == self.k * self.mass.w**2
            yield self.push >> self.mass
        """,
        ("the run failed at t = 1.0", "Variable concerned: mass.w", "grow without bound"),
        ("--stop-time", "2"),
    ),
    Broken(
        "Root of a number that becomes negative",
        """
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        lever = variable("rad", doc="Computed, but needed by no motion")

        def equations(self):
            yield self.lever == sqrt(0.6 - self.mass.phi)  #1
        """,
        (
            "the run failed at t = 0.6",
            "Variable concerned: lever",
            "'sqrt(0.6 - mass.phi)' in 'lever == sqrt(0.6 - mass.phi)' has no finite value",
            "with mass.phi = 0.6",
            "[{1}]",
        ),
    ),
    Broken(
        "Division by what is zero at the start",
        """
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        motor = ConstantTorque(tau_constant=1.0)
        slip = variable(doc="Computed, but needed by no motion")

        def equations(self):
            yield self.motor >> self.mass
            yield self.slip == 1 - constant(2.0, "rad/s") / self.mass.w  #1
        """,
        (
            "the run failed at t = 0 s",
            "Variable concerned: slip",
            "'2.0 / mass.w' in 'slip == 1 - 2.0 / mass.w' has no finite value, with mass.w = 0",
            "[{1}]",
            "where(…)",
        ),
    ),
    Broken(
        "Periods shorter than anything that happens",
        """
        level = Constant(k=1.0)
        mean = Mean(f=1e30)
        tick = SampleTrigger(period=1e-3)  #1

        def equations(self):
            yield self.level.y >> self.mean.u
        """,
        (
            "Modes toggle without time passing to speak of",
            "Events at known instants come from:",
            "tick: 'sample(start_time, period)' ticks every 0.001 s [{1}]",
            "time >= mean.t0 + (pre(mean.ended) + 1) / mean.f",
        ),
    ),
    Broken(
        "Root of what becomes negative",
        """
        root = Sqrt()  #1
        motor = Torque()
        mass = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield self.root.u == 1.0 - self.mass.phi
            yield self.motor.tau == self.root.y * constant(1.0, "N.m")
            yield self.motor >> self.mass
        """,
        (
            "the run failed at t = 0.761305577 s: A value became infinite or undefined",
            "root: 'sqrt(u)' in 'y == sqrt(u)' has no finite value, with root.u = -",
            "{1}",
        ),
    ),
    Broken(
        "Loop with an infinite slope where the search begins",
        """
        motor = Torque()
        mass = Inertia(J=1.0, w=fixed(1.0))
        x = variable()

        def equations(self):
            yield self.x + sqrt(self.x) == 1.0 - self.mass.phi  #1
            yield self.motor.tau == self.x * constant(1.0, "N.m")
            yield self.motor >> self.mass
        """,
        ("They are to determine x", "x + sqrt(x) == 1.0 - mass.phi [{1}]", "give them a guess(…)"),
    ),
    Broken(
        "Torque that changes within the last bits of an angle",
        """
        motor = Torque()
        mass = Inertia(J=1.0, w=fixed(1.0))

        def equations(self):
            yield self.motor.tau == 2.0 * sin(1e15 * self.mass.phi) * constant(1.0, "N.m")
            yield self.motor >> self.mass
        """,
        (
            "A wave goes round so often that the run would hardly end",
            "Wrong: 'sin(1000000000000000.0 * mass.phi)'",
        ),
    ),
    Broken(
        "Ball that bounces ever faster",
        """
        from drivetrain.translational import ConstantForce, Mass

        class Wrong(Model):
            weight = ConstantForce(f_constant=-9.81)
            ball = Mass(m=1.0, s=fixed(1.0), v=fixed(0.0))

            def equations(self):
                yield self.weight >> self.ball
                yield when(self.ball.s < 0, reinit(self.ball.v, -0.5 * pre(self.ball.v)))
        """,
        ("Impacts follow each other at ever shorter intervals", "ball.s < 0"),
        ("--stop-time", "5"),
    ),
    Broken(
        "Frequency in place of its period",
        """
        shaking = Sine(amplitude=5.0, f=2e9)  #1
        motor = Torque()
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.shaking.y >> self.motor.tau
            yield self.motor >> self.mass
        """,
        (
            "the run failed at t = 0 s: A wave goes round so often that the run would hardly end",
            "shaking: 'sin(",
            "with a period of 5e-10 s",
        ),
    ),
    Broken(
        "Inertias twenty powers of ten apart",
        """
        motor = ConstantTorque(tau_constant=1.0)
        rotor = Inertia(J=9.06e5, w=fixed(0.0))
        gear = IdealGear(ratio=3.0)
        disc = Inertia(J=0.0424)
        clutch = Clutch(fn_max=10.0, f_normalized=1.0)
        sun = Inertia(J=1.05e-7)
        planetary = IdealPlanetary(ratio=2.0)  #1
        carrier = Inertia(J=5.25e9)
        ring = Inertia(J=2.53e-12)
        load = ConstantTorque(tau_constant=-0.3)

        def equations(self):
            yield self.motor >> self.rotor >> self.gear >> self.disc >> self.clutch >> self.sun
            yield self.sun.flange_b >> self.planetary.sun
            yield self.planetary.carrier >> self.carrier.flange_a
            yield self.planetary.ring >> self.ring.flange_a
            yield self.load >> self.ring.flange_b
        """,
        (
            "The numbers of this model are too far apart in size to be computed with",
            "planetary (IdealPlanetary): (1 + ratio) * carrier.phi == sun.phi + ratio * ring.phi "
            "[{1}]",
            "The heaviest part has carrier.J = 5.25e+09, the lightest ring.J = 2.53e-12",
        ),
    ),
)
