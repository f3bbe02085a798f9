# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --overwrite-device` by an unprivileged user, with a person at the prompt."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children, commands
from tests.system.helper.disks import Disk
from tests.system.helper.parts import Partitioned, move_first
from tests.system.helper.person import DESTROY, Person, free
from tests.system.helper.terminal import terminal
from tests.system.machine import (
    Service,
    SystemBus,
    Udevd,
    program,
    run,
    settle,
    unmount,
    wait_for_answer,
)
from tests.system.measuring import mounted, wait_for

from driveproof.domain.ongoing import OngoingWork
from driveproof.engine.ongoing import Works
from driveproof.helper.protocol import PolkitAction

pytestmark = [pytest.mark.root, pytest.mark.bus]

BOTH = """\
title = "Both"
question = "What does it read and write?"
size = "16 MiB"
repeats = 2
pause = 0
[[phase]]
name = "Sequential"
directions = ["read", "write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 4
warmup = 0.1
seconds = 0.5
limit = "2 MiB"
"""


@pytest.fixture
def owner(person: Person) -> Person:
    """An unprivileged user with a profile that reads and writes, and those of the other tests."""
    profile = person.home / ".config/driveproof/profiles/both.toml"
    profile.write_text(BOTH, "utf-8")
    return person


def test_a_whole_run(helper: Process, owner: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    begin = disk.digest(0, 2 * MIB)
    rest, outside = disk.digest(2 * MIB, 4 * MIB), disk.digest(4 * MIB)
    process, agent = owner.start("run", "both", disk.path, *DESTROY, "--size", "4M", "--json")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.OVERWRITE]
    document = json.loads(out)
    assert document["status"] == "finished"
    assert [phase["direction"] for phase in document["phases"]] == ["write", "read"]
    writes, reads = document["phases"]
    assert len(writes["repeats"]) == 2
    assert f"--filename={disk.path}" in writes["command"]
    assert "--size=4194304" in writes["command"]
    assert "--readonly" not in writes["command"]
    assert "--scramble_buffers=1" in writes["command"]
    assert writes["work"]["data"] == "scrambled"
    assert "--readonly" in reads["command"]
    for repeat in writes["repeats"]:
        assert repeat["write"]["bytes"] <= 2 * MIB
    assert disk.digest(0, 2 * MIB) != begin
    assert (disk.digest(2 * MIB, 4 * MIB), disk.digest(4 * MIB)) == (rest, outside)
    assert children(helper.pid) == []
    assert free(disk)


@pytest.mark.deep
def test_a_device_on_what_compresses_gets_fresh_data(
    helper: Process, owner: Person, tmp_path: Path
) -> None:
    """Although only root can reach the file of the loop device."""
    with mounted("btrfs", tmp_path) as (folder, _):
        folder.chmod(0o700)
        disk = Disk(folder / "disk.img", 8 * MIB)
        try:
            process, _ = owner.start("run", "both", disk.path, *DESTROY, "--json")
            out, err = process.communicate(timeout=120)
        finally:
            disk.detach()
    assert process.returncode == 0, err
    document = json.loads(out)
    (writes,) = (phase for phase in document["phases"] if phase["direction"] == "write")
    assert writes["work"]["data"] == "fresh"
    assert "--refill_buffers=1" in writes["command"]


