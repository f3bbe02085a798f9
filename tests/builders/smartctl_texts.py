# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of smartctl, parsed and judged."""

from __future__ import annotations

from tests.fakes.reports import DATA

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.system.smart.smartctl import parse_report

TEXTS = sorted((DATA / "text").glob("*.txt"))


def parse(words: str) -> Health:
    return parse_report(words.encode(), "report.txt")


def judged(health: Health) -> HealthVerdict:
    return judge_health(health, now=health.taken, saved=True)


OLD_ATA = """\
smartctl 5.40 2010-07-12 r3124 [i686-pc-linux-gnu] (local build)
Copyright (C) 2002-10 by Bruce Allen, http://smartmontools.sourceforge.net

=== START OF INFORMATION SECTION ===
Model Family:     Seagate Barracuda 7200.10 family
Device Model:     ST3250410AS
Serial Number:    6RY0XXXX
Firmware Version: 3.AAC
User Capacity:    250,059,350,016 bytes
Device is:        In smartctl database [for details use: -P show]
ATA Version is:   7
ATA Standard is:  Exact ATA specification draft version not indicated
Local Time is:    Sat Mar  5 17:01:22 2011 CET
SMART support is: Available - device has SMART capability.
SMART support is: Enabled

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: FAILED!
Drive failure expected in less than 24 hours. SAVE ALL DATA.
Failed Attributes:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  5 Reallocated_Sector_Ct   0x0033   004   004   036    Pre-fail  Always   FAILING_NOW 1975

General SMART Values:
Offline data collection status:  (0x82)\tOffline data collection activity
\t\t\t\t\twas completed without error.
Self-test execution status:      ( 249)\tSelf-test routine in progress...
\t\t\t\t\t90% of test remaining.
Offline data collection
capabilities: \t\t\t (0x5b) SMART execute Offline immediate.
\t\t\t\t\tSelf-test supported.
\t\t\t\t\tNo Conveyance Self-test supported.
Short self-test routine\x20
recommended polling time: \t (   1) minutes.
Extended self-test routine
recommended polling time: \t (  82) minutes.

SMART Attributes Data Structure revision number: 10
Vendor Specific SMART Attributes with Thresholds:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  1 Raw_Read_Error_Rate     0x000f   100   253   006    Pre-fail  Always       -       0
  5 Reallocated_Sector_Ct   0x0033   004   004   036    Pre-fail  Always   FAILING_NOW 1975
  9 Power_On_Hours          0x0032   080   080   000    Old_age   Always       -       17789
 12 Power_Cycle_Count       0x0032   100   100   020    Old_age   Always       -       312
190 Airflow_Temperature_Cel 0x0022   058   042   045    Old_age   Always   In_the_past 42 (0 15)
194 Temperature_Celsius     0x0022   042   058   000    Old_age   Always       -       42 (0 15 0 0)
197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       3
198 Offline_Uncorrectable   0x0010   100   100   000    Old_age   Offline      -       3
199 UDMA_CRC_Error_Count    0x003e   200   200   ---    Old_age   Always       -       0

SMART Error Log Version: 1
ATA Error Count: 2
\tCR = Command Register [HEX]

Error 2 occurred at disk power-on lifetime: 17788 hours (741 days + 4 hours)
  When the command that caused the error occurred, the device was active or idle.

  After command completion occurred, registers were:
  ER ST SC SN CL CH DH
  -- -- -- -- -- -- --
  40 51 00 b1 6a 07 e3  Error: UNC at LBA = 0x03076ab1 = 50817713

  Commands leading to the command that caused the error were:
  CR FR SC SN CL CH DH DC   Powered_Up_Time  Command/Feature_Name
  -- -- -- -- -- -- -- --  ----------------  --------------------
  25 00 08 af 6a 07 e0 00      00:20:25.364  READ DMA EXT

SMART Self-test log structure revision number 1
Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error
# 1  Short offline       Completed: servo/seek failure 90%     17780         -
# 2  Extended captive    Interrupted (host reset)      40%     17001         -
#10  Short offline       Completed without error       00%         1         -
"""


