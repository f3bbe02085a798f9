# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The columns of the list of runs: names, contents, sort keys."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import Qt

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import FINISHED, RunHead
from driveproof.wording.catalogue import _
from driveproof.wording.dates import exact_stamp, short_moment
from driveproof.wording.profile import run_title
from driveproof.wording.run import status_text
from driveproof.wording.units import bandwidth_value, format_bandwidth, format_iops, iops_value


class Column(IntEnum):
    """The columns by name."""

    WHEN = 0
    TEST = 1
    LABEL = 2
    DRIVE = 3
    FOLDER = 4
    SEQUENTIAL_READ = 5
    SEQUENTIAL_WRITE = 6
    RANDOM_READ = 7
    RANDOM_WRITE = 8
    FIRMWARE = 9
    FILESYSTEM = 10


ADDITIONAL = frozenset({Column.FIRMWARE, Column.FILESYSTEM})
"""Hidden until the person chooses them."""


FIGURES = {
    Column.SEQUENTIAL_READ: (MetricName.BANDWIDTH, Direction.READ),
    Column.SEQUENTIAL_WRITE: (MetricName.BANDWIDTH, Direction.WRITE),
    Column.RANDOM_READ: (MetricName.IOPS, Direction.READ),
    Column.RANDOM_WRITE: (MetricName.IOPS, Direction.WRITE),
}
TEXTS = frozenset({Column.TEST, Column.LABEL, Column.DRIVE, Column.FOLDER}) | ADDITIONAL
BANDWIDTH = MetricName.BANDWIDTH
BY = {
    Column.WHEN: "started",
    Column.TEST: "title",
    Column.LABEL: "label",
    Column.DRIVE: "model",
    Column.FOLDER: "path",
    Column.FIRMWARE: "firmware",
    Column.FILESYSTEM: "filesystem",
    **{column: " ".join(figure) for column, figure in FIGURES.items()},
}


def when_text(moment: datetime, now: datetime | None = None) -> str:
    """A date as short as possible: with the year only if it is another one."""
    return short_moment(moment, now or datetime.now())


def test_text(head: RunHead) -> str:
    """The name of the test, with how it ended unless it finished."""
    title = run_title(head.title or head.profile, head.profile, head.cache)
    if head.status == FINISHED:
        return title
    return _("{first}, {second}").format(first=title, second=status_text(head.status))


def titles() -> dict[Column, str]:
    """The titles of the columns."""
    return {
        Column.WHEN: _("When"),
        Column.TEST: _("Test"),
        Column.LABEL: _("Label"),
        Column.DRIVE: _("Drive"),
        Column.FOLDER: _("Folder"),
        Column.SEQUENTIAL_READ: _("Seq. read"),
        Column.SEQUENTIAL_WRITE: _("Seq. write"),
        Column.RANDOM_READ: _("Rnd. read"),
        Column.RANDOM_WRITE: _("Rnd. write"),
        Column.FIRMWARE: _("Firmware"),
        Column.FILESYSTEM: _("File system"),
    }


def unit_of(column: Column, *, binary: bool) -> str:
    """The unit of the figures in a column; "" for other columns."""
    if column not in FIGURES:
        return ""
    return bandwidth_value(0, binary=binary)[1] if FIGURES[column][0] == BANDWIDTH else "IOPS"


def figure_text(head: RunHead, column: Column, *, binary: bool, unit: bool = False) -> str:
    """A figure without its unit, which is in the title, or with it; "" without one."""
    figure = figure_of(head, column)
    if figure is None:
        return ""
    if figure[2] == BANDWIDTH:
        whole = format_bandwidth(figure[3], binary=binary)
        return whole if unit else bandwidth_value(figure[3], binary=binary)[0]
    return format_iops(figure[3]) if unit else "".join(iops_value(figure[3]))


def figure_of(head: RunHead, column: Column) -> tuple[str, str, str, float] | None:
    metric, direction = FIGURES[column]
    return next((f for f in head.figures if f[1] == direction and f[2] == metric), None)


def tip_of(head: RunHead, column: Column) -> str:
    if column in FIGURES:
        figure = figure_of(head, column)
        return _("{figure}, median of the repeats").format(figure=figure[0]) if figure else ""
    title = run_title(head.title, head.profile, head.cache)
    return {
        Column.WHEN: exact_stamp(head.started),
        Column.TEST: f"{title}, {status_text(head.status)}",
        Column.LABEL: head.label,
        Column.DRIVE: " ".join(part for part in (head.model, head.firmware, head.device) if part),
        Column.FOLDER: f"{head.path} ({head.filesystem})" if head.filesystem else head.path,
    }.get(column, "")


def alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in FIGURES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
