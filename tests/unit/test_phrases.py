# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reworded phrases do not come back: the project uses the field's terms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
# What to say instead. The key "sitting" and the value "cannot be told" of the JSON stay.
PHRASES = {
    r"\bledgers?\b|Ledger": "TestFileRegistry",
    r"\bdesks?\b|Desk(?!top)": "HealthService, service",
    r"\bstrain(ed|ing|s)?\b|Strain": "throttling",
    r"\bSite\b": "target",
    r"errand": "TaskQueue, task",
    r"patience": "timeout",
    r"sitting(?![\"`])": "batch",
    r"warmth": "temperature",
    r"way of a trim": "discard path",
    r"\btold of\b": "reported",
    r"nobody can say|cannot be told(?! (from|apart)|[\"`])": "could not be determined",
    r"nobody (was asked|tells|knows|told|answers)": "not reported, unknown",
    r"\bcame of (it|that|this|them)": "result",
    r"at its threshold under wear": "a sentence of its own",
    r"(as|was|is) wished|wishes for": "asked, requested",
    r"\bis not said\b": "not given, not reported",
    r"\bis to be tried\b": "a setting to try",
    r"\bthat is none\b": "invalid",
    r", is not known|how healthy it is|what it shall be": "cannot tell whether, its health",
    r"are told again|as they are told": "notified, reported",
    r"something else: nothing": "the text does not match",
    r"\b(the|its|a) begin\b(?! (as|and|or)\b)": "the start, the beginning",
    r"\bstops to (?!let)": "stops growing",
    r"(how often|after which|from where) (is|was) (looked|waited|measured|read)\b": "a subject",
    r"is looked (whether|who|if)\b": "a check",
    r"(\"\"\"|# )so (many|long|often)\b": "the number of, the seconds that",
    r"\bletters of a (name|path|serial|head)|\"letters of a": "characters",
    r"\b(for|as) who (does|do|is|has|it|they)\b": "for readers who, with the rights of",
    r"\bmend(s|ed|ing)?\b": "fixed, repaired",
    r"twice is no harm": "is harmless",
    r"\bmeasures on\b(?! (several|one|a|the|other|each|\d))": "continues to measure",
    r"up to connect\b": "gives up connecting",
    r"\bwish(?!list)": "request",
    r"repeats that a side\b": "per side",
}
# Texts and names of the project; the tests' own words where they can be read on their own.
ROOTS = (
    "app/driveproof", "docs", "resources", "packaging", "tests", "tools", "README.md",
    "CHANGELOG.md",
)  # fmt: skip
ENDINGS = {".py", ".md", ".toml", ".html", ".css", ".xml", ".desktop", ".1", ".policy", ".json"}
# Data that other programs wrote is quoted, not worded; so are words that older histories keep.
OLDER = {
    "app/driveproof/domain/health/self_tests.py",
    "tests/unit/domain/health/test_self_tests.py",
}
QUOTED = ("tests/data/", "tests/unit/test_phrases.py", "app/driveproof/resources/")


def texts() -> list[Path]:
    """The files in which a phrase counts."""
    found: list[Path] = []
    for root in ROOTS:
        path = CHECKOUT / root
        found += [path] if path.is_file() else sorted(path.rglob("*"))
    return [
        path
        for path in found
        if path.suffix in ENDINGS
        and path.is_file()
        and not path.relative_to(CHECKOUT).as_posix().startswith(QUOTED)
    ]


@pytest.fixture(scope="module")
def said() -> dict[str, tuple[str, str]]:
    """Each file as it is and in small letters."""
    found = {}
    for path in texts():
        text = path.read_text(encoding="utf-8")
        found[path.relative_to(CHECKOUT).as_posix()] = text, text.lower()
    return found


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_does_not_come_back(phrase: str, said: dict[str, tuple[str, str]]) -> None:
    found = re.compile(phrase).search  # in small letters a phrase stands for capitals as well
    small = phrase.islower()
    places = [
        f"{name}:{number}: {line.strip()[:90]}"
        for name, (text, lower) in said.items()
        if found(lower if small else text)
        for number, line in enumerate(text.splitlines(), 1)
        if found(line.lower() if small else line) and not (name in OLDER and "nobody knows" in line)
    ]
    assert not places, f"say {PHRASES[phrase]}:\n" + "\n".join(places)


def test_a_phrase_would_be_found() -> None:
    assert len(texts()) > 500
    (desk,) = (phrase for phrase in PHRASES if "desk" in phrase)
    assert re.search(desk, "class MadeDesk:") and not re.search(
        desk, "a DesktopFile of the desktop"
    )