OLD_STATISTICS = """\
smartctl 6.2 2013-07-26 r3841 [x86_64-linux-3.16.0-38-generic] (local build)

=== START OF INFORMATION SECTION ===
Device Model:     Some SSD
Rotation Rate:    Solid State Device
Device is:        Not in smartctl database [for details use: -P showall]

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

Device Statistics (GP Log 0x04)
Page Offset Size         Value  Description
  1  =====  =                =  == General Statistics (rev 2) ==
  1  0x008  4                2  Lifetime Power-On Resets
  1  0x018  6       1480289770  Logical Sectors Written
  5  0x008  1               -3  Current Temperature
  5  0x010  1                -  Average Short Term Temperature
  7  =====  =                =  == Solid State Device Statistics (rev 1) ==
  7  0x008  1                1~ Percentage Used Endurance Indicator
                              |_ ~ normalized value
"""


NVME_74 = """\
smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0-45-generic] (local build)
Copyright (C) 2002-23, Bruce Allen, Christian Franke, www.smartmontools.org

=== START OF INFORMATION SECTION ===
Model Number:                       KINGSTON SNV2S1000G
Serial Number:                      50026B7
Firmware Version:                   SBK00104
Total NVM Capacity:                 1.000.204.886.016 [1,00 TB]
Optional Admin Commands (0x0017):   Security Format Frmw_DL Self_Test
NVMe Version:                       1.4
Local Time is:                      Mon Mar  4 10:00:00 2024 +03

=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART/Health Information (NVMe Log 0x02, NSID 0xffffffff)
Critical Warning:                   0x00
Temperature:                        29 Celsius
Available Spare:                    100%
Available Spare Threshold:          10%
Percentage Used:                    7%
Data Units Read:                    70.096.007 [35,8 TB]
Data Units Written:                 42\u2019046\u2019922 [21,5 TB]
Host Read Commands:                 985\u202f369\u202f858
Power Cycles:                       3,442
Power On Hours:                     9,270
Media and Data Integrity Errors:    0
Error Information Log Entries:      2,276

Error Information (NVMe Log 0x01, 16 of 16 entries)
Num   ErrCount  SQId   CmdId  Status  PELoc          LBA  NSID    VS  Message
  0       2276     0  0x6008  0x4005  0x028            0     0     -  Invalid Field in Command
  1       2275     1  0x0008  0x4502      -      5000000     1     -  Unrecovered Read Error

Self-test Log (NVMe Log 0x06, NSID 0xffffffff)
Self-test status: Extended self-test in progress (28% completed)
Num  Test_Description  Status                       Power_on_Hours  Failing_LBA  NSID Seg SCT Code
 0   Short             Completed without error                9200            -     -   -   -    -
 1   Extended          Completed: failed segments             9100         4711     1   3   -    -
 2   Extended          Aborted: Controller Reset              9000            -     -   -   -    -
"""


OLD_SCSI = """\
smartctl version 5.38 [i686-redhat-linux-gnu] Copyright (C) 2002-8 Bruce Allen

Device: SEAGATE  ST3300655SS      Version: 0004
Serial number: 3LM0ABCD
Device type: disk
Transport protocol: SAS
Local Time is: Tue Jun  2 09:00:00 2009 UTC
Device supports SMART and is Enabled
Temperature Warning Disabled or Not Supported
SMART Health Status: FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]

Current Drive Temperature:     38 C
Drive Trip Temperature:        68 C
Elements in grown defect list: 12
Vendor (Seagate/Hitachi) factory information
  number of hours powered up = 12345.67
  number of minutes until next internal SMART test = 24

Error counter log:
           Errors Corrected by           Total   Correction     Gigabytes    Total
               ECC          rereads/    errors   algorithm      processed    uncorrected
           fast | delayed   rewrites  corrected  invocations   [10^9 bytes]  errors
read:    1234567        5         0   1234572    1234572      54321.123           4
write:         0        0         0         0          0       1234.500           0
"""


STICK = """\
smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0-45-generic] (local build)
Copyright (C) 2002-23, Bruce Allen, Christian Franke, www.smartmontools.org

/dev/sdc: Unknown USB bridge [0x46f4:0x0001 (0x000)]
Please specify device type with the -d option.

Use smartctl -h to get a usage summary
"""
