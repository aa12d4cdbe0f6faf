"""One-dimensional translation: masses, springs, friction, vehicles, sources and sensors.

All positions, speeds and forces are measured along one axis that points from left to right of the
driveline. A flange carries the absolute position `s` (m) and the cut force `f` (N), positive into
the component. Housings (`support`) and heat ports are enabled as in rotation.
"""

from typing import TYPE_CHECKING

from drivetrain.modeling.older_names import refuse_older_classes
from drivetrain.rotational.components.ideal_gear_r2t import IdealGearR2T
from drivetrain.rotational.components.ideal_rolling_wheel import IdealRollingWheel
from drivetrain.translational.components.brake import Brake
from drivetrain.translational.components.damper import Damper
from drivetrain.translational.components.elasto_gap import ElastoGap
from drivetrain.translational.components.fixed import Fixed
from drivetrain.translational.components.general_force_to_position_adaptor import (
    GeneralForceToPositionAdaptor,
)
from drivetrain.translational.components.general_position_to_force_adaptor import (
    GeneralPositionToForceAdaptor,
)
from drivetrain.translational.components.initialize_flange import InitializeFlange
from drivetrain.translational.components.mass import Mass
from drivetrain.translational.components.mass_with_stop_and_friction import MassWithStopAndFriction
from drivetrain.translational.components.relative_states import RelativeStates
from drivetrain.translational.components.rod import Rod
from drivetrain.translational.components.rolling_resistance import RollingResistance
from drivetrain.translational.components.spring import Spring
from drivetrain.translational.components.spring_damper import SpringDamper
from drivetrain.translational.components.support_friction import SupportFriction
from drivetrain.translational.components.vehicle import Vehicle
from drivetrain.translational.interfaces import (
    AbsoluteSensor,
    Compliant,
    CompliantWithRelativeStates,
    Flange,
    FlangeA,
    FlangeB,
    Friction,
    InternalSupport,
    OneFlangeAndHousing,
    OneFlangeAndSupport,
    PartialForce,
    RelativeSensor,
    Rigid,
    RigidSensor,
    RodOnSupport,
    Support,
    TranslationalSource,
    TwoFlanges,
    TwoFlangesAndHousing,
    TwoFlangesAndSupport,
)
from drivetrain.translational.sensors.acc_sensor import AccSensor
from drivetrain.translational.sensors.force_sensor import ForceSensor
from drivetrain.translational.sensors.multi_sensor import MultiSensor
from drivetrain.translational.sensors.position_sensor import PositionSensor
from drivetrain.translational.sensors.power_sensor import PowerSensor
from drivetrain.translational.sensors.rel_acc_sensor import RelAccSensor
from drivetrain.translational.sensors.rel_position_sensor import RelPositionSensor
from drivetrain.translational.sensors.rel_speed_sensor import RelSpeedSensor
from drivetrain.translational.sensors.speed_sensor import SpeedSensor
from drivetrain.translational.sources.accelerate import Accelerate
from drivetrain.translational.sources.constant_force import ConstantForce
from drivetrain.translational.sources.constant_speed import ConstantSpeed
from drivetrain.translational.sources.eddy_current_force import EddyCurrentForce
from drivetrain.translational.sources.force import Force
from drivetrain.translational.sources.force2 import Force2
from drivetrain.translational.sources.force_step import ForceStep
from drivetrain.translational.sources.inverse_speed_dependent_force import (
    InverseSpeedDependentForce,
)
from drivetrain.translational.sources.linear_speed_dependent_force import LinearSpeedDependentForce
from drivetrain.translational.sources.move import Move
from drivetrain.translational.sources.position import Position
from drivetrain.translational.sources.quadratic_speed_dependent_force import (
    QuadraticSpeedDependentForce,
)
from drivetrain.translational.sources.sign_force import SignForce
from drivetrain.translational.sources.speed import Speed

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "Brake",
    "Compliant",
    "CompliantWithRelativeStates",
    "ConstantForce",
    "ConstantSpeed",
    "Damper",
    "EddyCurrentForce",
    "ElastoGap",
    "Fixed",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Force",
    "Force2",
    "ForceSensor",
    "ForceStep",
    "Friction",
    "GeneralForceToPositionAdaptor",
    "GeneralPositionToForceAdaptor",
    "IdealGearR2T",
    "IdealRollingWheel",
    "InitializeFlange",
    "InternalSupport",
    "InverseSpeedDependentForce",
    "LinearSpeedDependentForce",
    "Mass",
    "MassWithStopAndFriction",
    "Move",
    "MultiSensor",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "PartialForce",
    "Position",
    "PositionSensor",
    "PowerSensor",
    "QuadraticSpeedDependentForce",
    "RelAccSensor",
    "RelPositionSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "RigidSensor",
    "Rod",
    "RodOnSupport",
    "RollingResistance",
    "SignForce",
    "Speed",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Support",
    "SupportFriction",
    "TranslationalSource",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
    "Vehicle",
]

if not TYPE_CHECKING:
    __getattr__ = refuse_older_classes(__name__, __all__)
