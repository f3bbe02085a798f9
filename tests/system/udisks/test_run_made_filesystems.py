# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File systems made and measured one after the other on a loop device, by the real UDisks2."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.builders.exported import run_values
from tests.system.faults import Fault, Measuring, faults_of, happens, short_and_long, short_is_kept
from tests.system.helper.caller import commands
from tests.system.machine import FORKING, SystemBus, run, udev_rule, wait_for

from driveproof.domain.access import Pattern
from driveproof.domain.comparison.variant_table import variant_tests
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import RefusedError
from driveproof.domain.profile.filesystems import Afterwards
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, Run
from driveproof.engine.run import events
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.given_up import GivenUp, GivenUpDevices
from driveproof.engine.run.overwrite import plan_overwrite
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.importers.own_json import read_own
from driveproof.methods.filesystems import bench as filesystems_bench
from driveproof.methods.filesystems.answer import filesystem_costs
from driveproof.methods.filesystems.bench import choose_filesystems
from driveproof.methods.filesystems.plan import Name, Plan
from driveproof.system.helper.client import claim_device
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.formatting import AnotherDeviceError, Formatter
from driveproof.system.udisks.mounting import Mounter, Unmounted

pytestmark = [pytest.mark.root, pytest.mark.bus]

SHORT = Phase("Random 4 KiB, Q4", "write", "random", 4096, 4, seconds=0.3, warmup=0.0, limit=2**23)
LARGE = Phase(
    "Sequential 1 MiB, Q4", "write", "sequential", 2**20, 4, seconds=0.5, warmup=0.0, limit=2**24
)
NAMES: tuple[Name, ...] = ("ext4", "xfs", "btrfs")


def profile(repeats: int = 1) -> Profile:
    shipped = Profiles().find("filesystems")
    plan = Plan((SHORT, replace(SHORT, direction="read")), 2**24, NAMES)
    return with_plan(replace(shipped, repeats=repeats), plan)


@pytest.fixture
def disk(system_bus: SystemBus, loop: Callable[[Path], str], tmp_path: Path) -> str:
    """A loop device. UDisks2 takes it for one of the system's, because root set it up."""
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(512 * 2**20)
    path = loop(image)

    def known() -> bool:
        """As it is, and not as what had its name before."""
        found = read_inventory(system_bus.address).get(path)
        numbered = [one for one in found.aliases if "by-diskseq" in one] if found else []
        own = f"/dev/disk/by-diskseq/{claim_device(path).sequence}"
        return found is not None and (not numbered or own in numbered)

    wait_for("UDisks2 knows it", known)
    return path


@pytest.fixture
def spare(system_bus: SystemBus, disk: str, tmp_path: Path) -> Iterator[str]:
    """One that UDisks2 takes for a drive that was plugged in: its own udev property says so, for
    this backing file only (udisks(8), UDISKS_SYSTEM).
    """
    image = tmp_path / "image"
    mine = f'ATTRS{{loop/backing_file}}=="{image}", ENV{{UDISKS_SYSTEM}}="0"'

    def given_up() -> bool:
        # Each time anew: UDisks2 once kept what it knew after one event, for whatever reason.
        run("udevadm", "trigger", "--settle", "--action=change", disk)
        return not refused(system_bus, disk)

    with udev_rule(f"99-{tmp_path.name}-{os.getpid()}.rules", mine):
        wait_for("it is none of the system's", given_up)
        yield disk


def refused(system_bus: SystemBus, path: str) -> bool:
    try:
        Formatter(system_bus.address).check(path)
    except RefusedError:
        return True
    return False


def measured(
    system_bus: SystemBus,
    path: str,
    tmp_path: Path,
    wanted: Profile,
    observer: events.Observer = lambda _event: None,
    keep: list[Session] | None = None,
) -> Run:
    inventory = read_inventory(system_bus.address)
    session = Session(
        wanted,
        path,
        Context(
            inventory=lambda: read_inventory(system_bus.address),
            recorder=None,
            registry=TestFileRegistry(tmp_path / "registry"),
            formatter=Formatter(system_bus.address),
            mounter=Mounter(system_bus.address, interactive=False),
            given_up=GivenUpDevices(tmp_path / "given-up"),
        ),
        observer,
        RunOptions(overwrite=plan_overwrite(path, wanted, inventory)),
    )
    if keep is not None:
        keep.append(session)
    return session.run()


