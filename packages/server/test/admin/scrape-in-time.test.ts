/** A scrape while the database does not respond. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog, createMetrics } from '../../src/index.ts';
import { emptyStore } from '../support/databases.ts';

it('returns within 4 seconds if the store does not respond, and reads the store once for all scrapes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  const response = Promise.withResolvers<void>();
  let reads = 0;
  const store = {
    ...emptyStore,
    async readRunAges() {
      reads += 1;
      await response.promise;
      return emptyStore.readRunAges({ now: new Date(0), stuck_before: new Date(0) });
    },
  };
  const metrics = createMetrics({ store, clock: { now: () => new Date(0) }, log });
  const scrape = async () => {
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(4000);
    const value = async (name: string) => new RegExp(`^booking_service_${name} (.*)$`, 'm').exec(await text)?.[1];
    return [await value('due_runs'), await value('oldest_run_age_seconds'), await value('database_size_bytes')];
  };
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(await scrape()).toEqual(['0', 'Nan', 'Nan']);
  expect(lines[0]).toContain('No response within 4 s.');
  expect(reads).toBe(1);
  response.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await scrape()).toEqual(['0', '0', '4096']);
});
