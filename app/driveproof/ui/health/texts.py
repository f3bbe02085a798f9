# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences of the Health page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import Remedy
from driveproof.domain.health.report import counted
from driveproof.domain.health.verdict import (
    FAILING,
    GOOD,
    SELF_ASSESSMENT,
    UNKNOWN,
    WORN,
    HealthCode,
)
from driveproof.engine.health.view import HealthView
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import clock, date_and_time
from driveproof.wording.health.self_tests import kind_title
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_duration, format_percent

LONG = ("whole", "start", "abort", "smart")
"""Requests that may take long because they may prompt for a password."""
ASKED = (*LONG, "keep", "acknowledge")
"""Requests of a person; the others are the page's own."""
TIMEOUT = 3.0
"""Seconds after which a drive's silence is mentioned."""
# Kinds of drives on which smartctl can read more than UDisks2.
_ASKABLE = {"nvme", "ata", "usb", "scsi", "disk"}


def head_text(view: HealthView) -> str:
    """A few words beside the drive's name: "Good · 3 % of its rated life used"."""
    word, used = view.verdict.word, view.health.used
    title = grade_title(word)
    cause = next((axis for axis in view.verdict.axes if axis.verdict == word), None)
    # The rated life is not the reason for "worn" if another axis is.
    lived = word == GOOD or (
        word == WORN and (cause is None or cause.value.code == HealthCode.USED)
    )
    if lived and used is not None:
        life = _("{share} of the rated life used").format(share=format_percent(used))
        return f"{title} · {life}"
    if word in {GOOD, UNKNOWN} or cause is None:
        return title
    if cause.axis == SELF_ASSESSMENT:
        return title if word == FAILING else f"{title} · {say_text(cause.short)}"
    return f"{title} · {say_text(cause.title)}: {say_text(cause.short)}"


def unread(*, gone: bool) -> tuple[str, str]:
    """The sentence, and its detail, for a drive that has not reported anything yet."""
    if gone:
        return _("Unplugged"), ""
    return _("Reading…"), ""


def provenance(view: HealthView, tables: HealthView) -> str:
    """The source and the time of reading, in a quiet line."""
    health = view.health
    first = _("Read at {moment}").format(moment=_moment(health.updated or health.taken))
    parts = [f"{first}, {shown(health.source)}" if health.source else first]
    if tables.health is not view.health:
        parts.append(
            _("all values as administrator at {moment}").format(moment=_moment(tables.health.taken))
        )
    return " · ".join(parts)


def _moment(taken: datetime) -> str:
    """The time of a reading, with the date unless it is today."""
    today = taken.astimezone().date() == datetime.now().astimezone().date()
    return clock(taken, seconds=True) if today else date_and_time(taken)


def smart_is_off(view: HealthView | None) -> bool:
    """Whether the drive reports nothing until SMART is switched on."""
    advice = view.health.advice if view is not None else None
    return advice is not None and advice.remedy == Remedy.SWITCH_SMART_ON


def adapter_unknown(view: HealthView | None) -> bool:
    """Whether a USB adapter is in the way whose type has to be found first."""
    advice = view.health.advice if view is not None else None
    return advice is not None and advice.remedy in {
        Remedy.FIND_ADAPTER_TYPE,
        Remedy.FIND_ADAPTER_TYPE_UNMOUNTED,
        Remedy.CHOOSE_ADAPTER_TYPE,
    }


def root_adds(device: BlockDevice | None, view: HealthView | None) -> str:
    """What reading as administrator would add, "" for nothing."""
    if smart_is_off(view) or adapter_unknown(view):
        return ""
    if view is None or device is None or device.kind not in _ASKABLE or view.health.by_smartctl:
        return ""
    return _("Reading as administrator may show more.")


def waiting(seconds: float) -> str:
    """How long a drive has not answered; "" while that is normal."""
    if seconds < TIMEOUT:
        return ""
    return _("Still waiting for the drive, {seconds}").format(seconds=format_duration(seconds))


def going_on(whats: list[str]) -> str:
    """What was requested and is not complete yet."""
    known = {
        "whole": _("Reading…"),
        "start": _("Starting the self-test…"),
        "abort": _("Cancelling the self-test…"),
        "smart": _("Enabling SMART…"),
    }
    return " ".join(known[what] for what in whats)


def done(what: str, result: Any, *, undo: bool) -> str:
    """What just happened, in a sentence."""
    plain = {
        "keep": _("The reading is saved."),
        "abort": _("The self-test was stopped."),
        "smart": _("SMART is enabled."),
    }
    match what:
        case "start":
            return _("{kind} self-test. The drive stays usable.").format(
                kind=kind_title(str(result))
            )
        case "acknowledge" if undo:
            return _("Acknowledged: {names}").format(names=value_text(counted(result)))
        case "acknowledge":
            return _("Acknowledgment undone.")
    return plain.get(what, "")
