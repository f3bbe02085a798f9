# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The person at the prompt: a real polkit agent that answers as the test decides.

Without pytest: try_installed.py has it answer where nothing but the packages is installed.
"""

from __future__ import annotations

import os
import queue
import select
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, new_error, new_method_call, new_method_return
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

_AUTHORITY = DBusAddress(
    "/org/freedesktop/PolicyKit1/Authority",
    bus_name="org.freedesktop.PolicyKit1",
    interface="org.freedesktop.PolicyKit1.Authority",
)
_PATH = "/io/github/driveproof/TestAgent"
_DISMISSED = "org.freedesktop.PolicyKit1.Error.Cancelled"


@dataclass(eq=False)
class Prompt:
    """What polkit shows to the person."""

    action: str
    message: str
    details: dict[str, str]
    cookie: str
    identity: Any
    call: Message
    taken_away: threading.Event = field(default_factory=threading.Event)


class Agent:
    """Registered for a program, or for this process, whose connections are the callers of the
    tests.
    """

    def __init__(self, address: str, program: subprocess.Popen[Any] | None = None) -> None:
        pid = os.getpid() if program is None else program.pid
        self._connection = open_dbus_connection(address, enable_fds=True)
        self._lock = threading.Lock()
        self._standing: dict[str, Prompt] = {}
        self.answer = "allow"  # or "dismiss", "fail", or "wait" for the test to do something
        self.seen: list[Prompt] = []
        self._program = program
        # None: the program has ended.
        self._arrived: queue.SimpleQueue[Prompt | None] = queue.SimpleQueue()
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        subject = {
            "pid": ("u", pid),
            "start-time": ("t", int(fields[19])),
            "uid": ("i", Path(f"/proc/{pid}").stat().st_uid),
        }
        # The user to whom a correct password applies: who registered, or (polkit 126) the owner of
        # the process. A person's agent is both; this one is root's.
        self._users = {os.getuid(), subject["uid"][1]}
        reply = self._connection.send_and_get_reply(
            new_method_call(
                _AUTHORITY,
                "RegisterAuthenticationAgent",
                "(sa{sv})ss",
                (("unix-process", subject), "C", _PATH),
            ),
            timeout=20,
        )
        assert reply.header.message_type is MessageType.method_return, reply.body
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        if program is not None:
            descriptor = os.pidfd_open(program.pid)
            threading.Thread(target=self._wait_for_end, args=(descriptor,), daemon=True).start()

    def close(self) -> None:
        """Leave; polkitd notices it."""
        self._connection.sock.shutdown(2)
        self._thread.join(10)
        self._connection.close()

    def decide(self, prompt: Prompt) -> str:
        """Set the reaction to this prompt, as in `answer`."""
        return self.answer

    def allow(self, prompt: Prompt) -> None:
        """Type the correct password."""
        for user in self._users:
            body = (user, prompt.cookie, prompt.identity)
            call = new_method_call(_AUTHORITY, "AuthenticationAgentResponse2", "us(sa{sv})", body)
            call.header.flags |= MessageFlag.no_reply_expected
            self._send(call)
        self._send(new_method_return(prompt.call))

    def dismiss(self, prompt: Prompt) -> None:
        """Press the button "Cancel"."""
        self._send(new_error(prompt.call, _DISMISSED, "s", ("dismissed",)))

    def next_prompt(self) -> Prompt:
        """The next prompt; fails when the program has ended without it, or after a while."""
        prompt = self._arrived.get(timeout=60)
        if prompt is None:
            assert self._program is not None
            said = self._program.communicate(timeout=10)
            raise AssertionError(f"ended with {self._program.returncode} and no prompt: {said}")
        return prompt

    def _send(self, message: Message) -> None:
        with self._lock:
            self._connection.send(message)

    def _wait_for_end(self, descriptor: int) -> None:
        select.select([descriptor], [], [])
        os.close(descriptor)
        self._arrived.put(None)

    def _serve(self) -> None:
        while True:
            try:
                message = self._connection.receive()
            except (OSError, ValueError):
                return
            if message.header.message_type is not MessageType.method_call:
                continue
            member = message.header.fields[HeaderFields.member]
            if member == "BeginAuthentication":
                self._begin(message)
            elif member == "CancelAuthentication":
                self._send(new_method_return(message))
                if prompt := self._standing.get(message.body[0]):
                    prompt.taken_away.set()

    def _begin(self, call: Message) -> None:
        action, text, _, details, cookie, identities = call.body
        prompt = Prompt(action, text, details, cookie, identities[0], call)
        self._standing[cookie] = prompt
        self.seen.append(prompt)
        self._arrived.put(prompt)
        answer = self.decide(prompt)
        if answer == "allow":
            self.allow(prompt)
        elif answer == "dismiss":
            self.dismiss(prompt)
        elif answer == "fail":
            self._send(new_method_return(prompt.call))  # a wrong password, too often
