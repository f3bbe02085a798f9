# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of hosts, and the links to them, with programs in place of ssh that do not answer well."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.domain.errors import UsageError
from driveproof.system.hosts import cluster
from driveproof.system.hosts.cluster import MOST_HOSTS, Cluster, check_options, hosts_of, most_of
from driveproof.system.hosts.link import Heard, Kind

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
    with pytest.raises(UsageError, match=f"more than {MOST_HOSTS} hosts"):
        hosts_of(text)


def test_as_many_as_it_can_ask() -> None:
    found = hosts_of(f"node[1-{MOST_HOSTS}]")
    assert len(found) == MOST_HOSTS and found[:2] == ("node1", "node2")
    assert hosts_of("node[1-8]!node3") == tuple(f"node{n}" for n in (1, 2, 4, 5, 6, 7, 8))


@pytest.mark.parametrize("text", ["-F 'file", '-oUser="me', "-F file\\"])
def test_options_that_are_cut_off(text: str) -> None:
    with pytest.raises(UsageError, match="cut off"):
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
        assert heard.get(timeout=30).kind is Kind.TOO_LONG
        assert heard.get(timeout=30) == Heard("endless", Kind.END)
    finally:
        made.close()


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
