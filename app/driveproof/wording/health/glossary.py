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

from driveproof.domain.health.report import Attribute, Figure, Health
from driveproof.domain.health.rules import ATTRIBUTES
from driveproof.domain.health.verdict import CAUTION, FAILING, WORN, Cause, HealthVerdict, Reason
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _


class Meaning(NamedTuple):
    """A name for people, and one or two sentences; "" where the meaning is not published."""

    title: str
    explanation: str = ""


class _Entry(NamedTuple):
    """`names` are how the names of the databases begin, in lower case with underscores, where an
    attribute of this id means this; () for every drive that has the id and no other entry.
    """

    id: int
    names: tuple[str, ...]
    title: str
    explanation: str


_CABLE = "Transfers that arrived damaged and were repeated: the cable or its plugs, hardly ever the"
_LEFT = "What is left of the drive's rated life, from 100 % down; at 0 it has had all of it."
_BLOCKS = (
    "Flash blocks that went bad and were replaced by spare ones. Some are normal; growth is not."
)
_SPARE = "Flash blocks kept in reserve for those that go bad. At the threshold nothing is left."
_PROGRAM = "Attempts to write a flash block that failed; the data went to another block."
_ERASE = "Attempts to erase a flash block that failed; the block is not used any more."
_POWER_LOSS = "Times that the power went away without the drive being told first."
_CELLS = "How often the flash blocks were erased, on average. Each bears a limited number of it."
_HOST = "What the computer has written to the drive in its life."

