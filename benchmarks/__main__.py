"""Print the table: ``python -m benchmarks [--times N]``."""

from __future__ import annotations

import argparse

from benchmarks.peers import all_peers
from benchmarks.tasks import all_tasks, seconds_by_pass

_NAME = 58


def main() -> None:
    """Measure everything and print it line by line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="repetitions of the short tasks")
    times = parser.parse_args().times
    print(f"{'task':<{_NAME}} {'minimum':>10} {'median':>10}")
    for task in all_tasks(times):
        sample = task.measure()
        print(
            f"{task.name:<{_NAME}} {_ms(sample.minimum):>10} {_ms(sample.median):>10}", flush=True
        )
    _print_passes(times)
    _print_peers(times)


def _print_passes(times: int) -> None:
    seconds = seconds_by_pass(times)
    total = sum(seconds.values())
    print("\nwhat takes the time of a warm translation")
    for name, value in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"  {name:<{_NAME - 2}} {value / total:>10.0%} {_ms(value):>10}")


def _print_peers(times: int) -> None:
    print(f"\n{'problem, and who else solved it':<{_NAME}} {'here':>10} {'there':>10} {'ratio':>7}")
    for c in all_peers(times):
        here, there = _ms(c.here.median), _ms(c.there.median)
        print(f"{c.problem:<{_NAME}} {here:>10} {there:>10} {c.ratio:>6.1f}×")
        print(f"  {c.peer}; the solutions differ by {c.difference:.1e}")


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.2f} ms"


if __name__ == "__main__":
    main()
