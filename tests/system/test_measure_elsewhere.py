# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two programs at once: the second one does not load a drive that the first one measures."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.system.measuring import Lab, mounted, wait_for

from driveproof.domain.ongoing import OngoingWork, StartedIn
from driveproof.engine.ongoing import Works

pytestmark = pytest.mark.root


def test_a_script_does_not_disturb_a_measurement(tmp_path: Path, lab: Lab) -> None:
    works = Works(lab.data.parent / "running")
    with mounted("ext4", tmp_path) as (folder, _):
        # A folder of it: the same drive by another path.
        (folder / "below").mkdir()
        words = ("run", "tiny")
        with lab.start(*words, str(folder), "--seconds", "60") as first:
            try:
                wait_for("the first one measures", lab.fios)
                (found,) = works.others()
                program = lab.program(first)
                assert (found.pid, found.path) == (program, str(folder))
                assert (found.work, found.started_in) == (
                    OngoingWork.MEASUREMENT,
                    StartedIn.TERMINAL,
                )
                assert found.devices
                second = lab.driveproof(*words, str(folder / "below"))
                assert second.returncode == 4, second.stderr
                assert str(folder) in second.stderr
                assert str(program) in second.stderr
            finally:
                first.kill()
        wait_for("fio is gone with it", lambda: not lab.fios(), 10)
        third = lab.driveproof(*words, str(folder / "below"))
        assert third.returncode == 0, third.stderr
        assert works.others() == ()
        lab.nothing_is_left(folder)
