# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""packaging/debian agrees with setup.cfg and tools/setup.sh; make test-package builds it."""

from __future__ import annotations

import configparser
import os
import re
from pathlib import Path

import pytest

import driveproof

CHECKOUT = Path(__file__).resolve().parents[2]
DEBIAN = CHECKOUT / "packaging/debian"
# Which of Debian's packages stand for a requirement; PySide6 is cut into modules there.
PACKAGES = {
    "PySide6-Essentials": [
        f"python3-pyside6.qt{part}"
        for part in ("core", "gui", "opengl", "openglwidgets", "svg", "widgets")
    ],
    "numpy": ["python3-numpy"],
    "msgspec": ["python3-msgspec"],
    "jeepney": ["python3-jeepney"],
    "jinja2": ["python3-jinja2"],
    "platformdirs": ["python3-platformdirs"],
    "colorama": ["python3-colorama"],
}
EPOCHS = {"numpy": "1:"}
CARRIED = ("pyqtgraph",)  # tools/vendor.sh


def paragraphs() -> dict[str, dict[str, str]]:
    found = {}
    for text in (DEBIAN / "control").read_text("utf-8").split("\n\n"):
        fields = dict(re.findall(r"^([A-Z][A-Za-z-]+):((?:.*\n?(?: .*\n?)*))", text, re.MULTILINE))
        found[fields.get("Package", "source").strip()] = fields
    return found


def relations(field: str) -> list[str]:
    return [each.strip() for each in field.split(",") if each.strip()]


def requirements() -> dict[str, str]:
    """The lowest versions that setup.cfg takes."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(CHECKOUT / "setup.cfg", "utf-8")
    lines = config["options"]["install_requires"].split("\n")
    return dict(re.findall(r"^([\w-]+)>=([\d.]+)", "\n".join(lines), re.MULTILINE))


def test_the_version_is_the_programs() -> None:
    first = (DEBIAN / "changelog").read_text("utf-8").splitlines()[0]
    assert first.startswith(f"driveproof ({driveproof.__version__}) ")


@pytest.mark.parametrize("name", sorted(requirements().keys() - set(CARRIED)))
def test_every_library_is_depended_on(name: str) -> None:
    lowest = f"(>= {EPOCHS.get(name, '')}{requirements()[name]})"
    needed = relations(paragraphs()["driveproof"]["Depends"])
    for package in PACKAGES[name]:
        assert f"{package} {lowest}" in needed


@pytest.mark.parametrize("name", CARRIED)
def test_what_is_carried_is_not_depended_on(name: str) -> None:
    assert f"vendor/{name}/*" in (DEBIAN / "copyright").read_text("utf-8")
    for fields in paragraphs().values():
        for field in ("Depends", "Recommends", "Build-Depends"):
            assert name not in fields.get(field, "")


def test_the_helper_needs_neither_qt_nor_numpy() -> None:
    needed = relations(paragraphs()["driveproof-helper"]["Depends"])
    assert not [
        each
        for each in needed
        if any(name in each for name in ("pyside", "numpy", "colorama", "driveproof"))
    ]
    assert f"python3-jeepney (>= {requirements()['jeepney']})" in needed
    assert {"fio", "polkitd"} <= set(needed)


def test_every_tool_of_the_table_is_known() -> None:
    """What the program starts or asks, as tools/setup.sh installs it for `make run`."""
    fields = paragraphs()
    known = {
        re.split(r"[ |]", each)[0]
        for package in ("driveproof", "driveproof-helper")
        for field in ("Depends", "Recommends")
        for each in relations(fields[package].get(field, ""))
    }
    script = (CHECKOUT / "tools/setup.sh").read_text()
    tools = re.search(r"^tools=\((.*)\)$", script, re.MULTILINE)
    assert tools
    assert set(tools[1].split()) <= known | {"python3", "python3-venv", "util-linux"}


def test_what_runs_can_be_run() -> None:
    for name in ("rules", "launcher", "driveproof-helper.prerm", "tests/unit"):
        assert os.access(DEBIAN / name, os.X_OK), name
