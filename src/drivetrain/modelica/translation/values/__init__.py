"""Values: expressions of Modelica as those of Python."""
