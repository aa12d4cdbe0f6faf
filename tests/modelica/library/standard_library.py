"""Parameters and connectors of classes of the Modelica Standard Library 4.1.0: facts, frozen.

They were collected from its documentation, not from this package, so that an error in one of the
two shows up. A line is ``class | parameters | connectors``. A parameter is ``name=default unit``,
or ``name* unit`` if it has no default; the unit is left out where it is 1 or open. ``@support``,
``@heat``, ``@rel`` and ``@rel_s`` are what bases add. Indented lines continue the one before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

__all__ = ["FACTS", "ClassFacts", "ParameterFacts"]


@dataclass(frozen=True)
class ParameterFacts:
    name: str
    default: str | None
    unit: str


@dataclass(frozen=True)
class ClassFacts:
    name: str
    parameters: tuple[ParameterFacts, ...]
    connectors: tuple[str, ...]


_BASES: Final = {
    "@support": ("useSupport=false", "support"),
    "@heat": ("useHeatPort=false", "heatPort"),
    "@rel": ("phi_nominal=1e-4 rad; stateSelect=prefer", "flange_a flange_b"),
    "@rel_s": ("s_nominal=1e-4 m; stateSelect=prefer", "flange_a flange_b"),
}

_TABLES: Final = {
    "Modelica.Mechanics.Rotational.Interfaces": """
PartialTorque | @support | flange
PartialTwoFlanges | | flange_a flange_b
PartialOneFlangeAndSupport | @support | flange internalSupport
PartialTwoFlangesAndSupport | @support | flange_a flange_b internalSupport
InternalSupport | | tau flange
PartialElementaryOneFlangeAndSupport2 | @support | flange
PartialElementaryTwoFlangesAndSupport2 | @support | flange_a flange_b
PartialElementaryRotationalToTranslational | useSupportR=false; useSupportT=false | flangeR
    flangeT supportR supportT
PartialCompliant | | flange_a flange_b
PartialCompliantWithRelativeStates | @rel |
PartialAbsoluteSensor | | flange
PartialRelativeSensor | | flange_a flange_b
PartialFriction | w_small=1e10 rad/s |
""",
    "Modelica.Mechanics.Translational.Interfaces": """
PartialForce | @support | flange
PartialTwoFlanges | | flange_a flange_b
PartialRigid | L* m | flange_a flange_b
PartialOneFlangeAndSupport | @support | flange internalSupport
PartialTwoFlangesAndSupport | @support | flange_a flange_b internalSupport
InternalSupport | | f flange
PartialElementaryRotationalToTranslational | useSupportR=false; useSupportT=false | flangeR
    flangeT supportR supportT
PartialElementaryOneFlangeAndSupport2 | @support | flange
PartialElementaryTwoFlangesAndSupport2 | @support | flange_a flange_b
PartialCompliant | | flange_a flange_b
PartialCompliantWithRelativeStates | @rel_s |
PartialAbsoluteSensor | | flange
PartialRelativeSensor | | flange_a flange_b
PartialFriction | v_small=1e-3 m/s |
""",
    "Modelica.Thermal.HeatTransfer.Interfaces": """
Element1D | | port_a port_b
PartialElementaryConditionalHeatPortWithoutT | @heat |
PartialElementaryConditionalHeatPort | T=293.15 K; @heat |
PartialConditionalHeatPort | T=293.15 K; @heat | internalHeatPort
""",
    "Modelica.Thermal.HeatTransfer.Celsius": """
FixedTemperature | T* degC | port
PrescribedTemperature | | port T
TemperatureSensor | | port T
FromKelvin | | Kelvin Celsius
ToKelvin | | Celsius Kelvin
""",
    "Modelica.Electrical.Analog.Interfaces": """
TwoPin | | p n
OnePort | | p n
TwoPort | | p1 n1 p2 n2
ConditionalHeatPort | T=293.15 K; @heat |
PartialConditionalHeatPort | T=293.15 K; @heat | internalHeatPort
IdealSemiconductor | Ron=1e-5 Ohm; Goff=1e-5 S; Vknee=0 V; T=293.15 K; @heat | p n
IdealSwitch | Ron=1e-5 Ohm; Goff=1e-5 S; T=293.15 K; @heat | p n
""",
    "Modelica.Electrical.Analog.Basic": """
