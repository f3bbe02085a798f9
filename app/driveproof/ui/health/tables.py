# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of the Health page's tables: attributes, figures, errors and self-tests as text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from driveproof.domain.health import report as said
from driveproof.domain.health.answer import attribute_verdict
from driveproof.domain.health.glossary import Meaning, attribute_meaning, figure_meaning
from driveproof.domain.health.kept_tests import KeptTest
from driveproof.domain.health.marks import UNMARKED, Marks
from driveproof.domain.health.report import (
    PAST,
    Attribute,
    ErrorEntry,
    Health,
    SelfTestEntry,
)
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, WORN, Grade
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.cells import TableCell, TableColumn
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time, short_moment
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import running_time

NOTHING = "–"
_MARK = "▸ "  # before the name of a value that is a reason for the verdict
# The letters of smartctl --format=brief, by the bit of the attribute's flags (last defined in
# ATA-3).
_FLAGS = ((0x01, "P"), (0x02, "O"), (0x04, "S"), (0x08, "R"), (0x10, "C"), (0x20, "K"))


def attribute_heads() -> tuple[TableColumn, ...]:
    """The column headers of the ATA table."""
    return (
        TableColumn(_("ID"), name="id", figures=True, gives_way=6),
        TableColumn(
            _("Name"), name="name", least="Uncorrectable sectors, offline", grows=1, always=True
        ),
        TableColumn(
            _("Value"),
            name="value",
            figures=True,
            tip=_("Normalized: higher is better"),
            gives_way=4,
        ),
        TableColumn(_("Worst"), name="worst", figures=True, gives_way=2),
        TableColumn(_("Threshold"), name="threshold", figures=True, gives_way=3),
        TableColumn(_("Raw"), name="raw", figures=True, least="1 234 567 890 123 456", always=True),
        TableColumn(_("Verdict"), name="verdict", gives_way=7),
        TableColumn(_("Trend"), name="trend", gives_way=5, usual=False),
        TableColumn(
            _("Raw, hexadecimal"), name="hexadecimal", figures=True, gives_way=1, usual=False
        ),
    )


TREND, HEX = 7, 8


def attribute_rows(
    health: Health, marked: Marks = UNMARKED, trends: Trends = UNTRACED
) -> list[tuple[TableCell, ...]]:
    """A row per attribute, in the drive's order; those in `marked` are a reason for its verdict."""
    return [
        tuple(_attribute(each, marked, trends.attributes.get(each.id), health))
        for each in health.attributes
    ]


def _attribute(
    each: Attribute, marked: Marks, trend: HealthTrend | None, health: Health
) -> Iterator[TableCell]:
    yield TableCell(str(each.id), each.id, f"0x{max(each.id, 0):02X}")
    meaning = attribute_meaning(each)
    reason = marked.attributes.get(each.id, "")
    explanation = _explained(meaning)
    name = value_text(meaning.title) if each.name or explanation else _("Unknown attribute")
    explained = " ".join(part for part in (explanation, _their_name(each, health)) if part)
    yield _named(name, explained, reason)
    for number in (each.value, each.worst):
        yield _number(number)
    limit = _number(each.threshold)
    yield TableCell(limit.text, limit.key, _kind(each))
    raw = cell_text(each.raw_value) or NOTHING
    yield TableCell(raw, NOTHING if each.raw is None else each.raw, _raw_tip(each))
    yield _attribute_verdict(each, reason, explanation)
    yield _trend(trend)
    yield TableCell(each.raw_hex or NOTHING, NOTHING if each.raw is None else each.raw)


def _explained(meaning: Meaning) -> str:
    return "" if meaning.explanation is None else say_text(meaning.explanation)


def _named(name: str, explanation: str, reason: str) -> TableCell:
    """The cell of a name, marked on the screen alone where it is a `reason` for the verdict."""
    return TableCell(f"{_MARK}{name}" if reason else name, name, explanation, reason, copied=name)


def _trend(trend: HealthTrend | None) -> TableCell:
    """By how much it moved is the order."""
    if trend is None:
        return TableCell(NOTHING)
    moved = trend.last - trend.first
    said, short, curve = say_text(trend.say), say_text(trend.short), _curve(trend)
    return TableCell(said, moved, said, color="muted", short=short, curve=curve)


def _curve(trend: HealthTrend) -> tuple[tuple[float, float], ...]:
    """The readings between the least and the greatest of them; what never moved lies in between."""
    seconds = max(1.0, (trend.until - trend.since).total_seconds())
    least = min((value for _, value in trend.values), default=0.0)
    height = max((value for _, value in trend.values), default=0.0) - least

    def upwards(value: float) -> float:
        return (value - least) / height if height else 0.5

    return tuple(
        ((when - trend.since).total_seconds() / seconds, upwards(value))
        for when, value in trend.values
    )


def _kind(each: Attribute) -> str:
    """What reaching the threshold means, and the flags, from the manufacturer's table."""
    kind = ""
    if each.prefail is not None:
        kind = _("Pre-fail") if each.prefail else _("Old age")
    return " ".join(part for part in (kind, _flags(each)) if part)


def _raw_tip(each: Attribute) -> str:
    number = "" if each.raw is None else f"{each.raw} = 0x{max(each.raw, 0):012X}"
    return "\n".join(part for part in (shown(each.raw_text), number) if part)


