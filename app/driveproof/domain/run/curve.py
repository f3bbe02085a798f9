# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn of many samples: their rates over time as columns, without their histograms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The samples of one direction of one repeat, a value for each in every column.

    `time` is the end of a sample in seconds after the warm-up, `seconds` its length, `bandwidth`
    bytes a second.
    """

    time: Floats
    seconds: Floats
    iops: Floats
    bandwidth: Floats
