# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run hdparm` and `run schedulers` by an unprivileged user, through the helper."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children, commands
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.machine import run, unmount
from tests.system.measuring import wait_for

pytestmark = [
    pytest.mark.root,
    pytest.mark.bus,
    pytest.mark.filterwarnings("error"),
]

SHORT = """\
title = "Short"
question = "Which scheduler?"
method = "schedulers"
repeats = 2
pause = 0
[[phase]]
name = "Random"
directions = ["read"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 4
warmup = 0.1
seconds = 0.5
"""


@pytest.fixture(autouse=True)
def short(person: Person) -> None:
    path = person.home / ".config/driveproof/profiles/short.toml"
    path.write_text(SHORT, "utf-8")
    os.chown(path, NOBODY, NOBODY)


def queue(disk: Disk) -> Path:
    """The file in /sys of the disk's scheduler."""
    return Path("/sys/block", Path(disk.path).name, "queue/scheduler")


def schedulers(disk: Disk) -> tuple[str, list[str]]:
    """The one in use, and all on offer; skips where there is no choice."""
    words = queue(disk).read_text("ascii").split()
    names = [word.strip("[]") for word in words]
    if len(names) < 2:
        pytest.skip(f"this kernel offers loop devices only {' '.join(names) or 'no scheduler'}")
    return next(word.strip("[]") for word in words if word[0] == "["), names


@pytest.fixture
def busy(make_disk: Callable[..., Disk]) -> Iterator[Disk]:
    """A disk of 32 MiB whose scheduler is not the first on offer: a default would prove nothing."""
    disk = make_disk(32 * MIB)
    before, names = schedulers(disk)
    queue(disk).write_text(names[1], "ascii")
    yield disk
    queue(disk).write_text(before, "ascii")  # a loop device keeps it for whoever comes next


def test_schedulers(helper: Process, person: Person, busy: Disk) -> None:
    own, names = schedulers(busy)
    before = busy.digest()
    process, agent = person.start("run", "short", busy.path, "--json")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    document = json.loads(out)
    assert document["status"] == "finished"
    assert document["environment"]["scheduler"] == own
    assert [phase["scheduler"] for phase in document["phases"]] == [
        own,
        *(name for name in names if name != own),
    ]
    for phase in document["phases"]:
        assert phase["name"] == f"RND4K Q4T1 read · {phase['scheduler']}"
        assert [repeat["order"] for repeat in phase["repeats"]] == [1, 2]
        assert all(repeat["read"]["iops"] > 0 for repeat in phase["repeats"])
    # What really ran, in the order of time, is what the note says.
    times = sorted(
        (repeat["started"], phase["scheduler"])
        for phase in document["phases"]
        for repeat in phase["repeats"]
    )
    (note,) = [note["text"] for note in document["notes"] if note["kind"] == "order"]
    said = note.partition("): ")[2].removesuffix(".").replace(";", ",").split(", ")
    assert [name for _, name in times] == said
    assert schedulers(busy)[0] == own
    assert busy.digest() == before
    actions = {prompt.action.rpartition(".")[2] for prompt in agent.seen}
    assert actions == {"set-scheduler", "measure"}
    status, _shown, err = person.driveproof("show", "latest")
    assert status == 0, err
    assert children(helper.pid) == []


@pytest.mark.deep
def test_every_scheduler_is_really_set(helper: Process, person: Person, busy: Disk) -> None:
    """Seen from outside while each test runs."""
    _, names = schedulers(busy)
    process, _ = person.start("run", "short", busy.path, "--repeats", "1")
    seen: set[str] = set()
    wait_for("every scheduler", lambda: seen.add(schedulers(busy)[0]) or seen == set(names))
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err


def measuring_fios(helper: Process) -> list[int]:
    """The fio that measures now, and not the one that tries whether it can."""
    return [pid for pid, words in commands(helper.pid) if "--runtime=600ms" in words]


def in_the_middle(busy: Disk, own: str) -> None:
    wait_for("another scheduler", lambda: schedulers(busy)[0] != own)


@pytest.mark.deep
def test_cancel(helper: Process, person: Person, busy: Disk) -> None:
    own, _ = schedulers(busy)
    words = ("run", "short", busy.path, "--json", "--seconds", "60")
    process, _ = person.start(*words)
    in_the_middle(busy, own)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert schedulers(busy)[0] == own
    assert children(helper.pid) == []
    if out:
        assert json.loads(out)["status"] == "cancelled"


