# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A smartctl on a USB adapter: a program that answers by `--device=TYPE`, and refuses every other
type as smartctl 7.3 does.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from driveproof.helper import program_arguments
from driveproof.helper.protocol import SmartReport, WireAdapter

_PROGRAM = """#!{python} -IS
import json, pathlib, sys
folder = pathlib.Path({folder!r})
with (folder / "calls").open("a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
if sys.argv[1] == "-P":
    types = json.loads((folder / "database").read_text())
    for kind in types:
        print("USB Type            " + kind)
    sys.exit(len(types))
kind = [word[9:] for word in sys.argv if word.startswith("--device=")][-1].replace("/", "_")
file = folder / (kind + ".json")
if not file.exists():
    file = folder / "refused.json"
said = json.loads(file.read_text())
print(json.dumps(said))
sys.exit(said["smartctl"]["exit_status"])
"""


def said(status: int, *lines: str, error: str = "") -> dict[str, Any]:
    """A report of smartctl that could not read a drive."""
    messages = [{"string": error, "severity": "error"}] if error else []
    return {
        "smartctl": {
            "version": [7, 3], "messages": messages, "output": list(lines), "exit_status": status,
        }
    }  # fmt: skip


NOT_ATA = said(
    2,
    "smartctl 7.3 2022-02-28 r5338",
    "Read Device Identity failed: scsi error unsupported scsi opcode",
    "If this is a USB connected device, look at the various --device=TYPE variants",
)
NOT_NVME = said(2, "Read NVMe Identify Controller failed: scsi error unsupported scsi opcode")
TOO_OLD = said(1, error="/dev/sdb: Unknown device type 'sntasmedia'")


class MadeSmartctl:
    """The program in a folder, and what it was asked."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self.program = folder / "smartctl"
        self.program.write_text(_PROGRAM.format(python=sys.executable, folder=str(folder)))
        self.program.chmod(0o755)
        self.has()
        self._answer("refused", NOT_NVME)
        self._answer("sat", NOT_ATA)

    def has(self, *types: str) -> None:
        """What its drive database has for every adapter."""
        (self._folder / "database").write_text(json.dumps(types))

    def answers(self, kind: str, report: Mapping[str, Any]) -> None:
        """What a type of adapter gives from now on."""
        self._answer(kind, report)

    def _answer(self, kind: str, report: Mapping[str, Any]) -> None:
        (self._folder / f"{kind.replace('/', '_')}.json").write_text(json.dumps(report))

    @property
    def asked(self) -> list[tuple[str, SmartReport]]:
        """The types that commands were sent with, and how much was to be read."""
        found = []
        for line in (self._folder / "calls").read_text().splitlines():
            words = json.loads(line)
            if words[0] != "-P":
                kind = next(word[9:] for word in words if word.startswith("--device="))
                found.append((kind, self._report(words)))
        return found

    def _report(self, words: list[str]) -> SmartReport:
        if "--xall" in words or "--log=error" in words:
            return SmartReport.WHOLE
        return SmartReport.VALUES if "--attributes" in words else SmartReport.IDENTITY

    def __call__(self, adapter: WireAdapter, report: SmartReport) -> bytes:
        """As the helper runs it, without root."""
        words = program_arguments.smartctl(str(self.program), "/dev/sdb", adapter, report)
        return subprocess.run(words, stdout=subprocess.PIPE, check=False).stdout
