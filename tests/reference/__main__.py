"""Print how every example compares with its published trajectory: ``python -m tests.reference``."""

from __future__ import annotations

import sys

from drivetrain import examples, simulate
from tests.reference.compare import compare, read, reference_folder


def main() -> int:
    """Print the table; return 1 if a signal leaves its tube."""
    folder = reference_folder()
    if folder is None:
        print("no reference trajectories at hand (set DRIVETRAIN_REFERENCE)")
        return 0
    print(
        f"{'example':<18} {'signal':<26} {'points':>6} {'excess':>9} {'at / s':>9} "
        f"{'rms/range':>10}"
    )
    failed = False
    for name in examples.names():
        path = folder / f"{'First' if name == 'FirstGrounded' else name}.csv"
        if not path.exists():
            continue
        model = examples.find(name)()
        interval = model.experiment.interval or model.experiment.stop_time / 500
        for c in compare(simulate(model), read(path), interval):
            failed |= not c.agrees
            mark = "" if c.agrees else "  <-- outside"
            print(
                f"{name:<18} {c.signal:<26} {c.points:>6} {c.excess:>9.2e} {c.at:>9.4f} "
                f"{c.rms:>10.2e}{mark}"
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