@pytest.mark.deep
def test_cancel_keeps_what_is_complete(helper: Process, person: Person, busy: Disk) -> None:
    own, names = schedulers(busy)
    # As many as there can be: it is far from its own end whenever the signal comes.
    words = ("run", "short", busy.path, "--json", "--repeats", "100")
    process, _ = person.start(*words)
    measured: dict[int, str] = {}

    def complete() -> bool:
        """Each scheduler has had a fio after which another one was started."""
        assert process.poll() is None, "it ended by itself"
        before = schedulers(busy)[0]
        for pid in measuring_fios(helper):
            if schedulers(busy)[0] == before:  # and not one that is just being set
                measured.setdefault(pid, before)
        return set(names) == set(list(measured.values())[:-1])

    wait_for("each scheduler was measured", complete, 120)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert schedulers(busy)[0] == own
    document = json.loads(out)
    assert {phase["scheduler"] for phase in document["phases"]} == set(names)
    assert all(phase["repeats"] for phase in document["phases"])
    (kept,) = history(person)
    assert (kept["id"], kept["status"]) == (document["id"], "cancelled")
    status, shown, _ = person.driveproof("show", "latest", "--json")
    assert status == 0
    assert json.loads(shown)["phases"] == document["phases"]


def test_killed(helper: Process, person: Person, busy: Disk) -> None:
    """Nothing of ours is left that could put it back; the helper does."""
    own, _ = schedulers(busy)
    process, _ = person.start("run", "short", busy.path, "--seconds", "60")
    in_the_middle(busy, own)
    process.kill()
    process.communicate(timeout=30)
    wait_for("the scheduler as it was", lambda: schedulers(busy)[0] == own)
    wait_for("no fio", lambda: children(helper.pid) == [])


@pytest.mark.deep
def test_the_helper_is_killed(rig: Rig, person: Person, busy: Disk) -> None:
    own, _ = schedulers(busy)
    running = rig.start_helper()
    try:
        process, _ = person.start("run", "short", busy.path, "--seconds", "60")
        in_the_middle(busy, own)
    finally:
        running.kill()
        running.wait(15)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    wait_for("the scheduler as it was", lambda: schedulers(busy)[0] == own)


@pytest.mark.deep
def test_failed(helper: Process, person: Person, busy: Disk) -> None:
    """The file below the device is emptied."""
    own, _ = schedulers(busy)
    process, _ = person.start("run", "short", busy.path, "--seconds", "60")
    in_the_middle(busy, own)
    os.truncate(busy.file, 0)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert busy.path in err.splitlines()[-1]
    assert schedulers(busy)[0] == own


@pytest.mark.deep
def test_refused(helper: Process, person: Person, busy: Disk) -> None:
    own, _ = schedulers(busy)
    words = ("run", "short", busy.path)
    status, out, err = person.driveproof(*words, answer="dismiss")
    assert (status, out) == (4, "")
    assert "dismissed" in err
    assert history(person) == []
    assert schedulers(busy)[0] == own


@pytest.mark.deep
def test_cancel_at_the_prompt(helper: Process, person: Person, busy: Disk) -> None:
    own, _ = schedulers(busy)
    process, agent = person.start("run", "short", busy.path, answer="wait")
    prompt = agent.next_prompt()
    assert prompt.action.endswith(".set-scheduler")
    assert busy.path in prompt.message
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert prompt.taken_away.wait(20)
    assert schedulers(busy)[0] == own
    assert history(person) == []


@pytest.mark.deep
@pytest.mark.parametrize("profile", ["short", "hdparm"])
def test_a_folder(person: Person, profile: str) -> None:
    """The device below it is named, and nothing prompts."""
    status, out, _err = person.driveproof("run", profile, str(person.home))
    assert (status, out) == (2, "")
    assert history(person) == []


@pytest.mark.deep
def test_a_device_without_schedulers(helper: Process, person: Person) -> None:
    found = [
        path
        for path in sorted(Path("/sys/block").iterdir())
        if not (path / "queue/scheduler").exists()
        or len((path / "queue/scheduler").read_text("ascii").split()) < 2
    ]
    devices = [f"/dev/{path.name}" for path in found if Path("/dev", path.name).exists()]
    if not devices:
        pytest.skip("every block device of this machine offers several schedulers")
    process, agent = person.start("run", "short", devices[0])
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (3, ""), err
    assert devices[0] in err
    assert agent.seen == []


@pytest.fixture
def hdparm() -> None:
    if shutil.which("hdparm", path="/usr/sbin:/sbin:/usr/bin:/bin") is None:
        pytest.skip("hdparm is not installed")