def table(path: str) -> str:
    """The kind of the partition table that is on it."""
    return run("blkid", "-p", "-o", "value", "-s", "PTTYPE", path).strip()


def mounted(path: str) -> bool:
    return any(line.split()[0] == path for line in Path("/proc/self/mounts").read_text().split("\n")
               if line)  # fmt: skip


def is_clean(path: str) -> bool:
    """Nothing is mounted, and the device has an empty partition table."""
    return not mounted(path) and table(path) == "gpt"


def test_each_round_begins_with_a_new_file_system(
    system_bus: SystemBus, spare: str, tmp_path: Path
) -> None:
    plan = profile(2).plan
    assert isinstance(plan, Plan)
    both = structs.replace(plan, tests=(SHORT, LARGE), also_cached=(Pattern.SEQUENTIAL,))
    wanted = with_plan(profile(2), both)
    chosen, _left_out = choose_filesystems(wanted, spare, Formatter(system_bus.address))
    found = measured(system_bus, spare, tmp_path, chosen)
    assert found.status == FINISHED, found.error
    assert [phase.work.filesystem for phase in found.phases] == [*NAMES, *NAMES, *NAMES]
    assert [phase.direct for phase in found.phases] == [True] * 6 + [False] * 3
    for phase in found.phases[6:]:  # through the page cache, its fsync timed
        assert all(repeat.write_back is not None for repeat in phase.repeats)
        assert phase.cache == "cold" and phase.work.end_fsync
    assert found.phases[0].name == "RND4K Q4T1 write · ext4"
    for phase in found.phases:
        assert [repeat.order for repeat in phase.repeats] == [1, 2]
        for repeat in phase.repeats:
            assert repeat.on_filesystem is not None
            assert repeat.on_filesystem.made > 0
            assert 2**28 < repeat.on_filesystem.usable < 512 * 2**20
            assert (repeat.on_filesystem.cpu or 0) > 0
    rounds = {phase.work.filesystem: [r.on_filesystem.made for r in phase.repeats
                                      if r.on_filesystem] for phase in found.phases}  # fmt: skip
    assert all(len(set(seconds)) == 2 for seconds in rounds.values())  # made anew
    (btrfs,) = {phase.limits.buffered_by for phase in found.phases
                if phase.work.filesystem == "btrfs" and phase.direction == "write"
                and phase.direct}  # fmt: skip
    assert btrfs in ("btrfs", None)  # by the kernel's version
    assert is_clean(spare)
    assert spare in " ".join(map(str, found.notes))
    assert list((tmp_path / "given-up").iterdir()) == []
    (kept,) = read_own([json.loads(json.dumps(run_values(found)))])
    again = filesystem_costs(kept.made)
    assert [cost.usable for cost in again] == [cost.usable for cost in filesystem_costs(found)]
    costs = {cost.name: cost for cost in filesystem_costs(found)}
    assert set(costs) == set(NAMES)
    assert costs["xfs"].made.count == 2
    assert [test.cells[0].variant for test in variant_tests(found)] == ["ext4", "ext4", "ext4"]


@pytest.mark.deep
def test_a_cancel_while_a_file_system_is_made(
    system_bus: SystemBus, spare: str, tmp_path: Path
) -> None:
    sessions: list[Session] = []

    def observer(event: events.Event) -> None:
        if isinstance(event, events.Started):
            sessions[0].cancel()

    found = measured(system_bus, spare, tmp_path, profile(), observer, sessions)
    assert found.status == CANCELLED
    assert not mounted(spare)


