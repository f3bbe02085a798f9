# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs whose results are known by their looks, and are not read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.quantity import Phrase

_RESULT = Phrase("a result")


@dataclass(frozen=True, slots=True)
class Other:
    """What a file is, and what to do with it where there is something."""

    program: str
    what: Phrase = _RESULT
    advice: Advice | None = None


_REPORT = Phrase("a health report")
_HEALTH = Advice(Remedy.OPEN_REPORT)

# By what each prints at the beginning of its result, or names its format; none of it is a word that
# people use in a text about a drive.
_HEADS: tuple[tuple[re.Pattern[str], Other], ...] = tuple(
    (re.compile(head, re.MULTILINE), other)
    for head, other in (
        (r"^\s*AS SSD Benchmark \d|<ASSSD|<AS_SSD", Other("AS SSD")),
        (r"^\s*(?:<\?xml[^>]*>\s*)?<(?:atto|ATTO)|ATTO Disk Benchmark", Other("ATTO")),
        (r"^\s*Iozone: Performance Test of File I/O", Other("iozone")),
        (
            r"<PhoronixTestSuite>|^\s*Phoronix Test Suite v?\d|\"test_suite\"|phoronix-test-suite",
            Other("the Phoronix Test Suite"),
        ),
        (r"^Version\s+[\d.]+\s+-+Sequential Output-+|^1\.9\d,1\.9\d,", Other("bonnie++")),
        (r"^sysbench \d[\s\S]{0,4000}^File operations:", Other("sysbench")),
        (r"^\d+ bytes \(.*\) copied, [\d.,]+ s", Other("dd")),
        (r"^--- .* ioping statistics ---", Other("ioping")),
        (r"^\s*HD Tune(?: Pro)?: ", Other("HD Tune")),
        (r"^Command Line: .*diskspd|<Results>\s*<System>\s*<ComputerName>", Other("DiskSpd")),
        (r"^'Test Type,Test Description", Other("Iometer")),
        (r"Windows System Assessment Tool|^> Disk +Sequential ", Other("winsat")),
        (r"^\s*(?:\* )?Vdbench distribution:|^Vdbench ", Other("vdbench")),
        (r"AmorphousDiskMark \d", Other("AmorphousDiskMark")),
        (r"tdeDiskMark \(", Other("tdeDiskMark")),
        (r"^elbencho version|^\s*OPERATION\s+RESULT TYPE", Other("elbencho")),
        (r"^dbench version", Other("dbench")),
        (r"^Filebench Version", Other("filebench")),
        (r"^smartctl \d|\"smartctl\": *\{", Other("smartctl", _REPORT, _HEALTH)),
        (r"^CrystalDiskInfo \d", Other("CrystalDiskInfo", _REPORT)),
    )
)


def whose(text: str) -> Other | None:
    """The program that printed or saved this, of those that are known and not read."""
    return next((other for head, other in _HEADS if head.search(text)), None)
