# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Beside the charts of a run: the state before the first figure, and the big figures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from driveproof.domain.run.areas import Area, faulty_areas
from driveproof.domain.run.run import Position, TargetKind
from driveproof.domain.run.sample import Sample
from driveproof.engine.run import events
from driveproof.ui.charts.live_numbers import BigNumber
from driveproof.ui.charts.timeline import FOREIGN_FLOOR
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.profile import companion_titles
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    format_size,
    iops_value,
    latency_value,
    three_digits,
)

COLUMN = 196
QWIDGETSIZE_MAX = (1 << 24) - 1  # Qt's, which PySide6 does not export


def where(event: events.Started) -> str:
    """What is measured, and what happens to it."""
    path, profile = shown(event.target.path), event.profile
    if names := companion_titles(event.environment.drives):
        return _("on {path}").format(path=", ".join(names))
    here = _("on {path}").format(path=path)
    if event.target.kind == TargetKind.DEVICE:
        if any(phase.writes for phase in profile.phases):
            return _("on {path}, overwriting it").format(path=path)
        return _("{first}, {second}").format(first=here, second=_("read-only"))
    size = format_size(profile.size, binary=True)
    if profile.hosts:
        text = ngettext(
            "on {path} of {count} host, {size} test file",
            "on {path} of {count} hosts, {size} test file",
            profile.hosts,
        )
        return text.format(path=path, count=profile.hosts, size=size)
    file = _("test file {size}").format(size=size)
    return _("{first}, {second}").format(first=here, second=file)


