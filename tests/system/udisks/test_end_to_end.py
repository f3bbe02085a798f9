# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a person uses it: real display, bus, drive and fio, against the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.system.display import PROFILE, Person, wait_for
from tests.system.machine import NOBODY, SystemBus, program, run, unmount

from driveproof.wording.units import format_bandwidth, format_iops


@dataclass(frozen=True)
class Drive:
    """A device and where it is mounted."""

    device: str
    place: Path


@pytest.fixture
def drive(loop: Callable[[Path], str], tmp_path: Path, open_folder: Path) -> Iterator[Drive]:
    """An ext4 of 64 MiB on a loop device, mounted where every user may write."""
    image, place = tmp_path / "drive.img", open_folder / "drive"
    with image.open("wb") as file:
        file.truncate(64 * 2**20)
    run(program("mkfs.ext4"), "-q", str(image))
    device = loop(image)
    place.mkdir()
    run("mount", device, str(place))
    try:
        place.chmod(0o777)
        yield Drive(device, place)
    finally:
        unmount(place)
        place.rmdir()


@pytest.fixture
def home(open_folder: Path, drive: Drive) -> Path:
    """A home with a short profile; the settings have that profile and the drive as the last
    choices.

    So the right drive is selected by its name, even if there are others.
    """
    home = open_folder / "home"
    profiles = home / ".config" / "driveproof" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "two-tests.toml").write_text(PROFILE, "utf-8")
    (profiles.parent / "window.ini").write_text(
        f"[window]\ndrive={Path(drive.device).name}\n\n[measure]\nprofile=two-tests\n", "utf-8"
    )
    for path in (home, *home.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    return home


@pytest.mark.root
@pytest.mark.bus
@pytest.mark.xvfb
def test_a_measurement_in_the_window_is_what_the_command_line_shows(
    system_bus: SystemBus, drive: Drive, home: Path
) -> None:
    with ExitStack() as stack:
        person = Person(stack, system_bus, home)
        wait_for(
            "the drive is listed with its file system",
            lambda: any(
                str(drive.place) in str(entry["mounts"])
                for entry in person.driveproof("list")["drives"]
            ),
        )
        window = person.start(str(system_bus.launcher), "--theme", "light")
        xdotool = program("xdotool")
        shown = wait_for(
            "the window is there",
            lambda: person.ask(xdotool, "search", "--onlyvisible", "--pid", str(window.pid)),
        )
        person.ask(xdotool, "windowactivate", "--sync", shown.split()[-1])
        person.keys("ctrl+4")  # the Measure page

        def finished() -> dict[str, Any] | None:
            runs = person.driveproof("history")["runs"]
            if not runs:
                person.keys("alt+m")  # until the page is there and has heard it
            return next((entry for entry in runs if entry["status"] == "finished"), None)

        wait_for("the run is kept as finished", finished, 90)

        def copied_figures() -> str:
            person.keys("alt+c")  # until the result is shown: it is kept a moment earlier
            return person.ask(program("xclip"), "-selection", "clipboard", "-o")

        copied = wait_for("the figures are in the clipboard", copied_figures)
        kept = person.driveproof("show", "latest")
        window.terminate()
        _, complaints = window.communicate(timeout=30)

    assert window.returncode == 0
    assert complaints == b""
    assert kept["profile"] == "two-tests"
    assert kept["target"]["path"] == str(drive.place)
    assert kept["target"]["device"] == drive.device
    assert [phase["name"] for phase in kept["phases"]] == [
        "SEQ1M Q8T1 read",
        "SEQ1M Q8T1 write",
        "RND4K Q1T1 read",
    ]
    for phase in kept["phases"]:
        figures = phase["summary"][phase["direction"]]
        assert figures["iops"]["count"] == 2
        for text in (
            format_bandwidth(figures["bandwidth"]["median"]),
            format_iops(figures["iops"]["median"]),
        ):
            number = text.split("\u202f")[0]
            assert number in copied.replace(" ", "\u202f"), (phase["name"], text, copied)
    assert not list(drive.place.glob(".driveproof-*"))
