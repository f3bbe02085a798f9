# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recording comes to, and how it is said."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.guided_runs import mirror_run, recording_run

from driveproof.domain.errors import UsageError
from driveproof.domain.expected_speed import Unknown, expectations
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import TargetUse, for_way
from driveproof.domain.profile_cost import claim_needs
from driveproof.domain.run.group_names import group_name
from driveproof.domain.run.recording import recorded_of
from driveproof.domain.run.run import Run
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.forum_run import forum_text
from driveproof.export.text.job_file import job_file_text
from driveproof.history.rows import figures
from driveproof.methods.record.plan import Plan


def changed(run: Run, **more: object) -> Run:
    (phase,) = run.phases
    (repeat,) = phase.repeats
    assert repeat.observed is not None
    observed = replace(repeat.observed, **more)  # type: ignore[arg-type]
    return replace(run, phases=(replace(phase, repeats=(replace(repeat, observed=observed),)),))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/system.slice/postgresql.service", "postgresql.service"),
        ("/system.slice/system-getty.slice/getty@tty1.service", "getty@tty1.service"),
        ("/user.slice/user-1000.slice/session-3.scope", "session-3.scope"),
        (
            "/user.slice/user-1000.slice/user@1000.service/app.slice/"
            "app-gnome-org.mozilla.firefox-12345.scope",
            "org.mozilla.firefox",
        ),
        ("/user.slice/user@1000.service/app.slice/app-dolphin@1f3a.service", "dolphin"),
        ("/user.slice/user@1000.service/app.slice/app-a\\x2db-77.scope", "a-b"),
        ("/system.slice/docker-" + "ab" * 32 + ".scope", "docker abababababab"),
        ("/machine.slice/libpod-" + "0c" * 32 + ".scope", "podman 0c0c0c0c0c0c"),
        ("/lxc/web", "lxc/web"),
        ("/system.slice", "system.slice"),
        ("/a/" + "0f" * 20, "a/0f0f0f0f0f0f"),
    ],
)
def test_what_a_group_is_called(path: str, name: str) -> None:
    assert group_name(path) == name


def test_it_is_no_test_of_the_drive() -> None:
    """It writes nothing, claims nothing, and is held against nothing."""
    profile = Profiles().find("record")
    assert profile.bytes_written == 0
    assert not profile.needs_root
    assert not profile.destructive
    assert claim_needs(profile) is None
    assert for_way(profile, TargetUse.FOLDER) == profile
    assert for_way(profile, TargetUse.READ).phases == profile.phases
    with pytest.raises(UsageError) as raised:
        for_way(profile, TargetUse.OVERWRITE)
    assert set(raised.value.values) == {"title"}
    assert expectations(recording_run(), (), Unknown.NO_HISTORY) == ()
    assert recorded_of(mirror_run()) is None


def test_what_can_be_chosen() -> None:
    profile = Profiles().find("record")
    assert profile.customized(seconds=60.0).phases[0].seconds == 60.0
    for chosen in ({"size": 2**30}, {"cache": "cold"}):
        with pytest.raises(UsageError):
            profile.customized(**chosen)  # type: ignore[arg-type]
    traced = with_choices(profile, {"trace": True})
    assert traced.customized(seconds=60.0).plan == Plan(60.0, trace=True)


def test_what_others_did_is_no_figure_of_the_drive() -> None:
    """Lists, expected times and earlier results take theirs from it."""
    names, medians = figures(recording_run().phases)
    assert json.loads(names) == [[], [], []]
    assert json.loads(medians) == []
    assert figures(mirror_run().phases)[1] != "[]"
    assert "* no measurement" in forum_text(recording_run())
    with pytest.raises(UsageError) as raised:
        job_file_text(Profiles().find("record"))
    assert set(raised.value.values) == {"title"}


def test_requests_that_were_counted_for_a_part_alone() -> None:
    """The helper's job may end before the recording, with whoever ended it."""
    run = recording_run()
    found = recorded_of(run)
    assert found is not None and found.requests is not None
    assert not found.partly_counted
    cut = changed(run, requests=replace(found.requests, seconds=600.0))
    partly = recorded_of(cut)
    assert partly is not None and partly.partly_counted
