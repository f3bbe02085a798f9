# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a run on several hosts in a sentence."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.guided_runs import hosts_run

from driveproof.domain.answer import headline
from driveproof.export.text.layout import plain
from driveproof.methods import answer_of
from driveproof.wording.say import say_texts


def said(*arguments: int, **more: object) -> str:
    run = hosts_run(*arguments, **more)  # type: ignore[arg-type]
    return plain(say_texts(headline(run, answer_of(run))))


def test_the_speeds_are_those_of_all_hosts() -> None:
    assert said(4).startswith("4 hosts: Fastest read: ")


def test_latencies_are_said_once_with_the_fewest_and_the_most_hosts() -> None:
    text = said(8, scale=True, called="latency")
    assert text.startswith("1 host: Random 4 KiB read: ")
    assert " 8 hosts: Random 4 KiB read: " in text
    assert said(8, called="latency").count("4 KiB read") == 1


def test_on_more_and_more_hosts_the_answer_is_where_they_stop_scaling() -> None:
    assert said(16, scale=True).startswith("Tests that stop scaling: 8 of 8. First: ")
    assert said(4, scale=True) == "All tests scale up to 4 hosts."
    run = hosts_run(16, scale=True)
    first = replace(run, phases=run.phases[:5])
    assert plain(say_texts(headline(first, answer_of(first)))).startswith(
        "Tests that stop scaling: 1 of 1."
    )
