# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof history` of one drive, and its results over time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders

Words = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Words:
    app = Application(Folders.below(tmp_path))
    of_one, new = {"serial": "S1"}, {"serial": "S1", "firmware": "2.0"}
    other = {"drive": "serial:S2", "serial": "S2"}
    app.history.save(
        run(phase(STEADY), id="0aaaaaaaa", label="old", target=of_one),
        run(phase(times(1.5)), id="0bbbbbbbb", days=1, label="new", target=new),
        run(phase(STEADY, pattern="sequential"), id="0cccccccc", days=2, target=new),
        run(phase(STEADY), id="0dddddddd", days=3, target=other),
    )

    def run_it(*words: str) -> tuple[int, str, str]:
        status = cli.run(["history", *words], app)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_it


def ids(out: str) -> list[str]:
    return [one["id"] for one in json.loads(out)["runs"]]


def test_the_runs_of_one_drive(call: Words) -> None:
    status, out, err = call("--drive", "S1", "--json")
    assert (status, err, ids(out)) == (0, "", ["0cccccccc", "0bbbbbbbb", "0aaaaaaaa"])
    assert ids(call("--drive", "S1", "--limit", "1", "--json")[1]) == ["0cccccccc"]
    assert ids(call("--drive", "serial:S2", "--json")[1]) == ["0dddddddd"]
    assert len(ids(call("--json")[1])) == 4
    _, out, _ = call("--drive", "S2")
    assert "0dddddddd" in out and "0aaaaaaaa" not in out


def test_each_test_over_time(call: Words) -> None:
    status, out, err = call("--drive", "S1", "--trend", "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert document["drive"]["identity"] == "serial:S1"
    assert [test["metric"] for test in document["tests"]] == ["iops", "bandwidth"]
    points = document["tests"][0]["points"]
    assert [point["run"] for point in points] == ["0aaaaaaaa", "0bbbbbbbb"]
    assert points[1]["median"] == pytest.approx(1.5 * points[0]["median"])
    (change,) = document["firmware_changes"]
    assert (change["before"], change["after"]) == ("1.0", "2.0")


def test_over_time_in_words(call: Words) -> None:
    status, out, err = call("--drive", "S1", "--trend")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Disk X, S1"
    rows = [line for line in lines if " old " in line or " new " in line]
    assert "1.0" in rows[0] and rows[0].endswith(" 6") and "2.0" in rows[1]
    assert lines[-1].endswith("1.0 → 2.0")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--trend"], 2, "--drive"),
        (["--trend", "--drive", "S1", "--limit", "3"], 2, "--limit"),
        (["--drive", "nothing"], 3, "nothing"),
    ],
)
def test_what_cannot_be_shown(call: Words, words: list[str], status: int, said: str) -> None:
    found, out, err = call(*words)
    assert (found, out) == (status, "")
    assert said in err
