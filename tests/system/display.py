# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An unprivileged user at a display of their own."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.system.machine import NOBODY, SystemBus, program

PROFILE = """
title = "Two short tests"
question = "Do window and command line say the same?"
size = "16 MiB"
repeats = 2
pause = 0

[[phase]]
name = "Sequential 1 MiB, Q8"
directions = ["read", "write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 8
warmup = 0.5
seconds = 0.5
limit = "256 MiB"

[[phase]]
name = "Random 4 KiB, Q1"
directions = ["read"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
warmup = 0.5
seconds = 0.5
"""


T = TypeVar("T")


def wait_for(what: str, ask: Callable[[], T | None], seconds: float = 60, every: float = 0.1) -> T:
    """The first answer that is something; a failure of the test when none comes.

    To ask by a program takes its time of a processor, from what is waited for: seldom, by `every`.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(every)  # between two questions; nothing is judged by it
    pytest.fail(f"waited {seconds:.0f} s in vain: {what}")


class Person:
    """An unprivileged user at a display of their own."""

    def __init__(self, stack: ExitStack, bus: SystemBus, home: Path) -> None:
        self._bus = bus
        self._home = home
        self._stack = stack
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "QT_QPA_PLATFORM": "xcb",
        }
        self.environment["DISPLAY"] = self._display()
        self.start(program("openbox"))

    def _display(self) -> str:
        reader, writer = os.pipe()
        with os.fdopen(reader) as answer:
            server = [program("Xvfb"), "-displayfd", str(writer), "-screen", "0", "1280x800x24"]
            self.start(*server, "-nolisten", "tcp", keep=(writer,))
            os.close(writer)
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        return f":{number}"

    def start(self, *command: str, keep: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
        """A program of this person's, ended with the test."""
        process = subprocess.Popen(
            command, env=self.environment, cwd="/", user=NOBODY, group=NOBODY, extra_groups=[],
            pass_fds=keep, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip

        def end() -> None:
            process.terminate()
            try:
                process.communicate(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()

        self._stack.callback(end)
        return process

    def ask(self, *command: str) -> str:
        """What a program of this person's prints; "" when it fails."""
        done = subprocess.run(
            command, env=self.environment, cwd="/", user=NOBODY, group=NOBODY, extra_groups=[],
            capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
        return done.stdout.strip() if done.returncode == 0 else ""

    def keys(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.ask(program("xdotool"), "key", "--delay", "120", *keys)

    def driveproof(self, *words: str) -> Any:
        """The document that a command prints."""
        done = self._bus.driveproof_as_nobody(*words, "--json", home=self._home)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
