# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as the JSON document of `driveproof check --json`; what is unknown is null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Struct

from driveproof.domain.answer import Answer
from driveproof.domain.check.check import Check, Topic
from driveproof.domain.document.finding import ToDoDocument
from driveproof.domain.document.run import RunDocument
from driveproof.domain.document.values import Count, Document, Figure, Moment, Size, about, alike
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.rating import Rating
from driveproof.export.json import text_of
from driveproof.export.json.drives import identity_document
from driveproof.export.json.finding import to_do_document
from driveproof.export.json.health import ReadingDocument, reading_document
from driveproof.export.json.run import run_document
from driveproof.export.json.trim import PathDocument, path_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.check import (
    finding_text,
    headline,
    source_text,
)
from driveproof.wording.finding import finding_text as said_of


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


class CheckFindingDocument(Struct, frozen=True, kw_only=True):
    """What was found of one topic."""

    topic: Topic
    code: Annotated[str, about("its name for scripts; more may come")]
    grade: Rating
    say: str
    do: tuple[ToDoDocument, ...]
    source: str | None


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
    word: Rating
    headline: str
    taken: Moment
    seconds: Figure
    target: str
    sold_as_new: Annotated[bool, about("whether the person said so: only then is use odd")]
    device: CheckDeviceDocument | None
    findings: tuple[CheckFindingDocument, ...]
    left_out: tuple[str, ...]
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
    check: Check, answer: Answer | None, expected: Iterable[Expectation] | None = None
) -> CheckDocument:
    """The whole document: the verdict, its findings, and their sources; `answer` is that of its
    measurement, None without one, and `expected` what the tests of that can be held against.
    """
    return CheckDocument(
        id=check.id or None,
        label=check.label,
        word=check.word,
        headline=headline(check),
        taken=check.taken.isoformat(),
        seconds=round(check.seconds, 3),
        target=check.target,
        sold_as_new=check.sold_as_new,
        device=alike(CheckDeviceDocument, identity_document(check.device))
        if check.device
        else None,
        findings=tuple(
            CheckFindingDocument(
                topic=finding.topic,
                code=finding.code,
                grade=finding.word,
                say=finding_text(finding),
                do=tuple(map(to_do_document, finding.do)),
                source=source_text(finding) or None,
            )
            for finding in check.findings
        ),
        left_out=tuple(map(said_of, check.left_out)),
        health=reading_document(check.health, check.verdict) if check.health else None,
        firmware=_firmware(check.firmware),
        link=_link(check.link),
        trim=path_document(check.chain) if check.chain else None,
        run=run_document(check.run, answer, (), expected) if check.run and answer else None,
    )


@in_english()
def check_json(
    check: Check, answer: Answer | None, expected: Iterable[Expectation] | None = None
) -> str:
    """The document as a file."""
    return text_of(check_document(check, answer, expected))


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
