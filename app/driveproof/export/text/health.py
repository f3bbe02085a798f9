# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health for the terminal: the verdict in sentences first, then its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.facts import health_facts
from driveproof.domain.health.glossary import attribute_meaning, explained, figure_meaning
from driveproof.domain.health.marks import Marks, marks
from driveproof.domain.health.report import PAST, Attribute, Health
from driveproof.domain.health.rules import attribute_word
from driveproof.domain.health.saved_report import SavedReport, worst_first
from driveproof.domain.health.trends import UNTRACED, Trends
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    UNKNOWN,
    WORN,
    HealthVerdict,
)
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.export.text.layout import WIDTH, TextLayout, columns_of, cut, one_line, plain
from driveproof.wording.catalogue import _
from driveproof.wording.finding import findings_text, to_do_text
from driveproof.wording.health.verdict import (
    axis_title,
    axis_value,
    grade_title,
    verdict_sentences,
)
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, fact_texts
from driveproof.wording.units import format_duration, format_life, running_time

_GAP = "  "
_MARK = ">"  # before a row that is a reason of the verdict
_LEAST = 30  # columns of a sentence beside a table; with less it goes below


def health_report(
    health: Health,
    verdict: HealthVerdict,
    *,
    device: str = "",
    link: str = "",
    trends: Trends = UNTRACED,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole report, without a newline at the end; text that is safe to print.

    `link` is how the drive is connected now, "" where unknown; `trends` how its values moved.
    """
    layout = TextLayout(width or WIDTH, encoding=encoding)
    marked = marks(health, verdict)
    blocks = [
        _head(health, verdict, device, layout),
        _facts(health, link, layout),
        _axes(verdict, layout),
        _attributes(health, marked, layout),
        _figures(health, marked, layout),
        _trends(health, trends, layout),
        _self_tests(health, layout),
        _errors(health, layout),
    ]
    lines = [line for block in blocks if block for line in (*block, "")][:-1]
    if width is not None:
        lines = [plain(cut(line, width), encoding) for line in lines]
    return "\n".join(lines)


def health_reports(
    reports: Sequence[SavedReport], *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """Several reports of one file, the worst first; as `health_report`."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    ordered = worst_first(reports)
    blocks = []
    for one in ordered:
        title = _("Report {number} of {count}").format(number=one.number, count=one.count)
        blocks.append(layout.plain(f"== {title} =="))
        blocks.append(health_report(one.health, one.verdict, width=width, encoding=encoding))
    return "\n\n".join(blocks)


def _head(health: Health, verdict: HealthVerdict, device: str, layout: TextLayout) -> list[str]:
    """The verdict's word and what to do about it come first, before the drive's very name."""
    firmware = _("firmware {firmware}").format(firmware=health.firmware) if health.firmware else ""
    serial = _("serial {serial}").format(serial=health.serial) if health.serial else ""
    names = [visible(name) for name in (health.model, device, serial, firmware) if name]
    do = [to_do_text(one) for one in verdict.advice]
    summary = findings_text(verdict.summary)
    said = [
        *do,
        *(text for text in (summary, *verdict_sentences(verdict)) if text not in do),
    ]
    said[0] = f"{grade_title(verdict.word)}. {said[0]}"
    lines: list[str] = []
    for sentence in said:
        lines += layout.wrapped(one_line(sentence))
    return [*lines, "", layout.plain(", ".join(names))] if names else lines


def _axes(verdict: HealthVerdict, layout: TextLayout) -> list[str]:
    rows = [
        (axis_title(axis.axis), grade_title(axis.verdict), axis_value(axis))
        for axis in verdict.axes
    ]
    starts = layout.table(rows, (0, 1, 2))
    indent = max(map(columns_of, starts)) + len(_GAP)
    lines = []
    for axis, start in zip(verdict.axes, starts, strict=True):
        detail = one_line(findings_text(axis.details))
        beside = layout.width - indent >= _LEAST
        said = layout.wrapped(detail, beside=indent if beside else 2)
        pad = " " * (indent if beside else 2)
        if said and beside:
            lines.append(start + " " * (indent - columns_of(start)) + said.pop(0))
        else:
            lines.append(start)
        lines += [pad + line for line in said]
    return lines


def _facts(health: Health, link: str, layout: TextLayout) -> list[str]:
    if not health.known:
        return []
    found = fact_texts(health_facts(health, link).facts)
    rows = [(name, one_line(text)) for name, text in found]
    return layout.table(rows, (0, 1))


def _attributes(health: Health, marked: Marks, layout: TextLayout) -> list[str]:
    """The rows that are a reason of the verdict have a mark, their word, and an explanation."""
    if not health.attributes:
        return []
    heads: tuple[str, ...] = (
        "", "ID", _("Attribute"), _("Value"), _("Worst"), _("Threshold"), _("Raw"), _("Verdict"),
        _("Kind"), _("Name"), _("Raw (hex)"),
    )  # fmt: skip
    rows: list[tuple[str, ...]] = [
        (
            _mark(row.id in marked.attributes), str(row.id),
            value_text(attribute_meaning(row).title),
            _number(row.value), _number(row.worst), _number(row.threshold),
            cut(cell_text(row.raw_value), 40),
            marked_grade(marked.attributes.get(row.id)) or attribute_verdict(row), _type(row),
            visible(row.name), row.raw_hex,
        )
        for row in health.attributes
    ]  # fmt: skip
    if not any(row[-1] for row in rows):  # UDisks2 does not pass them on
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    lines = layout.table((heads, *rows), (0, 2, 7, 8, 9))
    reasons = [
        (f"{row.id} {value_text(meaning.title)}", meaning.explanation, word)
        for row, meaning, word in explained(health.attributes, marked)
    ]
    return lines + _reasons(reasons, layout)


def marked_grade(grade: str | None) -> str:
    """The grade of a value that is a reason of the verdict; "" of any other."""
    return "" if grade is None else grade_title(grade)


def _mark(reason: bool) -> str:
    return _MARK if reason else ""


def _reasons(reasons: Sequence[tuple[str, Say | None, str]], layout: TextLayout) -> list[str]:
    """What the marked rows mean."""
    lines = [""] if reasons else []
    for title, explanation, word in reasons:
        meaning = (
            say_text(explanation)
            if explanation is not None
            else _("not documented by the manufacturer")
        )
        said = f"{_MARK} {visible(title)} ({marked_grade(word)}): {meaning}"
        lines += layout.wrapped(said, indent="  ")
    return lines


def attribute_verdict(row: Attribute) -> str:
    """What its threshold says, as its axis has it; "" for nothing."""
    words = {
        UNKNOWN: _("Not rated"), FAILING: _("Failing"), WORN: _("Worn"),
        CAUTION: _("At its threshold"),
    }  # fmt: skip
    return words.get(attribute_word(row), _("Failed in the past") if row.failed == PAST else "")


def _figures(health: Health, marked: Marks, layout: TextLayout) -> list[str]:
    if not health.figures:
        return []
    rows = [
        (
            _mark(one.key in marked.figures), visible(one.title),
            cell_text(one.quantity),
            marked_grade(marked.figures.get(one.key)),
        )
        for one in health.figures
    ]  # fmt: skip
    lines = layout.table((("", _("Log"), _("Value"), _("Verdict")), *rows), (0, 1, 3))
    reasons = [
        (one.title, figure_meaning(one).explanation, marked.figures[one.key])
        for one in health.figures
        if one.key in marked.figures
    ]
    return lines + _reasons(reasons, layout)


def _trends(health: Health, trends: Trends, layout: TextLayout) -> list[str]:
    """What moved since the oldest kept reading; nothing for what did not."""
    moved = [
        (f"{row.id} {value_text(attribute_meaning(row).title)}", trends.attributes.get(row.id))
        for row in health.attributes
    ]
    moved += [(one.title, trends.figures.get(one.key)) for one in health.figures]
    lines: list[str] = []
    for title, trend in moved:
        if trend is not None and trend.moved:
            said = f"{visible(title)}: {say_text(trend.say)}"
            lines += layout.wrapped(said, indent="  ")
    return lines


def _self_tests(health: Health, layout: TextLayout) -> list[str]:
    tests = health.self_tests
    if tests is None:
        return []
    lines: list[str] = []
    if tests.running:
        known = [visible(tests.kind)] if tests.kind else []
        if tests.remaining is not None:
            known.append(_("{time} left").format(time=format_life(tests.remaining)))
        running = _("A self-test is running.")
        if known:
            running = _("{name}: {text}.").format(
                name=_("Self-test running"), text=", ".join(known)
            )
        lines += layout.wrapped(running)
    rows = [
        (visible(entry.kind) or "?", entry.status, _at(entry.at), _sector(entry.lba),
         visible(entry.text))
        for entry in tests.entries
    ]  # fmt: skip
    if rows:
        lines += layout.table(
            ((_("Self-test"), _("Result"), _("Age"), _("Sector"), _("Text")), *rows),
            (0, 1, 4),
        )
    durations = [f"{kind} {format_duration(seconds)}" for kind, seconds in tests.seconds]
    if durations:
        take = _("Self-tests take: {durations}.").format(durations=", ".join(durations))
        lines += layout.wrapped(take)
    return lines


def _errors(health: Health, layout: TextLayout) -> list[str]:
    rows = [
        (_number(entry.number), _at(entry.at), _sector(entry.lba), visible(entry.text))
        for entry in health.errors
    ]
    if not rows:
        return []
    return layout.table(((_("Error"), _("Age"), _("Sector"), _("Text")), *rows), (3,))


def _type(row: Attribute) -> str:
    return {None: "", True: _("Pre-fail"), False: _("Old age")}[row.prefail]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _sector(value: int | None) -> str:
    return "" if value is None else str(value)


def _at(seconds: float | None) -> str:
    return "" if seconds is None else running_time(seconds)
