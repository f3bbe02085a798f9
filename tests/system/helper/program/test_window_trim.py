# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system trimmed in the window with the keyboard: real display, bus, polkit and helper."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.system.conftest import Service, SystemBus, program, run
from tests.system.helper.agent import Agent
from tests.system.helper.caller import MIB, NOBODY, Process, children
from tests.system.helper.conftest import Desk
from tests.system.helper.trim_drives import FREED, Drive, drive, udisks, unmounted
from tests.system.udisks.test_end_to_end import Person, wait_for

from driveproof.domain.trim.job import ACCEPTED, FINISHED, PROVED, KeptTrim
from driveproof.helper.protocol import Action
from driveproof.history.store import History
from driveproof.history.trims import Trims

__all__ = ["drive", "udisks", "unmounted"]
pytestmark = [pytest.mark.root, pytest.mark.bus, pytest.mark.xvfb]


@dataclass
class Sitting:
    """Somebody without any right before the TRIM page of a drive, and who answers the prompts."""

    person: Person
    agent: Agent
    window: subprocess.Popen[bytes]
    home: Path

    @property
    def prompts(self) -> list[str]:
        return [prompt.action for prompt in self.agent.seen]

    def begin(self) -> None:
        """Press the button and say yes, until somebody is asked for a password."""

        def asked() -> bool:
            if not self.agent.seen:
                self.person.keys("alt+t")
            return bool(self.agent.seen)

        assert self.agent.seen == []  # never by itself
        wait_for("a password is asked for", asked)

    def kept(self, one: Drive) -> KeptTrim:
        """The one TRIM of a drive that the history has."""

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
def sit(
    desk: Desk, helper: Process, launcher: Path, open_folder: Path, udisks: Service
) -> Iterator[Callable[..., Sitting]]:
    """Opens the window for a drive; the answers as told."""
    with ExitStack() as stack:

        def made(one: Drive, answer: str = "allow") -> Sitting:
            home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
            config = home / ".config/driveproof"
            config.mkdir(parents=True)
            (config / "window.ini").write_text(f"[window]\ndrive={one.path[5:]}\n", "utf-8")
            run("chown", "-R", f"{NOBODY}:{NOBODY}", str(home))
            person = Person(stack, SystemBus(desk.address, udisks, launcher), home)
            wait_for(
                "the device is listed",
                lambda: any(d["device"] == one.path for d in person.driveproof("list")["drives"]),
            )
            window = person.start(str(launcher), "--theme", "light")
            agent = Agent(desk.address, window.pid)
            agent.answer = answer
            stack.callback(agent.close)
            xdotool = program("xdotool")
            shown = wait_for(
                "the window is there",
                lambda: person.ask(xdotool, "search", "--onlyvisible", "--pid", str(window.pid)),
            )
            person.ask(xdotool, "windowactivate", "--sync", shown.split()[-1])
            person.keys("ctrl+3")
            return Sitting(person, agent, window, home)

        yield made


def test_a_mounted_file_system_is_trimmed(
    sit: Callable[..., Sitting], drive: Callable[..., Drive], helper: Process
) -> None:
    one = drive("ext4")
    before, room = one.discarded, one.room
    sitting = sit(one)
    assert one.discarded == before  # the preview changes nothing
    sitting.begin()
    kept = sitting.kept(one)
    assert sitting.prompts == [Action.TRIM]
    assert (kept.status, kept.place, kept.filesystem) == (FINISHED, str(one.point), "ext4")
    assert kept.discarded == one.discarded - before > FREED
    assert {proof.tier: proof.verdict for proof in kept.proof}[ACCEPTED] == PROVED
    assert one.room < room - FREED / 2
    assert (one.point / "kept").read_bytes() == b"kept" * MIB
    assert children(helper.pid) == []
    sitting.end()


def test_what_is_not_mounted_is_mounted_for_it(
    sit: Callable[..., Sitting], unmounted: Callable[[str], Drive]
) -> None:
    one = unmounted("ext4")
    sitting = sit(one)
    assert one.places == []
    sitting.begin()
    assert sitting.kept(one).status == FINISHED
    wait_for("it is unmounted", lambda: not one.places)
    assert sitting.prompts[0].startswith("org.freedesktop.udisks2.filesystem-mount")
    assert sitting.prompts[-1] == Action.TRIM
    sitting.end()


def test_closing_in_the_middle_asks_and_leaves_nothing_mounted(
    sit: Callable[..., Sitting], unmounted: Callable[[str], Drive], helper: Process
) -> None:
    one = unmounted("ext4")
    before = one.discarded
    sitting = sit(one, "wait")
    sitting.begin()
    sitting.agent.allow(sitting.agent.next_prompt())  # to mount it
    prompt = sitting.agent.next_prompt()
    assert len(one.places) == 1
    person = sitting.person

    def ended() -> bool:
        if sitting.window.poll() is None:
            person.keys("ctrl+q", "alt+s")
        return sitting.window.poll() is not None

    wait_for("the window is closed", ended)
    _, complaints = sitting.window.communicate(timeout=60)
    assert (sitting.window.returncode, complaints) == (0, b"")
    assert prompt.taken_away.wait(20)
    assert (one.places, one.discarded) == ([], before)
    assert children(helper.pid) == []
