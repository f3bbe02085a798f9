# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a drive's health: the verdict and what to do, then every value that it reported."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.health.facts import health_facts
from driveproof.domain.health.glossary import attribute_meaning, explained, figure_meaning
from driveproof.domain.health.marks import Marks, marks
from driveproof.domain.health.report import Health
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    WORN,
    AxisVerdict,
    HealthVerdict,
)
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.say import Say
from driveproof.export.report.document import (
    FactsBlock,
    Report,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
    footer,
)
from driveproof.export.text.health import attribute_verdict, marked_grade
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.finding import findings_text, to_do_text
from driveproof.wording.health.verdict import (
    axis_rule,
    axis_text,
    axis_title,
    grade_title,
    verdict_sentences,
)
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, fact_texts
from driveproof.wording.units import running_time

_WORDS = {GOOD: FINE, CAUTION: ODD, WORN: ODD, FAILING: BAD}


def health_report_document(
    health: Health,
    verdict: HealthVerdict,
    *,
    device: str = "",
    link: str = "",
    trends: Trends = UNTRACED,
    version: str = "",
) -> Report:
    """The report; `device` and `link` are "" where unknown, `trends` say how its values moved."""
    marked = marks(health, verdict)
    serial = _("serial {serial}").format(serial=health.serial) if health.serial else ""
    firmware = _("firmware {firmware}").format(firmware=health.firmware) if health.firmware else ""
    when = date_and_time(health.taken)
    sections = [
        _said(verdict),
        Section(_("Summary"), (_facts(health, link),)) if health.known else None,
        Section(_("Health"), (axes_table(verdict),)) if verdict.axes else None,
        _attributes(health, marked, trends),
        _figures(health, marked, trends),
        _self_tests(health),
        _errors(health),
    ]
    return Report(
        title=health.model or device or _("Unknown drive"),
        headline=f"{grade_title(verdict.word)}. {_headline(verdict)}",
        word=_WORDS.get(verdict.word, UNKNOWN),
        subject=(" · ".join(one for one in (device, serial, firmware, when) if one),),
        sections=tuple(one for one in sections if one is not None),
        footer=footer(version, when),
    )


def axes_table(verdict: HealthVerdict) -> TableBlock:
    """A row for each axis of the verdict, with its rule in small print."""
    rows = tuple(
        (axis_title(axis.axis), grade_title(axis.verdict), axis_text(axis)) for axis in verdict.axes
    )
    notes = tuple(map(_small_print, verdict.axes))
    return TableBlock((_("Axis"), _("Verdict"), _("Reason")), rows, left=3, notes=notes)


def _small_print(axis: AxisVerdict) -> str:
    """When the grade changes, and who says so."""
    parts = []
    if rule := axis_rule(axis):
        parts.append(rule.replace("\n", " "))
    if axis.source:
        parts.append(_("Source: {text}").format(text=axis.source))
    return " · ".join(parts)


def _headline(verdict: HealthVerdict) -> str:
    """What to do, else the verdict."""
    return to_do_text(verdict.advice[0]) if verdict.advice else findings_text(verdict.summary)


def _said(verdict: HealthVerdict) -> Section | None:
    """What the headline leaves out."""
    said = [
        *(to_do_text(one) for one in verdict.advice),
        findings_text(verdict.summary),
        *verdict_sentences(verdict),
    ]
    rest = [one for one in dict.fromkeys(said) if one != _headline(verdict)]
    return Section(_("Why"), tuple(map(TextBlock, rest))) if rest else None


def _facts(health: Health, link: str) -> FactsBlock:
    return FactsBlock(tuple(fact_texts(health_facts(health, link).facts)))


def _attributes(health: Health, marked: Marks, trends: Trends) -> Section | None:
    if not health.attributes:
        return None
    rows = tuple(
        (
            str(row.id),
            value_text(attribute_meaning(row).title),
            marked_grade(marked.attributes.get(row.id)) or attribute_verdict(row),
            _trend(trends.attributes.get(row.id)),
            *(_number(one) for one in (row.value, row.worst, row.threshold)),
            cell_text(row.raw_value),
        )
        for row in health.attributes
    )
    heads = (
        _("ID"), _("Attribute"), _("Verdict"), _("Trend"), _("Value"), _("Worst"), _("Threshold"),
        _("Raw"),
    )  # fmt: skip
    reasons = (
        (f"{row.id} {value_text(meaning.title)}", word, meaning.explanation)
        for row, meaning, word in explained(health.attributes, marked)
    )
    blocks = (*_reasons(reasons), _without_empty(heads, rows, left=4))
    return Section(_("Attributes"), blocks)


def _figures(health: Health, marked: Marks, trends: Trends) -> Section | None:
    if not health.figures:
        return None
    rows = tuple(
        (
            one.title,
            marked_grade(marked.figures.get(one.key)),
            _trend(trends.figures.get(one.key)),
            cell_text(one.quantity),
        )
        for one in health.figures
    )
    reasons = (
        (one.title, marked.figures[one.key], figure_meaning(one).explanation)
        for one in health.figures
        if one.key in marked.figures
    )
    heads = (_("Log"), _("Verdict"), _("Trend"), _("Value"))
    return Section(_("Health log"), (*_reasons(reasons), _without_empty(heads, rows, left=3)))


def _reasons(reasons: Iterable[tuple[str, str, Say | None]]) -> tuple[ReportBlock, ...]:
    """What the values mean that are a reason of the verdict."""
    unsaid = _("not documented by the manufacturer")
    return tuple(
        TextBlock(
            f"{title} ({marked_grade(word)}): {unsaid if meaning is None else say_text(meaning)}"
        )
        for title, word, meaning in reasons
    )


def _without_empty(
    heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], *, left: int
) -> TableBlock:
    """The table without the columns in which no row has anything."""
    kept = [place for place in range(len(heads)) if any(row[place] for row in rows)]
    return TableBlock(
        tuple(heads[place] for place in kept),
        tuple(tuple(row[place] for place in kept) for row in rows),
        left=sum(place < left for place in kept),
    )


def _self_tests(health: Health) -> Section | None:
    if health.self_tests is None or not health.self_tests.entries:
        return None
    rows = tuple(
        (value_text(one.title), say_text(one.result), _age(one.at), _number(one.lba))
        for one in health.self_tests.entries
    )
    heads = (_("Test"), _("Result"), _("Age"), _("First bad sector"))
    return Section(_("Self-tests"), (_without_empty(heads, rows, left=2),))


def _errors(health: Health) -> Section | None:
    if not health.errors:
        return None
    rows = tuple(
        (_number(one.number), one.text, _age(one.at), _number(one.lba)) for one in health.errors
    )
    heads = (_("Number"), _("Error"), _("Age"), _("Sector"))
    return Section(_("Error log"), (_without_empty(heads, rows, left=2),))


def _trend(trend: HealthTrend | None) -> str:
    return "" if trend is None else say_text(trend.say)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _age(seconds: float | None) -> str:
    return "" if seconds is None else running_time(seconds)
