# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.verdict import UNKNOWN
from driveproof.domain.text import visible
from driveproof.domain.trim.drive import quick_trim
from driveproof.domain.trim.path import BLOCK, PASS
from driveproof.export.text.layout import cut, plain, table
from driveproof.wording.catalogue import N_, _
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.units import format_size

_HEADINGS = (
    N_("Device"), N_("Drive"), N_("Firmware"), N_("Size"), N_("Connection"), N_("Temp."),
    N_("Health"), N_("TRIM"), N_("Mounted on"),
)  # fmt: skip
_LEFT = (0, 1, 2, 4, 6, 7, 8)
_WIDEST_TITLE = 40
_WIDEST_FIRMWARE = 16
_TRIM = {PASS: N_("yes"), BLOCK: N_("no")}


def inventory_table(
    inventory: Inventory, *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """One line for each listed device, without a newline at the end; text that is safe to print.

    `width` is that of a terminal in columns: lines are cut there, None leaves them as they are.
    """
    rows = [_row(device, inventory) for device in inventory.listed()]
    if not rows:
        return _("No drives were found.")
    lines = table((tuple(map(_, _HEADINGS)), *rows), _LEFT, encoding=encoding)
    return "\n".join(
        lines if width is None else (plain(cut(line, width), encoding) for line in lines)
    )


def _row(device: BlockDevice, inventory: Inventory) -> tuple[str, ...]:
    title = cut(visible(device_title(device)), _WIDEST_TITLE)
    mounts = [visible(mount.path) for mount, _ in inventory.mounts_above(device)]
    more = _(" and {count} more").format(count=len(mounts) - 3) if len(mounts) > 3 else ""
    temperature = "" if device.temperature is None else f"{device.temperature:.0f} °C"
    return (
        visible(device.path),
        title,
        cut(visible(device.firmware), _WIDEST_FIRMWARE),
        format_size(device.size) if device.size else "",
        device.link or bus_title(device),
        temperature,
        "" if device.health == UNKNOWN else _(device.health),
        _(_TRIM.get(quick_trim(device, inventory), "")),
        ", ".join(mounts[:3]) + more,
    )
