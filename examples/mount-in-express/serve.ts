import { mkdtempSync } from 'node:fs';
import { createOrganization, createSandboxIntegrations, createSealing } from '@booking-service/server';
import { openSqliteStore, systemClock } from '@booking-service/server';
import { createBookingRouter } from '@booking-service/server/express';
import express from 'express';

const sealing = createSealing(crypto.getRandomValues(new Uint8Array(32)));
const store = openSqliteStore(mkdtempSync('/tmp/bookings-'), { sealing });
const { keys } = await createOrganization(store, { name: 'Harbour Group', webhook_url: null }, new Date());
const integrations = createSandboxIntegrations({ clock: systemClock });
const bookings = createBookingRouter({ store, ...integrations, validateWith: 'express-openapi-validator' });

const app = express();
app.use('/booking', bookings.router);
app.listen(Number(process.env['PORT'] ?? 7430), '127.0.0.1', () => bookings.start());
console.log(`Search http://127.0.0.1:7430/booking/v1/venues/search with the key ${keys.test}`);
