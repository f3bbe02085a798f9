# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis as the JSON document of `driveproof diagnose --json`; what is unknown is null."""

from __future__ import annotations

from typing import Any

from driveproof.domain.diagnosis.diagnosis import Diagnosis, Evidence
from driveproof.export.json import VERSION, text_of
from driveproof.export.json.check import check_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.diagnosis import (
    advice_text,
    answer_sentence,
    cause_title,
    evidence_text,
    measured_text,
    rule_source,
    sound_text,
    subject_title,
    symptom_texts,
    unseen_text,
)


@in_english()
def diagnosis_json(diagnosis: Diagnosis) -> str:
    """The document as a file."""
    return text_of(diagnosis_document(diagnosis))


@in_english()
def diagnosis_document(diagnosis: Diagnosis) -> dict[str, Any]:
    """The whole document: the answer, the causes in their order, and the evidence."""
    evidence = diagnosis.evidence
    return {
        "version": VERSION,
        "taken": diagnosis.taken.isoformat(),
        "target": diagnosis.target,
        "answer": diagnosis.answer,
        "sentence": answer_sentence(diagnosis),
        "slow": diagnosis.slow,
        "symptoms": list(symptom_texts(diagnosis)),
        "causes": [
            {
                "cause": reason.cause,
                "title": cause_title(reason.cause),
                "weight": reason.weight,
                "where": reason.where,
                "evidence": evidence_text(reason),
                "advice": advice_text(reason) or None,
                "page": reason.page,
                "rule": rule_source(reason.cause),
            }
            for reason in diagnosis.reasons
        ],
        "measured": measured_text(diagnosis),
        "in_order": [
            {"cause": one.cause, "title": subject_title(one.cause), "evidence": sound_text(one)}
            for one in diagnosis.in_order
        ],
        "left_out": list(map(unseen_text, diagnosis.left_out)),
        "evidence": _evidence(evidence),
        "check": check_document(evidence.check, evidence.expected),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    layout, machine = evidence.layout, evidence.machine
    return {
        "busy": evidence.busy,
        "users": [one._asdict() for one in evidence.users],
        "memory_pressure": machine.memory_pressure,
        "processor_pressure": machine.processor_pressure,
        "power_profile": machine.power_profile,
        "cipher_bytes_per_second": evidence.cipher,
        "file": None
        if layout is None
        else {"path": layout.path, "bytes": layout.size, "extents": layout.extents},
        "kernel_log": evidence.log,
        "kernel_messages": [
            {"kind": one.kind, "times": one.times, "text": one.text} for one in evidence.messages
        ],
    }
