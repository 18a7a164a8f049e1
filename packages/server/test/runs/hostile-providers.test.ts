/** Whatever a provider throws or gives, no process ends and no run stands still (STA-12, DLV-13). */
import { expect, it } from 'vitest';
import type { Provider } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { confirmed, createAt, ownProvider, statusOf } from '../support/own-provider.ts';

const unreadable = {
  get outcome() {
    throw new Error('No one reads this.');
  },
};

class Unprintable extends Error {
  override get message(): string {
    throw new TypeError('No message.');
  }
}

const faults: Readonly<Record<string, () => unknown>> = {
  'throws before it gives a promise': () => {
    throw new Error('At once.');
  },
  'throws a text': () => {
    throw 'text';
  },
  'throws nothing': () => {
    throw undefined;
  },
  'throws an object without a prototype': () => {
    throw Object.create(null);
  },
  'throws an error whose message throws': () => {
    throw new Unprintable();
  },
  'rejects with null': () => Promise.reject(null),
  'gives no promise': () => ({ outcome: 'nothing known' }),
  'gives undefined': () => undefined,
  'gives a promise of a text': async () => 'confirmed',
  'gives a field that throws': async () => unreadable,
  'settles twice': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- A provider could give one.
    then(done: (said: unknown) => void, failed: (error: unknown) => void) {
      failed(new Error('Once.'));
      failed(new Error('Twice.'));
      done(confirmed);
    },
  }),
  'throws from then': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- A provider could give one.
    get then() {
      throw new Error('No then.');
    },
  }),
  'confirms without a code': async () => ({ outcome: 'confirmed' }),
  'fails with a code that the contract does not have': async () => ({ outcome: 'failed', error_code: 'teapot' }),
  'asks for what the contract does not have': async () => ({
    outcome: 'requires_action',
    next_action: { type: 'dance' },
  }),
  'asks without saying what': async () => ({ outcome: 'requires_action' }),
  'is not done for no number of seconds': async () => ({ outcome: 'pending', retry_after_seconds: Number.NaN }),
};

it.each(Object.entries(faults))(
  'DLV-13: a provider that %s is asked again, and stops nothing else',
  async (_name, fault) => {
    let calls = 0;
    const book = (() => {
      calls += 1;
      return calls === 1 ? fault() : Promise.resolve(confirmed);
      // What a provider in plain JavaScript could be.
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
  'DLV-13: a provider that %s amid a modification or a release is asked again',
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
    expect((await world.store.findBooking(id))?.booking.party_size).toBe(4);
    await world.call('POST', `/v1/bookings/${id}/cancel`);
    await world.clock.advance(4_000);
    expect((await world.store.findBooking(id))?.working).toBe(false);
  },
);
