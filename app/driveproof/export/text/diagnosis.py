# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, as one page for the terminal: the answer, then the causes in order."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.diagnosis.diagnosis import CauseFinding, Diagnosis, Weight
from driveproof.domain.expected_answer import expected_answer
from driveproof.export.text.answer import table_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.diagnosis import (
    advice_text,
    cause_title,
    measured_text,
    sound_text,
    subject_title,
    symptom_texts,
    weight_title,
    where_title,
)
from driveproof.wording.drive import device_title
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_texts

_MARKS = {Weight.EXPLAINS: "X", Weight.LIKELY: "!", Weight.MINOR: "-"}


def diagnosis_page(
    diagnosis: Diagnosis, *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """The page. Foreign text cannot move the cursor, and only what `encoding` has is used."""
    layout = TextLayout(min(width or WIDTH, WIDTH), encoding=encoding)
    lines = layout.wrapped(say_texts(diagnosis.say))
    lines += layout.wrapped(_subject(diagnosis))
    if symptoms := symptom_texts(diagnosis):
        lines += ["", _("Possible causes")]
        lines += _items(symptoms, layout)
    for number, reason in enumerate(diagnosis.reasons, 1):
        lines += ["", *_reason(number, reason, layout)]
    lines += ["", _("Measured")]
    lines += _items((measured_text(diagnosis),), layout)
    check, expected = diagnosis.evidence.check, diagnosis.evidence.expected
    for table in () if check.run is None else expected_answer(check.run, expected).tables:
        lines += ["", *table_lines(table, layout)]
    if diagnosis.in_order:
        lines += ["", _("Checked, no problem found")]
        lines += _items(
            (
                _("{name}: {text}").format(name=subject_title(one.cause), text=sound_text(one))
                for one in diagnosis.in_order
            ),
            layout,
        )
    if diagnosis.left_out:
        lines += ["", _("Skipped, and notes")]
        lines += _items(map(finding_text, diagnosis.left_out), layout)
    return layout.text(lines)


def _items(texts: Iterable[str], layout: TextLayout) -> list[str]:
    return [
        line for text in texts for line in layout.wrapped(f"  - {one_line(text)}", indent="    ")
    ]


def _reason(number: int, reason: CauseFinding, layout: TextLayout) -> list[str]:
    """The cause on a line, then what speaks for it, what to do, and where the rule is from."""
    head = _("{cause} ({weight}; in {where})").format(
        cause=cause_title(reason.cause),
        weight=weight_title(reason.weight),
        where=where_title(reason.where),
    )
    lines = layout.wrapped(f"{_MARKS[reason.weight]} {number}. {head}", indent="     ")
    indent = "     "
    texts = [finding_text(reason)]
    if advice := advice_text(reason):
        texts.append(_("What to do: {text}").format(text=advice))
    texts.append(_("Rule: {source}").format(source=reason.source))
    for text in texts:
        lines += layout.wrapped(f"{indent}{one_line(text)}", indent=indent)
    return lines


def _subject(diagnosis: Diagnosis) -> str:
    device = diagnosis.evidence.drive
    parts = [one_line(device_title(device)), one_line(device.path)] if device else []
    if not device or diagnosis.target != device.path:
        parts.append(_("checked as {target}").format(target=one_line(diagnosis.target)))
    return ", ".join([*parts, date_and_time(diagnosis.taken)])
