# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What belongs to the sides of a comparison in its report: runs, drives, state, commands."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import Run
from driveproof.export.report.document import Block, Code, Section, Table, Text
from driveproof.export.report.run import surroundings
from driveproof.export.text.command import explanation, shell_command
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.side_names import side_heads
from driveproof.wording.dates import stamp
from driveproof.wording.profile import run_title
from driveproof.wording.run import drive_facts


def heads() -> tuple[str, str]:
    """What two sides of one drive are called above columns."""
    return _("Before"), _("After")


def place(number: int, comparison: Comparison) -> str:
    """What a side is called in tables: before, after, after 2, or its drive."""
    return side_heads(comparison)[number]


def runs(comparison: Comparison) -> Section:
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
    return Section(_("The runs"), (Table(columns, rows, left=len(columns)),))


def environment(comparison: Comparison) -> Section:
    """Drive, target and machine of each side; values that differ between its runs are listed one by
    one.
    """
    told = [_values(side) for side in comparison.sides]
    names = dict.fromkeys(name for values in told for name in values)
    rows = tuple((name, *(values.get(name, _("not known")) for values in told)) for name in names)
    columns = ("", *side_heads(comparison, heads()))
    return Section(_("Environment"), (Table(columns, rows, left=len(columns)),))


def _values(side: Side) -> dict[str, str]:
    found: dict[str, dict[str, None]] = {}
    for run in side.runs:
        for name, value in (*drive_facts(run), *surroundings(run)):
            found.setdefault(name, {})[value] = None
    return {name: "; ".join(values) for name, values in found.items()}


def commands(comparison: Comparison) -> Section | None:
    """The exact command of each test; said once where the sides have the same one."""
    said: dict[tuple[str, str], list[int]] = {}
    how: dict[str, None] = {}
    for number, side in enumerate(comparison.sides):
        for run, name, command in _commands(side):
            said.setdefault((name, command), []).append(number)
            words = _("The options as the imported file has them.")
            how[words if run.source else explanation(run.target)] = None
    if not said:
        return None
    order = dict.fromkeys(name for name, _ in said)
    every = len(comparison.sides)
    blocks: list[Block] = [Text(words, quiet=True) for words in how]
    for name in order:
        for (of, command), numbers in said.items():
            if of == name:
                sides = ", ".join(place(number, comparison) for number in numbers)
                title = name if len(numbers) == every else f"{name} ({sides})"
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
