# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof compare` with a history of its own: texts, statuses, verdicts."""

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
def app(tmp_path: Path) -> Application:
    found = Application(Folders.below(tmp_path))
    history = found.history
    history.save(run(phase(STEADY), id="0aaaaaaaa", label="old"))
    history.save(run(phase(times(0.8)), id="0bbbbbbbb", days=1, label="new"))
    for place, value in enumerate(times(1.3)):
        one = run(phase([value]), id=f"0ccccccc{place}", days=2 + place, label="pooled")
        history.save(one)
    history.save(run(phase(STEADY, depth=1), id="0dddddddd", days=9, label="other"))
    history.save(run(phase(STEADY[:2]), id="0eeeeeeee", days=10, label="few"))
    return found


@pytest.fixture
def call(app: Application, capsys: pytest.CaptureFixture[str]) -> Words:
    def run_it(*words: str) -> tuple[int, str, str]:
        status = cli.run(["compare", *words], app)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run_it


def test_the_answer(call: Words) -> None:
    status, _out, err = call("0a", "label:new")
    assert (status, err) == (0, "")


def test_json_is_one_document(call: Words) -> None:
    status, out, _ = call("label:old", "label:new", "--json")
    document = json.loads(out)
    (test,) = document["answer"]["tables"]["tests"]
    assert (status, test["change"]["verdict"]) == (0, "slower")
    assert [side["name"] for side in document["sides"]] == ["old", "new"]


def test_a_label_pools_its_runs(call: Words) -> None:
    _, out, _ = call("label:old", "label:pooled", "--json")
    document = json.loads(out)
    assert [len(side["runs"]) for side in document["sides"]] == [1, 6]
    (test,) = document["answer"]["tables"]["tests"]
    assert (test["change"]["verdict"], test["after_repeats"]) == ("faster", 6)


def test_more_than_two(call: Words) -> None:
    status, _out, _ = call("label:old", "label:new", "label:pooled")
    assert status == 0


def test_more_than_two_are_also_beside_each_other(call: Words) -> None:
    _, out, _ = call("label:old", "label:new", "label:pooled", "--sort", "rnd4k")
    lines = out.splitlines()
    (_sides, at) = (number for number, line in enumerate(lines) if line.startswith("Side"))
    assert lines[at].split() == ["Side", *["Random", "4", "KiB,", "Q32", "read"]]
    beside = [line.split()[0] for line in lines[at + 1 : at + 4]]
    assert beside == ["pooled", "old", "new"]  # the fastest first
    assert "(−20 %*)" in lines[at + 3]


def test_another_base(call: Words) -> None:
    _, out, _ = call("label:old", "label:new", "label:pooled", "--base", "0b", "--json")
    document = json.loads(out)
    assert [side["name"] for side in document["sides"]] == ["new", "old", "pooled"]
    _, out, _ = call("label:old", "label:new", "--base", "label:new", "--json")
    document = json.loads(out)
    assert [side["name"] for side in document["sides"]] == ["new", "old"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("0a", "0b", "--base", "0d"), "--base"),
        (("0a", "0b", "0d", "0a"), "0aaaaaaaa"),
        (("0a", "0b", "label:few", "--sort", "SEQ"), "Q32"),
        (("0a", *["0b"] * 12), "12"),
    ],
)
def test_what_many_cannot_be(words: tuple[str, ...], named: str, call: Words) -> None:
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert named in err


@pytest.mark.parametrize(
    ("percent", "status"),
    [("0", 1), ("5", 1), ("15", 1), ("19.5", 3), ("20", 3), ("25", 0), ("50", 0), ("100", 0)],
)
def test_fail_if_slower(percent: str, status: int, call: Words) -> None:
    """It is 20 % slower: by more than 15 is shown, by more than 25 is excluded, 20 is neither."""
    found, out, _err = call("label:old", "label:new", "--fail-if-slower", percent)
    assert found == status
    assert "20 % slower" in out
    document = json.loads(call("0a", "0b", "--fail-if-slower", percent, "--json")[1])
    assert document["failed"] == {0: False, 1: True, 3: None}[status]
    answer = {0: "not slower", 1: "slower", 3: "unknown"}[status]
    assert document["margin"]["answer"] == answer
    assert 0.2 < document["margin"]["excluded"] < 0.25


