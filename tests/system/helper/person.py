# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An unprivileged user who starts the program on a block device, and the result of that."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.system.helper.agent import Agent
from tests.system.helper.caller import NOBODY, Process, commands
from tests.system.helper.disks import Disk
from tests.system.machine import FORKING, run
from tests.system.measuring import TINY, wait_for

WRITES = """\
title = "Writes"
question = "Does it write?"
size = "16 MiB"
[[phase]]
name = "Random"
directions = ["write"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
warmup = 0.1
seconds = 0.5
limit = "64 MiB"
"""


class Person:
    """An unprivileged user who starts the program; `agent` answers the password prompt.

    An agent of polkit is registered for the very process that asks, before that begins: the program
    has no front process, and it waits at a gate until the agent is registered for it.
    """

    def __init__(self, home: Path, launcher: Path, address: str) -> None:
        self.home = home
        self.launcher = launcher
        self._address = address
        self._agents: list[Agent] = []
        self._processes: list[subprocess.Popen[str]] = []
        profiles = home / ".config" / "driveproof" / "profiles"
        profiles.mkdir(parents=True)
        (profiles / "tiny.toml").write_text(TINY, "utf-8")
        (profiles / "writes.toml").write_text(WRITES, "utf-8")
        run("chown", "-R", f"{NOBODY}:{NOBODY}", str(home))

    def start(self, *words: str, answer: str = "allow") -> tuple[subprocess.Popen[str], Agent]:
        """The running program, with an agent for its prompts."""
        process = self.start_alone(*words)
        agent = Agent(self._address, process)
        self._agents.append(agent)
        agent.answer = answer
        _open(process)
        return process, agent

    def start_alone(self, *words: str, open_gate: bool = False) -> subprocess.Popen[str]:
        """The program without an agent; it stays before its gate unless that is opened."""
        how: dict[str, Any] = {
            "env": {
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
                "LANG": "C.UTF-8",
                "DBUS_SYSTEM_BUS_ADDRESS": self._address,
            },
            "user": NOBODY, "group": NOBODY, "cwd": "/", "text": True,
            "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
        }  # fmt: skip
        process: subprocess.Popen[str]
        if forking := FORKING.get(self.launcher):
            process = forking.start(words, front=False, gate=True, **how)
        else:
            gate = ["sh", "-c", 'read -r gate && exec "$0" "$@" </dev/null']
            process = subprocess.Popen([*gate, self.launcher, *words], extra_groups=[], **how)
        self._processes.append(process)
        if open_gate:
            _open(process)
        return process

    def driveproof(self, *words: str, answer: str = "allow") -> tuple[int, str, str]:
        """Status, standard output and standard error of the program."""
        process, _ = self.start(*words, answer=answer)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def close(self) -> None:
        for process in self._processes:  # those that a failed test left would disturb the next one
            if process.poll() is None:
                process.kill()
            process.communicate()
        for agent in self._agents:
            agent.close()


def _open(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def history(person: Person) -> list[dict[str, Any]]:
    process = person.start_alone("history", "--json", open_gate=True)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    runs: list[dict[str, Any]] = json.loads(out)["runs"]
    return runs


def measuring(
    helper: Process, milliseconds: int = 60_100, seconds: float = 3.0
) -> tuple[int, list[str]]:
    """The fio of a test of this duration that began at least so many seconds ago.

    After 3 seconds it has measured for more than one: enough to count when it is cancelled.
    """

    def found() -> tuple[int, list[str]] | None:
        for pid, words in commands(helper.pid):
            with contextlib.suppress(OSError):  # it has just ended
                if f"--runtime={milliseconds}ms" in words and age(pid) > seconds:  # not the trial
                    return pid, words
        return None

    made: tuple[int, list[str]] = wait_for("fio measures", found)
    return made


def age(pid: int) -> float:
    """Seconds since a process began (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")


DESTROY = ("--overwrite-device", "--yes")


def free(disk: Disk) -> bool:
    """Whether nobody holds the device exclusively."""
    try:
        os.close(os.open(disk.path, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC))
    except OSError:
        return False
    return True
