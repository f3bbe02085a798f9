# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path on real loop devices, compared with what FITRIM then really does."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.builders.trim_codes import layer_facts, layer_remedy
from tests.fakes.made_host import layer_of
from tests.system.machine import detach, detach_ours, run, unmount
from tests.system.measuring import Lab, has_filesystem, mounted, wait_for

from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import BLOCK, PART, PASS, DiscardPath
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.path import read_discard_path
from driveproof.wording.say import say_text

pytestmark = pytest.mark.root

MIB = 2**20
# Nothing is written later by itself, and nothing discarded before.
EAGER = "nodiscard,lazy_itable_init=0,lazy_journal_init=0"
KINDS = ("ext4", *deep("xfs", "btrfs"))
OPTIONS = [
    ("ext4", "discard", True, "discard"),
    ("ext4", "nodiscard", False, ""),
    ("xfs", "discard", True, "discard"),
    ("xfs", "nodiscard", False, ""),
    ("btrfs", "discard=async", True, "discard=async"),
    ("btrfs", "discard=sync", True, "discard"),
    ("btrfs", "nodiscard", False, ""),
]


def chain_of(target: Path | str) -> DiscardPath:
    return read_discard_path(str(target), timer=lambda: TimerFacts(why="NOT_ASKED"))


@dataclass
class Loop:
    path: str
    file: Path

    @property
    def name(self) -> str:
        return self.path.removeprefix("/dev/")

    @property
    def discarded(self) -> int:
        """Field 14 of its stat, in bytes."""
        stat = Sysfs().read_stat(self.name)
        assert stat is not None and stat.discarded_bytes is not None
        return stat.discarded_bytes

    @property
    def room(self) -> int:
        """What its file takes on the file system below."""
        os.sync()
        return self.file.stat().st_blocks * 512


@pytest.fixture
def attach(tmp_path: Path) -> Iterator[Callable[..., Loop]]:
    """Makes loop devices over new files, and removes them afterwards."""
    with ExitStack() as stack:

        def make(size: int, *options: str, file: Path | None = None) -> Loop:
            image = file or tmp_path / f"image{size}"
            if not image.exists():
                with image.open("wb") as empty:
                    empty.truncate(size * MIB)
            path = run("losetup", "--find", "--show", *options, str(image)).strip()
            stack.callback(detach_ours, path, image)
            return Loop(path, image)

        yield make


@contextmanager
def at(folder: Path, *words: str) -> Iterator[Path]:
    """Something mounted on a new folder."""
    folder.mkdir()
    run("mount", *words, str(folder))
    try:
        yield folder
    finally:
        unmount(folder)


def fill_and_delete(point: Path) -> None:
    """Something for FITRIM to find, also where the file system remembers what it has trimmed."""
    file = point / "gone"
    file.write_bytes(os.urandom(8 * MIB))
    os.sync()
    file.unlink()
    os.sync()


def trimmed(loop: Loop, point: Path) -> int:
    """Bytes of discard that FITRIM sends to the device: settled, as xfs completes late."""
    before = loop.discarded
    subprocess.run(["fstrim", str(point)], check=False, capture_output=True)
    seen = [before]

    def settled() -> bool:
        os.sync()
        seen.append(loop.discarded)
        return len(seen) > 20 and len(set(seen[-20:])) == 1

    wait_for("the counters settle", settled)
    return seen[-1] - before


@pytest.mark.parametrize("kind", KINDS)
def test_where_the_chain_passes_the_counter_rises(kind: str, tmp_path: Path) -> None:
    with mounted(kind, tmp_path) as (point, device):
        loop = Loop(device, tmp_path / "image")
        fill_and_delete(point)
        chain = chain_of(point / ".")
        assert chain.mount is not None and chain.mount.filesystem == kind
        kinds = [layer.kind for layer in chain.layers]
        assert kinds[:4] == ["filesystem", "mount", "loop", "filesystem"]
        upper = chain.layers[:3]
        assert {layer.verdict for layer in upper} == {PASS}
        assert layer_of(chain, "loop").device == loop.name
        assert trimmed(loop, point) > 7 * MIB


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_where_the_file_takes_no_holes_the_counter_stays(kind: str, tmp_path: Path) -> None:
    """ramfs cannot punch holes, so a loop device over it takes no discard."""
    with at(tmp_path / "memory", "-t", "ramfs", "none") as memory, mounted(kind, memory) as made:
        point, device = made
        loop = Loop(device, memory / "image")
        fill_and_delete(point)
        chain = chain_of(point)
        assert (chain.verdict, layer_of(chain, "loop").verdict) == (BLOCK, BLOCK)
        assert "discard_max_bytes 0" in layer_facts(layer_of(chain, "loop"))
        assert loop.name in say_text(chain.say)
        assert chain.periodic is not None and chain.periodic.listed is False
        assert trimmed(loop, point) == 0


