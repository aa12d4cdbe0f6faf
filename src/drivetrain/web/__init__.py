"""Files of web pages that ship with the package: scripts, styles, what they are made of.

Everything that a page shows comes from here or from a package beside it, nothing from other hosts.
"""

from drivetrain.web.assets import Asset, Assets
from drivetrain.web.bundle import bundled

__all__ = ["Asset", "Assets", "bundled"]
