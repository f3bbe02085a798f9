# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two drives in turn, with the real fio on loop devices."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.system.measuring import Lab, loop_device, mounted, names, phase, profile

from driveproof.domain.errors import CancelledError, MachineError, UsageError
from driveproof.domain.profile.against import turns_of
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import FINISHED
from driveproof.engine.comparison.reading import ComparisonRequest, gather
from driveproof.engine.run import events
from driveproof.engine.run.against import AgainstSession, Turn

pytestmark = pytest.mark.root


@contextmanager
def two_drives(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """Two file systems on loop devices of their own."""
    with contextlib.ExitStack() as stack:
        folders = []
        for name, options in (("one", ()), ("other", ("-o", "noatime"))):
            (tmp_path / name).mkdir()
            folders.append(stack.enter_context(mounted("ext4", tmp_path / name, options))[0])
        yield folders[0], folders[1]


def against(lab: Lab, what: Profile, folders: tuple[Path, Path], **more: Any) -> AgainstSession:
    def make(profile: Profile, path: str, observer: events.Observer, turn: Turn) -> Any:
        return lab.session(profile, path, observer=observer, turn=turn)

    values: dict[str, Any] = {"observer": lab.seen.append, "seed": 5, **more}
    return AgainstSession(
        what, (str(folders[0]), str(folders[1])), make, inventory=lambda: None, **values
    )


def small(repeats: int = 4) -> Profile:
    """In turn both have as many repeats, whatever they show."""
    return profile(phase(), phase("write"), repeats=repeats, max_repeats=repeats + 2)


def test_two_runs_that_name_each_other(tmp_path: Path, lab: Lab) -> None:
    what = small()
    with two_drives(tmp_path) as folders:
        before = [names(folder) for folder in folders]
        runs = against(lab, what, folders).run()
        for folder, found in zip(folders, before, strict=True):
            lab.nothing_is_left(folder)
            assert names(folder) == found
    assert [run.status for run in runs] == [FINISHED, FINISHED]
    assert [run.target.path for run in runs] == [str(folder) for folder in folders]
    kept = [lab.history().load(run.id) for run in runs]
    bound = [run.environment.in_turn for run in kept]
    assert [one and (one.other, one.side, one.seed) for one in bound] == [
        (runs[1].id, 0, 5), (runs[0].id, 1, 5),
    ]  # fmt: skip
    # They were really measured in the order that was drawn, and never at the same time.
    began = sorted(
        (repeat.started, side)
        for side, run in enumerate(kept)
        for test in run.phases
        for repeat in test.repeats
        if repeat.started is not None
    )
    turns = turns_of(what, 5)
    assert tuple(side for _, side in began) == turns
    assert bound[0] is not None and bound[0].turns == "".join(map(str, turns))
    told = [type(event) for event in lab.seen]
    assert told.count(events.Started) == 1 and told[-1] is events.BothEnded
    # What both take is told before anything is written to either.
    assert told[0] is events.Started and events.Preparing in told
    started = next(event for event in lab.seen if isinstance(event, events.Started))
    data = 2 * (what.fixed().bytes_written or 0)
    assert data <= (started.profile.bytes_written or 0) <= 1.01 * data  # with their file systems'
    assert events.RunEnded not in told
    shares = [event.progress for event in lab.seen if isinstance(event, events.Measured)]
    assert shares[0] < 0.3 and shares[-1] > 0.8
    compared = gather(lab.history(), ComparisonRequest(tuple(run.id for run in runs)))
    assert compared.comparison.named
    assert [side.name for side in compared.comparison.sides] == [run.target.device for run in runs]
    assert "mount_options" in {one.what for one in compared.comparison.differs}


@pytest.mark.deep
def test_the_command_compares_both(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (one, other):
        words = ("run", "tiny", str(one), "--against", str(other), "--repeats", "1")
        done = lab.driveproof(*words, "--json")
        for folder in (one, other):
            lab.nothing_is_left(folder)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["answer"]["tables"]["tests"]
    assert str(other) in done.stderr  # its tests are named
    costs = [line for line in done.stderr.splitlines() if str(one) in line and "/s" not in line]
    assert any("MB" in line for line in costs)


def test_what_it_cannot_be(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (one, other):
        (one / "again").mkdir()
        with pytest.raises(UsageError):
            against(lab, small(), (one, one / "again")).run()
        with pytest.raises(MachineError):
            against(lab, small(), (one, other / "missing")).run()
        # The first drive is ready by then, and nothing was written to it.
        large = profile(phase(), size=80 * 2**20)
        (other / "full").write_bytes(bytes(60 * 2**20))
        with pytest.raises(MachineError):
            against(lab, large, (one, other)).run()
        for folder in (one, other):
            lab.nothing_is_left(folder)
    assert not any(isinstance(event, events.Preparing) for event in lab.seen)
    assert not any(isinstance(event, events.RunEnded | events.BothEnded) for event in lab.seen)
    assert lab.history().count() == 0  # nothing was measured, and nothing is kept
    words = ("run", "quick", str(tmp_path), "--against", "/dev/null", "--probe")
    assert lab.driveproof(*words).returncode == 2


def test_devices_have_no_test_file_whose_size_could_be_chosen(tmp_path: Path, lab: Lab) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with (
        loop_device(tmp_path / "one", bytes(2**20)) as one,
        loop_device(tmp_path / "other", bytes(2**20)) as other,
    ):
        words = ("run", "tiny", one, "--against", other, "--size", "1MiB")
        done = lab.driveproof(*words)
    assert done.returncode == 2 and not done.stdout
    assert "--size" in done.stderr


@pytest.mark.deep
def test_a_cancel_before_both_will_do_keeps_nothing(tmp_path: Path, lab: Lab) -> None:
    session: AgainstSession | None = None

    def make(profile: Profile, path: str, observer: events.Observer, turn: Turn) -> Any:
        assert session is not None
        if turn.in_turn.side:  # the first is made, and neither has begun
            session.cancel()
        return lab.session(profile, path, observer=observer, turn=turn)

    with two_drives(tmp_path) as (one, other):
        session = AgainstSession(
            small(), (str(one), str(other)), make, inventory=lambda: None, observer=lab.seen.append
        )
        with pytest.raises(CancelledError):
            session.run()
        for folder in (one, other):
            lab.nothing_is_left(folder)
    assert lab.history().count() == 0
