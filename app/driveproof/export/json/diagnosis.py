# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis as the JSON document of `driveproof diagnose --json`; what is unknown is null."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.answer import Answer as RunAnswer
from driveproof.domain.diagnosis.diagnosis import (
    Cause,
    Conclusion,
    Diagnosis,
    DiagnosisEvidence,
    Weight,
    Where,
)
from driveproof.domain.diagnosis.page import DrivePage
from driveproof.domain.document.finding import ToDoDocument
from driveproof.domain.document.phase import WriterDocument
from driveproof.domain.document.values import Count, Document, Moment, Positive, about, alike
from driveproof.domain.run.run import KernelLog
from driveproof.export.json import text_of
from driveproof.export.json.check import CheckDocument, check_document
from driveproof.export.json.finding import to_do_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.diagnosis import (
    cause_title,
    measured_text,
    sound_text,
    subject_title,
    symptom_texts,
)
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_texts


class InOrderDocument(Struct, frozen=True, kw_only=True):
    """What was looked at, and is in order."""

    code: Cause
    title: str
    say: str


class CauseDocument(Struct, frozen=True, kw_only=True):
    """Why the drive is slow, perhaps."""

    code: Cause
    title: str
    grade: Weight
    where: Where
    say: str
    do: tuple[ToDoDocument, ...]
    page: Annotated[DrivePage, about("of the window, which has more of it")]
    source: Annotated[str, about("the source of the rule")]


class FileDocument(Struct, frozen=True, kw_only=True):
    """How the file lies on the drive."""

    path: str
    bytes: Count
    extents: Count


class LoggedMessageDocument(Struct, frozen=True, kw_only=True):
    """A line that the kernel logged about the drive."""

    kind: str
    times: Positive
    text: str


class EvidenceDocument(Struct, frozen=True, kw_only=True):
    """What was seen."""

    busy: Annotated[float | None, about("share of two seconds with other I/O in flight")]
    users: tuple[WriterDocument, ...]
    memory_pressure: Annotated[float | None, about("share of the last minute")]
    processor_pressure: Annotated[float | None, about("share of the last minute")]
    power_profile: str | None
    cipher_bytes_per_second: Annotated[
        float | None, about("null: not encrypted, or not offered by the kernel")
    ]
    file: FileDocument | None
    kernel_log: KernelLog | None
    kernel_messages: tuple[LoggedMessageDocument, ...]


class DiagnoseDocument(Document, frozen=True, kw_only=True):
    """driveproof diagnose"""

    taken: Moment
    target: str
    answer: Conclusion
    sentence: str
    slow: Annotated[bool | None, about("the verdict of speed; null: not known")]
    symptoms: tuple[str, ...]
    measured: Annotated[str, about("the verdict of speed, with its values, or why there is none")]
    in_order: Annotated[
        tuple[InOrderDocument, ...], about("what was looked at for a cause, and is in order")
    ]
    causes: Annotated[tuple[CauseDocument, ...], about("the weightiest first")]
    left_out: tuple[str, ...]
    evidence: EvidenceDocument
    check: CheckDocument


@in_english()
def diagnosis_json(diagnosis: Diagnosis, answer: RunAnswer | None) -> str:
    """The document as a file."""
    return text_of(diagnosis_document(diagnosis, answer))


@in_english()
def diagnosis_document(diagnosis: Diagnosis, answer: RunAnswer | None) -> DiagnoseDocument:
    """The whole document: the answer, the causes in their order, and the evidence; `answer` is that
    of its measurement, None without one.
    """
    evidence = diagnosis.evidence
    return DiagnoseDocument(
        taken=diagnosis.taken.isoformat(),
        target=diagnosis.target,
        answer=diagnosis.answer,
        sentence=say_texts(diagnosis.say),
        slow=diagnosis.slow,
        symptoms=tuple(symptom_texts(diagnosis)),
        causes=tuple(
            CauseDocument(
                code=reason.cause,
                title=cause_title(reason.cause),
                grade=reason.weight,
                where=reason.where,
                say=finding_text(reason),
                do=tuple(map(to_do_document, reason.do)),
                page=reason.page,
                source=reason.source,
            )
            for reason in diagnosis.reasons
        ),
        measured=measured_text(diagnosis),
        in_order=tuple(
            InOrderDocument(
                code=one.cause,
                title=subject_title(one.cause),
                say=sound_text(one),
            )
            for one in diagnosis.in_order
        ),
        left_out=tuple(map(finding_text, diagnosis.left_out)),
        evidence=_evidence(evidence),
        check=check_document(evidence.check, answer, evidence.expected),
    )


def _evidence(evidence: DiagnosisEvidence) -> EvidenceDocument:
    layout, machine = evidence.layout, evidence.machine
    return EvidenceDocument(
        busy=evidence.busy,
        users=tuple(alike(WriterDocument, one) for one in evidence.users),
        memory_pressure=machine.memory_pressure,
        processor_pressure=machine.processor_pressure,
        power_profile=machine.power_profile,
        cipher_bytes_per_second=evidence.cipher,
        file=None
        if layout is None
        else FileDocument(
            path=layout.path,
            bytes=layout.size,
            extents=layout.extents,
        ),
        kernel_log=evidence.log,
        kernel_messages=tuple(alike(LoggedMessageDocument, one) for one in evidence.messages),
    )
