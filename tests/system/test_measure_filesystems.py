# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real fio on real file systems: the figures are consistent and stored, and nothing is left
behind.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.builders.exported import run_values
from tests.system.measuring import MIB, SIZE, Lab, free, mounted, phase, profile, wait_for

from driveproof.domain.run.run import FINISHED, IoPath, Run
from driveproof.engine.run import events

pytestmark = pytest.mark.root

FOUR = profile(
    phase("read", block=MIB, depth=8),
    phase("write", block=MIB, depth=8),
    phase("read", depth=16),
    phase("write"),
)
NOBODY = 65534


def check_numbers(result: Run) -> None:
    """Numbers that cannot be right are found whatever the machine's speed is."""
    assert [p.name for p in result.phases] == [p.name for p in FOUR.phases]
    for planned, found in zip(FOUR.phases, result.phases, strict=True):
        assert len(found.repeats) == FOUR.repeats
        assert found.engine == ("psync" if planned.queue_depth == 1 else "libaio")
        assert f"--ioengine={found.engine}" in found.command
        assert f"--direct={int(found.direct)}" in found.command
        for repeat in found.repeats:
            numbers = repeat.directions[planned.direction]
            assert numbers.bytes == numbers.ios * planned.block_size > 0
            assert 0 < numbers.seconds < 30
            assert numbers.iops == pytest.approx(numbers.ios / numbers.seconds)
            latency = numbers.latency
            assert latency.mean and latency.p50 and latency.p99 and latency.max
            assert 0 < latency.p50 <= latency.p99 <= latency.max * 1.02
            assert sum(sample.ios for sample in numbers.samples) >= numbers.ios
            assert json.loads(repeat.fio_json or b"")["fio version"].startswith("fio-")


def check_littles_law(result: Run) -> None:
    """IOPS times latency is how many requests are on their way: the queue depth, at most.

    What ended within the measured time may have begun before it, by the longest latency: in that
    time together the queue cannot have held more. How many fewer it held is a matter of the
    processor: before each write fio makes new random data, and other programs take turns.
    """
    for found in result.phases:
        for repeat in found.repeats:
            for numbers in repeat.directions.values():
                assert numbers.latency.mean
                waiting = numbers.iops * numbers.latency.mean
                assert numbers.latency.max
                held = waiting * numbers.seconds / (numbers.seconds + numbers.latency.max)
                assert held < 1.02 * found.queue_depth


