"""Electric circuits for the machines of drivelines: elements, sources, switches, sensors.

A pin carries the potential `v` (V) and the current `i` (A), positive into the component. The
voltage of a component is counted from its pin `p` to its pin `n`, and so is its current: a
component that takes power has ``v * i > 0``. Every circuit needs a `Ground`.

`RotationalEMF` and `TranslationalEMF` lead to shafts and rods. Components with losses have the
variable `loss_power` and, with ``use_heat_port=True``, the connector `heat_port`, which must be
connected.
"""

from drivetrain.electrical.basic.capacitor import Capacitor
from drivetrain.electrical.basic.ccc import CCC
from drivetrain.electrical.basic.ccv import CCV
from drivetrain.electrical.basic.conductor import Conductor
from drivetrain.electrical.basic.ground import Ground
from drivetrain.electrical.basic.gyrator import Gyrator
from drivetrain.electrical.basic.heating_resistor import HeatingResistor
from drivetrain.electrical.basic.inductor import Inductor
from drivetrain.electrical.basic.resistor import Resistor
from drivetrain.electrical.basic.rotational_emf import RotationalEMF
from drivetrain.electrical.basic.transformer import Transformer
from drivetrain.electrical.basic.translational_emf import TranslationalEMF
from drivetrain.electrical.basic.variable_conductor import VariableConductor
from drivetrain.electrical.basic.variable_resistor import VariableResistor
from drivetrain.electrical.basic.vcc import VCC
from drivetrain.electrical.basic.vcv import VCV
from drivetrain.electrical.ideal.ideal_closing_switch import IdealClosingSwitch
from drivetrain.electrical.ideal.ideal_diode import IdealDiode
from drivetrain.electrical.ideal.ideal_opening_switch import IdealOpeningSwitch
from drivetrain.electrical.ideal.ideal_transformer import IdealTransformer
from drivetrain.electrical.ideal.idle import Idle
from drivetrain.electrical.ideal.short import Short
from drivetrain.electrical.interfaces import (
    IdealSemiconductor,
    IdealSwitch,
    NegativePin,
    OnePort,
    Pin,
    PositivePin,
    TwoPin,
    TwoPort,
)
from drivetrain.electrical.semiconductors.diode import Diode
from drivetrain.electrical.sensors.current_sensor import CurrentSensor
from drivetrain.electrical.sensors.multi_sensor import MultiSensor
from drivetrain.electrical.sensors.potential_sensor import PotentialSensor
from drivetrain.electrical.sensors.power_sensor import PowerSensor
from drivetrain.electrical.sensors.voltage_sensor import VoltageSensor
from drivetrain.electrical.sources.constant_current import ConstantCurrent
from drivetrain.electrical.sources.constant_voltage import ConstantVoltage
from drivetrain.electrical.sources.cosine_current import CosineCurrent
from drivetrain.electrical.sources.cosine_voltage import CosineVoltage
from drivetrain.electrical.sources.pulse_current import PulseCurrent
from drivetrain.electrical.sources.pulse_voltage import PulseVoltage
from drivetrain.electrical.sources.ramp_current import RampCurrent
from drivetrain.electrical.sources.ramp_voltage import RampVoltage
from drivetrain.electrical.sources.saw_tooth_current import SawToothCurrent
from drivetrain.electrical.sources.saw_tooth_voltage import SawToothVoltage
from drivetrain.electrical.sources.signal_current import SignalCurrent
from drivetrain.electrical.sources.signal_voltage import SignalVoltage
from drivetrain.electrical.sources.sine_current import SineCurrent
from drivetrain.electrical.sources.sine_voltage import SineVoltage
from drivetrain.electrical.sources.step_current import StepCurrent
from drivetrain.electrical.sources.step_voltage import StepVoltage
from drivetrain.electrical.sources.trapezoid_current import TrapezoidCurrent
from drivetrain.electrical.sources.trapezoid_voltage import TrapezoidVoltage

__all__ = [
    "CCC",
    "CCV",
    "VCC",
    "VCV",
    "Capacitor",
    "Conductor",
    "ConstantCurrent",
    "ConstantVoltage",
    "CosineCurrent",
    "CosineVoltage",
    "CurrentSensor",
    "Diode",
    "Ground",
    "Gyrator",
    "HeatingResistor",
    "IdealClosingSwitch",
    "IdealDiode",
    "IdealOpeningSwitch",
    "IdealSemiconductor",
    "IdealSwitch",
    "IdealTransformer",
    "Idle",
    "Inductor",
    "MultiSensor",
    "NegativePin",
    "OnePort",
    "Pin",
    "PositivePin",
    "PotentialSensor",
    "PowerSensor",
    "PulseCurrent",
    "PulseVoltage",
    "RampCurrent",
    "RampVoltage",
    "Resistor",
    "RotationalEMF",
    "SawToothCurrent",
    "SawToothVoltage",
    "Short",
    "SignalCurrent",
    "SignalVoltage",
    "SineCurrent",
    "SineVoltage",
    "StepCurrent",
    "StepVoltage",
    "Transformer",
    "TranslationalEMF",
    "TrapezoidCurrent",
    "TrapezoidVoltage",
    "TwoPin",
    "TwoPort",
    "VariableConductor",
    "VariableResistor",
    "VoltageSensor",
]
