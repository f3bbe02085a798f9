# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments with an action of our own: a TRIM, and I/O schedulers in turn, through the real
helper.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.caller import NOBODY, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person
from tests.system.helper.trim_drives import FREED, Drive, document
from tests.system.measuring import keep_small_profile, wait_for

from driveproof.helper.protocol import PolkitAction
from driveproof.ui.experiment.page import STEPS

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.fixture(autouse=True)
def small(person: Person) -> None:
    path = keep_small_profile(person.home / ".config/driveproof/profiles")
    os.chown(path, NOBODY, NOBODY)


def go_on(person: Person, *more: str) -> dict[str, Any]:
    return document(person.driveproof("experiment", "continue", *more, "--json"))


def new(person: Person, target: str, *more: str) -> dict[str, Any]:
    words = ("small", target, "--repeats", "2", *more)
    return document(person.driveproof("experiment", "new", *words, "--json"))


def test_a_trim_between_two_baselines_and_the_verdict(
    helper: Process, person: Person, udisks: None, drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    folder = one.point / "ours"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    begun = new(person, str(folder), "--action", "trim")
    assert begun["target"]["identity"] == f"path:{one.image}"
    assert [step["step"] for step in begun["steps"]] == [
        "check", "baseline", "baseline", "action", "after", "verdict", "after", "verdict"
    ]  # fmt: skip
    assert [go_on(person, "--now")["next"]["step"] for _ in range(2)] == ["baseline", "action"]
    before = one.discarded
    status, out, _err = person.driveproof("experiment", "continue", "--json")
    assert (status, out, one.discarded) == (4, "", before)  # nobody said yes
    found = go_on(person, "--yes")
    assert found["next"]["step"] == "after"
    assert one.discarded - before > FREED
    done = go_on(person)
    while done["status"] == "open":
        done = go_on(person, "--now")
    assert done["status"] == "finished"
    (test,) = done["comparison"]["answer"]["tables"]["tests"]
    assert test["before_repeats"] == 4
    assert test["after_repeats"] == 2 * len(done["looks"])


def queue(disk: Disk) -> str:
    return Path("/sys/block", Path(disk.path).name, "queue/scheduler").read_text("ascii").strip()


def other_scheduler(disk: Disk) -> tuple[str, str]:
    """The one that is set, and another on offer."""
    words = queue(disk).split()
    own = next(word[1:-1] for word in words if word.startswith("["))
    others = [word for word in words if not word.startswith("[")]
    if not others:
        pytest.skip(f"{disk.path} offers one I/O scheduler only: {own}")
    return own, others[0]


@pytest.fixture
def disk(make_disk: Callable[..., Disk]) -> Iterator[Disk]:
    """A disk whose scheduler is not the first on offer: a default would prove nothing."""
    made = make_disk()
    path = Path("/sys/block", Path(made.path).name, "queue/scheduler")
    own, other = other_scheduler(made)
    path.write_text(other, "ascii")
    yield made
    path.write_text(own, "ascii")  # a loop device keeps it for whoever comes next


@pytest.mark.deep
def test_schedulers_in_turn_and_the_old_one_at_the_end(
    helper: Process, person: Person, disk: Disk
) -> None:
    own, other = other_scheduler(disk)
    state = queue(disk)
    new(person, disk.path, "--action", "scheduler", "--scheduler", other)
    done = go_on(person)
    assert queue(disk) == state
    assert done["status"] == "finished"
    order = [step["step"] for step in done["steps"]]
    assert order == ["check", "baseline", "after", "after", "baseline", "verdict"]
    assert [side["name"] for side in done["comparison"]["sides"]] == [own, other]
    (differs,) = (
        one
        for one in done["comparison"]["answer"]["tables"]["differs"]
        if one["condition"] == "scheduler"
    )
    assert (differs["before"], differs["after"]) == (own, other)


@pytest.mark.deep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_cut_short_the_old_scheduler_is_set_and_the_rest_comes_later(
    helper: Process, person: Person, disk: Disk, number: signal.Signals
) -> None:
    _, other = other_scheduler(disk)
    state = queue(disk)
    words = ("--action", "scheduler", "--scheduler", other, "--seconds", "3")
    new(person, disk.path, *words)
    process, _ = person.start("experiment", "continue")
    wait_for("the other one is set", lambda: f"[{other}]" in queue(disk), 60)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    wait_for("the old one is set", lambda: queue(disk) == state)
    shown = document(person.driveproof("experiment", "show", "latest", "--json"))
    assert shown["status"] == "open"
    assert [step["state"] for step in shown["steps"][:3]] == ["done", "done", "now"]
    assert shown["next"]["step"] == "after"


@pytest.fixture
def folder(drive: Callable[..., Drive]) -> tuple[Drive, str]:
    """A folder of the user's own on a drive, and the drive."""
    one = drive("ext4")
    made = one.point / "ours"
    made.mkdir()
    os.chown(made, NOBODY, NOBODY)
    return one, str(made)


SCRIPT = Path(__file__).with_name("experiment_alone.py")


@pytest.fixture
def experiment_page(person: Person, launcher: Path, udisks: None) -> Iterator[Person]:
    """The same person, in front of the experiment page instead of a terminal."""
    head, found, _ = launcher.read_text("utf-8").partition("from driveproof.__main__")
    assert found
    own = launcher.with_name("experiment-alone")
    own.write_text(head + SCRIPT.read_text("utf-8").replace("from __future__", "# from"), "utf-8")
    own.chmod(0o755)
    made = copy(person)
    made.launcher = own
    yield made
    own.unlink()


def twice(
    experiment_page: Person, experiment: str
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """What the experiment page shows once the question was dismissed, and once it was answered; the
    questions."""
    again = experiment_page.home / "again"
    process, agent = experiment_page.start(experiment, str(again), answer="dismiss")
    assert process.stdout is not None and process.stderr is not None
    first = process.stdout.readline()
    agent.answer = "allow"
    again.touch()
    second, complaints = process.communicate(timeout=240)
    assert process.returncode == 0, complaints
    return json.loads(first), json.loads(second), [prompt.action for prompt in agent.seen]


@pytest.mark.deep
def test_a_trim_that_was_dismissed_is_asked_for_again(
    helper: Process, person: Person, experiment_page: Person, folder: tuple[Drive, str]
) -> None:
    one, target = folder
    experiment = new(person, target, "--action", "trim", "--baselines", "1")["id"]
    assert go_on(person)["next"]["step"] == "action"
    before = one.discarded
    first, second, asked = twice(experiment_page, experiment)
    assert asked == [PolkitAction.TRIM] * 2
    assert (first["view"], first["next"], first["enabled"]) == (STEPS, "action", True)
    assert "dismissed" in first["reason"]
    assert first["attempts"] == []  # nothing was begun
    assert second["reason"] == ""
    assert (second["view"], second["next"]) == (STEPS, "after")
    assert one.discarded - before > FREED
    assert children(helper.pid) == []
