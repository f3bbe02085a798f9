# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a command and types the password when polkit asks for it, as somebody at a terminal would.

    prompt.py PASSWORD COMMAND...

polkit's own pkttyagent asks, for this very process and on a terminal of its own; what it says goes
to the standard error.
"""

from __future__ import annotations

import os
import pty
import signal
import sys
import termios
import threading
import time


def main(password: str, command: list[str]) -> int:
    held, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        os.read(held, 1)  # not before the agent is there
        command = _in_one_process(command)
        os.execvp(command[0], command)
    os.close(held)
    told, tell = os.pipe()
    agent, terminal = pty.fork()  # it asks at its controlling terminal
    if agent == 0:
        os.set_inheritable(tell, True)
        words = ["pkttyagent", "--process", str(child), "--notify-fd", str(tell)]
        os.execvp(words[0], words)
    os.close(tell)
    os.read(told, 1)  # the end: it is registered
    typing = threading.Thread(target=type_it, args=(terminal, password))
    typing.start()
    os.write(go, b"g")
    _, status = os.waitpid(child, 0)
    os.kill(agent, signal.SIGTERM)
    os.waitpid(agent, 0)
    typing.join()
    return os.waitstatus_to_exitcode(status)


def _in_one_process(command: list[str]) -> list[str]:
    """The program without its front process: an agent is for the very process that asks."""
    if command[0] != "driveproof":
        return command
    place = "/usr/bin/driveproof"
    code = (
        f"text = open({place!r}).read().replace('main()', 'main(sys.argv[1:])');"
        f"exec(compile(text, {place!r}, 'exec'), {{'__file__': {place!r}}})"
    )
    return ["python3", "-I", "-c", code, *command[1:]]


def type_it(terminal: int, password: str) -> None:
    said = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # nobody has the other end any more
            return
        said += piece
        sys.stderr.write(piece.decode("utf-8", "replace"))
        if said.rstrip().endswith(b"Password:"):
            # With the echo it switches off, it throws away what was typed before.
            while termios.tcgetattr(terminal)[3] & termios.ECHO:
                time.sleep(0.01)
            os.write(terminal, password.encode() + b"\n")
            said = b""


sys.exit(main(sys.argv[1], sys.argv[2:]))
