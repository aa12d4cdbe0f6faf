"""Programs written by hand for one problem each: the limit that a general tool is measured by."""

from benchmarks.handwritten.chain import run_chain, seconds_per_rate
from benchmarks.handwritten.clutches import CoupledRuns, run_clutches

__all__ = ["CoupledRuns", "run_chain", "run_clutches", "seconds_per_rate"]
