/**
 * The settings of every test run: the tags of tests, and the folder that they write to.
 *
 * `needs-NAME`  uses a program of the system. Where the program is missing, the tests with its tag are skipped, and the run ends with
 *               their names and the program. On CI a missing program is an error.
 * `needs-posix` uses file modes, signals or /bin/sh. On Windows, tests with this tag or another `needs-` are skipped.
 * `slow`        takes seconds by its nature: a browser, a compiler, a copy of the repository, processes under load, restarted or killed,
 *               a random search, the conformance check. `npm test` leaves these tests out, `npm run test:all` runs them, and CI
 *               takes a part of them at a time (.ci/turns).
 * `nightly`     takes a minute of two processors or more. `npm run test:all` leaves these tests out, and `npm run verify -- nightly` runs
 *               them.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestTagDefinition } from 'vitest/config';
import { findProgram } from './run-program.ts';

const programs = [
  'bash',
  'chromium',
  'curl',
  'go',
  'haproxy',
  'nginx',
  'openssl',
  'prlimit',
  'prometheus',
  'promtool',
  'python3',
  'redis-server',
  'systemd-analyze',
] as const;

declare module 'vitest' {
  interface TaskMeta {
    /** Why this test is skipped on this computer. */
    whySkipped?: string;
  }
}

const isWindows = process.platform === 'win32';
const missing = programs.filter((name) => findProgram(name) === undefined);
if (process.env['CI'] && missing.length > 0) {
  throw new Error(`CI runs every test, but these programs are missing: ${missing.join(', ')}.`);
}

/** Makes a tag skip its tests. */
const skip = (whySkipped: string) => ({ skip: true, meta: { whySkipped } });

export const testTags: TestTagDefinition[] = [
  { name: 'slow', description: 'takes seconds by its nature' },
  { name: 'nightly', description: 'takes a minute or more' },
  {
    name: 'needs-posix',
    description: 'uses file modes, signals or /bin/sh',
    ...(isWindows && skip('the system is Windows')),
  },
  ...programs.map((name) => ({
    name: `needs-${name}`,
    description: `uses the program ${name}`,
    ...(missing.includes(name) && skip(`the program ${name} is missing`)),
    ...(isWindows && skip('the system is Windows')),
  })),
];

const least_bytes = 4 * 1024 ** 3;

/**
 * Tests write thousands of databases, and remove them. In memory that takes half the time: a flush to disk is most of a small write.
 * A process that is killed leaves the same files there.
 *
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