class PreparingView(QWidget):
    """Shown while the test file is written: what happens, why, and the progress."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = vertical(self, spacing=GRID)
        self.title = Label(theme, _("Getting ready"), size="heading")
        self._of_a_file = _("The test file is filled with random data. It is deleted afterwards.")
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setMaximumWidth(420)
        self.progress.setAccessibleName(_("Progress of the test file"))
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.progress)
        self.why = Label(theme, color="muted", wrap=True)
        column.addWidget(self.why)
        column.addStretch(3)

    def begin(self, *, device: bool = False) -> None:
        """The checks are running; on a device a password prompt may be open."""
        self.title.say(_("Waiting for permission") if device else _("Getting ready"))
        of_a_device = _("The system asks for your password.")
        self.why.say(of_a_device if device else self._of_a_file)
        self.progress.setVisible(not device)
        self.progress.setValue(0)

    def show_silent(self, name: str) -> None:
        """A program is timing that reports only at its end."""
        self.title.say(name)
        self.why.say(_("hdparm reports only at its end."))
        self.progress.hide()

    def show_waiting(self, title: str, why: str) -> None:
        """Something else works on the device, and tells nothing until it is done."""
        self.title.say(title)
        self.why.say(why)
        self.progress.hide()

    def show_progress(self, done: int, total: int, *, reading: bool = False) -> None:
        """`done` of `total` bytes are written, or read into memory."""
        words = _("Writing the test file: {done} of {total}")
        if reading:
            words = _("Reading the test file: {done} of {total}")
        self.title.say(words.format(done=format_size(done), total=format_size(total)))
        self.why.say(self._of_a_file)
        self.progress.show()
        self.progress.setValue(round(1000 * done / total) if total else 0)


class Numbers(QWidget):
    """IOPS, bandwidth, latency and disturbances, as of the last snapshot."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.iops = BigNumber(theme, _("IOPS now"), large=True)
        self.bandwidth = BigNumber(theme, _("Bandwidth now"), large=True)
        self.p50 = BigNumber(theme, _("Latency, median"))
        self.p99 = BigNumber(theme, _("Latency, p99"))
        self.stall = BigNumber(theme, _("Longest stall"))
        self.temperature = BigNumber(theme, _("Temperature"))
        self.foreign = BigNumber(theme, _("Other programs"))
        self.bad = BigNumber(theme, _("Bad"))
        self._always = (self.iops, self.bandwidth, self.p50, self.p99, self.stall)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, GRID, 0, 0)
        self._grid.setSpacing(2 * GRID)
        self._columns = 0
        self.set_columns(1)
        self.temperature.hide()
        self.foreign.hide()
        self.bad.hide()

    def set_columns(self, count: int) -> None:
        """Lay them out in columns: one beside the charts, several above them."""
        if count == self._columns:
            return
        self._columns = count
        for place, number in enumerate((*self._always, self.temperature, self.foreign, self.bad)):
            # also takes it from its old place
            self._grid.addWidget(number, place // count, place % count, Qt.AlignmentFlag.AlignTop)
        alone = count == 1
        self.setMinimumWidth(COLUMN if alone else 0)
        self.setMaximumWidth(COLUMN if alone else QWIDGETSIZE_MAX)

    def begin(self) -> None:
        """Another run: nothing is known yet."""
        self.clear()
        self.temperature.hide()
        self.foreign.hide()
        self._of_check(False)

    def _of_check(self, on: bool) -> None:
        """A check has large blocks: neither IOPS nor latencies say anything, but what is bad."""
        for number in (self.iops, self.p50, self.p99):
            number.setVisible(not on)
        self.bad.setVisible(on)

    def set_task(self, on: bool) -> None:
        """A task has no latencies: the figures are those of the drive."""
        for number in (self.p50, self.p99, self.stall):
            number.setVisible(not on)

    def clear(self) -> None:
        """Another test: its figures are still to come."""
        for number in self._always:
            number.show_value("–")

    def show_samples(self, samples: tuple[Sample, ...], *, binary: bool) -> None:
        """Show what was counted between the last two snapshots, a sample per direction."""
        number, prefix = iops_value(sum(sample.iops for sample in samples))
        self.iops.show_value(number, prefix)
        self.bandwidth.show_value(
            *bandwidth_value(sum(sample.bandwidth for sample in samples), binary=binary)
        )
        # of a mixed phase the slower direction, so that nothing slow is hidden
        for place, values in (
            (self.p50, [sample.p50 for sample in samples]),
            (self.p99, [sample.p99 for sample in samples]),
        ):
            known = [value for value in values if value is not None]
            place.show_value(*(latency_value(max(known)) if known else ("–", "")))
        temperature = samples[0].temperature
        if temperature is not None and math.isfinite(temperature):
            self.temperature.show_value(f"{temperature:.0f}", "°C")
            self.temperature.show()
        other = samples[0].foreign_bandwidth
        if other is not None and (other > FOREIGN_FLOOR or not self.foreign.isHidden()):
            self.foreign.show_value(*bandwidth_value(other, binary=binary))
            self.foreign.show()

    def show_places(self, places: Sequence[Position], *, binary: bool) -> None:
        """Show a scan so far: the last position as the current value, and the access times of
        all.
        """
        if not places or not (last := places[-1]).seconds:
            return
        times = sorted(place.seconds for place in places)
        self.iops.show_value(*iops_value(1 / last.seconds))
        self.bandwidth.show_value(*bandwidth_value(last.bytes / last.seconds, binary=binary))
        for place, percent in ((self.p50, 50), (self.p99, 99)):
            rank = -(-percent * len(times) // 100)
            place.show_value(*latency_value(times[max(1, rank) - 1]))

    def show_check(
        self, places: Sequence[Position], areas: Sequence[Area], *, binary: bool
    ) -> None:
        """Show a check so far: the last speed, and how much is bad."""
        self._of_check(True)
        if places and (last := places[-1]).seconds:
            self.bandwidth.show_value(*bandwidth_value(last.bytes / last.seconds, binary=binary))
        lost = sum(area.counted for area in faulty_areas(areas))
        self.bad.show_value(*(format_size(lost).split(NARROW) if lost else (_("none"), "")))

    def show_stall(self, longest: tuple[float, float] | None, *, begun: bool) -> None:
        """Show the longest stall of this test as (seconds, when); `begun` once there is a
        sample.
        """
        if longest is not None:
            self.stall.show_value(three_digits(longest[0]), "s")
        else:
            self.stall.show_value(_("none") if begun else "–")
