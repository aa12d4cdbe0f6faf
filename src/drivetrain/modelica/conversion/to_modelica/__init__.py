"""Write component classes as Modelica."""
