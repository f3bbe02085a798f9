# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health in the words of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.domain.health.verdict import (
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    MEDIA,
    THERMAL,
    UNKNOWN,
    WATCH,
    WEAR,
    WORN,
)  # fmt: skip
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_percent

if TYPE_CHECKING:
    from driveproof.domain.health.verdict import AxisVerdict, HealthVerdict
    from driveproof.engine.health.view import HealthView


def word_title(word: str) -> str:
    """The word of a verdict as people read it."""
    return {
        GOOD: _("Good"),
        WATCH: _("Watch"),
        WORN: _("Worn"),
        FAILING: _("Failing"),
        UNKNOWN: _("Unknown"),
    }.get(word, _("Unknown"))


def axis_title(axis: str) -> str:
    """The name of an axis."""
    return {
        FAILING_NOW: _("Failing now"),
        WEAR: _("Wear"),
        MEDIA: _("Media"),
        LINK: _("Link"),
        THERMAL: _("Heat"),
        EVIDENCE: _("Evidence"),
    }.get(axis, shown(axis))


def axis_words(axis: AxisVerdict) -> str:
    """What stands beside the mark: the value; where it is not good, the word before it."""
    title, value = word_title(axis.verdict), shown(axis.value)
    if not value:
        return title
    # "Failing now" is answered with yes or no
    plain = axis.verdict in {GOOD, UNKNOWN} or axis.axis == FAILING_NOW
    if plain or value.casefold() == title.casefold():
        return value
    return f"{title} · {value}"


def counter_title(counter: str, value: int | None = None) -> str:
    """The name of a counter of health.COUNTERS, in the plural."""
    return {
        "reallocated": _("reallocated sectors"),
        "pending": _("pending sectors"),
        "uncorrectable": _("uncorrectable sectors"),
        "media_errors": _("media errors"),
        "spin_retries": _("spin retries"),
        "end_to_end": _("end-to-end errors"),
        "command_timeouts": _("command timeouts"),
        "reallocation_events": _("reallocation events"),
        "crc_errors": _("CRC errors of the link"),
        "error_log_entries": _("entries in the error log"),
        "unsafe_shutdowns": _("unsafe shutdowns"),
    }.get(counter, shown(counter))


def percent(share: float) -> str:
    """0.03 as "3 %"."""
    return format_percent(share)


def head_text(view: HealthView) -> str:
    """A few words beside the drive's name: "Good · 3 % of its rated life used"."""
    word, used = view.verdict.word, view.health.used
    title = word_title(word)
    cause = next((axis for axis in view.verdict.axes if axis.verdict == word), None)
    # The life is no reason for "worn" where something else is the cause.
    lived = word == GOOD or (word == WORN and (cause is None or cause.value.endswith(" used")))
    if lived and used is not None:
        return _("{0} · {1} of its rated life used").format(title, percent(used))
    if word in {GOOD, UNKNOWN} or cause is None or not cause.value:
        return title
    if cause.axis == FAILING_NOW:
        return title if word == FAILING else f"{title} · {shown(cause.value)}"
    return f"{title} · {axis_title(cause.axis)}: {shown(cause.value)}"


def drive_name(view: HealthView) -> str:
    """The model; the kernel's name where there is none."""
    return shown(view.health.model or view.device)


def worse_title(view: HealthView) -> str:
    """The headline of a notification."""
    return _("{0}: {1}").format(drive_name(view), word_title(view.verdict.word))


def worse_text(view: HealthView, before: HealthVerdict | None = None) -> str:
    """What to do, then what changed."""
    does = " ".join(shown(one.sentence) for one in view.verdict.advice[:1])
    was = _("It was: {0}.").format(word_title(before.word)) if before is not None else ""
    return f"{does} {shown(view.verdict.sentence)} {was}".strip()
