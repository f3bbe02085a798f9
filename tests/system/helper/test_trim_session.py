# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIM of real file systems through the real helper: what was foretold, told, counted and freed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.system.conftest import Service, _start_udevd, program, run
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.conftest import Desk, settle
from tests.system.helper.person import Person
from tests.system.measuring import has_filesystem, wait_for

from driveproof.domain.trim_session import (
    CANCELLED,
    DATA_GONE,
    FINISHED,
    INCONCLUSIVE,
    PROVED,
    TRIMMING,
    Outcome,
    Progress,
)
from driveproof.history.store import History
from driveproof.history.trims import Trims
from driveproof.session.testfile import Ledger
from driveproof.session.trim import TrimParts, TrimSession
from driveproof.system.chain import read_chain
from driveproof.system.helper_client import Helper
from driveproof.system.mounting import Mounter
from driveproof.system.sysfs import Sysfs

pytestmark = [pytest.mark.root, pytest.mark.bus]

MAKE = {
    "ext4": (96, ["mkfs.ext4", "-q", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"]),
    "xfs": (320, ["mkfs.xfs", "-q", "-K"]),
    "btrfs": (256, ["mkfs.btrfs", "-q", "-K"]),
    # Many steps and next to nothing written: 1 TiB.
    "huge": (2**20, ["mkfs.ext4", "-q", "-O", "^has_journal", "-T", "largefile4",
                     "-E", "nodiscard,lazy_itable_init=1"]),
}  # fmt: skip
FREED = 24 * MIB


@dataclass
class Drive:
    """A loop device with a file system, and where it is mounted when it is."""

    path: str
    image: Path
    point: Path

    @property
    def discarded(self) -> int:
        """Field 14 of its stat, in bytes."""
        stat = Sysfs().read_stat(self.path[5:])
        assert stat is not None and stat.discarded_bytes is not None
        return stat.discarded_bytes

    @property
    def room(self) -> int:
        """What its file takes."""
        os.sync()
        return self.image.stat().st_blocks * 512

    @property
    def places(self) -> list[str]:
        """Where it is mounted now."""
        lines = Path("/proc/self/mounts").read_text("utf-8").splitlines()
        return [line.split()[1] for line in lines if line.split()[0] == self.path]


@pytest.fixture
def drive(open_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Drive]]:
    """Makes them, on folders that anybody may enter; gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=open_folder)))
        folder.chmod(0o755)

        def made(kind: str, *, mounted: bool = True, where: Path | None = None) -> Drive:
            if kind != "huge" and not has_filesystem(kind):
                pytest.skip(f"this machine has no {kind}")
            size, make = MAKE[kind]
            image = (where or tmp_path) / "image"
            with image.open("wb") as file:
                file.truncate(size * MIB)
            path = run("losetup", "--find", "--show", str(image)).strip()
            stack.callback(settle)
            stack.callback(subprocess.run, ["losetup", "--detach", path], check=False)
            run(*make, path)
            point = folder / "a mount"
            point.mkdir()
            one = Drive(path, image, point)
            if mounted:
                run("mount", path, str(point))
                point.chmod(0o755)
                stack.callback(run, "umount", str(point))
                freed = point / "freed"
                freed.write_bytes(os.urandom(FREED))
                (point / "kept").write_bytes(b"kept" * MIB)
                os.sync()
                freed.unlink()
                os.sync()
            settle()
            return one

        yield made


@pytest.fixture
def udisks(desk: Desk, open_folder: Path) -> Iterator[None]:
    """UDisks2 on the helper's bus."""
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    with ExitStack() as stack:
        _start_udevd(stack, open_folder)
        service = Service([udisksd], desk.address, open_folder / "udisksd.log")
        stack.callback(service.stop)
        desk.wait_for_name("org.freedesktop.UDisks2", service.start)
        yield


@pytest.fixture
def session(desk: Desk, tmp_path: Path) -> Callable[..., TrimSession]:
    """Makes TRIMs in this process, which is root's: nobody is asked."""

    def made(target: str, observer: Any = lambda _: None, **more: Any) -> TrimSession:
        parts = TrimParts(
            chain=read_chain,
            helper=Helper(desk.address),
            mounter=Mounter(desk.address),
            ledger=Ledger(tmp_path / "ledger"),
        )
        return TrimSession(target, parts, observer, **more)

    return made


def verdicts(outcome: Outcome) -> dict[str, str]:
    return {proof.tier: proof.verdict for proof in outcome.proof}


def document(answer: tuple[int, str, str]) -> dict[str, Any]:
    status, out, err = answer
    assert status == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
def test_foretold_told_and_counted(
    kind: str, helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    """By somebody without any right, who is asked once."""
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
    assert done["trimmed"] == counted == done["layers"][0]["discarded"] > FREED
    assert done["proof"][0]["verdict"] == PROVED
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
        assert "to the sector" in done["proof"][0]["evidence"]
        assert sum(one["length"] for one in preview["first"]) == counted  # few enough for all


def test_a_second_trim_of_ext4_is_no_failure(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    session(str(one.point)).run()
    again = session(str(one.point)).run()
    assert (again.trimmed, verdicts(again)["accepted"]) == (0, INCONCLUSIVE)
    assert "no failure" in again.proof[0].evidence


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
        assert "8192 are zeros now" in outcome.proof[2].evidence


def test_without_the_right_to_read_the_device(
    helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    one.point.chmod(0o777)
    one.image.chmod(0o600)
    done = document(person.driveproof("trim", "run", str(one.point), "--yes", "--proof", "--json"))
    tier = done["proof"][2]
    assert (tier["tier"], tier["verdict"]) == (DATA_GONE, INCONCLUSIVE)
    assert "Only root may read" in tier["evidence"]


def test_a_cancel_in_the_middle(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    one = drive("huge")
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.step == TRIMMING and progress.position:
            made.cancel()

    made = session(str(one.point), watch)
    outcome = made.run()
    last = seen[-1]
    assert outcome.status == CANCELLED
    assert 0 < last.position < last.size == 2**40
    assert 0 < outcome.trimmed < outcome.preview.free.bytes  # type: ignore[union-attr]
    wait_for("nothing of the helper's runs", lambda: not children(helper.pid))
    assert (one.point / "kept").read_bytes() == b"kept" * MIB


def test_unmounted_is_mounted_for_it_and_unmounted_again(
    helper: Process, udisks: None, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4", mounted=False)
    process, agent = person.start("trim", "run", one.path, "--yes", "--json")
    out, err = process.communicate(timeout=120)
    done = document((process.returncode, out, err))
    actions = [prompt.action for prompt in agent.seen]
    assert [action.rpartition(".")[2] for action in actions][-1] == "trim"
    assert actions[0].startswith("org.freedesktop.udisks2.filesystem-mount")
    assert done["method"].startswith("FITRIM") and done["trimmed"] == done["bytes"] > 0
    assert one.places == []


@pytest.mark.parametrize("what", ["trim", "mount"])
def test_a_question_that_is_dismissed_leaves_nothing_mounted(
    what: str, helper: Process, udisks: None, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4", mounted=False)
    before = one.discarded
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    prompt = agent.next_prompt()
    if what == "trim":
        agent.allow(prompt)
        prompt = agent.next_prompt()
        assert len(one.places) == 1
    agent.dismiss(prompt)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 4, err
    assert (one.places, one.discarded) == ([], before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_end_at_the_question_leaves_nothing_mounted(
    number: int, helper: Process, udisks: None, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4", mounted=False)
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    agent.allow(agent.next_prompt())
    prompt = agent.next_prompt()
    assert len(one.places) == 1
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert prompt.taken_away.wait(20)
    wait_for("it is unmounted", lambda: not one.places)


def test_a_kill_in_the_middle_leaves_nothing_mounted(
    helper: Process, udisks: None, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("huge", mounted=False)
    process, _ = person.start("trim", "run", one.path, "--yes")
    wait_for("it is trimmed", lambda: children(helper.pid), 60)
    process.kill()
    process.communicate(timeout=60)
    wait_for("nothing of the helper's runs", lambda: not children(helper.pid))
    wait_for("it is unmounted", lambda: not one.places)


def test_what_is_mounted_read_only_is_refused(
    helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    run("mount", "-o", "remount,ro", str(one.point))
    before = one.discarded
    process, agent = person.start("trim", "run", str(one.point), "--yes")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, agent.seen, one.discarded) == (4, [], before)
    assert "mounted read-only" in err and "remount,rw" in err
    assert person.driveproof("trim", "preview", str(one.point))[0] == 1


def test_what_a_layer_blocks_is_not_tried(
    helper: Process, person: Person, drive: Callable[..., Drive], open_folder: Path
) -> None:
    """ramfs cannot punch holes, so a loop device over it takes no discard."""
    with in_memory(open_folder) as memory:
        one = drive("ext4", mounted=False, where=memory)
        run("mount", one.path, str(one.point))
        try:
            process, agent = person.start("trim", "run", str(one.point), "--yes")
            _, err = process.communicate(timeout=60)
        finally:
            run("umount", str(one.point))
            run("losetup", "--detach", one.path)
        assert (process.returncode, agent.seen) == (3, [])
        assert "would not reach the drive" in err


@contextmanager
def in_memory(folder: Path) -> Iterator[Path]:
    point = folder / "memory"
    point.mkdir()
    run("mount", "-t", "ramfs", "none", str(point))
    try:
        yield point
    finally:
        settle()
        run("umount", "--lazy", str(point))
        point.rmdir()


def test_nobody_said_yes(helper: Process, person: Person, drive: Callable[..., Drive]) -> None:
    one = drive("ext4")
    before = one.discarded
    process, agent = person.start("trim", "run", str(one.point))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, agent.seen, one.discarded) == (4, "", [], before)
    assert "cannot be recovered" in err and "--yes" in err


def test_finished_in_steps_adds_up(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    """A thousand steps, and not a sector more or less than was free."""
    one = drive("huge")
    before, shares = one.discarded, []

    def watch(progress: Progress) -> None:
        if progress.share is not None:
            shares.append(progress.share)

    outcome = session(str(one.point), watch).run()
    free = outcome.preview.free
    assert free is not None and free.bytes == outcome.trimmed == one.discarded - before
    assert (outcome.status, verdicts(outcome)["accepted"]) == (FINISHED, PROVED)
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)
