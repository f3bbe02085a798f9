# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, as one page for the terminal."""

from __future__ import annotations

from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.export.text.answer import block_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.say import say_texts


def diagnosis_page(
    diagnosis: Diagnosis, *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """The page. Foreign text cannot move the cursor, and only what `encoding` has is used."""
    layout = TextLayout(min(width or WIDTH, WIDTH), width or WIDTH, encoding)
    answer = diagnosis_answer(diagnosis)
    lines = layout.wrapped(say_texts(answer.sentences))
    lines += layout.wrapped(_subject(diagnosis))
    return layout.text([*lines, *block_lines(answer, layout, details=False)])


def _subject(diagnosis: Diagnosis) -> str:
    device = diagnosis.evidence.drive
    parts = [one_line(device_title(device)), one_line(device.path)] if device else []
    if not device or diagnosis.target != device.path:
        parts.append(_("checked as {target}").format(target=one_line(diagnosis.target)))
    return ", ".join([*parts, date_and_time(diagnosis.taken)])
