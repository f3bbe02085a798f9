# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of live pages."""

from __future__ import annotations

from collections.abc import Iterator

from tests.builders.experimenting import NOW
from tests.fakes.made_looks import looked

from driveproof.domain.experiment.experiment import Experiment


def steps(experiment: Experiment) -> Iterator[Experiment]:
    """As it stands before each of its steps, and at its end."""
    while experiment.stage is not None:
        yield experiment
        stage, number = experiment.stage, f"r{len(experiment.done)}"
        if stage.measures:
            experiment = experiment.begun(number, NOW).measured(number, NOW)
        elif stage.step == "verdict":
            experiment = looked(experiment, left=1)
        else:
            experiment = experiment.acted(NOW)
    yield experiment
