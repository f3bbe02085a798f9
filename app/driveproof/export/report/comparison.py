# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a comparison: the verdict first, the figures, and what else was not the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.health_over_runs import Span
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.overview import overview
from driveproof.domain.run.hosts import on_hosts
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.report.document import (
    Block,
    Code,
    Drawing,
    Picture,
    Report,
    Section,
    Table,
    Text,
    footer,
)
from driveproof.export.report.run import surroundings
from driveproof.export.text.command import explanation, shell_command
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.cautions import (
    caution_texts,
    condition_texts,
    condition_title,
    left_out,
)
from driveproof.wording.comparison.cells import cells_of, how_judged, tests_head
from driveproof.wording.comparison.headline import sentence
from driveproof.wording.comparison.judging import judged_heads, judged_row
from driveproof.wording.comparison.overview import overview_note, overview_rows
from driveproof.wording.comparison.remarks import remarks
from driveproof.wording.comparison.side_names import of_drives, row_heads, side_heads
from driveproof.wording.comparison.verdicts import caveat, metric_title
from driveproof.wording.dates import stamp
from driveproof.wording.figures import metric_titles
from driveproof.wording.health.changes import change_text
from driveproof.wording.hosts import hosts_text
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import run_title, test_names, test_title
from driveproof.wording.run import drive_facts, runs_text

_NAMED = 3
"""Sides by name in a title, beside the base."""


def _alone_heads() -> tuple[str, str]:
    """What two sides of one drive are called above columns."""
    return _("Before"), _("After")


def place(number: int, comparison: Comparison) -> str:
    """What a side is called in tables: before, after, after 2, or its drive."""
    return side_heads(comparison)[number]


def _runs_section(comparison: Comparison) -> Section:
    """Which runs each side has."""
    rows = tuple(
        (
            place(number, comparison),
            run.id,
            run.label,
            run_title(run.title, run.profile, run.cache),
            stamp(run.started),
            run.environment.fio or "",
            run.environment.kernel or "",
        )
        for number, side in enumerate(comparison.sides)
        for run in side.runs
    )
    columns = (_("Side"), _("Run"), _("Label"), _("Profile"), _("Measured"), "fio", "Linux")
    return Section(_("Run"), (Table(columns, rows, left=len(columns)),))


def _environment_section(comparison: Comparison) -> Section:
    """Drive, target and machine of each side; values that differ between its runs are listed one by
    one.
    """
    told = [_values(side) for side in comparison.sides]
    names = dict.fromkeys(name for values in told for name in values)
    rows = tuple((name, *(values.get(name, _("not known")) for values in told)) for name in names)
    columns = ("", *side_heads(comparison, _alone_heads()))
    return Section(_("Environment"), (Table(columns, rows, left=len(columns)),))


def _values(side: Side) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for run in side.runs:
        for name, value in (*drive_facts(run), *surroundings(run)):
            found.setdefault(name, {})[value] = None
    return {name: "; ".join(values) for name, values in found.items()}


def _commands_section(comparison: Comparison) -> Section | None:
    """The exact command of each test; said once where the sides have the same one."""
    said: dict[tuple[str, str], list[int]] = {}
    how: dict[str, None] = {}
    for number, side in enumerate(comparison.sides):
        for run, name, command in _commands(side):
            said.setdefault((name, command), []).append(number)
            words = _("Options in the imported file:")
            how[words if run.source else explanation(run.target)] = None
    if not said:
        return None
    called = test_names(run for side in comparison.sides for run in side.runs)
    order = dict.fromkeys(name for name, _ in said)
    every = len(comparison.sides)
    blocks: list[Block] = [Text(words, quiet=True) for words in how]
    for name in order:
        for (of, command), numbers in said.items():
            if of == name:
                sides = ", ".join(place(number, comparison) for number in numbers)
                test = called[name]
                title = test if len(numbers) == every else f"{test} ({sides})"
                blocks.append(Code(title, command))
    return Section(_("Commands"), tuple(blocks))


