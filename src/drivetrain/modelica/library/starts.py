"""Parameters that have no default in the Modelica Standard Library, but a start value.

A Modelica tool takes the start value if none is given, and warns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["STARTS"]

_TABLES: Final[Mapping[str, str]] = {
    "Modelica.Mechanics.Rotational.Components": """
        Inertia J=1
        Spring c=1e5
        Damper d=0
        SpringDamper c=1e5 d=0
        ElastoBacklash c=1e5 d=0
        ElastoBacklash2 c=1e5 d=0
        Brake fn_max=1
        Clutch fn_max=1
        OneWayClutch fn_max=1
        IdealGear ratio=1
        LossyGear ratio=1
        IdealPlanetary ratio=2
        Gearbox ratio=1 c=1e5 d=0
        IdealGearR2T ratio=1
        IdealRollingWheel radius=0.3
    """,
    "Modelica.Mechanics.Rotational.Sources": """
        InverseSpeedDependentTorque w0=0.1
        SignTorque w0=0.1
        TorqueStep stepTorque=1 offsetTorque=0
        EddyCurrentTorque TRef=293.15 alpha20=0
    """,
    "Modelica.Mechanics.Translational.Components": """
        Mass m=1
        Spring c=1
        Damper d=0
        SpringDamper c=1 d=1
        ElastoGap c=1 d=1
        Brake fn_max=1
        MassWithStopAndFriction m=1 smax=25 smin=-25 F_prop=1 F_Coulomb=5 F_Stribeck=10 fexp=2
        RollingResistance fWeight=0
        Vehicle A=1 Cd=0.5
    """,
    "Modelica.Mechanics.Translational.Sources": """
        InverseSpeedDependentForce v0=0.1
        SignForce v0=0.1
        ForceStep stepForce=1 offsetForce=0
        EddyCurrentForce TRef=293.15 alpha20=0
    """,
    "Modelica.Electrical.Analog.Basic": """
        Resistor R=1
        HeatingResistor R_ref=1
        Conductor G=1
        Capacitor C=1
        Inductor L=1
        Transformer L1=1 L2=1 M=1
        Gyrator G1=1 G2=1
        RotationalEMF k=1
        TranslationalEMF k=1
        VCV gain=1
        VCC transConductance=1
        CCV transResistance=1
        CCC gain=1
    """,
    "Modelica.Electrical.Analog.Ideal": """
        IdealTransformer n=1
    """,
    "Modelica.Electrical.Analog.Sources": """
        ConstantVoltage V=1
        StepVoltage V=1
        RampVoltage V=1 duration=2
        SineVoltage V=1 f=1
        CosineVoltage V=1 f=1
        PulseVoltage V=1 period=1
        SawToothVoltage V=1 period=1
        TrapezoidVoltage V=1 period=1
        ConstantCurrent I=1
        StepCurrent I=1
        RampCurrent I=1 duration=2
        SineCurrent I=1 f=1
        CosineCurrent I=1 f=1
        PulseCurrent I=1 period=1
        SawToothCurrent I=1 period=1
        TrapezoidCurrent I=1 period=1
    """,
    "Modelica.Thermal.HeatTransfer.Sensors": """
        ConditionalFixedHeatFlowSensor useFixedTemperature=0
    """,
    "Modelica.Blocks.Sources": """
        Constant k=1
        Ramp duration=2
        Sine f=1
        Cosine f=1
        Sinc f=1
        ExpSine f=2 damping=1
        Exponentials riseTime=0.5
        Pulse period=1
        SawTooth period=1
        Trapezoid period=1
        LogFrequencySweep duration=1
        BooleanPulse period=1
        SampleTrigger period=0.01
        IntegerConstant k=1
    """,
    "Modelica.Blocks.Continuous": """
        LimIntegrator outMax=1
        FirstOrder T=1
        SecondOrder w=1 D=1
        PI T=1
        PID Ti=0.5 Td=0.1
        LimPID yMax=1
        LowpassButterworth f=1
        CriticalDamping f=1
    """,
    "Modelica.Blocks.Math": """
        Gain k=1
        Mean f=50
    """,
    "Modelica.Blocks.Discrete": """
        Sampler samplePeriod=0.1
        ZeroOrderHold samplePeriod=0.1
        FirstOrderHold samplePeriod=0.1
        UnitDelay samplePeriod=0.1
        TransferFunction samplePeriod=0.1
        StateSpace samplePeriod=0.1
    """,
    "Modelica.Blocks.Nonlinear": """
        Limiter uMax=1
        DeadZone uMax=1
        FixedDelay delayTime=1
    """,
    "Modelica.Blocks.Logical": """
        Hysteresis uLow=0 uHigh=1
        OnOffController bandwidth=0.1
    """,
}


def _read() -> dict[str, dict[str, float]]:
    found = {}
    for package, table in _TABLES.items():
        for line in table.strip().splitlines():
            name, *entries = line.split()
            pairs = (entry.partition("=") for entry in entries)
            found[f"{package}.{name}"] = {parameter: float(v) for parameter, _, v in pairs}
    return found


STARTS: Final[Mapping[str, Mapping[str, float]]] = _read()
"""Class → Modelica parameter → start value."""
