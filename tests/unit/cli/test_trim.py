# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof trim status`: one document, and an exit status that scripts can rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB, GIB, Made

from driveproof.cli import main as cli
from driveproof.composition import trim
from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.trim.path import DiscardPath
from driveproof.system.helper.client import Helper


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MadeHost:
    """Discard paths are followed on it."""
    made = MadeHost(tmp_path)
    monkeypatch.setattr(trim, "read_discard_path", lambda target, _inventory: made.chain(target))
    return made


@pytest.fixture
def drive(host: MadeHost) -> Made:
    return host.machine.nvme(0, "Drive", GB)


def call(
    tmp_path: Path, host: MadeHost, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    status = cli.run(["trim", "status", *words], Application(Folders.below(tmp_path / "home")))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_what_passes_is_0(
    tmp_path: Path, host: MadeHost, drive: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _out, err = call(tmp_path, host, capsys, str(host.mount(drive, "x")))
    assert (status, err) == (0, "")


def test_what_blocks_is_1(
    tmp_path: Path, host: MadeHost, drive: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-1-vault", GIB, [drive])
    host.no_discard(vault)
    status, out, err = call(tmp_path, host, capsys, str(host.mount(vault, "x")), "--json")
    document = json.loads(out)
    assert (status, err, document["verdict"]) == (1, "", "block")


def test_what_is_not_known_is_0(
    tmp_path: Path, host: MadeHost, drive: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    point = host.mount(drive, "x", number="8:99")
    status, out, _ = call(tmp_path, host, capsys, str(point))
    assert (status, bool(out)) == (0, True)


def test_what_is_not_there_is_3(
    tmp_path: Path, host: MadeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = call(tmp_path, host, capsys, str(tmp_path / "nowhere"))
    assert (status, out) == (3, "")
    assert "nowhere" in err


def test_only_whole_asks_as_root(
    tmp_path: Path,
    host: MadeHost,
    drive: Made,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def as_root(target: str, _inventory: Inventory | None, _helper: Helper) -> DiscardPath:
        asked.append(target)
        return host.chain(target)

    monkeypatch.setattr(trim, "read_discard_path_as_root", as_root)
    point = str(host.mount(drive, "x"))
    call(tmp_path, host, capsys, point)
    assert not asked
    call(tmp_path, host, capsys, point, "--as-admin")
    assert asked == [point]


def trim_of(*words: str, folder: Path) -> int:
    return cli.run(["trim", *words], Application(Folders.below(folder / "home")))


def test_what_has_no_drive_below(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A preview says why not and changes nothing; a run refuses."""
    assert trim_of("preview", "/proc", folder=tmp_path) == 1
    assert "/proc" in capsys.readouterr().out
    assert trim_of("preview", "/proc", "--json", folder=tmp_path) == 1
    document = json.loads(capsys.readouterr().out)
    (refused,) = document["answer"]["findings"]["refused"]
    assert (document["bytes"], refused["code"]) == (None, "failed")
    assert trim_of("run", "/proc", "--yes", folder=tmp_path) == 3
    captured = capsys.readouterr()
    assert captured.out == "" and "/proc" in captured.err


def test_a_trim_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trim_of("preview", str(tmp_path / "nowhere"), folder=tmp_path) == 3
    assert trim_of("run", str(tmp_path / "nowhere"), "--yes", folder=tmp_path) == 3
    assert trim_of("run", folder=tmp_path) == 2
    assert trim_of("preview", "/proc", "--yes", folder=tmp_path) == 2
    assert capsys.readouterr().out == ""
