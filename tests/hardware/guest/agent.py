# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in the guest: starts what a virtio port requests and returns its output as it arrives.

One JSON object a line. Asked: {"id", "argv", "user"} or {"kill": id}. Answered: {"id", "out"} and
{"id", "err"} for each line, and {"id", "exit"} at the end; {"ready"} once. Twice in a guest: for
root, and in the session of somebody who sits in front of it.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from typing import IO, Any

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Agent:
    def __init__(self, port: str) -> None:
        self._port = io.FileIO(port, "r+")
        self._lock = threading.Lock()
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def serve(self) -> None:
        self._send({"ready": os.getuid()})
        for line in self._port:
            asked = json.loads(line)
            if "kill" in asked:
                if process := self._running.get(asked["kill"]):
                    os.killpg(process.pid, signal.SIGTERM)
            else:
                threading.Thread(target=self._run, args=(asked,), daemon=True).start()

    def _send(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode() + b"\n"
        with self._lock:
            while data:
                data = data[os.write(self._port.fileno(), data) :]

    def _run(self, asked: dict[str, Any]) -> None:
        number, argv = asked["id"], asked["argv"]
        if asked.get("user"):
            argv = ["setpriv", f"--reuid={asked['user']}", f"--regid={asked['user']}",
                    "--init-groups", "env", f"HOME=/home/{asked['user']}", *argv]  # fmt: skip
        environment = {"HOME": os.environ.get("HOME", "/root"), "PATH": PATH, "LANG": "C.UTF-8"}
        try:
            process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=environment, cwd="/", start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            self._send({"id": number, "err": str(error)})
            self._send({"id": number, "exit": 127})
            return
        self._running[number] = process
        assert process.stdout and process.stderr
        second = threading.Thread(target=self._pass, args=(number, "err", process.stderr))
        second.start()
        self._pass(number, "out", process.stdout)
        second.join()
        self._send({"id": number, "exit": process.wait()})
        del self._running[number]

    def _pass(self, number: int, stream: str, pipe: IO[bytes]) -> None:
        for line in pipe:
            self._send({"id": number, stream: line.decode("utf-8", "replace").rstrip("\n")})


Agent(f"/dev/virtio-ports/guest.{sys.argv[1]}").serve()
