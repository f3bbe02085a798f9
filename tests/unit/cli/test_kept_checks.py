# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check is kept: listed, shown again word for word and exported, of fake drives."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.builders.filling import MakeRun
from tests.builders.made_application import MadeApplication

from driveproof.cli.main import run
from driveproof.composition.check import new_check
from driveproof.history.checks import Checks

CHECK = ["check", "/dev/nvme0n1", "--no-measurement"]


def document(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], *words: str
) -> dict[str, Any]:
    assert run([*words, "--json"], app) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_check_is_shown_again_word_for_word(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(CHECK, app) == 0
    page = capsys.readouterr().out
    (head,) = document(app, capsys, "history")["checks"]
    assert head["id"] in page and head["device"] == "/dev/nvme0n1" and head["run"] is None
    for word in (head["id"], head["id"][:6]):
        assert run(["show", word], app) == 0
        assert capsys.readouterr().out == page
    made = document(app, capsys, "show", head["id"])
    assert made["id"] == head["id"] and made["taken"] == head["taken"]
    file = tmp_path / "check.json"
    assert run(["export", head["id"], str(file)], app) == 0
    assert json.loads(file.read_text()) == made
    assert run(["export", head["id"], "-", "--format", "text"], app) == 0
    assert capsys.readouterr().out == page


def test_the_document_is_the_one_of_the_check(
    app: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    made = document(app, capsys, *CHECK)
    assert made["id"] and document(app, capsys, "show", made["id"]) == made


def test_the_list_has_runs_and_checks(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], make_run: MakeRun
) -> None:
    assert document(app, capsys, "history") == {"version": 1, "runs": [], "checks": []}
    app.history.save(make_run(id="1aaaaaaaa"))
    made = document(app, capsys, *CHECK)
    found = document(app, capsys, "history")
    assert [one["id"] for one in found["runs"]] == ["1aaaaaaaa"]
    assert [one["id"] for one in found["checks"]] == [made["id"]]
    assert run(["history"], app) == 0
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 3
    assert table[1].startswith(made["id"])  # the newest first
    assert table[2].startswith("1aaaaaaaa")
    assert run(["history", "--limit", "1"], app) == 0
    (_, only) = capsys.readouterr().out.splitlines()
    assert only.startswith(made["id"])


def test_a_check_is_labelled_and_the_last_one_is_found(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], make_run: MakeRun
) -> None:
    assert run(["show", "latest-check"], app) == 3
    assert capsys.readouterr().err
    app.history.save(make_run(id="1aaaaaaaa"))
    document(app, capsys, *CHECK)
    last = document(app, capsys, *CHECK, "--label", "bought")
    assert last["label"] == "bought"
    assert document(app, capsys, "show", "latest-check")["id"] == last["id"]
    assert document(app, capsys, "show", "label:bought")["id"] == last["id"]
    assert document(app, capsys, "show", "latest")["id"] == "1aaaaaaaa"
    assert run(["history"], app) == 0
    assert "bought" in capsys.readouterr().out.splitlines()[1]


@pytest.mark.parametrize("file_format", ["html", "pdf"])
def test_several_checks_make_no_report_of_one(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], file_format: str
) -> None:
    names = [document(app, capsys, *CHECK)["id"] for _ in range(2)]
    words = ["export", *names, "x", "--format", file_format]
    assert run(words, app) == 2
    assert "not 2" in capsys.readouterr().err
    both = document(app, capsys, "history")["checks"]
    assert run(["export", *names, "-", "--format", "json"], app) == 0
    wrapped = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in wrapped["checks"]] == names
    assert {one["id"] for one in both} == set(names)


def test_what_is_for_runs_is_refused_with_a_sentence(
    app: MadeApplication,
    capsys: pytest.CaptureFixture[str],
    make_run: MakeRun,
    tmp_path: Path,
) -> None:
    app.history.save(make_run(id="1aaaaaaaa"))
    name = document(app, capsys, *CHECK)["id"]
    to = str(tmp_path / "x")
    for words in (
        ["export", name, to, "--format", "csv"],
        ["export", name, to, "--format", "text", "--forum"],
        ["export", name, "1a", to, "--format", "json"],
    ):
        assert run(words, app) == 2, words
        assert name in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_label_selects_the_newest(
    app: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [document(app, capsys, *CHECK)["id"] for _ in range(2)]
    for name in names:
        Checks(app.history).set_label(name, "new cable")
    assert run(["show", "label:new cable"], app) == 0
    said = capsys.readouterr()
    assert "new cable" in said.out and names[1] in said.out
    assert said.err.count("\n") == 1


def test_two_checks_compare(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, two = (document(app, capsys, *CHECK)["id"] for _ in range(2))
    found = document(app, capsys, "compare", one, two)
    assert [check["id"] for check in found["checks"]] == [one, two]
    assert found["same_drive"] is True and found["measurement"] is None
    tables = found["answer"]["tables"]
    assert {topic["change"] for topic in tables["ratings"]} == {"same"}
    assert [topic["what"] for topic in tables["ratings"]][:2] == ["identity", "use"]
    assert tables["axes"] and tables["counters"] == [] and found["counted"]
    file = tmp_path / "both.json"
    assert run(["compare", one, two, "--output", str(file)], app) == 0
    capsys.readouterr()
    assert json.loads(file.read_text()) == found


def test_measurements_of_two_checks_are_compared_as_runs(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], make_run: MakeRun
) -> None:
    checks, names = Checks(app.history), []
    for number in range(2):
        measured = make_run(id=f"{number}aaaaaaaa")
        app.history.save(measured)
        made = new_check(app, CHECK[1], lambda _: None, measure=False).run()
        names.append(checks.add(replace(made, run=measured), None))
    found = document(app, capsys, "compare", *names)["measurement"]
    assert [[one["id"] for one in side["runs"]] for side in found["sides"]] == [
        ["0aaaaaaaa"],
        ["1aaaaaaaa"],
    ]
    runs = document(app, capsys, "compare", "1a", "1a")
    tests, others = (one["answer"]["tables"]["tests"] for one in (found, runs))
    assert [one["test"] for one in tests] == [one["test"] for one in others]
    app.history.delete("1aaaaaaaa")
    assert document(app, capsys, "compare", *names)["measurement"] is None
    assert run(["compare", *names, "--fail-if-slower", "5"], app) == 3
    assert "--no-measurement" in capsys.readouterr().err


def test_what_does_not_compare_is_refused_with_a_sentence(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], make_run: MakeRun
) -> None:
    app.history.save(make_run(id="1aaaaaaaa"))
    one, two = (document(app, capsys, *CHECK)["id"] for _ in range(2))
    for label in (one, two):
        Checks(app.history).set_label(label, "both")
    for words, said in (
        ([one, "1a"], "1aaaaaaaa"),
        (["1a", one], "1aaaaaaaa"),
        (["previous", one], "previous"),
        ([one, two, one], "3"),
        ([one, "label:both"], "label:both"),
        ([one, two, "--forum"], "--forum"),
        ([one, two, "--output", "x.csv"], "x.csv"),
    ):
        assert run(["compare", *words], app) == 2, words
        assert said in capsys.readouterr().err
    assert run(["compare", one, "nothing"], app) == 3
