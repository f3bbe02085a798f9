# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The method of docs/dev/add-a-method.md, put into a copy of the package: no other file changes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.deep
CHECKOUT = Path(__file__).parents[2]
PAGE = CHECKOUT / "docs/dev/add-a-method.md"


class Copied:
    """A copy of the package with the folder and the profile of the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        shutil.copytree(
            CHECKOUT / "app/driveproof",
            folder / "app/driveproof",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        self.target = folder / "target"
        self.target.mkdir()
        blocks = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        method = folder / "app/driveproof/methods/gaps"
        self.profiles = folder / "config/driveproof/profiles"
        modules = (method / f"{name}.py" for name in ("__init__", "plan", "answer"))
        places = (*modules, self.profiles / "gaps.toml")
        for place, block in zip(places, blocks, strict=True):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(block, "utf-8")

    def run(self, *words: str) -> str:
        """What `driveproof` prints; it succeeds."""
        return self.python("-m", "driveproof", *words)

    def python(self, *words: str) -> str:
        """What Python prints with the copy; it succeeds."""
        folder = self._folder
        environment = {
            **os.environ,
            "PYTHONPATH": str(folder / "app"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
            "QT_QPA_PLATFORM": "offscreen",
        }
        done = subprocess.run(
            [sys.executable, *words],
            env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


ROWS = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.plan import customized
from driveproof.ui.theme.style import Theme
form = DetailsForm(Theme(QApplication([]), "light"))
profile = Profiles(Path(sys.argv[1])).find("gaps")
form.fill(profile)
form.chosen["gap"].widget.setValue(5)
print(customized(profile, form.entered, sized=True).plan.gap)
"""
"""Chooses another gap in the window."""


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Copied:
    """With two runs of the method."""
    made = Copied(tmp_path_factory.mktemp("method"))
    for label in ("before", "after"):
        made.run(
            *("run", "gaps", str(made.target), "--size", "8M", "--seconds", "0.5"),
            *("--gap", "3", "--label", label),
        )
    return made


def test_it_is_a_profile(copied: Copied) -> None:
    profiles = json.loads(copied.run("profiles", "--json"))["profiles"]
    assert "gaps" in {one["name"] for one in profiles}


def test_its_option_is_one_of_run_and_a_row_of_the_window(copied: Copied) -> None:
    gaps = json.loads(copied.run("show", "latest", "--json"))["phases"][1]
    assert f"zoneskip={3 * 2**16}" in " ".join(gaps["command"])
    assert copied.python("-c", ROWS, str(copied.profiles)) == "5\n"


def test_its_answer_is_shown(copied: Copied) -> None:
    run = json.loads(copied.run("show", "latest", "--json"))
    rows = run["answer"]["tables"]["tests"]
    assert [row["bandwidth"]["median"] > 0 for row in rows] == [True, True]
    assert [len(phase["repeats"]) for phase in run["phases"]] == [3, 3]
    (sentence,) = run["answer"]["sentences"]
    assert sentence["values"].keys() == {"share"}
    words = sentence["text"].split()  # spaces in a quantity follow the terminal
    assert " ".join(words[:6]) in copied.run("show", "latest").replace("\n", " ")


def test_it_is_exported(copied: Copied, tmp_path: Path) -> None:
    found = {}
    for suffix in ("json", "html", "png"):
        file = tmp_path / f"gaps.{suffix}"
        copied.run("export", "latest", str(file))
        found[suffix] = file.read_bytes()
    (sentence,) = json.loads(found["json"])["answer"]["sentences"]
    assert sentence["text"].encode() in found["html"]
    assert found["png"].startswith(b"\x89PNG")


def test_two_runs_are_compared(copied: Copied) -> None:
    found = json.loads(copied.run("compare", "label:before", "label:after", "--json"))
    assert {test["metric"] for test in found["answer"]["tables"]["tests"]} == {"bandwidth"}
