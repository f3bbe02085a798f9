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


class RunColumn(IntEnum):
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


ADDITIONAL = frozenset({RunColumn.FIRMWARE, RunColumn.FILESYSTEM})
"""Hidden until the person chooses them."""


FIGURES = {
    RunColumn.SEQUENTIAL_READ: (MetricName.BANDWIDTH, Direction.READ),
    RunColumn.SEQUENTIAL_WRITE: (MetricName.BANDWIDTH, Direction.WRITE),
    RunColumn.RANDOM_READ: (MetricName.IOPS, Direction.READ),
    RunColumn.RANDOM_WRITE: (MetricName.IOPS, Direction.WRITE),
}
TEXTS = frozenset({RunColumn.TEST, RunColumn.LABEL, RunColumn.DRIVE, RunColumn.FOLDER}) | ADDITIONAL
BANDWIDTH = MetricName.BANDWIDTH
BY = {
    RunColumn.WHEN: "started",
    RunColumn.TEST: "title",
    RunColumn.LABEL: "label",
    RunColumn.DRIVE: "model",
    RunColumn.FOLDER: "path",
    RunColumn.FIRMWARE: "firmware",
    RunColumn.FILESYSTEM: "filesystem",
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


def titles() -> dict[RunColumn, str]:
    """The titles of the columns."""
    return {
        RunColumn.WHEN: _("When"),
        RunColumn.TEST: _("Test"),
        RunColumn.LABEL: _("Label"),
        RunColumn.DRIVE: _("Drive"),
        RunColumn.FOLDER: _("Folder"),
        RunColumn.SEQUENTIAL_READ: _("Seq. read"),
        RunColumn.SEQUENTIAL_WRITE: _("Seq. write"),
        RunColumn.RANDOM_READ: _("Rnd. read"),
        RunColumn.RANDOM_WRITE: _("Rnd. write"),
        RunColumn.FIRMWARE: _("Firmware"),
        RunColumn.FILESYSTEM: _("File system"),
    }


def unit_of(column: RunColumn, *, binary: bool) -> str:
    """The unit of the figures in a column; "" for other columns."""
    if column not in FIGURES:
        return ""
    return bandwidth_value(0, binary=binary)[1] if FIGURES[column][0] == BANDWIDTH else "IOPS"


def figure_text(head: RunHead, column: RunColumn, *, binary: bool, unit: bool = False) -> str:
    """A figure without its unit, which is in the title, or with it; "" without one."""
    figure = figure_of(head, column)
    if figure is None:
        return ""
    if figure[2] == BANDWIDTH:
        whole = format_bandwidth(figure[3], binary=binary)
        return whole if unit else bandwidth_value(figure[3], binary=binary)[0]
    return format_iops(figure[3]) if unit else "".join(iops_value(figure[3]))


def figure_of(head: RunHead, column: RunColumn) -> tuple[str, str, str, float] | None:
    metric, direction = FIGURES[column]
    return next((f for f in head.figures if f[1] == direction and f[2] == metric), None)


def tip_of(head: RunHead, column: RunColumn) -> str:
    if column in FIGURES:
        figure = figure_of(head, column)
        return _("{figure}, median of the repeats").format(figure=figure[0]) if figure else ""
    title = run_title(head.title, head.profile, head.cache)
    return {
        RunColumn.WHEN: exact_stamp(head.started),
        RunColumn.TEST: f"{title}, {status_text(head.status)}",
        RunColumn.LABEL: head.label,
        RunColumn.DRIVE: " ".join(
            part for part in (head.model, head.firmware, head.device) if part
        ),
        RunColumn.FOLDER: f"{head.path} ({head.filesystem})" if head.filesystem else head.path,
    }.get(column, "")


def alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in FIGURES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
