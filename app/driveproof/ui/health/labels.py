# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Short health texts for the window."""

from __future__ import annotations

from driveproof.domain.health.verdict import (
    FAILING,
    GOOD,
    SELF_ASSESSMENT,
    UNKNOWN,
    WORN,
    AxisVerdict,
    HealthCode,
)
from driveproof.engine.health.view import HealthView
from driveproof.wording.catalogue import _
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text
from driveproof.wording.units import format_percent


def axis_words(axis: AxisVerdict) -> str:
    """The text beside the mark: the value, with the verdict before it unless good."""
    title, value = grade_title(axis.verdict), say_text(axis.short)
    if not value or value.casefold() == title.casefold():
        return title
    # the value of "Drive self-assessment" is yes or no
    plain = axis.verdict in {GOOD, UNKNOWN} or axis.axis == SELF_ASSESSMENT
    return value if plain else f"{title} · {value}"


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
