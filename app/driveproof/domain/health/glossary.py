# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The names and meanings of a drive's health values, for people.

One table: SMART attributes by id and by the name that smartctl's drive database (or libatasmart,
behind UDisks2) gives them on the drive in question, the fields of NVMe's health log, ATA device
statistics, and SCSI's counters. Sources: smartmontools' drivedb.h and wiki, ATA Command Set (ACS-4,
9.5), NVM Express Base Specification 2.0 (figure 207), SCSI Primary Commands (SPC-5, 7.3). It judges
nothing: the rules are in domain/health/rules.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from driveproof.domain.health.marks import Marks
from driveproof.domain.health.report import Attribute, LogValue
from driveproof.domain.health.verdict import Grade
from driveproof.domain.say import Say


class Meaning(NamedTuple):
    """A name for people, and an explanation; None where it needs none or nobody knows more."""

    title: Say | str
    explanation: Say | None = None


class _Entry(NamedTuple):
    """`names` are how the names of the databases begin, in lower case with underscores, where an
    attribute of this id means this; () for every drive that has the id and no other entry.
    """

    id: int
    names: tuple[str, ...]
    title: str
    explanation: str


_WRITTEN = ("Data written", "")
_READ = ("Data read", "")
_LIFE_LEFT = ("Life left", "")
_LIFE_USED = (
    "Rated life used",
    "Can exceed 100 %.",
)
_BAD = ("Bad blocks", "Only growth matters.")
_FACTORY = ("Factory bad blocks", "Harmless.")
_SPARE = ("Spare blocks", "")
_PROGRAM = ("Program failures", "")
_ERASE = ("Erase failures", "")
_POWER_LOSS = ("Unexpected power losses", "Not a fault of the drive.")
_PROTECTION = ("Power-loss protection", "")
_CYCLES = ("Erase cycles", "")
_WEAR = ("Wear (erase cycles)", _CYCLES[1])
_FLASH = ("Flash writes", "")
_SLC = ("SLC cache", "")
_REALLOCATED = (
    "Reallocated sectors",
    "Some are normal on an SSD.",
)
_PENDING = ("Pending sectors", "The next write repairs or replaces them.")
_UNCORRECTABLE = ("Uncorrectable errors", "Data may be lost.")
_CORRECTED = ("Corrected errors", "Large values are normal on some drives.")
_RETRIES = (
    "Read retries",
    "Large values are normal on some drives.",
)
_WRITE_ERRORS = ("Write errors", "")
_END_TO_END = ("End-to-end errors", "Data changed inside the drive.")
_CRC = (
    "Link CRC errors",
    "Usually caused by the cable. Only growth matters.",
)
_DOWNSHIFTS = (
    "Link downshifts",
    "",
)
_LINK = ("Link errors", "Usually caused by the cable.")
_TEMPERATURE = ("Temperature", "")
_HOT = ("Time above the warning temperature", "")
_POWERED = ("Power-on time", "")
_POWER_CYCLES = ("Power cycles", "")
_PARKED = ("Head load cycles", "Hard disks: rated for 300 000 to 600 000.")
_FLYING = ("Head flying time", "")
_STARTS = ("Motor starts", "")
_PARITY = ("Recovered by parity", "")
_THROTTLED = ("Thermal throttling", "")

