# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of smartctl that were pasted."""

from __future__ import annotations

NVME = """\
=== START OF INFORMATION SECTION ===
Model Number:                       SOME NVME 500G
Namespace 1 Size/Capacity:          500|107|862|016 [500 GB]

=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART/Health Information (NVMe Log 0x02)
Critical Warning:                   0x00
Temperature:                        38 Celsius
Available Spare:                    100%
Available Spare Threshold:          10%
Percentage Used:                    1%
Data Units Written:                 16|184|623 [8,28 TB]
Power Cycles:                       908
Power On Hours:                     3|387
Media and Data Integrity Errors:    1|024
"""


ATA = """\
=== START OF INFORMATION SECTION ===
Device Model:     SOME DISK
Rotation Rate:    7200 rpm
Device is:        In smartctl database 7.3/5533

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART Attributes Data Structure revision number: 16
Vendor Specific SMART Attributes with Thresholds:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  5 Reallocated_Sector_Ct   0x0033   100   100   010    Pre-fail  Always       -       0
  9 Power_On_Hours          0x0032   080   080   000    Old_age   Always       -       17789
197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       0
198 Offline_Uncorrectable   0x0010   100   100   000    Old_age   Offline      -       0

SMART Error Log Version: 1
No Errors Logged

SMART Self-test log structure revision number 1
Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error
# 1  Short offline       Completed without error       00%     17780         -

SMART Selective self-test log data structure revision number 1
"""


NVME_GOOD = (
    NVME.replace("1|024", "0").replace("|", ",")
    + """\
Error Information Log Entries:      1

Error Information (NVMe Log 0x01, 16 of 64 entries)
Num   ErrCount  SQId   CmdId  Status  PELoc          LBA  NSID    VS  Message
  0          1     0  0x6008  0x4005  0x028            0     0     -  Invalid Field in Command

Self-test Log (NVMe Log 0x06, NSID 0xffffffff)
Self-test status: No self-test in progress
Num  Test_Description  Status                       Power_on_Hours  Failing_LBA  NSID Seg SCT Code
 0   Short             Completed without error                3300            -     -   -   -    -
"""
)
