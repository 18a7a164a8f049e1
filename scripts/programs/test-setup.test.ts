/** The set-up of every run of the tests: its temporary folder, and the cases of its properties. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { useMemoryFolder } from './test-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'booking-service-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('makes a folder that has space and runs programs the temporary folder', () => {
  vi.stubEnv('TMPDIR', undefined);
  useMemoryFolder(folder);
  expect(tmpdir()).toBe(folder);
});

it('keeps a TMPDIR that is set', () => {
  vi.stubEnv('TMPDIR', '/var/tmp');
  useMemoryFolder(folder);
  expect(tmpdir()).toBe('/var/tmp');
});

it.each(['/proc', '/nowhere'])('leaves the temporary folder of the system, if %s is named', (unusable) => {
  vi.stubEnv('TMPDIR', undefined);
  useMemoryFolder(unusable);
  expect(process.env['TMPDIR']).toBeUndefined();
});

it('properties have the same cases in every run', () => {
  const run = () => fc.sample(fc.nat(), 5);
  expect(run()).toEqual(run());
});
