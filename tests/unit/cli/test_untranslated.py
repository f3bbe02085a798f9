# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language nothing that a subcommand says stays English."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from tests.pseudo import spoken, untranslated
from tests.ui.demo import demo_inventory
from tests.unit.domain.compared_runs import STEADY, phase, run, times
from tests.unit.domain.experiment.test_experiment import experiment
from tests.unit.export.test_chain import CHAIN
from tests.unit.export.test_report import check
from tests.unit.export.test_trim import OUTCOME, PREVIEW

from driveproof.cli import main as cli
from driveproof.composition.root import Application, Folders
from driveproof.domain.text import visible
from driveproof.export.text.check import check_page
from driveproof.export.text.drives import inventory_table
from driveproof.export.text.experiment import session_text, sessions_table
from driveproof.export.text.trim import chain_text, outcome_text, preview_text

DATA = Path(__file__).resolve().parents[2] / "data"
IMPORTED = str(DATA / "imports/crystaldiskmark-8.txt")
REPORT = str(DATA / "smart/qemu-ssd.json")
SUBCOMMANDS = ("list", "health", "trim", "check", "profiles", "run", "session", "history", "show",
               "compare", "export", "import")  # fmt: skip
# argparse speaks with Python's own catalogue.
ARGPARSE = {
    "usage:", "options:", "positional arguments:", "show this help message and exit",
    "show program's version number and exit", "error:", "argument", "unrecognized arguments:",
    "the following arguments are required:", "invalid choice:", "choose from",
}  # fmt: skip


def strings(value: object) -> set[str]:
    """Every text in a value: what a sentence quotes."""
    match value:
        case str():
            return {value}
        case tuple() | list() | frozenset() | set():
            return set[str]().union(*map(strings, value))
        case dict():
            return strings(tuple(value.values()))
    if is_dataclass(value):
        return set[str]().union(*(strings(getattr(value, one.name)) for one in fields(value)))
    return set()


@pytest.fixture
def app(tmp_path: Path) -> Application:
    found = Application(Folders.below(tmp_path))
    found.history.save(run(phase(STEADY), id="0aaaaaaaa", label="old"))
    found.history.save(run(phase(times(0.8)), id="0bbbbbbbb", days=1, label="new"))
    return found


@pytest.fixture
def said(app: Application, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def call(*words: str) -> str:
        with suppress(SystemExit):  # --help
            cli.run(list(words), app)
        printed = capsys.readouterr()
        return printed.out + printed.err

    return call


def expect(text: str, values: set[str], case: str) -> None:
    known = {value for value in values if len(value) > 1}
    found = untranslated(text, known | set(map(visible, known)))
    assert not found, f"{case}: {sorted(set(found))}\n{text}"


@pytest.mark.parametrize(
    "words",
    [
        ("profiles",),
        ("history",),
        ("show", "0a", "--details"),
        ("compare", "0a", "0b"),
        ("compare", "0a", "0b", "--fail-if-slower", "5"),
        ("export", "0a", "--format", "text", "--output", "-"),
        ("import", IMPORTED),
        ("session", "list"),
        ("show", "zz"),
        ("show", ""),
        ("run", "nothing", "--target", "/tmp"),
        ("run", "quick", "--target", "/nowhere"),
        ("run", "quick", "--target", "/tmp", "--size", "1X"),
        ("session", "show", "zz"),
        ("import", "/nowhere"),
        ("health",),
        ("health", "--from", REPORT),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_a_subcommand_says(
    words: tuple[str, ...], said: Callable[..., str], app: Application
) -> None:
    kept = [app.history.load(head.id) for head in app.history.heads()]
    with spoken():
        text = said(*words)
    assert text.strip()
    expect(
        text,
        strings(kept) | set(words) | ARGPARSE | {profile.name for profile in app.profiles.all()},
        " ".join(words).replace(IMPORTED, "FILE").replace(REPORT, "FILE"),
    )


@pytest.mark.parametrize("subcommand", ["", *SUBCOMMANDS])
def test_the_help_of_a_subcommand(subcommand: str, said: Callable[..., str]) -> None:
    with spoken():
        text = said(*filter(None, (subcommand, "--help")))
    # Names of values and of what is below a subcommand are typed as they are.
    text = re.sub(r"\{[\w,-]+\}|\b[A-Z]{2,}\b", " ", text)
    below = {"chain", "preview", "new", "continue", "cancel"}
    expect(text, {*SUBCOMMANDS, *ARGPARSE, *below}, f"help {subcommand}".strip())


@pytest.mark.parametrize(
    ("case", "value", "words"),
    [
        ("list", demo_inventory(), inventory_table),
        ("trim chain", CHAIN, chain_text),
        ("trim preview", PREVIEW, preview_text),
        ("trim run", OUTCOME, outcome_text),
        ("session show", experiment(), session_text),
        ("session list", [experiment()], sessions_table),
        ("check", check("word"), check_page),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_said_of_a_value(case: str, value: object, words: Callable[[object], str]) -> None:
    with spoken():
        text = words(value)
    expect(text, strings(value), case)
