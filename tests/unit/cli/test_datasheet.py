# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof datasheet`: the manufacturer's figures are entered, shown and removed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.cli.main import run
from driveproof.composition.application import Application, Folders
from driveproof.domain.run.run import Run


@pytest.fixture
def app(tmp_path: Path, make_run: Callable[..., Run]) -> Application:
    app = Application(Folders.below(tmp_path / "home"))
    target = {"drive": "wwn:a", "serial": "S1", "model": "Example 500GB"}
    app.history.save(
        make_run("0a", target), make_run("0b", {"drive": "wwn:b", "serial": "S2", "model": None})
    )
    return app


def test_figures_are_entered_one_by_one(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["datasheet", "S1"], app) == 0
    capsys.readouterr()
    assert run(["datasheet", "S1", "--read", "560MB", "--random-read", "98K"], app) == 0
    assert run(["datasheet", "S1", "--endurance", "300TB", "--random-read", "99000"], app) == 0
    said = capsys.readouterr().out.replace("\u202f", " ")
    assert all(value in said for value in ("560 MB/s", "99 000", "300 TB"))
    assert run(["datasheet", "S1", "--json"], app) == 0
    assert json.loads(capsys.readouterr().out) == {
        "version": 1, "model": "Example 500GB", "read": 560_000_000, "write": None,
        "random_read": 99_000,
        "random_write": None, "endurance": 300 * 10**12,
    }  # fmt: skip
    assert run(["datasheet", "S1", "--remove", "--json"], app) == 0
    assert json.loads(capsys.readouterr().out)["read"] is None


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (["S1", "--read", "fast"], 2, "'fast'"),
        (["S1", "--random-read", "0"], 2, "'0'"),
        (["S1", "--read", "1G", "--remove"], 2, "--remove"),
        (["S2", "--read", "1G"], 3, "S2"),
        (["S3"], 3, "S3"),
    ],
)
def test_bad_input_is_named(
    app: Application,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    part: str,
) -> None:
    assert run(["datasheet", *words], app) == status
    assert part in capsys.readouterr().err
