# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm beside fio, and schedulers against the device's own, as text."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from tests.builders.exported import run_values, table_of
from tests.builders.guided_runs import MIB, hdparm_run, quick_run, result, scheduler_run

from driveproof.domain.method import method_names
from driveproof.domain.run.hdparm import read_again
from driveproof.domain.run.run import Run
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv.run import run_csv
from driveproof.export.text.lists import profiles_table
from driveproof.wording.units import signed_percent


def test_a_device_that_is_read_twice() -> None:
    run = hdparm_run()
    assert not read_again(run)
    small = replace(run, target=replace(run.target, size=32 * MIB))
    assert read_again(small)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "±0.0 %"),
        (-0.0004, "±0.0 %"),
        (0.042, "+4.2 %"),
        (-0.31, "−31 %"),
        (1.5, "+150 %"),
        (1e6, "over ×1000"),
    ],
)
def test_percent(share: float, text: str) -> None:
    assert signed_percent(share).replace("\N{NARROW NO-BREAK SPACE}", " ") == text


@pytest.mark.parametrize("run", [scheduler_run(), hdparm_run()], ids=["schedulers", "hdparm"])
def test_tables_and_json(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run_csv(run))))
    assert {row["phase"] for row in rows} == {phase.name for phase in run.phases}
    document = json.loads(json.dumps(run_values(run)))
    for kept, phase in zip(document["phases"], run.phases, strict=True):
        assert kept["scheduler"] == phase.scheduler
        assert kept["name"] == phase.name
        if phase.engine == "hdparm":
            assert set(kept["repeats"][0]["read"]["latency"].values()) == {None}


def test_the_profiles_are_listed_as_what_they_cost() -> None:
    shown = " ".join(profiles_table(Profiles().all()).split())
    assert "at most 85 s, writes nothing" in shown
    assert "0 B" not in shown


def test_a_foreign_scheduler_name_cannot_move_the_cursor() -> None:
    run = scheduler_run(names=("none", "e\x1b[2Jvil"))
    assert "\x1b" not in table_of(run)


def test_result_is_used() -> None:
    """The made runs are what the session makes: names are unique."""
    for run in (scheduler_run(), hdparm_run()):
        names = [phase.name for phase in run.phases]
        assert len(set(names)) == len(names)
    assert result(Profiles().find("hdparm").phases[0], [1e8]).engine == "psync"


@pytest.mark.parametrize("method", [*method_names(), "unknown"])
def test_a_run_from_elsewhere_may_name_any_method(method: str) -> None:
    """Somebody else's JSON: what its tests do not tell is left out, and nothing breaks."""
    run = replace(quick_run(), method=method)
    shown = table_of(run, details=True)
    assert run.title in shown
    assert "\\u" not in shown  # what we write ourselves needs no escape
    assert run_values(run)["method"] == method
