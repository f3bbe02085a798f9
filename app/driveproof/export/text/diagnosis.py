# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, as one page for the terminal."""

from __future__ import annotations

from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.export.text.answer import block_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.check import checked_name, checked_place
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts


def diagnosis_page(
    diagnosis: Diagnosis, *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """The page. Foreign text cannot move the cursor, and only what `encoding` has is used."""
    layout = TextLayout(min(width or WIDTH, WIDTH), width or WIDTH, encoding)
    answer = diagnosis_answer(diagnosis)
    lines = layout.wrapped(say_texts(answer.sentences))
    check = diagnosis.evidence.check
    subject = (checked_name(check), *checked_place(check), date_and_time(diagnosis.taken))
    lines += layout.wrapped(one_line(", ".join(subject)))
    return layout.text([*lines, *block_lines(answer, layout, details=False)])
