# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which fio is on this machine, and whether it is new enough."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.errors import Advice, MachineError

# 3.28 is the first that prints every latency bin of grouped jobs with lat_percentiles.
OLDEST = (3, 28)
INSTALL = Advice("Install the package {package}.", package="fio")


@dataclass(frozen=True, slots=True)
class FioProgram:
    """A usable fio: its path and its own version string ("fio-3.33")."""

    path: str
    version: str

    @property
    def number(self) -> str:
        """The version alone: "3.33"."""
        return self.version.removeprefix("fio-")


def parse_version(text: str) -> tuple[int, int] | None:
    """Major and minor of what `fio --version` prints, None when it is something else."""
    match = re.match(r"fio-(\d{1,4})\.(\d{1,4})", text.strip())
    return (int(match[1]), int(match[2])) if match else None


def find_fio(name: str = "fio") -> FioProgram:
    """The fio on the PATH (or at a path). Raises MachineError when missing, broken or too old."""
    path = shutil.which(name)
    if path is None:
        raise MachineError("{program} is not installed.", advice=INSTALL, program="fio")
    try:
        answer = subprocess.run(
            [path, "--version"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(
            "{path} cannot be started: {error}.", path=path, error=error, advice=INSTALL
        ) from error
    text = answer.stdout[:200].decode("utf-8", "replace").strip()
    version = parse_version(text)
    if version is None:
        raise MachineError(
            "{path} is not fio: {said}",
            path=path,
            said=text or answer.stderr[:200].decode("utf-8", "replace").strip() or "-",
        )
    if version < OLDEST:
        raise MachineError(
            "{path} is too old ({text}).",
            path=path,
            text=text,
            advice=Advice("Install {version} or newer.", version=f"fio {OLDEST[0]}.{OLDEST[1]}"),
        )
    return FioProgram(path, text)


def refusal(command: Sequence[str]) -> str:
    """What this fio has against a command of ours, in its words; "" where it would run it.

    `--parse-only` runs nothing; of our own commands it opens nothing either.
    """
    try:
        answer = subprocess.run(
            [*command, "--parse-only"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""  # the run itself says what is wrong
    lines = answer.stderr[:4096].decode("utf-8", "replace").splitlines()
    said = next((line.strip() for line in lines if line.strip()), "")
    return said.removeprefix("fio: ")[:200] if answer.returncode else ""
