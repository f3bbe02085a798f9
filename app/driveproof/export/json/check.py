# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as the JSON document of `driveproof check --json`; what is unknown is null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Struct

from driveproof.domain.answer import Answer
from driveproof.domain.check.answer import check_answer
from driveproof.domain.check.check import Check
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.run import RunDocument
from driveproof.domain.document.values import Count, Document, Figure, Moment, Size, about, alike
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.rating import Rating
from driveproof.export.json import text_of
from driveproof.export.json.answer import answer_document
from driveproof.export.json.drives import identity_document
from driveproof.export.json.health import ReadingDocument, reading_document
from driveproof.export.json.run import run_document
from driveproof.export.json.trim import PathDocument, path_document
from driveproof.wording.catalogue import in_english


class CheckDeviceDocument(Struct, frozen=True, kw_only=True):
    """The drive that was checked."""

    device: str
    kind: str
    model: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    size: Size | None
    bus: str | None
    media: str | None


class CheckFirmwareDocument(Struct, frozen=True, kw_only=True):
    """What the update service knows of the firmware."""

    current: str | None
    known: bool | None
    newest: str | None
    missing: str | None


class CheckLinkDocument(Struct, frozen=True, kw_only=True):
    """How the drive is connected."""

    now: str | None
    best: str | None
    ceiling: Annotated[Count | None, about("bytes per second")]
    slower: bool | None
    errors: Count | None
    source: str | None


class CheckDocument(Document, frozen=True, kw_only=True):
    """driveproof check, driveproof show of a report"""

    id: Annotated[str | None, about("null: not saved")]
    label: str
    rating: Rating
    taken: Moment
    seconds: Figure
    target: str
    sold_as_new: Annotated[bool, about("whether the person said so: only then is use odd")]
    device: CheckDeviceDocument | None
    answer: Annotated[AnswerDocument, about("its findings are found and skipped")]
    health: ReadingDocument | None
    firmware: CheckFirmwareDocument | None
    link: CheckLinkDocument | None
    trim: PathDocument | None
    run: RunDocument | None


class ChecksDocument(Document, frozen=True, kw_only=True):
    """driveproof export of several reports"""

    checks: tuple[CheckDocument, ...]


@in_english()
def check_document(
    check: Check, measured: Answer | None, expected: Sequence[Expectation] | None = None
) -> CheckDocument:
    """The whole document: the answer, and what it rests on; `measured` is the answer of its
    measurement, None without one, and `expected` what the tests of that can be held against.
    """
    return CheckDocument(
        id=check.id or None,
        label=check.label,
        rating=check.word,
        taken=check.taken.isoformat(),
        seconds=round(check.seconds, 3),
        target=check.target,
        sold_as_new=check.sold_as_new,
        device=alike(CheckDeviceDocument, identity_document(check.device))
        if check.device
        else None,
        answer=answer_document(check_answer(check, expected or ())),
        health=_reading(check),
        firmware=_firmware(check.firmware),
        link=_link(check.link),
        trim=path_document(check.chain) if check.chain else None,
        run=run_document(check.run, measured, (), expected) if check.run and measured else None,
    )


def _reading(check: Check) -> ReadingDocument | None:
    health, verdict = check.health, check.verdict
    if health is None:
        return None
    return reading_document(health, None if verdict is None else RatedHealth(health, verdict))


@in_english()
def check_json(
    check: Check, measured: Answer | None, expected: Sequence[Expectation] | None = None
) -> str:
    """The document as a file."""
    return text_of(check_document(check, measured, expected))


@in_english()
def checks_json(checks: Iterable[tuple[Check, Answer | None, Sequence[Expectation]]]) -> str:
    """Several checks in one document, each as `check_document`: {"version", "checks"}."""
    return text_of(ChecksDocument(checks=tuple(check_document(*one) for one in checks)))


def _firmware(news: FirmwareNews | None) -> CheckFirmwareDocument | None:
    if news is None:
        return None
    return CheckFirmwareDocument(
        current=news.current or None,
        known=news.known,
        newest=news.newest or None,
        missing=None if news.missing is None else str(news.missing),
    )


def _link(link: LinkState | None) -> CheckLinkDocument | None:
    if link is None:
        return None
    return alike(
        CheckLinkDocument,
        link,
        now=link.now or None,
        best=link.best or None,
        source=link.source or None,
    )
