# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language, what the subcommands say about drives and kept checks is not English."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.builders.compared_runs import STEADY, phase, run
from tests.builders.html import check
from tests.builders.made_application import MadeApplication
from tests.builders.made_counters import Machine
from tests.builders.terminal_text import DATA, expect
from tests.fakes import smart
from tests.fakes.made_machine import MadeMachine
from tests.pseudo import spoken, strings

from driveproof.cli import main as cli
from driveproof.history.checks import Checks

IMPORTED = str(DATA / "imports/crystaldiskmark-8.txt")
SDA = "/dev/sda"


@pytest.fixture
def app(app: MadeApplication, machine: MadeMachine) -> MadeApplication:
    failing = smart.failing_ata()
    sata = next(one for one in machine.smart.values() if one.interface == smart.ATA)
    sata.properties, sata.attributes = failing.properties, failing.attributes
    app.history.save(run(phase(STEADY), id="0aaaaaaaa"))
    return app


@pytest.fixture
def said(app: MadeApplication, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def call(*words: str) -> str:
        with spoken():
            cli.run(list(words), app)
        printed = capsys.readouterr()
        return printed.out + printed.err

    return call


@pytest.mark.parametrize(
    "words",
    [
        ("selftest", SDA),
        ("selftest", SDA, "short"),
        ("selftest", SDA, "--abort"),
        ("watch", "--once"),
        ("datasheet", SDA),
        ("datasheet", SDA, "--read", "560MB", "--random-read", "98K", "--endurance", "300TB"),
        ("datasheet", SDA, "--read", "fast"),
        ("assign", "0a", "--drive", SDA),
        ("monitor", "/nowhere"),
    ],
    ids=" ".join,
)
def test_what_is_said_of_a_drive(
    words: tuple[str, ...], said: Callable[..., str], app: MadeApplication
) -> None:
    text = said(*words)
    assert text.strip()
    values = strings(app.inventory().devices) | set(words)
    expect(text, values | {"0aaaaaaaa", "TBW"}, " ".join(words))


def test_what_is_said_of_an_imported_result(said: Callable[..., str], app: MadeApplication) -> None:
    said("import", IMPORTED)
    kept = {head.id for head in app.history.heads()} - {"0aaaaaaaa"}
    for words in (("--drive", SDA), ("--as-in-file",)):
        text = said("assign", *kept, *words)
        assert text.strip()
        expect(text, strings(app.inventory().devices) | kept, " ".join(words))


def test_what_is_said_of_kept_checks(said: Callable[..., str], app: MadeApplication) -> None:
    checks = Checks(app.history)
    made = check("word")
    later = replace(made, taken=made.taken + timedelta(days=1), findings=made.findings[1:])
    ids = [checks.add(each, "wwn:1") for each in (made, later)]
    for words in (("show", ids[0]), ("compare", *ids), ("compare", ids[0], "0a")):
        text = said(*words)
        assert text.strip()
        expect(text, strings((made, later)) | set(ids) | {"0aaaaaaaa"}, " ".join(words))


def test_what_is_said_while_a_device_is_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine(tmp_path / "sys")
    with spoken():
        assert machine.run("--seconds", "2", "--record", str(tmp_path / "a.csv")) == 0
    printed = capsys.readouterr()
    text = re.sub(r"\b\d\d:\d\d:\d\d\b", " ", printed.out + printed.err)
    expect(text, {"md0", "nvme0n1", "sda", str(tmp_path / "a.csv")}, "monitor")
