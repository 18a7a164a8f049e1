import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { keptOffset } from './kept-offset.ts';

async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it('DLV-3: an offset is kept for the next start, readable by its owner alone, and nothing else is left', async () => {
  await using folder = await openFolder();
  expect(keptOffset(folder.path).read()).toBe(0);
  keptOffset(folder.path).write(1);
  keptOffset(folder.path).write(2_678_400_000);
  expect(keptOffset(folder.path).read()).toBe(2_678_400_000);
  expect(await readdir(folder.path)).toEqual(['sandbox-clock.json']);
  expect((await stat(join(folder.path, 'sandbox-clock.json'))).mode & 0o777).toBe(0o600);
});

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
])('DLV-3: a damaged file %j is refused with what to do', async (text) => {
  await using folder = await openFolder();
  const file = join(folder.path, 'sandbox-clock.json');
  await writeFile(file, text);
  const reading = () => keptOffset(folder.path).read();
  expect(reading).toThrow(StartError);
  expect(reading).toThrow(`${file} is damaged. Restore it from a copy, or delete it`);
});
