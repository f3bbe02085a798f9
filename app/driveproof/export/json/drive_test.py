# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The test of a drive as the JSON document of `driveproof test`; what is unknown is null."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct

from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.values import Count, Document, Figure, Moment, Size, about
from driveproof.domain.drive_test.answer import drive_test_answer
from driveproof.domain.drive_test.drive_test import (
    DriveTest,
    DriveTestStatus,
    DriveTestStep,
    FullPass,
    Way,
)
from driveproof.domain.drive_test.plan import remaining
from driveproof.domain.drive_test.rules import DriveVerdict, bytes_lost, verdict
from driveproof.export.json import text_of
from driveproof.export.json.answer import answer_document
from driveproof.wording.catalogue import in_english


class DriveTestStepDocument(Struct, frozen=True, kw_only=True):
    """A step of a test."""

    step: DriveTestStep
    done: bool
    skipped: bool
    began: Moment | None
    ended: Moment | None
    seconds: Figure | None
    temperature_least: Figure | None
    temperature_greatest: Figure | None


class FullPassDocument(Struct, frozen=True, kw_only=True):
    """A pass through all that is tested."""

    size: Size
    done: Size
    bandwidth: Annotated[Figure | None, about("bytes per second on average")]
    faults: Annotated[Count, about("areas in which data is lost")]


class DriveTestCostDocument(Struct, frozen=True, kw_only=True):
    """What was foreseen before the start."""

    seconds: Annotated[Figure | None, about("without the drive's self-tests")]
    self_test_seconds: Annotated[Figure | None, about("as the drive says")]
    bytes_written: Size
    endurance: Annotated[Figure | None, about("share of the rated endurance")]


class DriveTestDocument(Document, frozen=True, kw_only=True):
    """driveproof test new, show, continue, cancel"""

    id: str
    status: DriveTestStatus
    verdict: Annotated[DriveVerdict | None, about("null: open")]
    created: Moment
    path: str
    model: str | None
    serial: str | None
    firmware: str | None
    size: Annotated[Size, about("bytes that are tested")]
    way: Annotated[Way, about("what is done to every sector")]
    used: Annotated[bool, about("whether the person said that it was not sold as new")]
    next: Annotated[DriveTestStep | None, about("the next step, or the one that is on")]
    remaining: Annotated[Figure | None, about("seconds")]
    bytes_lost: Size
    interruptions: Count
    cost: DriveTestCostDocument
    steps: tuple[DriveTestStepDocument, ...]
    written: FullPassDocument | None
    read: FullPassDocument | None
    runs: tuple[str, ...]
    answer: AnswerDocument


class DriveTestsDocument(Document, frozen=True, kw_only=True):
    """driveproof test list"""

    tests: tuple[DriveTestDocument, ...]


@in_english()
def drive_test_document(test: DriveTest) -> DriveTestDocument:
    """The whole document."""
    own = [seconds for _kind, seconds in test.cost.self_tests]
    return DriveTestDocument(
        id=test.id,
        status=test.status,
        verdict=verdict(test),
        created=test.created.isoformat(),
        path=test.target.path,
        model=test.target.model,
        serial=test.target.serial,
        firmware=test.target.firmware,
        size=test.size,
        way=test.way,
        used=test.used,
        next=test.step,
        remaining=remaining(test),
        bytes_lost=bytes_lost(test),
        interruptions=len(test.interruptions),
        cost=DriveTestCostDocument(
            seconds=test.cost.seconds,
            self_test_seconds=sum(own) if own else None,
            bytes_written=test.cost.bytes_written,
            endurance=test.cost.share,
        ),
        steps=tuple(_step(test, step) for step in test.steps),
        written=_pass(test.written),
        read=_pass(test.read),
        runs=test.runs,
        answer=answer_document(drive_test_answer(test)),
    )


@in_english()
def drive_tests_document(tests: Iterable[DriveTest]) -> DriveTestsDocument:
    """All of them."""
    return DriveTestsDocument(tests=tuple(map(drive_test_document, tests)))


@in_english()
def drive_test_json(test: DriveTest) -> str:
    """The file."""
    return text_of(drive_test_document(test))


def _step(test: DriveTest, step: DriveTestStep) -> DriveTestStepDocument:
    done = test.of(step)
    warm = done.temperatures if done is not None else None
    return DriveTestStepDocument(
        step=step,
        done=done is not None,
        skipped=done is not None and done.skipped is not None,
        began=done.began.isoformat() if done is not None else None,
        ended=done.ended.isoformat() if done is not None else None,
        seconds=round(done.seconds, 3) if done is not None else None,
        temperature_least=warm.least if warm is not None else None,
        temperature_greatest=warm.greatest if warm is not None else None,
    )


def _pass(one: FullPass | None) -> FullPassDocument | None:
    if one is None:
        return None
    return FullPassDocument(
        size=one.size, done=one.done, bandwidth=one.rate, faults=len(one.faults)
    )
