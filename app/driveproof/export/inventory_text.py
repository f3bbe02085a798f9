# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as a table for the terminal."""

from __future__ import annotations

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.units import format_size, visible

_HEADINGS = ("Device", "Drive", "Size", "Connection", "Temp.", "Mounted on")
_RIGHT = frozenset({2, 4})
_WIDEST_TITLE = 40


def inventory_table(inventory: Inventory) -> str:
    """One line for each listed device, without a newline at the end; text that is safe to print."""
    rows = [_row(device, inventory) for device in inventory.listed()]
    if not rows:
        return "No drives were found."
    widths = [
        max(len(row[column]) for row in (_HEADINGS, *rows)) for column in range(len(_HEADINGS))
    ]
    return "\n".join(_line(row, widths) for row in (_HEADINGS, *rows))


def _row(device: BlockDevice, inventory: Inventory) -> tuple[str, ...]:
    title = visible(device.title)
    if len(title) > _WIDEST_TITLE:
        title = title[: _WIDEST_TITLE - 1] + "…"
    mounts = [visible(mount.path) for mount, _ in inventory.mounts_above(device)]
    more = f" and {len(mounts) - 3} more" if len(mounts) > 3 else ""
    temperature = "" if device.temperature is None else f"{device.temperature:.0f} °C"
    return (
        visible(device.path),
        title,
        format_size(device.size) if device.size else "",
        device.link or device.bus_title,
        temperature,
        ", ".join(mounts[:3]) + more,
    )


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [
        cell.rjust(width) if column in _RIGHT else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
