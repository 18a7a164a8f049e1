/**
 * Tests write thousands of databases, and remove them. In memory that takes half the time: a flush to disk is most of a small write.
 * A process that is killed leaves the same files there.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const least_bytes = 4 * 1024 ** 3;

/**
 * Makes the folder in memory the temporary folder of this process and of those that it starts. A TMPDIR that is set stays. So does
 * the folder of the system, if memory has less than 4 GiB to give or runs no programs, which some tests install.
 */
export function useMemoryFolder(folder = '/dev/shm'): void {
  if (process.env['TMPDIR'] === undefined && canHold(folder)) process.env['TMPDIR'] = folder;
}

function canHold(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= least_bytes && runsPrograms(folder);
  } catch {
    return false;
  }
}

function runsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'booking-service-'));
  try {
    writeFileSync(join(own, 'program'), '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(join(own, 'program'));
    return true;
  } finally {
    rmSync(own, { recursive: true });
  }
}
