# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIM of real file systems through the real helper: what was predicted, reported, counted and
freed.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.builders.trim_codes import evidence_text
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.person import Person
from tests.system.helper.terminal import terminal
from tests.system.helper.trim_drives import FREED, Drive, discarded_by, document, verdicts
from tests.system.machine import program, run, settle, unmount
from tests.system.measuring import has_filesystem, wait_for

from driveproof.domain.trim.job import (
    DATA_GONE,
    INCONCLUSIVE,
    PROVED,
    TRIMMING,
    ProofCode,
    TrimProgress,
    TrimStatus,
)
from driveproof.engine.trim.session import TrimSession
from driveproof.history.store import History
from driveproof.history.trims import Trims

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_foretold_told_and_counted(
    kind: str, helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    """By an unprivileged user, with a single prompt."""
    one = drive(kind)
    room, before = one.room, one.discarded
    preview = document(person.driveproof("trim", "preview", str(one.point), "--json"))
    assert (one.room, one.discarded) == (room, before)  # it changes nothing
    assert (preview["dry_run"], preview["estimate"]) == (True, kind == "btrfs")
    process, agent = person.start("trim", "run", str(one.point), "--yes", "--json")
    out, err = process.communicate(timeout=120)
    done = document((process.returncode, out, err))
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["trim"]
    counted = one.discarded - before
    answer = done["answer"]
    proof = answer["findings"]["proof"]
    assert done["trimmed"] == counted == answer["tables"]["layers"][0]["discarded"] > FREED
    assert proof[0]["grade"] == PROVED
    assert one.room < room - FREED / 2
    assert (one.point / "kept").read_bytes() == b"kept" * MIB
    (kept,) = Trims(History(person.home / ".local/share/driveproof/history.sqlite")).of(
        f"path:{one.path}"
    )
    assert (kept.discarded, kept.place) == (counted, str(one.point))
    if kind == "btrfs":
        assert preview["ranges"] is None
    else:
        assert preview["bytes"] == done["bytes"] == counted
        assert str(counted // 512) in proof[0]["say"]
        assert sum(one["length"] for one in preview["first"]) == counted  # few enough for all


@pytest.mark.deep
def test_a_second_trim_of_ext4_is_no_failure(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    session(str(one.point)).run()
    again = session(str(one.point)).run()
    assert (again.trimmed, verdicts(again)["accepted"]) == (0, INCONCLUSIVE)
    assert "REMEMBERED" in evidence_text(again.proof[0])


@pytest.mark.parametrize(("kind", "verdict"), [
    ("ext4", PROVED), ("xfs", PROVED), ("btrfs", INCONCLUSIVE)
])  # fmt: skip
def test_the_data_of_a_marked_file_is_gone(
    kind: str,
    verdict: str,
    helper: Process,
    session: Callable[..., TrimSession],
    drive: Callable[..., Drive],
) -> None:
    one = drive(kind)
    outcome = session(str(one.point), proof=True).run()
    assert verdicts(outcome)[DATA_GONE] == verdict
    assert sorted(path.name for path in one.point.iterdir()) in (["kept"], ["kept", "lost+found"])
    if verdict == PROVED:
        (blocks,) = (one for one in outcome.proof[2].evidence if one.code == ProofCode.BLOCKS)
        assert blocks.say[0].values["zeros"] == "8192"


def test_without_the_right_to_read_the_device(
    helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    one.point.chmod(0o777)
    one.image.chmod(0o600)
    done = document(person.driveproof("trim", "run", str(one.point), "--yes", "--proof", "--json"))
    tier = done["answer"]["findings"]["proof"][2]
    assert (tier["subject"], tier["grade"]) == (DATA_GONE, INCONCLUSIVE)
    assert tier["say"]


def test_a_cancel_in_the_middle(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    one = drive("huge")
    seen: list[TrimProgress] = []

    def watch(progress: TrimProgress) -> None:
        seen.append(progress)
        if progress.step == TRIMMING and progress.position:
            made.cancel()

    made = session(str(one.point), watch)
    outcome = made.run()
    last = seen[-1]
    assert outcome.status == TrimStatus.CANCELLED
    assert 0 < last.position < last.size == 2**40
    assert 0 < outcome.trimmed < outcome.preview.free.bytes  # type: ignore[union-attr]
    wait_for("nothing of the helper's runs", lambda: not children(helper.pid))
    assert (one.point / "kept").read_bytes() == b"kept" * MIB


@pytest.mark.deep
def test_finished_in_steps_adds_up(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    """A thousand steps, and not a sector more or less than was free."""
    one = drive("huge")
    before, shares = one.discarded, []

    def watch(progress: TrimProgress) -> None:
        if progress.share is not None:
            shares.append(progress.share)

    outcome = session(str(one.point), watch).run()
    free = outcome.preview.free
    assert free is not None and free.bytes == outcome.trimmed == one.discarded - before
    assert (outcome.status, verdicts(outcome)["accepted"]) == (TrimStatus.FINISHED, PROVED)
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)


@pytest.mark.deep
def test_a_partition_and_its_disk_count_the_same(
    helper: Process, session: Callable[..., TrimSession], tmp_path: Path
) -> None:
    """The marked file is looked for on the disk, behind the beginning of the partition."""
    program("sfdisk")
    image = tmp_path / "disk"
    with image.open("wb") as file:
        file.truncate(128 * MIB)
    table = "label: gpt\nstart=2048, size=65536\nstart=67584, size=163840\n"
    subprocess.run(["sfdisk", "-q", str(image)], input=table, text=True, check=True)
    disk = run("losetup", "--find", "--show", "--partscan", str(image)).strip()
    try:
        settle()
        part = f"{disk}p2"
        if not Path(f"/sys/class/block/{part[5:]}").exists():  # not every kernel looks by itself
            run("partx", "--add", disk)
        wait_for("its node", Path(part).exists)
        run("mkfs.ext4", "-q", "-E", "nodiscard,lazy_itable_init=0", part)
        point = tmp_path / "mount"
        point.mkdir()
        run("mount", part, str(point))
        try:
            before = discarded_by(disk[5:])
            outcome = session(str(point), proof=True).run()
            layers = {layer.name: layer.discarded for layer in outcome.layers}
            assert layers == {part[5:]: outcome.trimmed, disk[5:]: outcome.trimmed}
            assert discarded_by(disk[5:]) - before == outcome.trimmed > 0
            assert verdicts(outcome)[DATA_GONE] == PROVED, outcome.proof
            assert "BLOCKS" in evidence_text(outcome.proof[2])
        finally:
            unmount(point)
    finally:
        settle()
        run("losetup", "--detach", disk)


@pytest.mark.deep
def test_btrfs_over_two_devices(
    helper: Process, session: Callable[..., TrimSession], tmp_path: Path
) -> None:
    if not has_filesystem("btrfs"):
        pytest.skip("this machine has no btrfs")
    paths: list[str] = []
    try:
        for number in range(2):
            image = tmp_path / f"image{number}"
            with image.open("wb") as file:
                file.truncate(256 * MIB)
            paths.append(run("losetup", "--find", "--show", str(image)).strip())
        run("mkfs.btrfs", "-q", "-K", "-d", "raid0", "-m", "raid1", *paths)
        run("btrfs", "device", "scan", *paths)
        point = tmp_path / "mount"
        point.mkdir()
        run("mount", paths[0], str(point))
        try:
            outcome = session(str(point)).run()
        finally:
            unmount(point)
    finally:
        for path in paths:
            run("losetup", "--detach", path)
    counts = [layer.discarded or 0 for layer in outcome.layers]
    assert {f"/dev/{layer.name}" for layer in outcome.layers} == set(paths)
    assert all(counts) and sum(counts) == outcome.trimmed
    assert verdicts(outcome)["accepted"] == PROVED


@pytest.mark.parametrize(("typed", "status"), [("yes", 0), ("y", 4), ("", 4)])
def test_typed_at_the_terminal(
    typed: str,
    status: int,
    helper: Process,
    rig: Rig,
    launcher: Path,
    person: Person,
    drive: Callable[..., Drive],
) -> None:
    one = drive("ext4")
    before = one.discarded
    with terminal(person, rig, launcher, "trim", "run", str(one.point)) as somebody:
        somebody.wait_for("Type yes: ")
        somebody.type(typed)
        assert somebody.end() == status
        assert len(somebody.agent.seen) == (status == 0)
    assert (one.discarded > before) == (status == 0)


@pytest.mark.parametrize("more", [[], ["--proof"]])
def test_a_folder_is_not_trimmed_unasked(
    more: list[str], helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    """If its disk is not mounted it is on another file system, and nobody would notice."""
    one = drive("ext4")
    folder = one.point / "folder"
    folder.mkdir()
    before = one.discarded
    for consent in (["--yes"], []):  # nobody can be asked here
        status, out, err = person.driveproof("trim", "run", str(folder), *consent, *more)
        assert (status, out) == (4, "")
        assert shlex.quote(str(one.point)) in err
    assert one.discarded == before
