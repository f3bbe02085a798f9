# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Below wording are codes and values, or keys of a translation: no other sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "app" / "driveproof"
FLOORS = ("domain", "fio", "system", "history", "importers", "engine")

FEWEST = 3
"""Words of a constant from which on it is taken for a clause or a sentence."""

# What carries the key of a translation and its values; wording words them. Notes are kept so.
CARRIERS = {
    "Note", "Advice", "Phrase", "DriveproofError", "UsageError", "MachineError", "RefusedError",
    "CancelledError", "UnfitError", "FaultyHostError", "DamagedError", "UnreadableError",
    "AnotherDeviceError", "_",
    "ngettext", "Plural",
}  # fmt: skip
# How many of their first arguments are keys, where it is more than one.
KEYS = {"Plural": 2, "ngettext": 2}
# These report a fault of ours, or data that whoever reads them refuses in words of its own.
FAULTS = {"ValueError", "TypeError", "KeyError", "AssertionError", "BrokenMessageError"}
REGULAR_EXPRESSIONS = {"compile", "search", "split", "match", "fullmatch", "sub"}
LOG = {"debug", "info", "warning", "error", "exception"}
"""What only the log has is English."""
FOREIGN = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE TABLE|ALTER TABLE|ORDER BY|WHERE)\b|[=<] \?"
    r"|\bNOT (NULL|IN)\b|\bDESC\b|\bVALUES \(|\b\w+\(\w+, \?\)|^file:"
    r"|\| sudo |^(sudo|systemctl) |^type='signal'|^import sys;|%s"
)
"""SQL, commands, rules of the bus and formats of the log."""
# Bases of classes whose values are codes: JSON and histories have them as they are.
CODES = {"Enum", "StrEnum", "IntEnum"}

_BOUND = "where a bound is from, as the JSON quotes it"
_LINES = "the titles of a log's lines, as in JSON: the glossary words them by their keys"

# Module and beginning of the text, with the reason.
ALLOWED = {
    ("domain/health/nvme_status.py", ""): "the specification's names of its status codes",
    ("engine/run/explained.py", "remounting filesystem read-only"): "the kernel's words",
    ("engine/run/hdparm.py", "device too small"): "hdparm's words",
    ("fio/job_options.py", ""): "fio's options",
    ("history/checks.py", "name, "): "columns",
    ("history/query.py", "started {}, id {}"): "columns",
    ("history/datasheet.py", "read, write, "): "columns",
    ("history/self_tests.py", "noted, "): "columns",
    ("history/snapshots.py", "id, identity, "): "columns",
    ("history/trims.py", "started, "): "columns",
    ("system/smart/smartctl_rows.py", ""): "smartctl's words",
    ("importers/detect.py", ""): "what other programs print, and their names",
    ("importers/gnome_disks.py", "Benchmark of GNOME Disks"): "the title of a run, kept with it",
    ("importers/gnome_disks.py", "Throughput by position"): "the title of a test, kept with it",
    ("importers/gnome_disks.py", "Write throughput by position"): "the title of a test",
    ("importers/hdparm_text.py", ""): "hdparm's words",
    ("importers/iozone.py", ""): "iozone's words",
    ("system/helper/client.py", "Self-tests not supported"): "smartctl's words",
    ("system/kernel/link_state.py", "dev{}.{}.0"): "a name",
    ("system/kernel/machine.py", "Google Compute Engine"): "a product",
    ("system/smart/smartctl_ata.py", ""): "smartctl's words",
    ("system/smart/smartctl_nvme.py", ""): _LINES,
    ("system/smart/smartctl_scsi.py", ""): _LINES,
    ("system/smart/smartctl_text.py", ""): "smartctl's words",
    ("system/udisks/self_test.py", "it has no drive"): "a reply of the bus, as UDisks2 words them",
    ("domain/comparison/matching.py", "geometric mean of {}"): "the name of a test",
    ("domain/comparison/matching.py", "Geometric mean of {} figures, mixed"): "the title of a test",
    ("domain/comparison/matching.py", "Geometric mean of {} figures"): "the title of a test",
    ("domain/health/report.py", "UDisks2 (ATA SMART)"): "the name of a source",
    (
        "domain/health/report.py",
        "UDisks2 (NVMe health log)",
    ): "the name of a source",
    ("domain/health/rules.py", "Pinheiro et al."): "a publication",
    ("domain/health/rules.py", "Backblaze,"): "a publication",
    ("domain/health/rules.py", "Schroeder et al."): "a publication",
    ("domain/health/rules.py", "our own choice"): _BOUND,
    (
        "domain/health/rules.py",
        "{}: a motor or a power supply",
    ): _BOUND,
    ("domain/health/rules.py", "{}: data were changed"): _BOUND,
    ("domain/health/rules.py", "{}: flash does not spin"): _BOUND,
    ("domain/health/rules.py", "{}: its host's power saving"): _BOUND,
    ("domain/health/rules.py", "1: {}, "): _BOUND,
    ("domain/health/rules.py", "Dell Certified Intel"): "the model of a drive",
    ("domain/notes.py", "The order of the schedulers was"): "how notes of older histories begin",
    ("domain/profile/latency_breakdown.py", "From the drive"): "the title of a test",
    ("domain/profile/latency_breakdown.py", "{}, processor awake"): "the title of a test",
    ("domain/profile/load_curve.py", "Random {}, depth {}"): "the title of a test",
    ("domain/profile/mixed.py", "Mixed 4 KiB"): "the title of a test",
    ("domain/profile/phase.py", " + Q{}T{}"): "part of the name of a test",
    ("domain/profile/options.py", "random|"): "a regular expression",
    ("domain/profile/scan.py", "Throughput by position"): "the title of a test",
    ("domain/profile/real_life.py", ""): "the titles of tests",
    ("domain/profile/whole_files.py", "Web server"): "the titles of tests",
    ("domain/profile/whole_files.py", "Start of a large program"): "the title of a test",
    ("engine/run/tasks/compiling.py", ""): "C",
    ("engine/run/tasks/database.py", ""): "SQL",
    ("domain/profile/mirror.py", "Two readers of one file"): "the title of a test",
    ("domain/profile/mirror.py", "Two readers of two files"): "the title of a test",
    ("domain/profile/multi_drive.py", "all at once"): "part of the name and title of a test",
    ("domain/profile/sustained.py", "Random write at the end"): "the title of a test",
    ("domain/profile/sustained.py", "Write after a pause"): "the title of a test",
    ("domain/run/columns.py", "{}([{}], {} in all)"): "a repr()",
    ("domain/run/run.py", "fsync after each write"): "the title of a test",
    ("domain/run/run.py", "JSON of Driveproof"): "the name of a source, kept with a run",
    ("domain/trim/drive_rules.py", "smartctl -x -j"): "the name of a source",
    (
        "domain/trim/fstrim.py",
        "systemd (org.freedesktop",
    ): "the name of a source",
    ("system/trim/facts.py", "dev{}.{}.0"): "a name",
    **{
        ("system/smart/udisks.py", title): _LINES
        for title in (
            "Entries in the error log",
            "Used of its rated life",
            "Spare blocks left",
            "Least spare blocks",
            "Power lost without warning",
            "Above its warning temperature",
            "Above its critical temperature",
            "Its warning temperature",
            "Its critical temperature",
            "Percentage Used of the NVMe",
            "In use, as the drive",
        )
    },
}


