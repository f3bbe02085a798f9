# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of the health verdict, each with where it is from."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.health.report import ATA, NOW, PAST, SCSI, Attribute, ThresholdState
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    UNKNOWN,
    WORN,
    AxisVerdict,
    Grade,
    HealthAxis,
)
from driveproof.domain.quantity import Celsius
from driveproof.domain.say import Say

# A drive at 100 % has had what its manufacturer rated it for, and goes on working (NVM Express Base
# Specification 2.0, "Percentage Used"; ATA/ATAPI Command Set, the indicator of the same name).
USED_UP = 1.0
# From here on one thinks of a replacement: CrystalDiskInfo's caution (life <= 10 %) and
# GSmartControl's warning (used >= 90) are the same figure.
NEARLY_USED_UP = 0.9
# A threshold of the spare blocks that no drive could stay above: it is ignored.
WHOLE = 1.0

HOT_ONLY = "temperature"
"""The warning that passes when the drive cools down: it is judged as heat, not as failing."""

# The same warning tells of cold as well. Makers rate client drives from 0 degrees Celsius on.
COLD = 0.0

# Degrees Celsius where the drive names no limit of its own. Makers allow hard disks 60 to 70 and
# SATA SSDs 70; NVMe drives begin to slow down between 75 and 85.
HOT_HARD_DISK, HOT_SSD, HOT_NVME = 55.0, 65.0, 75.0

# Attributes of heat, besides those whose name says so: they go up and down, and belong to the heat.
TEMPERATURES = frozenset({190, 194})

# Attributes by id and name whose normalized value is what is left of the rated life, and how the
# name of the database's family begins where that is certain ("" for every drive that has it): most
# of these names are the defaults for any SSD. A name alone says nothing: attribute 230 of SanDisk
# and WD is a Media_Wearout_Indicator too, and counts up. Sources: Micron TN-FD-22 (173, 202),
# Intel's product specifications (233), Samsung's description of its SMART attributes (177).
# smartmontools' FAQ (231 of SandForce: the raw value has no meaning).
LIFE_BY_FAMILY = {
    (231, "SSD_Life_Left"): ("SandForce",),
    (173, "Wear_Leveling_Count"): ("Crucial/Micron", "Micron"),
    (177, "Wear_Leveling_Count"): ("Samsung",),
    (202, "Percent_Lifetime_Remain"): ("",),
    (202, "Percent_Lifetime_Used"): ("Crucial/Micron", "Micron"),
    (233, "Media_Wearout_Indicator"): ("Intel", "Dell Certified Intel"),
}
# The same in the raw value, where the normalized one stays at 100 or counts the wrong way on some
# drives (Kingston SA400, Silicon Motion): these count only where both say the same, or where the
# erase counts agree with one of them (flash.life_left).
LIFE_IF_RAW_AGREES = frozenset({
    (169, "Remaining_Lifetime_Perc"), (201, "Percent_Lifetime_Remain"),
    (209, "Remaining_Lifetime_Perc"), (231, "SSD_Life_Left"), (231, "SSD_Life_Left_Perc"),
    (231, "Percent_Lifetime_Remain"), (231, "Perc_Rated_Life_Remain"),
    (245, "Percent_Life_Remaining"), (245, "SSD_Life_Left"), (248, "Remaining_Life"),
    (248, "Perc_Rated_Life_Remain"),
})  # fmt: skip

# Their names, as smartctl and libatasmart have them, in lower case with underscores.
# Only these say at their threshold that a drive is worn; any other attribute of age (hours,
# start-stops, retries) says that it is old.
LIFE = frozenset(name.lower() for _, name in (*LIFE_BY_FAMILY, *LIFE_IF_RAW_AGREES))

# A self-test that failed longer ago than this, in hours of use, says little of how a drive is now.
# As many are six weeks of a drive that never rests.
RECENT_SECONDS = 1000 * 3600.0
# ATA keeps the hours of a self-test in 16 bits, and begins at 0 again after them (ATA Command Set,
# Self-test log, "Life timestamp").
ATA_ROUND_SECONDS = 65536 * 3600.0

