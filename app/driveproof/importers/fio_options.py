# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a job in fio's JSON: what they mean for its test, by fio's manual (fio(1)).

fio writes all options that were given a value, so that a missing one has its default; options that
may be given without a value are unknown then. Where there is no list, nothing is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from driveproof.domain.access import DIRECTIONS, Direction, Engine, Pattern
from driveproof.domain.profile.options import SYNC, seconds_of
from driveproof.domain.run.work import UNKNOWN_WORK, Data, Work
from driveproof.importers.fields import invalid_field

MOST = 400  # characters of a mix of block sizes or an order that are kept
# "4k", "4KiB", "1.5m", "0x1000": an integer with the suffixes of kb_base=1024, fio's default.
_SIZE = re.compile(r"(0x[0-9a-f]{1,12}|\d{1,15}(?:\.\d{1,6})?)\s*([kmgtp]?)(i?)b?", re.I | re.A)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_DEFAULT_BLOCK = 4096
_DEFAULT_ENGINE = Engine.PSYNC  # on every system but Windows, whose files it names otherwise
_WINDOWS = re.compile(r"\\\\|[a-z]\\?:", re.I | re.A)
_ORDERS = {
    **dict.fromkeys(("read", "write", "trim", "rw", "readwrite", "trimwrite"), Pattern.SEQUENTIAL),
    **dict.fromkeys(
        ("randread", "randwrite", "randtrim", "randrw", "randtrimwrite"), Pattern.RANDOM
    ),
}
_COVERED = {
    "read": {Direction.READ},
    "write": {Direction.WRITE},
    "trim": {Direction.TRIM},
    "rw": {Direction.READ, Direction.WRITE},
    "readwrite": {Direction.READ, Direction.WRITE},
    "trimwrite": {Direction.TRIM, Direction.WRITE},
}
# What changes which blocks come when, and what of the target is used, as it stands.
_ORDER = ("random_distribution", "percentage_random", "rw_sequencer", "zonemode", "zonesize",
          "zoneskip", "zonerange")  # fmt: skip
_OTHER = ("blockalign", "iodepth_batch", "iodepth_batch_complete_min", "iodepth_batch_complete_max",
          "iodepth_low", "thinktime_spin", "thinktime_iotime", "thinktime_blocks_type",
          "rate_process", "rate_cycle", "rate_ignore_thinktime", "buffer_compress_percentage",
          "buffer_compress_chunk", "dedupe_percentage", "dedupe_mode",
          "dedupe_working_set_percentage", "fadvise_hint")  # fmt: skip