def _flags(each: Attribute) -> str:
    if each.flags is None:
        return ""
    letters = "".join(letter if each.flags & bit else "-" for bit, letter in _FLAGS)
    return f"{letters} (0x{each.flags & 0xFFFF:04X})"


def _their_name(each: Attribute, health: Health) -> str:
    if not each.name:
        return ""
    program = "smartctl" if health.by_smartctl else "UDisks2"
    return f"{program}: {shown(each.name)}"


def _reason(word: str, explanation: str = "") -> TableCell:
    """The cell of a value that is a reason for the verdict; these sort first."""
    place = float((FAILING, WORN, CAUTION).index(Grade(word))) - 10
    return TableCell(grade_title(word), place, explanation, word)


_ORDER = (FAILING, WORN, CAUTION, PAST)
"""What the thresholds say, the worst first."""


def _attribute_verdict(each: Attribute, reason: str, explanation: str) -> TableCell:
    if reason:
        return _reason(reason, explanation)
    found = attribute_verdict(each)
    if found is None:
        if not each.threshold:
            return TableCell(_("No threshold"), 6, verdict=UNKNOWN)
        return TableCell(grade_title(GOOD), 4, verdict=GOOD)
    text = value_text(found)
    if found.code == UNKNOWN:
        return TableCell(text, 5, _("Not in smartctl's database"), UNKNOWN)
    grade = CAUTION if found.code == PAST else str(found.code)
    return TableCell(text, _ORDER.index(found.code), verdict=grade)


def _number(value: int | None) -> TableCell:
    return TableCell(NOTHING) if value is None else TableCell(str(value), value)


def figure_heads() -> tuple[TableColumn, ...]:
    """The column headers of a log of figures."""
    return (
        TableColumn(_("Name"), grows=1),
        TableColumn(_("Value"), figures=True),
        TableColumn(_("In the log")),
        TableColumn(_("Verdict")),
        TableColumn(_("Trend"), usual=False),
    )


def figure_rows(
    health: Health, marked: Marks = UNMARKED, trends: Trends = UNTRACED
) -> list[tuple[TableCell, ...]]:
    """A row per figure, with the exact number in its tool tip."""
    rows: list[tuple[TableCell, ...]] = []
    for each in health.figures:
        exact = "" if each.value is None else f"{each.value}"
        meaning = figure_meaning(each)
        reason = marked.figures.get(each.key, "")
        explanation, value = _explained(meaning), cell_text(each.quantity) or NOTHING
        rows.append(
            (
                _named(value_text(meaning.title), explanation, reason),
                TableCell(value, NOTHING if each.value is None else each.value, exact),
                TableCell(shown(each.key)),
                _reason(reason, explanation) if reason else TableCell(""),
                _trend(trends.figures.get(each.key)),
            )
        )
    return rows


def error_heads() -> tuple[TableColumn, ...]:
    """The column headers of the error log."""
    return (
        TableColumn(_("Number"), figures=True),
        TableColumn(_("Error"), grows=1),
        TableColumn(_("Power-on time"), figures=True),
        TableColumn(_("Sector"), figures=True),
    )


def error_rows(entries: tuple[ErrorEntry, ...]) -> list[tuple[TableCell, ...]]:
    """The error log, in the drive's order."""
    return [
        (
            _number(each.number),
            TableCell(shown(each.text) or NOTHING),
            _age(each.at),
            _number(each.lba),
        )
        for each in entries
    ]


def test_heads() -> tuple[TableColumn, ...]:
    """The column headers of the self-test log."""
    return (
        TableColumn(_("Test")),
        TableColumn(_("Result"), grows=1),
        TableColumn(_("Ended")),
        TableColumn(_("Power-on time"), figures=True),
        TableColumn(_("First bad sector"), figures=True),
    )


def test_rows(
    entries: tuple[SelfTestEntry, ...], kept: tuple[KeptTest, ...] = ()
) -> list[tuple[TableCell, ...]]:
    """Every known self-test, newest first: what is kept, else the drive's log.

    What the drive says of its last one, without a time, comes before what is kept of others.
    """
    rows: list[tuple[SelfTestEntry, KeptTest | None]] = [(one.entry, one) for one in kept]
    rows = rows or [(entry, None) for entry in entries]
    last = entries[0] if entries and kept and entries[0].at is None else None
    if last is not None and last.status != kept[0].entry.status:
        rows.insert(0, (last, None))
    return [_test_row(entry, one) for entry, one in rows]


def _test_row(each: SelfTestEntry, kept: KeptTest | None) -> tuple[TableCell, ...]:
    ended = kept.ended if kept is not None else None
    firmware = shown(kept.firmware) if kept is not None else ""
    return (
        TableCell(
            value_text(each.title),
            tip=_("firmware {firmware}").format(firmware=firmware) if firmware else "",
        ),
        TableCell(say_text(each.result), tip=shown(each.text), verdict=_test_verdict(each)),
        TableCell(NOTHING) if ended is None else _moment(ended),
        _age(each.at),
        _number(each.lba),
    )


def _moment(when: datetime) -> TableCell:
    exact = date_and_time(when)
    return TableCell(short_moment(when, datetime.now(UTC)), when.timestamp(), exact, copied=exact)


def _test_verdict(entry: SelfTestEntry) -> str:
    return {said.PASSED: GOOD, said.TEST_FAILED: FAILING}.get(entry.status, "")


def _age(at: float | None) -> TableCell:
    return TableCell(NOTHING) if at is None else TableCell(running_time(at), at)
