import { describe, expect, it } from 'vitest';
import { pollOptions } from '../src/poll-until-stopped.ts';
import { openTestSandbox, run, startCommand } from './support.ts';

const unknown = `bkg_${'0'.repeat(32)}`;

describe('booking logs', () => {
  it('REQ-2: shows the newest requests, and each new one with its outcome', async () => {
    await using opened = await openTestSandbox();
    const { sandbox, environment } = opened;
    await using logs = startCommand(['logs'], environment);
    await logs.printed(/Following the requests/);
    await sandbox.client.events.list({ limit: 1 }, pollOptions());
    await sandbox.client.events.list({ limit: 1 });
    await expect(sandbox.client.bookings.get(unknown)).rejects.toThrow('bkg_');
    await sandbox.advance(2_000);
    await logs.printed(/ 200 GET \/v1\/events \d+ ms req_\w+\n/);
    const printed = await logs.printed(/ 404 not_found GET \/v1\/bookings\/\{id\} \d+ ms req_\w+\n/);
    expect(printed).not.toMatch(/req_poll|\/v1\/requests/);
    expect(await logs.stop()).toMatchObject({ exitCode: 0 });
  });

  it('REQ-2: shows only requests with a status, and prints JSON', async () => {
    await using opened = await openTestSandbox();
    const { sandbox, environment } = opened;
    await sandbox.client.events.list({ limit: 1 });
    await expect(sandbox.client.bookings.get(unknown)).rejects.toThrow('bkg_');
    for (let poll = 0; poll < 12; poll += 1) await sandbox.client.events.list({ limit: 1 }, pollOptions());
    const read = async (...flags: string[]) => {
      await sandbox.advance(2_000);
      const { exitCode, stdout } = await run(['logs', '--no-follow', '--json', ...flags], environment);
      expect(exitCode).toBe(0);
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { operation: string }).operation);
    };
    await expect.poll(() => read()).toEqual(['listEvents', 'getBooking']);
    expect(await read('--status', '4xx')).toEqual(['getBooking']);
    expect(await read('--status', '404')).toEqual(['getBooking']);
    expect(await read('--status', '200')).toEqual(['listEvents']);
    expect(await read('--operation', 'createBooking')).toEqual([]);
  });

  it('refuses a status that does not exist, and a key that the service does not accept', async () => {
    await using opened = await openTestSandbox();
    const { environment } = opened;
    expect(await run(['logs', '--status', '4x'], environment)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Use a status such as 429'),
    });
    const foreign = { ...environment, BOOKING_API_KEY: `sk_test_${'x'.repeat(32)}` };
    expect(await run(['logs'], foreign)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('does not accept the API key'),
    });
  });
});
