import type { Booking, ListedEvent } from '@booking-service/client';
import { eventTypes, sandbox as values } from '@booking-service/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, run, type TestSandbox } from './support.ts';

let opened: TestSandbox;

beforeAll(async () => {
  opened = await openTestSandbox();
});
afterAll(() => opened[Symbol.asyncDispose]());

async function readOffset(): Promise<number> {
  const response = await fetch(`${opened.environment['BOOKING_ADMIN_URL']}/sandbox/clock`);
  return ((await response.json()) as { offset_ms: number }).offset_ms;
}

describe('booking trigger', () => {
  it.each(eventTypes)('drives a booking to %s, and prints its events', async (type) => {
    const { environment, sandbox } = opened;
    const { exitCode, stdout, stderr } = await run(['trigger', type, '--json'], environment);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { booking, events } = JSON.parse(stdout) as { booking: Booking; events: ListedEvent[] };
    expect(events.at(-1)?.type).toBe(type);
    expect(events[0]?.type).toBe('booking.created');
    expect(await sandbox.client.bookings.get(booking.id)).toEqual(booking);
  });

  it('prints the booking and its events for people', async () => {
    const { exitCode, stdout } = await run(['trigger', 'booking.failed'], opened.environment);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^bkg_\w{32} at ven_last_seat: failed, slot_not_offered\n {2}evt_\w{32} booking\.created\n {2}evt_\w{32} booking\.failed\n$/,
    );
  });

  it('advances the clock of the sandbox by the time that the provider takes, and no further', async () => {
    const start = await readOffset();
    await run(['trigger', 'booking.created'], opened.environment);
    expect(await readOffset()).toBe(start);
    await run(['trigger', 'booking.cancelled'], opened.environment);
    expect(await readOffset()).toBe(start + values.provider_seconds * 1000);
  });

  it('lists the events without an argument, and refuses others', async () => {
    const listed = await run(['trigger']);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(listed.stdout.split('\n').slice(0, eventTypes.length)).toEqual(eventTypes);
    expect(await run(['trigger', 'booking.lost'], opened.environment)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^booking\.lost is not an event\. Use one of booking\.created, /),
    });
  });

  it('refuses a live key, before it sends anything', async () => {
    const environment = { BOOKING_BASE_URL: 'http://127.0.0.1:1', BOOKING_API_KEY: opened.sandbox.keys.live };
    expect(await run(['trigger', 'booking.created'], environment)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'The API key from BOOKING_API_KEY is a live key. trigger makes bookings. Use a test key.\n',
    });
  });

  it('works without the clock of a sandbox, and refuses a wrong address of it', async () => {
    const { BOOKING_ADMIN_URL: _, ...environment } = opened.environment;
    expect(await run(['trigger', 'booking.created'], environment)).toMatchObject({ exitCode: 0, stderr: '' });
    const wrong = ['trigger', 'booking.created', '--admin-url', opened.sandbox.url];
    expect(await run(wrong, environment)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^No sandbox clock is at http.*: it responded 404\. Start the sandbox, or set --admin-url or /,
      ),
    });
  });

  it('explains a refusal, with what to do', async () => {
    const environment = { ...opened.environment, BOOKING_API_KEY: 'sk_test_sandbox_used_up' };
    expect(await run(['trigger', 'booking.created'], environment)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/402 free_tier_exhausted.* .+\.\n$/),
    });
  });
});