def test_a_queue_that_somebody_switched_off(tmp_path: Path) -> None:
    """A loop device of our own number: what is set for it would stay for its next user."""
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(64 * MIB)
    with own_loop() as device:
        run("losetup", device, str(image))
        try:
            limit = Path(f"/sys/block/{device[5:]}/queue/discard_max_bytes")
            assert layer_of(chain_of(device), "loop").verdict == PASS
            limit.write_text("0")
            layer = layer_of(chain_of(device), "loop")
            assert layer.verdict == BLOCK
            assert "SWITCHED_OFF" in layer_remedy(layer)
        finally:
            run("losetup", "--detach", device)


@contextmanager
def own_loop() -> Iterator[str]:
    """A loop device that is made for the test and taken away again."""
    add, remove = 0x4C80, 0x4C81  # LOOP_CTL_ADD, LOOP_CTL_REMOVE
    control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
    number = 3000 + os.getpid() % 10000
    try:
        fcntl.ioctl(control, add, number)
        try:
            path = f"/dev/loop{number}"
            wait_for("its node", Path(path).exists)
            yield path
        finally:
            wait_for("it is free", lambda: _removed(control, remove, number))
    finally:
        os.close(control)


def _removed(control: int, remove: int, number: int) -> bool:
    try:
        fcntl.ioctl(control, remove, number)
    except OSError:  # still busy
        return False
    return True


@pytest.mark.parametrize(("kind", "option", "on", "fact"), OPTIONS)
def test_continuous_discard_is_told_apart(
    kind: str, option: str, on: bool, fact: str, tmp_path: Path
) -> None:
    with mounted(kind, tmp_path, ("-o", option)) as (point, _):
        chain = chain_of(point)
        assert chain.continuous is on
        assert chain.continuous_option == fact
        assert layer_of(chain, "mount").verdict == PASS
        if on:
            assert option.partition("=")[0] in layer_facts(layer_of(chain, "mount"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_mount_that_is_only_read_can_be_trimmed_all_the_same(kind: str, tmp_path: Path) -> None:
    with mounted(kind, tmp_path) as (point, device):
        fill_and_delete(point)
        run("mount", "-o", "remount,ro", str(point))
        chain = chain_of(point)
        assert layer_of(chain, "mount").verdict == PASS
        assert "READ_ONLY_MOUNT" in layer_facts(layer_of(chain, "mount"))
        assert chain.periodic is not None and chain.periodic.listed is False
        assert chain.continuous is not True
        assert trimmed(Loop(device, tmp_path / "image"), point) > 7 * MIB


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "option"), [("ext4", "noload"), ("xfs", "norecovery"), ("btrfs", "rescue=nologreplay")]
)
def test_a_mount_without_its_journal_cannot(
    kind: str, option: str, tmp_path: Path, attach: Callable[..., Loop]
) -> None:
    if not has_filesystem(kind):
        pytest.skip(f"this machine has no {kind}")
    loop = attach(320)
    run(f"mkfs.{kind}", "-q", loop.path)
    with at(tmp_path / "ro", "-o", f"ro,{option}", loop.path) as point:
        chain = chain_of(point)
        assert (layer_of(chain, "mount").verdict, chain.verdict) == (BLOCK, BLOCK)
        done = subprocess.run(["fstrim", str(point)], capture_output=True, check=False)
        assert done.returncode != 0


def test_a_device_that_is_read_only_gives_nothing_back(
    tmp_path: Path, attach: Callable[..., Loop]
) -> None:
    loop = attach(64)
    run("mkfs.ext4", "-q", "-E", EAGER, loop.path)
    with at(tmp_path / "rw", loop.path) as point:
        fill_and_delete(point)
    detach(loop.path, loop.file)
    again = attach(64, "--read-only", file=loop.file)
    before = again.room
    with at(tmp_path / "ro", "-o", "ro", again.path) as point:
        chain = chain_of(point)
        assert (chain.verdict, layer_of(chain, "loop").verdict) == (BLOCK, BLOCK)
        assert "READ_ONLY_DEVICE" in layer_facts(layer_of(chain, "loop"))
        subprocess.run(["fstrim", str(point)], capture_output=True, check=False)
    assert again.room == before


def test_a_partition_is_a_layer_and_counts_too(tmp_path: Path, attach: Callable[..., Loop]) -> None:
    if shutil.which("sfdisk") is None:
        pytest.skip("sfdisk is not installed")
    image = tmp_path / "disk"
    with image.open("wb") as file:
        file.truncate(96 * MIB)
    table = "label: gpt\nstart=2048, size=65536\nstart=67585, size=65536\n"
    subprocess.run(["sfdisk", "-q", str(image)], input=table, text=True, check=True)
    loop = attach(96, "--partscan", file=image)
    first, second = f"{loop.path}p1", f"{loop.path}p2"
    if not Path(f"/sys/class/block/{loop.name}p1").exists():  # not every kernel scans by itself
        run("partx", "--add", loop.path)
    node = _node(first)
    run("mkfs.ext4", "-q", "-E", EAGER, node)
    with at(tmp_path / "part", node) as point:
        fill_and_delete(point)
        chain = chain_of(point)
        kinds = [layer.kind for layer in chain.layers[:4]]
        assert kinds == ["filesystem", "mount", "partition", "loop"]
        partition = layer_of(chain, "partition")
        assert (partition.verdict, partition.device) == (PASS, f"{loop.name}p1")
        facts = layer_facts(partition)
        assert "STARTS_AT 1048576" in facts and "MISALIGNED" not in facts
        before = loop.discarded
        assert trimmed(Loop(first, image), point) == loop.discarded - before > 7 * MIB
    odd = layer_of(chain_of(_node(second)), "partition")
    assert (odd.verdict, "MISALIGNED" in layer_facts(odd)) == (PASS, True)


