# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report that mail programs, forums, web pages and other locales changed is the same report."""

from __future__ import annotations

import html
import quopri
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
from tests.builders.pasted_reports import ATA, NVME, NVME_GOOD
from tests.builders.smartctl_texts import (
    NVME_74,
    OLD_ATA,
    OLD_SCSI,
    OLD_STATISTICS,
    TEXTS,
    judged,
    parse,
)

from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import GOOD, UNKNOWN
from driveproof.system.smart.smartctl import looks_like_report, parse_report, parse_reports

ALL = {path.stem: path.read_text("utf-8") for path in TEXTS} | {
    "old-ata": OLD_ATA, "old-statistics": OLD_STATISTICS, "nvme-7.4": NVME_74, "old-scsi": OLD_SCSI,
}  # fmt: skip


def wrapped(words: str, width: int, mark: str = "") -> str:
    """As a mailer wraps: at the last blank before `width`, the rest on a line of its own."""
    lines: list[str] = []
    for line in words.split("\n"):
        lines += textwrap.wrap(
            line, width, break_long_words=False, break_on_hyphens=False, drop_whitespace=True,
            expand_tabs=False, replace_whitespace=False,
        ) or [""]  # fmt: skip
    return "\n".join(mark + line for line in lines)


def marked(words: str, mark: str) -> str:
    return "\n".join(mark + line for line in words.split("\n"))


def eaten(words: str) -> str:
    """Without the blanks at the beginning of lines, and with one between columns."""
    return "\n".join(" ".join(line.split()) for line in words.split("\n"))


def mixed_blanks(words: str) -> str:
    signs = cycle("\u00a0\u202f\u2009\u2003\u3000")
    return re.sub("(?<=\\S) {2,}(?=\\S)", lambda found: next(signs) * len(found[0]), words)


CHANGES: dict[str, Callable[[str], str | bytes]] = {
    "no-break blanks": lambda words: words.replace(" ", "\u00a0"),
    "no-break blanks in Latin-1": lambda words: (
        words.replace("  ", "\u00a0 ").replace("\u2019", "'").replace("\u202f", "\u00a0")
        .encode("cp1252", "replace")
    ),
    "all kinds of blanks": mixed_blanks,
    "tabs": lambda words: re.sub("(?<=\\S) {3,}(?=\\S)", "\t", words),
    "zero-width signs": lambda words: words.replace("_", "_\u200b").replace("=== ", "\ufeff=== "),
    "wrapped at 72": lambda words: wrapped(words, 72),
    "wrapped at 64": lambda words: wrapped(words, 64),
    "quoted and wrapped": lambda words: wrapped(words, 70, "> "),
    "quoted twice and wrapped": lambda words: wrapped(words, 68, ">> > "),
    "quoted with empty lines bare": lambda words: marked(words, "> ").replace("> \n", ">\n"),
    "quoted by bars": lambda words: marked(words, "| "),
    "broken at column 80": lambda words: re.sub(r"(?m)^(.{80})(?=.)", r"\1\n", words),
    "blanks eaten": eaten,
    "blanks eaten and wrapped": lambda words: wrapped(eaten(words), 60),
    "in a fence": lambda words: f"# smartctl -x /dev/sda\n```console\n{words}\n```\nThanks!\n",
    "in a fence of a list": lambda words: marked(f"```\n{words}\n```", "     "),
    "in a forum's code": lambda words: f"Hello,\n[code]{words}[/code]\nThanks!\n",
    "in HTML": lambda words: (
        "<html><body><pre>" + html.escape(words).replace("  ", "&nbsp; ") + "</pre></body></html>"
    ),
    "in HTML with breaks": lambda words: (
        "<p>" + html.escape(words).replace("  ", "&#160; ").replace("\n", "<br />\n") + "</p>"
    ),
    "escaped Markdown": lambda words: words.replace("_", "\\_").replace("#", "\\#"),
    "dashes of a word processor": lambda words: (
        words.replace("---", "\u2014").replace("--", "\u2013").replace("Self-", "Self\u2011")
    ),
    "quoted-printable": lambda words: quopri.encodestring(words.encode()),
    "an empty line behind every line": lambda words: words.replace("\n", "\n\n"),
    "CRCRLF": lambda words: words.replace("\n", "\r\r\n").encode(),
    "UTF-16 without a mark": lambda words: words.encode("utf-16-le"),
    "UTF-32": lambda words: words.encode("utf-32"),
    "colours of a terminal": lambda words: words.replace("===", "\x1b[1m===\x1b[0m"),
}  # fmt: skip


