import { expect, it } from 'vitest';
import { createMemoryDedupe } from '../src/index.ts';
import type { Claim, DedupeStore, MemoryDedupeOptions } from '../src/index.ts';

function open(options: Omit<MemoryDedupeOptions, 'now'> = {}) {
  let seconds = 1_795_168_800;
  const dedupe = createMemoryDedupe({ ...options, clock: { now: () => new Date(seconds * 1000) } });
  return { dedupe, pass: (more: number) => void (seconds += more) };
}

async function claim(dedupe: DedupeStore, id: string): Promise<Claim> {
  const found = await dedupe.claim(id);
  if (typeof found === 'string') throw new Error(`${id} is ${found}`);
  return found;
}

it('DLV-6: grants one claim of an event at a time and none after a commit', async () => {
  const { dedupe } = open();
  const first = await claim(dedupe, 'evt_1');
  expect(dedupe.claim('evt_1')).toBe('busy');
  await first.release();
  const second = await claim(dedupe, 'evt_1');
  await second.commit();
  expect(dedupe.claim('evt_1')).toBe('done');
});

it('DLV-6: ignores a late release of a lapsed claim and accepts a late commit', async () => {
  const { dedupe, pass } = open({ leaseSeconds: 60 });
  const late = await claim(dedupe, 'evt_1');
  pass(59);
  expect(dedupe.claim('evt_1')).toBe('busy');
  pass(1);
  await claim(dedupe, 'evt_1');
  await late.release();
  expect(dedupe.claim('evt_1')).toBe('busy');
  await late.commit();
  expect(dedupe.claim('evt_1')).toBe('done');
});

it('DLV-6: forgets after keepSeconds', async () => {
  const { dedupe, pass } = open({ keepSeconds: 100 });
  await (await claim(dedupe, 'evt_1')).commit();
  pass(99);
  expect(dedupe.claim('evt_1')).toBe('done');
  pass(1);
  await claim(dedupe, 'evt_1');
});

it('DLV-6: remembers the newest maxEvents', async () => {
  const { dedupe } = open({ maxEvents: 2 });
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await (await claim(dedupe, id)).commit();
  expect(['evt_3', 'evt_2'].map((id) => dedupe.claim(id))).toEqual(['done', 'done']);
  await claim(dedupe, 'evt_1');
});
