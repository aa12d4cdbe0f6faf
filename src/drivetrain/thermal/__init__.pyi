"""Signatures of the components, for editors; made by `python -m tools.stubs`."""

from typing import Any as _Any, Literal as _Literal, Self as _Self
import drivetrain.modeling.argument_types as _t
from drivetrain.modeling.component_array import ComponentArray as _ComponentArray
from drivetrain.thermal.components.body_radiation import BodyRadiation as _BodyRadiation
from drivetrain.thermal.sensors.conditional_fixed_heat_flow_sensor import ConditionalFixedHeatFlowSensor as _ConditionalFixedHeatFlowSensor
from drivetrain.thermal.interfaces import ConditionalHeatPort as ConditionalHeatPort
from drivetrain.thermal.interfaces import ConditionalHeatPortWithT as ConditionalHeatPortWithT
from drivetrain.thermal.components.convection import Convection as _Convection
from drivetrain.thermal.components.convective_resistor import ConvectiveResistor as _ConvectiveResistor
from drivetrain.thermal.interfaces import Element1D as Element1D
from drivetrain.thermal.sources.fixed_heat_flow import FixedHeatFlow as _FixedHeatFlow
from drivetrain.thermal.sources.fixed_temperature import FixedTemperature as _FixedTemperature
from drivetrain.thermal.components.heat_capacitor import HeatCapacitor as _HeatCapacitor
from drivetrain.thermal.sensors.heat_flow_sensor import HeatFlowSensor as _HeatFlowSensor
from drivetrain.thermal.interfaces import HeatPort as HeatPort
from drivetrain.thermal.interfaces_of_parts import HeatPortOfParts as HeatPortOfParts
from drivetrain.thermal.sources.prescribed_heat_flow import PrescribedHeatFlow as _PrescribedHeatFlow
from drivetrain.thermal.sources.prescribed_temperature import PrescribedTemperature as _PrescribedTemperature
from drivetrain.thermal.sensors.rel_temperature_sensor import RelTemperatureSensor as _RelTemperatureSensor
from drivetrain.thermal.sensors.temperature_sensor import TemperatureSensor as _TemperatureSensor
from drivetrain.thermal.interfaces import Terminal as Terminal
from drivetrain.thermal.components.thermal_collector import ThermalCollector as _ThermalCollector
from drivetrain.thermal.components.thermal_conductor import ThermalConductor as _ThermalConductor
from drivetrain.thermal.components.thermal_resistor import ThermalResistor as _ThermalResistor

__all__ = [
    "BodyRadiation",
    "ConditionalFixedHeatFlowSensor",
    "ConditionalHeatPort",
    "ConditionalHeatPortWithT",
    "Convection",
    "ConvectiveResistor",
    "Element1D",
    "FixedHeatFlow",
    "FixedTemperature",
    "HeatCapacitor",
    "HeatFlowSensor",
    "HeatPort",
    "HeatPortOfParts",
    "PrescribedHeatFlow",
    "PrescribedTemperature",
    "RelTemperatureSensor",
    "TemperatureSensor",
    "Terminal",
    "ThermalCollector",
    "ThermalConductor",
    "ThermalResistor",
]

