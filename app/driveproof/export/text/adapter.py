# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A USB adapter that smartctl's drive database lacks, as a text for the people who keep that
database: in English, and without the serial number of the drive.
"""

from __future__ import annotations

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.health.adapter import Outcome, UsbSmart
from driveproof.domain.health.report import Health
from driveproof.domain.text import visible

PLACE = "https://github.com/smartmontools/smartmontools/issues"
"""Where additions to the drive database are asked for."""


def adapter_text(health: Health) -> str:
    """The text about the adapter of a drive that was read; "" where the database has it already,
    and where nothing was read.
    """
    smart = health.adapter
    if smart is None or smart.type is None or smart.listed or not health.by_smartctl:
        return ""
    lines = [
        "USB adapter for the drive database",
        f"USB ID: 0x{smart.adapter.vendor:04x}:0x{smart.adapter.product:04x},"
        f" bcdDevice 0x{smart.adapter.release:04x}",
        *([f"It calls itself: {visible(smart.adapter.name)}"] if smart.adapter.name else []),
        *([f"Driver: {smart.driver}"] if smart.driver else []),
        f"Read by: {visible(health.source)}",
        f"In its database: {' or '.join(smart.database) or 'nothing'}",
        f"Works: -d {smart.type} ({health.kind.upper() or 'unknown kind'}:"
        f" {visible(health.model) or 'no model'})",
        *_failed(smart),
        "",
        *_entry(smart.adapter, smart.type),
    ]
    return "\n".join(lines)


def _failed(smart: UsbSmart) -> list[str]:
    words = {
        Outcome.IMPLAUSIBLE: "an answer that is not of this drive",
        Outcome.RESET: "the adapter was reset",
    }
    return [
        f"Fails: -d {one.type} ({visible(one.words) or words.get(one.outcome, one.outcome)})"
        for one in smart.attempts
        if one.failed
    ]


def _entry(adapter: UsbAdapter, kind: str) -> list[str]:
    """As the database has it (smartmontools, drivedb.h: "Structure used to store drive database
    entries"), which also is what /etc/smart_drivedb.h takes.
    """
    name = "".join(one for one in adapter.name if one.isascii() and one not in '";\\')
    return [
        f'{{ "USB: {name}; ",',
        f'  "0x{adapter.vendor:04x}:0x{adapter.product:04x}",',
        f'  "", // 0x{adapter.release:04x}',
        '  "",',
        f'  "-d {kind}"',
        "},",
    ]
