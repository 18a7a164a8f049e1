import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { openClockOffsetFile } from './sandbox-folder.ts';

async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it(
  'DLV-3: stores the offset for the next start, in one file that only its owner can read',
  { tags: ['needs-posix'] },
  async () => {
    await using folder = await openFolder();
    expect(openClockOffsetFile(folder.path).read()).toBe(0);
    openClockOffsetFile(folder.path).write(1);
    openClockOffsetFile(folder.path).write(2_678_400_000);
    expect(openClockOffsetFile(folder.path).read()).toBe(2_678_400_000);
    expect(await readdir(folder.path)).toEqual(['sandbox-clock.json']);
    expect((await stat(join(folder.path, 'sandbox-clock.json'))).mode & 0o777).toBe(0o600);
  },
);

it.each([
  '',
  '{',
  'null',
  '5',
  '{}',
  '{"offset_ms":-1}',
  '{"offset_ms":0.5}',
  '{"offset_ms":"5"}',
  '{"offset_ms":1e300}',
])('DLV-3: refuses a damaged file and names the fix: %j', async (text) => {
  await using folder = await openFolder();
  const file = join(folder.path, 'sandbox-clock.json');
  await writeFile(file, text);
  const reading = () => openClockOffsetFile(folder.path).read();
  expect(reading).toThrow(StartError);
  expect(reading).toThrow(`${file} is damaged. Restore it from a copy, or delete it`);
});
