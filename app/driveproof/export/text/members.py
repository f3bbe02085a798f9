# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the devices below and beside a target did, as lines for the terminal."""

from __future__ import annotations

from driveproof.domain.run.members import BELOW, BESIDE, TARGET, typical
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.text import visible
from driveproof.export.text.layout import table
from driveproof.wording.units import bandwidth_value, format_percent, group_digits

_ROLES = {TARGET: "measured", BELOW: "below it", BESIDE: "beside it"}


def member_lines(phase: PhaseResult, *, binary: bool, encoding: str) -> list[str]:
    """A line for each device, medians of the repeats; none where there is only one device."""
    found = typical(phase)
    if len(found) < 2:
        return []
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("  device", "", f"read {unit}", "read IOPS", f"write {unit}", "write IOPS", "busy")
    ]
    rows += [
        (
            f"  {visible(each.device)}",
            _ROLES.get(each.role, visible(each.role)),
            bandwidth_value(each.read_bandwidth, binary=binary)[0],
            group_digits(each.read_iops),
            bandwidth_value(each.write_bandwidth, binary=binary)[0],
            group_digits(each.write_iops),
            "" if each.busy is None else format_percent(each.busy),
        )
        for each in found
    ]
    return table(rows, (0, 1), encoding=encoding)