Ground | | p
Resistor | R* Ohm; T_ref=300.15 K; alpha=0 1/K; T=T_ref K; @heat | p n
HeatingResistor | R_ref* Ohm; T_ref=300.15 K; alpha=0 1/K; T=T_ref K; useHeatPort=true | p n
    heatPort
Conductor | G* S; T_ref=300.15 K; alpha=0 1/K; T=T_ref K; @heat | p n
VariableResistor | T_ref=300.15 K; alpha=0 1/K; T=T_ref K; @heat | p n R
VariableConductor | T_ref=300.15 K; alpha=0 1/K; T=T_ref K; @heat | p n G
Capacitor | C* F | p n
Inductor | L* H | p n
Transformer | L1* H; L2* H; M* H | p1 n1 p2 n2
Gyrator | G1* S; G2* S | p1 n1 p2 n2
RotationalEMF | k* N.m/A; @support | p n flange
TranslationalEMF | k* N/A; @support | p n flange
VCV | gain* | p1 n1 p2 n2
VCC | transConductance* S | p1 n1 p2 n2
CCV | transResistance* Ohm | p1 n1 p2 n2
CCC | gain* | p1 n1 p2 n2
""",
    "Modelica.Electrical.Analog.Ideal": """
IdealDiode | Ron=1e-5 Ohm; Goff=1e-5 S; Vknee=0 V; T=293.15 K; @heat | p n
IdealOpeningSwitch | Ron=1e-5 Ohm; Goff=1e-5 S; T=293.15 K; @heat | p n control
IdealClosingSwitch | Ron=1e-5 Ohm; Goff=1e-5 S; T=293.15 K; @heat | p n control
IdealTransformer | n* | p1 n1 p2 n2
Short | | p n
Idle | | p n
""",
    "Modelica.Electrical.Analog.Semiconductors": """
Diode | Ids=1e-6 A; Vt=0.04 V; Maxexp=15; R=1e8 Ohm; T=293.15 K; @heat | p n
""",
    "Modelica.Electrical.Analog.Sources": """
ConstantVoltage | V* V | p n
SignalVoltage | | p n v
StepVoltage | V* V; offset=0 V; startTime=0 s | p n
RampVoltage | V* V; duration* s; offset=0 V; startTime=0 s | p n
SineVoltage | V* V; phase=0 rad; f* Hz; offset=0 V; startTime=0 s | p n
CosineVoltage | V* V; phase=0 rad; f* Hz; offset=0 V; startTime=0 s | p n
PulseVoltage | V* V; width=50; period* s; offset=0 V; startTime=0 s | p n
SawToothVoltage | V* V; period* s; offset=0 V; startTime=0 s | p n
TrapezoidVoltage | V* V; rising=0 s; width=0.5 s; falling=0 s; period* s; nperiod=-1;
    offset=0 V; startTime=0 s | p n
ConstantCurrent | I* A | p n
SignalCurrent | | p n i
StepCurrent | I* A; offset=0 A; startTime=0 s | p n
RampCurrent | I* A; duration* s; offset=0 A; startTime=0 s | p n
SineCurrent | I* A; phase=0 rad; f* Hz; offset=0 A; startTime=0 s | p n
CosineCurrent | I* A; phase=0 rad; f* Hz; offset=0 A; startTime=0 s | p n
PulseCurrent | I* A; width=50; period* s; offset=0 A; startTime=0 s | p n
SawToothCurrent | I* A; period* s; offset=0 A; startTime=0 s | p n
TrapezoidCurrent | I* A; rising=0 s; width=0.5 s; falling=0 s; period* s; nperiod=-1;
    offset=0 A; startTime=0 s | p n
""",
    "Modelica.Electrical.Analog.Sensors": """
PotentialSensor | | p phi
VoltageSensor | | p n v
CurrentSensor | | p n i
PowerSensor | | pc nc pv nv power
MultiSensor | | pc nc pv nv i v power
""",
    "Modelica.Blocks.Interfaces": """
