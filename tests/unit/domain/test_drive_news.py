# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What counts as news of a drive."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from driveproof.domain.drive_news import news_of
from driveproof.domain.health.report import Health
from driveproof.domain.trim.job import KeptTrim, TrimStatus

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_news_are_what_should_not_grow_and_what_was_done() -> None:
    before = Health(
        taken=NOW, source="made", firmware="1", uncorrectable=12, power_on=10.0, temperature=30.0,
        crc_errors=5, pending=9,
    )  # fmt: skip
    now = replace(
        before, firmware="2", uncorrectable=388, power_on=20.0, temperature=50.0, pending=3
    )
    done = KeptTrim(
        started=NOW,
        place="/home",
        filesystem="ext4",
        status=TrimStatus.FINISHED,
        discarded=61 * 10**9,
        seconds=2.0,
    )
    cut = replace(done, status=TrimStatus.CANCELLED)
    news = news_of("sda", before, now, (cut, done), measured=True)
    keys = [one.change.key for one in news if one.change is not None]
    assert keys == ["firmware", "uncorrectable"]
    assert [one.trim for one in news if one.trim is not None] == [done]
    assert {one.device for one in news} == {"sda"} and news[0].measured
    assert news_of("sda", None, now) == news_of("sda", now, now) == ()


def test_what_another_source_counts_is_no_news() -> None:
    before = Health(taken=NOW, source="UDisks2 (ATA SMART)", uncorrectable=0)
    assert news_of("sda", before, Health(taken=NOW, source="smartctl 7.3", uncorrectable=8)) == ()
