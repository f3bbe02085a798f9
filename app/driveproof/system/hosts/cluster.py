# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a command on several hosts through ClusterShell over ssh, with its input and output here.

ClusterShell is optional, and imported by nothing else. What ssh needs (keys, agent, names, users,
jumps) is in the person's own configuration; it never asks for a password.
"""

from __future__ import annotations

import configparser
import contextlib
import re
import resource
import shlex
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ClusterShell.Event import EventHandler
from ClusterShell.NodeSet import NodeSet, NodeSetException
from ClusterShell.NodeUtils import GroupResolverConfigError, GroupResolverError, GroupSourceError
from ClusterShell.Task import Task, task_self
from ClusterShell.Worker.Ssh import SshClient, WorkerSsh

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.hosts.messages import MOST_LINE
from driveproof.system.hosts.link import Heard, HeardKind

# A cut link ends in 15 seconds on this side; the other side hears nothing and ends by itself.
SSH_OPTIONS = (
    "-oBatchMode=yes",
    "-oServerAliveInterval=5",
    "-oServerAliveCountMax=3",
    "-oEscapeChar=none",
    "-oRequestTTY=no",
)
CONNECTING = 10
"""Seconds after which ssh gives up connecting."""
TIMEOUT = 3.0
"""Seconds that everything may take to end by itself, once it is told to."""
STDOUT = "stdout"
LINE_COST = 4096
"""Bytes that a line counts for beside its own: the cost of handling one, however short."""
BURST, PACE = 8 * 2**20, 2 * 2**20
"""What a host may send at once, and then in a second, in these bytes. `driveproof remote` sends at
most twenty lines of about 3 KB a second, and what has piled up while a link stood still.
"""
MOST_HOSTS = 4096
"""Each is a process of ssh on this host, of about 5 MB."""
FILES_EACH, FILES_OWN = 3, 256
"""Open files of this process: for each host the ends of three pipes, and all others."""
_LIST_GROUPS = "nodeset -LL"
_BETWEEN = re.compile(r"[,!&^]|\s+")
_BRACKETS = re.compile(r"\[([^\]]*)\]")
_RANGE = re.compile(r"\s*(\d{1,18})\s*-\s*(\d{1,18})\s*(?:/\s*(\d{1,18}))?\s*")

Tell = Callable[[Heard], None]


def hosts_of(text: str) -> tuple[str, ...]:
    """The hosts of a node set: "node[1-8]", "a,b", "@group", "node[1-8]!node3", in their order.

    Raises UsageError for what is none, names no host or more than MOST_HOSTS, and MachineError
    where ClusterShell's groups cannot be read.
    """
    _check_count(most_of(text))  # ClusterShell makes a name of each at once
    try:
        found = tuple(map(str, NodeSet(text)))
    except (GroupResolverConfigError, configparser.Error) as error:
        raise MachineError(
            "{text} is not a list of hosts: {error}.",
            error=_in_a_line(error),
            advice=Advice("Run: {command}", command=_LIST_GROUPS),
            text="ClusterShell",
        ) from error
    except (GroupResolverError, GroupSourceError) as error:
        raise UsageError(
            "{text} is not a list of hosts: {error}.",
            text=text,
            error=_in_a_line(error),
            advice=Advice("Run: {command}", command=_LIST_GROUPS),
        ) from error
    except NodeSetException as error:
        raise UsageError(
            "{text} is not a list of hosts: {error}.",
            text=text,
            error=_in_a_line(error),
            advice=Advice("Write it like {example}.", example="node[1-8]"),
        ) from error
    wrong = [name for name in found if name.startswith("-")]
    if not found or wrong:
        raise UsageError(
            "{text} is an incomplete list of hosts.",
            text=text,
            advice=Advice("Write it like {example}.", example="node[1-8]"),
        )
    _check_count(len(found))  # a group may be of any size
    return found


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split()).removesuffix(".")


def _check_count(count: int) -> None:
    if count > MOST_HOSTS:
        raise UsageError(
            "{count} selected; the maximum is {most}.",
            count=count,
            most=MOST_HOSTS,
            advice=Advice("Choose fewer."),
        )


def most_of(text: str) -> int:
    """How many hosts a node set can have at most, without making their names. A group counts as
    one, whatever it has; what is no range as well.
    """
    most, rest = 0, text
    while rest:
        # An operator between two names; within brackets a comma is part of a range.
        end = len(rest)
        for found in _BETWEEN.finditer(rest):
            before = rest[: found.start()]
            if before.count("[") <= before.count("]"):
                end = found.start()
                break
        one = 1
        for inside in _BRACKETS.findall(rest[:end]):
            one *= max(1, sum(map(_length, inside.split(","))))
        most += one
        rest = rest[end + 1 :]
    return most


def _length(text: str) -> int:
    found = _RANGE.fullmatch(text)
    if found is None:
        digits = max(map(len, re.findall(r"\d+", text)), default=0)
        return 1 if digits <= 18 else MOST_HOSTS + 1
    first, last = int(found[1]), int(found[2])
    return max(1, (last - first) // max(1, int(found[3] or 1)) + 1)


def make_room(hosts: int) -> None:
    """Let this process have a file open for each pipe: many a login allows 1024, and more on
    demand. Raises MachineError where the system does not allow as many.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed, endless = FILES_EACH * hosts + FILES_OWN, resource.RLIM_INFINITY
    if soft == endless or soft >= needed:
        return
    if hard != endless and hard < needed:
        raise MachineError(
            "{count} hosts need {needed} open files; the maximum is {most}.",
            count=hosts,
            needed=needed,
            most=hard,
            advice=Advice(
                "Choose fewer, or run: {command}",
                command="ulimit -Hn",
            ),
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def check_options(text: str) -> None:
    """Raises UsageError for options of ssh that cannot be told apart."""
    try:
        shlex.split(text)
    except ValueError as error:
        raise UsageError(
            "The ssh options are incomplete: {options}.",
            options=text,
            advice=Advice("Check the quotation marks."),
        ) from error


class Cluster:
    """The command on each host. `begin`, `send` and `close` may be called from any thread.

    `ssh_options` come before ours, as for ssh(1): "-F FILE".
    """

    def __init__(self, command: Sequence[str], ssh_options: str = "") -> None:
        self._command = shlex.join(command)
        self._options = " ".join(filter(None, (ssh_options, *SSH_OPTIONS)))
        self._thread: threading.Thread | None = None
        self._port: Any = None
        self._started = threading.Event()
        self._failed: BaseException | None = None
        self._task: Task | None = None

    def begin(self, hosts: Sequence[str], tell: Tell) -> None:
        """Start it everywhere. Raises MachineError when there is no ssh, and for more hosts than
        this process may have files for.
        """
        make_room(len(hosts))
        self._thread = threading.Thread(
            target=self._loop, args=(tuple(hosts), tell), name="cluster", daemon=True
        )
        self._thread.start()
        self._started.wait()
        if self._failed is not None:
            raise MachineError(
                "{path} cannot be started: {error}.", error=str(self._failed), path="ssh"
            )

    def send(self, hosts: Iterable[str], line: bytes) -> None:
        """Send a line to these hosts; to one that has ended it is lost."""
        with contextlib.suppress(OSError, KeyError):  # the loop has just ended
            if self._port is not None:
                self._port.msg_send((tuple(hosts), line))

    def close(self) -> None:
        """End everything: what does not end by itself is killed."""
        thread, task = self._thread, self._task
        if thread is None or task is None:
            return
        self.send((), b"")
        thread.join(TIMEOUT)
        if thread.is_alive():
            task.abort(kill=True)
            thread.join(TIMEOUT)

    def _loop(self, hosts: tuple[str, ...], tell: Tell) -> None:
        """ClusterShell's own loop: a task belongs to the thread that makes it."""
        try:
            task = self._task = task_self()
            task.set_default("stdout_msgtree", False)  # else every line is kept
            task.set_default("stderr_msgtree", False)
            task.set_default("stderr", True)
            # A gateway of ClusterShell 1.10 passes input on to the last of its hosts alone.
            task.set_default("auto_tree", False)
            task.set_default("distant_worker", _Worker)
            task.set_info("fanout", len(hosts))
            task.set_info("connect_timeout", CONNECTING)
            task.set_info("ssh_options", self._options)
            # Ctrl-C in the terminal is for us; we end the hosts in our own way.
            task.set_info("ssh_path", "setsid ssh")
            handler = _Handler(tell)
            self._port = task.port(handler=handler, autoclose=True)
            for host in hosts:
                handler.workers[host] = task.shell(
                    self._command, nodes=host, handler=handler, stderr=True
                )
        except Exception as error:  # noqa: BLE001 - told to who waits for the start
            self._failed = error
            return
        finally:
            self._started.set()
        try:
            task.run()
        except Exception as error:  # noqa: BLE001 - an abort raises, too; all have ended then
            handler.say(str(error))
        self._port = None
        handler.end_all()


class _Handler(EventHandler):
    """Passes on what ClusterShell tells, and sends what it is given through its port."""

    def __init__(self, tell: Tell) -> None:
        self.workers: dict[str, Any] = {}
        self._tell = tell
        self._spoke: set[str] = set()

    def ev_msg(self, _port: Any, message: tuple[tuple[str, ...], bytes]) -> None:
        """A line for some hosts; one for none ends the input of all."""
        hosts, line = message
        if not hosts:
            for host, worker in list(self.workers.items()):
                if host in self._spoke:
                    worker.set_write_eof()
                else:
                    worker.abort()  # ssh still connects, and reads nothing: it is killed
            return
        for host in hosts:
            worker = self.workers.get(host)
            if worker is not None:
                worker.write(line)

    def ev_read(self, _worker: Any, node: Any, sname: str, msg: bytes) -> None:
        """A line of a host."""
        kind = HeardKind.LINE if sname == STDOUT else HeardKind.WORDS
        if kind is HeardKind.LINE:
            self._spoke.add(str(node))
        self._tell(Heard(str(node), kind, bytes(msg)))

    def refuse(self, node: str, kind: HeardKind) -> None:
        """A host sends what is not taken; its connection is ended."""
        if self.workers.pop(node, None) is not None:
            self._tell(Heard(node, kind))
            self._tell(Heard(node, HeardKind.END))

    def ev_hup(self, _worker: Any, node: Any, rc: int | None) -> None:
        """A host has ended."""
        if self.workers.pop(str(node), None) is not None:
            self._tell(Heard(str(node), HeardKind.END, status=rc))

    def say(self, words: str) -> None:
        """Why the loop has ended, as the words of all that had not."""
        for host in self.workers:
            self._tell(Heard(host, HeardKind.WORDS, words.encode()))

    def end_all(self) -> None:
        """The loop is over: nothing more comes of any."""
        for host in list(self.workers):
            del self.workers[host]
            self._tell(Heard(host, HeardKind.END))


class _Client(SshClient):
    """ssh to a host. ClusterShell takes whatever a host sends, as fast as it comes, and keeps what
    has no end of line: here both are bounded.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._allowed, self._at = float(BURST), time.monotonic()

    def _read(self, *arguments: Any) -> bytes:
        data: bytes = super()._read(*arguments)
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + PACE * (now - self._at)) - len(data)
        self._at = now
        return data

    def _readlines(self, sname: str) -> Iterator[bytes]:
        for line in super()._readlines(sname):
            self._allowed -= LINE_COST
            if self._allowed < 0:
                break
            yield line
        stream = self.streams.get(sname)
        if self._allowed < 0:
            self._refuse(HeardKind.TOO_MUCH)
        elif stream is not None and len(stream.rbuf) > MOST_LINE:
            stream.rbuf = b""
            self._refuse(HeardKind.TOO_LONG)

    def _refuse(self, kind: HeardKind) -> None:
        self.worker.eh.refuse(str(self.key), kind)
        self.abort()


class _Worker(WorkerSsh):
    """Starts them."""

    SHELL_CLASS = _Client
