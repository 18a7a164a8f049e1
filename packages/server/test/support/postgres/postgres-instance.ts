/**
 * One of several instances on a PostgreSQL database: `postgres-instance.ts URL`. It prints its address.
 * SIGUSR2 advances its clock by more than a lease. Afterwards it prints `moved`.
 */
import { pino } from 'pino';
import { createBookingServer, createLog, createSandboxProvider, openPostgresStore } from '../../../src/index.ts';
import { createSandboxClock } from '@booking-service/kernel/time';
import { testSealing } from '../../../src/testing/world.ts';
import { bothSides } from '../../../src/testing.ts';

const [database = ''] = process.argv.slice(2);
const store = await openPostgresStore(database, { sealing: testSealing });
const clock = createSandboxClock();
const log = createLog({ destination: pino.destination(2), level: 'fatal' });
const suppliers = [bothSides(createSandboxProvider({ clock }))];
const server = createBookingServer({ store, suppliers, clock, log, tick_seconds: 1, allowLoopbackWebhooks: true });

process.on('SIGUSR2', () => void clock.advance(61_000).then(() => process.stdout.write('moved\n')));
const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listens on ${url} .\n`);
