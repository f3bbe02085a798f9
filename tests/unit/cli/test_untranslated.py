# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language no subcommand prints English."""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.chains import CHAIN
from tests.builders.compared_runs import ENVIRONMENT, STEADY, TARGET, phase, run, times
from tests.builders.demo import demo_inventory
from tests.builders.experiments import experiment
from tests.builders.exported import table_of
from tests.builders.guided_runs import hdparm_run, scheduler_run
from tests.builders.html import check
from tests.builders.recorded_scan import finished_scan
from tests.builders.terminal_text import DATA, expect
from tests.builders.trim_outcomes import OUTCOME, PREVIEW
from tests.pseudo import spoken, strings

from driveproof.cli import main as cli
from driveproof.cli.arguments import parser
from driveproof.cli.run import RunProgressLine
from driveproof.composition.application import Application, Folders
from driveproof.composition.profiles import profiles_of
from driveproof.domain.run.run import Position, Run
from driveproof.domain.title import SEPARATOR
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.check import check_page
from driveproof.export.text.drives import inventory_table
from driveproof.export.text.experiment import experiment_text, experiments_table
from driveproof.export.text.trim import chain_text, outcome_text, preview_text

IMPORTED = str(DATA / "imports/crystaldiskmark-8.txt")
REPORT = str(DATA / "smart/qemu-ssd.json")
# argparse speaks with Python's own catalogue.
ARGPARSE = {
    "usage:", "options:", "positional arguments:", "show this help message and exit",
    "show program's version number and exit", "error:", "argument", "unrecognized arguments:",
    "the following arguments are required:", "invalid choice:", "choose from",
}  # fmt: skip


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


@pytest.mark.parametrize(
    "words",
    [
        ("profiles",),
        ("history",),
        ("show", "0a", "--details"),
        ("compare", "0a", "0b"),
        ("compare", "0a", "0b", "--fail-if-slower", "5"),
        ("export", "0a", "-", "--format", "text"),
        ("import", IMPORTED),
        ("experiment", "list"),
        ("show", "zz"),
        ("show", ""),
        ("run", "nothing", "/tmp"),
        ("run", "quick", "/nowhere"),
        ("run", "quick", "/tmp", "--size", "1X"),
        ("experiment", "show", "zz"),
        ("import", "/nowhere"),
        ("health",),
        ("health", "--report", REPORT),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_a_subcommand_says(
    words: tuple[str, ...], said: Callable[..., str], app: Application
) -> None:
    with spoken():
        text = said(*words)
    kept = [app.history.load(head.id) for head in app.history.heads()]
    assert text.strip()
    expect(
        text,
        strings(kept)
        | set(words)
        | ARGPARSE
        | {profile.name for profile in profiles_of(app).all()},
        " ".join(words).replace(IMPORTED, "FILE").replace(REPORT, "FILE"),
    )


def subcommands() -> list[str]:
    """Each of them, and each that is below one: "trim status"."""
    found = [""]
    for name, made in below(parser()).items():
        found += [name, *(f"{name} {one}" for one in below(made))]
    return found


def below(made: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    kinds = argparse._SubParsersAction
    return {
        name: one
        for action in made._actions
        if isinstance(action, kinds)
        for name, one in action.choices.items()
    }


@pytest.mark.parametrize("subcommand", subcommands())
def test_the_help_of_a_subcommand(subcommand: str, said: Callable[..., str]) -> None:
    with spoken():
        text = said(*subcommand.split(), "--help")
    # Names of values and of what is below a subcommand are typed as they are.
    text = re.sub(r"\{[\w,-]+\}|\b[A-Z]{2,}\b", " ", text)
    typed = {word for each in subcommands() for word in each.split()}
    expect(text, typed | ARGPARSE, f"help {subcommand}".strip())


@pytest.mark.parametrize(
    ("case", "value", "words"),
    [
        ("list", demo_inventory(), inventory_table),
        ("trim status", CHAIN, chain_text),
        ("trim preview", PREVIEW, preview_text),
        ("trim run", OUTCOME, outcome_text),
        ("experiment show", experiment(), experiment_text),
        ("experiment list", [experiment()], experiments_table),
        ("check", check("word"), check_page),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_said_of_a_value(case: str, value: object, words: Callable[[object], str]) -> None:
    with spoken():
        text = words(value)
    expect(text, strings(value), case)


@pytest.mark.parametrize(
    "kept", [finished_scan(), scheduler_run(), hdparm_run()], ids=lambda kept: kept.profile
)
def test_what_is_said_of_a_guided_run(kept: Run) -> None:
    with spoken():
        text = table_of(kept, details=True)
    titles = {kept.title, *(phase.title for phase in kept.phases)}
    tests = {phase.name.partition(SEPARATOR)[0] for phase in kept.phases}
    names = {phase.scheduler for phase in kept.phases if phase.scheduler}
    expect(text, strings(kept) - strings(titles) | tests | names, kept.profile)


class Written(io.StringIO):
    """A file."""

    encoding = "utf-8"  # type: ignore[assignment]


class Terminal(Written):
    """A stream on which a line can move."""

    def isatty(self) -> bool:
        return True


def run_events() -> list[events.Event]:
    """A run with everything that is said in between."""
    profile = Profiles().find("quick")
    on_nvme = replace(TARGET, bus="nvme")
    on_virtual = replace(TARGET, bus="virtio")
    first, *_ = profile.phases
    measured, nothing = phase(STEADY), replace(phase(STEADY), repeats=())
    one = replace(measured, repeats=measured.repeats[:1])
    positions = [Position(0, 10**6, 0.01)]
    return [
        events.Started(profile.customized(repeats=2), on_nvme, ENVIRONMENT, 60.0, ()),
        events.Started(profile, on_virtual, ENVIRONMENT, 60.0, ()),
        events.Preparing(0, 2**30, 60.0),
        events.Preparing(2**29, 2**30, 1e6),
        events.Preparing(2**29, 2**30, 60.0, reading=True),
        events.RepeatStarted(0, first, 1, 2, (), "libaio"),
        events.Measured(0, 1, (), warming=True, progress=0.1, remaining=50.0),
        events.Scanned(0, 1, positions, 100, 0.2, 40.0),
        events.Stalled(0, 1, 1.5),
        *(events.PhaseEnded(0, result, 0.0) for result in (measured, one, nothing)),
        events.RunEnded(run(measured)),
    ]


@pytest.mark.parametrize("stream", [Written, Terminal], ids=["file", "terminal"])
def test_what_is_said_during_a_run(
    stream: Callable[[], Written], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    into = stream()
    said = RunProgressLine(into, binary=False, compared=True)
    with spoken():
        for event in run_events():
            said(event)
    text = into.getvalue()
    assert len(text.splitlines()) >= 7
    titles = strings(Profiles().find("quick").phases) | {"quick", "quick-nvme"}
    expect(text.replace("\r\x1b[K", "\n"), titles, "run")


def test_what_is_said_during_a_scan() -> None:
    profile = Profiles().find("scan")
    into = Written()
    said = RunProgressLine(into, binary=False)
    with spoken():
        said(events.Started(profile, TARGET, ENVIRONMENT, 60.0, ()))
        for index, test in enumerate(profile.phases):
            said(events.RepeatStarted(index, test, 1, 1, (), "psync"))
            said(events.PhaseEnded(index, replace(phase(STEADY), title=test.title), 0.0))
    expect(into.getvalue(), set(), "scan")
