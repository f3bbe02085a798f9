# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm beside fio, and schedulers against the device's own, as text."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from tests.builders import guided_runs
from tests.builders.guided_runs import MIB, hdparm_run, result, scheduler_run

from driveproof.domain.method import NAMES
from driveproof.domain.run.run import Run
from driveproof.domain.run.special_runs import read_again
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv.run import run_csv
from driveproof.export.json.run import run_document
from driveproof.export.text.lists import profiles_table
from driveproof.export.text.run import run_table
from driveproof.wording.figures import percent
from driveproof.wording.special_runs import variant_answer


def line_with(text: str, word: str) -> str:
    (line,) = [line for line in text.splitlines() if word in line]
    return line


def test_schedulers() -> None:
    shown = run_table(scheduler_run())
    assert shown.count("none (its own)") == 2
    bfq = [line for line in shown.splitlines() if line.startswith("  bfq")]
    assert len(bfq) == 2
    assert all("−30 %" in line and line.endswith("  slower") for line in bfq)
    same = [line for line in shown.splitlines() if line.startswith("  mq-deadline")]
    assert all(line.endswith("within 10 %") for line in same)


def test_few_repeats_say_nothing() -> None:
    shown = run_table(scheduler_run(1))
    assert shown.count("too few repeats") == 4
    assert not {"slower", "faster"} & set(" ".join(shown.splitlines()[:13]).split())


def test_the_answer_names_what_is_sure() -> None:
    said = variant_answer(scheduler_run()).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert said == (
        "Slower than none: bfq in Random 4 KiB, Q32 (−30 %), bfq in Sequential 1 MiB, Q8 (−30 %)."
    )
    scheduler_run(names=("none", "mq-deadline"))
    faster = scheduler_run(names=("none", "a", "b", "kyber"))
    assert variant_answer(faster).startswith("Faster than none: kyber in Random")


def test_what_is_all_noise_is_told_without_a_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided_runs, "WOBBLE", (0.0, 1e6, 3.0, 9e5, 50.0, 7.0))
    run = scheduler_run(names=("none", "mq-deadline"))
    shown = run_table(run)
    assert "over ×1000" in shown


def test_the_own_scheduler_is_missing() -> None:
    run = scheduler_run()
    run = replace(run, phases=tuple(p for p in run.phases if p.scheduler != "none"))
    assert "nothing to compare" in run_table(run)


def test_in_a_narrow_terminal_the_last_columns_go() -> None:
    shown = run_table(scheduler_run(), width=80)
    tables = shown.split("\n\n")[1:3]
    assert max(len(line) for part in tables for line in part.splitlines()) <= 80
    assert "−30 %  slower" in shown


def test_a_device_that_is_read_twice() -> None:
    run = hdparm_run()
    assert not read_again(run)
    small = replace(run, target=replace(run.target, size=32 * MIB))
    assert read_again(small)


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "±0.0 %"), (-0.0004, "±0.0 %"), (0.042, "+4.2 %"), (-0.31, "−31 %"), (1.5, "+150 %")],
)
def test_percent(share: float, text: str) -> None:
    assert percent(share).replace("\N{NARROW NO-BREAK SPACE}", " ") == text


@pytest.mark.parametrize("run", [scheduler_run(), hdparm_run()], ids=["schedulers", "hdparm"])
def test_tables_and_json(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run_csv(run))))
    assert {row["phase"] for row in rows} == {phase.name for phase in run.phases}
    document = json.loads(json.dumps(run_document(run)))
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
    assert "\x1b" not in run_table(run)


def test_result_is_used() -> None:
    """The made runs are what the session makes: names are unique."""
    for run in (scheduler_run(), hdparm_run()):
        names = [phase.name for phase in run.phases]
        assert len(set(names)) == len(names)
    assert result(Profiles().find("hdparm").phases[0], [1e8]).engine == "psync"


@pytest.mark.parametrize("method", [*NAMES, "unknown"])
def test_a_run_from_elsewhere_may_name_any_method(method: str) -> None:
    """Somebody else's JSON: what its tests do not tell is left out, and nothing breaks."""
    run = replace(guided_runs.quick_run(), method=method)
    assert run.title in run_table(run, details=True)
    assert run_document(run)["method"] == method
