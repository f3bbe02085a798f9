# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server or a drive that is away holds nobody up, and what was begun there is removed later."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.away import StoppingDrive, silent_mount, stopping_drive
from tests.system.machine import wait_for
from tests.system.measuring import MIB, TINY, Lab
from tests.system.nbd import MISSING, WHY

from driveproof.domain.run.run import CANCELLED
from driveproof.engine.run.own_names import new_name

pytestmark = pytest.mark.root
LIMIT = 60
"""Seconds after which a test is given up: what is asked here would never end."""


@pytest.fixture
def nas(tmp_path: Path) -> Iterator[Path]:
    with silent_mount(tmp_path / "nas") as point:
        yield point


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[StoppingDrive]:
    with stopping_drive(tmp_path, 512 * MIB) as made:
        yield made


USUAL = (
    ("run", "tiny", "{nas}"),
    ("check", "{nas}"),
    ("export", "latest", "{nas}/report.html"),
)
FURTHER = (
    ("run", "capacity", "{nas}/folder"),
    ("run", "tiny", "{link}"),
    ("run", "tiny", "/tmp", "--also", "{nas}"),
    ("trim", "status", "{nas}"),
    ("trim", "preview", "{nas}"),
    ("diagnose", "{nas}"),
    ("monitor", "{nas}"),
    ("health", "--report", "{nas}/report.json"),
    ("import", "{nas}/result.json"),
    ("check", "/tmp", "--output", "{nas}/report.html"),
    ("run", "--job", "{nas}/job.fio", "/tmp"),
)


@pytest.mark.parametrize("words", [*USUAL, *deep(*((one,) for one in FURTHER))], ids=" ".join)
def test_who_does_not_answer_is_named(words: tuple[str, ...], nas: Path, lab: Lab) -> None:
    link = nas.with_name("link")
    link.symlink_to(nas / "below")
    done = lab.driveproof(*(word.format(nas=nas, link=link) for word in words))
    assert done.returncode == 3, done.stderr
    assert str(nas) in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_list_says_it_in_a_line(nas: Path, lab: Lab) -> None:
    """Without a bus there is no list here; whoever is silent is told all the same."""
    done = lab.driveproof("list")
    assert len([line for line in done.stderr.splitlines() if str(nas) in line]) == 1


def test_a_relative_path_and_a_current_folder(nas: Path, lab: Lab) -> None:
    done = lab.driveproof("check", "./nas", cwd=nas.parent)
    assert done.returncode == 3
    assert str(nas) in done.stderr


@pytest.mark.deep
def test_what_a_killed_run_left_there_is_left_for_another_time(nas: Path, lab: Lab) -> None:
    record = lab.folder / ".local" / "state" / "driveproof" / "testfiles"
    record.mkdir(parents=True)
    orphan = record / new_name().replace(f"-{os.getpid()}-", "-4194305-")
    orphan.write_bytes(os.fsencode(nas))
    assert lab.driveproof("profiles").returncode == 0
    assert orphan.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_cancel_does_not_wait_for_the_answer(number: signal.Signals, nas: Path, lab: Lab) -> None:
    with lab.start("check", str(nas)) as process:
        wait_for("somebody asks", lambda: _asking(nas))
        process.send_signal(number)
        process.communicate(timeout=LIMIT)
    assert process.returncode in {130, -number}
    wait_for("nobody asks any more", lambda: not _asking(nas))


@pytest.mark.deep
@pytest.mark.skipif(MISSING, reason=WHY)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "tiny", "--seconds", "300"),
        ("run", "tiny", "--seconds", "2", "--cache", "cold"),
        ("run", "tiny", "--seconds", "2", "--cache", "warm"),
        ("run", "real-life", "--size", "64M"),
        ("run", "capacity"),
    ],
    ids=" ".join,
)
def test_a_drive_that_hangs_for_ever(
    words: tuple[str, ...], drive: StoppingDrive, lab: Lab
) -> None:
    """Ctrl-C in the middle of writing. The program comes back, and goes on behind the shell: it
    ends, and removes what it made, when the drive answers.
    """
    whole = _free(drive.point)
    lab.command()
    own = lab.folder / ".config" / "driveproof" / "profiles" / "tiny.toml"
    only = '["write"]'
    own.write_text(TINY.replace('["read"]', only).replace('["read", "write"]', only))
    with lab.start(*words, str(drive.point)) as process:
        wait_for("it has begun to write", lambda: whole - _free(drive.point) > MIB, LIMIT)
        if words[1] == "tiny":
            wait_for("it measures", lambda: any(map(_measures, lab.fios())), LIMIT)
        program = lab.program(process)
        drive.stop()
        wait_for("the drive holds somebody", lambda: _held(program), LIMIT)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT)
        assert process.returncode == 130, err
        assert "Traceback" not in err
        drive.go_on()
        wait_for("the program has ended", lambda: not Path(f"/proc/{program}").exists(), LIMIT)
    lab.nothing_is_left(drive.point)
    wait_for("its room is free again", lambda: whole - _free(drive.point) < MIB, LIMIT)
    assert [head.status for head in lab.history().heads()] == [CANCELLED]


@pytest.mark.deep
@pytest.mark.skipif(MISSING, reason=WHY)
def test_a_check_of_a_drive_that_hangs(drive: StoppingDrive, lab: Lab) -> None:
    with lab.start("check", str(drive.point)) as process:
        wait_for("it measures", lab.fios, LIMIT)
        program = lab.program(process)
        drive.stop()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LIMIT)
        assert process.returncode == 130, (out, err)
        drive.go_on()
        wait_for("the program has ended", lambda: not Path(f"/proc/{program}").exists(), LIMIT)
    lab.nothing_is_left(drive.point)


@pytest.mark.deep
@pytest.mark.skipif(MISSING, reason=WHY)
def test_a_kill_of_the_front_leaves_nothing_either(drive: StoppingDrive, lab: Lab) -> None:
    with lab.start("run", "tiny", "--seconds", "300", str(drive.point)) as process:
        wait_for("it measures", lab.fios, LIMIT)
        program = lab.program(process)
        drive.stop()
        process.kill()
        process.wait(LIMIT)
        drive.go_on()
        wait_for("the program has ended", lambda: not Path(f"/proc/{program}").exists(), LIMIT)
    lab.nothing_is_left(drive.point)


def _measures(fio: int) -> bool:
    """Whether it does not only make the test file."""
    try:
        return b"--runtime=" in Path(f"/proc/{fio}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return False


def _held(program: int) -> bool:
    """Whether a thread of it, or of what it started, waits for the drive."""
    tasks = subprocess.run(
        ["ps", "-L", "-o", "stat=", "--pid", str(program), "--ppid", str(program)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "D" in tasks.stdout


def _free(point: Path) -> int:
    facts = os.statvfs(point)
    return facts.f_bfree * facts.f_frsize


def _asking(nas: Path) -> bool:
    """Whether a child asks for the free space there."""
    found = subprocess.run(["pgrep", "--full", f"^stat .*{nas}$"], capture_output=True, check=False)
    return bool(found.stdout)
