# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison to paste in a forum: the answer, both figures of each test, what else differs.

Like a run's block (forum_text) it leaves out what only concerns the person: sides are called
before and after or by the models of their drives, not by labels or serial numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.comparison.answer import metric_interval
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.sentences import PROMISE, caveat, comparison_sentences
from driveproof.domain.comparison.side_names import IN_SENTENCES, side_heads
from driveproof.domain.figure import Interval
from driveproof.domain.metric import MetricName
from driveproof.export.text.forum_run import RULE, facts_of, foreign, stem_of
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.figures import interval_text
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import change_text, verdict_text
from driveproof.wording.units import MINUS, NARROW

_SECTIONS = (*DIRECTIONS, Direction.MIXED)


def forum_comparison(comparison: Comparison) -> str:
    """The block, ASCII but for foreign names."""
    said_heads = side_heads(comparison, IN_SENTENCES, private=True)
    heads = tuple(foreign(value_text(head)) for head in said_heads)
    columns = (heads[0], _("other") if len(heads) > 2 else heads[1])
    named = tuple(
        replace(side, name=head) for side, head in zip(comparison.sides, heads, strict=True)
    )
    # The sentence names drives as it finds them there.
    told = tuple(
        replace(one, drives=(heads[0], heads[one.side])) if one.drives
        else one for one in comparison.differs
    )  # fmt: skip
    comparison = replace(comparison, sides=named, differs=told)
    first = named[0].runs[0]
    versions = {run.environment.fio for side in named for run in side.runs}
    by = [f"Driveproof {first.environment.driveproof or ''}".strip()]
    by += sorted(f"fio-{one.removeprefix('fio-')}" for one in versions if one)
    who = _against(", ".join(heads[1:]), heads[0])
    lines = [foreign(f"{', '.join(by)}, {who}"), RULE]
    claimed = any(one.verdict in CLAIMS for one in comparison.primary)
    said = [say_texts(comparison_sentences(comparison))]
    said += [say_text(PROMISE)] if claimed else []
    said += [] if (open_end := caveat(comparison)) is None else [say_text(open_end)]
    said.append(_("MB/s = 1,000,000 bytes/s; geometric means of all repeats"))
    for text in filter(None, said):
        whole = wrapped(foreign(text), len(RULE) - 2, encoding="ascii")
        lines += [f"{'  ' if number else '* '}{line}" for number, line in enumerate(whole)]
    for number in range(1, len(named)):
        mine = [metric for metric in comparison.primary if metric.side == number]
        if len(named) > 2 and mine:
            lines += ["", f"{_against(heads[number], heads[0])}:"]
        lines += _figures(mine, columns)
    lines += ["", *_facts(comparison)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _against(other: str, first: str) -> str:
    return _("{other} against {first}").format(other=other, first=first)


def _figures(metrics: list[Metric], heads: tuple[str, str]) -> Iterator[str]:
    for section in _SECTIONS:
        mine = [metric for metric in metrics if metric.test.direction == section]
        rows = list(map(_row, mine))
        if not rows:
            continue
        title = "Mix" if section == Direction.MIXED else section.title()
        head = (f"[{title}]", *heads, "", _("change"), _("95 % interval"), _("verdict"))
        yield ""
        yield from table([head, *rows], (0, 3, 6), encoding="ascii")


_UNITS = {MetricName.BANDWIDTH: (1e6, 3, "MB/s"), MetricName.TIME: (1.0, 3, "s")}
"""What a figure is divided by, its decimals, and its unit."""


def _row(metric: Metric) -> tuple[str, ...]:
    divisor, digits, unit = _UNITS.get(metric.metric, (1.0, 1, "IOPS"))
    numbers = (
        _("unknown") if one is None else f"{one / divisor:.{digits}f}"
        for one in (metric.before, metric.after)
    )
    change = metric_interval(metric) or Interval(None)
    name = f"  {stem_of(metric.name, metric.test.direction)}"
    if metric.test.direction == Direction.MIXED:
        name += f" {metric.direction}"
    return (
        name,
        *numbers,
        unit,
        _plain(change_text(change)),
        _plain(interval_text(change.low, change.high)),
        _plain(verdict_text(change)),
    )


def _facts(comparison: Comparison) -> list[str]:
    """A line for each; "1.0 -> 2.0" where the sides differ."""
    sides = [dict(facts_of(side.runs[0])) for side in comparison.sides]
    names = dict.fromkeys(name for facts in sides for name in facts)
    pairs = []
    for name in names:
        values = [foreign(facts.get(name, _("unknown"))) for facts in sides]
        alike = len(set(values)) == 1
        pairs.append((name, values[0] if alike else " -> ".join(values)))
    width = max((len(name) for name, _ in pairs), default=0)
    return [f"{name:>{width}}: {value}" for name, value in pairs]


def _plain(text: str) -> str:
    return text.replace(NARROW, " ").replace("±", "+-").replace(MINUS, "-").replace("×", "x")
