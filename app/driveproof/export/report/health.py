# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a drive's health: the verdict and what to do, then every value that it reported."""

from __future__ import annotations

from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.verdict import GRADE_RATINGS
from driveproof.export.report.answer import answer_sections
from driveproof.export.report.document import Report, footer
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts


def health_report_document(rated: RatedHealth, *, device: str = "", version: str = "") -> Report:
    """The report; `device` is "" where unknown."""
    health, answer = rated.health, health_answer(rated)
    serial = _("serial {serial}").format(serial=health.serial) if health.serial else ""
    firmware = _("firmware {firmware}").format(firmware=health.firmware) if health.firmware else ""
    when = date_and_time(health.taken)
    return Report(
        title=health.model or device or _("Unknown drive"),
        headline=say_texts(answer.sentences),
        word=GRADE_RATINGS[rated.verdict.word],
        subject=(" · ".join(one for one in (device, serial, firmware, when) if one),),
        sections=tuple(answer_sections(answer.blocks)),
        footer=footer(version, when),
    )
