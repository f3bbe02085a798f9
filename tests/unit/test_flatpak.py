# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifest meets Flathub's rules, and requests only what the program needs."""

from __future__ import annotations

import configparser
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from driveproof.helper.protocol import BUS_NAME

CHECKOUT = Path(__file__).resolve().parents[2]
APP_ID = "io.github.driveproof.Driveproof"
MANIFEST = CHECKOUT / "flatpak" / f"{APP_ID}.json"
LIBRARIES = "python-libraries.json"
TEXT = MANIFEST.read_text("utf-8")
BUILT: dict[str, Any] = json.loads(TEXT)
MODULES: dict[str, Any] = {each["name"]: each for each in BUILT["modules"] if each != LIBRARIES}
SOURCES = [source for module in MODULES.values() for source in module["sources"]]


def test_the_names_are_the_applications() -> None:
    assert BUILT["id"] == APP_ID
    config = configparser.ConfigParser(interpolation=None)
    config.read(CHECKOUT / "setup.cfg", "utf-8")
    script = config["options.entry_points"]["console_scripts"].split("=")[0].strip()
    assert BUILT["command"] == script


def test_the_runtime_is_a_release_and_the_bases() -> None:
    assert re.fullmatch(r"\d+\.\d+", BUILT["runtime-version"])
    assert BUILT["base-version"] == BUILT["runtime-version"]
    assert BUILT["sdk"] == BUILT["runtime"].replace("Platform", "Sdk")


def test_it_may_do_what_it_needs_and_no_more() -> None:
    assert sorted(BUILT["finish-args"]) == sorted(
        [
            # A window; X11 needs the shared memory, and only where there is no Wayland.
            "--share=ipc",
            "--socket=wayland",
            "--socket=fallback-x11",
            "--device=dri",
            # What is measured: folders of one's own and of drives that were plugged in.
            "--filesystem=home",
            "--filesystem=/media",
            "--filesystem=/run/media",
            "--talk-name=org.freedesktop.Notifications",
            "--system-talk-name=org.freedesktop.UDisks2",
            f"--system-talk-name={BUS_NAME}",
        ]
    )


def test_nothing_is_loaded_while_it_is_built_or_runs() -> None:
    assert "--share=network" not in TEXT
    assert "build-args" not in TEXT
    for module in MODULES.values():
        for command in module.get("build-commands", []):
            if "pip3 install" in command:
                assert "--no-index" in command
                assert "--no-deps" in command


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_every_source_is_one_certain_file(source: Any) -> None:
    if source["type"] == "dir":
        # This checkout. On Flathub: the tag of a release, with its commit (docs/dev/packaging.md).
        assert source["path"] == ".."
        return
    assert source["url"].startswith("https://")
    assert "branch" not in source
    if source["type"] == "git":
        assert re.fullmatch(r"[0-9a-f]{40}", source["commit"])
        assert re.search(r"\d", source["tag"])
    else:
        assert re.fullmatch(r"[0-9a-f]{64}", source["sha256"])


def test_only_the_program_itself_comes_from_a_folder() -> None:
    folders = [
        name
        for name, module in MODULES.items()
        for source in module["sources"]
        if isinstance(source, dict) and source["type"] == "dir"
    ]
    assert folders == ["driveproof"]


def test_fio_is_built_after_what_it_links() -> None:
    assert list(MODULES).index("libaio") < list(MODULES).index("fio")
    # For the processor that it is built on otherwise, and dead on an older one.
    assert "--disable-native" in MODULES["fio"]["config-opts"]


def test_the_list_of_libraries_is_generated_and_ignored() -> None:
    assert BUILT["modules"].index(LIBRARIES) < BUILT["modules"].index(MODULES["driveproof"])
    listed = ["git", "-c", "safe.directory=*", "check-ignore", "--no-index", "--quiet"]
    if (CHECKOUT / ".git").exists():
        subprocess.run([*listed, f"flatpak/{LIBRARIES}"], cwd=CHECKOUT, check=True)