# Older data say little of how a drive is now. UDisks2 reads anew every ten minutes.
OLD_SECONDS = 3600.0

_GOOGLE = "Pinheiro et al., Failure Trends in a Large Disk Drive Population (Google, FAST 2007)"
_BACKBLAZE = "Backblaze, What SMART Stats Tell Us About Hard Drives (2016)"
_OURS = "our own choice"


class CounterBounds(NamedTuple):
    """The grade for a counter's value at first sight, before its growth is known.

    `caution` and `failing` are the lowest counts for these grades, None for never; `grown` is the
    grade when it has grown since the last snapshot. `source` says where the figures are from.
    """

    caution: int | None
    failing: int | None
    grown: Grade
    source: str


# Counters of the medium, and of what moves it, that nobody acknowledged: on hard disks.
# Google's drives were 14 times as likely to fail within 60 days after the first reallocation, 21
# times after the first offline reallocation, 16 times after the first probational (pending) sector
# and 39 times after the first scan error, as drives without any; so the first is to be watched. No
# study draws an upper line; drives that people ask for help with have hundreds and more, healthy
# ones with a history a few tens (the reports in tests/unit/system/smart/test_real_drives.py).
DISK = {
    "reallocated": CounterBounds(1, 100, WORN, f"1: {_GOOGLE}; 100: {_OURS}"),
    "pending": CounterBounds(1, 100, WORN, f"1: {_GOOGLE}; 100: {_OURS}"),
    "uncorrectable": CounterBounds(1, 100, WORN, f"1: {_GOOGLE}; 100: {_OURS}"),
    "media_errors": CounterBounds(1, None, WORN, f"1: {_BACKBLAZE}, attribute 187"),
    "spin_retries": CounterBounds(
        1, None, WORN, f"{_OURS}: a motor or a power supply that is weak"
    ),
    "end_to_end": CounterBounds(1, None, WORN, f"{_OURS}: data were changed inside of the drive"),
    "command_timeouts": CounterBounds(1, None, CAUTION, f"1: {_BACKBLAZE}, attribute 188"),
    "reallocation_events": CounterBounds(1, None, CAUTION, f"1: {_GOOGLE}, as reallocated sectors"),
}
# The same on flash. It replaces blocks by design: 30 to 80 % of the drives in Google's data
# centres got bad blocks in four years (Schroeder et al., Flash Reliability in Production, FAST
# 2016), so that only their growth is watched. 20 to 63 % had an uncorrectable error; who has one is
# likelier to have more. No failure rates learned from hard disks are put on SSDs.
_SCHROEDER = "Schroeder et al., Flash Reliability in Production (FAST 2016)"
FLASH = {
    "reallocated": CounterBounds(None, None, CAUTION, _SCHROEDER),
    "pending": CounterBounds(1, None, WORN, _SCHROEDER),
    "uncorrectable": CounterBounds(1, None, WORN, _SCHROEDER),
    "media_errors": CounterBounds(1, None, WORN, _SCHROEDER),
    "spin_retries": CounterBounds(None, None, GOOD, f"{_OURS}: flash does not spin"),
    "end_to_end": CounterBounds(1, None, WORN, f"{_OURS}: data were changed inside of the drive"),
    "command_timeouts": CounterBounds(
        None, None, CAUTION, f"{_OURS}: its host's power saving causes them"
    ),
    "reallocation_events": CounterBounds(None, None, CAUTION, _SCHROEDER),
}
# What cannot be read now, and was found to be lost, together: data are lost already. SCSI counts
# the latter as errors that were not corrected. The rule is our own choice; both alone are Google's.
UNREADABLE = {ATA: ("pending", "uncorrectable"), SCSI: ("pending", "media_errors")}
# The attribute that each counter is, where there is one (`HealthFinding.attribute`).
ATTRIBUTES = {
    "reallocated": 5, "spin_retries": 10, "end_to_end": 184, "media_errors": 187,
    "command_timeouts": 188, "reallocation_events": 196, "pending": 197, "uncorrectable": 198,
    "crc_errors": 199,
}  # fmt: skip

