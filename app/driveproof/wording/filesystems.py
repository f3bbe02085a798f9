# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of what file systems that were made for a run cost beside their speed."""

from __future__ import annotations

from driveproof.domain.profile.filesystems import Afterwards
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.made_filesystems import filesystem_costs
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_duration, format_latency, format_size


def afterwards_words(left: Afterwards) -> str:
    """What is on the device at the end."""
    if left is Afterwards.TABLE:
        return _("an empty partition table")
    return _("empty, without a file system")


def made_words(profile: Profile) -> str:
    """The file systems that a run makes, one after the other."""
    names = dict.fromkeys(phase.asked.filesystem for phase in profile.phases)
    return _("{names} in turn").format(names=", ".join(names))


def cost_heads() -> tuple[str, ...]:
    """The heads of the table of `cost_rows`."""
    return (
        _("File system"),
        _("Format time"),
        _("Usable space"),
        _("CPU time per round"),
        _("I/O wait (PSI)"),
    )


def cost_rows(run: Run) -> list[tuple[str, ...]]:
    """A row for each file system; empty where none were made."""
    return [
        (
            shown(cost.name),
            _spread(cost.made),
            format_size(cost.usable),
            _spread(cost.processor),
            _spread(cost.stalled),
        )
        for cost in filesystem_costs(run)
    ]


def cost_meaning() -> str:
    """What the figures of the table are."""
    return _("Medians with minimum and maximum. CPU time is of the whole machine.")


def _spread(found: Summary | None) -> str:
    if found is None:
        return _("unknown")
    if found.count == 1:
        return _time(found.median)
    return _("{median} ({low} to {high})").format(
        median=_time(found.median),
        low=_time(found.low),
        high=_time(found.high),
    )


def _time(seconds: float) -> str:
    return format_latency(seconds) if seconds < 60 else format_duration(seconds)