SO | | y
SISO | | u y
SI2SO | | u1 u2 y
SignalSource | offset=0; startTime=0 s | y
MO | nout=1 | y
SIMO | nout=1 | u y
MISO | nin=1 | u y
MIMO | nin=1; nout=1 | u y
MIMOs | n=1 | u y
MI2MO | n=1 | u1 u2 y
SVcontrol | | u_s u_m y
MVcontrol | nu_s=1; nu_m=1; ny=1 | u_s u_m y
SVdiscrete | samplePeriod* s; startTime=0 s | u_s u_m y
MVdiscrete | samplePeriod* s; startTime=0 s; nu_s=1; nu_m=1; ny=1 | u_s u_m y
DiscreteBlock | samplePeriod* s; startTime=0 s |
DiscreteSISO | samplePeriod* s; startTime=0 s | u y
DiscreteMIMO | samplePeriod* s; startTime=0 s; nin=1; nout=1 | u y
DiscreteMIMOs | samplePeriod* s; startTime=0 s; n=1 | u y
IntegerSIBooleanSO | | u y
BooleanSISO | | u y
SI2BooleanSO | | u1 u2 y
MI2BooleanMOs | n=1 | u1 u2 y
BooleanMIMOs | n=1 | u y
BooleanSignalSource | | y
partialBooleanSI | | u
partialBooleanSO | | y
partialBooleanSI3SO | | u1 u2 u3 y
PartialBooleanMISO | nu=0 | u y
PartialBooleanSISO_small | | u y
IntegerSO | | y
IntegerMO | nout=1 | y
IntegerSignalSource | offset=0; startTime=0 s | y
IntegerMIBooleanMOs | n=1 | u y
PartialIntegerSISO | | u y
PartialIntegerMISO | nu=0 | u y
PartialRealMISO | nu=0 | u y
PartialConversionBlock | | u y
partialBooleanSISO | | u y
partialBooleanSI2SO | | u1 u2 y
partialBooleanSource | | y
partialBooleanComparison | | u1 u2 y
partialBooleanThresholdComparison | threshold=0 | u y
""",
    "Modelica.Blocks.Routing": """
RealPassThrough | | u y
IntegerPassThrough | | u y
BooleanPassThrough | | u y
Replicator | nout=1 | u y
IntegerReplicator | nout=1 | u y
BooleanReplicator | nout=1 | u y
ExtractSignal | nin=1; nout=1; extract=? | u y
Extractor | nin=1; allowOutOfRange=false; outOfRangeValue=1e10 | u index y
Multiplex2 | n1=1; n2=1 | u1 u2 y
Multiplex3 | n1=1; n2=1; n3=1 | u1 u2 u3 y
Multiplex4 | n1=1; n2=1; n3=1; n4=1 | u1 u2 u3 u4 y
Multiplex5 | n1=1; n2=1; n3=1; n4=1; n5=1 | u1 u2 u3 u4 u5 y
Multiplex6 | n1=1; n2=1; n3=1; n4=1; n5=1; n6=1 | u1 u2 u3 u4 u5 u6 y
DeMultiplex2 | n1=1; n2=1 | u y1 y2
DeMultiplex3 | n1=1; n2=1; n3=1 | u y1 y2 y3
DeMultiplex4 | n1=1; n2=1; n3=1; n4=1 | u y1 y2 y3 y4
DeMultiplex5 | n1=1; n2=1; n3=1; n4=1; n5=1 | u y1 y2 y3 y4 y5
DeMultiplex6 | n1=1; n2=1; n3=1; n4=1; n5=1; n6=1 | u y1 y2 y3 y4 y5 y6
Multiplex | n=1 | u y
DeMultiplex | n=1 | u y
""",
    "Modelica.Blocks.Discrete": """
Sampler | samplePeriod* s; startTime=0 s | u y
ZeroOrderHold | samplePeriod* s; startTime=0 s | u y
FirstOrderHold | samplePeriod* s; startTime=0 s | u y
UnitDelay | samplePeriod* s; startTime=0 s; y_start=0 | u y
TransferFunction | samplePeriod* s; startTime=0 s; b={1}; a={1} | u y
StateSpace | samplePeriod* s; startTime=0 s; A=?; B=?; C=?; D=? | u y
TriggeredSampler | y_start=0 | u trigger y
TriggeredMax | | u trigger y
""",
    "Modelica.Blocks.MathBoolean": """
And | nu=0 | u y
Nand | nu=0 | u y
Or | nu=0 | u y
Nor | nu=0 | u y
Xor | nu=0 | u y
Not | | u y
RisingEdge | pre_u_start=false | u y
FallingEdge | pre_u_start=false | u y
ChangingEdge | pre_u_start=false | u y
OnDelay | delayTime* s | u y
""",
    "Modelica.Blocks.Math.UnitConversions": """
