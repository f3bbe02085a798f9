# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mount a path leads to, and whether who answers for it answers; no path there is touched."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.system.kernel.answering import LIMIT, MountAnswers, Silence, may_be_away

NEVER = ("sh", "-c", "exec sleep 1000", "asking")
SHORT = 0.05


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not in memory: below /dev nobody is asked."""
    return tmp_path_factory.mktemp("answers")


def answers(folder: Path, command: Sequence[str] = ("true",), kind: str = "nfs4") -> MountAnswers:
    """With a server's mount at `nas` in the folder, among others."""
    table = folder / "mountinfo"
    rows = [
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
        f"7 1 0:50 / {folder}/nas rw - {kind} nas:/export rw",
        f"8 1 8:2 / {folder}/local rw - ext4 /dev/sdb1 rw",
    ]
    table.write_text("".join(f"{row}\n" for row in rows))
    return MountAnswers(table, command)


@pytest.mark.parametrize(
    ("kind", "may"),
    [
        ("nfs", True), ("nfs4", True), ("cifs", True), ("fuse.sshfs", True), ("fuse", True),
        ("fuseblk", True), ("autofs", True), ("ext4", False), ("btrfs", False), ("tmpfs", False),
    ],
)  # fmt: skip
def test_who_may_be_away(kind: str, may: bool) -> None:
    assert may_be_away(kind) is may


def test_the_mount_that_a_path_leads_to(tmp_path: Path) -> None:
    asked = answers(tmp_path)
    (tmp_path / "inside").mkdir()
    (tmp_path / "by-link").symlink_to(tmp_path / "nas/deep")
    (tmp_path / "inside/relative").symlink_to("../nas")
    (tmp_path / "round").symlink_to("round")
    (tmp_path / "inside/up").symlink_to("..")
    for path in ("nas", "nas/", "nas/a/b", "by-link/c", "inside/relative", "inside/../nas/x",
                 "inside/up/nas", "./nas"):  # fmt: skip
        found = asked.served(f"{tmp_path}/{path}")
        assert found is not None and found.source == "nas:/export", path
    for path in ("", "local/nas", "nasty", "inside", "round", "nas/../inside", "missing/deep"):
        expected = path == "nas/../inside"  # what is behind the mount, nobody may ask
        assert (asked.served(f"{tmp_path}/{path}") is not None) is expected, path


def test_a_path_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert answers(tmp_path).served("nas/x") is not None
    assert answers(tmp_path).served("local") is None


def test_a_mount_over_it_answers_instead(tmp_path: Path) -> None:
    asked = answers(tmp_path)
    with (tmp_path / "mountinfo").open("a") as table:
        table.write(f"9 7 8:3 / {tmp_path}/nas rw - ext4 /dev/sdc1 rw\n")
    assert asked.served(f"{tmp_path}/nas") is None


def test_silence_is_an_error_and_is_remembered(tmp_path: Path) -> None:
    told = tmp_path / "told"
    command = ("sh", "-c", f"echo >> {told}; exec sleep 1000", "asking")
    asked = answers(tmp_path, command)
    for _again in range(3):
        with pytest.raises(MachineError) as caught:
            asked.require(f"{tmp_path}/nas/folder", 2.0)
        assert caught.value.code is Silence.NO_ANSWER
    assert told.read_text() == "\n"


def test_an_answer_is_trusted_for_a_moment(tmp_path: Path) -> None:
    told = tmp_path / "told"
    asked = answers(tmp_path, ("sh", "-c", f"echo >> {told}", "asking"))
    for _again in range(3):
        asked.require(f"{tmp_path}/nas", LIMIT)
    assert told.read_text() == "\n"


def test_a_refusal_is_an_answer(tmp_path: Path) -> None:
    answers(tmp_path, ("false",)).require(f"{tmp_path}/nas")


def test_where_nothing_can_ask_nothing_is_known(tmp_path: Path) -> None:
    answers(tmp_path, (str(tmp_path / "no-such-program"),)).require(f"{tmp_path}/nas")


def test_drives_of_the_kernel_are_not_asked(tmp_path: Path) -> None:
    asked = answers(tmp_path, NEVER)
    asked.require(f"{tmp_path}/local", SHORT)
    asked.require("/dev/sda", SHORT)
    assert [one.point for one in asked.silent(SHORT)] == [f"{tmp_path}/nas"]


def test_the_silent_ones_of_many(tmp_path: Path) -> None:
    table = tmp_path / "mountinfo"
    names = ("good", "bad", "good too")
    rows = [
        f"{number} 1 0:{number} / {tmp_path}/{name.replace(' ', chr(92) + '040')} rw - cifs s rw\n"
        for number, name in enumerate(names, 5)
    ]
    table.write_text("".join(rows))
    command = ("sh", "-c", 'case "$1" in *bad) exec sleep 1000;; esac', "asking")
    found = MountAnswers(table, command).silent(5.0)
    assert [os.path.basename(one.point) for one in found] == ["bad"]  # noqa: PTH119