@pytest.mark.deep
def test_a_cancel_before_the_first_file_system_leaves_the_device_alone(
    system_bus: SystemBus, spare: str, tmp_path: Path
) -> None:
    """It once got an empty partition table, although nothing had been made."""
    image = tmp_path / "image"
    image.write_bytes(b"precious" * (image.stat().st_size // 8))
    sessions: list[Session] = []
    told: list[events.Event] = []

    def observer(event: events.Event) -> None:
        told.append(event)
        if isinstance(event, events.MakingFilesystem):
            sessions[0].cancel()

    found = measured(system_bus, spare, tmp_path, profile(), observer, sessions)
    assert found.status == CANCELLED
    assert any(isinstance(event, events.MakingFilesystem) for event in told)
    run("blockdev", "--flushbufs", spare)
    assert set(image.read_bytes()) == set(b"precious")
    assert not any(isinstance(event, events.CleaningUp) for event in told)
    assert list((tmp_path / "given-up").glob("*")) == []


@dataclass(frozen=True)
class Gate:
    """A program that waits in front of the real one: `begun` is there once it waits, and it goes on
    when `open` is.
    """

    begun: Path
    open: Path


@pytest.fixture
def slow_mkfs(system_bus: SystemBus, tmp_path: Path) -> Iterator[Gate]:
    """What udisksd runs to make a file system takes as long as the test wants."""
    gate = Gate(tmp_path / "begun", tmp_path / "open")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("mkfs.ext4", "mkfs.xfs"):
        wrapper = programs / name
        wrapper.write_text(
            f"#!/bin/sh\n: >{gate.begun}\nuntil [ -e {gate.open} ]; do sleep 0.05; done\n"
            f'exec {shutil.which(name)} "$@"\n'
        )
        wrapper.chmod(0o755)
    before = system_bus.udisks.environment["PATH"]
    system_bus.udisks.environment["PATH"] = f"{programs}:{before}"
    system_bus.udisks.start_anew()
    try:
        yield gate
    finally:
        gate.open.touch()
        system_bus.udisks.environment["PATH"] = before
        system_bus.udisks.start_anew()


@pytest.mark.deep
def test_a_cancel_waits_for_the_file_system_that_is_being_made(
    system_bus: SystemBus,
    spare: str,
    slow_mkfs: Gate,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It once gave up waiting after a minute: the file system was complete later, and stayed."""
    monkeypatch.setattr(filesystems_bench, "HANGING_SECONDS", 1800.0)  # the disk may be busy
    wait_for("udisksd knows it", lambda: read_inventory(system_bus.address).get(spare))
    sessions: list[Session] = []
    told: list[events.Event] = []

    def observer(event: events.Event) -> None:
        told.append(event)
        if isinstance(event, events.MakingFilesystem):
            threading.Thread(target=cancel, daemon=True).start()
        if isinstance(event, events.CleaningUp) and event.waiting_for:
            slow_mkfs.open.touch()

    def cancel() -> None:
        wait_for("mkfs runs", slow_mkfs.begun.exists)
        sessions[0].cancel()

    alone = with_plan(profile(), Plan((SHORT,), 2**24, ("ext4", "xfs")))
    found = measured(system_bus, spare, tmp_path, alone, observer, sessions)
    assert found.status == CANCELLED
    waits = [event for event in told if isinstance(event, events.CleaningUp)]
    making = [event.name for event in told if isinstance(event, events.MakingFilesystem)]
    assert waits == [events.CleaningUp(making[0]), events.CleaningUp()]
    assert len(making) == 1
    assert is_clean(spare)


@pytest.mark.deep
def test_a_cancel_does_not_wait_for_what_hangs(
    system_bus: SystemBus,
    spare: str,
    slow_mkfs: Gate,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was waited for half an hour. The device is not empty then, and it is said."""
    monkeypatch.setattr(filesystems_bench, "HANGING_SECONDS", 1.0)
    wait_for("udisksd knows it", lambda: read_inventory(system_bus.address).get(spare))
    sessions: list[Session] = []

    def observer(event: events.Event) -> None:
        if isinstance(event, events.MakingFilesystem):
            threading.Thread(target=cancel, daemon=True).start()

    def cancel() -> None:
        wait_for("mkfs runs", slow_mkfs.begun.exists)
        sessions[0].cancel()

    alone = with_plan(profile(), Plan((SHORT,), 2**24, ("ext4", "xfs")))
    measured(system_bus, spare, tmp_path, alone, observer, sessions)
    assert not slow_mkfs.open.exists()
    assert len(list((tmp_path / "given-up").iterdir())) == 1


@pytest.fixture
def part(system_bus: SystemBus, spare: str) -> Iterator[str]:
    """A partition of the spare device. The kernel would keep it when the device is detached."""
    subprocess.run(["sfdisk", "-q", "--no-reread", spare], input="label: gpt\n1MiB,400MiB\n",
                   text=True, check=True, capture_output=True)  # fmt: skip
    run("partx", "--update", spare)
    try:
        run("udevadm", "settle")
        path = f"{spare}p1"
        wait_for("UDisks2 knows it", lambda: read_inventory(system_bus.address).get(path))
        wait_for("it is none of the system's", lambda: not refused(system_bus, path))
        yield path
    finally:
        run("partx", "--delete", spare)


@pytest.mark.deep
def test_a_partition_ends_empty(
    system_bus: SystemBus, spare: str, part: str, tmp_path: Path
) -> None:
    """It once ended with a partition table within the partition."""
    before = run("sfdisk", "--dump", spare)
    wanted = with_plan(profile(), Plan((SHORT,), 2**24, ("ext4", "xfs")))
    plan = plan_overwrite(part, wanted, read_inventory(system_bus.address))
    assert plan.afterwards is Afterwards.NOTHING
    found = measured(system_bus, part, tmp_path, wanted)
    assert found.status == FINISHED, found.error
    assert part in " ".join(map(str, found.notes))
    words = ["blkid", "-p", "-o", "value", "-s", "TYPE", "-s", "PTTYPE", part]
    assert subprocess.run(words, capture_output=True, text=True, check=False).stdout == ""
    assert run("sfdisk", "--dump", spare) == before


class OnMadeFilesystems(Measuring):
    """On file systems that are made on a spare device."""

    def __init__(self, fault: Fault, system_bus: SystemBus, spare: str, folder: Path) -> None:
        self._bus, self._spare, self._image = system_bus, spare, folder / "image"
        self._size = self._image.stat().st_size
        self._is_full = fault is Fault.FULL
        home = folder / "home"
        own = home / ".config" / "driveproof" / "profiles"
        own.mkdir(parents=True)
        method = 'method = "filesystems"\nfilesystems = ["ext4", "xfs"]\n'
        profile = short_and_long("read", more=method)
        if self._is_full:  # while the test file is written
            profile = profile.replace("16 MiB", "300 MiB")
        (own / "faults.toml").write_text(profile, "utf-8")
        self._how: dict[str, Any] = {
            "env": {
                "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8",
                "DBUS_SYSTEM_BUS_ADDRESS": system_bus.address,
            },
            "cwd": "/", "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
        }  # fmt: skip

    def start(self) -> subprocess.Popen[str]:
        words = ("run", "faults", self._spare, "--overwrite-device", "--yes")
        self._process = FORKING[self._bus.launcher].start(words, **self._how)
        return self._process

    def is_in_the_middle(self) -> bool:
        if self._is_full:
            return mounted(self._spare)
        works = [worker for worker, _words in commands(self._process.pid)]
        return any("--iodepth=4" in words for each in works for _fio, words in commands(each))

    def meet(self, fault: Fault) -> None:
        if fault is Fault.EIO:
            os.truncate(self._image, 2**20)
            # Else what the file system writes far behind makes the file long again.
            run("losetup", "--set-capacity", self._spare)
            return
        (point,) = {
            line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()
            if line.split()[0] == self._spare
        }  # fmt: skip
        with (Path(point) / "hog").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, 2**28)

    def nothing_is_left(self, fault: Fault) -> None:
        wait_for("nothing is mounted", lambda: not mounted(self._spare), 90)
        os.truncate(self._image, self._size)
        run("losetup", "--set-capacity", self._spare)
        if fault in {Fault.CANCEL, Fault.FULL}:
            assert is_clean(self._spare)

    def say(self, *words: str) -> str:
        return self._done(*words).stdout

    def _done(self, *words: str) -> subprocess.CompletedProcess[str]:
        how = {name: value for name, value in self._how.items() if name in {"env", "cwd"}}
        done = FORKING[self._bus.launcher].run(*words, timeout=60, **how)
        assert done.returncode == 0, done.stderr
        return done

    def is_told(self, *options: str) -> bool:
        """Whether the program says that the device was left as it should not be."""
        return self._spare in self._done("list", *options).stderr


@faults_of("made file system")
def test_a_made_filesystem(fault: Fault, system_bus: SystemBus, spare: str, tmp_path: Path) -> None:
    place = OnMadeFilesystems(fault, system_bus, spare, tmp_path)
    (run,) = happens(fault, place)
    if fault is Fault.FULL:
        assert run["status"] == "failed"
    else:
        short_is_kept(fault, run)
    # Nobody was there to empty it, which is said until somebody has seen it. (Whether what fails
    # can still be emptied differs.)
    told = [place.is_told(*options) for options in ((), ("--dismiss",), ())]
    if fault is not Fault.EIO:
        assert told[:2] == [fault is Fault.SIGKILL] * 2
    assert not told[2]


def test_a_device_of_the_systems_is_refused(
    system_bus: SystemBus, disk: str, tmp_path: Path
) -> None:
    before = Path(tmp_path / "image").stat().st_blocks
    with pytest.raises(RefusedError):
        choose_filesystems(profile(), disk, Formatter(system_bus.address))
    with pytest.raises(RefusedError):
        measured(system_bus, disk, tmp_path, profile())
    assert Path(tmp_path / "image").stat().st_blocks == before


def test_what_is_mounted_is_refused(system_bus: SystemBus, spare: str, tmp_path: Path) -> None:
    run("mkfs.ext4", "-q", spare)
    point = tmp_path / "point"
    point.mkdir()
    run("mount", spare, str(point))
    try:
        with pytest.raises(RefusedError, match="mounted"):
            measured(system_bus, spare, tmp_path, profile())
    finally:
        run("umount", str(point))


@pytest.mark.parametrize("when", ["looked at", "remembered", "mounted"])
def test_a_device_that_is_swapped(
    when: str, system_bus: SystemBus, spare: str, tmp_path: Path
) -> None:
    """Of the same name and size, and no drive of the system's either: its sequence tells it."""
    image, other = tmp_path / "image", tmp_path / "other"
    with other.open("wb") as file:
        file.write(b"precious" * 2**17)
        file.truncate(image.stat().st_size)
    if when == "mounted":
        run("mkfs.ext4", "-q", str(other))
    blocks, looks = other.stat().st_blocks, [0]
    told: list[events.Event] = []

    def swap() -> None:
        run("udevadm", "settle")
        run("losetup", "--detach", spare)
        backing = Path("/sys/class/block", Path(spare).name, "loop/backing_file")
        wait_for("nobody has it open", lambda: not backing.exists())
        image.rename(tmp_path / "gone")
        other.rename(image)
        run("losetup", spare, str(image))
        run("udevadm", "settle")
        wait_for("UDisks2 knows it", lambda: read_inventory(system_bus.address).get(spare))
        wait_for("it is none of the system's", lambda: not refused(system_bus, spare))

    def look() -> Inventory:
        looks[0] += 1
        if when == "looked at" and looks[0] == 3:  # the last one before UDisks2 is asked
            swap()
        return read_inventory(system_bus.address)

    class Remembering(GivenUpDevices):
        """Takes as long as the swap."""

        def add(self, device: GivenUp) -> str:
            if when == "remembered":
                swap()
            return super().add(device)

    class Mounting(Mounter):
        """Begins after the swap."""

        def look(self, device: str) -> Unmounted:
            if when == "mounted":
                swap()
            return super().look(device)

    session = Session(
        profile(),
        spare,
        Context(
            inventory=look,
            recorder=None,
            registry=TestFileRegistry(tmp_path / "registry"),
            formatter=Formatter(system_bus.address),
            mounter=Mounting(system_bus.address, interactive=False),
            given_up=Remembering(tmp_path / "given-up"),
        ),
        told.append,
        RunOptions(overwrite=plan_overwrite(spare, profile(), read_inventory(system_bus.address))),
    )
    found = session.run()
    assert (tmp_path / "gone").exists()
    assert found.status == FAILED
    assert spare in str(found.error)
    assert not any(isinstance(event, events.Preparing) for event in told)  # no test file
    assert not mounted(spare)
    run("blockdev", "--flushbufs", spare)
    if when == "mounted":
        assert "ext4" in run("blkid", "-p", "-o", "value", "-s", "TYPE", spare)
    else:
        with image.open("rb") as file:
            assert file.read(2**20) == b"precious" * 2**17
        assert image.stat().st_blocks == blocks
        assert not list((tmp_path / "given-up").glob("*"))


@pytest.mark.deep
def test_another_device_at_the_path_is_never_formatted(
    system_bus: SystemBus, spare: str, tmp_path: Path
) -> None:
    """UDisks2 asks nobody, and its object has a name: each attempt is certain, or not made."""
    formatter = Formatter(system_bus.address)
    found = formatter.check(spare)
    run("udevadm", "settle")
    before = (tmp_path / "image").read_bytes()

    def another() -> None:
        raise AnotherDeviceError("Another one.")

    with pytest.raises(AnotherDeviceError):
        formatter.format(found, "ext4", another)
    assert isinstance(formatter.empty(found, Afterwards.TABLE, another), AnotherDeviceError)
    in_use = RefusedError("Something uses it.")
    clock = iter((0.0, *[1e6] * 9))
    with pytest.raises(RefusedError):
        formatter.format(found, "ext4", lambda: in_use, clock=lambda: next(clock))
    assert (tmp_path / "image").read_bytes() == before
