# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pseudo-language that reveals untranslated text."""

from __future__ import annotations

from tests.builders.compared_runs import STEADY, phase, run
from tests.pseudo import BEGIN, END, outside, pseudo, spoken, untranslated

from driveproof.export.text.forum_run import forum_text
from driveproof.wording.catalogue import _, ngettext


def test_fields_and_markup_are_kept() -> None:
    said = pseudo("{count} of <b>these</b> &amp; {{x}}")
    assert said.startswith(BEGIN) and said.endswith(END)
    assert "<b>" in said and "&amp;" in said
    assert said.format(count=3).count("{") == 1
    assert "3" in said.format(count=3)


def test_it_is_longer_and_accented() -> None:
    text = "Free space of the file system"
    said = pseudo(text)
    assert len(said) >= 1.3 * len(text)
    assert "Free" not in said
    assert pseudo("  \n") == "  \n"


def test_everything_is_said_in_it() -> None:
    with spoken():
        assert untranslated(_("Free space")) == []
        assert untranslated(ngettext("{n} run", "{n} runs", 2).format(n=2)) == []
    assert _("Free space") == "Free space"


def test_what_is_not_translated_is_found() -> None:
    with spoken():
        inner = _("{size} of {place}").format(size="4 GB", place=_("this disk"))
        text = f"Samsung 990: {inner} free, /home/a 12 MB/s --size"
    assert outside(text).split() == ["Samsung", "990:", "free,", "/home/a", "12", "MB/s", "--size"]
    assert untranslated(text) == ["Samsung", "free"]
    assert untranslated(text, {"Samsung 990"}) == ["free"]


def test_a_block_for_a_forum_is_the_same_in_every_language() -> None:
    """People of many languages read it in one thread, and `driveproof import` reads it again."""
    for results in (STEADY, STEADY[:1]):
        value = run(phase(results), id="0aaaaaaaa")
        english = forum_text(value)
        with spoken():
            assert forum_text(value) == english
