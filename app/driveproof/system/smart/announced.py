# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a text report announces and does not tell, or tells in rows that could not be read.

A drive whose table was lost is not healthy for want of errors in it: each loss is a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from driveproof.domain.notes import Note
from driveproof.domain.say import Say
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.smartctl_rows import (
    ATTRIBUTE_HEAD,
    COUNTERS,
    COUNTERS_START,
    NVME_ERROR,
    NVME_ERROR_START,
    NVME_TEST_START,
    SELF_TEST,
    STATISTIC,
    STATISTIC_START,
    attribute_parts,
)

Report = dict[str, Any]

_NVME_NEEDED = ("critical_warning", "available_spare", "percentage_used", "media_errors")


class _Table(NamedTuple):
    """A table: what announces it, what looks like its rows, which of them can be read, and what
    says that it has none.
    """

    name: Say
    head: re.Pattern[str]
    row: re.Pattern[str]
    read: Callable[[str], object]
    empty: re.Pattern[str] | None = None
    end: re.Pattern[str] = re.compile(
        r"===|SMART |General |SCT (?!Code)|Device Stat|Selective|Error Info"
    )


_ATTRIBUTES = Say("Attributes")
_SELF_TESTS = Say("Self-test log")
_HEALTH_LOG = Say("Health log")
_ERRORS = Say("Error log")

_TESTED = re.compile(r"# ?\d+ .*(?:\d0% +\d{1,9} +\S+|\[.*\]$)")
_NVME_TESTED = re.compile(r" *\d+ +\w+.* (?:-|\d[\d,.]*) +\S+")
_NAMES = re.compile(r"\bATTRIBUTE_?NAME\b")
_TABLES = (
    _Table(
        _ATTRIBUTES,
        re.compile(rf"{ATTRIBUTE_HEAD.pattern}|Vendor Specific SMART Attributes with Thresholds"),
        # a number, and a name of several words or what only rows have
        re.compile(
            r" *\d{1,3}\W{1,4}[A-Za-z](?=\S*_|.*(?:0x[0-9a-f]{4}|[POSRCK-]{5}| \d{3} |Pre-fail))"
        ),
        attribute_parts,
    ),
    _Table(
        _SELF_TESTS,
        re.compile(
            r"SMART (?:Extended )?Self-test [Ll]og(?: structure revision| Version|$)"
        ),
        SELF_TEST,
        _TESTED.match,
        re.compile(r"(?i)No self-tests have been logged|.*not supported|.*Read.*failed"),
    ),
    _Table(
        _SELF_TESTS,
        re.compile(r"Self-test Log \(NVMe Log 0x06"),
        NVME_TEST_START,
        _NVME_TESTED.match,
        re.compile(r"(?i)No Self-tests Logged"),
    ),
    _Table(
        _ERRORS,
        re.compile(r"Error Information \(NVMe Log 0x01"),
        NVME_ERROR_START,
        NVME_ERROR.match,
        re.compile(r"(?i)No Errors Logged"),
        re.compile(r"Self-test Log|==="),
    ),
    _Table(
        _ERRORS,
        re.compile(r"SMART (?:Extended Comprehensive )?Error Log Version"),
        re.compile(r"(?:ATA|Device) Error Count: "),
        re.compile(r".*: \d").match,
        re.compile(r"(?i)No Errors Logged|.*not supported|Invalid|Warning:"),
        re.compile(r"SMART (?:Extended )?Self-test|==="),
    ),
    _Table(
        Say("Device statistics"),
        re.compile(r"Device Statistics \((?!.*not supported)"),
        STATISTIC_START,
        STATISTIC.match,
    ),
    _Table(
        Say("Error log"),
        re.compile(r"Error counter log:"),
        COUNTERS_START,
        COUNTERS.match,
        None,
        re.compile(r"Non-medium|SMART |==="),
    ),
)  # fmt: skip


def unread(lines: Sequence[str], report: Report) -> Iterator[Note]:
    """What could not be read of the lines, each once; `report` is what was read."""
    yield from dict.fromkeys(_lost(lines, report))


def unread_in(report: Report) -> Iterator[Note]:
    """The same of a report that was JSON: sections without the values that they are for."""
    if "ata_smart_attributes" in report:
        table = Tree(report)["ata_smart_attributes"]["table"].value
        rows = table if isinstance(table, list) else []
        lost = sum(not isinstance(Tree(row)["id"].value, int) for row in rows)
        yield from _of_table(_ATTRIBUTES, len(rows) - lost, lost)
    if "nvme_smart_health_information_log" in report:
        log = Tree(report)["nvme_smart_health_information_log"]
        if not any(log[name] for name in _NVME_NEEDED):
            yield from _of_table(_HEALTH_LOG, 0, 0)


def _of_table(name: Say, read: int, lost: int) -> Iterator[Note]:
    if not read:
        yield Note("The part “{table}” of the report cannot be read.", table=name)
    elif lost:
        # Translators: {table} is a part of a report of smartctl, {rows} its lines.
        yield Note("Unreadable rows of “{table}”: {rows}.", table=name, rows=lost)


def _lost(lines: Sequence[str], report: Report) -> Iterator[Note]:
    for table in _TABLES:
        found = _rows(table, lines)
        if found is not None:
            yield from _of_table(table.name, *found)
    log = report.get("nvme_smart_health_information_log")
    if log is not None and not all(name in log for name in _NVME_NEEDED):
        yield from _of_table(_HEALTH_LOG, 0, 0)
    if any(_NAMES.search(line) for line in lines) and "ata_smart_attributes" not in report:
        yield from _of_table(_ATTRIBUTES, 0, 0)


def _rows(table: _Table, lines: Sequence[str]) -> tuple[int, int] | None:
    """How many rows of a table were read and how many lost; None where it is not announced, or is
    said to be empty.
    """
    seen = inside = False
    read = lost = 0
    for line in lines:
        if table.head.match(line):
            seen = inside = True
        elif not inside:
            continue
        elif table.empty is not None and table.empty.match(line):
            read += 1
        elif table.row.match(line):
            good = bool(table.read(line))
            read, lost = read + good, lost + (not good)
        elif table.end.match(line) or (not line.strip() and (read or lost)):
            inside = False
    return (read, lost) if seen else None