def test_nobody_has_said_yes(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    process, agent = owner.start("run", "both", disk.path, "--overwrite-device")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (4, "")
    for words in (disk.path, "8.4 MB", "4.2 MB", "--yes"):
        assert words in err
    assert agent.seen == []
    assert disk.digest() == before


def test_dismissed(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    words = ("run", "both", disk.path, *DESTROY)
    status, out, err = owner.driveproof(*words, answer="dismiss")
    assert (status, out) == (4, ""), err
    assert "dismissed" in err
    assert disk.digest() == before
    assert free(disk)


def test_what_is_used_is_refused_with_its_users(
    helper: Process, owner: Person, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk(32 * MIB)
    run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", disk.path)
    point = tmp_path / "a place"
    point.mkdir()
    run("mount", "-o", "ro", disk.path, str(point))
    before = disk.digest()
    try:
        process, agent = owner.start("run", "both", disk.path, *DESTROY)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (4, "")
        assert disk.path in err
        assert agent.seen == []
        assert disk.digest() == before
    finally:
        unmount(point)
    wait_for("no other namespace has the mount", lambda: free(disk))
    holder = os.open(disk.path, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC)
    try:  # somebody of whom no table knows
        status, out, err = owner.driveproof("run", "both", disk.path, *DESTROY)
        assert (status, out) == (4, ""), err
        assert disk.digest() == before
    finally:
        os.close(holder)


def test_a_program_that_has_it_open_is_named_before_anybody_is_asked(
    helper: Process, owner: Person, disk: Disk
) -> None:
    """One of the user's own, and whoever has locked it."""
    before = disk.digest()
    words = ("run", "both", disk.path, *DESTROY)
    descriptor = os.open(disk.path, os.O_RDWR | os.O_CLOEXEC)
    try:
        program = subprocess.Popen(
            ["cat"], stdin=descriptor, stdout=subprocess.PIPE, user=NOBODY, group=NOBODY,
            extra_groups=[],
        )  # fmt: skip
        try:
            assert program.stdout is not None and program.stdout.read(1)  # it goes on until read
            process, agent = owner.start(*words)
            out, err = process.communicate(timeout=60)
            assert (process.returncode, out) == (4, "")
            assert str(program.pid) in err
        finally:
            program.kill()
            program.communicate()
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        locked, other = owner.start(*words)
        out, err = locked.communicate(timeout=60)
        assert (locked.returncode, out) == (4, "")
        assert disk.path in err
        assert agent.seen == other.seen == []
    finally:
        os.close(descriptor)
    assert disk.digest() == before


@pytest.fixture
def udisks(rig: Rig, launcher: Path, udevd: Udevd, tmp_path: Path) -> Iterator[None]:
    """udisksd on the bus of the helper: it knows partitions and stacks of devices."""
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    with ExitStack() as stack:
        service = Service([udisksd], rig.address, tmp_path / "udisks.log")
        service.start()
        stack.callback(service.stop)
        wait_for_answer(SystemBus(rig.address, service, launcher))
        yield


@pytest.mark.deep
def test_a_used_partition_is_named_for_the_whole_disk(
    helper: Process, udisks: None, owner: Person, partitioned: Partitioned, tmp_path: Path
) -> None:
    disk = partitioned
    first, second = f"{disk.path}p1", f"{disk.path}p2"
    wait_for("the kernel has found both", lambda: Path(first).exists() and Path(second).exists())
    settle()
    run("mkfs.ext4", "-q", second)
    point = tmp_path / "second"
    point.mkdir()
    run("mount", "-o", "ro", second, str(point))
    before = disk.digest()
    try:
        refused = wait_for(
            "udisksd has heard of the mount",
            lambda: (
                done
                if str(point) in (done := owner.driveproof("run", "both", disk.path, *DESTROY))[2]
                else None
            ),
        )
        assert refused[:2] == (4, "")
        assert disk.path in refused[2] and second in refused[2]
        assert disk.digest() == before
        # The other partition, from 1 to 21 MiB, is nobody's.
        around = disk.digest(0, MIB), disk.digest(21 * MIB)
        status, _, err = owner.driveproof("run", "both", first, *DESTROY)
        assert status == 0, err
        run("blockdev", "--flushbufs", first)
        assert (disk.digest(0, MIB), disk.digest(21 * MIB)) == around
        assert disk.digest() != before
    finally:
        unmount(point)


def test_what_cannot_be(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    for words, status, said in [
        ([str(owner.home)], 2, str(owner.home)),
        (["/dev/driveproof-none"], 3, "driveproof-none"),
        ([disk.path, "--size", "9M"], 2, "--size"),
    ]:
        process, agent = owner.start("run", "both", *words, *DESTROY)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (status, ""), err
        assert said in err
        assert agent.seen == []
    assert disk.digest() == before


def writing(helper: Process, program: subprocess.Popen[str]) -> Process:
    """The fio that writes for this program, which must not end before."""

    def found() -> int | None:
        assert program.poll() is None, (program.returncode, program.communicate())
        return next((pid for pid, words in commands(helper.pid) if "--rw=randwrite" in words), None)

    pid: int = wait_for("fio writes", found)
    return Process(pid)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_cancel_and_kill(
    end: signal.Signals, helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    outside = disk.digest(4 * MIB)
    profile = owner.home / ".config/driveproof/profiles/writes.toml"
    profile.write_text(profile.read_text("utf-8").replace('"64 MiB"', '"64 GiB"'), "utf-8")
    process, _ = owner.start(
        "run", "writes", disk.path, *DESTROY, "--size", "4M", "--seconds", "60"
    )
    fio = writing(helper, process)
    process.send_signal(end)
    _, err = process.communicate(timeout=30)
    assert process.returncode == (130 if end == signal.SIGINT else -end), err
    fio.wait_end()
    fio.close()
    assert disk.digest(4 * MIB) == outside
    wait_for("the device is free", lambda: free(disk))


@pytest.mark.deep
def test_the_helper_ends_in_the_middle(
    rig: Rig, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    outside = disk.digest(4 * MIB)
    profile = owner.home / ".config/driveproof/profiles/writes.toml"
    profile.write_text(profile.read_text("utf-8").replace('"64 MiB"', '"64 GiB"'), "utf-8")
    running = rig.start_helper()
    try:
        process, _ = owner.start(
            "run", "writes", disk.path, *DESTROY, "--size", "4M", "--seconds", "60"
        )
        fio = writing(Process(running.pid), process)
    finally:
        running.kill()
        running.wait(15)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    fio.wait_end()
    fio.close()
    assert disk.digest(4 * MIB) == outside
    assert free(disk)


def test_cancel_at_the_prompt(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    process, agent = owner.start("run", "both", disk.path, *DESTROY, answer="wait")
    prompt = agent.next_prompt()
    assert prompt.action == PolkitAction.OVERWRITE
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert prompt.taken_away.wait(20)
    assert disk.digest() == before
    assert free(disk)


def test_the_disk_goes_away(helper: Process, owner: Person, make_disk: Callable[..., Disk]) -> None:
    """Cut off below the running test: the file of the loop device is put on a full disk."""
    disk = make_disk(32 * MIB)
    process, _ = owner.start("run", "both", disk.path, *DESTROY, "--json")
    wait_for("fio runs", lambda: children(helper.pid))
    os.truncate(disk.file, 0)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert disk.path in err.splitlines()[-1]
    assert free(disk)


def told_by(person: Person) -> list[tuple[OngoingWork, str]]:
    """What the other processes of the person read of what is going on."""
    works = Works(person.home / ".local/share/driveproof/running")
    return [(one.work, one.path) for one in works.others()]


@pytest.mark.deep
def test_trim_after(helper: Process, owner: Person, disk: Disk) -> None:
    outside = disk.digest(2 * MIB)
    words = ("run", "both", disk.path, *DESTROY, "--trim-after")
    process, agent = owner.start(*words, answer="wait")
    agent.allow(agent.next_prompt())
    prompt = agent.next_prompt()
    assert told_by(owner) == [(OngoingWork.TRIM, disk.path)]
    agent.allow(prompt)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "2.1" in err
    assert told_by(owner) == []
    assert [prompt.action for prompt in agent.seen] == [
        PolkitAction.OVERWRITE,
        PolkitAction.OVERWRITE,
    ]
    run("blockdev", "--flushbufs", disk.path)
    assert disk.file.read_bytes()[: 2 * MIB] == bytes(2 * MIB)
    assert disk.digest(2 * MIB) == outside


@pytest.mark.deep
def test_a_trim_after_a_run_is_stopped_at_its_prompt(
    helper: Process, owner: Person, disk: Disk
) -> None:
    words = ("run", "both", disk.path, *DESTROY, "--trim-after")
    process, agent = owner.start(*words, answer="wait")
    agent.allow(agent.next_prompt())
    prompt = agent.next_prompt()
    written = disk.digest()
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert prompt.action == PolkitAction.OVERWRITE and prompt.taken_away.wait(20)
    assert disk.digest() == written
    assert told_by(owner) == [] and free(disk)


def test_the_wrong_text_writes_nothing(
    helper: Process, rig: Rig, launcher: Path, owner: Person, disk: Disk
) -> None:
    before = disk.digest()
    words = ("run", "both", disk.path, "--overwrite-device")
    for typed in ("loop", "yes", ""):
        with terminal(owner, rig, launcher, *words) as person:
            person.wait_for("? Type ")
            assert disk.path in person.screen
            person.type(typed)
            assert person.end() == 4
            assert person.agent.seen == []
    assert disk.digest() == before


def test_typed_at_the_terminal_and_trimmed(
    helper: Process, rig: Rig, launcher: Path, owner: Person, disk: Disk
) -> None:
    outside = disk.digest(2 * MIB)
    words = ("run", "both", disk.path, "--overwrite-device")
    with terminal(owner, rig, launcher, *words) as person:
        person.wait_for("? Type ")
        person.type(Path(disk.path).name)
        person.wait_for("[y/N]")
        assert [prompt.action for prompt in person.agent.seen] == [PolkitAction.OVERWRITE]
        person.type("y")
        assert person.end() == 0
    run("blockdev", "--flushbufs", disk.path)
    assert disk.file.read_bytes()[: 2 * MIB] == bytes(2 * MIB)
    assert disk.digest(2 * MIB) == outside


@pytest.mark.deep
def test_refilled_before_the_trim(
    helper: Process, rig: Rig, launcher: Path, owner: Person, disk: Disk
) -> None:
    """The question stays on the screen; meanwhile somebody copies an image to the disk."""
    words = ("run", "both", disk.path, "--overwrite-device")
    with terminal(owner, rig, launcher, *words) as person:
        person.wait_for("? Type ")
        person.type(Path(disk.path).name)
        person.wait_for("[y/N]")
        Path(disk.path).write_bytes(os.urandom(MIB))
        before = disk.digest()
        person.type("y")
        assert person.end() == 4
        assert [prompt.action for prompt in person.agent.seen] == [PolkitAction.OVERWRITE]
    assert disk.digest() == before


@pytest.mark.deep
def test_another_disk_after_the_answer(
    helper: Process, rig: Rig, launcher: Path, owner: Person, lonely_disk: Disk, tmp_path: Path
) -> None:
    """Confirmed was the disk that was there then."""
    words = ("run", "both", lonely_disk.path, "--overwrite-device")
    with terminal(owner, rig, launcher, *words) as person:
        person.wait_for("? Type ")
        bystander = tmp_path / "bystander.img"
        bystander.write_bytes(os.urandom(8 * MIB))
        before = bystander.read_bytes()
        lonely_disk.replace(bystander)
        person.type(Path(lonely_disk.path).name)
        assert person.end() == 3
        assert person.agent.seen == []
    assert bystander.read_bytes() == before


@pytest.mark.parametrize("profile", ["both", "capacity", "steady-state"])
def test_another_partition_of_the_same_number_after_the_answer(
    profile: str, helper: Process, rig: Rig, launcher: Path, owner: Person, partitioned: Partitioned
) -> None:
    """Confirmed was where it lay then. Its name, its number and its disk are the same."""
    part = f"{partitioned.path}p1"
    wait_for("the kernel has found it", Path(part).is_block_device)
    words = ("run", profile, part, "--overwrite-device")
    with terminal(owner, rig, launcher, *words) as person:
        person.wait_for("? Type ")
        move_first(partitioned)
        before = partitioned.digest(2 * MIB)
        person.type(Path(part).name)
        assert person.end() == 3
    run("blockdev", "--flushbufs", part)
    assert partitioned.digest(2 * MIB) == before
    assert children(helper.pid) == []


@pytest.mark.deep
def test_a_write_protected_disk(helper: Process, udisks: None, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    run("blockdev", "--setro", disk.path)
    try:
        process, agent = owner.start("run", "both", disk.path, *DESTROY)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (3, ""), err
        assert "write-protected" in err
        assert agent.seen == []
    finally:
        run("blockdev", "--setrw", disk.path)  # the number would stay so for its next file
    assert disk.digest() == before


TOGETHER = """\
title = "Together"
question = "What is left of reads?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Two jobs"
directions = ["mixed"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 4
write_depth = 2
warmup = 0.1
seconds = 0.5
limit = "2 MiB"
"""


@pytest.mark.deep
def test_two_jobs_at_once(helper: Process, owner: Person, make_disk: Callable[..., Disk]) -> None:
    profile = owner.home / ".config/driveproof/profiles/two-jobs.toml"
    profile.write_text(TOGETHER, "utf-8")
    disk = make_disk(32 * MIB)
    process, agent = owner.start("run", "two-jobs", disk.path, "--json", *DESTROY)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.OVERWRITE]
    (phase,) = json.loads(out)["phases"]
    (repeat,) = phase["repeats"]
    assert phase["work"]["write_depth"] == 2
    assert repeat["read"]["ios"] > 0 and repeat["write"]["bytes"] <= 2 * MIB
    assert f"--filename={disk.path}" in phase["command"]


WORST = """\
title = "Worst"
question = "How many?"
method = "iops-at-latency"
size = "16 MiB"
cap = "1us"
repeats = 1
"""


@pytest.mark.deep
def test_a_search_fills_the_device_first(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    """No drive answers in a microsecond: one point in each direction, and no answer."""
    (owner.home / ".config/driveproof/profiles/worst.toml").write_text(WORST, "utf-8")
    disk = make_disk(32 * MIB)
    begin, end = disk.digest(0, MIB), disk.digest(31 * MIB)
    process, agent = owner.start("run", "worst", disk.path, "--json", *DESTROY, "--seconds", "0.5")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.OVERWRITE]
    document = json.loads(out)
    fill, *points = document["phases"]
    assert fill["title"] == "Fill" and fill["repeats"][0]["write"]["bytes"] == 32 * MIB
    assert {phase["direction"] for phase in points} == {"read", "write", "mixed"}
    assert [one["iops"] for one in document["answer"]["tables"]["answers"]] == [None] * 3
    assert disk.digest(0, MIB) != begin and disk.digest(31 * MIB) != end


@pytest.mark.deep
def test_a_search_only_reads_a_device_that_nobody_gave_up(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    (owner.home / ".config/driveproof/profiles/worst.toml").write_text(WORST, "utf-8")
    disk = make_disk(32 * MIB)
    whole = disk.digest()
    process, agent = owner.start("run", "worst", disk.path, "--json", "--seconds", "0.5")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert {prompt.action for prompt in agent.seen} == {PolkitAction.MEASURE}
    document = json.loads(out)
    assert {phase["direction"] for phase in document["phases"]} == {"read"}
    assert disk.digest() == whole
