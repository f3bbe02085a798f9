# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text can be extracted and translated: literals with named fields, and values for them."""

from __future__ import annotations

import pytest
from tests.texts import Problem, in_source, modules, problems

# The first passes on the keys of a Plural, which are literals where it is made; the cells of the
# second's tables are extracted by tools/extract_texts.py.
ALLOWED = {"no literal": {"wording/say.py", "domain/health/glossary.py"}}
# The modules that define errors and notes pass on what they are given.
DEFINING = {
    "domain/errors.py",
    "domain/notes.py",
    "domain/profile/shipped.py",
    "domain/say.py",
    "history/encoding.py",
}


@pytest.fixture(scope="module")
def found() -> list[Problem]:
    return [
        problem
        for path in modules()
        for problem in problems(path)
        if problem.module not in DEFINING
    ]


def test_every_text_can_be_extracted(found: list[Problem]) -> None:
    wrong = [str(one) for one in found if one.module not in ALLOWED.get(one.rule, ())]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ('def f(): return _("{count} drives").format(count=3)', ""),
        ("def f(): return _(_TABLE[key])", ""),
        ('def f(): return _("a " "b")', ""),
        ('def f(): return ngettext("{n} run", "{n} runs", 2).format(n=2)', ""),
        ('def f(): return ngettext("one run", "{n} runs", 2).format(n=2)', ""),
        ('def f(): return _(f"{a} drives")', "no literal"),
        ('def f(): return _("a" + b)', "no literal"),
        ('def f(): return _("{a}".format(a=1))', "no literal"),
        ('def f(): return pgettext("direction", word)', "no literal"),
        ("x = N_(word)", "no literal"),
        ('x = Plural("{count} run", "{count} runs", 2)', ""),
        ('x = Plural("a run", word, 2)', "no literal"),
        ('x = Plural("{n} run", "{n} runs", 2)', "fields"),
        ("def f(): return f\"{_('Read')} it\"", "in an f-string"),
        ('def f(): return _("Read {what}").format(what=1).lower()', "case changed"),
        ("def f(): return upper_first(text)", "case changed"),
        ('def f(): return _("Read") + ", " + word', "joined"),
        ('def f(): return "    " + _("Read")', ""),
        ('def f(): return word.lower() + _("Read").format()', "joined"),
        ('x = _("Read")', "at import"),
        ('def f(): return _("{0} drives").format(3)', "field without a name"),
        ('def f(): return _("{} drives").format(3)', "field without a name"),
        ('def f(): return _("{a").format(a=3)', "broken field"),
        ('def f(): return _("{a} of {b}").format(a=3)', "fields"),
        ('def f(): return _("{a}").format(a=3, b=4)', "fields"),
        ('def f(): return self.tr("Read")', "Qt's translation"),
        ('def f(): return translate("Page", "Read")', "Qt's translation"),
        ('UsageError("{path} is no folder.", path=path)', ""),
        ('UsageError("No folder.", code=Code.X, advice=Advice("Name one."))', ""),
        ('UsageError("Braces like { are kept.")', ""),
        ('UsageError(f"{path} is no folder.")', "error without a key"),
        ("UsageError(text)", "error without a key"),
        ('UsageError("{path} is no folder.", place=path)', "fields"),
        ('UsageError("{path} is no folder.")', "fields"),
        ('UsageError("Choose a smaller --size.")', "of the terminal"),
        ("UsageError(\"'driveproof history' lists them.\")", "of the terminal"),
        ('UsageError("{option} is wrong.", option="--size")', ""),
        ('x = 1\nfrom driveproof.domain.errors import Advice\nAdvice(f"{a}")', "no literal"),
        ('from driveproof.domain.errors import Advice\nAdvice("{a}", b=1)', "fields"),
        ("from driveproof.domain.errors import Advice\nAdvice(Remedy.X, b=1)", ""),
    ],
)
def test_what_is_wrong_is_found(source: str, rule: str) -> None:
    assert [problem.rule for problem in in_source(source)] == ([rule] if rule else [])
