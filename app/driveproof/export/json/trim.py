# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path, and a TRIM before and after it runs, as JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType, structs

from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.values import (
    VERSION,
    Bytes,
    Count,
    Document,
    Figure,
    Moment,
    Share,
    about,
    alike,
)
from driveproof.domain.trim.answer import outcome_answer, path_answer, preview_answer
from driveproof.domain.trim.job import Outcome, Preview, TrimStatus
from driveproof.domain.trim.path import DiscardPath, PathVerdict, RootQuestion
from driveproof.export.json.answer import answer_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.say import say_text


class TrimMountDocument(Struct, frozen=True, kw_only=True):
    """What is mounted."""

    path: str
    source: str
    filesystem: str | None
    options: tuple[str, ...]
    read_only: bool | None


class PathDocument(Struct, frozen=True, kw_only=True):
    """Whether TRIM gets from the file system to the drive."""

    target: str
    verdict: PathVerdict
    mount: TrimMountDocument | None
    answer: Annotated[
        AnswerDocument,
        about("its findings are layers, from the file system to the drive; its facts what trims"),
    ]
    udev_rule: Annotated[
        str | None, about("what would have Linux send TRIM to a USB adapter; nothing sets it")
    ]
    only_root: Annotated[tuple[RootQuestion, ...], about("what --as-admin would read in addition")]


class TrimStatusDocument(PathDocument, frozen=True, kw_only=True, tag_field="version", tag=VERSION):
    """driveproof trim status"""


class FreeRangeDocument(Struct, frozen=True, kw_only=True):
    """A range of free space."""

    start: Bytes
    length: Bytes


class TrimDocument(Document, frozen=True, kw_only=True):
    """driveproof trim preview, driveproof trim run"""

    target: str
    device: str | None
    filesystem: str | None
    mount_point: str | None
    verdict: Annotated[PathVerdict, about("whether TRIM gets through")]
    ranges: Annotated[Count | None, about("a count")]
    bytes: Count | None
    largest: Bytes | None
    share: Annotated[Figure | None, about("of the file system")]
    estimate: Annotated[bool | None, about("whether bytes is one")]
    source: Annotated[str | None, about("the source")]
    first: tuple[FreeRangeDocument, ...] | None
    picture: Annotated[tuple[Share, ...] | None, about("how free each part is, from begin to end")]
    answer: Annotated[
        AnswerDocument,
        about(
            "its findings are refused, why a TRIM is not possible; of a run its table is layers,"
            " and its findings are proof and problems"
        ),
    ]
    will: Annotated[tuple[str, ...], about("what happens")]
    lost: Annotated[tuple[str, ...], about("what cannot be undone")]
    dry_run: Annotated[bool, about("true: a preview, and nothing was changed")]
    status: Annotated[TrimStatus | None, about("null for a preview")]
    started: Moment | UnsetType = UNSET
    seconds: Figure | UnsetType = UNSET
    trimmed: Annotated[Count, about("bytes that came out of the file system")] | UnsetType = UNSET
    reported: Annotated[Count, about("bytes that the file system said")] | UnsetType = UNSET


_RANGES = 100
"""The number of first ranges that are listed one by one."""


@in_english()
def chain_document(chain: DiscardPath) -> TrimStatusDocument:
    """Of `driveproof trim status`."""
    return alike(TrimStatusDocument, path_document(chain))


@in_english()
def path_document(chain: DiscardPath) -> PathDocument:
    """The path inside another document; what is unknown is null."""
    mount = chain.mount
    return PathDocument(
        target=chain.target,
        verdict=chain.verdict,
        mount=None
        if mount is None
        else alike(
            TrimMountDocument,
            mount,
            source=mount.source or None,
            filesystem=mount.filesystem or None,
        ),
        answer=answer_document(path_answer(chain)),
        udev_rule=chain.udev_rule or None,
        only_root=chain.root_questions,
    )


@in_english()
def preview_document(preview: Preview) -> TrimDocument:
    """Of `driveproof trim preview`; nothing has been discarded."""
    free = preview.free
    return TrimDocument(
        target=preview.target,
        device=preview.device or None,
        filesystem=preview.filesystem or None,
        mount_point=preview.mount.path if preview.mount else None,
        verdict=preview.chain.verdict,
        ranges=free.ranges if free else None,
        bytes=free.bytes if free else None,
        largest=free.largest if free else None,
        share=free.share if free else None,
        estimate=free.estimate if free else None,
        source=free.source if free else None,
        first=tuple(
            FreeRangeDocument(start=start, length=length) for start, length in free.first[:_RANGES]
        )
        if free
        else None,
        picture=tuple(round(share, 4) for share in free.bins) if free else None,
        answer=answer_document(preview_answer(preview)),
        will=tuple(map(say_text, preview.will)),
        lost=tuple(map(say_text, preview.chain.lost)),
        dry_run=True,
        status=None,
    )


@in_english()
def outcome_document(outcome: Outcome) -> TrimDocument:
    """Of `driveproof trim run`."""
    return structs.replace(
        preview_document(outcome.preview),
        dry_run=False,
        status=outcome.status,
        started=outcome.started.isoformat(),
        seconds=outcome.seconds,
        trimmed=outcome.discarded,
        reported=outcome.trimmed,
        answer=answer_document(outcome_answer(outcome)),
    )
