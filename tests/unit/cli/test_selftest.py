# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof selftest`, and SMART switched on, with fake drives on a bus of their own."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.fakes.made_machine import MadeMachine
from tests.fakes.smart import ATA, MadeSmart

from driveproof.cli.arguments import parser
from driveproof.cli.main import run
from driveproof.cli.selftest import selftest
from driveproof.composition.application import Application
from driveproof.domain.errors import RefusedError

Words = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(app: Application, capsys: pytest.CaptureFixture[str]) -> Words:
    def do(*words: str) -> tuple[int, str, str]:
        status = run(["selftest", *words], app)
        captured = capsys.readouterr()
        return status, captured.out, captured.err.replace("\u202f", " ")

    return do


def sda(machine: MadeMachine) -> MadeSmart:
    return next(smart for smart in machine.smart.values() if smart.interface == ATA)


def test_a_drive_without_earlier_tests(say: Words) -> None:
    status, out, err = say("/dev/sda")
    assert (status, err) == (0, "")
    assert "--as-admin" in out
    status, out, _ = say("/dev/nvme0n1")
    assert "Short self-test" in out


def test_a_test_is_started_and_its_result_is_kept(say: Words) -> None:
    status, out, err = say("/dev/sda", "short")
    assert status == 0
    assert "Short self-test" in err
    assert "30 %" in out.replace("\u202f", " ")
    say("/dev/sda")
    told = json.loads(say("/dev/sda", "--json")[1])
    assert (told["version"], told["device"], told["running"]) == (1, "/dev/sda", False)
    (one,) = told["self_tests"]
    assert (one["kind"], one["status"], one["from_log"]) == ("short", "passed", False)
    assert one["started"] <= one["ended"]
    assert one["power_on"] == 15120000.0
    assert [each["kind"] for each in told["kinds"]] == ["short", "extended", "conveyance"]


def test_waiting_says_each_progress_and_ends_with_the_test(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    waits: list[float] = []
    arguments = parser().parse_args(["selftest", "/dev/sda", "extended", "--wait"])
    assert selftest(app, arguments, waits.append) == 0
    captured = capsys.readouterr()
    assert len(waits) == 1
    assert captured.err.count("to go") == len(waits)
    assert selftest(app, parser().parse_args(["selftest", "/dev/sda", "--json"]), waits.append) == 0
    (one,) = json.loads(capsys.readouterr().out)["self_tests"]
    assert one["status"] == "passed"


def test_a_failed_test_is_the_exit_status_of_the_wait(
    app: Application, machine: MadeMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    sda(machine).pace = 10

    def fail(_seconds: float) -> None:
        sda(machine).properties["SmartSelftestStatus"] = ("s", "error_read")

    arguments = parser().parse_args(["selftest", "/dev/sda", "short", "--wait"])
    assert selftest(app, arguments, fail) == 1
    assert "Failed to read" in capsys.readouterr().out


def test_a_running_test_is_stopped(say: Words, machine: MadeMachine) -> None:
    sda(machine).pace = 10
    say("/dev/sda", "short")
    status, _out, err = say("/dev/sda", "extended")
    assert (status, "--abort" in err) == (3, True)
    status, _out, err = say("/dev/sda", "--abort")
    assert status == 0
    assert "stopped" in err
    (one,) = json.loads(say("/dev/sda", "--json")[1])["self_tests"]
    assert one["status"] == "aborted"


def test_what_cannot_be_is_named(say: Words) -> None:
    status, _, err = say("/dev/nvme0n1", "conveyance")
    assert (status, "short, extended" in err) == (2, True)
    status, _, err = say("/dev/sda", "short", "--abort")
    assert (status, "--abort" in err) == (2, True)
    assert say("/dev/nothing")[0] == 3


def test_a_closed_prompt_is_a_refusal(say: Words, machine: MadeMachine) -> None:
    sda(machine).refused = True
    status, _, err = say("/dev/sda", "short")
    assert status == RefusedError.exit_status
    assert "prompt was closed" in err


def test_smart_is_switched_on(
    app: Application, machine: MadeMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    smart = sda(machine)
    smart.properties["SmartEnabled"] = ("b", False)
    drive = next(path for path, one in machine.smart.items() if one is smart)
    machine.objects[drive][ATA]["SmartEnabled"] = ("b", False)
    assert run(["health", "/dev/sda"], app) == 0
    assert "--enable-smart" in capsys.readouterr().out
    assert run(["health", "/dev/sda", "--enable-smart"], app) == 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.out.startswith("Good.")
    assert run(["health", "/dev/nvme0n1", "--enable-smart"], app) == 3
