# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks on a real file system: what is measured, and that nothing stays behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.system.machine import run
from tests.system.measuring import Lab, mounted, names, wait_for

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.profile.whole_files import Serving
from driveproof.domain.run.real_life import copying_of, real_life_rows
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, Role
from driveproof.domain.run.task import Task
from driveproof.engine.run import events
from driveproof.engine.run.own_names import PREFIX, new_name
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.methods import answer_of
from driveproof.methods.real_life.plan import Plan
from driveproof.methods.whole_files.plan import Plan as WholeFiles

pytestmark = pytest.mark.root
MIB = 2**20


def real_life(size: int = 4 * MIB, repeats: int = 1) -> Profile:
    empty = Profile(
        "real-life", "A life", "", (), 0, repeats=repeats, pause=0.0, method="real-life"
    )
    return with_plan(empty, Plan(size))


def ours(folder: Path) -> list[str]:
    return [name for name in names(folder) if name.startswith(PREFIX)]


def test_what_it_measures(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, device):
        result = lab.session(real_life(8 * MIB), folder).run()
        assert not ours(folder)
    assert result.status == FINISHED, result.error
    rows = {row.phase.name: row for row in real_life_rows(result)}
    assert len(rows) >= 13
    for row in rows.values():
        assert row.time.median > 0
        assert row.cpu + row.drive <= row.time.median * 1.05 + 0.02
    made, cold, warm = (rows[name] for name in ("make tree", "copy tree, cold", "copy tree, warm"))
    written = made.phase.repeats[0].directions["write"].bytes or 0
    # The counters say what reached the drive: all that was written, and the journal.
    assert (made.written or 0) >= written > MIB
    # Cold: the drive answered. Warm: memory did.
    assert (cold.read or 0) >= 0.9 * written
    assert (warm.read or 0) < 0.1 * written
    assert result.environment.sqlite
    kept = lab.history().load(result.id)
    assert [repeat.task for phase in kept.phases for repeat in phase.repeats] == [
        repeat.task for phase in result.phases for repeat in phase.repeats
    ]
    assert (kept.environment.sqlite, kept.environment.boot) == (
        result.environment.sqlite, result.environment.boot,
    )  # fmt: skip
    assert real_life_rows(kept)[0].phase.repeats[0].members[0].device == Path(device).name


@pytest.mark.deep
def test_a_cancel_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):

        def stop(event: events.Event) -> None:
            if isinstance(event, events.RepeatEnded) and event.index == 1:
                session.cancel()

        session = lab.session(real_life(), folder, observer=stop)
        result = session.run()
        assert not ours(folder)
    assert result.status == CANCELLED
    assert [row.task for row in real_life_rows(result)] == [Task.MAKE, Task.COPY]
    assert list((lab.folder / "state").iterdir()) == []


