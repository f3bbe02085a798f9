# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program with a person at its keyboard and at the prompt."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import NOBODY
from tests.system.helper.person import Person
from tests.system.machine import FORKING


class Terminal:
    """The contents of the screen, with an agent for the prompts."""

    def __init__(self, process: subprocess.Popen[bytes], leader: int, agent: Agent) -> None:
        self.process = process
        self.agent = agent
        self._leader = leader
        self.screen = ""

    def wait_for(self, words: str, seconds: float = 60) -> None:
        while words not in self.screen:
            ready, _, _ = select.select([self._leader], [], [], seconds)
            assert ready, f"{words!r} never came: {self.screen}"
            try:
                data = os.read(self._leader, 4096)
            except OSError:  # the other end has gone
                data = b""
            assert data, f"{words!r} never came: {self.screen}"
            self.screen += data.decode("utf-8", "replace")

    def type(self, text: str) -> None:
        os.write(self._leader, f"{text}\n".encode())

    def end(self) -> int:
        while True:
            try:
                if not os.read(self._leader, 4096):
                    break
            except OSError:
                break
        return self.process.wait(60)


@contextmanager
def terminal(owner: Person, rig: Rig, launcher: Path, *words: str) -> Iterator[Terminal]:
    with ExitStack() as stack:
        leader, follower = pty.openpty()
        stack.callback(os.close, leader)
        process = FORKING[launcher].start(
            words, front=False,
            env={
                "PATH": os.environ["PATH"], "HOME": str(owner.home), "LANG": "C.UTF-8",
                "DBUS_SYSTEM_BUS_ADDRESS": rig.address,
            },
            user=NOBODY, group=NOBODY, cwd="/",
            stdin=follower, stdout=subprocess.DEVNULL, stderr=follower,
        )  # fmt: skip
        os.close(follower)
        stack.callback(process.wait)
        stack.callback(process.kill)
        agent = Agent(rig.address, process)
        stack.callback(agent.close)
        yield Terminal(process, leader, agent)
