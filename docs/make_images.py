"""Draw the pictures of the documents: ``python docs/make_images.py``."""

import runpy
from pathlib import Path

import matplotlib as mpl

import drivetrain as dt

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"


def main() -> None:
    """Draw all pictures anew."""
    mpl.use("Agg")
    IMAGES.mkdir(exist_ok=True)
    launch = runpy.run_path(str(DOCS.parent / "examples" / "launch.py"))["Launch"]
    result = dt.simulate(launch(), stop_time=1.0)
    signals = ("engine.w", "vehicle.w", "clutch.tau", "clutch.mode")
    result.plot(*signals, path=IMAGES / "launch.png")


if __name__ == "__main__":
    main()
