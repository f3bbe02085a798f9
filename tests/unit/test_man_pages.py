# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The man pages name every command and option, and have no formatting errors."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest

from driveproof.cli.arguments import COMMANDS, parser
from driveproof.helper.__main__ import IDLE, OVERTIME, PROMPT, TIMEOUT

PROJECT = Path(__file__).resolve().parents[2]
PAGES = PROJECT / "packaging/man"


def helped(*words: str) -> str:
    said = StringIO()
    with redirect_stdout(said), pytest.raises(SystemExit) as ended:
        parser().parse_args([*words, "--help"])
    assert ended.value.code == 0
    return said.getvalue()


def plain(page: str) -> str:
    """A page without its markup."""
    return re.sub(r"\\f[BIRP]", "", page.replace("\\-", "-"))


@pytest.fixture(scope="module")
def generated() -> ModuleType:
    """What makes the page while a package is built."""
    place = PROJECT / "packaging" / "generated.py"
    spec = spec_from_file_location("generated", place)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_commands_are_found() -> None:
    hidden = {"remote"}  # not for people
    assert set(re.findall(r"^    ([a-z]+) ", helped(), re.MULTILINE)) == set(COMMANDS) - hidden


def test_every_command_is_in_the_page_with_its_options(generated: ModuleType) -> None:
    page = plain(generated.man_page(parser()))
    for words in [[], *([command] for command in COMMANDS if command != "remote")]:
        options = set(re.findall(r"--[a-z][a-z-]+", helped(*words)))
        assert re.search(rf"^\.SS driveproof {' '.join(words)}", page, re.MULTILINE)
        assert not [each for each in options if not re.search(rf"{each}(?![a-z-])", page)]


def test_the_helpers_options_are_in_its_page() -> None:
    page = plain((PAGES / "driveproof-helper.8").read_text("utf-8"))
    for option, value in (
        ("--idle=", IDLE), ("--overtime=", OVERTIME), ("--prompt=", PROMPT),
        ("--timeout=", TIMEOUT),
    ):  # fmt: skip
        _, found, rest = page.partition(option)
        assert found
        assert f"({value:g})" in rest.partition(".TP")[0]


@pytest.mark.parametrize("page", ["driveproof.1", "driveproof-helper.8"])
def test_the_page_is_without_a_fault(page: str, generated: ModuleType) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    kept = PAGES / page
    text = kept.read_text("utf-8") if kept.exists() else generated.man_page(parser())
    done = subprocess.run(
        [groff, "-man", "-ww", "-z", "-Tascii"],
        input=text, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