_ATA = (
    _Entry(1, (), *_RETRIES),
    _Entry(3, (), "Spin-up time", "If it rises: a weak motor or power supply."),
    _Entry(4, (), *_STARTS),
    _Entry(5, (), *_REALLOCATED),
    _Entry(7, (), "Seek errors", "Large values are normal on some drives."),
    _Entry(9, (), *_POWERED),
    _Entry(10, (), "Spin retries", "If it rises: a weak motor or power supply."),
    _Entry(12, (), *_POWER_CYCLES),
    _Entry(13, (), *_RETRIES),
    _Entry(22, (), "Helium", ""),
    _Entry(100, (), *_CYCLES),
    _Entry(148, (), *_SLC),
    _Entry(149, (), *_SLC),
    _Entry(150, (), *_SLC),
    _Entry(151, (), *_SLC),
    _Entry(160, (), *_UNCORRECTABLE),
    _Entry(161, (), *_SPARE),
    _Entry(163, ("initial", "init_bad"), *_FACTORY),
    _Entry(164, ("total_erase",), *_CYCLES),
    _Entry(165, ("total_write", "total_erase"), *_CYCLES),
    _Entry(165, ("max",), *_CYCLES),
    _Entry(166, ("min",), *_CYCLES),
    _Entry(167, ("average", "avg"), *_CYCLES),
    _Entry(168, ("sata_phy_error",), *_LINK),
    _Entry(168, ("max_erase_count_of_spec", "maximum_pe"), "Rated erase cycles", ""),
    _Entry(169, ("total_bad_block", "bad_block"), *_BAD),
    _Entry(169, (), *_LIFE_LEFT),
    _Entry(170, ("available_reserv", "reserved_block", "reserve_block", "unused_rsvd", "unused_reserve"), *_SPARE),
    _Entry(170, ("bad_block", "bad_blk"), *_BAD),
    _Entry(171, (), *_PROGRAM),
    _Entry(172, (), *_ERASE),
    _Entry(173, (), *_WEAR),
    _Entry(174, (), *_POWER_LOSS),
    _Entry(175, ("program_fail",), *_PROGRAM),
    _Entry(175, ("power_loss_cap", "power_loss_prot"), *_PROTECTION),
    _Entry(176, (), *_ERASE),
    _Entry(177, (), *_WEAR),
    _Entry(178, (), "Used spare blocks", ""),
    _Entry(179, (), "Used spare blocks", ""),
    _Entry(180, (), "Unused spare blocks", _SPARE[1]),
    _Entry(181, ("program_fail",), *_PROGRAM),
    _Entry(181, ("non4k",), "Unaligned accesses", ""),
    _Entry(181, (), *_PROGRAM),
    _Entry(182, (), *_ERASE),
    _Entry(183, ("sata_interfac", "sata_downshift", "sata_iface"), *_DOWNSHIFTS),
    _Entry(183, (), *_BAD),
    _Entry(184, ("error_correction",), *_CORRECTED),
    _Entry(184, (), *_END_TO_END),
    _Entry(187, (), "Reported uncorrectable errors", _UNCORRECTABLE[1]),
    _Entry(188, (), "Command timeouts", "Power supply, cable or drive."),
    _Entry(189, ("high_fly",), "High-fly writes", ""),
    _Entry(189, ("airflow", "temp"), *_TEMPERATURE),
    _Entry(190, ("uncorrectable", "uncorr"), *_UNCORRECTABLE),
    _Entry(190, (), "Airflow temperature", ""),
    _Entry(191, (), "Shocks", ""),
    _Entry(192, (), "Emergency retracts", ""),
    _Entry(193, ("load",), *_PARKED),
    _Entry(194, (), *_TEMPERATURE),
    _Entry(195, ("hardware_ecc", "ecc"), *_CORRECTED),
    _Entry(196, (), "Reallocation events", ""),
    _Entry(197, (), *_PENDING),
    _Entry(198, (), "Offline uncorrectable sectors", ""),
    _Entry(199, (), *_CRC),
    _Entry(200, ("multi_zone", "write_error"), *_WRITE_ERRORS),
    _Entry(201, ("percent_lifetime", "life"), *_LIFE_LEFT),
    _Entry(201, ("unc_soft", "soft_read", "detected_ta"), *_RETRIES),
    _Entry(202, ("percent_lifetime", "perc_rated", "percent_life"), *_LIFE_LEFT),
    _Entry(204, ("soft_ecc",), *_CORRECTED),
    _Entry(206, ("write_error",), *_WRITE_ERRORS),
    _Entry(209, ("remaining_life", "remaining_lifetime"), *_LIFE_LEFT),
    _Entry(210, (), *_PARITY),
    _Entry(218, ("crc",), *_CRC),
    _Entry(225, ("host_writes", "total_lbas", "lifetime_writes"), *_WRITTEN),
    _Entry(225, ("load_cycle", "load_unload", "unload"), *_PARKED),
    _Entry(231, ("temperature",), *_TEMPERATURE),
    _Entry(231, (), *_LIFE_LEFT),
    _Entry(232, ("available_reserv", "spare", "avail_reserv"), *_SPARE),
    _Entry(232, (), *_SPARE),
    _Entry(233, ("media_wearout",), *_LIFE_LEFT),
    _Entry(233, ("nand", "total_nand", "flash_writes", "sandforce"), *_FLASH),
    _Entry(235, ("por_recovery", "unexpect"), *_POWER_LOSS),
    _Entry(240, (), *_FLYING),
    _Entry(241, (), *_WRITTEN),
    _Entry(242, (), *_READ),
    _Entry(243, ("nand", "total_lbas"), *_FLASH),
    _Entry(245, ("percent_life", "ssd_life"), *_LIFE_LEFT),
    _Entry(246, ("total_lbas", "total_host"), *_WRITTEN),
    _Entry(247, ("host_program",), "Flash pages written by the computer", ""),
    _Entry(248, ("ftl_program", "bckgnd"), "Flash pages written by the drive", ""),
    _Entry(248, ("remaining_life", "perc_rated"), *_LIFE_LEFT),
    _Entry(249, ("nand_writes", "total_nand"), *_FLASH),
    _Entry(250, (), *_RETRIES),
)  # fmt: skip

