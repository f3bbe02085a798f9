# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a comparison: the verdict first, the figures, and what else was not the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from driveproof.domain import figure
from driveproof.domain.answer import Answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.side_names import IN_SENTENCES, side_heads
from driveproof.domain.rating import ODD
from driveproof.domain.run.run import Run
from driveproof.domain.run_facts import drive_facts
from driveproof.export.report.answer import answer_sections
from driveproof.export.report.document import (
    CommandBlock,
    Drawing,
    PictureBlock,
    Report,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
    footer,
)
from driveproof.export.report.run import surroundings
from driveproof.export.text.command import explanation, shell_command
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.finding import advised_text
from driveproof.wording.profile import run_title, test_names
from driveproof.wording.run import runs_text
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text, fact_texts

_NAMED = 3
"""Sides by name in a title, beside the base."""
MOST_CHANGES = 24
"""Rows of changes in a picture; more are a table of all sides."""


def place(number: int, comparison: Comparison) -> str:
    """What a side is called in tables: before, after, or its drive."""
    return value_text(side_heads(comparison)[number])


def _runs_section(comparison: Comparison) -> Section:
    """Which runs each side has."""
    rows = tuple(
        (
            place(number, comparison),
            run.id,
            run.label,
            run_title(run.title, run.profile, run.cache),
            date_and_time(run.started),
            run.environment.fio or "",
            run.environment.kernel or "",
        )
        for number, side in enumerate(comparison.sides)
        for run in side.runs
    )
    columns = (_("Side"), _("Run"), _("Label"), _("Profile"), _("Measured"), "fio", "Linux")
    return Section(_("Run"), (TableBlock(columns, rows, left=len(columns)),))


def _environment_section(comparison: Comparison) -> Section:
    """Drive, target and machine of each side; values that differ between its runs are listed one by
    one.
    """
    told = [_values(side) for side in comparison.sides]
    names = dict.fromkeys(name for values in told for name in values)
    rows = tuple((name, *(values.get(name, _("unknown")) for values in told)) for name in names)
    columns = ("", *map(value_text, side_heads(comparison)))
    return Section(_("Environment"), (TableBlock(columns, rows, left=len(columns)),))


def _values(side: Side) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for run in side.runs:
        for name, value in (*fact_texts(drive_facts(run)), *surroundings(run)):
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
    heads = side_heads(comparison, IN_SENTENCES)
    every = len(comparison.sides)
    blocks: list[ReportBlock] = [TextBlock(words, quiet=True) for words in how]
    for name in order:
        for (of, command), numbers in said.items():
            if of == name:
                sides = ", ".join(value_text(heads[number]) for number in numbers)
                test = called[name]
                title = test if len(numbers) == every else f"{test} ({sides})"
                blocks.append(CommandBlock(title, command))
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
    answer: Answer,
    spans: Iterable[HealthSpan] = (),
    drawings: Sequence[Drawing] = (),
    tests: Sequence[Drawing] = (),
    *,
    binary: bool = False,
    version: str = "",
) -> Report:
    """The report; `spans` are the drives' health over all runs, `drawings` pictures of the answer,
    `tests` those of single tests.
    """
    _sides, *rest = answer.blocks
    result, details = (
        answer_sections(blocks, pictures, binary=binary)
        for blocks, pictures in (
            ([one for one in rest if not _detailed(one)], tuple(map(PictureBlock, drawings))),
            (list(filter(_detailed, rest)), ()),
        )
    )
    parts = [
        *result,
        _mind(comparison),
        *(_health(span) for span in spans),
        _tests(tests),
        _runs_section(comparison),
        _environment_section(comparison),
        _commands_section(comparison),
        *details,
    ]
    return replace(
        _head(comparison, answer, binary=binary, version=version),
        sections=tuple(part for part in parts if part is not None),
    )


def comparison_picture(
    comparison: Comparison,
    answer: Answer,
    spans: Iterable[HealthSpan],
    drawings: Sequence[Drawing],
    *,
    more: int = 0,
    binary: bool = False,
    version: str = "",
) -> Report:
    """What a picture of a comparison says: the answer, its `drawings`, and how to take them. `more`
    tests have pictures in the report alone.
    """
    blocks: list[ReportBlock] = [*_cautions(comparison)]
    blocks += map(PictureBlock, drawings)
    if more:
        text = ngettext(
            "The report has the curves of {count} more test.",
            "The report has the curves of {count} more tests.",
            more,
        )
        blocks.append(TextBlock(text.format(count=more), quiet=True))
    blocks += [TextBlock(say_text(span.say), quiet=True) for span in spans if span.changes]
    tables = {"differs", "unmatched"} | (set() if draws_changes(answer) else {"overview"})
    kept = [
        block
        for block in answer.blocks
        if isinstance(block, figure.Text)
        or (isinstance(block, figure.Table) and block.key in tables)
    ]
    return replace(
        _head(comparison, answer, binary=binary, version=version),
        sections=(Section("", tuple(blocks)), *answer_sections(kept, binary=binary)),
    )


def draws_changes(answer: Answer) -> bool:
    """Whether a picture has a row for each change."""
    changes = answer.changes
    return changes is not None and sum(len(row.others) for row in changes.rows) <= MOST_CHANGES


def _head(comparison: Comparison, answer: Answer, *, binary: bool, version: str) -> Report:
    """What was compared, and what came out."""
    runs = sum(len(side.runs) for side in comparison.sides)
    return Report(
        title=_title(comparison),
        headline=say_texts(answer.sentences, binary=binary),
        word=_word(comparison),
        subject=tuple(_subject(answer.blocks[0])),
        footer=footer(version, runs_text(runs)),
    )


def _detailed(block: figure.Block) -> bool:
    return isinstance(block, figure.Table) and block.details


def _subject(sides: figure.Block) -> Iterator[str]:
    """A line for each side."""
    if isinstance(sides, figure.Table):
        told = (sides.column(key) for key in ("side", "name", "profile", "drive", "measured"))
        for head, *cells in zip(*told, strict=True):
            known = " · ".join(filter(None, map(cell_text, cells)))
            yield f"{cell_text(head)}: {known}"


def _title(comparison: Comparison) -> str:
    first, *others = [side.name for side in comparison.sides]
    names, more = ", ".join(others[:_NAMED]), len(others) - _NAMED
    if more > 0:
        names = _("{names} and {count} more").format(names=names, count=more)
    return _("{other} against {first}").format(other=names, first=first)


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


def _tests(drawings: Sequence[Drawing]) -> Section | None:
    pictures = tuple(map(PictureBlock, drawings))
    return Section(_("Test by test"), pictures) if pictures else None


def _mind(comparison: Comparison) -> Section | None:
    lines = tuple(_cautions(comparison))
    return Section(_("Notes"), lines) if lines else None


def _cautions(comparison: Comparison) -> Iterator[TextBlock]:
    """What puts the figures in doubt."""
    return (TextBlock(advised_text(one), word=ODD) for one in comparison.cautions)


def _health(span: HealthSpan) -> Section:
    rows = tuple(
        tuple(map(cell_text, (one.title, *one.ends, one.difference))) for one in span.changes
    )
    blocks: list[ReportBlock] = [TextBlock(span.identity, quiet=True)]
    if rows:
        blocks.append(TableBlock((_("Value"), _("Before"), _("After"), _("Change")), rows, left=4))
    else:
        blocks.append(TextBlock(_("No changes.")))
    return Section(_("Health before and after"), tuple(blocks))