To_day | | u y
From_day | | u y
To_litre | | u y
From_litre | | u y
To_gps | | u y
From_gps | | u y
To_degRk | | u y
From_degRk | | u y
To_degC | | u y
From_degC | | u y
To_degF | | u y
From_degF | | u y
To_deg | | u y
From_deg | | u y
To_rpm | | u y
From_rpm | | u y
To_kmh | | u y
From_kmh | | u y
To_hour | | u y
From_hour | | u y
To_minute | | u y
From_minute | | u y
To_kWh | | u y
From_kWh | | u y
To_bar | | u y
From_bar | | u y
""",
    "Modelica.Mechanics.Rotational.Components": """
Fixed | phi0=0 rad | flange
Inertia | J* kg.m2; stateSelect=default | flange_a flange_b
Disc | deltaPhi=0 rad | flange_a flange_b
Spring | c* N.m/rad; phi_rel0=0 rad | flange_a flange_b
Damper | d* N.m.s/rad; @rel; @heat |
SpringDamper | c* N.m/rad; d* N.m.s/rad; phi_rel0=0 rad; @rel; @heat |
ElastoBacklash | c* N.m/rad; d* N.m.s/rad; b=0 rad; phi_rel0=0 rad; @rel; @heat |
ElastoBacklash2 | c* N.m/rad; d* N.m.s/rad; b=0 rad; phi_rel0=0 rad; @rel; @heat |
BearingFriction | tau_pos=[0,1]; smoothness=LinearSegments; peak=1; w_small=1e10 rad/s;
    @support; @heat | flange_a flange_b
Brake | mu_pos=[0,0.5]; smoothness=LinearSegments; peak=1; cgeo=1; fn_max* N; w_small=1e10
    rad/s; @support; @heat | flange_a flange_b f_normalized
Clutch | mu_pos=[0,0.5]; smoothness=LinearSegments; peak=1; cgeo=1; fn_max* N; w_small=1e10
    rad/s; @rel; @heat | f_normalized
OneWayClutch | mu_pos=[0,0.5]; smoothness=LinearSegments; peak=1; cgeo=1; fn_max* N;
    w_small=1e10 rad/s; @rel; @heat | f_normalized
IdealGear | ratio*; @support | flange_a flange_b
LossyGear | ratio*; lossTable=[0,1,1,0,0]; smoothness=LinearSegments; @support; @heat | flange_a
    flange_b
IdealPlanetary | ratio* | sun carrier ring
Gearbox | ratio*; lossTable=[0,1,1,0,0]; c* N.m/rad; d* N.m.s/rad; b=0 rad; stateSelect=prefer;
    @support; @heat | flange_a flange_b
IdealGearR2T | ratio* rad/m; useSupportR=false; useSupportT=false | flangeR flangeT supportR
    supportT
IdealRollingWheel | radius* m; useSupportR=false; useSupportT=false | flangeR flangeT supportR
    supportT
InitializeFlange | use_phi_start=true; use_w_start=true; use_a_start=true; stateSelect=default |
    flange phi_start w_start a_start
RelativeStates | stateSelect=prefer; phi_nominal=1 rad | flange_a flange_b
TorqueToAngleAdaptor | use_w=true; use_a=true | flange phi w a tau
AngleToTorqueAdaptor | use_w=true; use_a=true | flange phi w a tau
GeneralAngleToTorqueAdaptor | use_pder=true; use_pder2=true | flange p pder pder2 f
GeneralTorqueToAngleAdaptor | use_pder=true; use_pder2=true | flange p pder pder2 f
""",
    "Modelica.Mechanics.Rotational.Sources": """
Position | exact=false; f_crit=50 Hz; @support | flange phi_ref
Speed | exact=false; f_crit=50 Hz; @support | flange w_ref
Accelerate | @support | flange a_ref
Move | @support | flange u
Torque | @support | flange tau
Torque2 | | flange_a flange_b tau
LinearSpeedDependentTorque | tau_nominal* N.m; TorqueDirection=true; w_nominal* rad/s; @support
    | flange
QuadraticSpeedDependentTorque | tau_nominal* N.m; TorqueDirection=true; w_nominal* rad/s;
    @support | flange
InverseSpeedDependentTorque | tau_nominal* N.m; TorqueDirection=true; w_nominal* rad/s; w0*
    rad/s; @support | flange
