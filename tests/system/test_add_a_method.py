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
        profile = folder / "config/driveproof/profiles/gaps.toml"
        places = (*(method / f"{name}.py" for name in ("__init__", "plan", "answer")), profile)
        for place, block in zip(places, blocks, strict=True):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(block, "utf-8")

    def run(self, *words: str) -> str:
        """What `driveproof` prints; it succeeds."""
        folder = self._folder
        environment = {
            **os.environ,
            "PYTHONPATH": str(folder / "app"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        done = subprocess.run(
            [sys.executable, "-m", "driveproof", *words],
            env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Copied:
    """With two runs of the method."""
    made = Copied(tmp_path_factory.mktemp("method"))
    for label in ("before", "after"):
        made.run(
            *("run", "gaps", str(made.target), "--size", "8M", "--seconds", "0.5"),
            *("--label", label),
        )
    return made


def test_it_is_a_profile(copied: Copied) -> None:
    profiles = json.loads(copied.run("profiles", "--json"))["profiles"]
    assert "gaps" in {one["name"] for one in profiles}


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
