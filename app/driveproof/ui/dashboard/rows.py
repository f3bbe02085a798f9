# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a drive's row: texts for people, and sort keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from driveproof.domain.dashboard import DriveLine
from driveproof.domain.rating import Rating
from driveproof.ui.feeds.running import RunningWork
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.cells import CellsModel, Index, TableCell, TableColumn
from driveproof.wording.catalogue import _
from driveproof.wording.dashboard import checked_text, line_name, line_text, speeds_text
from driveproof.wording.dates import date_and_time
from driveproof.wording.table import cell_text
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_percent,
    format_size,
    format_temperature,
    group_digits,
)

LINE_ROLE = Qt.ItemDataRole.UserRole + 1
"""The DriveLine of a cell."""
PROGRESS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The progress of the measurement in a cell, from 0 to 1; None without one."""
_HOUR = 3600
_TONES = {Rating.ODD: Tone.DOUBT, Rating.BAD: Tone.FAILING}
UNKNOWN = "–"
_LAST = math.inf
"""Unknown values come last when a column is sorted."""


class DashboardColumn(IntEnum):
    """The columns in order."""

    DRIVE = 0
    TEMPERATURE = 1
    LIFE = 2
    AGE = 3
    WRITTEN = 4
    FULL = 5
    TRIM = 6
    SPEED = 7
    CHECKED = 8


@dataclass(frozen=True, slots=True)
class DriveCell(TableCell):
    """The first cell of a row, with everything known of the drive."""

    line: DriveLine | None = None


@dataclass(frozen=True, slots=True)
class SpeedCell(TableCell):
    """The last speed; `progress` from 0 to 1 while a measurement is running."""

    progress: float | None = None


def heads() -> tuple[TableColumn, ...]:
    """The titles, in the order of DashboardColumn."""
    return (
        TableColumn(_("Drive"), name="drive", grows=1, always=True),
        TableColumn(
            _("Temp."),
            name="temperature",
            figures=True,
            tip=_("Temperature"),
            sample="99\u202f°C",
            gives_way=8,
        ),
        TableColumn(_("Life left"), name="life", figures=True, sample="100\u202f%", gives_way=7),
        TableColumn(
            _("Age"),
            name="age",
            figures=True,
            tip=_("Power-on time"),
            sample="99\u202f999\u202fh",
            gives_way=2,
        ),
        TableColumn(
            _("Written"),
            name="written",
            figures=True,
            tip=_("Data written"),
            sample="99.9\u202fTB",
            gives_way=1,
        ),
        TableColumn(_("Full"), name="full", figures=True, sample="100\u202f%", gives_way=5),
        TableColumn(_("TRIM"), name="trim", gives_way=4),
        TableColumn(_("Read speed"), name="speed", sample="9\u202f999\u202fMB/s", gives_way=6),
        TableColumn(_("Checked"), name="checked", gives_way=3),
    )


class LinesModel(CellsModel):
    """Rows below the column titles; `line(row)` is the data of a row."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(heads(), theme, parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == LINE_ROLE and index.isValid():
            return self.line(index.row())
        if role == PROGRESS_ROLE and index.isValid():
            return getattr(self.cell(index.row(), index.column()), "progress", None)
        return super().data(index, role)

    def line(self, row: int) -> DriveLine | None:
        """The drive of a row."""
        cell = self.cell(row, DashboardColumn.DRIVE)
        return cell.line if isinstance(cell, DriveCell) else None


def _figure(value: float | None, words: Callable[[float], str]) -> TableCell:
    return (
        TableCell(UNKNOWN, key=_LAST, color="muted")
        if value is None
        else TableCell(words(value), value)
    )


def cells(
    line: DriveLine, now: datetime, *, checking: bool = False, measuring: RunningWork | None = None
) -> tuple[TableCell, ...]:
    """The cells of a drive, in the order of DashboardColumn; a drive that is checked or measured
    says so.
    """
    hours = None if line.power_on is None else line.power_on // _HOUR
    return (
        DriveCell(line_text(line), key=line_name(line), line=line),
        _figure(line.temperature, format_temperature),
        _figure(line.life_left, format_percent),
        _figure(hours, lambda value: f"{group_digits(value)}{NARROW}h"),
        _figure(line.written, format_size),
        _figure(line.fill, format_percent),
        TableCell(cell_text(line.trim_title) or "–", color="muted"),
        _speed(line, measuring),
        _checked(line, now, checking=checking),
    )


def _speed(line: DriveLine, measuring: RunningWork | None) -> TableCell:
    speed = line.speed
    key = _LAST if speed is None else speed.last
    if measuring is not None:
        progress = measuring.progress or 0.0
        return SpeedCell(measuring.short, key, measuring.words, color="accent", progress=progress)
    if speed is None:
        return SpeedCell(UNKNOWN, key, _("Not measured yet"), color="muted")
    return SpeedCell(format_bandwidth(speed.last), key, tip=speeds_text(line))


def _checked(line: DriveLine, now: datetime, *, checking: bool) -> TableCell:
    key = _LAST if line.checked is None else -line.checked.timestamp()
    if checking:
        return TableCell(_("Checking…"), key, color="accent")
    if line.checked is None:
        return TableCell(checked_text(line, now), key, color="muted")
    color = _TONES.get(line.rating or Rating.FINE, Tone.NOTE)
    text, day = checked_text(line, now), checked_text(line)
    return TableCell(text, key, date_and_time(line.checked), color=color, copied=day)
