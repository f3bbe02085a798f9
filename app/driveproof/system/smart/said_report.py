# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one call of smartctl said, and which calls of a file are about one drive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from driveproof.domain.notes import Note

# About the call, and not about the drive: they never contradict each other.
_OF_THE_CALL = frozenset({"smartctl", "local_time", "json_format_version", "device"})
_IDENTITY = ("serial_number", "wwn", "model_name", "scsi_product", "product")


@dataclass(frozen=True, slots=True)
class SaidReport:
    """`report` is in the structure of smartctl's JSON, `unread` is what it announces and lacks.

    `device` is the device of the call, "" where nothing tells.
    """

    report: dict[str, Any]
    unread: tuple[Note, ...] = ()
    device: str = ""

    @property
    def _named(self) -> bool:
        return any(self.report.get(key) for key in _IDENTITY)

    @property
    def _says(self) -> frozenset[str]:
        return frozenset(key for key, value in self.report.items() if value) - _OF_THE_CALL

    def about_the_drive_of(self, before: SaidReport) -> bool:
        """Whether both are of one drive, and neither contradicts the other.

        `smartctl -i` and `-H` of one device are one report; two whole ones, of two days, are not.
        """
        for key in ("serial_number", "wwn"):
            names = {one.report[key] for one in (self, before) if _hashable(one.report.get(key))}
            if len(names) > 1:
                return False
        serial = self.report.get("serial_number")
        known = bool(serial) and serial == before.report.get("serial_number")
        if self.device and before.device:
            if self.device != before.device and not known:
                return False
            known = True
        both = self._says & before._says
        if any(not _agree(self.report[key], before.report[key]) for key in both):
            return False
        if not self._says or not before._says:  # nothing but a message
            return known
        return known or not (self._named and before._named)


def _agree(one: Any, other: Any) -> bool:
    """Whether two sections are the same, or one is a part of the other: a short list of failed
    attributes comes before the whole table.
    """
    if one == other:
        return True
    tables = (part.get("table") if isinstance(part, dict) else None for part in (one, other))
    rows = [table for table in tables if isinstance(table, list) and table]
    if len(rows) < 2:
        return False
    few, many = sorted(rows, key=len)
    return all(row in many for row in few)


def _hashable(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def merged_reports(reports: Iterable[SaidReport]) -> list[SaidReport]:
    """The reports, with those that follow each other and are about one drive in one."""
    found: list[SaidReport] = []
    for one in reports:
        if found and one.about_the_drive_of(found[-1]):
            found[-1] = _both(found[-1], one)
        else:
            found.append(one)
    return found


def _both(first: SaidReport, second: SaidReport) -> SaidReport:
    calls: list[dict[str, Any]] = [
        call for one in (first, second) if isinstance(call := one.report.get("smartctl"), dict)
    ]
    messages = [one.get("messages") for one in calls]
    statuses = [one.get("exit_status") for one in calls]
    whole = {**first.report, **second.report}
    whole |= {
        key: value
        for key, value in first.report.items()
        if isinstance(value, dict) and len(str(value)) > len(str(whole[key]))
    }
    # That smartctl could not open the drive at first is of no interest once it could.
    opened = [status for status in statuses if isinstance(status, int) and not status & 3]
    status = 0
    for one in opened or [one for one in statuses if isinstance(one, int)]:
        status |= one
    whole["smartctl"] = {
        **(calls[0] if calls else {}),
        "exit_status": status,
        "messages": [
            message
            for said, code in zip(messages, statuses, strict=True)
            if isinstance(said, list) and not (opened and isinstance(code, int) and code & 3)
            for message in said
        ],
    }
    lost = (*first.unread, *second.unread)
    return SaidReport(whole, tuple(dict.fromkeys(lost)), first.device or second.device)
