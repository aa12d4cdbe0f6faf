"""Tools for work on drivetrain itself; nothing in the package needs them."""
