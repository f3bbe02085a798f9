# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The person dismisses the password prompt of a step on the experiment page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.caller import Process, children
from tests.system.helper.person import Person
from tests.system.helper.program.test_experiments import folder, go_on, new, small
from tests.system.helper.trim_drives import FREED, Drive, drive, udisks

from driveproof.helper.protocol import Action
from driveproof.ui.experiment.views import STEPS

__all__ = ["drive", "folder", "small", "udisks"]
pytestmark = [pytest.mark.root, pytest.mark.bus]

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
    assert asked == [Action.TRIM] * 2
    assert (first["view"], first["next"], first["enabled"]) == (STEPS, "action", True)
    assert "dismissed" in first["reason"]
    assert first["attempts"] == []  # nothing was begun
    assert second["reason"] == ""
    assert (second["view"], second["next"]) == (STEPS, "after")
    assert one.discarded - before > FREED
    assert children(helper.pid) == []