_ATA = (
    _Entry(1, (), "Read errors", "How often reading the surface needed another try. Makers count it in their own way: a large raw value is normal on many drives, the normalized value tells."),
    _Entry(2, (), "Throughput", "The drive's own measure of its speed."),
    _Entry(3, (), "Spin-up time", "How long the motor takes to its full speed. A rising time is a motor or a power supply that gets weak."),
    _Entry(4, (), "Starts of the motor", "How often the motor was started and stopped."),
    _Entry(5, ("reallocate", "retired_block", "bad_block", "new_bad", "grown_bad", "runtime_bad"), "Reallocated sectors", "Sectors that could not be used any more and were replaced by spare ones. On a hard disk the first ones make more of them likely; on an SSD some are normal."),
    _Entry(5, (), "Reallocated sectors", "Sectors that could not be used any more and were replaced by spare ones."),
    _Entry(7, (), "Seek errors", "How often the heads missed their track. Seagate counts all seeks here: a large raw value is normal there."),
    _Entry(8, (), "Seek time", "The drive's own measure of how fast its heads move."),
    _Entry(9, (), "Power-on time", "How long the drive has been switched on in its life."),
    _Entry(10, (), "Spin retries", "How often the motor needed another try to reach its speed: a weak motor or power supply."),
    _Entry(11, (), "Recalibrations", "How often the heads had to find their position anew."),
    _Entry(12, (), "Power cycles", "How often the drive was switched on."),
    _Entry(13, (), "Soft read errors", "Read errors that a second try put right."),
    _Entry(22, (), "Helium", "How much of its helium a sealed hard disk still has. Below the threshold it leaks."),
    _Entry(100, (), "Erase and program cycles", "How often flash blocks were erased and written."),
    _Entry(148, (), "SLC erases", "Erase cycles of the flash that is used as a fast cache."),
    _Entry(149, (), "SLC erases, most", "Erase cycles of the most worn block of the fast cache."),
    _Entry(150, (), "SLC erases, least", "Erase cycles of the least worn block of the fast cache."),
    _Entry(151, (), "SLC erases, average", "Average erase cycles of the fast cache."),
    _Entry(160, (), "Uncorrectable sectors", "Sectors that could not be read or written in the drive's life."),
    _Entry(161, (), "Spare blocks", _SPARE),
    _Entry(163, ("initial", "init_bad"), "Bad blocks from the start", "Flash blocks that were bad when the drive was made. They do no harm."),
    _Entry(164, ("total_erase",), "Erases in all", "Erase cycles of all flash blocks together."),
    _Entry(165, ("total_write", "total_erase"), "Erases in all", "Write and erase cycles of the flash in all."),
    _Entry(165, ("max",), "Erases, most", "Erase cycles of the most worn flash block."),
    _Entry(166, ("min",), "Erases, least", "Erase cycles of the least worn flash block."),
    _Entry(167, ("average", "avg"), "Erases, average", _CELLS),
    _Entry(168, ("sata_phy_error",), "Link errors", "Errors on the SATA link as the drive sees it: the cable or its plugs first."),
    _Entry(168, ("max_erase_count_of_spec", "maximum_pe"), "Erases rated", "How many erase cycles the maker rates the flash for."),
    _Entry(169, ("total_bad_block", "bad_block"), "Bad blocks", _BLOCKS),
    _Entry(169, (), "Life left", _LEFT),
    _Entry(170, ("available_reserv", "reserved_block", "reserve_block", "unused_rsvd", "unused_reserve"), "Spare blocks", _SPARE),
    _Entry(170, ("bad_block", "bad_blk"), "Bad blocks", _BLOCKS),
    _Entry(171, (), "Program failures", _PROGRAM),
    _Entry(172, (), "Erase failures", _ERASE),
    _Entry(173, (), "Wear of the flash", _CELLS),
    _Entry(174, (), "Unexpected power losses", _POWER_LOSS),
    _Entry(175, ("program_fail",), "Program failures (chip)", _PROGRAM),
    _Entry(175, ("power_loss_cap", "power_loss_prot"), "Power-loss protection", "The capacitor that lets the drive finish its writes when the power goes."),
    _Entry(176, (), "Erase failures (chip)", _ERASE),
    _Entry(177, (), "Wear of the flash", _CELLS),
    _Entry(178, (), "Used spare blocks (worst chip)", "Spare blocks that are in use, on the chip that has used most."),
    _Entry(179, (), "Used spare blocks", "Spare blocks that are in use, over all chips."),
    _Entry(180, (), "Unused spare blocks", _SPARE),
    _Entry(181, ("program_fail",), "Program failures", _PROGRAM),
    _Entry(181, ("non4k",), "Unaligned accesses", "Transfers that do not begin at a multiple of 4 KiB: slow, and no fault of the drive."),
    _Entry(181, (), "Program failures", _PROGRAM),
    _Entry(182, (), "Erase failures", _ERASE),
    _Entry(183, ("sata_interfac", "sata_downshift", "sata_iface"), "Link downshifts", "How often the SATA link fell back to a lower speed: the cable or the port first."),
    _Entry(183, (), "Bad blocks in use", "Blocks that went bad while the drive was in use."),
    _Entry(184, ("error_correction",), "Errors corrected inside", "Errors on the way inside of the drive that were corrected."),
    _Entry(184, (), "End-to-end errors", "Data that were changed between the drive's cache and its plug. Nothing but 0 is good."),
    _Entry(187, (), "Reported uncorrectable errors", "Reads or writes that the drive had to give up. Data were lost, unless a later write put it right."),
    _Entry(188, (), "Command timeouts", "Commands that took too long and were given up: the power supply, the cable or the drive."),
    _Entry(189, ("high_fly",), "High fly writes", "Writes during which the head was too far away, and which were repeated."),
    _Entry(189, ("airflow", "temp"), "Temperature", "The temperature of the drive."),
    _Entry(190, ("uncorrectable", "uncorr"), "Uncorrectable errors", "Errors that could not be corrected."),
    _Entry(190, (), "Temperature of the air", "The temperature in the drive, often as 100 minus the degrees in the normalized value."),
    _Entry(191, (), "Shocks", "How often the drive felt a shock or strong vibration."),
    _Entry(192, ("unsafe_shutdown", "power_off_retract", "poweroff_retract", "unexpect"), "Emergency retracts", "How often the power went away before the heads were parked, or before the drive was told."),
    _Entry(192, (), "Emergency retracts", "How often the power went away before the heads were parked."),
    _Entry(193, ("load",), "Head parkings", "How often the heads were parked. Hard disks are made for 300 000 to 600 000 of them."),
    _Entry(194, (), "Temperature", "The temperature of the drive."),
    _Entry(195, ("hardware_ecc", "ecc"), "Errors corrected", "Read errors that the drive corrected by itself. Makers count it in their own way: large values are normal."),
    _Entry(196, (), "Reallocation events", "How often the drive tried to replace a bad sector, whether it worked or not."),
    _Entry(197, (), "Pending sectors", "Sectors that could not be read. They hold damaged data until something writes to them; then they are put right or replaced."),
    _Entry(198, (), "Offline uncorrectable sectors", "Sectors that the drive found to be unreadable when it tested itself."),
    _Entry(199, (), "CRC errors of the link", f"{_CABLE} drive. The count never falls: only growth matters."),
    _Entry(200, ("multi_zone", "write_error"), "Write errors", "Errors while writing to the surface."),
    _Entry(201, ("percent_lifetime", "life"), "Life left", _LEFT),
    _Entry(201, ("unc_soft", "soft_read", "detected_ta"), "Soft read errors", "Read errors that a second try put right."),
    _Entry(202, ("percent_lifetime", "perc_rated", "percent_life"), "Life left", _LEFT),
    _Entry(202, (), "Data address mark errors", "Sectors whose mark was not found on the surface."),
    _Entry(204, ("soft_ecc",), "Soft ECC corrections", "Errors that the drive corrected by itself."),
    _Entry(206, ("write_error",), "Write errors", "Errors while writing to the flash."),
    _Entry(206, (), "Flying height", "How far the heads fly above the surface."),
    _Entry(209, ("remaining_life", "remaining_lifetime"), "Life left", _LEFT),
    _Entry(210, (), "Recovered by RAIN", "Reads that were saved by the drive's own parity."),
    _Entry(218, ("crc",), "CRC errors of the link", f"{_CABLE} drive."),
    _Entry(220, (), "Disk shift", "How far the platters moved from where they were, after a shock."),
    _Entry(222, (), "Time under load", "How long the heads were over the platters."),
    _Entry(223, (), "Load retries", "How often moving the heads needed another try."),
    _Entry(225, ("host_writes", "total_lbas", "lifetime_writes"), "Written", _HOST),
    _Entry(225, ("load_cycle", "load_unload", "unload"), "Head parkings", "How often the heads were parked."),
    _Entry(226, ("workld", "workload"), "Workload: wear", "Wear during the workload that is being measured."),
    _Entry(230, (), "Life or protection of the flash", "Makers use it for the wear of the flash, upwards or downwards, or for slowed-down writes."),
    _Entry(231, ("temperature",), "Temperature", "The temperature of the drive."),
    _Entry(231, (), "Life left", _LEFT),
    _Entry(232, ("available_reserv", "spare", "avail_reserv"), "Spare blocks", _SPARE),
    _Entry(232, (), "Spare blocks", _SPARE),
    _Entry(233, ("media_wearout",), "Life left", _LEFT),
    _Entry(233, ("nand", "total_nand", "flash_writes", "sandforce"), "Written to the flash", "What was written to the flash itself: more than the computer wrote, as the drive moves data."),
    _Entry(234, (), "Thermal throttling or flash writes", "Makers use it for slowed-down phases or for what the flash was written."),
    _Entry(235, ("por_recovery", "unexpect"), "Unexpected power losses", _POWER_LOSS),
    _Entry(240, (), "Head flying time", "How long the heads were over the platters."),
    _Entry(241, (), "Written", _HOST),
    _Entry(242, (), "Read", "What the computer has read from the drive in its life."),
    _Entry(243, ("nand", "total_lbas"), "Written to the flash", "What was written to the flash itself."),
    _Entry(245, ("percent_life", "ssd_life"), "Life left", _LEFT),
    _Entry(246, ("total_lbas", "total_host"), "Written", _HOST),
    _Entry(247, ("host_program",), "Pages written by the computer", "Flash pages that the computer's writes took."),
    _Entry(248, ("ftl_program", "bckgnd"), "Pages written by the drive", "Flash pages that the drive wrote on its own, to move data."),
    _Entry(248, ("remaining_life", "perc_rated"), "Life left", _LEFT),
    _Entry(249, ("nand_writes", "total_nand"), "Written to the flash", "What was written to the flash itself."),
    _Entry(250, (), "Read retries", "Reads that needed another try."),
    _Entry(254, (), "Falls", "How often the drive felt that it was falling and parked its heads."),
)  # fmt: skip

