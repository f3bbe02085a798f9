# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as JSON: what is not known is null."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from driveproof.domain.health.marks import UNMARKED, Marks, marks
from driveproof.domain.health.report import Attribute, Figure, Health, SelfTests
from driveproof.domain.health.saved_report import SavedReport, worst_first
from driveproof.domain.health.trends import UNTRACED, Trend, Trends
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.export.json.finding import finding_values, to_do_values
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, advice_text
from driveproof.wording.health.glossary import (
    attribute_meaning,
    figure_meaning,
)
from driveproof.wording.health.verdict import (
    axis_detail,
    axis_rule,
    axis_value,
    verdict_sentence,
    verdict_sentences,
)
from driveproof.wording.run import note_text

_PLAIN = (
    "passed", "temperature", "temperature_warning", "temperature_critical", "warning_seconds",
    "critical_seconds", "power_on", "power_cycles", "unsafe_shutdowns", "start_stops", "written",
    "read", "used", "spare", "spare_threshold", "reallocated", "pending", "uncorrectable",
    "media_errors", "spin_retries", "end_to_end", "command_timeouts", "reallocation_events",
    "crc_errors", "error_log_entries",
)  # fmt: skip
"""Fields of Health that are one number, or true or false."""

_TEXTS = ("model", "serial", "wwn", "firmware", "source", "kind")


@in_english()
def health_document(
    health: Health,
    verdict: HealthVerdict,
    *,
    device: str | None = None,
    link: str = "",
    trends: Trends = UNTRACED,
    reports: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The document of `driveproof health --json`; `device` is None for a saved report, `link` how
    the drive is connected now. `reports` are the documents of all reports of a file that has more
    than one, () otherwise.
    """
    values = health_values(health, verdict, link=link)
    for row in values["attributes"]:
        row["trend"] = _trend(trends.attributes.get(row["id"]))
    for row in values["figures"]:
        row["trend"] = _trend(trends.figures.get(row["key"]))
    return {
        "version": 1,
        "device": device,
        **verdict_values(verdict),
        **values,
        "reports": list(reports),
    }


@in_english()
def reports_document(reports: Sequence[SavedReport]) -> dict[str, Any]:
    """The same for a file with several reports: the worst, and all of them as `reports`, in the
    order of the file.
    """
    documents = [health_document(one.health, one.verdict) for one in reports]
    worst = worst_first(reports)[0]
    return health_document(worst.health, worst.verdict, reports=documents)


def _trend(trend: Trend | None) -> dict[str, Any] | None:
    if trend is None:
        return None
    return {
        "since": trend.since.isoformat(),
        "first": trend.first,
        "last": trend.last,
        "unit": trend.unit.value or None,
    }


@in_english()
def verdict_values(verdict: HealthVerdict) -> dict[str, Any]:
    """The verdict with its six axes."""
    return {
        "verdict": verdict.word,
        "sentence": verdict_sentence(verdict),
        "sentences": list(verdict_sentences(verdict)),
        "findings": [finding_values(one) for one in (*verdict.summary, *verdict.more)],
        "do": [to_do_values(one) for one in verdict.advice],
        "axes": [
            {
                "axis": axis.axis,
                "verdict": axis.verdict,
                "value": axis_value(axis),
                "detail": axis_detail(axis) or None,
                "findings": [finding_values(one) for one in axis.details],
                "rule": axis_rule(axis),
                "source": axis.source or None,
                "counters": list(axis.counters),
            }
            for axis in verdict.axes
        ],
    }


@in_english()
def health_values(
    health: Health, verdict: HealthVerdict | None = None, *, link: str = ""
) -> dict[str, Any]:
    """All reported values; `verdict` marks the rows that are a reason, `link` is the current
    connection.
    """
    marked = UNMARKED if verdict is None else marks(health, verdict)
    return {
        **{name: getattr(health, name) or None for name in _TEXTS},
        "taken": health.taken.isoformat(),
        "updated": None if health.updated is None else health.updated.isoformat(),
        "asleep": health.asleep,
        "rotational": health.rotational,
        "missing": note_text(health.missing) or None,
        "advice": advice_text(health.advice, Face.TERMINAL) or None,
        "notes": [note_text(note) for note in health.notes],
        "unread": [note_text(note) for note in health.unread],
        "warnings": list(health.warnings),
        **{name: getattr(health, name) for name in _PLAIN},
        "used_source": health.used_source or None,
        "life_left": health.life_left,
        "written_per_day": health.written_per_day,
        "capacity": health.capacity,
        "interface": health.interface or None,
        "link": link or health.link_now or None,
        "rotation_rate": health.rotation_rate,
        "attributes": [_attribute(row, marked) for row in health.attributes],
        "figures": [_figure(one, marked) for one in health.figures],
        "errors": [asdict(entry) for entry in health.errors],
        "self_test": _self_test(health.self_tests),
        "self_tests": [
            asdict(entry) for entry in (health.self_tests.entries if health.self_tests else ())
        ],
    }


def _figure(one: Figure, marked: Marks) -> dict[str, Any]:
    return {
        "key": one.key,
        "title": one.title,
        "value": one.value,
        "unit": one.unit.value,
        "explanation": figure_meaning(one).explanation or None,
        "reason": marked.figures.get(one.key),
    }


def _attribute(row: Attribute, marked: Marks) -> dict[str, Any]:
    meaning = attribute_meaning(row)
    kind = None if row.prefail is None else "prefail" if row.prefail else "old-age"
    return {
        "id": row.id,
        "name": row.name,
        "value": row.value,
        "worst": row.worst,
        "threshold": row.threshold,
        "raw": row.raw,
        "raw_text": row.raw_text or None,
        "pretty": row.pretty,
        "unit": row.unit.value or None,
        "type": kind,
        "online": row.online,
        "flags": row.flags,
        "judged": row.named or row.counted,
        "failed": row.failed or None,
        "title": meaning.title,
        "explanation": meaning.explanation or None,
        "reason": marked.attributes.get(row.id),
    }


def _self_test(tests: SelfTests | None) -> dict[str, Any] | None:
    if tests is None:
        return None
    return {
        "kinds": list(tests.kinds),
        "running": tests.running,
        "kind": tests.kind or None,
        "remaining": tests.remaining,
        "seconds": dict(tests.seconds),
    }