@pytest.mark.parametrize(
    ("words", "percent", "status"),
    [
        (("label:new", "label:old"), "0", 0),  # faster
        (("label:old", "0a"), "5", 0),
        (("label:old", "0a"), "1", 3),
    ],
)
def test_no_power_is_no_success(
    words: tuple[str, ...], percent: str, status: int, call: Words
) -> None:
    found, *_rest = call(*words, "--fail-if-slower", percent)
    assert found == status


def test_nothing_in_common(call: Words) -> None:
    status, _out, err = call("label:old", "label:other")
    assert (status, err) == (0, "")
    status, _, err = call("label:old", "label:other", "--fail-if-slower", "5")
    assert status == 3


@pytest.mark.parametrize(
    "words",
    [
        ("0a",),
        ("0a", "0b", "--fail-if-slower"),
        ("0a", "0b", "--fail-if-slower", "much"),
        ("0a", "0b", "--fail-if-slower", "-5"),
        ("0a", "0b", "--fail-if-slower", "101"),
        ("0a", "0b", "--fail-if-slower", "nan"),
        ("0a", "0b", "--fail-if-slower", "inf"),
        ("0a", "0b", "--fail-if-slower", "5%"),
        ("0a", "0"),
        ("0a", " "),
        ("0a", "label:"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], call: Words) -> None:
    """An ambiguous beginning is named as one, too."""
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err.startswith("driveproof: ")


@pytest.mark.parametrize("missing", ["0zzzzzzzz", "label:nobody", "0zz\x1b"])
def test_a_run_that_is_not_there(missing: str, call: Words) -> None:
    for words in (("0a", missing), (missing, "0a")):
        status, out, err = call(*words)
        assert (status, out) == (3, "")
        assert err.startswith("driveproof: ") and "\x1b" not in err


def test_two_sides_of_one_label_have_two_names(call: Words) -> None:
    _, out, _ = call("0ccccccc0", "0ccccccc1", "--json")
    names = [side["name"] for side in json.loads(out)["sides"]]
    assert names == ["pooled", "pooled (0ccccccc1)"]


def test_a_report_that_is_named_for_nothing(call: Words, tmp_path: Path) -> None:
    status, out, err = call("0a", "0b", "--output", str(tmp_path / "report.docx"))
    assert (status, out) == (2, "")
    assert ".html" in err


def test_the_previous_run_of_the_same_drive_and_profile(call: Words, app: Application) -> None:
    status, out, err = call("previous", "label:new", "--json")
    sides = json.loads(out)["sides"]
    assert (status, err, [side["name"] for side in sides]) == (0, "", ["old", "new"])
    app.history.save(run(phase(STEADY), id="0ffffffff", days=20, target={"drive": "serial:S2"}))
    status, out, err = call("previous", "0f")
    assert (status, out) == (3, "")
    assert "0ffffffff" in err
    nobody = {"drive": None, "wwn": None}
    app.history.save(run(phase(STEADY), id="0eeeeeeee", days=21, target=nobody))
    status, out, err = call("previous", "0e")
    assert (status, out) == (3, "")
    assert "0eeeeeeee" in err
    status, _, err = call("previous", "label:pooled")
    assert status == 2 and "previous" in err
    assert call("previous", "0b", "0d")[0] == 2


def test_earlier_runs_of_the_drive_stand_in_for_what_is_assumed(
    app: Application, call: Words
) -> None:
    """Three of one state, which are not compared themselves."""
    words = ("label:old", "label:new", "--json")
    assumed = json.loads(call(*words)[1])
    for place in range(3):
        one = run(phase(times(1 + place / 1000)), id=f"0ffffffff{place}", days=20 + place)
        app.history.save(one)
    found = json.loads(call(*words)[1])
    assert assumed["runs_apart"] == {"assumed": True, "runs": 0}
    assert found["runs_apart"] == {"assumed": False, "runs": 3}
    widths = [
        high - low
        for document in (assumed, found)
        for test in document["answer"]["tables"]["tests"]
        for low, high in [test["change"]["interval"]]
    ]
    assert widths[1] < widths[0]
