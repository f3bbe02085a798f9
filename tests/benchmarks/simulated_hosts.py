# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many simulated hosts in one process: each connection is one, and says what `driveproof remote`
says while it measures.

Prints its port, then a line for each host that measures, and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time

import driveproof
from driveproof.domain.access import Direction
from driveproof.domain.hosts import messages
from driveproof.domain.run.run import IoPath

BINS = 120
"""The bins that grow between two snapshots: as many as with 4 KiB at a depth of 32."""
EVERY = 0.25


class Host:
    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._seconds = 1.0
        self._stopped = False

    def say(self, message: messages.Reply) -> None:
        self._writer.write(messages.encode_message(message))

    async def answer(self, asked: messages.Request) -> None:
        match asked:
            case messages.PingRequest():
                self.say(messages.PongReply(asked.sent, time.time()))
            case messages.LookRequest():
                boot = f"{random.random()}"
                self.say(
                    messages.PlaceReply(
                        "3.33", "6.1", boot, 4, 2**32, "nfs4", "nas:/x", "/mnt",
                        True, False, 2**50, 2**50,
                    )
                )  # fmt: skip
            case messages.PrepareRequest():
                self._seconds = asked.phases[0].warmup + asked.phases[0].seconds
                self.say(messages.PreparedReply(IoPath.DIRECT, True, False))
            case messages.WriteRequest():
                self.say(messages.WrittenReply(2**40))
            case messages.RepeatRequest():
                self.say(messages.ReadyReply(("fio",), "libaio"))
            case messages.GoRequest():
                asyncio.get_running_loop().create_task(self._measure())
            case messages.StopRequest():
                self._stopped = True
            case _:
                self._writer.close()

    async def _measure(self) -> None:
        begun, at, ios = time.time(), 0.0, 0
        print("measures", flush=True)
        while at < self._seconds and not self._stopped:
            await asyncio.sleep(EVERY)
            at = time.time() - begun
            first = random.randrange(700, 800)
            bins = dict.fromkeys(range(first, first + BINS), 40)
            ios += 40 * BINS
            one = messages.DirectionTotals(ios, ios * 4096, at, ios * 1e-3, 0.01, ios, bins)
            self.say(messages.SnapshotReply(at, {Direction.READ: one}, time.time(), at))
        self.say(messages.EndedReply())


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    host = Host(writer)
    host.say(messages.HelloReply(messages.PROTOCOL, driveproof.__version__))
    while line := await reader.readline():
        await host.answer(messages.decode_request(line))


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=messages.MOST_LINE)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
