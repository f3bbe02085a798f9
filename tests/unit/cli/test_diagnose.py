# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof diagnose` from end to end on drives of a fake UDisks2."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.builders.made_application import MadeApplication
from tests.fakes.collections_of_drives import ailing, demo
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.cli.main import run
from driveproof.composition.application import Folders
from driveproof.domain.diagnosis.diagnosis import Cause

LOAD = {Cause.CPU, Cause.MEMORY, Cause.BUSY}  # other tests run beside this one


@pytest.fixture
def made(
    bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[MadeApplication]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    machine = request.param(tmp_path / "sys")
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        yield MadeApplication(Folders.below(tmp_path / "home"), bus.address, machine)


def diagnosed(
    app: MadeApplication, capsys: pytest.CaptureFixture[str], device: str
) -> tuple[int, dict[str, Any]]:
    status = run(["diagnose", device, "--no-measurement", "--json"], app)
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, document


@pytest.mark.parametrize("made", [demo], indirect=True)
def test_a_sound_drive_and_a_worn_one(
    made: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {}
    for device in ("/dev/sda", "/dev/nvme0n1", "/dev/nvme1n1"):
        status, document = diagnosed(made, capsys, device)
        assert status == 0
        causes = document["answer"]["findings"]["causes"]
        causes = [one for one in causes if one["code"] not in LOAD]
        assert all(one["say"] and one["source"] for one in causes)
        found[device] = {one["code"]: one["where"] for one in causes}
    assert found == {"/dev/sda": {}, "/dev/nvme0n1": {}, "/dev/nvme1n1": {Cause.HEALTH: "drive"}}


@pytest.mark.parametrize("made", [ailing], indirect=True)
def test_a_failing_drive_is_the_first_cause_and_the_answer_is_bad(
    made: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = next(one for one in made.inventory().devices if one.model == "failing ATA")
    status, document = diagnosed(made, capsys, failing.path)
    assert status == 1 and document["conclusion"] == "causes"
    first = document["answer"]["findings"]["causes"][0]
    assert (first["code"], first["grade"]) == (Cause.FAILING, "very likely")
    assert document["answer"]["sentences"][0]["values"]["cause"] == "Failing drive"
    run(["diagnose", failing.path, "--no-measurement"], made)
