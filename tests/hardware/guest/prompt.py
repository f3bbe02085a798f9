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
import subprocess
import sys
import threading


def main(password: str, command: list[str]) -> int:
    held, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        os.read(held, 1)  # not before the agent is there
        os.execvp(command[0], command)
    os.close(held)
    terminal, theirs = pty.openpty()
    told, tell = os.pipe()
    agent = subprocess.Popen(
        ["pkttyagent", "--process", str(child), "--notify-fd", str(tell)],
        stdin=theirs, stdout=theirs, stderr=theirs, pass_fds=[tell], start_new_session=True,
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # it asks /dev/tty
    )  # fmt: skip
    os.close(theirs)
    os.close(tell)
    os.read(told, 1)  # the end: it is registered
    typing = threading.Thread(target=type_it, args=(terminal, password))
    typing.start()
    os.write(go, b"g")
    _, status = os.waitpid(child, 0)
    agent.terminate()
    agent.wait()
    typing.join()
    return os.waitstatus_to_exitcode(status)


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
            os.write(terminal, password.encode() + b"\n")
            said = b""


sys.exit(main(sys.argv[1], sys.argv[2:]))
