# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run that was measured elsewhere does not count for the experiment."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.system.conftest import run, unmount
from tests.system.test_experiment_firmware import Bench, bench, lab

from driveproof.domain.errors import RefusedError
from driveproof.domain.experiment.experiment import BASELINE
from driveproof.history.experiments import Experiments
from driveproof.system.kernel.mounts import mount_of

__all__ = ["bench", "lab"]
pytestmark = pytest.mark.root


class Loose(Bench):
    """A mount that is removed as soon as it was found."""

    comes_off = False

    def _session(self, what: object, path: str) -> dict[str, object]:
        if self.comes_off:
            unmount(self.folder)
        return super()._session(what, path)  # type: ignore[arg-type]


@pytest.mark.deep
def test_what_comes_off_just_before_the_run(bench: Bench) -> None:
    loose = Loose(bench.lab, bench.folder)
    source = mount_of(bench.folder).source
    experiment = loose.begin()
    loose.comes_off = True
    try:
        with pytest.raises(RefusedError, match="does not count: it was measured on what is"):
            loose.go_on(experiment)
    finally:
        run("mount", source, str(Path(bench.folder)))
    kept = Experiments(bench.lab.history()).load(experiment.id).experiment
    (attempt,) = kept.attempts
    assert (kept.sides[BASELINE], kept.running) == ((), None)
    assert "not at" in str(attempt.why)
    loose.comes_off = False
    assert len(loose.go_on(experiment).sides[BASELINE]) == 1
