# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's self-tests as JSON: those it can do, the running one, and every earlier one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from driveproof.domain.document.values import Count, Document, Figure, Moment, Share, about
from driveproof.domain.health.kept_tests import KeptTest, seconds_left
from driveproof.domain.health.report import SelfTestStatus
from driveproof.wording.catalogue import in_english


class SelfTestKindDocument(Struct, frozen=True, kw_only=True):
    """A kind of self-test."""

    kind: str
    seconds: Annotated[float, Meta(gt=0, description="as the drive has ever reported it")] | None


class KeptSelfTestDocument(Struct, frozen=True, kw_only=True):
    """A self-test that was done."""

    kind: str | None
    status: SelfTestStatus
    text: Annotated[str | None, about("the drive's own words")]
    started: Annotated[Moment | None, about("null for one that only the drive's log has")]
    ended: Annotated[Moment | None, about("when its end was read")]
    power_on: Annotated[Figure | None, about("the drive's age at its end, seconds")]
    lba: Annotated[Count | None, about("the first sector that failed")]
    firmware: str | None
    from_log: Annotated[bool, about("whether it is the drive's own line")]


class SelftestDocument(Document, frozen=True, kw_only=True):
    """driveproof selftest"""

    device: str
    kinds: Annotated[tuple[SelfTestKindDocument, ...], about("those that the drive can do")]
    running: bool
    kind: Annotated[str | None, about("of the running one")]
    remaining: Annotated[Share | None, about("the share that is left")]
    seconds_left: Annotated[Figure | None, about("about how long the running one takes still")]
    self_tests: Annotated[tuple[KeptSelfTestDocument, ...], about("newest first")]


if TYPE_CHECKING:
    from collections.abc import Mapping

    from driveproof.domain.health.report import Health


@in_english()
def self_test_document(
    health: Health,
    kept: tuple[KeptTest, ...],
    taking: Mapping[str, float],
    now: datetime,
    *,
    device: str,
) -> SelftestDocument:
    """The document of `driveproof selftest --json`; `taking` is seconds by kind."""
    tests = health.self_tests
    running = tests is not None and tests.running
    pending = next((one for one in kept if one.running), None)
    return SelftestDocument(
        device=device,
        kinds=tuple(
            SelfTestKindDocument(
                kind=kind,
                seconds=taking.get(kind),
            )
            for kind in (tests.kinds if tests else ())
        ),
        running=running,
        kind=tests.kind or (pending.entry.kind if pending else "") or None
        if running and tests is not None
        else None,
        remaining=tests.remaining if tests is not None else None,
        seconds_left=None if tests is None else seconds_left(tests, taking, pending, now),
        self_tests=tuple(_test(one) for one in kept),
    )


def _test(one: KeptTest) -> KeptSelfTestDocument:
    entry = one.entry
    return KeptSelfTestDocument(
        kind=entry.kind or None,
        status=entry.status,
        text=entry.text or None,
        started=None if one.begun is None else one.begun.isoformat(),
        ended=None if one.ended is None else one.ended.isoformat(),
        power_on=entry.at,
        lba=entry.lba,
        firmware=one.firmware or None,
        from_log=one.logged,
    )
