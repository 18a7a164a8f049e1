/** Providers that throw, return anything or never succeed: the run is retried, but not forever (STA-12, STA-14). */
import { describe, expect, it } from 'vitest';
import { runs } from '@booking-service/contract';
import { pino } from 'pino';
import type { Observer, Provider } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/providers.ts';
import { type EngineName, engines, openWorldOn } from '../support/engines.ts';

const unreadable = {
  get outcome() {
    throw new Error('Unreadable.');
  },
};

class Unprintable extends Error {
  override get message(): string {
    throw new TypeError('No message.');
  }
}

const faults: Readonly<Record<string, () => unknown>> = {
  'throws before it returns a promise': () => {
    throw new Error('At once.');
  },
  'throws a string': () => {
    throw 'text';
  },
  'throws undefined': () => {
    throw undefined;
  },
  'throws an object without a prototype': () => {
    throw Object.create(null);
  },
  'throws an error whose message throws': () => {
    throw new Unprintable();
  },
  'rejects with null': () => Promise.reject(null),
  'returns an object that is not a promise': () => ({ outcome: 'nothing known' }),
  'returns undefined': () => undefined,
  'resolves with a string': async () => 'confirmed',
  'resolves with a field that throws': async () => unreadable,
  'settles twice': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- A provider could return one.
    then(done: (result: unknown) => void, failed: (error: unknown) => void) {
      failed(new Error('Once.'));
      failed(new Error('Twice.'));
      done(confirmed);
    },
  }),
  'throws from then': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- A provider could return one.
    get then() {
      throw new Error('No then.');
    },
  }),
  'confirms without a code': async () => ({ outcome: 'confirmed' }),
  'fails with an unknown code': async () => ({ outcome: 'failed', error_code: 'teapot' }),
  'requires an unknown action': async () => ({
    outcome: 'requires_action',
    next_action: { type: 'dance' },
  }),
  'requires an action without naming it': async () => ({ outcome: 'requires_action' }),
  'is pending for NaN seconds': async () => ({ outcome: 'pending', retry_after_seconds: Number.NaN }),
};

describe('a hostile provider', () => {
  it.each(Object.entries(faults))(
    'DLV-13: retries a provider that %s, and runs other bookings meanwhile',
    async (_name, fault) => {
      let calls = 0;
      const book = (() => {
        calls += 1;
        return calls === 1 ? fault() : Promise.resolve(confirmed);
        // A provider in plain JavaScript may return any type.
      }) as Provider['book'];
      const providers = [ownProvider('code_house', { book }), ownProvider('harbour_table', {})];
      await using world = await openWorld({ providers });
      const ids = [await createAt(world, 'code_house'), await createAt(world, 'harbour_table')];
      await world.clock.advance(0);
      expect(await Promise.all(ids.map((id) => statusOf(world, id)))).toEqual(['processing', 'confirmed']);
      await world.clock.advance(2_000);
      expect(await Promise.all(ids.map((id) => statusOf(world, id)))).toEqual(['confirmed', 'confirmed']);
    },
  );

  it.each(Object.entries(faults))(
    'DLV-13: retries a provider that %s during a modification or a release',
    async (_name, fault) => {
      const calls = { modify: 0, release: 0 };
      const modify = (() => {
        calls.modify += 1;
        return calls.modify === 1 ? fault() : Promise.resolve({ outcome: 'modified' });
      }) as NonNullable<Provider['modify']>;
      const release = (() => {
        calls.release += 1;
        return calls.release === 1 ? fault() : Promise.resolve();
      }) as Provider['release'];
      await using world = await openWorld({ providers: [ownProvider('harbour_table', { modify, release })] });
      const id = await createAt(world, 'harbour_table');
      await world.clock.advance(0);
      expect((await world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 4 } })).status).toBe(503);
      await world.clock.advance(4_000);
      expect((await world.store.findBooking({ ...world.organization, id }))?.booking.party_size).toBe(4);
      await world.call('POST', `/v1/bookings/${id}/cancel`);
      await world.clock.advance(4_000);
      expect((await world.store.findBooking({ ...world.organization, id }))?.working).toBe(false);
    },
  );
});

const failingCall = async () => {
  throw new Error('The provider is unavailable.');
};

/** Opens a world with one provider. Records the runs that the log and the observer report as given up. */
async function openFailing(engine: EngineName, methods: Partial<Provider>) {
  const gaveUp: string[] = [];
  const codes: string[] = [];
  const observer: Partial<Observer> = { gaveUp: ({ work }) => gaveUp.push(work) };
  const write = (line: string) => {
    const { level, code } = JSON.parse(line) as { level: string | number; code?: string };
    if (code !== undefined) codes.push(`${level} ${code}`);
  };
  const log = pino({}, { write });
  const providers = [ownProvider('harbour_table', methods)];
  return { world: await openWorldOn(engine, { providers, observer, log, tick_seconds: 3600 }), gaveUp, codes };
}