class BodyRadiation(_BodyRadiation):
    def __init__(
        self,
        *,
        Gr: _t.Real,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Heat radiated between two bodies, by the Stefan–Boltzmann law.

        Parameters
        ----------
        Gr : m2
            Net radiation conductance: area times emissivities and view factors
        dT, Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Gr: _t.Each,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConditionalFixedHeatFlowSensor(_ConditionalFixedHeatFlowSensor):
    def __init__(
        self,
        *,
        use_fixed_temperature: _t.Boolean,
        Q_flow: _t.Start = ...,
        heat_flow_sensor: _t.Inside = ...,
        fixed_temperature: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the heat flow from `port_a` to `port_b`; `port_a` may be held at 293.15 K.

        Parameters
        ----------
        use_fixed_temperature : bool
            True if port_a is held at 293.15 K
        Q_flow
            Start values, fixed(…) or guess(…).
        heat_flow_sensor, fixed_temperature
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        use_fixed_temperature: _t.Boolean,
        Q_flow: _t.Start = ...,
        heat_flow_sensor: _t.Inside = ...,
        fixed_temperature: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class Convection(_Convection):
    def __init__(
        self,
        *,
        Gc: _t.Input = ...,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Heat transfer from a solid to a fluid with a conductance given by a signal.

        Parameters
        ----------
        Gc : W/K
            Convective conductance: area times heat transfer coefficient
        dT, Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Gc: _t.EachInput = ...,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ConvectiveResistor(_ConvectiveResistor):
    def __init__(
        self,
        *,
        Rc: _t.Input = ...,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Heat transfer from a solid to a fluid with a resistance given by a signal.

        Parameters
        ----------
        Rc : K/W
            Convective resistance
        dT, Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Rc: _t.EachInput = ...,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FixedHeatFlow(_FixedHeatFlow):
    def __init__(
        self,
        *,
        Q_flow: _t.Real,
        T_ref: _t.Real = 293.15,
        alpha: _t.Real = 0.0,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source that sends a constant heat flow into the connected component.

        Parameters
        ----------
        Q_flow : W
            Heat flow at the temperature T_ref
        T_ref : K
            Reference temperature
        alpha : 1/K
            Temperature coefficient of the heat flow
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Q_flow: _t.Each,
        T_ref: _t.Each = 293.15,
        alpha: _t.Each = 0.0,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class FixedTemperature(_FixedTemperature):
    def __init__(
        self,
        *,
        T: _t.Real,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boundary at a constant temperature, whatever heat flows.

        Parameters
        ----------
        T : K
            Temperature of the port
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T: _t.Each,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class HeatCapacitor(_HeatCapacitor):
    def __init__(
        self,
        *,
        C: _t.Real,
        T: _t.Start = ...,
        der_T: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Lumped element that stores heat at one temperature.

        Parameters
        ----------
        C : J/K
            Heat capacity
        T, der_T
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        C: _t.Each,
        T: _t.Start = ...,
        der_T: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class HeatFlowSensor(_HeatFlowSensor):
    def __init__(
        self,
        *,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the heat flow from `port_a` to `port_b`; has no thermal resistance.

        Parameters
        ----------
        Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PrescribedHeatFlow(_PrescribedHeatFlow):
    def __init__(
        self,
        *,
        T_ref: _t.Real = 293.15,
        alpha: _t.Real = 0.0,
        Q_flow: _t.Input = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Source that sends a heat flow given by a signal into the connected component.

        Parameters
        ----------
        T_ref : K
            Reference temperature
        alpha : 1/K
            Temperature coefficient of the heat flow
        Q_flow : W
            Heat flow at the temperature T_ref
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T_ref: _t.Each = 293.15,
        alpha: _t.Each = 0.0,
        Q_flow: _t.EachInput = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class PrescribedTemperature(_PrescribedTemperature):
    def __init__(
        self,
        *,
        T: _t.Input = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Boundary at a temperature given by a signal, whatever heat flows.

        Parameters
        ----------
        T : K
            Temperature of the port
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T: _t.EachInput = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class RelTemperatureSensor(_RelTemperatureSensor):
    def __init__(
        self,
        *,
        T_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the difference of two temperatures; absorbs no heat.

        Parameters
        ----------
        T_rel
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T_rel: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class TemperatureSensor(_TemperatureSensor):
    def __init__(
        self,
        *,
        T: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Ideal sensor of the absolute temperature; absorbs no heat.

        Parameters
        ----------
        T
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        T: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ThermalCollector(_ThermalCollector):
    def __init__(
        self,
        *,
        m: _t.Integer = 3,
        port_a: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Joins m heat ports into one, which has the same temperature and takes the sum of their flows.

        Parameters
        ----------
        m : int
            Number of collected ports
        port_a
            Values of what is inside these parts, dict(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        m: _t.Integer = 3,
        port_a: _t.Inside = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ThermalConductor(_ThermalConductor):
    def __init__(
        self,
        *,
        G: _t.Real,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Element whose heat flow is proportional to the difference of its temperatures.

        Parameters
        ----------
        G : W/K
            Thermal conductance
        dT, Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        G: _t.Each,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...


class ThermalResistor(_ThermalResistor):
    def __init__(
        self,
        *,
        R: _t.Real,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> None:
        """Element whose temperature difference is proportional to its heat flow.

        Parameters
        ----------
        R : K/W
            Thermal resistance
        dT, Q_flow
            Start values, fixed(…) or guess(…).
        enabled : bool
            Whether the component exists.
        """

    @classmethod
    def array(  # type: ignore[override]
        cls,
        count: _t.Count,
        *,
        R: _t.Each,
        dT: _t.Start = ...,
        Q_flow: _t.Start = ...,
        enabled: _t.Boolean = True,
    ) -> _ComponentArray[_Self]: ...