ConstantTorque | tau_constant* N.m; @support | flange
SignTorque | tau_nominal* N.m; reg=Exp; w0* rad/s; @support | flange
ConstantSpeed | w_fixed* rad/s; @support | flange
TorqueStep | stepTorque* N.m; offsetTorque* N.m; startTime=0 s; @support | flange
EddyCurrentTorque | tau_nominal* N.m; w_nominal* rad/s; useExcitationInput=false;
    constantExcitation=1; TRef* K; alpha20* 1/K; T=293.15 K; @support; @heat | flange excitation
""",
    "Modelica.Mechanics.Rotational.Sensors": """
AngleSensor | | flange phi
SpeedSensor | | flange w
AccSensor | | flange a
RelAngleSensor | | flange_a flange_b phi_rel
RelSpeedSensor | | flange_a flange_b w_rel
RelAccSensor | | flange_a flange_b a_rel
TorqueSensor | | flange_a flange_b tau
PowerSensor | | flange_a flange_b power
MultiSensor | | flange_a flange_b power w tau
""",
    "Modelica.Mechanics.Translational.Components": """
Fixed | s0=0 m | flange
Mass | m* kg; L=0 m; stateSelect=default | flange_a flange_b
IdealGearR2T | ratio* rad/m; useSupportR=false; useSupportT=false | flangeR flangeT supportR
    supportT
IdealRollingWheel | radius* m; useSupportR=false; useSupportT=false | flangeR flangeT supportR
    supportT
Rod | L* m | flange_a flange_b
Spring | c* N/m; s_rel0=0 m | flange_a flange_b
Damper | d* N.s/m; @rel_s; @heat |
SpringDamper | c* N/m; d* N.s/m; s_rel0=0 m; @rel_s; @heat |
ElastoGap | c* N/m; d* N.s/m; s_rel0=0 m; s_ref=1 m; f_ref=c*s_ref N; n=1; @rel_s; @heat |
SupportFriction | f_pos=[0,1]; smoothness=LinearSegments; peak=1; v_small=1e-3 m/s; @support;
    @heat | flange_a flange_b
Brake | mu_pos=[0,0.5]; smoothness=LinearSegments; peak=1; cgeo=1; fn_max* N; v_small=1e-3 m/s;
    @support; @heat | flange_a flange_b f_normalized
InitializeFlange | use_s_start=true; use_v_start=true; use_a_start=true; stateSelect=default |
    flange s_start v_start a_start
MassWithStopAndFriction | m* kg; L* m; smax* m; smin* m; v_small=1e-3 m/s; F_prop* N.s/m;
    F_Coulomb* N; F_Stribeck* N; fexp* s/m; @heat | flange_a flange_b
RelativeStates | stateSelect=prefer | flange_a flange_b
RollingResistance | fWeight* N; useCrInput=false; CrConstant=0.01; useInclinationInput=false;
    inclinationConstant=0; reg=Exp; v0=0.1 m/s; @support | flange cr inclination
Vehicle | m* kg; g=9.80665 m/s2; J* kg.m2; R* m; A* m2; Cd*; rho=1.2 kg/m3; useWindInput=false;
    vWindConstant=0 m/s; useCrInput=false; CrConstant=0.015; vReg=1e-3 m/s;
    useInclinationInput=false; inclinationConstant=0 | flangeR flangeT vWind cr inclination
GeneralForceToPositionAdaptor | use_pder=true; use_pder2=true | flange p pder pder2 f
GeneralPositionToForceAdaptor | use_pder=true; use_pder2=true | flange p pder pder2 f
""",
    "Modelica.Mechanics.Translational.Sources": """
Position | exact=false; f_crit=50 Hz; @support | flange s_ref
Speed | exact=false; f_crit=50 Hz; @support | flange v_ref
Accelerate | @support | flange a_ref
Move | @support | flange u
Force | @support | flange f
Force2 | | flange_a flange_b f
LinearSpeedDependentForce | f_nominal* N; ForceDirection=true; v_nominal* m/s; @support | flange
QuadraticSpeedDependentForce | f_nominal* N; ForceDirection=true; v_nominal* m/s; @support |
    flange
InverseSpeedDependentForce | f_nominal* N; ForceDirection=true; v_nominal* m/s; v0* m/s;
    @support | flange