describe.each(engines)('the last retry, on %s', (engine) => {
  it('STA-14: backs off while the provider fails, and fails the booking after give_up_after_seconds', async () => {
    const calls: number[] = [];
    const released: string[] = [];
    const {
      world: opened,
      gaveUp,
      codes,
    } = await openFailing(engine, {
      book: async () => {
        calls.push((world.clock.now().getTime() - Date.parse('2026-11-21T09:30:00.000Z')) / 1000);
        return failingCall();
      },
      release: async ({ id }) => {
        released.push(id);
      },
    });
    await using world = opened;
    const id = await createAt(world, 'harbour_table');
    const { give_up_after_seconds, retry } = runs;
    await world.clock.advance(182_000);
    // The next call is at 242 s. The time to give up comes half a minute later.
    const since = new Date(Date.parse('2026-11-21T09:34:32.000Z') - give_up_after_seconds * 1000).toISOString();
    await world.query(`UPDATE runs SET failing_since = '${since}' RETURNING 1`);
    await world.clock.advance(89_999);
    expect(await statusOf(world, id)).toBe('processing');
    await world.clock.advance(1);
    const { body } = await world.call('GET', `/v1/bookings/${id}`);
    expect(body).toMatchObject({ status: 'failed', error_code: 'provider_failed' });
    await world.clock.advance(30_000);

    const { longest_delay_seconds: longest } = retry;
    const delays = calls.slice(1).map((at, index) => at - (calls[index] ?? 0));
    expect(delays).toEqual([2, 4, 8, 16, 32, longest, longest, longest, 30]);
    // The provider may have created something in one of these calls, so it is released.
    expect(released).toEqual([id]);
    await world.clock.advance(3_600_000);
    expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.created',
      'booking.failed',
    ]);
    expect({ gaveUp, codes }).toEqual({ gaveUp: ['booking'], codes: ['50 run_booking_given_up'] });
  });

  it('STA-14: fails the booking if the provider stays pending, and calls the provider by that time', async () => {
    const released: string[] = [];
    const { world: opened, gaveUp } = await openFailing(engine, {
      book: async () => ({ outcome: 'pending', retry_after_seconds: 1e12 }),
      release: async ({ id }) => {
        released.push(id);
      },
    });
    await using world = opened;
    const id = await createAt(world, 'harbour_table');
    await world.clock.advance(0);
    const end = new Date(world.clock.now().getTime() + runs.pending_for_at_most_seconds * 1000).toISOString();
    expect(await world.query('SELECT due_at FROM runs')).toEqual([{ due_at: end }]);
    const began = new Date(world.clock.now().getTime() - runs.pending_for_at_most_seconds * 1000).toISOString();
    await world.query(`UPDATE runs SET began = '${began}', due_at = '${began}' RETURNING 1`);
    await world.clock.advance(2_000);
    expect(await statusOf(world, id)).toBe('failed');
    await world.clock.advance(2_000);
    expect({ released, gaveUp }).toEqual({ released: [id], gaveUp: ['booking'] });
  });

  it('STA-14: resets the failures after a successful call', async () => {
    let calls = 0;
    const { world: opened, gaveUp } = await openFailing(engine, {
      book: async () => {
        calls += 1;
        if (calls === 1) return { outcome: 'pending', retry_after_seconds: 1 };
        return calls === 2 ? failingCall() : confirmed;
      },
    });
    await using world = opened;
    const id = await createAt(world, 'harbour_table');
    await world.query(
      `UPDATE runs SET failures = 9, failing_since = '2026-11-21T08:00:00.000Z' WHERE booking_id = '${id}' RETURNING 1`,
    );
    await world.clock.advance(0);
    expect(await world.query('SELECT failures, failing_since FROM runs')).toEqual([
      { failures: 0, failing_since: null },
    ]);
    await world.clock.advance(4_000);
    expect({ status: await statusOf(world, id), gaveUp }).toEqual({ status: 'confirmed', gaveUp: [] });
  });

  it.each([
    { work: 'release', ends: 'cancelled' },
    { work: 'modification', ends: 'confirmed' },
  ])('STA-14: drops a $work that fails for too long, reports it, and keeps the booking', async ({ work, ends }) => {
    const { world: opened, gaveUp, codes } = await openFailing(engine, { modify: failingCall, release: failingCall });
    await using world = opened;
    const id = await createAt(world, 'harbour_table');
    await world.clock.advance(0);
    if (work === 'release') await world.call('POST', `/v1/bookings/${id}/cancel`);
    else await world.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 4 } });
    await world.clock.advance(2_000);
    const { give_up_after_seconds } = work === 'release' ? runs.release : runs;
    // One failure before the time to give up, and one after it.
    for (const [seconds, left] of [
      [give_up_after_seconds - 60, 1],
      [give_up_after_seconds, 0],
    ] as const) {
      const since = new Date(world.clock.now().getTime() - seconds * 1000).toISOString();
      await world.query(`UPDATE runs SET failing_since = '${since}', due_at = '${since}' RETURNING 1`);
      await world.clock.advance(2_000);
      expect(await world.query('SELECT booking_id FROM runs')).toHaveLength(left);
    }
    expect({ status: await statusOf(world, id), gaveUp, codes }).toEqual({
      status: ends,
      gaveUp: [work],
      codes: [`50 run_${work}_given_up`],
    });
  });
});