def same(health: Health, expected: Health) -> Health:
    """With what a change may hide: the version, and the drive's own words for its tests."""
    return replace(health, source=expected.source, taken=expected.taken)


# Each change of one report; the others are deep.
@pytest.mark.parametrize(
    ("report", "name"),
    [
        pytest.param(report, name, marks=[] if number % len(ALL) == place else pytest.mark.deep)
        for place, report in enumerate(ALL)
        for number, name in enumerate(CHANGES)
    ],
)
def test_a_changed_report_says_the_same(report: str, name: str) -> None:
    changed = CHANGES[name](ALL[report])
    data = changed if isinstance(changed, bytes) else changed.encode()
    told = parse_reports(data, "report.txt")
    expected = parse(ALL[report])
    assert len(told) == 1
    assert same(told[0], expected) == expected
    assert judged(told[0]).word == judged(expected).word


def test_names_without_the_underscores_that_markdown_dropped() -> None:
    words = re.sub(r"(?<=[A-Za-z])_(?=[A-Z])", "", ATA.replace("       0\n198", "       7\n198"))
    assert "CurrentPendingSector" in words
    health = parse(words)
    assert (health.reallocated, health.pending, health.uncorrectable) == (0, 7, 0)
    unknown = parse(words.replace("In smartctl database", "Not in smartctl database"))
    assert (unknown.reallocated, unknown.pending) == (0, 7)


def test_rows_whose_heading_somebody_left_out() -> None:
    words = re.sub(r"(?m)^(ID#|SMART Attr|Vendor Spec).*\n", "", ATA).replace(
        "       0\n198", "       7\n198"
    )
    health = parse(words)
    assert (len(health.attributes), health.pending, health.unread) == (4, 7, ())


def test_rows_in_the_cells_of_a_table() -> None:
    words = "\n".join(
        f"| {' | '.join(line.split())} |" if re.match(r" *\d+ [A-Z]|ID#", line) else line
        for line in ATA.split("\n")
    )
    assert parse(words).attributes == parse(ATA).attributes


# The separators of thousands that locales have, and what wrong encodings make of them.
SEPARATORS = (
    ",", ".", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009", "\u066c", "\ufffd", "\u00c2\u00a0",
    "\u00e2\u20ac\u2122",
)  # fmt: skip


@pytest.mark.parametrize("separator", SEPARATORS)
def test_numbers_of_every_locale(separator: str) -> None:
    health = parse(NVME.replace("|", separator))
    assert (health.capacity, health.written) == (500_107_862_016, 16_184_623 * 512_000)
    assert (health.power_on, health.power_cycles) == (3387 * 3600, 908)
    assert health.media_errors == 1024


@pytest.mark.parametrize(
    ("encoding", "separator"),
    [("cp1252", "\u00a0"), ("cp850", "\u00a0"), ("cp866", "\u00a0"), ("mac-roman", "\u00a0"),
     ("cp1252", "\u2019")],
)  # fmt: skip
def test_numbers_in_the_encodings_of_other_systems(encoding: str, separator: str) -> None:
    health = parse_report(NVME.replace("|", separator).encode(encoding), "report.txt")
    assert (health.capacity, health.power_on) == (500_107_862_016, 3387 * 3600)
    assert health.media_errors == 1024


def test_numbers_grouped_as_in_india() -> None:
    health = parse(NVME.replace("500|107|862|016", "5,00,10,78,62,016").replace("|", ","))
    assert (health.capacity, health.power_on) == (500_107_862_016, 3387 * 3600)


@pytest.mark.parametrize("gigabytes", ["38280,029", "38280.029", "38.280,029", "38'280.029"])
def test_a_decimal_comma_in_the_counters_of_sas(gigabytes: str) -> None:
    row = f"read: 0 34 0 34 238396 {gigabytes} 57"
    health = parse(re.sub(r"read: .*", row, OLD_SCSI))
    assert (health.read, health.media_errors) == (38_280_029_000_000, 57)
    assert health.unread == ()