# What a part of a database's name means under any id: manufacturers put the same things in many places.
# The first that fits counts.
_ANYWHERE = (
    (("life_remain", "life_left", "lifeleft", "lifetime_remain", "end_of_life", "remaining_life"), _LIFE_LEFT),
    (("life_used", "lifetime_used"), _LIFE_USED),
    (("initial_bad", "init_bad", "factory_bad"), _FACTORY),
    (("spare", "reserve_blk", "reserve_erase", "rsvd_blk", "resrvd"), _SPARE),
    (("bad_b", "bad_cluster", "invalid_blk", "failing_block", "later_bad", "lat_bad"), _BAD),
    (("slc_", "slc_writes"), _SLC),
    (("nand_w", "flash_writes", "flash_wr", "media_writes", "tlc_", "nand_gb", "wts_to_flsh", "nand_prg"), _FLASH),
    (("erase_c", "erases", "erease", "p/e", "pe_count", "avgerase", "program/erase", "write/erase"), _CYCLES),
    (("program_fail", "prog_fail", "pfail"), _PROGRAM),
    (("erase_fail",), _ERASE),
    (("throt",), _THROTTLED),
    (("supercap", "capacitor", "loss_cap", "pwrloss", "power_fail_health", "energy_stor"), _PROTECTION),
    (("unsafe_shutdown", "unclean", "unplanned", "power_loss_c", "unexpect", "unstable_power"), _POWER_LOSS),
    (("raid_recov", "raidrecov", "rain_", "raise_"), _PARITY),
    (("crc",), _CRC),
    (("downshift", "dwngrd"), _DOWNSHIFTS),
    (("phy_err", "sata_err"), _LINK),
    (("corr_read", "corrected", "_corr_", "ecc_cor", "bits_corr"), _CORRECTED),
    (("uncorr", "unc_read", "_unc"), _UNCORRECTABLE),
    (("end_to_end", "e2e"), _END_TO_END),
    (("write_protect", "protect_mode"), ("Write protection", "")),
    (("retr",), _RETRIES),
    (("lbas_written", "host_writes", "sectors_written", "lifetime_writes"), _WRITTEN),
    (("lbas_read", "host_reads", "number_of_reads"), _READ),
    (("temperature",), _TEMPERATURE),
    (("trim",), ("TRIM", "")),
    (("g_sense", "shock"), ("Shocks", "")),
)  # fmt: skip

_FIGURES = {
    # NVMe's health log, by the names of smartctl's JSON; UDisks2's below.
    "available_spare": ("Spare blocks", ""),
    "available_spare_threshold": ("Spare threshold", ""),
    "percentage_used": _LIFE_USED,
    "data_units_read": _READ,
    "data_units_written": _WRITTEN,
    "power_cycles": _POWER_CYCLES,
    "power_on_hours": _POWERED,
    "unsafe_shutdowns": _POWER_LOSS,
    "media_errors": ("Media errors", "Data may be lost."),
    "num_err_log_entries": ("Error log entries", "Not a fault of the drive."),
    "warning_temp_time": _HOT,
    "critical_comp_time": ("Time above the critical temperature", ""),
    # ATA device statistics (the names are smartctl's).
    "Percentage Used Endurance Indicator": _LIFE_USED,
    "Logical Sectors Written": _WRITTEN,
    "Logical Sectors Read": _READ,
    "Number of Reported Uncorrectable Errors": _UNCORRECTABLE,
    "Number of Reallocated Logical Sectors": _REALLOCATED,
    "Number of Realloc. Candidate Logical Sectors": _PENDING,
    "Number of Interface CRC Errors": _CRC,
    "Time in Over-Temperature": _HOT,
    "Lifetime Power-On Resets": _POWER_CYCLES,
    "Power-on Hours": _POWERED,
    "Head Flying Hours": _FLYING,
    "Head Load Events": _PARKED,
    "Read Recovery Attempts": _RETRIES,
    # SCSI.
    "scsi_grown_defect_list": ("Grown defects", ""),
    "written": _WRITTEN,
    "read": _READ,
}  # fmt: skip
# UDisks2's names of the same.
_FIGURES |= {
    "avail_spare": _FIGURES["available_spare"],
    "spare_thresh": _FIGURES["available_spare_threshold"],
    "percent_used": _FIGURES["percentage_used"],
    "total_data_written": _FIGURES["data_units_written"],
    "total_data_read": _FIGURES["data_units_read"],
    "critical_temp_time": _FIGURES["critical_comp_time"],
    "wctemp": ("Warning temperature", ""),
    "cctemp": ("Critical temperature", ""),
}

