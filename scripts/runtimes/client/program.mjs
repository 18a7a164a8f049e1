// Runs in Node and Bun, where util.inspect and the User-Agent header exist.
import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { BookingClientError, createBookingClient, RefusedError, TimeoutError } from '@booking-service/client';
import { same } from '../same.mjs';
import { check } from './check.mjs';

const service = JSON.parse(process.argv[2]);
const checked = await check(service);

let sent;
const client = createBookingClient({
  apiKey: service.key,
  baseUrl: service.url,
  appInfo: 'diner/1.2',
  fetch(request) {
    sent = request.headers;
    return fetch(request);
  },
});
await client.venues.search();
same('User-Agent', /^booking-service-client\/\S+ diner\/1\.2$/.test(sent.get('User-Agent')), true);
same('the key in the client', inspect(client, { depth: Infinity, showHidden: true }).includes(service.key), false);

const required = createRequire(import.meta.url)('@booking-service/client');
same('a second build', required.RefusedError === RefusedError, false);
const { error } = await required
  .createBookingClient({ apiKey: service.key, baseUrl: service.url })
  .bookings.get('bkg_none')
  .result();
same('an error of the other build', error instanceof BookingClientError && error instanceof RefusedError, true);
same('another class of the other build', error instanceof TimeoutError, false);
same('an error for the other build', new TimeoutError('', {}) instanceof required.TimeoutError, true);

console.log(`${checked}, a User-Agent, no visible key, errors of both builds`);