ConstantForce | f_constant* N; @support | flange
SignForce | f_nominal* N; reg=Exp; v0* m/s; @support | flange
ConstantSpeed | v_fixed* m/s; @support | flange
ForceStep | stepForce* N; offsetForce* N; startTime=0 s; @support | flange
EddyCurrentForce | f_nominal* N; v_nominal* m/s; useExcitationInput=false; constantExcitation=1;
    TRef* K; alpha20* 1/K; T=293.15 K; @support; @heat | flange excitation
""",
    "Modelica.Mechanics.Translational.Sensors": """
PositionSensor | | flange s
SpeedSensor | | flange v
AccSensor | | flange a
RelPositionSensor | | flange_a flange_b s_rel
RelSpeedSensor | | flange_a flange_b v_rel
RelAccSensor | | flange_a flange_b a_rel
ForceSensor | | flange_a flange_b f
PowerSensor | | flange_a flange_b power
MultiSensor | | flange_a flange_b power v f
""",
    "Modelica.Thermal.HeatTransfer.Components": """
HeatCapacitor | C* J/K | port
ThermalConductor | G* W/K | port_a port_b
ThermalResistor | R* K/W | port_a port_b
Convection | | Gc solid fluid
ConvectiveResistor | | Rc solid fluid
BodyRadiation | Gr* m2 | port_a port_b
ThermalCollector | m=3 | port_a port_b
""",
    "Modelica.Thermal.HeatTransfer.Sources": """
FixedTemperature | T* K | port
PrescribedTemperature | | port T
FixedHeatFlow | Q_flow* W; T_ref=293.15 K; alpha=0 1/K | port
PrescribedHeatFlow | T_ref=293.15 K; alpha=0 1/K | port Q_flow
""",
    "Modelica.Thermal.HeatTransfer.Sensors": """
TemperatureSensor | | port T
RelTemperatureSensor | | port_a port_b T_rel
HeatFlowSensor | | port_a port_b Q_flow
ConditionalFixedHeatFlowSensor | useFixedTemperature* | port_a port_b Q_flow
""",
    "Modelica.Blocks.Sources": """
ContinuousClock | offset=0; startTime=0 s | y
Constant | k* | y
Step | height=1; offset=0; startTime=0 s | y
Ramp | height=1; duration* s; offset=0; startTime=0 s | y
Sine | amplitude=1; f* Hz; phase=0 rad; continuous=false; offset=0; startTime=0 s | y
Cosine | amplitude=1; f* Hz; phase=0 rad; continuous=false; offset=0; startTime=0 s | y
SineVariableFrequencyAndAmplitude | useConstantAmplitude=false; constantAmplitude=1;
    useConstantFrequency=false; constantFrequency=1 Hz; offset=0 | y amplitude f
CosineVariableFrequencyAndAmplitude | useConstantAmplitude=false; constantAmplitude=1;
    useConstantFrequency=false; constantFrequency=1 Hz; offset=0 | y amplitude f
Sinc | amplitude=1; f* Hz; continuous=false; offset=0; startTime=0 s | y
ExpSine | amplitude=1; f* Hz; phase=0 rad; damping* 1/s; offset=0; startTime=0 s | y
Exponentials | outMax=1; riseTime* s; riseTimeConst=0.1 s; fallTimeConst=riseTimeConst s;
    offset=0; startTime=0 s | y
Pulse | amplitude=1; width=50; period* s; nperiod=-1; offset=0; startTime=0 s | y
SawTooth | amplitude=1; period* s; nperiod=-1; offset=0; startTime=0 s | y
Trapezoid | amplitude=1; rising=0 s; width=0.5 s; falling=0 s; period* s; nperiod=-1; offset=0;
    startTime=0 s | y
LogFrequencySweep | wMin*; wMax*; startTime=0 s; duration* s | y
KinematicPTP | deltaq={1}; qd_max={1}; qdd_max={1}; startTime=0 s | y
KinematicPTP2 | q_begin={0}; q_end={1}; qd_max={1}; qdd_max={1}; startTime=0 s | q qd qdd moving
TimeTable | table=?; timeScale=1 s; offset=0; startTime=0 s; shiftTime=startTime s | y
CombiTimeTable | tableOnFile=?; table=?; tableName=?; fileName=?; verboseRead=true; delimiter=?;
    nHeaderLines=0; columns=?; smoothness=LinearSegments; extrapolation=LastTwoPoints;
    timeScale=1 s; offset={0}; startTime=0 s; shiftTime=startTime s; timeEvents=Always;
    verboseExtrapolation=false | y
