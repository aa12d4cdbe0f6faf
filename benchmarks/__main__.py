"""Print how long everything takes, here and elsewhere: ``python -m benchmarks [--peers]``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from benchmarks.certificate_cases import certificate_bars
from benchmarks.chain_cases import chain_bars, growth_bars
from benchmarks.comparison import Bar, print_bars
from benchmarks.ensemble_cases import ensemble_bars
from benchmarks.environments import Unavailable
from benchmarks.file_cases import file_bars
from benchmarks.machine import describe_load, describe_machine
from benchmarks.machine_cases import machine_bars, stiff_bars
from benchmarks.peers import all_environments
from benchmarks.picture_cases import picture_bars
from benchmarks.precision import precision_bars
from benchmarks.sensitivity_cases import sensitivity_bars
from benchmarks.stepping_cases import stepping_bars
from benchmarks.study_cases import study_bars
from benchmarks.tasks import all_tasks, seconds_by_pass
from benchmarks.torsional_cases import torsional_bars

_NAME = 58
_NOTES = """\
Every time of drivetrain is that of the public `simulate`, results included. Ratios are those of the
shortest times: what a task costs when nothing disturbs it. Errors are the largest of angles, speeds
and torques, each over its largest value, against the closed solution."""


def main() -> None:
    """Measure and print line by line, what was promised last."""
    asked = _arguments()
    print("\n".join(describe_machine()))
    if asked.peers:
        _print_peers()
    print(_NOTES)
    if not asked.only:
        _print_tasks(asked.times)
        _print_passes(asked.times)
    print_bars(list(_bars(asked)))
    print(f"\n{describe_load()} at the end")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="repetitions of the short tasks")
    parser.add_argument(
        "--peers", action="store_true", help="everything; environments of peers are made if needed"
    )
    parser.add_argument("--long", action="store_true", help="a chain of a million inertias too")
    parser.add_argument(
        "--only",
        choices=(
            "chain",
            "growth",
            "machines",
            "certificate",
            "stiff",
            "precision",
            "ensemble",
            "files",
            "stepping",
            "torsional",
            "pictures",
            "studies",
            "sensitivities",
        ),
        help="one part",
    )
    return parser.parse_args()


def _bars(asked: argparse.Namespace) -> Iterator[Bar]:
    times, peers = asked.times, asked.peers
    sizes = (20, 200, 1000, 10_000) if peers else (20, 1000)
    if asked.only in (None, "chain"):
        for n in sizes:
            yield from chain_bars(n, times, peers)
    if asked.only in (None, "growth") and (peers or asked.long or asked.only):
        yield from growth_bars(asked.long)
    if asked.only in (None, "machines"):
        yield from machine_bars(times)
    if asked.only in (None, "studies"):
        yield from study_bars(times)
    if asked.only in (None, "sensitivities"):
        yield from sensitivity_bars(times)
    if asked.only in (None, "certificate"):
        yield from certificate_bars(times)
    if asked.only in (None, "stiff"):
        yield from stiff_bars(max(times // 3, 3), peers)
    if asked.only in (None, "precision"):
        yield from precision_bars()
    if asked.only in (None, "files"):
        yield from file_bars(times)
    if asked.only in (None, "ensemble"):
        yield from ensemble_bars(10_000 if peers else 1000)
    if asked.only in (None, "stepping"):
        yield from stepping_bars(times)
    if asked.only in (None, "pictures"):
        yield from picture_bars(times)
    if asked.only == "torsional" or (asked.only is None and peers):
        yield from torsional_bars(times, peers)


def _print_peers() -> None:
    print("peers, each in an environment of its own")
    for environment in all_environments():
        try:
            print(f"  {environment.versions()}", flush=True)
        except Unavailable as reason:
            print(f"  {environment.name} skipped: {reason}", flush=True)


def _print_tasks(times: int) -> None:
    print(f"\n{'task':<{_NAME}} {'minimum':>10} {'median':>10}")
    for task in all_tasks(times):
        sample = task.measure()
        print(
            f"{task.name:<{_NAME}} {_ms(sample.minimum):>10} {_ms(sample.median):>10}", flush=True
        )


def _print_passes(times: int) -> None:
    seconds = seconds_by_pass(times)
    total = sum(seconds.values())
    print("\nwhat takes the time of a warm translation")
    for name, value in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"  {name:<{_NAME - 2}} {value / total:>10.0%} {_ms(value):>10}")


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.2f} ms"


if __name__ == "__main__":
    main()
