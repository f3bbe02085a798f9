# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The shapes of the lines in smartctl's text: what begins a report, a section and a row.

The formats are those of ataprint.cpp, nvmeprint.cpp and scsiprint.cpp of smartmontools 5.38 to 7.5.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

HEAD = re.compile(r"smartctl (?:version )?(\d{1,3})\.(\d{1,3})\b")
"""The first line of every report."""

SECTION = re.compile(
    r"=== START OF (?:INFORMATION|READ SMART DATA|SMART DATA) SECTION ==="
    r"|SMART overall-health self-assessment test result:"
    r"|ID# +ATTRIBUTE_?NAME |SMART Health Status:|SMART/Health Information \(NVMe"
)

ATTRIBUTE_HEAD = re.compile(r" *ID# +ATTRIBUTE_?NAME\b")
ATTRIBUTE = re.compile(
    r" *(\d{1,3}) (\S{1,60}) +(0x[0-9a-fA-F]{4}|[POSRCK-]{4,9}\+?) +"
    r"(\d{1,3}|-{3,6}) +(\d{1,3}|-{3,6}) +(\d{1,3}|-{3,6}) +(.+)$"
)
"""Id, name, flags, value, worst, threshold, and what the two layouts have behind them."""
ATTRIBUTE_REST = re.compile(
    r"(Pre-fail|Old_?age) +(Always|Offline) +(FAILING_?NOW|In_?the_?past|-{1,3}) +(.*)$"
)
ATTRIBUTE_BRIEF = re.compile(r"(NOW|Past|-{1,3}) +(\S.*)$")
_ATTRIBUTE_START = r" {0,3}\d{1,3} [A-Za-z][\w/+.%()-]{2,60}(?: |$)"

SELF_TEST = re.compile(r"# ?\d")
_SELF_TEST_ROW = re.compile(r"# ?\d+ .*(?:\d0% +\d{1,9} +\S+|\[.*\])$")

STATISTIC = re.compile(
    r" *(?:0x[0-9a-f]{2}|\d{1,3}) +0x[0-9a-f]{3} +\d +(-?\d{1,20}|-)(~?) +"
    r"(?:([N-][D-][C-]) +)?(\S.*)$"
)
"""Value, "~" behind a normalized one, flags, name. Since 6.4 pages are "0x01" with three flags;
before that, "1" with "~"."""
STATISTIC_START = re.compile(r" *(?:0x[0-9a-f]{2}|\d{1,3}) +0x[0-9a-f]{3} +\d ")

COUNTERS = re.compile(
    r" *(read|write|verify): +(\d+) +(\d+) +(\d+) +(\d{1,19}) +(\d+) +"
    r"(\d[\d.,']*) +(\d{1,19})$"
)
COUNTERS_START = re.compile(r" *(?:read|write|verify): +\d")

NVME_ERROR = re.compile(
    r" *\d+ +(\d{1,19}) +\S+ +\S+ +(\S+) +\S+ +(\d{1,20}|-) +\S+ +\S+(?: +(\S.*))?$"
)
"""Error count, status, sector, message (7.4 and later)."""
NVME_ERRORS_END = re.compile(r"(?:Self-test|Device|SMART|===|No |Read )")
NVME_ERROR_START = re.compile(r" *\d+ +\d+ +\d+ +0x")
NVME_TEST_START = re.compile(r" *\d+ +(?:Short|Extended|Vendor|Reserved)\b")
_NVME_TEST_ROW = re.compile(r" *\d+ +\w+.*(?:Completed|Aborted|Fatal|Interrupted).*\d+ +\S+.*")

_REGISTERS_START = re.compile(r" *[0-9a-f]{2}(?: (?:[0-9a-f]{2}|--)){6,12}")

