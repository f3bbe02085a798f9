# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs that do not end as planned: cancelled, out of space, stalled, disturbed.

How long a cancel takes is printed: a busy machine takes longer.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.measuring import (
    MIB,
    Lab,
    mounted,
    names,
    phase,
    profile,
    wait_for,
)

from driveproof.domain.errors import CancelledError, MachineError
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, Run
from driveproof.engine.run import events

pytestmark = pytest.mark.root

SEED = 20261121
LONG = profile(
    phase("read", seconds=1.0), phase("write", seconds=1.0), repeats=2, pause=1.0, size=32 * MIB
)


def kept(lab: Lab, result: Run) -> Run:
    """The run from the history, checked to be equal."""
    found = lab.history().load(result.id)
    assert (found.status, found.error) == (result.status, result.error)
    assert [p.name for p in found.phases] == [p.name for p in result.phases]
    return found


@pytest.mark.deep
@pytest.mark.parametrize("moment", range(6))
def test_cancel_at_any_moment(moment: int, tmp_path: Path, lab: Lab) -> None:
    delay = random.Random(f"{SEED} {moment}").uniform(0.0, 5.0)
    asked: list[float] = []
    with mounted("ext4", tmp_path) as (folder, _):

        def cancel() -> None:
            asked.append(time.monotonic())
            session.cancel()

        def observe(event: events.Event) -> None:
            if isinstance(event, events.Started):
                threading.Timer(delay, cancel).start()

        session = lab.session(LONG, folder, observer=observe)
        result = session.run()
        took = time.monotonic() - asked[0]
        print(f"cancelled after {delay:.2f} s: ended {took:.2f} s later")
        assert result.status == CANCELLED
        assert session.failure is None
        assert kept(lab, result).status == CANCELLED
        lab.nothing_is_left(folder)
        assert lab.fios() == []


@pytest.mark.parametrize("kind", [events.Preparing, *deep(events.RepeatStarted, events.PhaseEnded)])
def test_cancel_in_layout_measuring_and_pause(
    kind: type[events.Event], tmp_path: Path, lab: Lab
) -> None:
    """From within an event, as the window does it."""
    at: list[events.Event] = []
    with mounted("ext4", tmp_path) as (folder, _):

        def observe(event: events.Event) -> None:
            if isinstance(event, kind) and not at:
                at.append(event)
                session.cancel()

        session = lab.session(LONG, folder, observer=observe)
        result = session.run()
        assert result.status == CANCELLED
        # The first phase ends in the last round, in which the others have a round less.
        assert [p.name for p in result.phases] == (
            [p.name for p in LONG.phases[: len(result.phases)]] if kind is events.PhaseEnded else []
        )
        if kind is events.PhaseEnded:
            rounds = [len(p.repeats) for p in result.phases]
            assert rounds[0] == LONG.repeats and set(rounds[1:]) <= {LONG.repeats - 1}
        kept(lab, result)
        lab.nothing_is_left(folder)


def test_cancel_before_the_start(tmp_path: Path, lab: Lab) -> None:
    session = lab.session(LONG, tmp_path)
    session.cancel()
    with pytest.raises(CancelledError):
        session.run()
    assert lab.history().heads() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, *deep(signal.SIGHUP)])
def test_signals_to_the_command_line(number: signal.Signals, tmp_path: Path, lab: Lab) -> None:
    target = tmp_path / "target"
    target.mkdir()
    words = ("run", "tiny", str(target), "--seconds", "300", "--json")
    with lab.start(*words) as process:
        wait_for("fio runs", lab.fios)
        begun = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=60)  # fio by itself would go on for minutes
        took = time.monotonic() - begun
    print(f"{number.name}: ended {took:.2f} s later")
    assert process.returncode == 130, err
    assert json.loads(out)["status"] == "cancelled"
    assert lab.history().heads()[0].status == CANCELLED
    assert lab.fios() == []
    assert names(target) == []


@pytest.mark.deep
def test_an_observer_that_raises_leaves_nothing(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _):

        def observe(event: events.Event) -> None:
            if isinstance(event, events.Measured):
                raise ZeroDivisionError

        session = lab.session(profile(), folder, observer=observe)
        with pytest.raises(ZeroDivisionError):
            session.run()
        (head,) = lab.history().heads()
        assert head.status == FAILED
        lab.nothing_is_left(folder)


def test_a_read_only_file_system(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _):
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with pytest.raises(MachineError):
            lab.session(profile(), folder).run()
        assert lab.history().heads() == []


def test_a_stall(tmp_path: Path, lab: Lab) -> None:
    """fio is stopped for 1.6 s, as if a device did not respond."""
    stopped: list[threading.Timer] = []
    with mounted("ext4", tmp_path) as (folder, _):

        def observe(event: events.Event) -> None:
            lab.seen.append(event)
            if isinstance(event, events.Measured) and not event.warming and not stopped:
                assert lab.kill_fio(signal.SIGSTOP)
                stopped.append(threading.Timer(1.6, lab.kill_fio, [signal.SIGCONT]))
                stopped[0].start()

        plan = profile(phase("read", seconds=3.0, warmup=0.25))
        result = lab.session(plan, folder, observer=observe).run()
        assert result.status == FINISHED
        (repeat,) = result.phases[0].repeats
        assert "stall" in repeat.disturbed
        assert 1.0 <= repeat.directions["read"].longest_stall < 3.5
        gaps = [event.seconds for event in lab.seen if isinstance(event, events.Stalled)]
        assert gaps
        assert max(gaps) >= 1.0


@contextmanager
def somebody_reads(device: str) -> Iterator[None]:
    """Another program reads the device, past the page cache, again and again."""
    script = 'while :; do dd if="$0" of=/dev/null bs=1M iflag=direct status=none; done'
    with subprocess.Popen(["sh", "-c", script, device], start_new_session=True) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_somebody_else_on_the_device(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, device):
        plan = profile(phase("read", seconds=1.0))
        with somebody_reads(device):
            result = lab.session(plan, folder).run()
        (repeat,) = result.phases[0].repeats
        assert "background I/O" in repeat.disturbed
        told = [s.background_bandwidth for s in repeat.directions["read"].samples]
        assert max(value or 0.0 for value in told) > 5 * MIB
