# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time as text: a table for each test, oldest run first."""

from __future__ import annotations

from driveproof.domain.comparison.over_time import DriveOverTime, MetricSeries, SeriesGroup
from driveproof.domain.run.assignment import KnownDrive
from driveproof.domain.text import visible
from driveproof.export.text.layout import cut, plain, table
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import run_title, test_title

_HEADS = (
    N_("Started"),
    N_("Label"),
    N_("Firmware"),
    N_("Median"),
    N_("Minimum"),
    N_("Maximum"),
    N_("Repeats"),
)


def over_time_table(
    found: DriveOverTime, drive: KnownDrive, *, binary: bool = False, encoding: str = "utf-8"
) -> str:
    """All tests of a drive, the profile with most runs first, then the firmware changes."""
    words = (drive.model, drive.serial or drive.wwn)
    named = ", ".join(visible(word) for word in words if word) or visible(drive.identity)
    lines = [plain(named, encoding)]
    for group in found.groups:
        for series in group.series:
            lines += ["", plain(_title(group, series), encoding)]
            lines += _table(series, binary=binary, encoding=encoding)
    if not found.groups:
        lines.append(plain(_("Nothing was measured."), encoding))
    if found.changes:
        lines.append("")
    for change in found.changes:
        said = _("firmware {before} → {after}").format(
            before=visible(change.before), after=visible(change.after)
        )
        text = _("{name}: {text}").format(name=date_and_time(change.at), text=said)
        lines.append(plain(text, encoding))
    return "\n".join(lines)


def _title(group: SeriesGroup, series: MetricSeries) -> str:
    profile = run_title(group.title or group.profile, group.profile, group.cache)
    test = _("{first}, {second}").format(
        first=visible(test_title(series.title, group.profile)),
        second=direction_word(series.direction),
    )
    return _("{name}: {text}").format(name=visible(profile), text=test)


def _table(series: MetricSeries, *, binary: bool, encoding: str) -> list[str]:
    def write(value: float) -> str:
        return write_metric(series.metric, value, binary=binary)

    rows = [
        (
            date_and_time(point.at),
            cut(visible(point.label), 24),
            cut(visible(point.firmware), 12),
            write(point.summary.median),
            write(point.summary.low),
            write(point.summary.high),
            str(point.summary.count),
        )
        for point in series.points
    ]
    return table([tuple(map(_, _HEADS)), *rows], range(3), encoding=encoding)