def _commands(side: Side) -> Iterable[tuple[Run, str, str]]:
    """Each test's command as the side ran it first."""
    seen: set[str] = set()
    for run in side.runs:
        for phase in run.phases:
            if phase.command and phase.name not in seen:
                seen.add(phase.name)
                yield run, phase.name, shell_command(phase, run.target.path)


def comparison_report(
    comparison: Comparison,
    spans: Iterable[Span] = (),
    drawings: Sequence[Drawing] = (),
    tests: Sequence[Drawing] = (),
    *,
    binary: bool = False,
    version: str = "",
) -> Report:
    """The report; `spans` are the drives' health over all runs, `drawings` pictures of the answer,
    `tests` those of single tests.
    """
    mine = [run for side in comparison.sides for run in side.runs]
    parts = [
        _result(comparison, drawings, binary),
        _mind(comparison),
        _differs(comparison),
        *(_health(span) for span in spans),
        _tests(tests),
        _details(comparison, binary),
        _runs_section(comparison),
        _environment_section(comparison),
        _commands_section(comparison),
        _judging(comparison),
    ]
    return Report(
        title=_title(comparison),
        headline=sentence(comparison),
        word=_word(comparison),
        subject=tuple(
            _side(number, side, comparison) for number, side in enumerate(comparison.sides)
        ),
        sections=tuple(part for part in parts if part is not None),
        footer=footer(version, runs_text(len(mine))),
    )


def _title(comparison: Comparison) -> str:
    first, *others = [side.name for side in comparison.sides]
    names, more = ", ".join(others[:_NAMED]), len(others) - _NAMED
    if more > 0:
        names = _("{names} and {count} more").format(names=names, count=more)
    return _("{others} against {first}").format(others=names, first=first)


def _word(comparison: Comparison) -> str:
    """The mark beside the verdict: slower is bad, what could not be determined is unknown."""
    verdicts = {metric.verdict for metric in comparison.primary}
    if Verdict.SLOWER in verdicts:
        return "bad"
    if Verdict.FASTER in verdicts:
        return "fine"
    if Verdict.POSSIBLE in verdicts:
        return "odd"
    return "" if verdicts & {Verdict.WITHIN, Verdict.UNDECIDED} else "unknown"


def _side(number: int, side: Side, comparison: Comparison) -> str:
    first = side.runs[0]
    target = first.target
    head = place(number, comparison)
    parts = [
        "" if visible(side.name) == head else side.name,
        hosts_text(first) if on_hosts(first) else "",
        target.model or target.device or target.path,
        _("firmware {firmware}").format(firmware=target.firmware) if target.firmware else "",
        stamp(min(run.started for run in side.runs)),
        runs_text(len(side.runs)),
    ]
    return f"{head}: {' · '.join(part for part in parts if part)}"


def _result(comparison: Comparison, drawings: Sequence[Drawing], binary: bool) -> Section:
    blocks: list[Block] = [Picture(drawing) for drawing in drawings]
    several = len(comparison.sides) > 2
    if several and comparison.primary:
        heads = side_heads(comparison)
        first, *others = overview_rows(overview(comparison), heads, binary=binary)
        blocks.append(Table(first, tuple(others)))
        blocks.append(Text(overview_note(heads[0]), quiet=True))
    rows = []
    for metric in comparison.primary:
        cells = cells_of(metric, binary=binary)
        name = _test(metric)
        side = (place(metric.side, comparison),) if several else ()
        rows.append(
            (
                name,
                *side,
                cells.verdict,
                cells.before,
                cells.after,
                cells.change,
                cells.interval,
            )
        )
    if rows:
        titles = (
            tests_head(comparison),
            _("Verdict"),
            *_heads(comparison),
            _("Change"),
            _("95 % interval"),
        )
        blocks.append(Table(_columns(titles, several), tuple(rows), left=2 + several))
        text = _("Medians of the repeats; changes are {sides}.")
        blocks.append(Text(text.format(sides=_against(comparison)), quiet=True))
    else:
        blocks.append(Text(_("No test is in both.")))
    title = _("Other differences") if of_drives(comparison) else _("What changed")
    return Section(title, tuple(blocks))