def called(node: ast.AST) -> str:
    """The last part of the name of what is called, "" of anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def sentences(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each constant that reads like a clause; "{}" stands for a filled-in value.

    Not: docstrings, values of enums, regular expressions, what CARRIERS and FAULTS say.
    """
    yield from _below(ast.parse(source))


def _below(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.ClassDef) and CODES & {getattr(base, "id", "") for base in node.bases}:
        members = (ast.Assign, ast.AnnAssign)
        for child in node.body:
            if not isinstance(child, members):
                yield from _below(child)
        return
    text = _text(node)
    if text is not None:
        words = text.replace("{}", " ").split()
        if len(words) >= FEWEST and any(map(str.isalpha, text)) and not FOREIGN.search(text):
            yield node.lineno, text  # type: ignore[attr-defined]
        if isinstance(node, ast.Constant):
            return
    keys: list[ast.expr] = []
    if isinstance(node, ast.Call) and node.args:
        name = called(node)
        if name in CARRIERS | FAULTS | REGULAR_EXPRESSIONS | LOG:
            keys = node.args[: KEYS.get(name, 1)]
    for child in ast.iter_child_nodes(node):
        if child in keys and _text(child) is not None:
            continue
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        yield from _below(child)


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (_text(part) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(part or "" for part in parts)
    return None


@pytest.fixture(scope="module")
def found() -> list[tuple[str, int, str]]:
    return [
        (path.relative_to(PACKAGE).as_posix(), line, text)
        for floor in FLOORS
        for path in sorted((PACKAGE / floor).rglob("*.py"))
        for line, text in sentences(path.read_text(encoding="utf-8"))
    ]


def allowed(module: str, text: str) -> tuple[str, str] | None:
    return next((key for key in ALLOWED if key[0] == module and text.startswith(key[1])), None)


def test_no_sentence_stands_below_wording(found: list[tuple[str, int, str]]) -> None:
    wrong = [f"{at}:{line}: {text}" for at, line, text in found if allowed(at, text) is None]
    assert not wrong, "These belong to wording:\n" + "\n".join(wrong)


def test_the_list_has_no_more_than_is_needed(found: list[tuple[str, int, str]]) -> None:
    used = {allowed(module, text) for module, _, text in found}
    assert set(ALLOWED) <= used, set(ALLOWED) - used


@pytest.mark.parametrize(
    "source",
    [
        'x = "It is in use."',
        'x = f"{a} is mounted at {b}"',
        'x = f"{a} is in use: {b}"',
        'x = ["a", "one of many"]',
        'def f():\n    """A docstring that may."""\n    return "the drive is failing"',
        'Note(other("this drive is failing"))',
        'Note("{why} {what}", why="this drive is failing")',
        'class A:\n    why = "it was given up"',
    ],
)
def test_what_is_found(source: str) -> None:
    assert len(list(sentences(source))) == 1


@pytest.mark.parametrize(
    "source",
    [
        '"""A module that says what it is."""',
        'x = "two words"',
        'x = f"{a}: {b}"',
        'x = f"{a} uses {b}"',
        'Note("This is memory, not a drive.")',
        'raise UsageError("{text} is not a size.", advice=Advice("Write a number with a unit."))',
        'raise ValueError("no such thing here")',
        're.compile("one or more words")',
        'class A(StrEnum):\n    B = "no detectable change"\n    "A docstring of a member."',
    ],
)
def test_what_is_not(source: str) -> None:
    assert list(sentences(source)) == []
