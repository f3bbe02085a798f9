# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Amber is for doubt alone and red for a bad answer: each use in the window is named here."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import driveproof

UI = Path(driveproof.__file__).parent / "ui"

AMBER = {"caution", "worn", "warning", "DOUBT"}
RED = {"bad", "FAILING"}
COLORS = {"caution", "worn", "bad"}
"""Names of the theme's colours; a module other than those below says Tone instead."""

# Every file that colours something amber, and what that is. Notes, reasons why something cannot be
# done now, progress and a run that was cancelled are none of it.
DOUBTS = {
    "charts/big_numbers.py": "a disturbed repeat",
    "charts/chart_style.py": "hands the theme's colours to charts",
    "charts/area_map.py": "a place that was read slowly",
    "charts/intervals.py": "a difference that other conditions may explain",
    "charts/plot.py": "times in which a figure was disturbed",
    "charts/side_bars.py": "a disturbed repeat",
    "charts/time_chart.py": "times in which a figure was disturbed",
    "check/rows.py": "a finding that is odd",
    "check/why.py": "a cause that speaks against the speed of the drive",
    "compare/facts.py": "a health counter that should not have grown",
    "compare/page.py": "what speaks against a comparison",
    "compare/printed_comparison.py": "what speaks against a comparison",
    "dashboard/rows.py": "a check that found something odd",
    "widgets/unkept_line.py": "a result that cannot be kept",
    "experiment/create.py": "too few repeats or baselines for a claim",
    "experiment/verdict.py": "what speaks against a comparison",
    "measure/live_hosts.py": "a host that was lost, whose part is missing in the sum",
    "measure/live.py": "the kernel reports trouble with the drive",
    "output/report_pdf.py": "a finding that is odd",
    "output/run_page.py": "a figure in doubt",
    "overview/check_line.py": "a check that found something odd",
    "overview/page.py": "a slow link, an array whose data lack their redundancy",
    "results/hosts_view.py": "figures without a host that was lost",
    "results/run_view.py": "a figure in doubt, a health counter that should not have grown",
    "trim/session.py": "what keeps the outcome of a TRIM from being known",
    "widgets/verdict_mark.py": "a drive with caution, and a worn one",
}

# Every file that colours something red, and what that is.
FAILURES = {
    "charts/area_map.py": "a place whose data are lost",
    "charts/chart_style.py": "hands the theme's colours to charts",
    "charts/intervals.py": "a claimed slowdown",
    "charts/variant_chart.py": "a claimed slowdown",
    "check/result.py": "a check with a bad answer",
    "check/rows.py": "a bad finding",
    "compare/detail.py": "a claimed slowdown",
    "compare/overview.py": "a claimed slowdown",
    "dashboard/rows.py": "a check with a bad answer",
    "health/banner.py": "a failing drive",
    "health/layout.py": "a failing drive",
    "measure/overwrite.py": "what is on the device will be destroyed",
    "widgets/written.py": "a file that could not be written",
    "output/report_pdf.py": "a bad finding",
    "overview/check_line.py": "a check with a bad answer",
    "overview/page.py": "an array that lost a member",
    "results/area_view.py": "data that are lost",
    "results/model.py": "a run that failed",
    "trim/session.py": "a refuted TRIM",
    "trim/path_rows.py": "a layer that stops TRIM",
    "widgets/chain_mark.py": "a layer that stops TRIM",
    "widgets/message_bar.py": "an action that failed",
    "widgets/verdict_mark.py": "a failing drive",
}

# Where such a word is a verdict's or a rating's, or a name, and no colour.
WORDS = {
    "charts/intervals.py": {"bad"},
    "compare/detail.py": {"bad"},
    "compare/overview.py": {"bad"},
    "compare/texts.py": {"bad"},
    "health/tables.py": {"worn"},
    "output/report_pdf.py": {"bad"},
    "overview/check_line.py": {"bad"},
}

HOLDERS = {"colors", "look", "theme", "LIGHT", "DARK", "Tone", "_look"}


@cache
def nodes() -> list[tuple[str, ast.Attribute | ast.Constant]]:
    """Each attribute and each constant of the window's code, with its module."""
    found = []
    for path in sorted(UI.rglob("*.py")):
        name = path.relative_to(UI).as_posix()
        if not name.startswith("theme/"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [
                (name, node)
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute | ast.Constant)
            ]
    return found


def using(names: set[str]) -> set[str]:
    """The files that take such a colour or tone: colors.bad, self.look.warning, Tone.DOUBT."""
    found = set()
    for module, node in nodes():
        if isinstance(node, ast.Attribute) and node.attr in names:
            holder = node.value
            name = getattr(holder, "attr", getattr(holder, "id", ""))
            if name in HOLDERS:
                found.add(module)
    return found


def test_each_use_of_amber_is_a_doubt() -> None:
    assert using(AMBER) == set(DOUBTS)


def test_each_use_of_red_is_a_bad_answer() -> None:
    assert using(RED) == set(FAILURES)


def test_nobody_names_amber_or_red_as_text() -> None:
    """Label(color="caution") would be a use that the two tests above do not see."""
    found = {
        (module, node.value)
        for module, node in nodes()
        if isinstance(node, ast.Constant) and node.value in COLORS
    }
    assert found == {(module, word) for module, words in WORDS.items() for word in words}