_BY_ID = {each.id: tuple(one for one in _ATA if one.id == each.id) for each in _ATA}


def attribute_meaning(row: Attribute) -> Meaning:
    """The name of an attribute on this very drive, and what it counts.

    Where the same number has several meanings, the database's name decides; a name that the table
    does not have, of a number with no meaning of its own, is shown unchanged. Where no database
    knows the drive, the explanation gives the usual meaning of the number.
    """
    found = _meaning(row.id, row.name)
    if row.named or not found.explanation:
        return found
    return Meaning(found.title, Say("Usual meaning: {explanation}", explanation=found.explanation))


def attribute_title(number: int, name: str) -> Say | str:
    """The name of an attribute alone, as sentences use it: `name` is a database's."""
    return _meaning(number, name).title


def texts() -> Iterator[str]:
    """Every text of the tables, for the catalogue."""
    for entry in _ATA:
        yield from (entry.title, entry.explanation)
    for _parts, meaning in _ANYWHERE:
        yield from meaning
    for figure in _FIGURES.values():
        yield from figure


def _said(title: str, explanation: str = "") -> Meaning:
    """An entry of a table."""
    return Meaning(Say(title), Say(explanation) if explanation else None)


def _meaning(number: int, database_name: str) -> Meaning:
    name = database_name.lower().replace("-", "_").replace(" ", "_")
    entries = _BY_ID.get(number, ())
    for entry in entries:
        if entry.names and name.startswith(entry.names):
            return _said(entry.title, entry.explanation)
    default = next((entry for entry in entries if not entry.names), None)
    unnamed = not name or name.startswith(("unknown", "attribute_"))
    if default is not None and (unnamed or _alike(name, default.title)):
        return _said(default.title, default.explanation)
    own = " ".join(database_name.replace("_", " ").split())
    plain = Meaning(own or Say("Attribute {number}", number=number))
    if unnamed or name.startswith(_NOTHING):
        return plain
    if (found := _anywhere(name)) is not None:
        return found
    # the ids of the first standards are everybody's, whatever a database calls them
    if default is not None and len(entries) == 1 and number in _UNIVERSAL:
        return _said(default.title, default.explanation)
    return plain


# Names that say only that the meaning is unknown.
_NOTHING = ("not_in_use", "unkn", "proprietary", "reserved_attr", "intel_internal", "sandforce_int")


def _anywhere(name: str) -> Meaning | None:
    """The meaning of a part of a name under any id; None where the table does not have it."""
    for parts, meaning in _ANYWHERE:
        if any(part in name for part in parts):
            return _said(*meaning)
    return None


_UNIVERSAL = frozenset({*range(1, 14), 194})


def _alike(name: str, title: str) -> bool:
    """Whether a database's name and ours share the beginning of a word."""
    words = {word[:4] for word in title.lower().replace("-", " ").split() if len(word) > 3}
    return any(part[:4] in words for part in name.split("_"))


def figure_meaning(figure: LogValue) -> Meaning:
    """The same of a line of another log; its own title where the table does not have it."""
    known = _FIGURES.get(figure.key)
    return Meaning(figure.title) if known is None else _said(*known)


def explained(rows: Iterable[Attribute], marked: Marks) -> list[tuple[Attribute, Meaning, Grade]]:
    """The rows that are a reason, with their meaning and mark, in their own order."""
    return [
        (row, attribute_meaning(row), marked.attributes[row.id])
        for row in rows
        if row.id in marked.attributes
    ]
