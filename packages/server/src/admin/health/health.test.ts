import { expect, it, onTestFinished, vi } from 'vitest';
import { pino } from 'pino';
import { checkHealth } from './health.ts';

it.each(['readMigration', 'checkWrite'] as const)(
  'is not ready after 3 seconds if %s of the database does not respond',
  async (method) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const store = {
      readMigration: async () => ({ database: 1, program: 1, serves: true }),
      checkWrite: async () => undefined,
      [method]: () => new Promise<never>(() => undefined),
    };
    const health = checkHealth({ store, log, state: 'listening', laneAges: [], providers: [] });
    await vi.advanceTimersByTimeAsync(3000);
    expect((await health).not_ready).toEqual([
      { check: 'database', message: 'The database does not respond. See the log for the reason.' },
    ]);
    expect(lines).toEqual([expect.stringContaining('No response within 3 s.')]);
  },
);
