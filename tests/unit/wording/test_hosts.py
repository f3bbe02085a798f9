# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a run on several hosts in a sentence."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.guided_runs import hosts_run

from driveproof.export.text.layout import plain
from driveproof.wording.run import headline


def said(*arguments: int, **more: object) -> str:
    return plain(headline(hosts_run(*arguments, **more)))  # type: ignore[arg-type]


def test_the_speeds_are_those_of_all_hosts() -> None:
    assert said(4).startswith("4 hosts together: reads up to ")


def test_latencies_are_said_once_with_the_fewest_and_the_most_hosts() -> None:
    text = said(8, scale=True, called="latency")
    assert text.count("a random read of 4 KiB takes") == 2
    assert text.startswith("With 1 host a random read") and " With 8 hosts a random read" in text
    text = said(8, called="latency")
    assert text.count("random read") == 1 and text.startswith("With 8 hosts a random read")


def test_on_more_and_more_hosts_the_answer_is_where_they_stop_growing() -> None:
    text = said(16, scale=True)
    assert text.startswith("8 of 8 tests stop growing, first at 4 hosts: ")
    assert said(4, scale=True) == "The sums of all 8 tests grow up to 4 hosts."
    run = hosts_run(16, scale=True)
    first = replace(run, phases=run.phases[:5])
    assert plain(headline(first)).startswith("The sum stops growing at 4 hosts, with ")
    first = replace(run, phases=run.phases[:3])
    assert plain(headline(first)).startswith("The sum grows up to 4 hosts: ")
