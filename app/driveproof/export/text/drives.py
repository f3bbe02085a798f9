# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from driveproof.domain.dashboard import DriveLine, line_of
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.verdict import UNKNOWN
from driveproof.domain.text import visible
from driveproof.domain.trim.path import BLOCK, PART, PASS
from driveproof.export.text.layout import cut, plain, table
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import days_ago
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.say import value_text
from driveproof.wording.units import (
    format_bandwidth,
    format_percent,
    format_size,
    format_temperature,
    group_digits,
)

_HEADINGS = (
    N_("Device"), N_("Drive"), N_("Firmware"), N_("Size"), N_("Bus"), N_("Temp."),
    N_("Health"), N_("Life left"), N_("Power-on time"), N_("Written"), N_("Full"), N_("TRIM"),
    N_("Read speed"), N_("Checked"), N_("Array"), N_("Mounted on"),
    N_("Labels"),
)  # fmt: skip
_LEFT = (0, 1, 2, 4, 6, 11, 13, 14, 15, 16)
_WHERE_KNOWN = (7, 8, 9, 10, 12, 13, 14, 16)
"""Columns that are left out where nothing is known for any device."""
_WIDEST_TITLE = 40
_WIDEST_FIRMWARE = 16
_TRIM = {PASS: N_("yes"), BLOCK: N_("no"), PART: N_("in part")}
_HOUR = 3600


def inventory_table(
    inventory: Inventory,
    lines: Sequence[DriveLine] = (),
    *,
    now: datetime | None = None,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """One line for each listed device, without a newline at the end; safe to print.

    `lines` are the values of the dashboard. `width` is that of a terminal in columns: lines are cut
    there, None leaves them uncut.
    """
    known = {line.device.name: line for line in lines}
    now = now or datetime.now(UTC)
    rows = [
        _row(known.get(device.name) or line_of(device, inventory), inventory, now)
        for device in inventory.listed()
    ]
    if not rows:
        return _("No block devices found.")
    shown = [
        column
        for column in range(len(_HEADINGS))
        if column not in _WHERE_KNOWN or any(row[column] for row in rows)
    ]
    cells = [tuple(row[column] for column in shown) for row in (tuple(map(_, _HEADINGS)), *rows)]
    left = tuple(place for place, column in enumerate(shown) if column in _LEFT)
    said = table(cells, left, encoding=encoding)
    return "\n".join(said if width is None else (plain(cut(one, width), encoding) for one in said))


def _row(line: DriveLine, inventory: Inventory, now: datetime) -> tuple[str, ...]:
    device = line.device
    title = cut(visible(device_title(device)), _WIDEST_TITLE)
    mounts = [visible(mount.path) for mount, _ in inventory.mounts_above(device)]
    hours = _("{hours} h")
    return (
        visible(device.path),
        title,
        cut(visible(device.firmware), _WIDEST_FIRMWARE),
        format_size(device.size) if device.size else "",
        device.link or bus_title(device),
        "" if line.temperature is None else format_temperature(line.temperature),
        "" if line.grade == UNKNOWN else _(line.grade),
        "" if line.life_left is None else format_percent(line.life_left),
        "" if line.power_on is None else hours.format(hours=group_digits(line.power_on // _HOUR)),
        "" if line.written is None else format_size(line.written),
        "" if line.fill is None else format_percent(line.fill),
        _(_TRIM.get(line.trim, "")),
        "" if line.speed is None else format_bandwidth(line.speed.last),
        "" if line.checked is None else days_ago(line.checked, now),
        "" if device.array is None else value_text(device.array.line),
        _first(mounts),
        _first(_labels(device, inventory)),
    )


def _labels(device: BlockDevice, inventory: Inventory) -> list[str]:
    """Those of the file systems on a device, mounted or not, each once."""
    labels = (layer.device.label for layer in inventory.above(device))
    return [visible(label) for label in dict.fromkeys(labels) if label]


def _first(names: list[str]) -> str:
    """Three of them, and how many more there are."""
    first = ", ".join(names[:3])
    if len(names) <= 3:
        return first
    return _("{names} and {count} more").format(names=first, count=len(names) - 3)
