"""Plots of results. Matplotlib is imported when the first figure is drawn."""

from drivetrain.plotting.result import plot, plot_result

__all__ = ["plot", "plot_result"]
