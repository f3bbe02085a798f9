# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders on real NFS, SMB and SSH servers: measured, cancelled, killed, and nothing is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from tests.hardware.guest import Guest
from tests.hardware.wire import Job

ROOT = "/srv/driveproof-network"
SMB, NFS, SSH = f"{ROOT}/smb-point", f"{ROOT}/nfs-point", "/home/guest/far"
PROFILE = """\
title = "Tiny"
question = "Does it work?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Sequential"
directions = ["read", "write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 4
warmup = 0.1
seconds = 3
limit = "64 MiB"
"""


class Started(NamedTuple):
    """A run that goes on."""

    job: Job
    pid: str


@pytest.fixture(scope="module")
def servers(guest: Guest) -> Iterator[Guest]:
    profiles = "/home/guest/.config/driveproof/profiles"
    guest.script(
        f"install -d -o guest /home/guest/.config /home/guest/.config/driveproof {profiles}\n"
        f"cat >{profiles}/tiny.toml <<'END'\n{PROFILE}END\n"
    )
    try:
        guest.script("bash /seed/network.sh up")
        yield guest
    finally:
        guest.script(f"bash /seed/network.sh down; rm -f {profiles}/tiny.toml")


@pytest.fixture(autouse=True)
def nothing_is_left(servers: Guest) -> Iterator[None]:
    """Neither a name on the server nor a process here, however a run ended."""
    yield
    ours = "pgrep -x fio || pgrep -f run.tasks.[a-z]"
    servers.script(f'until [ -z "$(ls -A {ROOT}/export)" ] && ! {{ {ours}; }}; do sleep 0.2; done')


def start(guest: Guest, folder: str, *words: str) -> Started:
    command = f"echo $$; exec driveproof run {' '.join(words)} {folder} 2>&1"
    # A shell without job control starts background jobs with SIGINT ignored.
    job = guest.start("env", "--default-signal=INT", "sh", "-c", command, user="guest")
    return Started(job, job.line(str.isdigit, 60.0))


@pytest.mark.parametrize(
    ("options", "direct"), [("vers=3.1.1,cache=strict", True), ("vers=2.1,cache=none", True),
                            ("vers=3.1.1,cache=loose", True)],
)  # fmt: skip
def test_smb_is_measured(servers: Guest, options: str, direct: bool) -> None:
    """fio opens the test file by its descriptor, which on SMB needs a name."""
    servers.script(
        f"umount {SMB}; mount -t cifs //10.9.0.2/share {SMB}"
        f" -o username=guest,password=word,uid=guest,{options}"
    )
    run = servers.json("run", "tiny", SMB)
    assert run["target"]["filesystem"] == "cifs"
    assert [phase["direction"] for phase in run["phases"]] == ["read", "write"]
    assert all(phase["direct"] is direct for phase in run["phases"])


@pytest.mark.parametrize("folder", [NFS, SSH], ids=["nfs", "sshfs"])
def test_the_others_need_no_name(servers: Guest, folder: str) -> None:
    run = servers.json("run", "tiny", folder)
    assert run["status"] == "finished"


@pytest.mark.parametrize("folder", [SMB, NFS, SSH], ids=["smb", "nfs", "sshfs"])
@pytest.mark.parametrize(
    ("signal", "when", "status"),
    [("INT", "Writing a test file", 130), ("KILL", "Sequential", 137)],
    ids=["cancelled in the layout", "killed in the test"],
)
def test_it_ends_in_the_middle(
    servers: Guest, folder: str, signal: str, when: str, status: int
) -> None:
    run = start(servers, folder, "tiny")
    run.job.line(lambda line: when in line, 120.0)
    servers.script(f"kill -{signal} {run.pid}")
    assert run.job.finish(60.0).status in {status, -9}


def test_everyday_tasks_on_smb(servers: Guest) -> None:
    """SQLite cannot lock a database there, and says so only after five seconds of waiting."""
    done = servers.run(
        *("driveproof", "run", "real-life", SMB, "--size", "4M", "--repeats", "1"),
        "--json", user="guest",
    )  # fmt: skip
    assert done.status == 0, done.err
    run = json.loads(done.out)
    assert any("no file locks" in note["text"] for note in run["notes"])


def test_the_program_of_sshfs_is_killed(servers: Guest) -> None:
    """No traceback; what stays on the server is named, and only then removed."""
    run = start(servers, SSH, "tiny", "--json")
    run.job.line(lambda line: "Writing a test file" in line, 120.0)
    try:
        servers.script("pkill -KILL -x sshfs")
        done = run.job.finish(120.0)
        assert done.status == 3, done.out
        assert "Traceback" not in done.out
        assert ".fuse_hidden" in done.out
        assert servers.script(f"ls -A {ROOT}/export").startswith(".fuse_hidden")
    finally:
        servers.script(
            f"rm -f {ROOT}/export/.fuse_hidden*; fusermount3 -uz {SSH}; umount -l {SSH} || true;"
            " bash /seed/network.sh sshfs"
        )
