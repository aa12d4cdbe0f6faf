"""Pictures of results. Matplotlib is imported when the first picture is drawn."""

from drivetrain.plotting.result import plot, plot_result

__all__ = ["plot", "plot_result"]