# Names whose value a narrow page may have put on the next line
_NAMES = (
    "Critical Warning|Temperature|Available Spare|Available Spare Threshold|Percentage Used"
    "|Data Units (?:Read|Written)|Host (?:Read|Write) Commands|Controller Busy Time|Power Cycles"
    "|Power On Hours|Unsafe Shutdowns|Media and Data Integrity Errors"
    "|Error Information Log Entries|(?:Warning|Critical) +Comp\\. (?:Temp\\. Threshold"
    "|Temperature Time)|Device Model|Model Number|Model Family|Serial [Nn]umber|Firmware Version"
    "|User Capacity|Total NVM Capacity|Namespace 1 Size/Capacity|Rotation Rate|Device is"
    "|Current Drive Temperature|Elements in grown defect list|SMART Health Status"
)


class Record(NamedTuple):
    """A row by how it starts, what says that it can be read, and what of the next line still
    belongs to it then.
    """

    start: re.Pattern[str]
    whole: Callable[[str], object]
    more: re.Pattern[str] | None = None


def attribute_parts(line: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """A row of the attribute table, and its end in either layout; None for any other line."""
    row = ATTRIBUTE.match(line)
    if row is None:
        return None
    rest = ATTRIBUTE_REST.match(row[7]) or ATTRIBUTE_BRIEF.match(row[7])
    return (row, rest) if rest is not None else None


def _whole_attribute(line: str) -> bool:
    parts = attribute_parts(line)
    if parts is None:
        return False
    raw = parts[1][parts[1].re.groups]
    return bool(raw) and raw.count("(") == raw.count(")")


RECORDS = (
    Record(re.compile(_ATTRIBUTE_START), _whole_attribute, re.compile(r"[\d(\[#].{0,60}$")),
    Record(SELF_TEST, _SELF_TEST_ROW.match),
    Record(STATISTIC_START, STATISTIC.match, re.compile(r"[A-Za-z(][\w ()./-]{0,60}$")),
    Record(COUNTERS_START, COUNTERS.match),
    Record(NVME_ERROR_START, NVME_ERROR.match, re.compile(r"[A-Z][A-Za-z :/()-]{2,60}$")),
    Record(NVME_TEST_START, _NVME_TEST_ROW.match),
    Record(_REGISTERS_START, re.compile(r".*(?:Error: .*[^=]$|  at LBA)").match,
           re.compile(r"=|0x[0-9a-f]")),
    Record(re.compile(r"Error \d+ .*occurred\b|Error \d+ \["), re.compile(r".*: \d+ hours").match),
    Record(re.compile(r"SMART overall-health\b"), re.compile(r".*result: +\w").match),
    Record(re.compile(r"Self-test execution status:"), re.compile(r".*: +\( *\d+").match),
    Record(re.compile(r"(?:Short|Extended|Conveyance) self-test routine\b"),
           re.compile(r".*polling time: +\( *\d+").match),
    Record(re.compile(r"Self-test status:"), re.compile(r".*: \w").match,
           re.compile(r"(?:test )?(?:in )?(?:progress\b)? ?(?:\(\d+%)? ?(?:completed\))?$")),
    Record(re.compile(r"(?:Device Model|Model Number|Model Family|Local Time is): +\S"),
           re.compile(".").match, re.compile(r"[^:]{2,40}$")),
    Record(re.compile(r" *(?:No )?(?:Conveyance )?Self-test$"), re.compile(r".*supported").match),
    Record(re.compile(rf"(?:{_NAMES}):?$"), re.compile(r".*: +\S").match),
)  # fmt: skip

STARTS = re.compile(
    rf"{_ATTRIBUTE_START}|# ?\d|===|SMART |ID# |Num +|Error \d| *[|_]*_ | *0x[0-9a-f]{{2}} "
    r"| *\d+ +0x[0-9a-f]{3} | *[0-9a-f]{2}(?: (?:[0-9a-f]{2}|--)){6}"
    rf"|(?:{_NAMES}):| *(?:read|write|verify): |[A-Z][\w/ .()-]{{2,40}}: |smartctl \d"
    r"|(?:SCT|SATA Phy|Pending Defects|Device Statistics|General Purpose|No self-tests)\b"
)
"""A line that begins something, and is never the rest of a wrapped one."""
