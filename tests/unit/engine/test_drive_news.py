# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to drives since a moment: their health, TRIMs and arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from tests.builders.health_drives import NOW, drive, inventory
from tests.builders.trim_outcomes import OUTCOME

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive_news import DriveNews
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import OPEN
from driveproof.domain.health.verdict import GOOD
from driveproof.domain.run.run import Run
from driveproof.engine.drive_news import drive_news, note_arrays
from driveproof.engine.health.service import HealthService
from driveproof.history.store import History
from driveproof.history.trims import Trims

MakeRun = Callable[..., Run]
SDA = drive("sda", health=GOOD)


News = Callable[..., tuple[DriveNews, ...]]


@pytest.fixture
def news(service: HealthService, history: History) -> News:
    return partial(drive_news, service, history)


def target(device: BlockDevice) -> dict[str, object]:
    return {"drive": device.identity}


def test_news_since_a_moment(
    news: News, service: HealthService, history: History, make_run: MakeRun
) -> None:
    looked = NOW - timedelta(days=1)
    assert news([SDA], inventory(SDA), looked) == ()
    assert not history.path.exists()

    def keep(days: float, **fields: Any) -> None:
        taken = NOW - timedelta(days=days)
        health = Health(taken=taken, source="made", **{"firmware": "1", **fields})
        service.kept.add(SDA.identity, health, OPEN)

    keep(9, uncorrectable=3)
    keep(3, uncorrectable=12)
    assert news([SDA], inventory(SDA), looked) == ()  # nothing was read since
    keep(0.5, uncorrectable=100)
    keep(0.1, uncorrectable=388, firmware="2")
    firmware, grown = news([SDA], inventory(SDA), looked)
    assert firmware.change is not None and (firmware.change.before, firmware.change.after) == (
        "1", "2",
    )  # fmt: skip
    assert grown.change is not None and (grown.change.before, grown.change.after) == (12, 388)
    assert not firmware.measured
    history.save(make_run(id="a", started=NOW, target=target(SDA)))
    assert news([SDA], inventory(SDA), looked)[0].measured


def test_trims_are_news_also_of_a_drive_that_tells_no_health(news: News, history: History) -> None:
    Trims(history).add([SDA.identity], OUTCOME)
    (one,) = news([SDA], inventory(SDA), OUTCOME.started - timedelta(hours=1))
    assert one.trim is not None and one.trim.place == OUTCOME.preview.place
    assert news([SDA], inventory(SDA), OUTCOME.started + timedelta(hours=1)) == ()


def test_what_became_of_an_array_is_news(news: News, history: History) -> None:
    whole = ArrayState(kind="md", wanted=2, active=2)
    md0 = drive("md0", kind="md", serial="", array=whole)
    note_arrays(history, inventory(SDA, md0), NOW - timedelta(days=2))
    assert not history.path.exists()  # looking makes no history
    history.heads()
    note_arrays(history, inventory(SDA, md0), NOW - timedelta(days=2))
    broken = replace(md0, array=replace(whole, active=1))
    now = inventory(SDA, broken)
    (one,) = news((SDA,), now, NOW - timedelta(days=1))
    assert (one.device, one.array_before, one.array_now) == ("md0", whole, broken.array)
    assert one.alarming
    assert news((SDA,), inventory(SDA, md0), NOW - timedelta(days=1)) == ()
    note_arrays(history, now, NOW)
    assert news((SDA,), now, NOW + timedelta(minutes=1)) == ()
    assert news((SDA,), now, NOW - timedelta(days=3)) == ()  # nothing is known from then
