# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a chroot, where the kernel's table of mounts has no line for "/"."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.system import left
from tests.system.machine import PROJECT, SystemBus, run
from tests.system.measuring import TINY, mounted

pytestmark = pytest.mark.root


class Chroot:
    """A folder of a file system that is the root of what is started in it.

    All else of the machine is mounted in it, in a mount namespace that ends with each command.
    """

    def __init__(self, tree: Path, device: str) -> None:
        self.tree = tree
        self.device = device
        self.binds: list[Path] = []
        for entry in Path("/").iterdir():
            if entry.is_symlink():
                (tree / entry.name).symlink_to(entry.readlink())
            elif entry.is_dir() and entry.name not in {"tmp", "lost+found", "mnt", "media"}:
                self.take(entry)
        for place in (PROJECT, Path(sys.prefix)):
            if place.parts[1] == "tmp":
                self.take(place)
        profiles = tree / "home-of-ours/.config/driveproof/profiles"
        profiles.mkdir(parents=True)
        (profiles / "tiny.toml").write_text(TINY, "utf-8")
        (tree / "data").mkdir()
        (tree / "tmp").mkdir(exist_ok=True)

    def take(self, place: Path) -> None:
        """Show a folder of the machine's in the chroot, under its own name."""
        (self.tree / str(place).lstrip("/")).mkdir(parents=True)
        self.binds.append(place)

    def run(self, *command: str, address: str = "unix:path=/no-bus") -> str:
        """What it prints; it must work. The bus's folder is in the chroot, too."""
        steps = [f"mount --rbind {place} {self.tree}{place}" for place in self.binds]
        script = " && ".join([*steps, f'exec chroot {self.tree} "$@"'])
        done = subprocess.run(
            [*left.apart("private", self.tree.parents[1:2]), "sh", "-c", script, "sh", *command],
            env={
                "PATH": os.environ["PATH"], "HOME": "/home-of-ours", "LANG": "C.UTF-8",
                "PYTHONPATH": str(PROJECT / "app"), "PYTHONDONTWRITEBYTECODE": "1",
                "DBUS_SYSTEM_BUS_ADDRESS": address,
            },
            capture_output=True, text=True, timeout=240, check=False, cwd="/",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def driveproof(self, *words: str, **more: str) -> Any:
        """The program's document."""
        return json.loads(self.run(sys.executable, "-m", "driveproof", *words, "--json", **more))


@pytest.fixture(params=["ext4", "xfs", "btrfs"])
def chroot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Chroot]:
    with ExitStack() as stack:
        point, device = stack.enter_context(mounted(request.param, tmp_path))
        tree = point / "tree"
        tree.mkdir()
        yield Chroot(tree, device)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.node.callspec.params["chroot"])


@pytest.mark.deep
def test_there_is_no_line(chroot: Chroot) -> None:
    lines = chroot.run("cat", "/proc/self/mountinfo").splitlines()
    assert lines
    assert "/" not in [line.split()[4] for line in lines]


@pytest.mark.deep
def test_a_folder_is_measured(chroot: Chroot, kind: str) -> None:
    target = chroot.driveproof("run", "tiny", "/data")["target"]
    assert (target["path"], target["filesystem"]) == ("/data", kind)
    # btrfs gives a number without a device in st_dev, and no other source is left.
    assert target["device"] == (None if kind == "btrfs" else chroot.device)
    assert list((chroot.tree / "data").iterdir()) == []


@pytest.mark.deep
def test_the_chain_says_what_it_cannot_know(chroot: Chroot, kind: str) -> None:
    chain = chroot.driveproof("trim", "status", "/data")
    assert chain["mount"]["path"] == "/"
    assert chain["mount"]["filesystem"] == kind
    assert chain["mount"]["source"] == (None if kind == "btrfs" else chroot.device)
    layers = chain["answer"]["findings"]["layers"]
    (mount,) = [layer for layer in layers if layer["where"] == "mount"]
    assert "/proc/self/mountinfo" in mount["say"]
    assert mount["source"] == "statfs(2)"
    # "discard" may be among the options; fstrim reads the same table, and systemd one of its own
    assert "facts" not in chain["answer"]
    if kind == "btrfs":
        assert chain["verdict"] == "unknown"
    else:
        assert f"/dev/{Path(chroot.device).name}" in [layer["title"] for layer in layers]


@pytest.mark.deep
def test_a_check_measures_and_judges(chroot: Chroot) -> None:
    document = chroot.driveproof("check", "/data", "--no-measurement")
    assert document["version"] == 1


@pytest.mark.deep
@pytest.mark.bus
def test_the_list_has_the_mount(
    chroot: Chroot, kind: str, system_bus: SystemBus, open_folder: Path
) -> None:
    chroot.take(open_folder)
    drives = chroot.driveproof("list", address=system_bus.address)["drives"]
    (loop,) = [drive for drive in drives if drive["device"] == chroot.device]
    points = [mount["path"] for mount in loop["mounts"]]
    assert ("/" in points) == (kind != "btrfs")


@pytest.mark.deep
def test_nothing_is_in_use_less(chroot: Chroot, kind: str) -> None:
    """The device below "/" is in use, whatever the table shows."""
    code = (
        "from driveproof.system.kernel.mounts import device_number, read_mounts\n"
        "(root,) = [mount for mount in read_mounts() if mount.path == '/']\n"
        "print(device_number(root))"
    )
    facts = Path(chroot.device).stat()
    number = f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}"
    said = chroot.run(sys.executable, "-c", code).strip()
    assert said == ("None" if kind == "btrfs" else number)


@pytest.mark.deep
def test_a_machine_with_the_line_is_as_before(tmp_path: Path) -> None:
    code = "from driveproof.system.kernel.mounts import mount_of; print(mount_of('/').listed)"
    said = run("env", f"PYTHONPATH={PROJECT / 'app'}", sys.executable, "-c", code)
    assert said == "True\n"