RealExpression | | y
IntegerExpression | | y
BooleanExpression | | y
BooleanConstant | k=true | y
BooleanStep | startTime=0 s; startValue=false | y
BooleanPulse | width=50; period* s; startTime=0 s | y
SampleTrigger | period* s; startTime=0 s | y
BooleanTable | table=?; startValue=false; extrapolation=HoldLastPoint; startTime=? s;
    shiftTime=0 s | y
IntegerConstant | k* | y
IntegerStep | height=1; offset=0; startTime=0 s | y
IntegerTable | table=?; extrapolation=HoldLastPoint; startTime=? s; shiftTime=0 s | y
""",
    "Modelica.Blocks.Continuous": """
Integrator | k=1; use_reset=false; use_set=false; initType=InitialState; y_start=0 | u y reset set
LimIntegrator | k=1; outMax*; outMin=-outMax; use_reset=false; use_set=false;
    initType=InitialState; limitsAtInit=true; y_start=0; strict=false | u y reset set
Derivative | k=1; T=0.01 s; initType=NoInit; x_start=0; y_start=0 | u y
FirstOrder | k=1; T* s; initType=NoInit; y_start=0 | u y
SecondOrder | k=1; w*; D*; initType=NoInit; y_start=0; yd_start=0 | u y
PI | k=1; T* s; initType=NoInit; x_start=0; y_start=0 | u y
PID | k=1; Ti* s; Td* s; Nd=10; initType=InitialState; xi_start=0; xd_start=0; y_start=0 | u y
LimPID | controllerType=PID; k=1; Ti=0.5 s; Td=0.1 s; yMax*; yMin=-yMax; wp=1; wd=0; Ni=0.9;
    Nd=10; withFeedForward=false; kFF=1; initType=InitialState; xi_start=0; xd_start=0;
    y_start=0; homotopyType=Linear; strict=false | u_s u_m u_ff y controlError
TransferFunction | b={1}; a={1}; initType=NoInit; x_start={0}; y_start=0 | u y
StateSpace | A=?; B=?; C=?; D=?; initType=NoInit; x_start={0}; y_start={0} | u y
Der | | u y
LowpassButterworth | n=2; f* Hz; initType=NoInit; x1_start={0}; x2_start={0}; xr_start=0;
    y_start=0 | u y
CriticalDamping | n=2; f* Hz; normalized=true; initType=NoInit; x_start={0}; y_start=0 | u y
Filter | analogFilter=CriticalDamping; order=2; f_cut* Hz; gain=1; normalized=true;
    init=SteadyState; x_start={0}; y_start=0 | u y
""",
    "Modelica.Blocks.Math": """
InverseBlockConstraints | | u1 u2 y1 y2
Sqrt | | u y
Sin | | u y
Cos | | u y
Tan | | u y
Asin | | u y
Acos | | u y
Atan | | u y
Sinh | | u y
Cosh | | u y
Tanh | | u y
Exp | | u y
Log10 | | u y
RealToInteger | | u y
IntegerToReal | | u y
Atan2 | | u1 u2 y
Max | | u1 u2 y
Min | | u1 u2 y
Gain | k* | u y
MatrixGain | K=? | u y
MultiSum | nu=0; k={1} | u y
MultiProduct | nu=0 | u y
Sum | nin=?; k={1} | u y
Feedback | | u1 u2 y
Add | k1=1; k2=1 | u1 u2 y
Add3 | k1=1; k2=1; k3=1 | u1 u2 u3 y
Product | | u1 u2 y
Division | | u1 u2 y
Abs | generateEvent=false | u y
Sign | generateEvent=false | u y
Power | base=2.718281828459045 | u y
Exponentiation | exponent=2 | u y
Log | base=2.718281828459045 | u y
WrapAngle | positiveRange=false | u y
BooleanToReal | realTrue=1; realFalse=0 | u y
BooleanToInteger | integerTrue=1; integerFalse=0 | u y
RealToBoolean | threshold=0.5 | u y
IntegerToBoolean | threshold=1 | u y
Mean | f* Hz; x0=0; y0=0 | u y
LinearDependency | y0=0; k1=0; k2=0 | u1 u2 y
Edge | pre_u_start=false | u y
BooleanChange | pre_u_start=false | u y
IntegerChange | pre_u_start=0 | u y
RectangularToPolar | | u_re u_im y_abs y_arg
PolarToRectangular | | u_abs u_arg y_re y_im
MinMax | nu=? | u yMin yMax
""",
    "Modelica.Blocks.Nonlinear": """
