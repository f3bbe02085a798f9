# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several sides beside each other as the cells of a table."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.overview import Cell, Overview
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.verdicts import metric_title
from driveproof.wording.figures import percent, write_metric
from driveproof.wording.units import NARROW

CLAIMED = "*"
"""Behind a change that is no chance: only these are claims."""


def base_title() -> str:
    """What the side is called that all others are compared with."""
    return _("baseline")


def overview_cell(one: Overview, column: int, cell: Cell, *, binary: bool = False) -> str:
    """A figure with its change to the base: "520 MB/s (+4.0 %*)"; a dash for an unknown one."""
    if cell.value is None:
        return "–"
    text = write_metric(one.columns[column].metric.metric, cell.value, binary=binary)
    change = overview_change(cell)
    return f"{text} ({change})" if change else text


def overview_change(cell: Cell) -> str:
    """The change to the base, with a mark where it is claimed; "" for the base."""
    metric = cell.against
    if metric is None or metric.ratio is None:
        return ""
    claimed = CLAIMED if metric.verdict in CLAIMS else ""
    return f"{percent(metric.ratio - 1)}{claimed}"


def column_titles(one: Overview) -> tuple[str, ...]:
    """The tests, as they are called everywhere."""
    return tuple(metric_title(column.metric) for column in one.columns)


def in_two_lines(title: str) -> tuple[str, ...]:
    """The name of a test over a narrow column: "Random 4 KiB", "Q32 read"."""
    return tuple(title.split(", ", 1))


def in_narrow_lines(title: str, unit: str = "") -> tuple[str, ...]:
    """The head of a narrow column: "Random", "4 KiB", "Q32 read", "IOPS"."""
    first, *rest = in_two_lines(title)
    return tuple(filter(None, (*first.split(" ", 1), *rest, unit)))


def shared_unit(figures: Sequence[str]) -> str:
    """The unit that all of these have, "" where they differ: "MB/s"."""
    units = {text.rpartition(NARROW)[2] for text in figures if NARROW in text}
    return units.pop() if len(units) == 1 and all(NARROW in text for text in figures) else ""


def overview_rows(
    one: Overview, names: tuple[str, ...], *, binary: bool = False
) -> tuple[tuple[str, ...], ...]:
    """A row for each side below one of heads: the tests. `names` are those of all sides."""
    heads = (_("Side"), *column_titles(one))
    rows = []
    for line in one.lines:
        name = names[line.side]
        name = f"{name} ({base_title()})" if line.side == 0 else name
        cells = (overview_cell(one, at, cell, binary=binary) for at, cell in enumerate(line.cells))
        rows.append((name, *cells))
    return (heads, *rows)


def overview_note(base: str) -> str:
    """What the marks are, below the table."""
    return _("Relative to {base}; {mark}: significant.").format(base=base, mark=CLAIMED)