@pytest.mark.parametrize(
    ("kind", "io_path", "note"),
    [
        ("ext4", IoPath.DIRECT, None),
        pytest.param("xfs", IoPath.DIRECT, None, marks=pytest.mark.deep),
        ("btrfs", IoPath.DIRECT, "compress data"),
        pytest.param("vfat", IoPath.DIRECT, None, marks=pytest.mark.deep),
        pytest.param("ntfs-3g", IoPath.DIRECT, "FUSE", marks=pytest.mark.deep),
        ("tmpfs", IoPath.MEMORY, "in memory"),
        pytest.param("ramfs", IoPath.MEMORY, "in memory", marks=pytest.mark.deep),
    ],
)
def test_measure(kind: str, io_path: str, note: str | None, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (folder, device):
        before = free(folder)
        session = lab.session(FOUR, folder, label="a\nlabel")
        result = session.run()
        assert (result.status, result.error, session.failure) == (FINISHED, None, None)
        check_numbers(result)
        if kind not in {"ramfs", "ntfs-3g"}:  # buffered and FUSE answer in bursts
            check_littles_law(result)
        assert result.environment.io_path == io_path
        assert result.environment.test_file_size == SIZE
        assert {p.direct for p in result.phases} == {kind != "ramfs"}
        assert result.target.filesystem == ("fuseblk" if kind == "ntfs-3g" else kind)
        assert result.target.mount_point == str(folder)
        assert result.target.device == (device or None)
        said = " ".join(map(str, result.notes))
        for words in ("compress data", "FUSE", "in memory", "refuses direct"):
            assert (words in said) == (words == note)
        if kind == "ext4":
            assert not any(r.disturbed for p in result.phases for r in p.repeats)
        lab.nothing_is_left(folder)
        wait_for("the space is free again", lambda: abs(free(folder) - before) < 4 * MIB)
        kept = lab.history().load(result.id)
        assert run_values(kept) == run_values(result)
        check_events(lab.seen, result)


def check_events(seen: list[events.Event], result: Run) -> None:
    kinds = [type(event) for event in seen]
    assert kinds[:2] == [events.Started, events.Preparing]
    assert kinds[-1] is events.RunEnded
    assert kinds.count(events.PhaseEnded) == len(FOUR.phases)
    assert kinds.count(events.RepeatStarted) == kinds.count(events.RepeatEnded)
    measured = [event for event in seen if isinstance(event, events.Measured)]
    assert all(earlier.progress <= later.progress + 0.2 for earlier, later in pairwise(measured))
    assert all(0 <= event.progress <= 1 and event.remaining >= 0 for event in measured)
    started = [event for event in seen if isinstance(event, events.RepeatStarted)]
    assert [s.command for s in started] == [p.command for p in result.phases]


@pytest.mark.deep
def test_repeats_mixed_and_io_uring(tmp_path: Path, lab: Lab) -> None:
    plan = profile(phase("mixed", depth=4), phase("read", depth=4), repeats=2)
    with mounted("ext4", tmp_path) as (folder, _):
        result = lab.session(plan, folder, engine="io_uring").run()
        if result.error and "io_uring" in str(result.error):
            pytest.skip(f"io_uring is not allowed here: {result.error}")
        assert result.status == FINISHED
        assert [p.engine for p in result.phases] == ["io_uring"] * 2
        for found in result.phases:
            assert [r.order for r in found.repeats] == [1, 2]
            assert found.summary("read", lambda r: r.iops) is not None
        both = result.phases[0].repeats[0].directions
        assert set(both) == {"read", "write"}
        share = both["read"].ios / (both["read"].ios + both["write"].ios)
        assert share == pytest.approx(0.7, abs=0.1)
        lab.nothing_is_left(folder)


def test_ext4_that_journals_data_is_not_direct(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path, ("-o", "data=journal")) as (folder, _):
        result = lab.session(profile(), folder).run()
        assert result.environment.io_path == IoPath.BUFFERED
        assert "data=journal" in " ".join(map(str, result.notes))


@pytest.mark.deep
def test_real_data_is_laid_out_before_it_is_read(tmp_path: Path, lab: Lab) -> None:
    """Neither holes nor unwritten extents: the device gave what was read, and random data."""
    with mounted("ext4", tmp_path) as (folder, device):
        name = Path(device).name
        moved = Path(f"/sys/block/{name}/stat").read_text().split()
        result = lab.session(profile(phase("read", block=MIB)), folder).run()
        after = Path(f"/sys/block/{name}/stat").read_text().split()
        read, written = ((int(after[i]) - int(moved[i])) * 512 for i in (2, 6))
        assert written >= SIZE
        assert read >= result.phases[0].repeats[0].directions["read"].bytes
        packed = subprocess.run(
            ["gzip", "--fast", "--stdout", str(tmp_path / "image")],
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        assert len(packed) > SIZE * 0.98


def as_nobody(
    launcher: Path, lab: Lab, *words: str, home: Path
) -> subprocess.CompletedProcess[str]:
    """Run the program as an unprivileged user, without a terminal for prompts."""
    return subprocess.run(
        [launcher, *words], env={**lab.environment, "HOME": str(home)}, cwd="/",
        user=NOBODY, group=NOBODY, extra_groups=[], start_new_session=True,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that any user can enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="driveproof-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_user_without_any_right_is_not_asked(place: Path, lab: Lab, launcher: Path) -> None:
    with mounted("ext4", place) as (folder, _):
        home = folder / "home"
        lab.command()  # makes the profile
        shutil.copytree(lab.folder / ".config", home / ".config")
        for path in [home, *home.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
        done = as_nobody(launcher, lab, "run", "tiny", str(home), "--json", home=home)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["status"] == "finished"
        assert [p["engine"] for p in document["phases"]] == ["psync", "psync", "libaio"]
        assert [p["direct"] for p in document["phases"]] == [True] * 3
        lab.nothing_is_left(home)
        for target in ("/root", "/usr"):
            refused = as_nobody(launcher, lab, "run", "tiny", target, home=home)
            assert refused.returncode == 3
            assert target in refused.stderr
            assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["history"], *deep(["profiles"], ["show", "latest"])])
def test_a_home_that_may_not_be_entered(
    words: list[str], place: Path, lab: Lab, launcher: Path
) -> None:
    """As with sudo -u, which keeps HOME on some systems."""
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    done = as_nobody(launcher, lab, *words, "--json", home=closed)
    assert done.returncode == (0 if words == ["profiles"] else 3), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "name",
    ["a\nb", os.fsdecode(b"\xff\xfe"), *deep("a b", "a'b\"c", "%s:$HOME~", "-rf", "ä\u202eb")],
    ids=ascii,
)
def test_folders_of_any_name(name: str, tmp_path: Path, lab: Lab) -> None:
    folder = tmp_path / name
    folder.mkdir()
    link = tmp_path / "link"
    link.symlink_to(name)
    once = profile(phase("read", seconds=0.3))
    for target in (folder, link):
        result = lab.session(once, target).run()
        assert result.status == FINISHED
        assert lab.history().load(result.id).target.path == str(target)
        assert list(folder.iterdir()) == []


def test_a_folder_that_vanishes_takes_nothing_with_it(tmp_path: Path, lab: Lab) -> None:
    """The file has no name: without its folder it is as good as before."""
    with mounted("ext4", tmp_path) as (point, _):
        folder = point / "folder"
        folder.mkdir()

        def vanish(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and folder.exists():
                folder.rmdir()

        result = lab.session(profile(), folder, observer=vanish).run()
        assert result.status == FINISHED
        assert not folder.exists()
