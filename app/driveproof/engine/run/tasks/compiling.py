# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small C project: made from a seed, compiled file by file, linked."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from driveproof.engine.run.tasks.common import SEED, Doing

_FUNCTIONS = 40
_COMPILERS = ("cc", "gcc", "clang")


_STEP = """\
static unsigned step{number}(unsigned value)
{{
    unsigned left[64];
    for (unsigned i = 0; i < 64; i++)
        left[i] = value * {one}u + i * {two}u;
    for (unsigned i = 1; i < 64; i++)
        value ^= left[i] / (left[i - 1] | 1u) + {three}u;
    return value;
}}
"""


class CompilerError(Exception):
    """The compiler failed; its own words."""


def find() -> str:
    """The compiler that a program would be built with; "" without one."""
    return next((path for name in _COMPILERS if (path := shutil.which(name))), "")


def version(compiler: str) -> str:
    """The first line of what it says of itself; "" where it says nothing."""
    try:
        said = subprocess.run(
            [compiler, "--version"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return next(iter(said.stdout.splitlines()), "")[:100]


def make(folder: Path, units: int) -> None:
    """Write the sources. Raises OSError."""
    drawn = random.Random(SEED)
    folder.mkdir()
    names = [f"unit{number:03}" for number in range(units)]
    declared = "".join(f"unsigned {name}(unsigned);\n" for name in names)
    (folder / "units.h").write_text(declared)
    for name in names:
        (folder / f"{name}.c").write_text(_unit(name, drawn))
    calls = "".join(f"    sum += {name}(sum);\n" for name in names)
    main = f'#include "units.h"\n\nint main(void)\n{{\n    unsigned sum = 0;\n{calls}    return'
    (folder / "main.c").write_text(f"{main} (int)(sum & 1);\n}}\n")


def _unit(name: str, drawn: random.Random) -> str:
    parts = ['#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include "units.h"\n']
    for number in range(_FUNCTIONS):
        one, two, three = (drawn.randrange(1, 2**16) for _ in range(3))
        parts.append(_STEP.format(number=number, one=one, two=two, three=three))
    steps = "".join(f"    value = step{number}(value);\n" for number in range(_FUNCTIONS))
    parts.append(f"unsigned {name}(unsigned value)\n{{\n{steps}    return value;\n}}\n")
    return "\n".join(parts)


def build(folder: Path, compiler: str, task: Doing) -> int:
    """Compile each file, one after the other, and link them; how many there were. Raises OSError,
    CompilerError, StoppedError.
    """
    sources = sorted(folder.glob("*.c"))
    for number, source in enumerate(sources):
        task.reach(number, len(sources) + 1)
        one(folder, compiler, source.name)
    objects = [source.with_suffix(".o").name for source in sources]
    _run(folder, [compiler, "-o", "project", *objects])
    task.reach(1, 1)
    return len(sources)


def one(folder: Path, compiler: str, name: str) -> None:
    """Compile one file. Raises OSError, CompilerError."""
    _run(folder, [compiler, "-O1", "-c", name, "-o", f"{Path(name).stem}.o"])


def _run(folder: Path, command: list[str]) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace").strip()
        raise CompilerError(words[-500:] or f"{command[0]}: {done.returncode}")