Limiter | uMax*; uMin=-uMax; strict=false; homotopyType=Linear | u y
VariableLimiter | strict=false | u limit1 limit2 y
SlewRateLimiter | Rising=1; Falling=-Rising; Td=0.001 s; initType=SteadyState; y_start=0 | u y
DeadZone | uMax*; uMin=-uMax | u y
FixedDelay | delayTime* s | u y
PadeDelay | delayTime* s; n=1; m=n; balance=false | u y
VariableDelay | delayMax* s | u delayTime y
""",
    "Modelica.Blocks.Logical": """
And | | u1 u2 y
Or | | u1 u2 y
Xor | | u1 u2 y
Nor | | u1 u2 y
Nand | | u1 u2 y
Not | | u y
Pre | pre_u_start=false | u y
Edge | pre_u_start=false | u y
FallingEdge | pre_u_start=false | u y
Change | pre_u_start=false | u y
GreaterThreshold | threshold=0 | u y
LessThreshold | threshold=0 | u y
GreaterEqualThreshold | threshold=0 | u y
LessEqualThreshold | threshold=0 | u y
Greater | | u1 u2 y
GreaterEqual | | u1 u2 y
Less | | u1 u2 y
LessEqual | | u1 u2 y
ZeroCrossing | | u enable y
LogicalSwitch | | u1 u2 u3 y
Switch | | u1 u2 u3 y
Hysteresis | uLow*; uHigh*; pre_y_start=false | u y
OnOffController | bandwidth*; pre_y_start=false | reference u y
TriggeredTrapezoid | amplitude=1; rising=0 s; falling=rising s; offset=0 | u y
Timer | | u y
LogicalDelay | delayTime=0 s | u y1 y2
RSFlipFlop | Qini=false | S R Q QI
TerminateSimulation | terminationText=? | condition
""",
    "Modelica.Blocks.Tables": """
CombiTable1Ds | tableOnFile=?; table=?; tableName=?; fileName=?; verboseRead=true; delimiter=?;
    nHeaderLines=0; columns=?; smoothness=LinearSegments; extrapolation=LastTwoPoints;
    verboseExtrapolation=false | u y
CombiTable1Dv | tableOnFile=?; table=?; tableName=?; fileName=?; verboseRead=true; delimiter=?;
    nHeaderLines=0; columns=?; smoothness=LinearSegments; extrapolation=LastTwoPoints;
    verboseExtrapolation=false | u y
CombiTable2Dv | tableOnFile=?; table=?; tableName=?; fileName=?; verboseRead=true; delimiter=?;
    nHeaderLines=0; smoothness=LinearSegments; extrapolation=LastTwoPoints;
    verboseExtrapolation=false; n=1 | u1 u2 y
CombiTable2Ds | tableOnFile=?; table=?; tableName=?; fileName=?; verboseRead=true; delimiter=?;
    nHeaderLines=0; smoothness=LinearSegments; extrapolation=LastTwoPoints;
    verboseExtrapolation=false | u1 u2 y
""",
}
"""Package → its classes; a default ``?`` is not compared."""


def _facts() -> Iterator[ClassFacts]:
    for package, table in _TABLES.items():
        for line in table.strip().replace("\n    ", " ").splitlines():
            name, parameters, connectors = (part.strip() for part in line.split("|"))
            entries = [one.strip() for one in parameters.split(";") if one.strip()]
            bases = [_BASES[one] for one in entries if one.startswith("@")]
            own = [one for one in entries if not one.startswith("@")]
            added = [one for base, _ in bases for one in base.split("; ")]
            ports = [*connectors.split(), *(one for _, port in bases for one in port.split())]
            parameter_facts = tuple(_parameter(one) for one in [*own, *added])
            yield ClassFacts(f"{package}.{name}", parameter_facts, tuple(ports))


def _parameter(entry: str) -> ParameterFacts:
    text, _, unit = entry.partition(" ")
    if text.endswith("*"):
        return ParameterFacts(text[:-1], None, unit or "1")
    name, _, default = text.partition("=")
    return ParameterFacts(name, default, unit or "1")


FACTS: Final = tuple(_facts())
"""The classes, one by one."""