def _node(path: str) -> str:
    """The device node, made where no udev does it."""
    place = Path(f"/sys/class/block/{path[5:]}/dev")
    wait_for("the partition is there", place.exists)
    number = place.read_text("ascii").strip()
    if not Path(path).exists():
        major, minor = number.split(":")
        run("mknod", path, "b", major, minor)
    return path


def test_a_file_on_tmpfs_gives_memory_back(tmp_path: Path, attach: Callable[..., Loop]) -> None:
    with at(tmp_path / "memory", "-t", "tmpfs", "-o", "size=128m", "none") as memory:
        image = memory / "image"
        with image.open("wb") as file:
            file.truncate(64 * MIB)
        device = run("losetup", "--find", "--show", str(image)).strip()
        try:
            run("mkfs.ext4", "-q", "-E", EAGER, device)
            loop = Loop(device, image)
            with at(tmp_path / "inner", device) as point:
                fill_and_delete(point)
                before = loop.room
                chain = chain_of(point)
                assert chain.verdict == PASS
                assert str(point) in say_text(chain.say)
                assert trimmed(loop, point) > 7 * MIB
                assert loop.room < before - 7 * MIB
        finally:
            run("losetup", "--detach", device)
        own = chain_of(memory)
        assert (own.verdict, own.layers[0].kind) == (BLOCK, "filesystem")


def test_btrfs_over_two_devices_has_both(tmp_path: Path, attach: Callable[..., Loop]) -> None:
    if not has_filesystem("btrfs"):
        pytest.skip("this machine has no btrfs")
    with at(tmp_path / "memory", "-t", "ramfs", "none") as memory:
        one = attach(160)
        with (memory / "image").open("wb") as file:
            file.truncate(160 * MIB)
        path = run("losetup", "--find", "--show", str(memory / "image")).strip()
        other = Loop(path, memory / "image")
        try:
            run("mkfs.btrfs", "-q", "-d", "raid0", "-m", "raid1", one.path, other.path)
            run("btrfs", "device", "scan", one.path, other.path)
            with at(tmp_path / "both", one.path) as point:
                chain = chain_of(point)
                loops = {
                    layer.device: layer.verdict for layer in chain.layers if layer.kind == "loop"
                }
                assert loops == {one.name: PASS, other.name: BLOCK}
                assert chain.verdict == PART
        finally:
            run("losetup", "--detach", other.path)


@pytest.mark.deep
def test_md_over_two_loop_devices(tmp_path: Path, attach: Callable[..., Loop]) -> None:
    if shutil.which("mdadm") is None:
        pytest.skip("mdadm is not installed")
    known = Path("/proc/devices").read_text("ascii").split()
    if "md" not in known:
        pytest.skip("this kernel has no md")
    one, other = attach(64), attach(65)
    run("mdadm", "--create", "/dev/md/driveproof-test", "--run", "--level=1", "--metadata=1.2",
        "--raid-devices=2", "--assume-clean", one.path, other.path)  # fmt: skip
    try:
        chain = chain_of("/dev/md/driveproof-test")
        assert chain.layers[0].kind == "md" and "level raid1" in layer_facts(chain.layers[0])
        assert {layer.device for layer in chain.layers} >= {one.name, other.name}
    finally:
        run("mdadm", "--stop", "/dev/md/driveproof-test")


def test_the_command_line_needs_no_root_and_no_service(lab: Lab) -> None:
    with mounted("ext4", lab.folder) as (point, device):
        done = lab.driveproof("trim", "status", str(point), "--json")
        assert done.returncode in {0, 1}, done.stderr
        document = json.loads(done.stdout)
        assert document["version"] == 1
        assert done.returncode == (document["verdict"] == "block")
        answer = document["answer"]
        assert [layer["where"] for layer in answer["findings"]["layers"]][:3] == [
            "filesystem", "mount", "loop",
        ]  # fmt: skip
        assert answer["facts"]["timer"] is None  # no bus, so it is unknown
        same = json.loads(lab.driveproof("trim", "status", device, "--json").stdout)
        assert same["mount"] == document["mount"]
        assert same["answer"]["findings"] == answer["findings"]
