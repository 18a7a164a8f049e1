/** The router of Express, in front of a store whose booking violates the contract. */
import type { Booking, JsonText } from '@booking-service/contract';
import express from 'express';
import { expect, it } from 'vitest';
import { createBookingRouter, type BookingRouterOptions } from '../../src/express.ts';
import { createLog, createSandboxIntegrations } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { listenApp } from '../support/worlds/mounted-service.ts';

const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

/** The text of a booking whose party has no number. */
const text = `{"id":"${id}","party_size":"two"}` as JsonText<Booking>;

/** Reads the booking below the path /booking, and returns the response and the log. */
async function read(validateWith: BookingRouterOptions['validateWith']) {
  await using world = await openWorld();
  const lines: string[] = [];
  const bookings = createBookingRouter({
    store: {
      ...world.store,
      findBookingText: async () => ({ text, livemode: false, expires_at: null }),
    },
    clock: world.clock,
    ...createSandboxIntegrations({ clock: world.clock }),
    log: createLog({ destination: { write: (line) => void lines.push(line) } }),
    validateWith,
  });
  await using served = await listenApp(express().use('/booking', bookings.router));
  const headers = { Authorization: `Bearer ${world.organization.keys.test}` };
  const response = await fetch(`${served.url}/booking/v1/bookings/${id}`, { headers });
  const body: unknown = await response.json();
  await bookings.close();
  return { status: response.status, body, log: lines.join('') };
}

it('ERR-7: responds 500 to a request whose response express-openapi-validator refuses, with the reason in the log', async () => {
  const { status, body, log } = await read('express-openapi-validator');
  expect({ status, body }).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
  expect(log).toContain('/response must have required property');
});

it('does not check the responses of the service with the compiled checks', async () => {
  expect(await read('compiled')).toMatchObject({ status: 200, body: { party_size: 'two' } });
});
