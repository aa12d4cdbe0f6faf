"""What excites a driveline: engines, propellers, joints, gears and electric machines, by orders."""

from drivetrain.analysis.excitation.cardan_joint import CardanJoint
from drivetrain.analysis.excitation.electric_machine import ElectricMachine, FixedFrequency
from drivetrain.analysis.excitation.engine import Engine
from drivetrain.analysis.excitation.firing import FiringOrder
from drivetrain.analysis.excitation.gear_mesh import GearMesh
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.excitation.phase_vectors import PhaseVectorSums, phase_vector_sums
from drivetrain.analysis.excitation.pressure import Pressure
from drivetrain.analysis.excitation.propeller import Propeller
from drivetrain.analysis.excitation.resonance import ResonanceEstimates, resonance_estimates
from drivetrain.analysis.excitation.slider_crank import SliderCrank

__all__ = [
    "CardanJoint",
    "ElectricMachine",
    "Engine",
    "FiringOrder",
    "FixedFrequency",
    "GearMesh",
    "OrderTable",
    "PhaseVectorSums",
    "Pressure",
    "Propeller",
    "ResonanceEstimates",
    "SliderCrank",
    "phase_vector_sums",
    "resonance_estimates",
]
