# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device measured in the window with the keyboard: real display, bus, polkit, helper and fio."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.system.display import PROFILE, Person, wait_for
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children
from tests.system.helper.disks import Disk
from tests.system.machine import Service, SystemBus, Udevd, program, run, wait_for_answer

from driveproof.helper.protocol import PolkitAction

pytestmark = [pytest.mark.root, pytest.mark.bus, pytest.mark.xvfb]


@dataclass
class UserSession:
    """A person at a window that shows a disk, with an agent for the prompts."""

    person: Person
    agent: Agent
    disk: Disk

    def finished(self, *keys: str) -> dict[str, Any]:
        """The finished run; keys are pressed until there is one."""

        def look() -> dict[str, Any] | None:
            runs = self.person.driveproof("history")["runs"]
            if not runs and keys:
                self.person.keys(*keys)
            return next((entry for entry in runs if entry["status"] == "finished"), None)

        found: dict[str, Any] = wait_for("the run is kept as finished", look, 90, every=1.0)
        return found


@pytest.fixture
def session(
    rig: Rig, helper: Process, launcher: Path, open_folder: Path, make_disk: Callable[..., Disk],
    udevd: Udevd, tmp_path: Path,
) -> Iterator[UserSession]:  # fmt: skip
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    with ExitStack() as stack:
        udisks = Service([udisksd], rig.address, tmp_path / "udisks.log")
        udisks.start()
        stack.callback(udisks.stop)
        bus = SystemBus(rig.address, udisks, launcher)
        wait_for_answer(bus)
        disk = make_disk(64 * MIB)
        home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
        profiles = home / ".config/driveproof/profiles"
        profiles.mkdir(parents=True)
        (profiles / "two-tests.toml").write_text(PROFILE, "utf-8")
        (profiles.parent / "window.ini").write_text(
            f"[window]\ndrive={Path(disk.path).name}\n\n[measure]\nprofile=two-tests\n", "utf-8"
        )
        run("chown", "-R", f"{NOBODY}:{NOBODY}", str(home))
        person = Person(stack, bus, home)
        wait_for(
            "the device is listed",
            lambda: any(d["device"] == disk.path for d in person.driveproof("list")["drives"]),
        )
        window = person.start(str(launcher), "--theme", "light")
        agent = Agent(rig.address, window)
        stack.callback(agent.close)
        xdotool = program("xdotool")
        shown = wait_for(
            "the window is there",
            lambda: person.ask(xdotool, "search", "--onlyvisible", "--pid", str(window.pid)),
        )
        person.ask(xdotool, "windowactivate", "--sync", shown.split()[-1])
        person.keys("ctrl+4")
        yield UserSession(person, agent, disk)
        window.terminate()
        _, complaints = window.communicate(timeout=30)
        assert (window.returncode, complaints) == (0, b"")


@pytest.mark.deep
def test_a_device_is_read(session: UserSession, helper: Process) -> None:
    disk = session.disk
    before = disk.digest()
    assert session.agent.seen == []  # never by itself
    head = session.finished("alt+d")
    kept = session.person.driveproof("show", head["id"])
    assert kept["target"]["kind"] == "device"
    assert kept["target"]["path"] == kept["target"]["device"] == disk.path
    assert [phase["name"] for phase in kept["phases"]] == ["SEQ1M Q8T1 read", "RND4K Q1T1 read"]
    assert {prompt.action for prompt in session.agent.seen} == {PolkitAction.MEASURE}
    assert disk.digest() == before
    assert children(helper.pid) == []


def test_a_device_is_overwritten_once_its_name_is_typed(
    session: UserSession, helper: Process
) -> None:
    disk, person = session.disk, session.person
    before = disk.digest()
    xdotool, shown = program("xdotool"), ("--onlyvisible", "--name", "^Overwrite /dev/")

    def asked() -> str:
        if not (found := person.ask(xdotool, "search", *shown)):
            person.keys("alt+w", "alt+t")
        return found

    # A slow window would give keys that are pressed too often to the dialog.
    dialog = wait_for("the dialog is there", asked, every=2.0)
    # On a busy machine it is there before it gets the keys.
    person.ask(xdotool, "windowactivate", "--sync", dialog.split()[-1])
    person.ask(xdotool, "type", "loop")
    person.keys("Return")
    assert disk.digest() == before
    assert session.agent.seen == []

    def confirmed() -> bool:
        if person.ask(xdotool, "search", *shown):
            person.keys("ctrl+a")
            person.ask(xdotool, "type", Path(disk.path).name)
            person.keys("alt+o")
        return not person.ask(xdotool, "search", *shown)

    wait_for("the device is confirmed", confirmed, every=2.0)
    head = session.finished()
    kept = person.driveproof("show", head["id"])
    # Of a test that does both the write comes first, so that each round reads what was written.
    assert [phase["direction"] for phase in kept["phases"]] == ["write", "read", "read"]
    assert [prompt.action for prompt in session.agent.seen] == [PolkitAction.OVERWRITE]
    assert disk.digest() != before

    def trimmed() -> bool:
        if len(session.agent.seen) < 2:
            person.keys("alt+t")
        data = disk.file.read_bytes()
        return not any(data)

    wait_for("what was written is discarded", trimmed)
    assert [prompt.action for prompt in session.agent.seen] == [
        PolkitAction.OVERWRITE,
        PolkitAction.OVERWRITE,
    ]
    descriptor = os.open(disk.path, os.O_RDONLY | os.O_EXCL | os.O_CLOEXEC)  # nobody holds it
    os.close(descriptor)
