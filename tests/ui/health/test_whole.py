# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What only root could read stays on screen, and is judged with what is known since."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from pytestqt.qtbot import QtBot
from tests.builders.health_device import device
from tests.builders.made_health import ata_health, view_of
from tests.builders.pages.health import Bench

from driveproof.composition.application import Application
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import CAUTION, GOOD
from driveproof.domain.notes import Note
from driveproof.ui.theme.style import Theme
from driveproof.wording.say import say_text

SDA = device("sda")
SILENT = Health(
    taken=datetime.now(UTC), missing=Note("UDisks2 cannot see through this USB adapter.")
)


@pytest.fixture
def bench(qtbot: QtBot, application: Application, theme: Theme) -> Bench:
    return Bench(qtbot, application, theme)


def read_as_root(bench: Bench, taken: datetime) -> None:
    health = replace(
        ata_health(), source="smartctl 7.4", taken=taken, updated=taken, rotational=True,
        reallocated=0, pending=2, uncorrectable=0, media_errors=0, passed=True, attributes=(),
        self_tests=None, errors=(), notes=(), crc_errors=0, temperature=30.0,
    )  # fmt: skip
    bench.watch.put_whole(view_of(SDA, health, judge_health(health, now=taken)))


def test_what_was_accepted_of_it_counts(bench: Bench) -> None:
    bench.choose("sda")
    read_as_root(bench, datetime.now(UTC))
    known = bench.watch.view(SDA)
    assert known is not None and known.verdict.word == CAUTION
    bench.tell(view_of(SDA, SILENT, judge_health(SILENT), acknowledged={"pending": 2}))
    seen = bench.watch.view(SDA)
    assert seen is not None
    assert (seen.health.source, seen.verdict.word) == ("smartctl 7.4", GOOD)
    assert "Pending sectors: 2" in bench.texts()


def test_its_age_is_told(bench: Bench) -> None:
    bench.choose("sda")
    taken = datetime.now(UTC) - timedelta(days=3)
    read_as_root(bench, taken)
    bench.tell(view_of(SDA, SILENT, judge_health(SILENT)))
    seen = bench.watch.view(SDA)
    evidence = seen.verdict.axis("data_quality") if seen is not None else None
    assert evidence is not None and say_text(evidence.short) == "3 days old"
    year = str(taken.astimezone().year)
    (line,) = (one for one in bench.texts().splitlines() if one.startswith("Read at"))
    assert year in line
