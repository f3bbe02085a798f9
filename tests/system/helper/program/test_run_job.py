# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""People's fio job files on a block device: only what the helper's protocol has."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.machine import run

pytestmark = [pytest.mark.root, pytest.mark.bus]

JOB = """\
[global]
direct=1
size=16m
runtime=500ms
filename=/dev/somewhere-else
[read]
rw=randread
bs=8k
ioengine=libaio
iodepth=4
numjobs=2
time_based
[write]
stonewall
rw=write
bs=1m
"""


def kept(person: Person, text: str) -> str:
    """The path of a job file of the person's."""
    path = person.home / "my.fio"
    path.write_text(text)
    path.chmod(0o644)
    return str(path)


def test_a_device_is_read_as_the_file_says(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    job = kept(person, JOB)
    status, out, err = person.driveproof("run", "--job", job, disk.path, "--json")
    assert status == 0, err
    document = json.loads(out)
    (phase,) = document["phases"]  # the write is left out
    assert (phase["name"], phase["title"], phase["jobs"]) == ("RND8K Q4T2 read", "read", 2)
    assert f"--filename={disk.path}" in phase["command"]
    assert "--readonly" in phase["command"]
    assert phase["repeats"][0]["read"]["ios"] > 0
    assert disk.digest() == before
    assert children(helper.pid) == []


@pytest.mark.deep
@pytest.mark.parametrize(
    "option", ["bssplit=4k/50:8k/50", "rate_iops=100", "random_distribution=zipf:1.2"]
)
def test_what_the_helper_does_not_take_is_named(
    option: str, helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    job = kept(person, JOB.replace("bs=8k", option))
    status, _out, err = person.driveproof("run", "--job", job, disk.path)
    assert status == 2, err
    assert option.partition("=")[0] in err
    assert "folder" in err
    assert history(person) == []
    assert disk.digest() == before
    assert children(helper.pid) == []


@pytest.mark.deep
def test_a_device_is_overwritten_as_the_file_says(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    words = (disk.path, "--overwrite-device", "--yes", "--json")
    job = kept(person, f"{JOB}fsync=1\n")
    status, _out, err = person.driveproof("run", "--job", job, *words)
    assert status == 2, err
    assert "fsync=1" in err
    status, out, err = person.driveproof("run", "--job", kept(person, JOB), *words)
    assert status == 0, err
    names = [phase["name"] for phase in json.loads(out)["phases"]]
    assert names == ["RND8K Q4T2 read", "SEQ1M Q1T1 write"]
    assert run("blockdev", "--getsize64", disk.path).strip() == str(disk.size)
