# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIM of what is not mounted, must not be trimmed or was not confirmed: nothing is left behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.helper.caller import Process, children
from tests.system.helper.person import Person
from tests.system.helper.trim_drives import Drive, document
from tests.system.machine import run, settle, unmount
from tests.system.measuring import wait_for

from driveproof.domain.trim.job import LOOKING, TrimProgress
from driveproof.engine.trim.session import TrimSession

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_unmounted_is_mounted_for_it_and_unmounted_again(
    helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    process, agent = person.start("trim", "run", one.path, "--yes", "--json")
    out, err = process.communicate(timeout=120)
    done = document((process.returncode, out, err))
    actions = [prompt.action for prompt in agent.seen]
    assert [action.rpartition(".")[2] for action in actions][-1] == "trim"
    assert actions[0].startswith("org.freedesktop.udisks2.filesystem-mount")
    assert done["trimmed"] == done["bytes"] > 0
    assert one.places == []


@pytest.mark.deep
@pytest.mark.parametrize("what", ["trim", "mount"])
def test_a_question_that_is_dismissed_leaves_nothing_mounted(
    what: str, helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    before = one.discarded
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    prompt = agent.next_prompt()
    if what == "trim":
        agent.allow(prompt)
        prompt = agent.next_prompt()
        assert len(one.places) == 1
    agent.dismiss(prompt)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 4, err
    assert (one.places, one.discarded) == ([], before)


@pytest.mark.deep
def test_what_stays_mounted_is_said_behind_what_failed(
    helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    agent.allow(agent.next_prompt())
    prompt = agent.next_prompt()
    (point,) = one.places
    in_use = os.open(point, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    agent.dismiss(prompt)
    _, err = process.communicate(timeout=120)
    os.close(in_use)
    assert process.returncode == 4, err
    assert -1 < err.find("Cancelled: ") < err.rfind(str(point))
    wait_for("it is unmounted", lambda: not one.places)


@pytest.mark.deep
def test_a_fault_of_our_own_leaves_nothing_mounted(
    helper: Process,
    session: Callable[..., TrimSession],
    unmounted: Callable[[str], Drive],
) -> None:
    one = unmounted("ext4")
    seen: list[list[str]] = []

    def break_down(progress: TrimProgress) -> None:
        if progress.step == LOOKING:
            seen.append(one.places)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        session(one.path, break_down).run()
    assert (len(seen[0]), one.places) == (1, [])


@pytest.mark.deep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_end_at_the_question_leaves_nothing_mounted(
    number: int, helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    agent.allow(agent.next_prompt())
    prompt = agent.next_prompt()
    assert len(one.places) == 1
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    assert prompt.taken_away.wait(20)
    wait_for("it is unmounted", lambda: not one.places)


@pytest.mark.deep
def test_an_end_at_the_question_for_the_mount(
    helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    process, agent = person.start("trim", "run", one.path, "--yes", answer="wait")
    prompt = agent.next_prompt()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert prompt.taken_away.wait(20)  # so a yes comes too late
    agent.dismiss(prompt)
    assert (one.places, len(agent.seen)) == ([], 1)


def test_a_kill_in_the_middle_leaves_nothing_mounted(
    helper: Process, person: Person, unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("huge")
    process, _ = person.start("trim", "run", one.path, "--yes")
    wait_for("it is trimmed", lambda: children(helper.pid), 60)
    process.kill()
    process.communicate(timeout=60)
    wait_for("nothing of the helper's runs", lambda: not children(helper.pid))
    wait_for("it is unmounted", lambda: not one.places)


def test_what_is_mounted_read_only_is_refused(
    helper: Process, person: Person, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    run("mount", "-o", "remount,ro", str(one.point))
    before = one.discarded
    process, agent = person.start("trim", "run", str(one.point), "--yes")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, agent.seen, one.discarded) == (4, [], before)
    assert "remount,rw" in err
    assert person.driveproof("trim", "preview", str(one.point))[0] == 1


@pytest.mark.deep
def test_what_a_layer_blocks_is_not_tried(
    helper: Process, person: Person, drive: Callable[..., Drive], open_folder: Path
) -> None:
    """ramfs cannot punch holes, so a loop device over it takes no discard."""
    with in_memory(open_folder) as memory:
        one = drive("ext4", mounted=False, where=memory)
        run("mount", one.path, str(one.point))
        try:
            process, agent = person.start("trim", "run", str(one.point), "--yes")
            _, _err = process.communicate(timeout=60)
        finally:
            unmount(one.point)
            run("losetup", "--detach", one.path)
        assert (process.returncode, agent.seen) == (3, [])


@contextmanager
def in_memory(folder: Path) -> Iterator[Path]:
    point = folder / "memory"
    point.mkdir()
    run("mount", "-t", "ramfs", "none", str(point))
    try:
        yield point
    finally:
        settle()
        run("umount", "--lazy", str(point))
        point.rmdir()


def test_nobody_said_yes(helper: Process, person: Person, drive: Callable[..., Drive]) -> None:
    one = drive("ext4")
    before = one.discarded
    process, agent = person.start("trim", "run", str(one.point))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, agent.seen, one.discarded) == (4, "", [], before)
    assert "--yes" in err
