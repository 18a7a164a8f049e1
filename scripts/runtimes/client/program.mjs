// Runs in Node and Bun, where util.inspect and the User-Agent header exist.
import { inspect } from 'node:util';
import { createBookingClient } from '@booking-service/client';
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

console.log(`${checked}, a User-Agent, no visible key`);
