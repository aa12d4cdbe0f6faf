within ;
model CompareBrakingTorque "Four equal wheels under four braking laws"
  import Modelica.Units.SI;
  import Modelica.Mechanics.Rotational.Components.Inertia;
  import Modelica.Mechanics.Rotational.Sources;
  extends Modelica.Icons.Example;
  parameter SI.Inertia J(min=0)=1 "Moment of inertia of each wheel";
  parameter SI.AngularVelocity w_start=100 "Speed at the start";
  parameter SI.Torque tau_nominal=100 "Braking torque at the speed w_nominal";
  parameter SI.AngularVelocity w_nominal=abs(w_start) "Nominal speed";
  parameter SI.AngularVelocity w0=1 "Speed below which the torques are regularised";
  Inertia inertia1(J=J, phi(start=0, fixed=true), w(start=w_start, fixed=true));
  Inertia inertia2(J=J, phi(start=0, fixed=true), w(start=w_start, fixed=true));
  Inertia inertia3(J=J, phi(start=0, fixed=true), w(start=w_start, fixed=true));
  Inertia inertia4(J=J, phi(start=0, fixed=true), w(start=w_start, fixed=true));
  Sources.SignTorque signTorque(
    tau_nominal=-tau_nominal,
    reg=Modelica.Blocks.Types.Regularization.Linear,
    w0=w0);
  Sources.LinearSpeedDependentTorque linearSpeedDependentTorque(
    tau_nominal=-tau_nominal,
    TorqueDirection=false,
    w_nominal=w_nominal);
  Sources.QuadraticSpeedDependentTorque quadraticSpeedDependentTorque(
    tau_nominal=-tau_nominal,
    TorqueDirection=false,
    w_nominal=w_nominal);
  Sources.InverseSpeedDependentTorque inverseSpeedDependentTorque(
    tau_nominal=-tau_nominal,
    TorqueDirection=false,
    w_nominal=w_nominal,
    w0=w0);
equation
  connect(signTorque.flange, inertia1.flange_a);
  connect(linearSpeedDependentTorque.flange, inertia2.flange_a);
  connect(quadraticSpeedDependentTorque.flange, inertia3.flange_a);
  connect(inverseSpeedDependentTorque.flange, inertia4.flange_a);
  annotation (experiment(StopTime=5, Interval=0.0001));
end CompareBrakingTorque;
