# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof experiment`: its output and status."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.experiment.action import FIRMWARE
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.notes import Note
from driveproof.export.json import values_of
from driveproof.export.json.experiment import experiment_document
from driveproof.export.text.experiment import experiment_text, experiments_table
from driveproof.history.experiments import Experiments

PROFILE = """\
title = "Reads"
question = "Does it read?"
size = "1 MiB"
repeats = 2
[[phase]]
name = "Random"
directions = ["read"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
seconds = 0.5
"""


class Alone(Application):
    """A machine that does not report what the drives are."""

    def inventory(self) -> Inventory:
        return Inventory()


@pytest.fixture
def app(tmp_path: Path) -> Application:
    folders = Folders.below(tmp_path / "home")
    (folders.config / "profiles").mkdir(parents=True)
    (folders.config / "profiles/reads.toml").write_text(PROFILE, "utf-8")
    return Alone(folders)


def call(app: Application, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.run(["experiment", *words], app)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def new(
    app: Application, capsys: pytest.CaptureFixture[str], target: Path, *words: str
) -> dict[str, Any]:
    basis = ("new", "reads", str(target), "--action", "other", "--json")
    status, out, err = call(app, capsys, *basis, *words)
    assert status == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def test_it_begins_and_is_listed_shown_and_given_up(
    app: Application, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    begun = new(app, capsys, tmp_path, "--text", "cable", "--name", "Mine")
    assert (begun["repeats"], begun["max_repeats"]) == (3, None)  # two are too few
    assert begun["plan"] == {
        "baselines": 2, "after": 2, "alphas": [0.02, 0.03], "spacing": 600.0
    }  # fmt: skip
    assert begun["next"] == {
        "step": "baseline", "by_person": False, "due": None, "command": None,
        "sentence": begun["next"]["sentence"],
    }  # fmt: skip
    assert begun["id"] in begun["next"]["sentence"]
    status, out, _ = call(app, capsys, "list")
    assert (status, "Mine" in out, "Next: Baseline" in out) == (0, True, True)
    _, out, _ = call(app, capsys, "show", begun["id"][:5])
    assert (0, out, "") == call(app, capsys, "show")
    assert "3 repeats" in out and "cable" in out
    status, out, _ = call(app, capsys, "cancel", begun["id"], "--json")
    assert (status, json.loads(out)["status"]) == (0, "cancelled")
    status, out, err = call(app, capsys, "continue", begun["id"])
    assert (status, out) == (2, "") and begun["id"] in err
    status, out, _ = call(app, capsys, "show")  # the latest, though none is open
    assert status == 0 and out


@pytest.mark.parametrize(("words", "status"), [
    ([], 2), (["show"], 3), (["show", "nothing"], 3), (["continue"], 3), (["cancel", "zz"], 3),
    (["cancel"], 2),
    (["new", "reads"], 2), (["new", "reads", "/"], 2),
])  # fmt: skip
def test_what_is_wrong_is_said(
    app: Application, capsys: pytest.CaptureFixture[str], words: list[str], status: int
) -> None:
    found, out, err = call(app, capsys, *words)
    assert (found, out) == (status, "")
    assert err.startswith("driveproof: ") and err.count("\n") == 1


def test_too_few_repeats_are_said_before_anything_is_measured(
    app: Application, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    basis = ("new", "reads", str(tmp_path), "--action", "other")
    status, out, err = call(app, capsys, *basis, "--repeats", "1")
    assert status == 0
    assert "3 or 4 measurements" in err
    assert "1 repeat" in out


def plan_of(app: Application, document: dict[str, Any]) -> Experiment:
    return Experiments(app.history).load(document["id"]).experiment


def test_names_cannot_move_the_cursor(
    app: Application, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "a\x1b[31m"
    target.mkdir()
    experiment = plan_of(app, new(app, capsys, target, "--name", "b\x1b\nc", "--text", "d\x07"))
    moved = replace(
        experiment,
        action=FIRMWARE,
        notes=(Note("e\x1b"),),
        target=replace(experiment.target, model="f\x1b"),
    )
    for text in (
        experiment_text(moved),
        experiment_text(experiment),
        experiments_table([experiment]),
    ):
        assert not set(text) & {"\x1b", "\x07"}
    assert "\\x1b" in experiment_text(moved)


def test_what_is_left_of_one_that_was_given_up(
    app: Application, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    experiment = plan_of(app, new(app, capsys, tmp_path))
    experiment = (
        experiment.begun("r1", experiment.created)
        .measured("r1", experiment.created + timedelta(days=3))
        .cancelled()
    )
    document = values_of(experiment_document(experiment))
    states = [step["state"] for step in document["steps"]]
    assert states == ["done", "done", *["skipped"] * 6]
    assert document["next"] is None and document["sides"]["baseline"] == ["r1"]
