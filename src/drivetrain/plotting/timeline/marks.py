"""What of a row of spans can be seen: bars, and blocks where bars are too narrow to tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from drivetrain.simulation.results.timelines.spans import Span

__all__ = ["Mark", "Share", "marks_of"]

_LEAST_SHARE = 0.2
"""Height of a share of a block, relative to the block, below which it is not drawn."""


@dataclass(frozen=True)
class Share:
    """A state within a mark.

    Parameters
    ----------
    span : Span
        One of the spans in this state.
    part : float
        Share of the height, 0 … 1.
    """

    span: Span
    part: float


@dataclass(frozen=True)
class Mark:
    """A rectangle in a row.

    Parameters
    ----------
    begin, end : float
        Where it is drawn, s: at least as wide as the finest line.
    shares : tuple of Share
        States within it, from below; one for a plain bar.
    count : int
        Number of short visits to a state, such as slips, that are drawn as one; 1 for a plain bar.
    """

    begin: float
    end: float
    shares: tuple[Share, ...]
    count: int = 1


def marks_of(spans: Sequence[Span], least: float) -> Iterator[Mark]:
    """Yield the marks of a row: first the bars that are wide enough, then the narrow ones above.

    Parameters
    ----------
    spans : sequence of Span
        Spans in the order of time, without gaps.
    least : float
        Width of the finest line, s.
    """
    wide = [span for span in spans if span.duration >= least]
    yield from (Mark(span.begin, span.end, (Share(span, 1.0),)) for span in wide)
    for is_narrow, run in groupby(spans, lambda span: span.duration < least):
        if is_narrow:
            yield _block(list(run), least)


def _block(spans: Sequence[Span], least: float) -> Mark:
    """Return adjacent narrow spans as one mark."""
    begin, end = spans[0].begin, spans[-1].end
    missing = max(least - (end - begin), 0.0) / 2
    return Mark(begin - missing, end + missing, _shares(spans), _visits(spans))


def _shares(spans: Sequence[Span]) -> tuple[Share, ...]:
    """Return the states with their shares of time; the rarest remain visible."""
    lasting: dict[str, float] = {}
    one: dict[str, Span] = {}
    for span in spans:
        lasting[span.label] = lasting.get(span.label, 0.0) + span.duration
        one.setdefault(span.label, span)
    whole = sum(lasting.values())
    parts = {
        label: max(time / whole if whole > 0 else 0.0, _LEAST_SHARE)
        for label, time in lasting.items()
    }
    scale = sum(parts.values())
    order = sorted(parts, key=lambda label: (-parts[label], label))
    return tuple(Share(one[label], parts[label] / scale) for label in order)


def _visits(spans: Sequence[Span]) -> int:
    """Return how often the part slid; if it did not, how often it left the commonest state."""
    slips = sum(span.state == "sliding" for span in spans)
    if slips:
        return slips
    labels = Counter(span.label for span in spans)
    return max(len(spans) - max(labels.values()), 1)