def working(folder: Path) -> bool:
    """Whether a child of any program of ours still works there."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = command.read_bytes()
            if b"run.tasks" in words and os.fsencode(folder) in words:
                return True
    return False


def child() -> list[int]:
    """The children that do tasks, of this process."""
    found = run("ps", "-o", "pid=", "--ppid", str(os.getpid())).split()
    commands = {pid: Path("/proc", pid, "cmdline") for pid in found}
    return [
        int(pid)
        for pid, command in commands.items()
        if command.exists() and b"tasks.worker" in command.read_bytes()
    ]


@pytest.mark.deep
def test_a_killed_child_fails_the_run_and_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):

        def kill(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.index == 2:
                for pid in child():
                    os.kill(pid, signal.SIGKILL)

        result = lab.session(real_life(), folder, observer=kill).run()
        assert not ours(folder)
    assert result.status == FAILED


def test_a_killed_program_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    """The child is not killed with it, and removes the folder. Where both are, the next start
    does.
    """
    with mounted("ext4", tmp_path) as (folder, _device):
        words = ("run", "real-life", str(folder), "--size", "16M")
        with lab.start(*words) as program:
            wait_for("the tree is begun", lambda: any((folder / n / "tree").exists()
                                                      for n in ours(folder)), 60)  # fmt: skip
            program.kill()
            program.communicate()
        wait_for("the folder is gone", lambda: not ours(folder), 60)
        wait_for("its children have ended", lambda: not working(folder), 60)
        # Both at once: what is left is removed by the next start.
        with lab.start(*words) as program:
            wait_for("the tree is begun", lambda: bool(ours(folder)), 60)
            workers = run("ps", "-o", "pid=", "--ppid", str(lab.program(program))).split()
            for pid in map(int, workers):  # or it would see that the program has ended
                os.kill(pid, signal.SIGSTOP)
            program.kill()
            for pid in map(int, workers):
                os.kill(pid, signal.SIGKILL)
            program.communicate()
        left = ours(folder)
        assert left
        state = lab.folder / ".local" / "state" / "driveproof" / "testfiles"
        # A child that is dying still holds the folder.
        wait_for("it is removed", lambda: TestFileRegistry(state).sweep() >= 1, 60)
        assert not ours(folder)


@pytest.mark.deep
def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        ballast = folder / "ballast"

        def fill(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.index == 1:
                facts = os.statvfs(folder)
                with ballast.open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, facts.f_bavail * facts.f_frsize)

        result = lab.session(real_life(16 * MIB), folder, observer=fill).run()
        assert names(folder) == ["lost+found", "ballast"] or not ours(folder)
    assert result.status == FAILED


@pytest.mark.deep
def test_after_an_io_error_the_next_start_removes_the_rest(tmp_path: Path, lab: Lab) -> None:
    """A device that became shorter gives a real EIO. Nothing can be removed there until it is
    mounted again.
    """
    image = tmp_path / "image"
    with mounted("ext4", tmp_path) as (folder, device):
        size = image.stat().st_size
        words = ("run", "real-life", str(folder), "--size", "16M")
        with lab.start(*words) as program:
            wait_for("a tree is copied", lambda: any((folder / n / "copy").exists()
                                                     for n in ours(folder)), 60)  # fmt: skip
            os.truncate(image, MIB)
            run("losetup", "--set-capacity", device)
            said = program.communicate(timeout=120)
        assert program.returncode == 3, said
        run("umount", str(folder))
        os.truncate(image, size)
        run("losetup", "--set-capacity", device)
        subprocess.run(["e2fsck", "-fy", device], check=False, capture_output=True)
        run("mount", device, str(folder))
        TestFileRegistry(lab.folder / ".local/state/driveproof/testfiles").sweep()
        assert not ours(folder)


@pytest.mark.deep
def test_a_running_task_is_not_swept_from_another_pid_namespace(tmp_path: Path, lab: Lab) -> None:
    """There its process seems gone. Its folder is taken once nobody holds it."""
    code = (
        "import sys; from driveproof.engine.run.testfile import sweep_leftovers;"
        " print(sweep_leftovers(sys.argv[1]))"
    )
    apart = ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", code]
    with mounted("ext4", tmp_path) as (folder, _device):
        swept: list[str] = []

        def sweep_apart(event: events.Event) -> None:
            if isinstance(event, events.RepeatEnded) and event.index == 0:
                (name,) = ours(folder)
                assert (folder / name / "tree").exists()
                swept.append(run(*apart, str(folder)).strip())

        result = lab.session(real_life(), folder, observer=sweep_apart).run()
        assert swept == ["0"]
        assert result.status == FINISHED, result.error
        left = folder / new_name()  # of a process that lives, here
        left.mkdir()
        assert run(*apart, str(folder)).strip() == "1"
        assert not ours(folder)


def test_a_link_put_in_place_of_its_folder(tmp_path: Path, lab: Lab) -> None:
    """What it leads to stays, and the tasks go on in the folder itself."""
    person = tmp_path / "person"
    person.mkdir()
    (person / "thesis").write_text("years")
    with mounted("ext4", tmp_path) as (folder, _device):
        away = folder / "away"

        def swap(event: events.Event) -> None:
            if isinstance(event, events.RepeatEnded) and event.index == 0:
                (name,) = ours(folder)
                (folder / name).rename(away)
                (folder / name).symlink_to(person)

        result = lab.session(real_life(), folder, observer=swap).run()
        (name,) = ours(folder)
        assert (folder / name).is_symlink()
        assert not list(away.iterdir())
    assert (person / "thesis").read_text() == "years"
    assert [path.name for path in person.iterdir()] == ["thesis"]
    assert result.status == FINISHED, result.error
    assert any("place" in note.values for note in result.notes)


@pytest.mark.deep
def test_a_tree_from_another_drive(tmp_path: Path, lab: Lab) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with (
        mounted("ext4", tmp_path / "one") as (folder, device),
        mounted("ext4", tmp_path / "two") as (other, source),
    ):
        result = lab.session(real_life(8 * MIB), folder, beside=(str(other),)).run()
        assert not ours(folder)
        assert not ours(other)
        with pytest.raises(UsageError):
            lab.session(real_life(), folder, beside=(str(folder),)).run()
    assert result.status == FINISHED, result.error
    (copied,) = (row for row in real_life_rows(result) if row.task is Task.FROM)
    roles = {one.role: one for one in copied.phase.repeats[0].members}
    assert roles["source"].device == Path(source).name
    assert roles["source"].read_bytes > MIB
    found = copying_of(result)
    assert found is not None
    assert (found.source, found.target) == (Path(source).name, Path(device).name)


def served(serving: str, seconds: float = 0.5) -> Profile:
    empty = Profile("w", "W", "", (), 0, repeats=1, pause=0.0, method="whole-files")
    return with_plan(empty, WholeFiles(Serving(serving), 4 * MIB, 8, seconds))


@pytest.mark.deep
def test_servers_read_files_and_deliver_messages(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        web = lab.session(served("web"), folder).run()
        mail = lab.session(served("mail"), folder).run()
        assert not ours(folder)
    assert (web.status, mail.status) == (FINISHED, FINISHED), web.error or mail.error
    cold, warm = web.phases
    assert (cold.cache, warm.cache, web.method) == ("cold", "warm", "whole-files")
    moved = [sum(one.read_bytes for one in phase.repeats[0].members if one.role is Role.TARGET)
             for phase in (cold, warm)]  # fmt: skip
    read = cold.repeats[0].directions["read"].bytes or 0
    assert moved[0] > 0.5 * read > 0
    assert moved[1] < moved[0] / 4
    (delivered,) = mail.phases
    writes = delivered.repeats[0].directions["write"]
    assert writes.latency.p99
    assert writes.samples
    kept = lab.history().load(mail.id)
    assert kept.phases[0].name == delivered.name


@pytest.mark.deep
def test_a_start_is_read_from_the_drive(tmp_path: Path, lab: Lab) -> None:
    profile = replace(Profiles().find("app-start"), repeats=1)
    with mounted("xfs", tmp_path) as (folder, _device):
        result = lab.session(profile, folder).run()
        assert not ours(folder)
    assert result.status == FINISHED, result.error
    (phase,) = result.phases
    (repeat,) = phase.repeats
    reads = repeat.directions["read"]
    moved = sum(one.read_bytes for one in repeat.members if one.role is Role.TARGET)
    assert (phase.cache, reads.ios) == ("cold", 2710)
    assert reads.bytes <= moved < 1.1 * reads.bytes
    said = answer_of(result).sentences
    assert any(set(sentence.values) == {"test", "seconds"} for sentence in said)
    with pytest.raises(UsageError):
        profile.customized(size=4 * MIB)


@pytest.mark.deep
def test_a_server_that_is_cancelled_or_killed_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):

        def stop(event: events.Event) -> None:
            if isinstance(event, events.Measured):
                session.cancel()

        session = lab.session(served("web", 20.0), folder, observer=stop)
        assert session.run().status == CANCELLED
        assert not ours(folder)
        words = ("run", "workload-mail", str(folder), "--size", "4M")
        with lab.start(*words) as program:
            wait_for("files are made", lambda: bool(ours(folder)), 60)
            program.kill()
            program.communicate()
        wait_for("the folder is gone", lambda: not ours(folder), 60)
        wait_for("its children have ended", lambda: not working(folder), 60)
