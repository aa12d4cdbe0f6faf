within ;
model EddyCurrentBrake "Wheel braked by eddy currents in a disc of copper that heats up"
  import Modelica.Mechanics.Rotational;
  extends Modelica.Icons.Example;
  Rotational.Sources.EddyCurrentTorque eddyCurrentTorque(
    useExcitationInput=true,
    tau_nominal=100,
    w_nominal=10,
    useSupport=false,
    alpha20=Modelica.Electrical.Machines.Thermal.Constants.alpha20Copper,
    TRef=293.15,
    useHeatPort=true);
  Rotational.Components.Inertia inertia(J=1, phi(start=0, fixed=true), w(start=20, fixed=true));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor heatCapacitor(
    C=1,
    T(start=293.15, fixed=true));
  Modelica.Blocks.Sources.Ramp ramp(height=1, duration=0.1, offset=0, startTime=0.1);
equation
  connect(eddyCurrentTorque.flange, inertia.flange_a);
  connect(eddyCurrentTorque.heatPort, heatCapacitor.port);
  connect(ramp.y, eddyCurrentTorque.excitation);
  annotation (experiment(StopTime=1, Interval=0.001));
end EddyCurrentBrake;
