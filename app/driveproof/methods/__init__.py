# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways of measuring, one package each, which is imported when its name is asked for.

A package has what its method needs beyond a list of tests, in modules that `domain.method.part`
finds by their names:

- `plan.py`: `Plan`, a Struct whose fields are what a profile may choose, with the tests that follow
  from them, and `TRAITS`. A field `tests` has the [[phase]] tables of the profile. It imports the
  ground floor alone.
- `bench.py`: `bench(profile, means)`, which prepares what is measured, where that is neither a test
  file nor a device as the engine prepares them.
- `fit.py`: `fit(profile, place, free, means)`, the profile for a folder, where the place decides
  something of it.
- `runner.py`: `runners(profile, tools)`, who measures a test where that is not one fio after the
  other alone.
- `findings.py`: what it says of its figures when the run is over, beyond what is said of any test
  of fio.
- `watch.py`: `watch(layers, sysfs)`, what counts something beside the tests.
- `answer.py`: `answer(run)`, what a run found, and `charts(run)`, which charts show it, where those
  are not the bars and curves of its tests. It imports the ground floor alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from driveproof.domain.hosts.answer import hosts_blocks
from driveproof.domain.method import method_part
from driveproof.domain.run.result import answer_method

if TYPE_CHECKING:
    from driveproof.domain.answer import Answer
    from driveproof.domain.check.check import Check
    from driveproof.domain.run.run import Run


def answer_of(run: Run) -> Answer:
    """What a run found, by the `answer.py` of its method, and what its hosts came to."""
    module = method_part(answer_method(run), "answer")
    assert module is not None  # a method without one is not complete
    found: Answer = module.answer(run)
    return structs.replace(found, blocks=(*found.blocks, *hosts_blocks(run)))


def measured_answer(check: Check) -> Answer | None:
    """The same of what a check measured; None where it measured nothing."""
    return None if check.run is None else answer_of(check.run)
