# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every profile has a page that says what it answers, what it takes, and how to read its result."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from driveproof.domain.profile.for_device import Way, why_not
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.dialogs.help import page_about
from driveproof.wording.profile import cost_text, profile_facts

DOCS = Path(__file__).resolve().parents[3] / "docs"
PROFILES = Profiles().all()


def takes(profile: Profile) -> str:
    """Its row in the table "What it takes": what the window says of it, without the reasons."""
    way = next(way for way in Way if why_not(profile, way) is None)
    facts = dict(profile_facts(profile, way))
    root, destroys = (facts[name].partition(":")[0] for name in ("Root", "Destroys"))
    cells = (f"`{profile.name}`", profile.question, cost_text(profile), root, destroys)
    return "| " + " | ".join((*cells, facts["Repeats"])) + " |"


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_a_profile_has_a_page_that_explains_it(profile: Profile) -> None:
    text = (DOCS / f"{page_about(profile)}.md").read_text("utf-8")
    _head, *sections = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    parts = dict(zip(sections[::2], sections[1::2], strict=True))
    assert takes(profile) in parts["What it takes"].splitlines()
    assert len(re.findall(r"^- ", parts["How to read this"], re.MULTILINE)) >= 3
    pictures = re.findall(r"^!\[[^]]+\]\(([a-z-]+\.png)\)", text, re.MULTILINE)
    assert pictures
    assert all((DOCS / picture).is_file() for picture in pictures)


def test_tests_of_ones_own_have_one_too() -> None:
    text = (DOCS / "own-tests.md").read_text("utf-8")
    assert "\n## How to read this\n" in text
    assert re.search(r"^!\[[^]]+\]\(own-tests\.png\)", text, re.MULTILINE)
