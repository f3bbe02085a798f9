# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run --hosts` over a real ssh to three hosts, with the real fio on each."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.system.faults import (
    Fault,
    Measuring,
    faults_of,
    happens,
    ready_for,
    short_and_long,
    short_is_kept,
)
from tests.system.hosts.sshd import VENV, Hosts, started
from tests.system.machine import wait_for
from tests.system.measuring import MIB, loop_device, names

from driveproof.engine.run.own_names import PREFIX

PROJECT = Path(__file__).parents[3]
NAMES = ("node1", "node2", "node3", "node4")
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
JOB = """\
[global]
size=8m
runtime={milliseconds}ms
time_based
direct=1
bs=4k
[reads]
rw=randread
"""


class Lab:
    """Three hosts, the folder that all measure, and the commands of this one."""

    def __init__(self, hosts: Hosts, folder: Path) -> None:
        self.hosts, self.folder = hosts, folder
        self.target = folder / "target"
        self.target.mkdir()
        self.environment = {
            **os.environ,
            **dict.fromkeys(
                ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(folder / "own")
            ),
        }

    def command(self, nodes: str, seconds: float, *more: str, target: str = "") -> list[str]:
        job = self.folder / "reads.fio"
        job.write_text(JOB.format(milliseconds=round(seconds * 1000)))
        return [
            sys.executable, "-m", "driveproof", "run", "--job", str(job), "--hosts", nodes,
            target or str(self.target), "--ssh-options", self.hosts.options, "--json", *more,
        ]  # fmt: skip

    def run(
        self, nodes: str, seconds: float = 1.0, *more: str, target: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(nodes, seconds, *more, target=target),
            env=self.environment, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    def start(self, nodes: str, seconds: float, *more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(nodes, seconds, *more),
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            process_group=0,
        )  # fmt: skip

    def say(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "driveproof", *words],
            env=self.environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def nothing_is_left(self, *names: str, seconds: float = 15.0) -> None:
        for name in names:
            wait_for(
                f"nothing runs on {name}", lambda name=name: not self.hosts.below(name), seconds
            )
        assert not any(self.target.iterdir())


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with started(tmp_path_factory.mktemp("ssh") / "hosts") as made:
        for name in NAMES:
            made.start(name)
        yield made


@pytest.fixture
def lab(hosts: Hosts, tmp_path: Path) -> Iterator[Lab]:
    made = Lab(hosts, tmp_path)
    yield made
    made.nothing_is_left(*NAMES)


def figures(document: dict[str, Any]) -> dict[str, float]:
    (phase,) = document["phases"]
    (repeat,) = phase["repeats"]
    return {one["host"]: one["read"]["iops"] for one in repeat["hosts"] if "read" in one}


def test_three_hosts_measure_at_once(lab: Lab) -> None:
    done = lab.run("node[1-3]", 3.0, "--label", "three")  # a busy machine starts them seconds apart
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    schema = json.loads((PROJECT / "resources/schema/driveproof-1.json").read_text())
    jsonschema.validate(document, {**schema, "$ref": "#/$defs/run"})
    assert document["status"] == "finished"
    assert [host["name"] for host in document["hosts"]] == ["node1", "node2", "node3"]
    assert all(host["fault"] is None and abs(host["clock"]) < 1 for host in document["hosts"])
    assert document["environment"]["kernel_log"] is None  # this host's says nothing of others
    (phase,) = document["phases"]
    (repeat,) = phase["repeats"]
    own = figures(document)
    assert set(own) == {"node1", "node2", "node3"}
    # The sum is that of all, over the time that all measured.
    assert repeat["read"]["iops"] == pytest.approx(sum(own.values()), rel=1e-6)
    assert repeat["read"]["bytes"] == pytest.approx(
        sum(one["read"]["bytes"] for one in repeat["hosts"]), abs=8
    )
    assert 0 < repeat["read"]["seconds"] <= 3.1
    assert min(one["late"] for one in repeat["hosts"]) == 0.0
    counts = repeat["read"]["histogram"]["counts"]
    assert sum(counts) == pytest.approx(repeat["read"]["ios"] if "ios" in repeat["read"]
                                        else repeat["read"]["bytes"] / 4096, rel=0.2)  # fmt: skip
    # It is in the history, and comes out as it went in.
    shown = json.loads(lab.say("show", "label:three", "--json"))
    assert shown["hosts"] == document["hosts"]
    assert shown["phases"][0]["repeats"][0]["hosts"] == repeat["hosts"]
    text = lab.say("show", "label:three")
    assert "node2" in text


@pytest.mark.deep
def test_what_ssh_refuses_is_said_in_its_words(lab: Lab, tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text(lab.hosts.config.read_text().replace(f"{lab.hosts.folder / 'user'}", "/none"))
    done = lab.run("node[1-3]", 1.0, "--ssh-options", f"-F {config}")
    assert done.returncode == 3 and not done.stdout
    assert "Permission denied (publickey)" in done.stderr


@pytest.mark.deep
def test_a_host_that_has_another_folder_or_none(lab: Lab) -> None:
    done = lab.run("node[1-2]", 1.0, target="/nowhere/at/all")
    assert done.returncode == 3


@pytest.mark.deep
@pytest.mark.root
def test_a_device_is_only_read(lab: Lab, tmp_path: Path) -> None:
    content = os.urandom(4 * MIB)
    with loop_device(tmp_path, content) as device:
        done = lab.run("node[1-2]", 3.0, target=device)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["target"]["kind"] == "device" and document["target"]["size"] == 4 * MIB
        assert document["environment"]["test_file_size"] is None
        assert set(figures(document)) == {"node1", "node2"}
        done = lab.run("node[1-2]", 1.0, "--overwrite-device", target=device)
        assert done.returncode == 2
        assert "--overwrite-device" in done.stderr
        done = lab.run("node[1-2]", 1.0, "--size", "1MiB", target=device)
        assert done.returncode == 2 and not done.stdout
        assert "--size" in done.stderr  # what to leave out
        assert Path(device).read_bytes() == content


def test_wrong_words(lab: Lab) -> None:
    done = lab.run("node1", 1.0, target="here")
    assert done.returncode == 2 and not done.stdout
    done = lab.run("node[1-")
    assert done.returncode == 2 and not done.stdout


GROUPS = """\
[Main]
default: local
autodir: $CFGDIR/groups.d

[local]
map: sed -n 's/^$GROUP: *//p' $CFGDIR/groups.d/local.cfg
"""


@pytest.mark.deep
def test_groups_of_the_persons_own(lab: Lab) -> None:
    """As ClusterShell's documentation has them: local.cfg, and a source in YAML."""
    own = Path(lab.environment["XDG_CONFIG_HOME"]) / "clustershell"
    (own / "groups.d").mkdir(parents=True)
    (own / "groups.conf").write_text(GROUPS)
    (own / "groups.d" / "local.cfg").write_text("rack: node[1-3]\nspare: node3\n")
    (own / "groups.d" / "roles.yaml").write_text("roles:\n  slow: node4\n")
    done = lab.run("@rack!@spare,@roles:slow", 1.0, target="/nowhere/at/all")
    assert done.returncode == 3
    done = lab.run("@nobody:slow")
    assert done.returncode == 2 and not done.stdout
    (own / "groups.conf").write_text("no sections\n")
    done = lab.run("@rack")
    assert done.returncode == 3 and not done.stdout


class OnHosts(Measuring):
    """Four hosts on this machine, in a folder that all of them share."""

    def __init__(self, fault: Fault, lab: Lab, folder: Path, there: Callable[[], object]) -> None:
        self._lab, self._folder, self._there = lab, folder, there
        self._frozen: list[int] = []
        own = lab.folder / "own" / "driveproof" / "profiles"
        own.mkdir(parents=True)
        seconds = 3.0 if fault is Fault.UNPLUGGED else 60.0  # what is left measures to its end
        # A busy machine starts them seconds apart.
        profile = short_and_long("mixed", short=3.0, seconds=seconds)
        (own / "faults.toml").write_text(profile, "utf-8")

    def start(self) -> subprocess.Popen[str]:
        options = ("--hosts", "node[1-4]", "--ssh-options", self._lab.hosts.options)
        words = ("run", "faults", str(self._folder), *options)
        return subprocess.Popen(
            [sys.executable, "-m", "driveproof", *words], env=self._lab.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
        )  # fmt: skip

    def is_in_the_middle(self) -> bool:
        return all(self._lab.hosts.find(name, "--iodepth=4") for name in NAMES)

    def meet(self, fault: Fault) -> None:
        """Unplugged: one is killed, the link of one is cut, and one is frozen."""
        if fault is not Fault.UNPLUGGED:
            self._there()
            return
        hosts = self._lab.hosts
        self._frozen = [pid for pid, _line in hosts.below("node3")]
        for pid in self._frozen:
            os.kill(pid, signal.SIGSTOP)
        for pid in (*hosts.find("node1", "driveproof remote"), *hosts.sessions("node2")):
            os.kill(pid, signal.SIGKILL)

    def nothing_is_left(self, fault: Fault) -> None:
        for pid in self._frozen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        for name in NAMES:
            wait_for(f"nothing runs on {name}", lambda name=name: not self._lab.hosts.below(name))
        if fault is not Fault.EIO:
            assert not [name for name in names(self._folder) if name.startswith(PREFIX)]

    def say(self, *words: str) -> str:
        return self._lab.say(*words)


@pytest.mark.root
@faults_of("several hosts")
def test_several_hosts(fault: Fault, tmp_path: Path) -> None:
    status = 0 if fault is Fault.UNPLUGGED else 3
    # The hosts do not see what is mounted after their start.
    with ready_for(fault, tmp_path) as (folder, there), started(tmp_path / "ssh") as hosts:
        for name in NAMES:
            hosts.start(name)
        place = OnHosts(fault, Lab(hosts, tmp_path), folder, there)
        (run,) = happens(fault, place, status=status)
    if fault is not Fault.UNPLUGGED:
        short_is_kept(fault, run)
        return
    assert run["status"] == "finished"
    lost = {host["name"]: host["fault"] for host in run["hosts"]}
    assert lost == {"node1": "died", "node2": "died", "node3": "silent", "node4": None}
    (repeat,) = run["phases"][1]["repeats"]
    assert repeat["affected_by"] == ["host lost"]
    assert [one["host"] for one in repeat["hosts"] if "read" in one] == ["node4"]


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Lab]:
    """A good host, and what else the test starts."""
    with started(tmp_path / "ssh") as made:
        made.start("node1")
        yield Lab(made, tmp_path)


@pytest.mark.deep
def test_another_version_or_none(odd: Lab, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    program = other / "driveproof"
    program.write_text(
        '#!/bin/sh\necho \'{"is":"hello","protocol":1,"version":"0.0.9"}\'\nexec cat >/dev/null\n'
    )
    program.chmod(0o755)
    odd.hosts.start("node2", {"PATH": f"{other}:/usr/bin:/bin"})
    nothing = tmp_path / "nothing"  # this machine may have Driveproof itself
    nothing.mkdir()
    odd.hosts.start("node3", {"PATH": str(nothing)})
    done = odd.run("node[1-2]")
    assert done.returncode == 3
    done = odd.run("node[1,3]")
    assert done.returncode == 3
    odd.nothing_is_left("node1", "node2", "node3")


@pytest.mark.deep
def test_a_host_that_says_too_much(odd: Lab, tmp_path: Path) -> None:
    """A shell that greets without an end: refused by how much it says, long before any time-out."""
    loud = tmp_path / "loud"
    loud.mkdir()
    (loud / "driveproof").write_text("#!/bin/sh\nexec yes welcome\n")
    (loud / "driveproof").chmod(0o755)
    odd.hosts.start("node2", {"PATH": f"{loud}:/usr/bin:/bin"})
    done = odd.run("node[1-2]")
    assert done.returncode == 3
    odd.nothing_is_left("node1", "node2")


@pytest.mark.deep
@pytest.mark.skipif(not Path(FAKETIME).exists(), reason="libfaketime is not installed")
def test_a_clock_that_is_an_hour_off(odd: Lab, tmp_path: Path) -> None:
    shift = {"LD_PRELOAD": FAKETIME, "FAKETIME": "+3600s"}
    (tmp_path / "bin").mkdir()
    fio = tmp_path / "bin" / "fio"  # what runs there gets a clean environment of ours
    words = " ".join(f"{name}={value}" for name, value in shift.items())
    fio.write_text(f'#!/bin/sh\nexec env {words} {shutil.which("fio")} "$@"\n')
    fio.chmod(0o755)
    odd.hosts.start("node2", {**shift, "PATH": f"{tmp_path / 'bin'}:{VENV}:/usr/bin:/bin"})
    done = odd.run("node[1-2]", 3.0)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    clocks = {host["name"]: host["clock"] for host in document["hosts"]}
    assert abs(clocks["node1"]) < 1 and abs(clocks["node2"] - 3600) < 1
    assert any(note["text"].startswith("The clock of node2 is ") for note in document["notes"])
    (repeat,) = document["phases"][0]["repeats"]
    assert max(one["late"] for one in repeat["hosts"]) < 5
    assert set(figures(document)) == {"node1", "node2"}
    odd.nothing_is_left("node1", "node2")
