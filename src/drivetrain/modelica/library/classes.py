"""What the classes of the Modelica Standard Library are called here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Group:
    """The classes of one Modelica package.

    Parameters
    ----------
    package : str
        Name of the Modelica package.
    library : str
        Where its classes are here; ``drivetrain.examples`` for examples.
    same : str
        Classes whose names are the same, separated by spaces.
    renamed : mapping
        Modelica name → name in `library`.
    missing : mapping
        Modelica name → what to do instead.
    note : str
        One phrase about the package.
    """

    package: str
    library: str
    same: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield Modelica name and our name of the classes that exist here."""
        yield from ((name, name) for name in self.same.split())
        yield from self.renamed.items()


_MECHANICS = "Modelica.Mechanics"
_HEAT = "Modelica.Thermal.HeatTransfer"
_ANALOG = "Modelica.Electrical.Analog"

GROUPS: Final = (
    Group(
        f"{_MECHANICS}.Rotational.Interfaces",
        "drivetrain.rotational",
        "Flange InternalSupport Support PartialTorque",
        {
            "Flange_a": "FlangeA",
            "Flange_b": "FlangeB",
            "PartialTwoFlanges": "TwoFlanges",
            "PartialOneFlangeAndSupport": "OneFlangeAndHousing",
            "PartialTwoFlangesAndSupport": "TwoFlangesAndHousing",
            "PartialElementaryOneFlangeAndSupport2": "OneFlangeAndSupport",
            "PartialElementaryTwoFlangesAndSupport2": "TwoFlangesAndSupport",
            "PartialElementaryRotationalToTranslational": "RotationalToTranslational",
            "PartialCompliant": "Compliant",
            "PartialCompliantWithRelativeStates": "CompliantWithRelativeStates",
            "PartialAbsoluteSensor": "AbsoluteSensor",
            "PartialRelativeSensor": "RelativeSensor",
            "PartialFriction": "Friction",
        },
    ),
    Group(
        f"{_MECHANICS}.Rotational.Components",
        "drivetrain.rotational",
        "Fixed Inertia Disc Spring Damper SpringDamper ElastoBacklash ElastoBacklash2 "
        "BearingFriction Brake Clutch OneWayClutch IdealGear LossyGear IdealPlanetary Gearbox "
        "IdealGearR2T IdealRollingWheel InitializeFlange RelativeStates TorqueToAngleAdaptor "
        "AngleToTorqueAdaptor GeneralAngleToTorqueAdaptor GeneralTorqueToAngleAdaptor",
    ),
    Group(
        f"{_MECHANICS}.Rotational.Sources",
        "drivetrain.rotational",
        "Position Speed Accelerate Move Torque Torque2 LinearSpeedDependentTorque "
        "QuadraticSpeedDependentTorque InverseSpeedDependentTorque ConstantTorque SignTorque "
        "ConstantSpeed TorqueStep EddyCurrentTorque",
    ),
    Group(
        f"{_MECHANICS}.Rotational.Sensors",
        "drivetrain.rotational",
        "AngleSensor SpeedSensor AccSensor RelAngleSensor RelSpeedSensor RelAccSensor "
        "TorqueSensor PowerSensor MultiSensor",
    ),
    Group(
        f"{_MECHANICS}.Rotational.Examples",
        "drivetrain.examples",
        "First FirstGrounded Friction CoupledClutches LossyGearDemo1 LossyGearDemo2 "
        "LossyGearDemo3 ElasticBearing Backlash RollingWheel HeatLosses SimpleGearShift "
        "EddyCurrentBrake GenerationOfFMUs OneWayClutch OneWayClutchDisengaged "
        "CompareBrakingTorque",
        note="run by name: ``drivetrain simulate First``",
    ),
    Group(
        f"{_MECHANICS}.Translational.Interfaces",
        "drivetrain.translational",
        "Flange InternalSupport Support PartialForce",
        {
            "Flange_a": "FlangeA",
            "Flange_b": "FlangeB",
            "PartialTwoFlanges": "TwoFlanges",
            "PartialRigid": "Rigid",
            "PartialOneFlangeAndSupport": "OneFlangeAndHousing",
            "PartialTwoFlangesAndSupport": "TwoFlangesAndHousing",
            "PartialElementaryOneFlangeAndSupport2": "OneFlangeAndSupport",
            "PartialElementaryTwoFlangesAndSupport2": "TwoFlangesAndSupport",
            "PartialCompliant": "Compliant",
            "PartialCompliantWithRelativeStates": "CompliantWithRelativeStates",
            "PartialAbsoluteSensor": "AbsoluteSensor",
            "PartialRelativeSensor": "RelativeSensor",
            "PartialFriction": "Friction",
        },
    ),
    Group(
        f"{_MECHANICS}.Translational.Interfaces",
        "drivetrain.rotational",
        renamed={"PartialElementaryRotationalToTranslational": "RotationalToTranslational"},
    ),
    Group(
        f"{_MECHANICS}.Translational.Components",
        "drivetrain.translational",
        "Fixed Mass Rod Spring Damper SpringDamper ElastoGap SupportFriction Brake IdealGearR2T "
        "IdealRollingWheel InitializeFlange MassWithStopAndFriction RelativeStates "
        "RollingResistance Vehicle GeneralForceToPositionAdaptor GeneralPositionToForceAdaptor",
    ),
    Group(
        f"{_MECHANICS}.Translational.Sources",
        "drivetrain.translational",
        "Position Speed Accelerate Move Force Force2 LinearSpeedDependentForce "
        "QuadraticSpeedDependentForce InverseSpeedDependentForce ConstantForce SignForce "
        "ConstantSpeed ForceStep EddyCurrentForce",
    ),
    Group(
        f"{_MECHANICS}.Translational.Sensors",
        "drivetrain.translational",
        "PositionSensor SpeedSensor AccSensor RelPositionSensor RelSpeedSensor RelAccSensor "
        "ForceSensor PowerSensor MultiSensor",
    ),
    Group(
        f"{_HEAT}.Interfaces",
        "drivetrain.thermal",
        "Element1D",
        {
            "HeatPort_a": "HeatPort",
            "HeatPort_b": "HeatPort",
            "PartialElementaryConditionalHeatPortWithoutT": "ConditionalHeatPort",
            "PartialElementaryConditionalHeatPort": "ConditionalHeatPortWithT",
            "PartialConditionalHeatPort": "HeatPortOfParts",
        },
    ),
    Group(
        f"{_HEAT}.Components",
        "drivetrain.thermal",
        "HeatCapacitor ThermalConductor ThermalResistor Convection ConvectiveResistor "
        "BodyRadiation ThermalCollector",
    ),
    Group(
        f"{_HEAT}.Sources",
        "drivetrain.thermal",
        "FixedTemperature PrescribedTemperature FixedHeatFlow PrescribedHeatFlow",
    ),
    Group(
        f"{_HEAT}.Sensors",
        "drivetrain.thermal",
        "TemperatureSensor RelTemperatureSensor HeatFlowSensor ConditionalFixedHeatFlowSensor",
    ),
    Group(
        f"{_HEAT}.Celsius",
        "drivetrain.thermal.celsius",
        "FixedTemperature PrescribedTemperature TemperatureSensor FromKelvin ToKelvin",
    ),
    Group(
        f"{_ANALOG}.Interfaces",
        "drivetrain.electrical",
        "Pin PositivePin NegativePin TwoPin OnePort TwoPort IdealSemiconductor IdealSwitch",
        missing={
            "VoltageSource": "derive from OnePort and say what v is",
            "CurrentSource": "derive from OnePort and say what i is",
        },
    ),
    Group(
        f"{_ANALOG}.Interfaces",
        "drivetrain.thermal",
        renamed={
            "ConditionalHeatPort": "ConditionalHeatPortWithT",
            "PartialConditionalHeatPort": "HeatPortOfParts",
        },
    ),
    Group(
        f"{_ANALOG}.Basic",
        "drivetrain.electrical",
        "Ground Resistor HeatingResistor Conductor VariableResistor VariableConductor Capacitor "
        "Inductor Transformer Gyrator RotationalEMF TranslationalEMF VCV VCC CCV CCC",
    ),
    Group(
        f"{_ANALOG}.Ideal",
        "drivetrain.electrical",
        "IdealDiode IdealOpeningSwitch IdealClosingSwitch IdealTransformer Short Idle",
    ),
    Group(
        f"{_ANALOG}.Semiconductors",
        "drivetrain.electrical",
        "Diode",
    ),
    Group(
        f"{_ANALOG}.Sources",
        "drivetrain.electrical",
        "ConstantVoltage SignalVoltage StepVoltage RampVoltage SineVoltage CosineVoltage "
        "PulseVoltage SawToothVoltage TrapezoidVoltage ConstantCurrent SignalCurrent StepCurrent "
        "RampCurrent SineCurrent CosineCurrent PulseCurrent SawToothCurrent TrapezoidCurrent",
    ),
    Group(
        f"{_ANALOG}.Sensors",
        "drivetrain.electrical",
        "PotentialSensor VoltageSensor CurrentSensor PowerSensor MultiSensor",
    ),
    Group(
        "Modelica.Blocks.Interfaces",
        "drivetrain.modeling",
        "RealInput RealOutput BooleanInput BooleanOutput IntegerInput IntegerOutput",
        {
            "RealVectorInput": "RealInput",
            "RealVectorOutput": "RealOutput",
            "IntegerVectorInput": "IntegerInput",
            "BooleanVectorInput": "BooleanInput",
        },
        note="a block has them as members of its class",
    ),
    Group(
        "Modelica.Blocks.Interfaces",
        "drivetrain.blocks",
        "SignalSource IntegerSignalSource",
        {
            "SO": "Source",
            "MO": "VectorSource",
            "SISO": "Siso",
            "SIMO": "Simo",
            "MISO": "Miso",
            "MIMO": "Mimo",
            "MIMOs": "SameSize",
            "SI2SO": "TwoInputs",
            "MI2MO": "TwoVectors",
            "SVcontrol": "SingleController",
            "MVcontrol": "VectorController",
            "IntegerSO": "IntegerSource",
            "IntegerMO": "IntegerVectorSource",
            "IntegerSIBooleanSO": "IntegerTest",
            "IntegerMIBooleanMOs": "IntegerTests",
            "PartialIntegerSISO": "IntegerSiso",
            "PartialIntegerMISO": "IntegerMiso",
            "PartialRealMISO": "RealMiso",
            "PartialConversionBlock": "Siso",
            "BooleanSISO": "BooleanSiso",
            "SI2BooleanSO": "Comparison",
            "MI2BooleanMOs": "Comparisons",
            "BooleanMIMOs": "BooleanSameSize",
            "BooleanSignalSource": "BooleanSource",
            "partialBooleanSI": "BooleanSink",
            "partialBooleanSO": "BooleanSource",
            "partialBooleanSISO": "BooleanSiso",
            "partialBooleanSI2SO": "TwoBooleans",
            "partialBooleanSI3SO": "ThreeBooleans",
            "partialBooleanSource": "BooleanSource",
            "partialBooleanComparison": "Comparison",
            "partialBooleanThresholdComparison": "ThresholdComparison",
            "PartialBooleanMISO": "BooleanMiso",
            "PartialBooleanSISO_small": "BooleanSiso",
        },
        note="bases of one's own blocks",
    ),
    Group(
        "Modelica.Blocks.Interfaces",
        "drivetrain.blocks.discrete",
        "DiscreteBlock",
        {
            "DiscreteSISO": "DiscreteSiso",
            "DiscreteMIMO": "DiscreteMimo",
            "DiscreteMIMOs": "DiscreteSameSize",
            "SVdiscrete": "DiscreteController",
            "MVdiscrete": "DiscreteVectorController",
        },
        note="bases of one's own blocks",
    ),
    Group(
        "Modelica.Blocks.Discrete",
        "drivetrain.blocks.discrete",
        "Sampler ZeroOrderHold FirstOrderHold UnitDelay TransferFunction StateSpace "
        "TriggeredSampler TriggeredMax",
    ),
    Group(
        "Modelica.Blocks.MathBoolean",
        "drivetrain.blocks.math_boolean",
        "And Nand Or Nor Xor OnDelay",
    ),
    Group(
        "Modelica.Blocks.MathBoolean",
        "drivetrain.blocks",
        "Not FallingEdge",
        {"RisingEdge": "Edge", "ChangingEdge": "Change"},
    ),
    Group(
        "Modelica.Blocks.Sources",
        "drivetrain.blocks",
        "RealExpression IntegerExpression BooleanExpression ContinuousClock Constant Step Ramp "
        "Sine Cosine SineVariableFrequencyAndAmplitude CosineVariableFrequencyAndAmplitude Sinc "
        "ExpSine Exponentials Pulse SawTooth Trapezoid LogFrequencySweep KinematicPTP "
        "KinematicPTP2 TimeTable CombiTimeTable BooleanConstant BooleanStep BooleanPulse "
        "SampleTrigger BooleanTable IntegerConstant IntegerStep IntegerTable",
    ),
    Group(
        "Modelica.Blocks.Continuous",
        "drivetrain.blocks",
        "Integrator LimIntegrator Derivative FirstOrder SecondOrder PI PID LimPID "
        "TransferFunction StateSpace Der LowpassButterworth CriticalDamping "
        "Filter",
    ),
    Group(
        "Modelica.Blocks.Math",
        "drivetrain.blocks",
        "InverseBlockConstraints Gain MatrixGain MultiSum MultiProduct Sum Feedback Add Add3 "
        "Product Division Abs Sign Sqrt Sin Cos Tan Asin Acos Atan Atan2 Sinh Cosh Tanh Exp "
        "Power Exponentiation Log Log10 WrapAngle RealToInteger IntegerToReal BooleanToReal "
        "BooleanToInteger RealToBoolean IntegerToBoolean Mean Max Min MinMax LinearDependency Edge "
        "IntegerChange RectangularToPolar PolarToRectangular",
        {"BooleanChange": "Change"},
    ),
    Group(
        "Modelica.Blocks.Math.UnitConversions",
        "drivetrain.blocks",
        renamed={
            "To_degC": "ToDegC",
            "From_degC": "FromDegC",
            "To_degF": "ToDegF",
            "From_degF": "FromDegF",
            "To_deg": "ToDeg",
            "From_deg": "FromDeg",
            "To_rpm": "ToRpm",
            "From_rpm": "FromRpm",
            "To_kmh": "ToKmh",
            "From_kmh": "FromKmh",
            "To_hour": "ToHour",
            "From_hour": "FromHour",
            "To_minute": "ToMinute",
            "From_minute": "FromMinute",
            "To_kWh": "ToKWh",
            "From_kWh": "FromKWh",
            "To_bar": "ToBar",
            "From_bar": "FromBar",
            "To_day": "ToDay",
            "From_day": "FromDay",
            "To_litre": "ToLitre",
            "From_litre": "FromLitre",
            "To_gps": "ToGps",
            "From_gps": "FromGps",
            "To_degRk": "ToDegRk",
            "From_degRk": "FromDegRk",
        },
    ),
    Group(
        "Modelica.Blocks.Nonlinear",
        "drivetrain.blocks",
        "Limiter VariableLimiter SlewRateLimiter DeadZone FixedDelay PadeDelay VariableDelay",
    ),
    Group(
        "Modelica.Blocks.Routing",
        "drivetrain.blocks",
        "RealPassThrough IntegerPassThrough BooleanPassThrough Replicator IntegerReplicator "
        "BooleanReplicator ExtractSignal Extractor Multiplex Multiplex2 Multiplex3 Multiplex4 "
        "Multiplex5 Multiplex6 DeMultiplex DeMultiplex2 DeMultiplex3 DeMultiplex4 DeMultiplex5 "
        "DeMultiplex6",
    ),
    Group(
        "Modelica.Blocks.Logical",
        "drivetrain.blocks",
        "And Or Xor Nor Nand Not Pre Edge FallingEdge Change GreaterThreshold "
        "GreaterEqualThreshold LessThreshold LessEqualThreshold Greater GreaterEqual Less "
        "LessEqual ZeroCrossing LogicalSwitch Switch Hysteresis OnOffController "
        "TriggeredTrapezoid Timer LogicalDelay RSFlipFlop TerminateSimulation",
    ),
    Group(
        "Modelica.Blocks.Tables",
        "drivetrain.blocks",
        "CombiTable1Ds CombiTable1Dv CombiTable2Ds CombiTable2Dv",
    ),
    Group(
        "Modelica.Mechanics.Rotational (2002)",
        "drivetrain.edition2002",
        "Inertia IdealGear IdealPlanetary IdealGearR2T Spring Damper SpringDamper "
        "ElastoBacklash BearingFriction Clutch OneWayClutch Brake LossyGear GearEfficiency Gear "
        "Gear2 Position Accelerate Move Fixed Torque RelativeStates",
        {"GearNew": "Gear2"},
    ),
    Group(
        "Modelica.Mechanics.Rotational.Interfaces (2002)",
        "drivetrain.edition2002",
        "Rigid Compliant TwoFlanges FrictionBase AbsoluteSensor RelativeSensor",
        {"Flange_a": "FlangeA", "Flange_b": "FlangeB"},
    ),
    Group(
        "Modelica.Mechanics.Rotational.Sensors (2002)",
        "drivetrain.edition2002",
        "AngleSensor SpeedSensor AccSensor RelAngleSensor RelSpeedSensor RelAccSensor TorqueSensor",
    ),
    Group(
        "Modelica.Blocks.Sources (2002)",
        "drivetrain.edition2002",
        "Clock Constant Step Ramp Sine ExpSine Exponentials Pulse SawTooth Trapezoid "
        "KinematicPTP TimeTable",
    ),
    Group(
        "Modelica.Mechanics.Rotational.Examples (2002)",
        "drivetrain.examples.edition2002",
        "First Friction CoupledClutches LossyGearDemo1 LossyGearDemo2",
        note="run by name: ``drivetrain simulate edition2002.First``",
    ),
)
"""All Modelica packages that have a counterpart here."""

ONLY_HERE: Final[Mapping[str, str]] = {
    "drivetrain.rotational": (
        "Backlash FrictionWithTwoLimits GearLosses Rigid RigidSensor RotationalSource "
        "ShaftOnSupport"
    ),
    "drivetrain.clutches": "BandBrake DogClutch DogTeeth RigidDogClutch",
    "drivetrain.couplings": (
        "HardStop HuntCrossleyStop Pawl Ratchet RigidContact RigidRatchet RigidStop Stop"
    ),
    "drivetrain.gears": (
        "Differential LimitedSlipDifferential SelfLockingGear ThreeShafts "
        "ToothFriction TwoHousings WormGear"
    ),
    "drivetrain.translational": "RigidSensor RodOnSupport TranslationalSource",
    "drivetrain.thermal": "Terminal",
    "drivetrain.blocks": "PeriodicSource",
    "drivetrain.edition2002": (
        "CompliantWithSpeed FrictionDisc FrictionOnShaft FrictionPlates Housed SignalSource "
        "Source VectorSource"
    ),
}
"""Classes that only this package has, by library."""
