# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper as it is installed: how soon it answers, how much it needs, and whether fio is as fast
below it as bare.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from jeepney import Properties, new_method_call
from tests.benchmarks import machine as benches
from tests.benchmarks.fidelity import LIMIT, WIDEST, run_fio, total_iops
from tests.benchmarks.ratios import (
    MORE_PAIRS,
    PAIRS,
    Table,
    compared,
    interleaved,
    interval_of_median,
    ratios,
    single,
)
from tests.system.helper.caller import (
    HELPER,
    NOBODY,
    Caller,
    Process,
    RefusedError,
    phase,
    read_all,
    unwrap,
    wire,
)
from tests.system.helper.machine import Machine, running_machine
from tests.system.machine import BUS

from driveproof.helper import program_arguments
from driveproof.helper.protocol import BUS_NAME, WireEngine, WirePattern, WirePhase
from driveproof.system.helper.client import Helper, claim_device

pytestmark = [pytest.mark.benchmark, pytest.mark.root, pytest.mark.timeout(1800)]

COLD, WARM = 0.2, 0.01  # seconds
WARM_CALLS = 200
MEMORY = 15.0  # MB
MIB = 2**20
SIZE = 256
MILLISECONDS = 4000
GET = "busctl get-property io.github.driveproof.Helper1 /io/github/driveproof/Helper1"


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    """dbus-daemon starts the files of `make install-helper` through its launch helper."""
    with running_machine() as made:
        yield made


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A loop device as fast as memory, full of data."""
    with benches.memory_device(tmp_path_factory.mktemp("device"), SIZE) as path:
        with Path(path).open("wb") as blocks:
            for _ in range(SIZE):
                blocks.write(os.urandom(MIB))
        yield path


@pytest.fixture
def caller(machine: Machine) -> Iterator[Caller]:
    made = Caller(machine.address, NOBODY)
    yield made
    made.close()


def version(caller: Caller) -> float:
    """Seconds until it says its version."""
    call = Properties(HELPER).get("ApiVersion")
    begun = time.perf_counter()
    unwrap(caller.connection.send_and_get_reply(call, timeout=20))
    return time.perf_counter() - begun


def refused(caller: Caller, device: str) -> float:
    """Seconds until a read test is refused: device checked, polkit asked, nobody prompted."""
    body = (wire(claim_device(device)), phase().wire(), 0, MIB)
    begun = time.perf_counter()
    with suppress(RefusedError):
        caller.call("StartReadTest", *body, interactive=False)
    return time.perf_counter() - begun


def running(caller: Caller) -> Process | None:
    """The helper, where it runs."""
    call = new_method_call(BUS, "GetConnectionUnixProcessID", "s", (BUS_NAME,))
    with suppress(RefusedError):
        (pid,) = unwrap(caller.connection.send_and_get_reply(call, timeout=20))
        return Process(pid)
    return None


def end(caller: Caller) -> None:
    """Wait until it has left the bus."""
    while (process := running(caller)) is not None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, 15)
        process.wait_end()
        process.close()


def cold(caller: Caller) -> float:
    end(caller)
    return version(caller)


def test_calls(machine: Machine, caller: Caller, device: str, table: Table, count: int) -> None:
    cold(caller)  # from the disk, once
    first = [cold(caller) * 1000 for _ in range(3 * count)]
    warm = [version(caller) * 1000 for _ in range(WARM_CALLS)]
    asked = [refused(caller, device) * 1000 for _ in range(WARM_CALLS)]
    rows = [
        single("Helper's first answer, started by the bus", first, "{:.1f} ms",
               f"{COLD * 1000:.0f} ms", median(first) <= COLD * 1000),
        single("  the next answers", warm, "{:.2f} ms",
               f"{WARM * 1000:.0f} ms", median(warm) <= WARM * 1000),
        single("  a call that polkit is asked about", asked, "{:.2f} ms",
               f"{WARM * 1000:.0f} ms", median(asked) <= WARM * 1000),
    ]  # fmt: skip
    table.notes.append(f"  calls: {GET} io.github.driveproof.Helper1 ApiVersion, by jeepney")
    assert all(table.add(row).met for row in rows), rows


def test_memory(machine: Machine, caller: Caller, device: str, table: Table, count: int) -> None:
    """While a test runs and after it; what is shared with the caller's Python counts half."""
    shares, peaks = [], []
    for _ in range(count):
        end(caller)
        version(caller)
        helper = running(caller)
        assert helper is not None
        job = Helper(machine.address).start_read_test(claim_device(device), phase())
        shares.append(benches.memory_share(helper.pid))
        read_all(job.output)
        job.wait(20)
        job.close()
        version(caller)
        shares.append(benches.memory_share(helper.pid))
        peaks.append(benches.memory_peak(helper.pid))
        helper.close()
    target = f"{MEMORY:.0f} MB"
    row = single("Helper's memory, its share (Pss)", shares, "{:.1f} MB", target,
                 max(shares) <= MEMORY)  # fmt: skip
    table.add(row)
    resident = single("  its resident peak (VmHWM)", peaks, "{:.1f} MB", target,
                      max(peaks) <= MEMORY)  # fmt: skip
    table.add(resident)
    assert row.met, row
    assert resident.met, resident


class Side:
    """Both ways to run one phase on one device."""

    def __init__(self, machine: Machine, device: str, what: WirePhase) -> None:
        self.bare_command = [
            word
            for word in program_arguments.fio(
                program_arguments.find("fio"), what, device, 0, SIZE * MIB
            )
            if not word.startswith("--status-interval")
        ]
        self._client = Helper(machine.address)
        self._claim = claim_device(device)
        self._phase = what

    def through(self) -> float:
        """I/Os in a second, as fio counts them at its end."""
        job = self._client.start_read_test(self._claim, self._phase, 0, SIZE * MIB)
        text = read_all(job.output)
        ending = job.wait(30)
        job.close()
        assert (ending.status, ending.reason) == (0, ""), ending
        # The last of its reports is the whole.
        return total_iops(text[text.rindex(b"\n{") + 1 :])

    def bare(self) -> float:
        return total_iops(run_fio(self.bare_command, ()))


@pytest.mark.parametrize("depth", [32, 1], ids=["Q32", "Q1"])
def test_a_read_test_is_as_fast_as_bare_fio(
    depth: int, machine: Machine, device: str, table: Table, count: int
) -> None:
    what = phase(
        pattern=WirePattern.RANDOM, block_size=4096, queue_depth=depth, interval=250,
        engine=WireEngine.LIBAIO if depth > 1 else WireEngine.PSYNC, milliseconds=MILLISECONDS,
    )  # fmt: skip
    side = Side(machine, device, what)
    side.through(), side.bare()  # the first ones pay for cold caches
    pairs = interleaved(side.through, side.bare, count)
    if abs(median(ratios(pairs)) - 1) > LIMIT and PAIRS <= count < MORE_PAIRS:
        pairs += interleaved(side.through, side.bare, MORE_PAIRS - count, done=count)
    low, high = interval_of_median(ratios(pairs))
    noisy = high - low > WIDEST
    met = abs(median(ratios(pairs)) - 1) <= LIMIT
    row = compared(
        f"IOPS of a raw read, Q{depth}, through the helper against bare fio", pairs, "{:,.0f}",
        f"1 ± {LIMIT} (interval {low:.3f} to {high:.3f})", met and not noisy,
    )  # fmt: skip
    table.notes.append(f"  bare: {' '.join(side.bare_command)}")
    row = table.add(replace(row, undecided=noisy))
    assert row.met, row
