# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept for a caller is restored, in order, whatever happens to its keeper."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.builders.descriptors import descriptors_left

from driveproof.helper.forks import Forked, fork
from driveproof.helper.keepers import Keepers, Key, put_back, serve
from driveproof.helper.limits import KEPT
from driveproof.helper.loop import EventLoop
from driveproof.helper.protocol import ROOT, ErrorName, HelperError, Owner

pytestmark = pytest.mark.deep

SOMEBODY, ANOTHER = Owner(":1.7", 1000), Owner(":1.8", 1001)
SECONDS = 20.0


def put(link: Path, text: str) -> None:
    """A child of the helper's writes to no file, but it can make a link."""
    new = link.with_suffix(".new")
    new.symlink_to(text)
    new.rename(link)


class Settings:
    """Links as settings: a child changes that of its number, and puts back what it found."""

    def __init__(self, folder: Path, timeout: float = SECONDS) -> None:
        self.folder = folder
        self.loop = EventLoop()
        self.keepers = Keepers(self.loop, timeout, lambda: None)

    def link(self, number: int) -> Path:
        return self.folder / str(number)

    def now(self, number: int) -> str:
        return str(self.link(number).readlink())

    def started(self, number: int, before: str) -> Forked:
        def work(line: socket.socket) -> None:
            own = before or self.now(number)
            serve(line, own, lambda text: put(self.link(number), text))
            put(self.link(number), own)
            put_back(line)

        return fork(work, dies_with_parent=False)

    def until(self, done: Callable[[], bool]) -> None:
        """Run the loop until that is so."""
        ends = time.monotonic() + SECONDS
        while not done():
            assert time.monotonic() < ends, "it takes too long"
            self.loop.after(0.01, self.loop.stop)
            self.loop._running = True
            self.loop.run()

    def ask(
        self, what: Callable[[Callable[[HelperError | None], None]], None]
    ) -> HelperError | None:
        """What was answered."""
        answers: list[HelperError | None] = []
        what(answers.append)
        self.until(lambda: bool(answers))
        return answers[0]

    def begin(self, number: int, owner: Owner = SOMEBODY) -> HelperError | None:
        if not self.link(number).is_symlink():
            put(self.link(number), "before")
        return self.ask(
            lambda then: self.keepers.begin(
                key(number), owner, lambda before: self.started(number, before), then
            )
        )

    def set(self, number: int, text: str, owner: Owner = SOMEBODY) -> HelperError | None:
        keeper = self.keepers.check(key(number), owner)
        assert keeper is not None
        return self.ask(lambda then: self.keepers.order(keeper, text, then))

    def kill(self, number: int, how: signal.Signals = signal.SIGKILL) -> None:
        keeper = self.keepers.find(key(number))
        assert keeper is not None
        keeper.forked.signal(how)

    def all_gone(self) -> None:
        self.until(lambda: len(self.keepers) == 0)


def key(number: int) -> Key:
    return "scheduler", number


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    made = Settings(tmp_path)
    yield made
    made.keepers.end_all()
    made.all_gone()


@pytest.mark.parametrize("end", ["asked", "left", "all"])
def test_it_is_as_before_at_the_end(end: str, settings: Settings) -> None:
    assert settings.begin(1) is None
    assert settings.set(1, "one") is None
    assert settings.set(1, "two") is None
    assert settings.now(1) == "two"
    if end == "asked":
        assert settings.ask(lambda then: settings.keepers.end(key(1), then)) is None
        assert settings.now(1) == "before"
    elif end == "left":
        settings.keepers.owner_gone(SOMEBODY.name)
    else:
        settings.keepers.end_all()
    settings.all_gone()
    assert settings.now(1) == "before"


def test_the_next_begins_when_the_former_has_put_back(settings: Settings) -> None:
    """Or it would take the former's change for what was before."""
    settings.begin(1)
    settings.set(1, "one")
    settings.kill(1, signal.SIGSTOP)
    pid = settings.keepers.find(key(1)).forked.pid  # type: ignore[union-attr]
    settings.keepers.owner_gone(SOMEBODY.name)
    answers: list[HelperError | None] = []
    settings.keepers.begin(
        key(1), ANOTHER, lambda before: settings.started(1, before), answers.append
    )
    os.kill(pid, signal.SIGCONT)
    settings.until(lambda: answers == [None])
    assert settings.set(1, "two", ANOTHER) is None
    settings.keepers.owner_gone(ANOTHER.name)
    settings.all_gone()
    assert settings.now(1) == "before"


@pytest.mark.parametrize("end", ["asked", "all"])
def test_whose_child_was_killed_is_put_back_by_another(end: str, settings: Settings) -> None:
    settings.begin(1)
    settings.set(1, "one")
    settings.kill(1)
    if end == "asked":
        keeper = settings.keepers.check(key(1), SOMEBODY)
        assert keeper is not None
        error = settings.ask(lambda then: settings.keepers.order(keeper, "two", then))
        assert error is not None
        assert error.name is ErrorName.FAILED
    else:
        settings.keepers.end_all()
    settings.all_gone()
    assert settings.now(1) == "before"


def test_one_that_cannot_be_put_back_is_not_in_the_way(settings: Settings) -> None:
    for number in (1, 2, 3):
        settings.begin(number)
        settings.set(number, "changed")
    settings.kill(1)
    settings.kill(2)
    with descriptors_left(0):
        settings.keepers.end_all()
        settings.all_gone()
    assert [settings.now(number) for number in (1, 2, 3)] == [
        "changed", "changed", "before",
    ]  # fmt: skip


def test_one_that_is_held_up_is_told_and_stays_busy(tmp_path: Path) -> None:
    settings = Settings(tmp_path, timeout=0.2)
    settings.begin(1)
    settings.kill(1, signal.SIGSTOP)  # as a kernel that does not answer
    error = settings.set(1, "one")
    assert error is not None
    assert error.name is ErrorName.TIMED_OUT
    assert settings.begin(2) is None
    for owner in (SOMEBODY, ANOTHER):
        with pytest.raises(HelperError, match="does not answer"):
            settings.keepers.check(key(1), owner)
    keeper = settings.keepers._all[key(1)]
    keeper.forked.signal(signal.SIGCONT)
    settings.keepers.end_all()
    settings.all_gone()
    assert settings.now(1) == "before"


def test_each_user_has_a_bound_and_root_is_never_locked_out(settings: Settings) -> None:
    users = [Owner(f":1.{user}", user) for user in range(1000, 1000 + KEPT.total // KEPT.each)]
    numbers = iter(range(1000))
    for user in users:
        for _ in range(KEPT.each):
            assert settings.begin(next(numbers), user) is None
        with pytest.raises(HelperError, match="Busy"):
            # Another connection is the same user.
            settings.keepers.check(key(next(numbers)), Owner(":1.99", user.user))
    another = Owner(":1.5000", 5000)  # all is taken by others, so there is one and no more
    assert settings.begin(next(numbers), another) is None
    with pytest.raises(HelperError, match="Busy"):
        settings.keepers.check(key(next(numbers)), another)
    for _ in range(KEPT.each + 1):  # somebody's bench of drives, run as root
        assert settings.begin(next(numbers), Owner(":1.0", ROOT)) is None
