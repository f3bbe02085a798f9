# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs on several hosts in comparisons, reports and forum posts: the hosts stand for the drive."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.exported import compared_report, compared_table, report_of
from tests.builders.guided_runs import hosts_run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.conditions import Condition, Side
from driveproof.export.text.forum_run import forum_text


@pytest.mark.parametrize(("count", "differs"), [(3, []), (2, [("node[1-3]", "node[1-2]")])])
def test_the_same_hosts_say_nothing_and_others_are_named(
    count: int, differs: list[tuple[str, str]]
) -> None:
    before, after = hosts_run(3), replace(hosts_run(count), id="other", label="later")
    found = compare_sides((Side("before", (before,)), Side("later", (after,))))
    said = [(one.before, one.after) for one in found.differs if one.what is Condition.HOSTS]
    assert said == differs
    text = compared_table(found)
    assert "3 hosts: node[1-3]" in text and "Unknown drive" not in text
    report = compared_report(found)
    assert any("3 hosts: node[1-3]" in line for line in report.subject)


def test_a_report_is_of_the_hosts() -> None:
    report = report_of(hosts_run(3))
    assert report.title == "3 hosts: node[1-3]"
    assert not any(section.title == "The drive" for section in report.sections)


def test_a_forum_post_counts_them_without_their_names() -> None:
    text = forum_text(hosts_run(3))
    assert "Hosts: 3" in " ".join(text.split()).replace(" :", ":") and "node1" not in text