@pytest.mark.usefixtures("hdparm")
def test_hdparm(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    words = ("run", "hdparm", disk.path, "--repeats", "1", "--seconds", "0.5")
    process, agent = person.start(*words, "--json")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    document = json.loads(out)
    assert document["status"] == "finished"
    phases = {phase["name"]: phase for phase in document["phases"]}
    assert list(phases) == [
        "SEQ2M Q1T1 read",
        "hdparm -t --direct",
        "SEQ2M Q1T1 read · page cache",
        "hdparm -t",
        "hdparm -T",
    ]
    for name, cache in [("-T", "warm"), ("-t", "cold"), ("-t --direct", "direct")]:
        phase = phases[f"hdparm {name}"]
        assert (phase["engine"], phase["cache"]) == ("hdparm", cache)
        assert phase["command"] == ["hdparm", *name.split(), disk.path]
        (repeat,) = phase["repeats"]
        read = repeat["read"]
        assert read["bandwidth"] > 0
        assert read["bytes"] == read["ios"] * 2 * MIB
        if name != "-T":
            assert read["bytes"] == disk.size
        assert set(read["latency"].values()) == {None}
        assert "mean" not in phase["summary"]["read"] or not phase["summary"]["read"]["mean"]
    assert "--direct=1" in phases["SEQ2M Q1T1 read"]["command"]
    assert "--direct=0" in phases["SEQ2M Q1T1 read · page cache"]["command"]
    assert phases["SEQ2M Q1T1 read · page cache"]["direct"] is False
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    assert disk.digest() == before
    assert children(helper.pid) == []
    status, shown, err = person.driveproof("show", "latest", "--commands")
    assert status == 0, err
    assert f"hdparm -t --direct {disk.path}" in shown


@pytest.mark.deep
@pytest.mark.usefixtures("hdparm")
def test_cancel_hdparm(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    # It reads for three seconds or to the end: from a larger device, long enough to be seen.
    disk = make_disk()
    os.truncate(disk.file, 8192 * MIB)
    run("losetup", "--set-capacity", disk.path)
    process, _ = person.start("run", "hdparm", disk.path, "--json")

    def timing() -> Process | None:
        for pid, words in commands(helper.pid):
            if words[0].endswith("hdparm") and words[1] == "-t" and words[2] != "--direct":
                return Process(pid)
        return None

    found: Process = wait_for("hdparm -t", timing)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found.wait_end()
    found.close()
    assert process.returncode == 130, err
    document = json.loads(out)
    # The round begins with -T, and that is complete.
    assert [phase["name"] for phase in document["phases"]] == ["hdparm -T"]
    assert children(helper.pid) == []


@pytest.mark.deep
@pytest.mark.usefixtures("hdparm")
def test_hdparm_is_refused(helper: Process, person: Person, disk: Disk) -> None:
    status, out, _ = person.driveproof("run", "hdparm", disk.path, answer="dismiss")
    assert (status, out) == (4, "")
    assert history(person) == []


@pytest.mark.deep
@pytest.mark.usefixtures("hdparm")
def test_hdparm_on_a_mounted_device_reads_cold(
    helper: Process, person: Person, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    """A mounted device keeps its page cache: what reads through it still reads the disk."""
    disk = make_disk(64 * MIB)
    run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", disk.path)
    run("mount", disk.path, str(tmp_path))
    try:
        stat = Path("/sys/block", Path(disk.path).name, "stat")
        words = ("run", "hdparm", disk.path, "--repeats", "1", "--seconds", "0.5")
        before = int(stat.read_text("ascii").split()[2]) * 512
        status, out, err = person.driveproof(*words, "--json")
        done = int(stat.read_text("ascii").split()[2]) * 512 - before
    finally:
        unmount(tmp_path)
    assert status == 0, err
    document = json.loads(out)
    past = sum(
        repeat["read"]["bytes"]
        for phase in document["phases"]
        if phase["direct"]
        for repeat in phase["repeats"]
    )
    # A timing of -t and a test through the cache, one after the other: each read it all anew.
    through = [p for p in document["phases"] if not p["direct"] and p["name"] != "hdparm -T"]
    assert sum(len(phase["repeats"]) for phase in through) == 2
    assert done - past >= 2 * disk.size
    for phase in document["phases"]:
        if phase["engine"] == "hdparm":
            assert [repeat["read"]["longest_stall"] for repeat in phase["repeats"]] == [None]


@pytest.mark.deep
def test_a_partition_has_its_disks_schedulers(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    own, names = schedulers(disk)
    name = Path(disk.path).name
    subprocess.run(
        ["sfdisk", "--quiet", disk.path], input="start=1MiB\n", text=True, check=True,
        capture_output=True,
    )  # fmt: skip
    subprocess.run(["partx", "--add", disk.path], capture_output=True, check=False)
    part = f"{disk.path}p1"
    if not Path(f"/sys/block/{name}/{name}p1").exists() or not Path(part).exists():
        pytest.skip("this kernel makes no partitions of loop devices")
    try:
        words = ("run", "short", part, "--json", "--repeats", "1")
        status, out, err = person.driveproof(*words)
    finally:
        subprocess.run(["partx", "--delete", disk.path], capture_output=True, check=False)
    assert status == 0, err
    document = json.loads(out)
    assert document["environment"]["scheduler"] == own
    assert {phase["scheduler"] for phase in document["phases"]} == set(names)
    assert schedulers(disk)[0] == own
