# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of profile files."""

from __future__ import annotations

GOOD = """\
title = "A test"
question = "How fast?"
size = "64 MiB"

[[phase]]
name = "First"
directions = ["read", "write"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
seconds = 2
limit = "1 GiB"

[[phase]]
name = "Second"
directions = ["read"]
pattern = "sequential"
block_size = 1048576
queue_depth = 8
seconds = 2.5
"""


TOP = {
    "title": ["''", "'   '", "5", "true", "['a']", f"'{'x' * 81}'"],
    "question": ["''", "1979-05-27", f"'{'x' * 301}'"],
    "description": ["''", "3", f"'{'x' * 2001}'"],
    "size": [
        "0",
        "-1",
        "'1X'",
        "''",
        "'0'",
        "'1.5 MiB'",
        "'-1G'",
        "'2 TiB'",
        "1000",
        "true",
        "[1]",
    ],
    "repeats": ["0", "101", "-1", "2.0", "'2'", "true", "9223372036854775807", "0x" + "f" * 5000],
    "pause": ["-0.1", "3601", "'1'", "nan", "inf", "-inf", "false"],
}


IN_PHASE = {
    "name": ["''", "7", f"'{'x' * 81}'"],
    "directions": [
        "[]",
        "'read'",
        "['trim']",
        "['read', 'read']",
        "[1]",
        "[['read']]",
        "[{a = 1}]",
    ],
    "pattern": ["'Random'", "''", "1", "['random']"],
    "block_size": ["0", "511", "513", "'128 MiB'", "'4 KX'", "true", "4096.0"],
    "queue_depth": ["0", "1025", "1.5", "'8'", "true"],
    "jobs": ["0", "65", "-1", "'1'"],
    "warmup": ["-1", "601", "nan", "'0.5'"],
    "seconds": ["0", "0.09", "86401", "inf", "'2'"],
    "limit": ["0", "1048575", "'17 TiB'", "'x'"],
    "engine": ["'sg'", "''", "1"],
    "read_share": ["0", "100", "50.0", "'70'"],
}
