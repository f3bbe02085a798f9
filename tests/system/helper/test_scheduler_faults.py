# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scheduler that was changed for a while is restored, whatever fails meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children, user
from tests.system.helper.disks import Disk
from tests.system.measuring import wait_for

from driveproof.domain.errors import MachineError, RefusedError
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.helper.job import ended

pytestmark = [pytest.mark.root, pytest.mark.bus]


class Changing:
    """A device whose scheduler a client changes for a while."""

    def __init__(self, rig: Rig, path: str) -> None:
        self._file = Path("/sys/block", Path(path).name, "queue/scheduler")
        self.before = self._file.read_text("ascii")
        offered = [word for word in self.before.split() if "[" not in word]
        if not offered:
            pytest.skip("this kernel offers only one I/O scheduler")
        self.other = offered[0]
        self.client = Helper(rig.address)
        self.claim = claim_device(path)

    @property
    def changed(self) -> bool:
        return f"[{self.other}]" in self._file.read_text("ascii")

    @property
    def is_there(self) -> bool:
        return int((self._file.parent.parent / "size").read_text("ascii")) > 0

    def enter(self, stack: ExitStack) -> None:
        with user(NOBODY):
            stack.enter_context(self.client.scheduler(self.claim, self.other))
        assert self.changed

    def is_back(self) -> None:
        wait_for("the scheduler is as before", lambda: self._file.read_text("ascii") == self.before)


@pytest.fixture
def changing(rig: Rig, disk: Disk) -> Changing:
    return Changing(rig, disk.path)


def test_the_helper_is_killed(rig: Rig, agent: Agent, changing: Changing) -> None:
    running = rig.start_helper()
    stack = ExitStack()
    try:
        changing.enter(stack)
    finally:
        running.kill()
        running.wait(15)
    with pytest.raises(MachineError, match=ended().message):
        stack.close()
    changing.is_back()


@pytest.mark.deep
@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_the_device_changes(
    how: str, helper: Process, rig: Rig, agent: Agent, lonely_disk: Disk, tmp_path: Path
) -> None:
    changing = Changing(rig, lonely_disk.path)
    stack = ExitStack()
    changing.enter(stack)
    other = tmp_path / "other.img"
    other.write_bytes(bytes(8 * MIB))
    if how == "removed":
        lonely_disk.detach()
        # It goes when whoever looks at it has closed it.
        wait_for("it is gone", lambda: not changing.is_there)
    else:
        lonely_disk.replace(other)
    with pytest.raises(MachineError, match="no longer the device"):
        stack.close()
    changing.is_back()
    wait_for("the guard has gone", lambda: children(helper.pid) == [])


@pytest.mark.deep
def test_polkitd_goes_away(helper: Process, rig: Rig, agent: Agent, changing: Changing) -> None:
    """What one has changed oneself is put back without anybody's leave."""
    stack = ExitStack()
    changing.enter(stack)
    with rig.without_polkitd():
        stack.close()
        assert not changing.changed


@pytest.mark.deep
def test_nobody_is_asked_to_put_it_back(
    helper: Process, rig: Rig, agent: Agent, changing: Changing
) -> None:
    with ExitStack() as stack:
        changing.enter(stack)
        agent.answer = "dismiss"
    assert not changing.changed
    assert len(agent.seen) == 1


@pytest.mark.deep
def test_not_authorized(helper: Process, rig: Rig, agent: Agent, changing: Changing) -> None:
    agent.answer = "dismiss"
    with ExitStack() as stack, pytest.raises(RefusedError, match="dismissed"):
        changing.enter(stack)
    assert not changing.changed
    assert children(helper.pid) == []


@pytest.mark.deep
def test_two_programs_at_once(
    helper: Process, rig: Rig, agent: Agent, disk: Disk, changing: Changing,
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    second, elsewhere = Changing(rig, disk.path), Changing(rig, make_disk().path)
    with ExitStack() as stack:
        changing.enter(stack)
        with pytest.raises(MachineError, match="Somebody else has set"):
            second.enter(stack)
        elsewhere.enter(stack)
        assert changing.changed
    for each in (changing, elsewhere):
        assert not each.changed
