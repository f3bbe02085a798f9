# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of docs/reference are up to date, and the commands of all pages are understood."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from driveproof.cli.arguments import parser
from driveproof.domain.profile.profile_file import read_profile

CHECKOUT = Path(__file__).resolve().parents[2]
TOOL = CHECKOUT / "tools" / "reference.py"
FOLDERS = ("tutorials", "how-to", "explanation", "reference")
PAGES = [CHECKOUT / "README.md", *(p for one in FOLDERS for p in CHECKOUT.glob(f"docs/{one}/*"))]
EXAMPLE = re.compile(r"^    (driveproof .+?)(?: +#.*| \| .*| > .*)?$", re.MULTILINE)


def test_the_tables_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, TOOL, "--check"], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_are_understood(page: Path) -> None:
    text = page.read_text("utf-8")
    text = re.sub(r"<!-- generated: .*?<!-- end -->", "", text, flags=re.DOTALL)
    for command in EXAMPLE.findall(text):
        parser().parse_args(shlex.split(command)[1:])


def test_the_profiles_of_the_pages_are_read() -> None:
    found = [
        read_profile(text, "example", page.name)
        for page in PAGES
        for text in re.findall(r"^```toml\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    ]
    assert len(found) >= 2
