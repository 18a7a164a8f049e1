/** A provider may throw or return anything: the process continues, and the run is retried (STA-12, DLV-13). */
import { expect, it } from 'vitest';
import type { Provider } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/providers.ts';

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
