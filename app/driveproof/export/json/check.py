# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as the JSON document of `driveproof check --json`; what is unknown is null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.expected_speed import Expectation
from driveproof.export.json import VERSION, text_of
from driveproof.export.json.drives import identity_document
from driveproof.export.json.health import reading_document
from driveproof.export.json.run import run_document
from driveproof.export.json.trim import path_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.check import (
    advice_text,
    finding_text,
    headline,
    left_out_text,
    source_text,
)

_DEVICE = ("device", "kind", "model", "serial", "wwn", "firmware", "size", "bus", "media")


@in_english()
def check_document(check: Check, expected: Iterable[Expectation] | None = None) -> dict[str, Any]:
    """The whole document: the verdict, its findings, and their sources; `expected` is what the
    tests of its measurement can be held against.
    """
    return {
        "version": VERSION,
        "id": check.id or None,
        "label": check.label,
        "word": check.word,
        "headline": headline(check),
        "taken": check.taken.isoformat(),
        "seconds": round(check.seconds, 3),
        "target": check.target,
        "sold_as_new": check.sold_as_new,
        "device": _device(check.device),
        "findings": [
            {
                "topic": finding.topic,
                "word": finding.word,
                "sentence": finding_text(finding),
                "advice": advice_text(finding) or None,
                "source": source_text(finding) or None,
            }
            for finding in check.findings
        ],
        "left_out": list(map(left_out_text, check.left_out)),
        "health": reading_document(check.health, check.verdict) if check.health else None,
        "firmware": _firmware(check.firmware),
        "link": _link(check.link),
        "trim": path_document(check.chain) if check.chain else None,
        "run": run_document(check.run, (), expected) if check.run else None,
    }


@in_english()
def check_json(check: Check, expected: Iterable[Expectation] | None = None) -> str:
    """The document as a file."""
    return text_of(check_document(check, expected))


@in_english()
def checks_json(checks: Iterable[tuple[Check, Sequence[Expectation]]]) -> str:
    """Several checks in one document, with what their tests can be held against: {"version",
    "checks"}.
    """
    document = {"version": VERSION, "checks": [check_document(*one) for one in checks]}
    return text_of(document)


def _device(device: BlockDevice | None) -> dict[str, Any] | None:
    if device is None:
        return None
    found = identity_document(device)
    return {name: getattr(found, name) for name in _DEVICE}


def _firmware(news: FirmwareNews | None) -> dict[str, Any] | None:
    if news is None:
        return None
    return {
        "current": news.current or None,
        "known": news.known,
        "newest": news.newest or None,
        "missing": None if news.missing is None else str(news.missing),
    }


def _link(link: LinkState | None) -> dict[str, Any] | None:
    if link is None:
        return None
    return {
        "now": link.now or None,
        "best": link.best or None,
        "ceiling": link.ceiling,
        "slower": link.slower,
        "errors": link.errors,
        "source": link.source or None,
    }
