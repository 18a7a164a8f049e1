import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createSqliteDedupe } from './sqlite-dedupe.ts';

it('DLV-6: gives an event to one handler at a time, and to none after it was handled', async () => {
  using database = new DatabaseSync(':memory:');
  let now = 1_795_168_800_000;
  const dedupe = createSqliteDedupe(database, { leaseSeconds: 60, now: () => now });
  const claim = async () => {
    const result = await dedupe.claim('evt_1');
    if (typeof result === 'string') throw new Error(result);
    return result;
  };
  const late = await claim();
  expect(dedupe.claim('evt_1')).toBe('busy');
  now += 60_000;
  const second = await claim();
  await late.release();
  expect(dedupe.claim('evt_1')).toBe('busy');
  await second.release();
  await (await claim()).commit();
  expect(dedupe.claim('evt_1')).toBe('done');
});