def _heads(comparison: Comparison) -> tuple[str, str]:
    return row_heads(comparison, _alone_heads(), _("Other"))


def _against(comparison: Comparison) -> str:
    heads = side_heads(comparison)
    return _("{other} against {first}").format(other=", ".join(heads[1:]), first=heads[0])


def _judging(comparison: Comparison) -> Section | None:
    """How each test was judged, and what the rule promises."""
    if not comparison.primary:
        return None
    several = len(comparison.sides) > 2
    rows = tuple(
        (_test(metric), *((place(metric.side, comparison),) if several else ()), *row)
        for metric in comparison.primary
        if (row := judged_row(metric, comparison))
    )
    blocks: list[Block] = [Text(how_judged(), quiet=True)]
    if rows:
        heads = _columns((_("Test"), *judged_heads()), several)
        blocks.append(Table(heads, rows, left=len(heads)))
    return Section(_("How it is judged"), tuple(blocks))


def _tests(drawings: Sequence[Drawing]) -> Section | None:
    pictures = tuple(map(Picture, drawings))
    return Section(_("Test by test"), pictures) if pictures else None


def _mind(comparison: Comparison) -> Section | None:
    open_end = caveat(comparison)
    lines = [
        *([open_end] if open_end else []),
        *caution_texts(comparison),
        *(one.line() for one in remarks(comparison)),
        *(
            _("Not compared: {test}: {reason}.").format(test=test, reason=reason)
            for test, reason in left_out(comparison)
        ),
    ]
    return Section(_("Notes"), tuple(map(Text, lines))) if lines else None


def _differs(comparison: Comparison) -> Section | None:
    if not comparison.differs:
        return None
    several = len(comparison.sides) > 2
    heads = ("", *_heads(comparison))
    rows = tuple(
        (
            f"{condition_title(one.what)} ({place(one.side, comparison)})"
            if several
            else condition_title(one.what),
            *condition_texts(one),
        )
        for one in comparison.differs
    )
    return Section(_("Other differences"), (Table(heads, rows, left=3),))


def _health(span: Span) -> Section:
    rows = tuple(tuple(change_text(one)) for one in span.changes)
    blocks: list[Block] = [Text(span.identity, quiet=True)]
    if rows:
        blocks.append(Table((_("Value"), _("Before"), _("After"), _("Change")), rows, left=4))
    else:
        blocks.append(Text(_("No changes.")))
    return Section(_("Health before and after"), tuple(blocks))


def _details(comparison: Comparison, binary: bool) -> Section | None:
    rest = [metric for metric in comparison.metrics if not metric.primary]
    if not rest:
        return None
    several = len(comparison.sides) > 2
    rows = []
    for metric in rest:
        cells = cells_of(metric, binary=binary)
        name = f"{test_title(metric.title, metric.profile)} {_ways(metric)}"
        side = (place(metric.side, comparison),) if several else ()
        figures = (cells.before, cells.after, cells.change, cells.interval)
        rows.append((name, *side, metric_titles()[metric.metric], *figures))
    heads = (_("Test"), _("Metric"), *_heads(comparison), _("Change"), _("95 % interval"))
    table = Table(_columns(heads, several), tuple(rows), left=2 + several)
    return Section(_("Without a verdict"), (table,))


def _columns(heads: tuple[str, ...], several: bool) -> tuple[str, ...]:
    return (heads[0], _("Side"), *heads[1:]) if several else heads


def _test(metric: Metric) -> str:
    return metric_title(metric)


def _ways(metric: Metric) -> str:
    way = direction_word(metric.direction)
    mixed = metric.test.direction == Direction.MIXED
    return _("mixed, {direction}").format(direction=way) if mixed else way
