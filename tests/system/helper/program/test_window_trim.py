# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system trimmed in the window with the keyboard: real display, bus, polkit and helper."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.system.display import Person, wait_for
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children
from tests.system.helper.trim_drives import FREED, Drive
from tests.system.machine import Service, SystemBus, program, run

from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.trim.job import (
    ACCEPTED,
    PROVED,
    KeptTrim,
    TrimStatus,
)
from driveproof.engine.ongoing import Works
from driveproof.helper.protocol import PolkitAction
from driveproof.history.store import History
from driveproof.history.trims import Trims

pytestmark = [pytest.mark.root, pytest.mark.bus, pytest.mark.xvfb]


@dataclass
class UserSession:
    """An unprivileged user at the TRIM page of a drive, with an agent for the prompts."""

    person: Person
    agent: Agent
    window: subprocess.Popen[bytes]
    home: Path

    @property
    def prompts(self) -> list[str]:
        return [prompt.action for prompt in self.agent.seen]

    def begin(self) -> None:
        """Press the button and confirm, until the password prompt opens."""

        def asked() -> bool:
            if not self.agent.seen:
                self.person.keys("alt+t")
            return bool(self.agent.seen)

        assert self.agent.seen == []  # never by itself
        wait_for("a password is asked for", asked)

    def kept(self, one: Drive) -> KeptTrim:
        """The only TRIM of a drive in the history."""

        def look() -> KeptTrim | None:
            file = self.home / ".local/share/driveproof/history.sqlite"
            history = History(file)
            try:
                found = Trims(history).of(f"path:{one.image}") if file.exists() else ()
            finally:
                history.close()
            assert len(found) < 2
            return found[0] if found else None

        return wait_for("the TRIM is kept", look)

    def end(self) -> None:
        """Close the window."""
        self.window.terminate()
        _, complaints = self.window.communicate(timeout=60)
        assert (self.window.returncode, complaints) == (0, b"")


@pytest.fixture
def open_session(
    rig: Rig, helper: Process, launcher: Path, open_folder: Path, udisks: Service
) -> Iterator[Callable[..., UserSession]]:
    """Opens the window for a drive, with the given answers."""
    with ExitStack() as stack:

        def made(one: Drive, answer: str = "allow") -> UserSession:
            home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
            config = home / ".config/driveproof"
            config.mkdir(parents=True)
            (config / "window.ini").write_text(f"[window]\ndrive={one.path[5:]}\n", "utf-8")
            run("chown", "-R", f"{NOBODY}:{NOBODY}", str(home))
            person = Person(stack, SystemBus(rig.address, udisks, launcher), home)
            wait_for(
                "the device is listed",
                lambda: any(d["device"] == one.path for d in person.driveproof("list")["drives"]),
            )
            window = person.start(str(launcher), "--theme", "light")
            agent = Agent(rig.address, window)
            agent.answer = answer
            stack.callback(agent.close)
            xdotool = program("xdotool")
            shown = wait_for(
                "the window is there",
                lambda: person.ask(xdotool, "search", "--onlyvisible", "--pid", str(window.pid)),
            )
            person.ask(xdotool, "windowactivate", "--sync", shown.split()[-1])
            person.keys("ctrl+3")
            return UserSession(person, agent, window, home)

        yield made


@pytest.mark.deep
def test_a_mounted_file_system_is_trimmed(
    open_session: Callable[..., UserSession], drive: Callable[..., Drive], helper: Process
) -> None:
    one = drive("ext4")
    before, room = one.discarded, one.room
    session = open_session(one)
    assert one.discarded == before  # the preview changes nothing
    session.begin()
    kept = session.kept(one)
    assert session.prompts == [PolkitAction.TRIM]
    assert (kept.status, kept.place, kept.filesystem) == (
        TrimStatus.FINISHED,
        str(one.point),
        "ext4",
    )
    assert kept.discarded == one.discarded - before > FREED
    assert {proof.tier: proof.verdict for proof in kept.proof}[ACCEPTED] == PROVED
    assert one.room < room - FREED / 2
    assert (one.point / "kept").read_bytes() == b"kept" * MIB
    assert children(helper.pid) == []
    session.end()


def test_what_is_not_mounted_is_mounted_for_it(
    open_session: Callable[..., UserSession], unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    session = open_session(one)
    assert one.places == []
    session.begin()
    assert session.kept(one).status == TrimStatus.FINISHED
    wait_for("it is unmounted", lambda: not one.places)
    assert session.prompts[0].startswith("org.freedesktop.udisks2.filesystem-mount")
    assert session.prompts[-1] == PolkitAction.TRIM
    session.end()


@pytest.mark.deep
def test_closing_in_the_middle_asks_and_leaves_nothing_mounted(
    open_session: Callable[..., UserSession], unmounted: Callable[[str], Drive], helper: Process
) -> None:
    one = unmounted("ext4")
    before = one.discarded
    session = open_session(one, "wait")
    session.begin()
    session.agent.allow(session.agent.next_prompt())  # to mount it
    prompt = session.agent.next_prompt()
    assert len(one.places) == 1
    person = session.person

    def ended() -> bool:
        if session.window.poll() is None:
            person.keys("ctrl+q", "alt+s")
        return session.window.poll() is not None

    wait_for("the window is closed", ended)
    _, complaints = session.window.communicate(timeout=60)
    assert (session.window.returncode, complaints) == (0, b"")
    assert prompt.taken_away.wait(20)
    assert (one.places, one.discarded) == ([], before)
    assert children(helper.pid) == []


@pytest.mark.deep
def test_an_end_at_the_question_leaves_nothing_mounted(
    open_session: Callable[..., UserSession],
    unmounted: Callable[[str], Drive],
    helper: Process,
) -> None:
    one = unmounted("ext4")
    session = open_session(one, "wait")
    session.begin()
    session.agent.allow(session.agent.next_prompt())
    prompt = session.agent.next_prompt()
    works = Works(session.home / ".local/share/driveproof/running")
    assert [each.work for each in works.others()] == [OngoingWork.TRIM] and len(one.places) == 1
    before = one.discarded
    session.window.send_signal(signal.SIGTERM)
    _, complaints = session.window.communicate(timeout=60)
    assert (session.window.returncode, complaints) == (0, b"")
    assert prompt.taken_away.wait(20)
    assert (works.others(), one.places, one.discarded) == ((), [], before)
    assert children(helper.pid) == []