_OFFSET = ("offset", "file_offset", "offset_increment", "fileoffset")
_PLAIN = {("random_distribution", "random"), ("percentage_random", "100"), ("zonemode", "none"),
          ("rw_sequencer", "sequential"), ("fadvise_hint", "1")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Options:
    """All that were given for a job, the globals among them; nothing where the file has none."""

    values: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> bool:
        """Whether the file has any."""
        return bool(self.values)

    def get(self, *names: str) -> str | None:
        """The last value that was given under one of its names."""
        found = None
        for name, value in self.values:
            if name in names:
                found = value.strip()
        return found

    def flag(self, *names: str) -> bool:
        """A switch, which has no value, 1 or 0."""
        found = self.get(*names)
        return found is not None and found.lower() not in {"0", "false", "no"}

    @property
    def direct(self) -> bool | None:
        """Whether it bypassed the page cache; None where the file does not report it."""
        if not self.told:
            return None
        if self.get("buffered") is not None:
            return not self.flag("buffered")
        return self.flag("direct")

    @property
    def engine(self) -> str:
        """How I/Os were submitted to the system; "" where the file does not report it."""
        given = self.get("ioengine")
        if given is not None:
            return given[:100]
        windows = _WINDOWS.match(self.get("filename", "directory") or "") is not None
        return _DEFAULT_ENGINE if self.told and not windows else ""

    @property
    def moves(self) -> tuple[Direction, ...]:
        """The directions of its I/O; () where unknown."""
        known = _COVERED.get(self._rw.removeprefix("rand"), set())
        return tuple(way for way in DIRECTIONS if way in known)

    def pattern(self, ways: tuple[Direction, ...]) -> Pattern:
        """UNKNOWN where it is not known, or the job did something else."""
        if not self.told or not set(ways) <= set(self.moves):
            return Pattern.UNKNOWN
        return _ORDERS.get(self._rw, Pattern.UNKNOWN)

    @property
    def _rw(self) -> str:
        if not self.told:
            return ""
        return (self.get("rw", "readwrite") or "read").partition(":")[0].lower()

    def block_size(self, ways: tuple[Direction, ...]) -> int:
        """In bytes; 0 where these directions had several, or an unknown one."""
        if not self.told or self.block_sizes(ways):
            return 0
        sizes = self._ranges(ways)
        return sizes[0][0] if sizes else 0

    def block_sizes(self, ways: tuple[Direction, ...]) -> str | None:
        """The option as written, where not every block had one size; None where unknown."""
        if not self.told:
            return None
        if split := self.get("bssplit"):
            return f"bssplit={split}"[:MOST]
        ranges = self._ranges(ways)
        if len(set(ranges)) == 1 and ranges[0][0] == ranges[0][1]:
            return ""
        if (given := self.get("bsrange", "blocksize_range")) is not None:
            return f"bsrange={given}"[:MOST]
        return f"bs={self.get('bs', 'blocksize') or _DEFAULT_BLOCK}"[:MOST]

    def _ranges(self, ways: tuple[Direction, ...]) -> list[tuple[int, int]]:
        """The least and the greatest size of each direction: "a,b" are of reads and writes, and
        the last counts for what is not there.
        """
        given = self.get("bsrange", "blocksize_range") or self.get("bs", "blocksize") or ""
        parts = [part.strip() for part in given.split(",")]
        found = []
        for way in ways:
            part = parts[min(DIRECTIONS.index(way), len(parts) - 1)]
            low, _, high = part.partition("-")
            size = (self.size(low) if low else _DEFAULT_BLOCK) or 0
            found.append((size, (self.size(high) or 0) if high else size))
        return found

    def whole(self, *names: str) -> int:
        """A number of jobs or a queue depth, 1 by default; 0 where unknown."""
        if not self.told:
            return 0
        given = self.get(*names)
        if given is None:
            return 1
        if not re.fullmatch(r"\d{1,7}", given, re.ASCII):
            raise invalid_field(names[0], given)
        return max(1, int(given))

    def work(self, ways: tuple[Direction, ...]) -> Work:
        """What a test in these directions did beside its block size, queue depth and jobs."""
        if not self.told:
            return UNKNOWN_WORK
        return replace(
            UNKNOWN_WORK,  # whether its file was made without copy-on-write nobody says
            data=self._data(),
            fsync=self._number("fsync"),
            fdatasync=self._number("fdatasync"),
            end_fsync=self.flag("end_fsync") or self.flag("fsync_on_close"),
            sync=SYNC.get((self.get("sync") or "0").lower()),
            rate=self._limits("rate"),
            rate_iops=self._limits("rate_iops"),
            think_time=self._pause(),
            think_blocks=self._number("thinktime_blocks", 1),
            read_share=self._share() if set(ways) == {Direction.READ, Direction.WRITE} else None,
            block_sizes=self.block_sizes(ways),
            order=self._order(),
            offset=self._joined(_OFFSET),
            other=self._joined(_OTHER),
        )

    def _data(self) -> Data | None:
        """By what the manual says under "Buffers and memory".

        None for most files: of a switch without a value, as "refill_buffers" mostly is, fio writes
        nothing (seen with fio 3.33), and so the default looks the same.
        """
        if self.get("verify") not in (None, "0", "none"):
            return None  # checksums are written among it
        parts = [self.get("buffer_compress_percentage"), self.get("dedupe_percentage")]
        refill, zero = self.get("refill_buffers"), self.get("zero_buffers")
        scrambled = self.get("scramble_buffers") is None or self.flag("scramble_buffers")
        kinds = (
            (Data.PATTERN, self.get("buffer_pattern") is not None),
            (Data.ZEROS, self.flag("zero_buffers")),
            (Data.COMPRESSIBLE, any(part not in (None, "0") for part in parts)),
            (Data.FRESH, self.flag("refill_buffers")),
            (None, refill is None or zero is None),
            (Data.SCRAMBLED, scrambled),
        )
        return next((kind for kind, so in kinds if so), Data.REPEATED)

    def _number(self, name: str, default: int = 0) -> int | None:
        given = self.get(name)
        if given is None:
            return default
        return int(given) if re.fullmatch(r"\d{1,9}", given, re.ASCII) else None

    def _limits(self, name: str) -> tuple[int, ...] | None:
        """Of reads, writes and trims; one number is for all of them."""
        given = self.get(name)
        if given is None:
            return ()
        parts = [part.strip() for part in given.split(",")][:3]
        if len(parts) == 1:
            parts *= 3
        sizes = [self.size(part) if part else 0 for part in (*parts, "", "", "")[:3]]
        if any(size is None for size in sizes):
            return None
        limits = tuple(size or 0 for size in sizes)
        return limits if any(limits) else ()

    def _pause(self) -> float | None:
        """Microseconds where it has no unit."""
        given = self.get("thinktime")
        if given is None:
            return 0.0
        seconds = seconds_of(given, 1e-6)
        return None if seconds is None else round(seconds, 9)

    def _share(self) -> int | None:
        """Percent of reads; of the two options the one that was given last counts."""
        share: int | None = 50
        for name, value in self.values:
            if name in {"rwmixread", "rwmixwrite"}:
                known = re.fullmatch(r"\d{1,2}|100", value.strip(), re.ASCII)
                share = int(value) if known else None
                if share is not None and name == "rwmixwrite":
                    share = 100 - share
        return share

    def _order(self) -> str:
        """Also a step or a run of blocks after "rw=": "rw=read:4k"."""
        rw = self.get("rw", "readwrite") or ""
        step = f"rw={rw}" if ":" in rw else ""
        return " ".join(filter(None, (step, self._joined(_ORDER))))[:MOST]

    def _joined(self, names: tuple[str, ...]) -> str:
        found = [
            f"{name}={value.strip()}"
            for name, value in self.values
            if name in names
            and (name, value.strip().lower()) not in _PLAIN
            and (name not in _OFFSET or self.size(value) != 0)
            and (name != "fadvise_hint" or not self.direct)  # a hint to the page cache
        ]
        return " ".join(found)[:MOST]

    def size(self, text: str) -> int | None:
        """Bytes of "4k"; None for what is none, as a percentage.

        With kb_base=1000 "k" is 1000 and "ki" 1024, else both are 1024, fio's default.
        """
        found = _SIZE.fullmatch(text.strip())
        if found is None:
            return None
        thousand = 1000 if self.get("kb_base") == "1000" and not found[3] else 1024
        if found[1][:2].lower() == "0x":
            return int(found[1], 16) * int(thousand ** _POWERS[found[2].lower()])
        return int(float(found[1]) * thousand ** _POWERS[found[2].lower()])
