# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The columns of the list of runs, each declared once: a new one is an entry of `run_columns`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import FAILED, FINISHED, STATUS_TITLES, RunHead
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.cells import ItemColumn, TableCell
from driveproof.wording.catalogue import _
from driveproof.wording.dates import exact_stamp, short_moment, stamp
from driveproof.wording.profile import run_title
from driveproof.wording.say import value_text
from driveproof.wording.units import bandwidth_value, format_bandwidth, format_iops, iops_value

LONGEST_NAME = 320
"""Pixels: a person may give any name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunColumn(ItemColumn[RunHead]):
    """A column of the list of runs."""

    by: str
    """What the history sorts by (`history.query.Order`)."""
    largest_first: bool = False
    """The order of a first click on its title: dates and figures from the newest and largest."""
    noted: bool = False
    """A change of firmware is noted in it."""
    in_lines: bool = False
    """A long text is written in two small lines."""
    begins: bool = False
    """The beginnings of its texts differ; of others it is the end."""


def when_text(moment: datetime, now: datetime | None = None) -> str:
    """A date as short as possible: with the year only if it is another one."""
    return short_moment(moment, now or datetime.now())


def run_columns(*, binary: bool = False) -> tuple[RunColumn, ...]:
    """Every column, in the usual order; bandwidths in MB/s, or MiB/s."""
    return (
        RunColumn(
            _("When"),
            name="when",
            cell=_when,
            by="started",
            largest_first=True,
            sample="20 Nov, 20:20",
            always=True,
        ),
        RunColumn(
            _("Test"),
            name="test",
            cell=_test,
            by="title",
            sample="Quick benchmark",
            least="Position scan",
            most=LONGEST_NAME,
            gives_way=8,
            in_lines=True,
            begins=True,
        ),
        RunColumn(
            _("Label"),
            name="label",
            cell=lambda head: TableCell(shown(head.label), tip=head.label, color="text"),
            by="label",
            sample="after TRIM",
            least="after the update",
            most=LONGEST_NAME,
            grows=1,
            noted=True,
            in_lines=True,
            begins=True,
        ),
        RunColumn(
            _("Drive"),
            name="drive",
            cell=_drive,
            by="model",
            sample="SSD 990 Pro",
            least="Samsung SSD 990",
            most=LONGEST_NAME,
            grows=1,
            noted=True,
            in_lines=True,
        ),
        RunColumn(
            _("Folder"),
            name="folder",
            cell=_folder,
            by="path",
            sample="/home",
            least="/run/media/x",
            most=LONGEST_NAME,
            grows=1,
            gives_way=3,
            noted=True,
            in_lines=True,
        ),
        _bandwidth("sequential_read", _("Seq. read"), Direction.READ, 7, binary=binary),
        _bandwidth("sequential_write", _("Seq. write"), Direction.WRITE, 6, binary=binary),
        _iops("random_read", _("Rnd. read"), Direction.READ, 5),
        _iops("random_write", _("Rnd. write"), Direction.WRITE, 4),
        RunColumn(
            _("Firmware"),
            name="firmware",
            cell=lambda head: TableCell(shown(head.firmware or ""), color="muted"),
            by="firmware",
            sample="4B2QJXD7",
            gives_way=2,
            usual=False,
        ),
        RunColumn(
            _("File system"),
            name="filesystem",
            cell=lambda head: TableCell(shown(head.filesystem or ""), color="muted"),
            by="filesystem",
            sample="ext4",
            gives_way=1,
            usual=False,
        ),
    )


def _when(head: RunHead) -> TableCell:
    moment = head.started
    return TableCell(when_text(moment), tip=exact_stamp(moment), color="text", copied=stamp(moment))


def _test(head: RunHead) -> TableCell:
    """The name of the test, with how it ended unless it finished."""
    text = title = run_title(head.title or head.profile, head.profile, head.cache)
    if head.status != FINISHED:
        text = _("{first}, {second}").format(
            first=title, second=value_text(STATUS_TITLES.get(head.status, head.status))
        )
    tip = f"{title}, {value_text(STATUS_TITLES.get(head.status, head.status))}"
    return TableCell(text, tip=tip, color="bad" if head.status == FAILED else "muted")


def _drive(head: RunHead) -> TableCell:
    tip = " ".join(part for part in (head.model, head.firmware, head.device) if part)
    text = shown(head.model or head.device or head.path) or _("unknown")
    return TableCell(text, tip=tip, color="muted")


def _folder(head: RunHead) -> TableCell:
    tip = f"{head.path} ({head.filesystem})" if head.filesystem else head.path
    return TableCell(shown(head.path), tip=tip, color="muted")


def _bandwidth(
    name: str, title: str, direction: Direction, gives_way: int, *, binary: bool
) -> RunColumn:
    def written(value: float) -> tuple[str, str]:
        return bandwidth_value(value, binary=binary)[0], format_bandwidth(value, binary=binary)

    unit = bandwidth_value(0, binary=binary)[1]
    column = _figures(name, (title, unit), (MetricName.BANDWIDTH, direction), written)
    return replace(column, sample="9999", gives_way=gives_way)


def _iops(name: str, title: str, direction: Direction, gives_way: int) -> RunColumn:
    def written(value: float) -> tuple[str, str]:
        return "".join(iops_value(value)), format_iops(value)

    column = _figures(name, (title, "IOPS"), (MetricName.IOPS, direction), written)
    return replace(column, sample="99 999", gives_way=gives_way)


def _figures(
    name: str,
    lines: tuple[str, str],
    of: tuple[MetricName, Direction],
    written: Callable[[float], tuple[str, str]],
) -> RunColumn:
    """A column of figures: without their unit, which is in the title, and spoken with it."""
    metric, direction = of

    def cell(head: RunHead) -> TableCell:
        found = (one for one in head.figures if one[1] == direction and one[2] == metric)
        figure = next(found, None)
        if figure is None:
            return TableCell("")
        text, spoken = written(figure[3])
        tip = _("{figure}, median of the repeats").format(figure=figure[0])
        return TableCell(text, tip=tip, color=direction, spoken=spoken)

    return RunColumn(
        ", ".join(lines),
        lines=lines,
        name=name,
        cell=cell,
        by=f"{metric} {direction}",
        figures=True,
        largest_first=True,
    )
