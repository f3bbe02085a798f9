# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files: how many there are, and which sizes they may have."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.test_file import bytes_needed, fitted_profile
from driveproof.domain.profile.whole_files import COLD_FILES, WARM_FILES
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.whole_files.plan import LEAST, Plan

WEB, START = Profiles().find("workload-web"), Profiles().find("app-start")


def test_each_thread_has_a_file() -> None:
    plan = WEB.plan
    assert isinstance(plan, Plan)
    assert plan.adjusted(LEAST, None).files == LEAST // 2**14
    assert Plan(plan.serving, LEAST, threads=256).adjusted(LEAST, None).files >= 256
    assert [
        phase.variant.endswith(end)
        for phase, end in zip(WEB.phases, (COLD_FILES, WARM_FILES), strict=True)
    ] == [True, True]


def test_a_smaller_size_and_other_seconds() -> None:
    assert WEB.customized(size=LEAST, seconds=2.0).size == LEAST
    with pytest.raises(UsageError):
        WEB.customized(size=LEAST // 2)


def test_a_recording_has_one_size() -> None:
    assert START.customized(size=START.size) == START
    with pytest.raises(UsageError):
        START.customized(size=2 * START.size)
    assert fitted_profile(START, bytes_needed(START.size)) == START
    with pytest.raises(UsageError) as caught:
        fitted_profile(START, bytes_needed(START.size) - 1)
    assert "free" in caught.value.values


def test_what_is_served_has_to_be_named() -> None:
    with pytest.raises(UsageError) as caught:
        read_profile('title = "A"\nquestion = "B?"\nmethod = "whole-files"\n', "own", "own.toml")
    assert caught.value.values["what"] == "serving"
