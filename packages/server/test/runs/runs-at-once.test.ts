/** Bookings that their provider confirms in the response to the create. */
import { describe, expect, it } from 'vitest';
import type { Booking } from '@booking-service/contract';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase } from '../support/engines.ts';
import { interceptStore } from '../support/databases.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';

describe.each(engines)('%s', (engine) => {
  it('STA-1: a create returns the confirmed booking, also if a tick of the worker claimed its run first', async () => {
    await using database = await makeDatabase(engine);
    await using opened = await database.open();
    const [called, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const provider = ownProvider('harbour_table', {
      checkRequest: async () => ({ at_once: true }),
      async book() {
        called.resolve();
        await claimed.promise;
        return confirmed;
      },
    });
    const ticks: Promise<void>[] = [];
    const store = interceptStore(opened, (name, target) => {
      if (name !== 'claimRun') return undefined;
      return async (...args: Parameters<typeof target.claimRun>) => {
        ticks.push(world.clock.advance(2_000));
        await called.promise;
        return target.claimRun(...args).finally(() => claimed.resolve());
      };
    });
    await using world: World = await openWorld({ store, providers: [provider] });
    const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
    expect([status, body.status]).toEqual([201, 'confirmed']);
    await Promise.all(ticks);
  });
});
