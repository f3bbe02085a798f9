# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof import` on the command line: messages on stderr, one document on stdout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.builders.compared_runs import STEADY, phase
from tests.builders.compared_runs import run as made_run
from tests.builders.imports import DATA

from driveproof.cli.main import run
from driveproof.composition.application import Application, Folders


@pytest.fixture
def app(tmp_path: Path) -> Application:
    return Application(Folders.below(tmp_path / "home"))


def file(name: str) -> str:
    return str(DATA / name)


def test_one_file_is_shown(app: Application, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", file("kdiskmark-3.txt"), "--label", "old"], app) == 0
    said = capsys.readouterr()
    (head,) = app.history.heads()
    assert head.label == "old"
    assert "KDiskMark 3.1.4, 6 May 2023, 18:31" in said.err and head.id in said.err
    assert "KDiskMark 3.1.4" in said.out


def test_what_no_test_tells_has_no_table(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", file("crystaldiskmark-6.txt")], app) == 0
    said = capsys.readouterr()
    assert "Latency" not in said.out and "\n\n\n" not in said.out


def test_json_lists_the_runs_in_the_order_of_the_files(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", file("hdparm.txt"), file("fio-three.json"), "--json"], app) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == 1
    assert [head["title"] for head in document["runs"]] == ["hdparm"] * 2 + ["fio: mixed"] * 3
    assert document["runs"][0]["seconds"] is None
    assert {head["id"] for head in document["runs"]} == {h.id for h in app.history.heads()}


def test_what_was_exported_comes_back(
    app: Application, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(["import", file("fio-plus.json"), "--label", "mine"], app)
    out = tmp_path / "whatever.name"
    assert run(["export", "latest", str(out), "--format", "json"], app) == 0
    (head,) = app.history.heads()
    assert run(["import", str(out)], app) == 0
    assert [head] == app.history.heads()
    capsys.readouterr()
    assert run(["show", head.id, "--json"], app) == 0
    one = json.loads(capsys.readouterr().out)
    first = app.history.load(head.id)
    app.history.delete(head.id)
    assert run(["import", str(out)], app) == 0
    (again,) = app.history.heads()
    second = app.history.load(again.id)
    assert (first.label, first.source) == (second.label, second.source) == ("mine", "fio-3.33")
    capsys.readouterr()
    assert run(["show", again.id, "--json"], app) == 0
    other = json.loads(capsys.readouterr().out)
    assert one.pop("id") != other.pop("id")
    assert one == other


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["nowhere"], 3, "nowhere"),
        ([file("fio-people.txt")], 3, "--output-format=json+"),
        ([""], 2, ""),
        ([file("hdparm.txt"), "/dev/null"], 3, "/dev/null"),
        ([], 2, "required: FILE"),
        ([file("hdparm.txt"), "--what"], 2, "--what"),
    ],
)
def test_failures_keep_nothing(
    app: Application,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    says: str,
) -> None:
    assert run(["import", *words], app) == status
    said = capsys.readouterr()
    assert says in said.err
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert app.history.count() == 0


def test_the_text_of_every_kind(app: Application, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("gnome-disks-write.gnome-disks-benchmark", "hdparm.txt", "fio-normal.json"):
        run(["import", file(name)], app)
    for head in app.history.heads():
        assert run(["show", head.id, "--details", "--commands"], app) == 0
    assert run(["history"], app) == 0
    out = capsys.readouterr().out
    assert not {"nan", "None"} & set(re.findall(r"[A-Za-z]+", out))
    assert "fio --name=mixed --filename=test" in out


def test_an_import_is_assigned_to_a_drive(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    app.history.save(made_run(phase(STEADY), id="0aaaaaaaa", target={"serial": "S1"}))
    assert run(["import", file("crystaldiskmark-8.txt"), "--drive", "S1", "--json"], app) == 0
    (head,) = json.loads(capsys.readouterr().out)["runs"]
    assert (head["identity"], head["model"]) == ("serial:S1", "Disk X")
    assert run(["assign", head["id"], "--as-in-file"], app) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"driveproof: Run {head['id']}: unknown\n")
    assert run(["assign", head["id"], "--drive", "S1"], app) == 0
    assert f"Run {head['id']}: Disk X, S1" in capsys.readouterr().err
    assert run(["show", head["id"], "--json"], app) == 0
    target = json.loads(capsys.readouterr().out)["target"]
    assert target["in_file"] == {"identity": None, "model": None, "serial": None, "wwn": None}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["import", "FILE", "--drive", "nothing"], 3, "nothing"),
        (["assign", "0a", "--drive", "S1"], 3, "0a"),
        (["assign", "0a"], 2, "--as-in-file"),
        (["assign", "0a", "--drive", "S1", "--as-in-file"], 2, "--as-in-file"),
        (["assign", "0b", "--drive", "S1"], 3, "0b"),
    ],
)
def test_what_cannot_be_assigned(
    app: Application, capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str
) -> None:
    app.history.save(made_run(phase(STEADY), id="0aaaaaaaa", target={"serial": "S1"}))
    words = [file("hdparm.txt") if word == "FILE" else word for word in words]
    assert run(words, app) == status
    assert said in capsys.readouterr().err
    assert app.history.count() == 1