# What a part of a database's name means under any id: makers put the same things in many places.
# The first that fits counts.
_ANYWHERE = (
    (("life_remain", "life_left", "lifeleft", "lifetime_remain", "end_of_life", "remaining_life"), "Life left", _LEFT),
    (("life_used", "lifetime_used"), "Life used", "How much of the drive's rated life is used."),
    (("initial_bad", "init_bad", "factory_bad"), "Bad blocks from the start", "Flash blocks that were bad when the drive was made. They do no harm."),
    (("spare", "reserve_blk", "reserve_erase", "rsvd_blk", "resrvd"), "Spare blocks", _SPARE),
    (("bad_b", "bad_cluster", "invalid_blk", "failing_block", "later_bad", "lat_bad"), "Bad blocks", _BLOCKS),
    (("slc_", "slc_writes"), "Fast cache (SLC)", "Wear or writes of the flash that is used as a fast cache."),
    (("nand_w", "flash_writes", "flash_wr", "media_writes", "tlc_", "nand_gb", "wts_to_flsh", "nand_prg"), "Written to the flash", "What was written to the flash itself: more than the computer wrote, as the drive moves data."),
    (("erase_c", "erases", "erease", "p/e", "pe_count", "avgerase", "program/erase", "write/erase"), "Erases of the flash", "How often flash blocks were erased. Each bears a limited number of it."),
    (("program_fail", "prog_fail", "pfail"), "Program failures", _PROGRAM),
    (("erase_fail",), "Erase failures", _ERASE),
    (("throt",), "Slowed down by heat", "Phases in which the drive worked more slowly to cool down."),
    (("supercap", "capacitor", "loss_cap", "pwrloss", "power_fail_health", "energy_stor"), "Power-loss protection", "The capacitor that lets the drive finish its writes when the power goes."),
    (("unsafe_shutdown", "unclean", "unplanned", "power_loss_c", "unexpect", "unstable_power"), "Unexpected power losses", _POWER_LOSS),
    (("raid_recov", "raidrecov", "rain_", "raise_"), "Recovered by parity", "Reads that were saved by the drive's own parity over its chips."),
    (("crc",), "CRC errors of the link", f"{_CABLE} drive."),
    (("downshift", "dwngrd"), "Link downshifts", "How often the SATA link fell back to a lower speed: the cable or the port first."),
    (("phy_err", "sata_err"), "Link errors", "Errors on the SATA link: the cable or its plugs first."),
    (("corr_read", "corrected", "_corr_", "ecc_cor", "bits_corr"), "Errors corrected", "Read errors that the drive corrected by itself."),
    (("uncorr", "unc_read", "_unc"), "Uncorrectable errors", "Errors that could not be corrected."),
    (("end_to_end", "e2e"), "End-to-end errors", "Data that were changed on the way inside of the drive."),
    (("write_protect", "protect_mode"), "Write protection", "Whether the drive lets itself only be read any more, as it does at the end of its life."),
    (("retr",), "Read retries", "Reads that needed another try."),
    (("workld", "workload"), "Workload", "Wear and mixture of reads and writes during a time that a program measures."),
    (("lbas_written", "host_writes", "sectors_written", "lifetime_writes"), "Written", _HOST),
    (("lbas_read", "host_reads", "number_of_reads"), "Read", "What the computer has read from the drive in its life."),
    (("temperature",), "Temperature", "A temperature of the drive."),
    (("helium",), "Helium", "Whether a sealed hard disk still has its helium."),
    (("ampf", "amplification", "ampflication"), "Write amplification", "How much more the flash is written than the computer writes."),
    (("capacity", "cpcty"), "Capacity", "How large the drive is, in its own unit."),
    (("trim",), "TRIM", "What was given back to the drive by TRIM."),
    (("g_sense", "shock"), "Shocks", "How often the drive felt a shock or strong vibration."),
)  # fmt: skip

