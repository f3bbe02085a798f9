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
from driveproof.domain.profile.for_device import Way, needs_device, why_not
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles
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
    assert set(re.findall(r"^    ([a-z]+) ", helped(), re.MULTILINE)) == set(COMMANDS)


def test_every_command_is_in_the_page_with_its_options(generated: ModuleType) -> None:
    page = plain(generated.man_page(parser()))
    for words in [[], *([command] for command in COMMANDS if command != "remote")]:
        options = set(re.findall(r"--[a-z][a-z-]+", helped(*words)))
        assert re.search(rf"^\.SS driveproof {' '.join(words)}", page, re.MULTILINE)
        assert not [each for each in options if not re.search(rf"{each}(?![a-z-])", page)]


def test_the_readme_names_every_profile_and_command() -> None:
    text = (PROJECT / "README.md").read_text("utf-8")
    missing = [
        profile.name
        for profile in Profiles().all()
        if f"`{profile.name}`" not in text
        and f"`-{profile.name.removeprefix('workload-')}`" not in text
    ]
    missing += [name for name in COMMANDS if f"\n    driveproof {name} " not in text]
    assert missing == ["remote"]  # not for people


def row_of(profile: Profile) -> str:
    """The row of the README's table that the rules put it in."""
    if needs_device(profile):
        overwrites = profile.destructive
        return f"A device only, which is {'overwritten' if overwrites else 'read'}"
    folder, read, overwrite = (why_not(profile, way) is None for way in Way)
    if not folder:
        return "A device only, which is overwritten"
    if read:
        return "A folder, or a device that is read"
    if overwrite:
        return "A folder, or a device that is overwritten (`--overwrite-device`)"
    return "A folder only"


def test_the_readme_says_where_each_profile_runs() -> None:
    lines = (PROJECT / "README.md").read_text("utf-8").splitlines()
    rows = {
        cells[1].strip(): set(re.findall(r"`([a-z-]+)`", cells[2]))
        for cells in (line.split("|") for line in lines)
        if len(cells) > 2
    }
    misplaced = [
        each.name for each in Profiles().all() if each.name not in rows.get(row_of(each), ())
    ]
    assert misplaced == []


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