# Thresholds that are no limit: they never or always fail, or are invalid (ATA-3, table 18).
_ALWAYS_PASSING, _INVALID, _ALWAYS_FAILING = 0, 254, 255


def about_heat(row: Attribute) -> bool:
    """Whether an attribute is a temperature: it is judged as heat, and nowhere else."""
    return row.id in TEMPERATURES or "temperature" in row.name.lower()


def heat_at_limit(row: Attribute) -> bool:
    """Whether an attribute says that a drive is too hot now."""
    return row.failed == NOW and about_heat(row)


def of_life(row: Attribute) -> bool:
    """Whether an attribute says what is left of a drive's rated life."""
    return row.name.lower().replace("-", "_") in LIFE


def has_limit(threshold: int | None) -> bool:
    """Whether a threshold is one: 0 is always passed, 254 is invalid (ATA-3, table 18)."""
    return threshold not in {None, _ALWAYS_PASSING, _INVALID}


def threshold_state(value: int | None, worst: int | None, threshold: int | None) -> ThresholdState:
    """Whether a normalized value is, or its worst was, at or below its threshold.

    At the threshold is failing, as smartctl has it (atacmds.cpp, ata_get_smart_attr_state). A
    threshold of 255 is failing whatever the value (ATA-3, table 18). NEVER where it has no limit.
    """
    if not has_limit(threshold) or threshold is None:
        return ThresholdState.NEVER
    if threshold == _ALWAYS_FAILING or (value is not None and value <= threshold):
        return NOW
    return PAST if worst is not None and worst <= threshold else ThresholdState.NEVER


def attribute_word(row: Attribute) -> Grade:
    """The grade of one attribute by its threshold; GOOD also where it has none.

    At its threshold an attribute is the manufacturer's own statement, whether or not a database
    knows its name. Otherwise UNKNOWN for a name that no database has: its meaning on this drive is
    not certain.
    """
    if row.failed != NOW:
        return GOOD if row.named or row.counted else UNKNOWN
    if about_heat(row):
        return CAUTION
    if row.prefail:
        return FAILING
    return WORN if of_life(row) else CAUTION


_GRADES: dict[HealthAxis, tuple[tuple[Grade, Say], ...]] = {
    HealthAxis.SELF_ASSESSMENT: (
        (
            FAILING,
            Say(
                "Reported by the drive, a prefail attribute, or a self-test in the last 1000"
                " hours of use."
            ),
        ),
        (CAUTION, Say("An older self-test failed, and none of its kind has passed since.")),
    ),
    HealthAxis.WEAR: (
        (FAILING, Say("Spare blocks at half of the threshold, or a warning of the drive.")),
        (WORN, Say("100 % of the rated life used, or its attribute at the threshold.")),
        (CAUTION, Say("90 % of the rated life used, or another attribute at the threshold.")),
    ),
    HealthAxis.MEDIA_ERRORS: (
        (FAILING, Say("100 bad sectors on a hard disk, or pending and uncorrectable ones.")),
        (WORN, Say("Errors increased since the last reading.")),
        (CAUTION, Say("Errors that are not acknowledged.")),
    ),
    HealthAxis.LINK: ((CAUTION, Say("CRC or transfer errors increased, or below full speed.")),),
    HealthAxis.FIRMWARE: (
        (FAILING, Say("The controller reports that its firmware is lost.")),
        (CAUTION, Say("A fault of this firmware is known.")),
    ),
    HealthAxis.DATA_QUALITY: (
        (CAUTION, Say("Contradictory values, or older than an hour.")),
        (UNKNOWN, Say("Values are missing.")),
    ),
}


def axis_rules(axis: AxisVerdict) -> tuple[tuple[Grade, Say], ...]:
    """What gives this axis each of its grades other than good."""
    hot_from = axis.hot_from
    if hot_from is None:
        return _GRADES.get(axis.axis, ())
    limit = Celsius(hot_from.celsius)
    said = Say("{limit} (typical for its kind), or a warning of the drive.", limit=limit)
    if hot_from.own:
        said = Say("{limit} (the drive's limit), or a warning of the drive.", limit=limit)
    return ((CAUTION, said),)
