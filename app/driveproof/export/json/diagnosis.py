# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis as the JSON document of `driveproof diagnose --json`; what is unknown is null."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.answer import Answer as RunAnswer
from driveproof.domain.diagnosis.answer import diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import Conclusion, Diagnosis, DiagnosisEvidence
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.phase import WriterDocument
from driveproof.domain.document.values import Count, Document, Moment, Positive, about, alike
from driveproof.domain.run.run import KernelLog
from driveproof.export.json import text_of
from driveproof.export.json.answer import answer_document
from driveproof.export.json.check import CheckDocument, check_document
from driveproof.wording.catalogue import in_english


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
    cpu_pressure: Annotated[float | None, about("share of the last minute")]
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
    conclusion: Conclusion
    slow: Annotated[bool | None, about("the verdict of speed; null: not known")]
    answer: Annotated[
        AnswerDocument,
        about("its findings are causes, measured, in_order (no problem found) and skipped"),
    ]
    evidence: EvidenceDocument
    check: CheckDocument


@in_english()
def diagnosis_json(diagnosis: Diagnosis, measured: RunAnswer | None) -> str:
    """The document as a file."""
    return text_of(diagnosis_document(diagnosis, measured))


@in_english()
def diagnosis_document(diagnosis: Diagnosis, measured: RunAnswer | None) -> DiagnoseDocument:
    """The whole document: the answer, and the evidence; `measured` is the answer of its
    measurement, None without one.
    """
    evidence = diagnosis.evidence
    return DiagnoseDocument(
        taken=diagnosis.taken.isoformat(),
        target=diagnosis.target,
        conclusion=diagnosis.conclusion,
        slow=diagnosis.slow,
        answer=answer_document(diagnosis_answer(diagnosis)),
        evidence=_evidence(evidence),
        check=check_document(evidence.check, measured, evidence.expected),
    )


def _evidence(evidence: DiagnosisEvidence) -> EvidenceDocument:
    layout, machine = evidence.layout, evidence.machine
    return EvidenceDocument(
        busy=evidence.busy,
        users=tuple(alike(WriterDocument, one) for one in evidence.users),
        memory_pressure=machine.memory_pressure,
        cpu_pressure=machine.cpu_pressure,
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
