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
        "Parameter set once the part is made",
        """
        class Wrong(Model):
            \"\"\"A model with a fault.\"\"\"

            def __init__(self):
                super().__init__()
                self.J = 2.0  #1

            J = parameter(1.0, unit="kg.m2", doc="Moment of inertia")
            mass = Inertia(J=J)
        """,
        ("Wrong.J = 2.0 comes too late", "Wrong(J=2.0), or to the run", "{1}"),
    ),
    Broken(
        "Number that is none, in a table",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [1, float("nan")]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "y of row 2 is nan", "finite"),
    ),
    Broken(
        "Unsorted table",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [2, 0.4], [1, 0.3]])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "has to increase", "row 2 has 2 and row 3 has 1"),
    ),
    Broken(
        "Table that is a single row",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[0, 0.5])

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos", "2 columns", "a single row of 2 numbers without its own brackets"),
    ),
    Broken(
        "Delay of zero",
        """
        late = FixedDelay(delay_time=0.0)  #1
        sine = Sine(f=1.0)

        def equations(self):
            yield self.sine.y >> self.late.u
        """,
        ("late.delay_time = 0 s is not positive", "give a value above 0 [{1}]"),
    ),
    Broken(
        "Parameter that is not a number",
        """
        mass = Inertia(J=float("nan"))  #1
        """,
        ("mass.J is not a number (NaN): give a finite value [{1}]",),
    ),
    Broken(
        "Infinite stiffness",
        """
        mass = Inertia(J=1.0, phi=fixed(0.1))
        spring = Spring(c=float("inf"))  #1
        wall = Fixed()

        def equations(self):
            yield self.mass >> self.spring >> self.wall
        """,
        ("spring.c = inf N.m/rad", "cannot be computed with", "[{1}]"),
    ),
    Broken(
        "Text for a number",
        """
        mass = Inertia(J="heavy")  #1
        """,
        ("mass.J='heavy': give a number in kg.m2 [{1}]",),
    ),
    Broken(
        "Two values for one part",
        """
        mass = Inertia(J=[1.0, 2.0])  #1
        """,
        ("mass.J [{1}]: found 2 values in a list for 1 component; give one number",),
    ),
    Broken(
        "Values for a row of another length",
        """
        disc = Inertia.array(3, J=[0.1, 0.2])  #1
        """,
        (
            "disc.J [{1}]: found 2 values in a list for 3 components; give one value for all, or 3 "
            "values in a row",
        ),
    ),
    Broken(
        "Value for a flange",
        """
        mass = Inertia(J=1.0, flange_a=3.0)  #1
        """,
        ("'flange_a' is a part of Inertia, not a parameter", "{1}"),
    ),
    Broken(
        "Quantity of another kind",
        """
        import pint

        ureg = pint.UnitRegistry()

        class Wrong(Model):
            mass = Inertia(J=ureg("2 kg"))  #1
        """,
        ("mass.J: 2 kilogram cannot be converted to 'kg.m2'", "[{1}]"),
    ),
    Broken(
        "Modelica's fixed=true, taken over word by word",
        """
        mass = Inertia(J=1.0, w=fixed(True))  #1
        """,
        ("start of mass.w=True", "(start=3, fixed=true) is fixed(3)", "[{1}]"),
    ),
    Broken(
        "List for a single value",
        """
        mass = Inertia(J=[1.0])  #1
        """,
        ("mass.J [{1}]: found 1 value in a list for 1 component; give one number",),
    ),
    Broken(
        "Start value of another kind",
        """
        import pint

        ureg = pint.UnitRegistry()

        class Wrong(Model):
            mass = Inertia(J=1.0, w=fixed(1500 * ureg.N))  #1
        """,
        ("start of mass.w: 1500 newton cannot be converted to 'rad/s' [{1}]",),
    ),
    Broken(
        "Misspelt unit",
        """
        mass = Inertia(J=1.0, w=fixed("1500 rmp"))  #1
        """,
        ("start of mass.w: unit 'rmp'", "'rpm'", "declared in 'rad/s'", "[{1}]"),
    ),
    Broken(
        "Turns or radians per minute",
        """
        mass = Inertia(J=1.0, w=fixed("1500 1/min"))  #1
        """,
        ("'1500 1/min' may count turns, and 'rad/s' measures angles", "'1500 rpm'", "[{1}]"),
    ),
    Broken(
        "Data without a number in a row",
        """
        import drivetrain as dt

        class Wrong(Model):
            data = {"t": [0, 1, 2], "torque [N.m]": [3, None, 3]}
            road = dt.from_data(data)  #1
        """,
        ("'torque [N.m]': row 2 is nan: give numbers, and all of them",),
    ),
    Broken(
        "A speed drives a torque",
        """
        import drivetrain as dt
        from drivetrain.rotational import Torque

        class Wrong(Model):
            road = dt.from_data({"t": [0, 1], "w [rpm]": [0, 1500]})
            motor = Torque()

            def equations(self):
                yield self.road.w >> self.motor.tau  #1
        """,
        ("'road.w' has unit rad/s but 'motor.tau' has unit N.m; put a block between them", "{1}"),
    ),
    Broken(
        "Hertz for an angular velocity",
        """
        import pint

        ureg = pint.UnitRegistry()

        class Wrong(Model):
            mass = Inertia(J=1.0, w=fixed(50 * ureg.Hz))  #1
        """,
        ("50 hertz may count turns, and 'rad/s' measures angles", "50 * ureg.turn / ureg.s", "{1}"),
    ),
    Broken(
        "Quantity of another kind in an equation",
        """
        import pint

        ureg = pint.UnitRegistry()

        class Wrong(Model):
            w = variable("rad/s")

            def equations(self):
                yield self.w == 1500 * ureg.N  #1
        """,
        ("{1}: w == 1500.0", "'w' has unit rad/s (or Hz) but '1500.0' has unit N"),
    ),
    Broken(
        "Name with an underscore in front",
        """
        _mass = Inertia(J=1.0)  #1
        """,
        ("'Wrong' declares '_mass', which begins with '_'", "leave it out", "{1}"),
    ),
    Broken(
        "Parts in a list",
        """
        discs = [Inertia(J=1.0), Inertia(J=2.0)]
        """,
        ("'Wrong.discs' is a list of parts or declarations", "discs = Inertia.array(…)"),
    ),
    Broken(
        "Rows of different length, at run time",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0)

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos = [[0, 0.4], [10]] is not a table of numbers: give rows of equal length",),
        ("-p", "brake.mu_pos=[[0,0.4],[10]]"),
    ),
    Broken(
        "List for a number, at run time",
        """
        mass = Inertia(J=1.0)
        """,
        ("mass.J=[[1], [2, 3]]: give rows of equal length",),
        ("-p", "mass.J=[[1],[2,3]]"),
    ),
    Broken(
        "Parameter given a parameter of another unit",
        """
        m = parameter(1.0, unit="kg")
        mass = Inertia(J=m)  #1
        """,
        ("{1}: mass.J has unit kg.m2 but is given 'm', which has unit kg",),
    ),
    Broken(
        "Start value given a parameter of another unit",
        """
        w0 = parameter(3.0, unit="N.m")
        mass = Inertia(J=1.0, w=fixed(w0))  #1
        """,
        ("{1}: start of mass.w has unit rad/s (or Hz) but is given 'w0', which has unit N.m",),
    ),
    Broken(
        "Parameter that depends on a variable",
        """
        x = variable("N.m/rad")
        mass = Inertia(J=1.0)
        spring = Spring(c=x)  #1

        def equations(self):
            yield self.x == constant(1.0, "N.m/rad")
            yield self.mass >> self.spring
        """,
        ("spring.c=x: 'x' varies during a run", "numbers and parameters only [{1}]"),
    ),
    Broken(
        "Parameters that depend on each other in a circle",
        """
        class Wrong(Model):
            r = parameter(1.0, unit="m")
            m = parameter(1.0, unit="kg")
            J = parameter(m * r**2, unit="kg.m2")
            flywheel = Inertia(J=J)

        Wrong.m.default = Wrong.J / Wrong.r**2
        """,
        ("Wrong: the parameters m, J depend on each other in a circle", "give one of them a value"),
    ),
    Broken(
        "Row of a negative number of parts",
        """
        disc = Inertia.array(-1, J=0.1)  #1
        """,
        ("disc: an array of -1 components; give a count from 0 to 100000000 [{1}]",),
    ),
    Broken(
        "Table for something else, handed on",
        """
        friction = table([[0, 0.5]], units=("rad/s", "1"))
        gear = LossyGear(ratio=2.0, loss_table=friction)  #1
        """,
        ("gear.loss_table=friction: a table with 5 columns is needed, 'friction' has 2 [{1}]",),
    ),
    Broken(
        "Typical size of zero",
        """
        mass = Inertia(J=1.0, w=fixed(1.0, nominal=0.0))  #1
        """,
        ("nominal=0.0: give the typical size, a number above 0",),
    ),
    Broken(
        "Parameter that does not exist, at run time",
        """
        mass = Inertia(J=1.0)
        """,
        ("'Wrong' has no parameter 'mass.j'; did you mean 'mass.J'?",),
        ("-p", "mass.j=2"),
        2,
    ),
    Broken(
        "Parameter out of its bounds, at run time",
        """
        mass = Inertia(J=1.0)
        """,
        ("mass.J = -2 kg.m2 is below its minimum 0 kg.m2",),
        ("-p", "mass.J=-2"),
    ),
    Broken(
        "Structural parameter at run time",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0)

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("'brake.use_support' changes the equations", "where the component is made"),
        ("-p", "brake.use_support=true"),
    ),
    Broken(
        "Parameter that follows from others, at run time",
        """
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
        gap = ElastoBacklash(c=1e3, d=1.0, b=0.1)
        wall = Fixed()

        def equations(self):
            yield self.mass >> self.gap >> self.wall
        """,
        ("'gap.b_max' is computed from other parameters", "set gap.b"),
        ("-p", "gap.b_max=0.2"),
    ),
    Broken(
        "Empty table",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[])  #1

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos [{1}]", "2 columns", "found an empty one"),
    ),
    Broken(
        "Table with one column",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0], [1]])  #1

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos [{1}]", "2 columns", "found 2 rows with 1 column"),
    ),
    Broken(
        "Table with rows of different length",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [1]])  #1

        def equations(self):
            yield self.mass >> self.brake
        """,
        ("brake.mu_pos [{1}]", "not a table of numbers: give rows of equal length"),
    ),
    Broken(
        "Table file that does not exist",
        """
        motor = Torque()
        load = CombiTimeTable(table_on_file=True, file_name="cycle.csv", table_name="load")  #1
        mass = Inertia(J=1.0)

        def equations(self):
            yield self.load.y[0] >> self.motor.tau
            yield self.motor >> self.mass
        """,
        ("load: table file 'cycle.csv' does not exist", "[{1}]"),
    ),
    Broken(
        "Table left at its end",
        """
        mass = Inertia(J=1.0, w=fixed(10.0))
        law = CombiTable1Ds(table=[[0, 0.0], [1, 1.0]], extrapolation="no_extrapolation")  #1

        def equations(self):
            yield self.law.u == self.mass.phi
        """,
        ("law: an input is outside the table [{1}]", "the run failed at t = 0."),
    ),
    Broken(
        "Negative coefficient of friction",
        """
        mass = Inertia(J=1.0)
        brake = Brake(fn_max=1.0, f_normalized=1.0, mu_pos=[[0, 0.5], [10, -0.1]])  #1

        def equations(self):
            yield self.mass >> self.brake
        """,
        (
            "brake.mu_pos [{1}]: row 2, column 2 is -0.1, below its minimum 0",
            "give values of 0 or more",
        ),
    ),
    Broken(
        "Efficiency above one",
        """
        left = Inertia(J=1.0)
        gear = LossyGear(ratio=2.0, loss_table=[[0, 1.1, 0.9, 0, 0]])  #1
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        (
            "gear.loss_table [{1}]: row 1, column 2 is 1.1, above its maximum 1",
            "Efficiencies",
            "give values above 0 and up to 1",
        ),
    ),
    Broken(
        "Efficiency of zero",
        """
        left = Inertia(J=1.0)
        gear = LossyGear(ratio=50.0, loss_table=[[0, 0.6, 0.3, 0, 0], [100, 0.7, 0, 0, 0]])  #1
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        (
            "gear.loss_table [{1}]: row 2, column 3 is 0, not positive (Efficiencies",
            "give values above 0 and up to 1",
        ),
    ),
    Broken(
        "Gear of ratio zero",
        """
        left = Inertia(J=1.0)
        gear = IdealGear(ratio=0.0)  #1
        right = Inertia(J=1.0)

        def equations(self):
            yield self.left >> self.gear >> self.right
        """,
        ("gear.ratio is zero, which has no meaning (Transmission ratio", "above or below 0 [{1}]"),
    ),
    Broken(
        "Wheel without a radius",
        """
        shaft = Inertia(J=1.0)
        wheel = IdealRollingWheel(radius=0.0)  #1
        body = Mass(m=1.0)

        def equations(self):
            yield self.shaft.flange_b >> self.wheel.flange_r
            yield self.wheel.flange_t >> self.body.flange_a
        """,
        ("wheel.radius = 0 m is not positive (Radius of the wheel, m)", "[{1}]"),
    ),
)
