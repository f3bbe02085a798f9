# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of the comparison page: the sentences around its figures; no widget."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.comparison.answer import by_test, metric_interval, side_value
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import unchanged_conditions
from driveproof.domain.comparison.difference import CLAIMS, Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.remarks import remarks as remarks_of
from driveproof.domain.comparison.sentences import PROMISE, caveat
from driveproof.domain.figure import Interval
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.finding import advised_text
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import cell_text


def interval_of(metric: Metric) -> Interval:
    """The change of a metric; an empty one where there is none."""
    return metric_interval(metric) or Interval(None)


def tone(metric: Metric) -> str:
    """The tone that colours the verdict."""
    words = {Verdict.FASTER: "good", Verdict.SLOWER: "bad", Verdict.POSSIBLE: "hint"}
    return words.get(metric.verdict, "") if metric.verdict else ""


def figure(metric: Metric, number: float | None, *, binary: bool) -> str:
    """The figure of a side with its unit, "–" if unknown."""
    return cell_text(side_value(metric, number), binary=binary) or "–"


def telling(comparison: Comparison) -> int:
    """The index of the row to open first: the clearest result, otherwise the first."""
    found = list(enumerate(by_test(comparison)))
    best = min(found, key=lambda pair: (rank(pair[1].verdict), pair[0]))
    return best[0]


def rank(verdict: Verdict | None) -> int:
    """How clear a result is, from 0 on."""
    known: dict[Verdict | None, int]
    known = {Verdict.FASTER: 0, Verdict.SLOWER: 0, Verdict.POSSIBLE: 1}
    return known.get(verdict, 2)


def detail_line(comparison: Comparison) -> str:
    """The compared sides: "before TRIM, 20 Nov, 18:04 → after TRIM, 20 Nov, 18:31"."""
    return " → ".join(side_line(side) for side in comparison.sides)


def side_line(side: Side) -> str:
    """A side with its runs and their dates."""
    first = side.runs[0].started
    when, short = date_and_time(first), date_and_time(first, year=False)
    name = shown(side.name)
    words = name if when in name or short in name else f"{name}, {when}"
    if len(side.runs) > 1:
        runs = ngettext("{count} run", "{count} runs", len(side.runs)).format(count=len(side.runs))
        return _("{first}, {second}").format(first=words, second=runs)
    return words


def cautions(comparison: Comparison) -> list[str]:
    """What the person must know before believing the figures."""
    return [shown(advised_text(one, Face.WINDOW)) for one in comparison.cautions]


def next_line(comparison: Comparison) -> str:
    """What these runs show and what would show more, "" where nothing would."""
    claimed = any(metric.verdict in CLAIMS for metric in comparison.primary)
    said = (PROMISE if claimed else None, caveat(comparison))
    return say_texts(filter(None, said))


def remarks(comparison: Comparison) -> Iterator[str]:
    """The remarks on single tests, each once."""
    for one in remarks_of(comparison):
        yield say_text(one.line)


def alike(comparison: Comparison) -> str:
    """The state that all runs share, as far as it is known, in a sentence."""
    found = unchanged_conditions(comparison.sides)
    return "" if found is None else say_text(found)
