within ;
package OldDialect "As editions before 3 wrote"
  annotation (Coordsys(extent=[0, 0; 442, 386], grid=[1, 1], component=[20, 20]));
  model Shaft
    annotation (Icon(Rectangle(extent=[-100, 10; 100, -10], style(color=0, gradient=2))));
    replaceable model Part = Modelica.Mechanics.Rotational.Inertia extends Modelica.Mechanics.Rotational.Interfaces.Rigid;
    parameter Real table[:, :]=[0, 1; 1, 2] "Points" annotation (Hide=false);
    Real y;
  equation
    y = 2;
    annotation (Documentation(info="text"));
    connect(a, b) annotation (points=[-50, 0; -20, 0]);
  end Shaft;
  model Longer
    extends Shaft(redeclare model Part=Other(J=2));
    redeclare replaceable model extends Part
      Real z=3;
    end Part;
  end Longer;
  model Names "Words that later editions reserve"
    Real break;
    Real operator=2;
    parameter Real impure(min=0)=1;
    Real stream[2];
  equation
    break = operator + impure;
    stream = {1, 2};
  algorithm
    break := 1;
  end Names;
end OldDialect;
