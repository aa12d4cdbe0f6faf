"""Campbell and interference diagrams: eigenmodes over the speed, met by orders."""
