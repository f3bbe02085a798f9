# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two processes tell each other what they do to a drive; a kill leaves nothing in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.builders.ongoing import begun

from driveproof.cli import asking
from driveproof.composition.application import Application, Folders
from driveproof.domain.errors import RefusedError
from driveproof.domain.ongoing import Ongoing, OngoingWork, StartedIn
from driveproof.engine.ongoing import Works

OTHER = """
import sys
from pathlib import Path
from driveproof.domain.ongoing import OngoingWork
from driveproof.engine.ongoing import Works
with Works(Path(sys.argv[1])).during(OngoingWork.CHECK, sys.argv[2]) as notice:
    notice.write(0.5, 60.0)
    print("begun", flush=True)
    sys.stdin.readline()
print("ended", flush=True)
sys.stdin.readline()
"""


def other(folder: Path, target: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """Another process that checks a target until it reads a line."""
    return begun(OTHER, folder, target)


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline() == "ended\n"


def test_another_process_reads_what_is_going_on_until_it_ends(tmp_path: Path) -> None:
    works = Works(tmp_path / "running")
    with other(tmp_path / "running", tmp_path) as process:
        (found,) = works.others()
        assert (found.pid, found.work, found.path) == (
            process.pid,
            OngoingWork.CHECK,
            str(tmp_path),
        )
        assert (found.progress, found.remaining) == (0.5, 60.0)
        assert found.started_in is StartedIn.TERMINAL
        go_on(process)
        assert works.others() == ()
    assert list((tmp_path / "running").iterdir()) == []


def test_what_a_killed_process_left_is_removed_and_in_nobodys_way(tmp_path: Path) -> None:
    works = Works(tmp_path / "running")
    with other(tmp_path / "running", tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(list((tmp_path / "running").iterdir())) == 1
        assert works.others() == ()
        assert list((tmp_path / "running").iterdir()) == []


def test_a_process_sees_nothing_of_its_own(tmp_path: Path) -> None:
    works = Works(tmp_path / "running")
    with works.during(OngoingWork.MEASUREMENT, str(tmp_path)):
        assert works.others() == ()
        assert len(Works(tmp_path / "running").others()) == 1
    assert Works(tmp_path / "running").others() == ()


def test_what_belongs_to_it_continues_its_notice(tmp_path: Path) -> None:
    works = Works(tmp_path / "running")
    with works.during(OngoingWork.CHECK, str(tmp_path)):
        with works.during(OngoingWork.MEASUREMENT, str(tmp_path)) as inner:
            inner.write(0.25, 30.0)
            (found,) = Works(tmp_path / "running").others()
            assert (found.work, found.progress) == (OngoingWork.CHECK, 0.25)
        assert len(Works(tmp_path / "running").others()) == 1


def test_a_notice_that_has_ended_writes_into_nothing(tmp_path: Path) -> None:
    with Works(tmp_path / "running").during(OngoingWork.TRIM, str(tmp_path)) as notice:
        pass
    fresh = tmp_path / "fresh"
    with fresh.open("wb+"):  # it has the descriptor that the notice had
        notice.write(0.5, 1.0)
        assert fresh.read_bytes() == b""


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_notice(tmp_path: Path) -> None:
    (tmp_path / "running").write_text("no folder")
    works = Works(tmp_path / "running")
    with works.during(OngoingWork.MEASUREMENT, str(tmp_path)) as notice:
        notice.write(0.5, 1.0)
    assert works.others() == () and works.prepare() == ""


def test_what_is_no_path_leaves_nothing(tmp_path: Path) -> None:
    """It is refused by whoever works there; until then it was a bug, and the file stayed."""
    works = Works(tmp_path)
    with works.during(OngoingWork.CHECK, "/a\0b"):
        assert len(list(tmp_path.iterdir())) == 1
    assert list(tmp_path.iterdir()) == []
    assert works.disturbing("/a\0b") is None


def test_foreign_files_are_no_work(tmp_path: Path) -> None:
    folder = tmp_path / "running"
    folder.mkdir()
    os.mkfifo(folder / "pipe.json")
    (folder / "link.json").symlink_to("/etc/passwd")
    (folder / ".being-made").touch()
    assert Works(folder).others() == ()
    assert (folder / ".being-made").exists(), "somebody may be about to lock it"


def test_only_work_on_a_shared_device_disturbs() -> None:
    one = Ongoing(
        pid=1, work=OngoingWork.TRIM, started_in=StartedIn.WINDOW, path="/mnt",
        devices=frozenset({"md0", "sda", "sda1", "sdb"}),
    )  # fmt: skip
    assert one.disturbs(frozenset({"sdb2", "sdb"}))
    assert not one.disturbs(frozenset({"sdc"})) and not one.disturbs(frozenset())


class Shared(Works):
    """Every target lies on one drive, as none of the machine's may be relied on."""

    def disturbing(self, path: str) -> Ongoing | None:
        return next(iter(self.others()), None)


@pytest.mark.parametrize("answer", ["y", "n", None])
def test_the_terminal_asks_and_a_script_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str | None,
) -> None:
    app = Application(Folders.below(tmp_path))
    app.works = Shared(tmp_path / "data/running")
    monkeypatch.setattr(asking, "can_ask", lambda: answer is not None)
    monkeypatch.setattr(asking, "ask", lambda _question: answer or "")
    asking.warn_of_others(app, str(tmp_path))  # nothing is running
    with other(tmp_path / "data/running", tmp_path):
        if answer is None:
            with pytest.raises(RefusedError) as no:
                asking.warn_of_others(app, str(tmp_path))
            assert set(no.value.values) == {"text"}
            assert no.value.exit_status == 4 and no.value.advice is not None
        elif answer == "n":
            with pytest.raises(RefusedError):
                asking.warn_of_others(app, str(tmp_path))
        else:
            asking.warn_of_others(app, str(tmp_path))


@pytest.mark.deep
def test_readers_never_keep_a_notice_from_being_made(tmp_path: Path) -> None:
    """A reader that locks a file before its manufacturer would have made that work invisible."""
    stop = threading.Event()
    reader = Works(tmp_path)

    def read() -> None:
        while not stop.is_set():
            reader.others()

    thread = threading.Thread(target=read)
    thread.start()
    try:
        for _number in range(200):
            with Works(tmp_path).during(OngoingWork.CHECK, str(tmp_path)):
                assert len(Works(tmp_path).others()) == 1
    finally:
        stop.set()
        thread.join()
