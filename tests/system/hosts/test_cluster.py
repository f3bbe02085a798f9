# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of hosts, and the links to them, with programs in place of ssh that do not answer well."""

from __future__ import annotations

import queue
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.hosts.messages import SILENT_SECONDS
from driveproof.system.hosts import cluster
from driveproof.system.hosts.cluster import (
    BURST,
    LINE_COST,
    MOST_HOSTS,
    PACE,
    Cluster,
    check_options,
    hosts_of,
    most_of,
)
from driveproof.system.hosts.link import Heard, HeardKind

Ssh = Callable[[str], None]


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ssh:
    """Puts a shell script in place of ssh."""

    def put(script: str) -> None:
        program = tmp_path / "ssh"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return put


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("", 0),
        ("a", 1),
        ("node[1-8]", 8),
        ("node[01-16]!node03", 17),
        ("a,b,c", 3),
        ("node[1-3,7,9-10]", 6),
        ("node[0-10/5]", 3),
        ("rack[1-4]node[1-8],x", 33),
        ("@compute", 1),
        ("node[1-1000000000]", 10**9),
        ("node[1-8", 1),
    ],
)
def test_hosts_are_counted_before_they_are_named(text: str, most: int) -> None:
    assert most_of(text) == most


@pytest.mark.parametrize(
    "text",
    [
        f"node[1-{MOST_HOSTS + 1}]",
        "node[1-1000000000]",
        "a,node[1-1000000000]!node[2-1000000000]",
        "a[1-5000]b[1-5000]",
        f"a[1-{'9' * 5000}]",
    ],
)
def test_more_hosts_than_this_one_can_ask_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match=str(MOST_HOSTS)):
        hosts_of(text)


def test_as_many_as_it_can_ask() -> None:
    found = hosts_of(f"node[1-{MOST_HOSTS}]")
    assert len(found) == MOST_HOSTS and found[:2] == ("node1", "node2")
    assert hosts_of("node[1-8]!node3") == tuple(f"node{n}" for n in (1, 2, 4, 5, 6, 7, 8))


FILES = """
import resource, sys
from driveproof.domain.errors import MachineError
from driveproof.system.hosts.cluster import make_room
resource.setrlimit(resource.RLIMIT_NOFILE, (1024, int(sys.argv[1])))
try:
    make_room(400)
except MachineError as error:
    print(error.values["needed"], error.values["most"])
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (4096, ["1456"]),
        (1200, ["1456 1200", "1024"]),
    ],
)
def test_as_many_files_as_hosts_need(most: int, said: list[str]) -> None:
    """Many a login allows 1024 open files, and more on demand."""
    done = subprocess.run(
        [sys.executable, "-c", FILES, str(most)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == said


@pytest.mark.parametrize("text", ["-F 'file", '-oUser="me', "-F file\\"])
def test_options_that_are_cut_off(text: str) -> None:
    with pytest.raises(UsageError):
        check_options(text)


def test_whole_options() -> None:
    check_options("-F 'my file' -oUser=me")


def heard_from(hosts: tuple[str, ...]) -> tuple[Cluster, queue.SimpleQueue[Heard]]:
    heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
    made = Cluster(("driveproof", "remote"))
    made.begin(hosts, heard.put)
    return made, heard


@pytest.mark.parametrize("where", ["1", "2"])
def test_what_never_ends_its_line_is_cut_off(ssh: Ssh, where: str) -> None:
    """ClusterShell keeps all of it: a host could fill this one's memory."""
    ssh(f"exec cat /dev/zero >&{where}")
    made, heard = heard_from(("endless",))
    try:
        assert heard.get(timeout=30).kind is HeardKind.TOO_LONG
        assert heard.get(timeout=30) == Heard("endless", HeardKind.END)
    finally:
        made.close()


@pytest.mark.parametrize("where", ["1", "2"])
def test_lines_without_an_end_are_cut_off(ssh: Ssh, where: str) -> None:
    """As fast as they come: what was taken until then is all that is ever kept of them."""
    ssh(f"yes >&{where}")
    begun, said = time.monotonic(), 0
    made, heard = heard_from(("endless",))
    try:
        while (one := heard.get(timeout=30)).kind in (HeardKind.LINE, HeardKind.WORDS):
            said += 1
        assert one.kind is HeardKind.TOO_MUCH
        assert heard.get(timeout=30) == Heard("endless", HeardKind.END)
        assert said * LINE_COST <= BURST + PACE * (time.monotonic() - begun)
        assert heard.empty()
    finally:
        made.close()


def test_as_much_as_a_link_holds_up_is_taken(ssh: Ssh) -> None:
    """Twenty lines of 3 KB a second, and the link stood still as long as a host waits."""
    lines = round(20 * SILENT_SECONDS)
    ssh(f"head -c 3000 /dev/zero | tr '\\0' x >$0.line; echo >>$0.line;"
        f" for n in $(seq {lines}); do cat $0.line; done")  # fmt: skip
    made, heard = heard_from(("late",))
    try:
        said = [heard.get(timeout=30) for _number in range(lines + 1)]
    finally:
        made.close()
    assert [one.kind for one in said] == [*[HeardKind.LINE] * lines, HeardKind.END]


def test_nobody_waits_for_ssh_that_still_connects(
    ssh: Ssh, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads nothing before it has connected, so the end of its input does not end it."""
    monkeypatch.setattr(cluster, "TIMEOUT", 3600.0)  # a wait would end this test
    ssh("exec sleep 3600")
    made, heard = heard_from(("deaf1", "deaf2"))
    made.close()
    assert {heard.get(timeout=30).host for _number in range(2)} == {"deaf1", "deaf2"}
    assert heard.empty()
