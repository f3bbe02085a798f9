# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files lie at places of a device: on real file systems, against what the device holds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.guided_runs import bad_sectors_run
from tests.system.machine import run
from tests.system.measuring import has_filesystem, mounted

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.run.areas import AreaState, area
from driveproof.domain.run.run import Run
from driveproof.engine.run.bad_places import partition_notes
from driveproof.system.kernel.file_places import FilesFound, find_files
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.run import note_text

pytestmark = pytest.mark.root
BLOCK = 4096
KINDS = [
    pytest.param(kind, marks=pytest.mark.skipif(not has_filesystem(kind), reason=kind))
    for kind in ("ext4", "xfs")
]


def furnish(top: Path) -> dict[str, bytes]:
    """Files with the first block of each, of which no two are alike."""
    draw, made = random.Random(4), {}
    for number in range(40):
        path = top / f"folder {number % 5}" / f"file {number}"
        path.parent.mkdir(exist_ok=True)
        content = draw.randbytes(draw.randint(1, 8) * BLOCK)
        path.write_bytes(content)
        made[str(path)] = content[:BLOCK]
    os.sync()
    return made


def place_of(device: str, content: bytes) -> int:
    """The byte of the device at which a block of this content begins, by what its file holds."""
    file = run("losetup", "--noheadings", "--output", "BACK-FILE", device).strip()
    found = Path(file).read_bytes().index(content)
    assert found % 1024 == 0
    return found


def number(device: str) -> int:
    return Path(device).stat().st_rdev


def searched(top: Path, device: str, *places: tuple[int, int]) -> FilesFound:
    found = find_files(str(top), number(device), places, seconds=60)
    assert found is not None
    return found


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_the_files_at_places(kind: str, tmp_path: Path) -> None:
    with mounted(kind, tmp_path) as (top, device):
        made = furnish(top)
        first, second = list(made)[3], list(made)[17]
        places = [(place_of(device, made[name]) + 512, 512) for name in (first, second)]
        found = searched(top, device, *places)
        assert sorted(found.names) == sorted((first, second))
        assert (found.count, found.closed, found.whole) == (2, 0, True)
        assert found.looked >= len(made) + (5 if kind == "ext4" else 0)  # XFS tells of files alone
        (beside, _) = (places[0][0] // BLOCK * BLOCK - 512, 0)
        assert first not in searched(top, device, (beside, 512)).names


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_mounted_below_or_there_instead_is_not_searched(kind: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    with mounted(kind, tmp_path) as (top, device):
        made = furnish(top)
        name = next(iter(made))
        place = place_of(device, made[name]), BLOCK
        assert searched(top, device, place).names == (name,)
        covered = Path(name).parent
        subprocess.run(["mount", "-t", "tmpfs", "none", covered], check=True)
        try:
            (covered / Path(name).name).write_bytes(made[name])
            found = searched(top, device, place)
            assert found.names == ()
            assert find_files(str(covered), number(device), [place], seconds=60) is None
        finally:
            subprocess.run(["umount", covered], check=True)


CODE = """
import os, sys
from driveproof.system.kernel.file_places import find_files
os.setgid(65534); os.setuid(65534)
print(find_files(sys.argv[1], int(sys.argv[2]), [(int(sys.argv[3]), 512)], seconds=60))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder


@pytest.mark.deep
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_user_may_not_read_is_counted(kind: str, open_folder: Path) -> None:
    with mounted(kind, open_folder) as (top, device):
        top.chmod(0o755)
        made = furnish(top)
        open_one, closed = list(made)[1], list(made)[2]
        (top / "folder 3").chmod(0o700)
        Path(closed).chmod(0o600)
        for name, count in ((open_one, 1), (closed, 0)):
            asked = [str(top), str(number(device)), str(place_of(device, made[name]))]
            done = subprocess.run(
                [sys.executable, "-c", CODE, *asked], capture_output=True, text=True, check=True
            )
            assert f"count={count}" in done.stdout
            assert "closed=2" in done.stdout or "closed=3" in done.stdout  # lost+found


def at(run: Run, *places: tuple[int, int]) -> Run:
    """The run with unreadable areas at these places alone."""
    (phase,) = run.phases
    (repeat,) = phase.repeats
    read = repeat.directions["read"]
    areas = tuple(area(begin, size, AreaState.UNREADABLE) for begin, size in places)
    repeat = replace(repeat, directions={"read": replace(read, areas=areas)})
    return replace(run, phases=(replace(phase, repeats=(repeat,)),))


@pytest.mark.parametrize("kind", KINDS)
def test_a_check_names_them(kind: str, tmp_path: Path) -> None:
    with mounted(kind, tmp_path) as (top, device):
        made = furnish(top)
        name = list(made)[7]
        major, minor = os.major(number(device)), os.minor(number(device))
        size = int(Path(f"/sys/class/block/{Path(device).name}/size").read_text()) * 512
        known = BlockDevice(
            path=device, name=Path(device).name, number=f"{major}:{minor}", size=size,
            filesystem=kind, mounts=(Mount(str(top), device, kind),),
        )  # fmt: skip
        run = bad_sectors_run()
        run = replace(run, target=replace(run.target, device=device, path=device))

        def said(*places: tuple[int, int]) -> str:
            notes = partition_notes(at(run, *places), Sysfs(), Inventory((known,)))
            return "\n".join(note_text(note) for note in notes)

        cancelled = partition_notes(
            at(run, (0, BLOCK)), Sysfs(), Inventory((known,)), cancelled=lambda: True
        )
        assert any("command" in note.values for note in cancelled)
        # Not at a half or a quarter, where either has tables of its own.
        used, free = (place_of(device, made[name]), BLOCK), (size * 2 // 5 // BLOCK * BLOCK, BLOCK)
        assert name in said(used)
        assert str(top) in said(free)
        both, own = said(used, free), said((0, BLOCK))  # the superblock
        assert str(top) in both and name in both
        assert name not in own