_FIGURES = {
    # NVMe's health log, by the names of smartctl's JSON; UDisks2's below.
    "available_spare": ("Spare blocks left", "Spare flash blocks, of those that it had when it was new. Below the threshold the drive warns."),
    "available_spare_threshold": ("Spare threshold", "The maker's limit for the spare blocks: below it the drive warns."),
    "percentage_used": ("Rated life used", "How much of the life that its maker promises is used, by the maker's own reckoning. At 100 % it goes on working, without the promise. May be above 100 %."),
    "data_units_read": ("Read", "What the computer has read from the drive in its life."),
    "data_units_written": ("Written", _HOST),
    "host_reads": ("Read commands", "How many reads the computer has asked for."),
    "host_writes": ("Write commands", "How many writes the computer has asked for."),
    "controller_busy_time": ("Busy", "How long the drive was working on commands."),
    "power_cycles": ("Power cycles", "How often the drive was switched on."),
    "power_on_hours": ("Power-on time", "How long the drive has been switched on; many drives do not count time spent asleep."),
    "unsafe_shutdowns": ("Power losses", "Times that the power went away without the drive being told first. Crashes and pulled plugs; no fault of the drive."),
    "media_errors": ("Media errors", "Reads or writes that failed for good because the flash could not be read. Data were lost."),
    "num_err_log_entries": ("Error log entries", "Commands that ended with an error in its life. Most are questions of the system that the drive does not know: no sign of a fault."),
    "warning_temp_time": ("Time above the warning temperature", "How long it has been hotter than its maker wants it to be."),
    "critical_comp_time": ("Time above the critical temperature", "How long it has been so hot that it may switch itself off."),
    "namespace_utilization": ("In use, as the drive sees it", "What the drive believes to be in use: what was written and not given back by TRIM."),
    # ATA device statistics (the names are smartctl's).
    "Percentage Used Endurance Indicator": ("Rated life used", "How much of the life that its maker promises is used. May be above 100 %."),
    "Logical Sectors Written": ("Sectors written", _HOST),
    "Logical Sectors Read": ("Sectors read", "What the computer has read from the drive in its life."),
    "Number of Reported Uncorrectable Errors": ("Reported uncorrectable errors", "Reads or writes that the drive had to give up. Data were lost."),
    "Number of Reallocated Logical Sectors": ("Reallocated sectors", "Sectors that were replaced by spare ones."),
    "Number of Realloc. Candidate Logical Sectors": ("Pending sectors", "Sectors that could not be read and wait to be replaced."),
    "Number of Interface CRC Errors": ("CRC errors of the link", f"{_CABLE} drive."),
    "Number of Mechanical Start Failures": ("Failed starts of the motor", "How often the motor did not reach its speed."),
    "Number of ASR Events": ("Link resets noticed", "How often the drive told the system that its link was reset."),
    "Number of Hardware Resets": ("Hardware resets", "How often the system reset the link. No sign of a fault by itself."),
    "Time in Over-Temperature": ("Time above the highest temperature", "How long it has been hotter than its maker allows."),
    "Time in Under-Temperature": ("Time below the lowest temperature", "How long it has been colder than its maker allows."),
    "Lifetime Power-On Resets": ("Power cycles", "How often the drive was switched on."),
    "Power-on Hours": ("Power-on time", "How long the drive has been switched on in its life."),
    "Spindle Motor Power-on Hours": ("Motor time", "How long the motor has been turning in its life."),
    "Head Flying Hours": ("Head flying time", "How long the heads were over the platters."),
    "Resets Between Cmd Acceptance and Completion": ("Resets during commands", "How often the system reset the drive while it worked on a command: after time-outs, for one."),
    "Head Load Events": ("Head parkings", "How often the heads were moved onto the platters."),
    "Read Recovery Attempts": ("Read recoveries", "How often a read needed the drive's recovery."),
    # SCSI.
    "scsi_grown_defect_list": ("Grown defects", "Sectors that went bad since the drive was made, and were replaced."),
    "read.total_uncorrected_errors": ("Errors not corrected (read)", "Reads that failed for good. Data were lost."),
    "write.total_uncorrected_errors": ("Errors not corrected (write)", "Writes that failed for good."),
    "verify.total_uncorrected_errors": ("Errors not corrected (verify)", "Sectors that a check could not read."),
    "read.total_errors_corrected": ("Errors corrected (read)", "Read errors that the drive corrected by itself: many are normal."),
    "write.total_errors_corrected": ("Errors corrected (write)", "Write errors that the drive corrected by itself."),
    "verify.total_errors_corrected": ("Errors corrected (verify)", "Errors that the drive corrected while it checked."),
    "written": ("Written", _HOST),
    "read": ("Read", "What the computer has read from the drive in its life."),
}  # fmt: skip
# UDisks2's names of the same.
_FIGURES |= {
    "avail_spare": _FIGURES["available_spare"],
    "spare_thresh": _FIGURES["available_spare_threshold"],
    "percent_used": _FIGURES["percentage_used"],
    "total_data_written": _FIGURES["data_units_written"],
    "total_data_read": _FIGURES["data_units_read"],
    "ctrl_busy_time": _FIGURES["controller_busy_time"],
    "critical_temp_time": _FIGURES["critical_comp_time"],
    "wctemp": ("Warning temperature", "From here on the drive is hotter than its maker wants it."),
    "cctemp": ("Critical temperature", "From here on the drive may switch itself off."),
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
    usually = f"{found.explanation[:1].lower()}{found.explanation[1:]}"
    return Meaning(found.title, _("Usually: {explanation}").format(explanation=usually))


def attribute_title(number: int, name: str) -> str:
    """The name of an attribute alone, as sentences use it: `name` is a database's."""
    return shown(_meaning(number, name).title)


def texts() -> Iterator[str]:
    """Every text of the tables, for the catalogue."""
    for entry in _ATA:
        yield from (entry.title, entry.explanation)
    for _parts, title, explanation in _ANYWHERE:
        yield from (title, explanation)
    for figure in _FIGURES.values():
        yield from figure


def _said(title: str, explanation: str = "") -> Meaning:
    """An entry of a table in the person's language."""
    return Meaning(_(title), _(explanation) if explanation else "")


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
    numbered = _("Attribute {number}").format(number=number)
    plain = Meaning(" ".join(database_name.replace("_", " ").split()) or numbered)
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
    for parts, title, explanation in _ANYWHERE:
        if any(part in name for part in parts):
            return _said(title, explanation)
    return None


_UNIVERSAL = frozenset({*range(1, 14), 194})


def _alike(name: str, title: str) -> bool:
    """Whether a database's name and ours share the beginning of a word."""
    words = {word[:4] for word in title.lower().replace("-", " ").split() if len(word) > 3}
    return any(part[:4] in words for part in name.split("_"))


def figure_meaning(figure: Figure) -> Meaning:
    """The same of a line of another log; its own title where the table does not have it."""
    known = _FIGURES.get(figure.key)
    return Meaning(figure.title) if known is None else _said(*known)


# The lines of other logs that a counter, or another cause, is told in.
_COUNTED = {
    "media_errors": {
        "media_errors", "Number of Reported Uncorrectable Errors", "read.total_uncorrected_errors",
        "write.total_uncorrected_errors", "verify.total_uncorrected_errors",
    },
    "reallocated": {"scsi_grown_defect_list", "Number of Reallocated Logical Sectors"},
    "pending": {"Number of Realloc. Candidate Logical Sectors"},
    "crc_errors": {"Number of Interface CRC Errors"},
    "error_log_entries": {"num_err_log_entries"},
}  # fmt: skip
_CAUSED = {
    Cause.USED: {"percentage_used", "percent_used", "Percentage Used Endurance Indicator"},
    Cause.SPARE: {"available_spare", "avail_spare"},
    Cause.HOT_SINCE: {"warning_temp_time", "Time in Over-Temperature"},
    Cause.HOT: {"Current Temperature"},
}


class Marks(NamedTuple):
    """What a verdict is from: the word that each attribute (by id) and figure (by key) gives."""

    attributes: dict[int, str]
    figures: dict[str, str]


UNMARKED = Marks({}, {})


def marks(health: Health, verdict: HealthVerdict) -> Marks:
    """The rows that are a reason of a verdict other than good, each with its word."""
    attributes: dict[int, str] = {}
    figures: dict[str, str] = {}
    told = {figure.key for figure in health.figures}
    counted = {figure.key for figure in health.figures if figure.value}
    for axis in verdict.axes:
        if axis.verdict not in {CAUTION, WORN, FAILING}:
            continue
        # an axis without reasons of its own has the counters that are not zero
        plain = [Reason(Cause.COUNT, axis.verdict, ATTRIBUTES.get(n), n) for n in axis.counters]
        for reason in axis.reasons or plain:
            if reason.attribute is not None:
                attributes[reason.attribute] = _worse(attributes.get(reason.attribute), reason.word)
            keys = _COUNTED.get(reason.counter, set()) & counted
            for key in keys | (_CAUSED.get(reason.cause, set()) & told):
                figures[key] = _worse(figures.get(key), reason.word)
    known = {row.id for row in health.attributes}
    return Marks({key: word for key, word in attributes.items() if key in known}, figures)


_DEGREES = (CAUTION, WORN, FAILING)


def _worse(one: str | None, other: str) -> str:
    return max((each for each in (one, other) if each in _DEGREES), key=_DEGREES.index, default="")


def explained(rows: Iterable[Attribute], marked: Marks) -> list[tuple[Attribute, Meaning, str]]:
    """The rows that are a reason, with their meaning and mark, in their own order."""
    return [
        (row, attribute_meaning(row), marked.attributes[row.id])
        for row in rows
        if row.id in marked.attributes
    ]
