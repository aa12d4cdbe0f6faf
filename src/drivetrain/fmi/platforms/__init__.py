"""Platforms that units are made for: their names, the static archive of each, the linker."""

from drivetrain.fmi.platforms.archives import archive
from drivetrain.fmi.platforms.linking import link
from drivetrain.fmi.platforms.platform import PLATFORMS, Platform, find_platform, own_platform

__all__ = ["PLATFORMS", "Platform", "archive", "find_platform", "link", "own_platform"]
