import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { openRateWindows, type RateWindows } from './sqlite-callers.ts';

const window_start = '2026-11-21T09:30:00.000Z';

interface Opened extends AsyncDisposable {
  readonly file: string;
  readonly clock: ManualClock;
  readonly windows: RateWindows;
}

async function open(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'rate-windows.db');
  const clock = createManualClock(new Date(window_start));
  const windows = opened.use(openRateWindows(file, clock));
  const running = opened.move();
  return { file, clock, windows, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function count({ windows }: Pick<Opened, 'windows'>, organization_id = 'org_1', start = window_start): number {
  return windows.countRequest({ organization_id, window_start: start, limit: 1_000_000 });
}

/** Counts one more request as a new process would, which has only the file. */
function countAfterKill({ file, clock }: Opened, organization_id = 'org_1'): number {
  using windows = openRateWindows(file, clock);
  return count({ windows }, organization_id);
}

it('LIM-1: has every count in the file 200 ms later, so that a kill loses no older count', async () => {
  await using opened = await open();
  for (const organization_id of ['org_1', 'org_1', 'org_2']) count(opened, organization_id);
  await opened.clock.advance(199);
  expect(countAfterKill(opened)).toBe(1);
  await opened.clock.advance(1);
  expect([countAfterKill(opened), countAfterKill(opened, 'org_2')]).toEqual([3, 2]);

  count(opened);
  await opened.clock.advance(200);
  expect(countAfterKill(opened)).toBe(4);
});

it('LIM-1: has every count in the file when it is closed', async () => {
  await using opened = await open();
  const { file, clock } = opened;
  {
    using windows = openRateWindows(file, clock);
    expect([count({ windows }), count({ windows })]).toEqual([1, 2]);
  }
  await clock.advance(1000);
  expect(countAfterKill(opened)).toBe(3);
});

it('LIM-4: writes no count of an earlier window into a later one', async () => {
  await using opened = await open();
  for (const organization_id of ['org_1', 'org_1', 'org_2']) count(opened, organization_id);
  expect(count(opened, 'org_2', '2026-11-21T09:35:00.000Z')).toBe(1);
  await opened.clock.advance(200);
  using db = new DatabaseSync(opened.file);
  expect(db.prepare('SELECT * FROM rate_windows').all()).toEqual([
    { organization_id: 'org_2', window_start: '2026-11-21T09:35:00.000Z', calls: 1 },
  ]);
});

it('LIM-3: keeps counts that cannot be written, and writes them after the next count', async () => {
  await using opened = await open();
  {
    using other = new DatabaseSync(opened.file);
    other.exec('BEGIN IMMEDIATE');
    count(opened);
    await opened.clock.advance(200);
    other.exec('ROLLBACK');
  }
  expect(count(opened, 'org_2')).toBe(1);
  await opened.clock.advance(200);
  expect([countAfterKill(opened), countAfterKill(opened, 'org_2')]).toEqual([2, 2]);
});

it('STA-12: keeps the log small over 5,000 flushes', async () => {
  await using opened = await open();
  for (let flushes = 0; flushes < 5000; flushes += 1) {
    count(opened);
    await opened.clock.advance(200);
  }
  // Twice the 4 MB of limitLogSize, because one commit may exceed that limit.
  expect(statSync(`${opened.file}-wal`).size).toBeLessThan(8 * 1024 * 1024);
  expect(countAfterKill(opened)).toBe(5001);
});