def test_temperatures_of_sas_in_the_words_of_its_log_page() -> None:
    words = OLD_SCSI.replace("Current Drive Temperature:     38 C", "  Current temperature = 25 C")
    words = words.replace("Drive Trip Temperature:        68 C", "  Reference temperature = 65 C")
    health = parse(words)
    assert (health.temperature, health.temperature_critical) == (25, 65)


# What is announced and not read

SAS = OLD_SCSI.replace("FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]", "OK").replace(
    "12\nVendor", "0\nVendor").replace("      4\n", "      0\n")  # fmt: skip
STATISTICS = OLD_STATISTICS.replace("Device is:        Not in", "Device is:        In")


@pytest.mark.parametrize("words", [ATA, SAS, NVME_GOOD], ids=["ata", "sas", "nvme"])
def test_a_report_that_is_read_whole_leaves_no_doubt(words: str) -> None:
    health = parse(words)
    assert health.unread == ()
    assert judged(health).word == GOOD


@pytest.mark.parametrize(
    ("words", "sought", "instead"),
    [
        (ATA, r"^ *\d+ [A-Z]\w+ +0x.*\n", ""),
        (ATA, r"^( *\d+ \w+) +0x.*$", r"\1"),
        (ATA, r"^ *\d+ [A-Z]\w+ +0x.*\n", "(rows left out)\n"),
        (ATA, r"(?s)ID# ATTR.*", ""),
        (ATA, r"^197 .*$", "197 Current_Pending_Sector  0x0012   1OO   100   000    Old_age"),
        (ATA, r"^197 .*$", "197 Current_Pending_Sector"),
        (ATA, r"(?s)\n(?=ID#).*(?=\nSMART Error Log)", " ID# ATTRIBUTE_NAME FLAG VALUE 5 Reall"),
        (ATA, r"^# 1.*$", "# 1  Short offline  Completed: ???"),
        (ATA, r"^# 1.*\n", ""),
        (ATA, r"No Errors Logged", ""),
        (SAS, r"^(read|write): .*\n", ""),
        (SAS, r"^read: .*$", "read: 0 34 0 34 238396 38 280,029 57"),
        (STATISTICS, r"1480289770", "1,480,289,770"),
        (STATISTICS, r"(?m)^  [157]  0x.*\n", ""),
        (NVME_GOOD, r"(?s)Critical Warning:.*?(?=\n\nError Inf)", ""),
        (NVME_GOOD, r"Media and Data Integrity Errors: .*\n", ""),
        (NVME_GOOD, r"Percentage Used: .*\n", "Percentage Used:   unknown\n"),
        (NVME_GOOD, r"^  0 .*\n", ""),
        (NVME_GOOD, r"^  0 .*$", "  0          1     0  0x6008"),
        (NVME_GOOD, r"^ 0 .*\n", ""),
    ],
)  # fmt: skip
def test_what_is_announced_and_not_read_is_a_doubt(words: str, sought: str, instead: str) -> None:
    changed = re.sub(sought, instead, words, flags=re.MULTILINE)
    assert changed != words
    health = parse(changed)
    assert health.unread
    verdict = judged(health)
    assert verdict.word == UNKNOWN
    assert [one.code for one in verdict.advice] == ["ask-otherwise"]
    media = verdict.axis("media_errors")
    assert media is not None
    assert media.verdict == UNKNOWN
    said = [one.say[0].values.get("text") for one in verdict.more]
    assert health.unread[0] in said


def test_a_doubt_hides_no_fault() -> None:
    words = ATA.replace("Always       -       0\n  9", "Always       -       1975\n  9")
    lost = re.sub(r"(?m)^197 .*$", "197 Current_Pending_Sector", words)
    health = parse(lost)
    assert health.unread
    assert judged(health).word == judged(parse(words)).word == "failing"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (ATA.encode(), True),
        (wrapped(ATA, 70, "> ").encode(), True),
        (CHANGES["in HTML"](ATA), True),
        (ATA.replace(" ", "\u00a0").encode("cp1252"), True),
        (b'$ smartctl -j -a /dev/sda\n```json\n{"smartctl": {"exit_status": 0}}\n```', True),
        (b'{"smartctl": "is a program"}', False),
        (b"Dear all,\nsmartctl says that my disk is fine.\n", False),
    ],
)  # fmt: skip
def test_what_the_window_takes_for_a_report(
    tmp_path: Path, data: str | bytes, expected: bool
) -> None:
    path = tmp_path / "report"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    assert looks_like_report(str(path)) is expected
