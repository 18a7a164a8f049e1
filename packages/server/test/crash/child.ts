/**
 * The service in its own process, which kills itself: `child.ts '{"engine":…,"outside":…,"point":…,"after":n}'`. Its provider
 * keeps no state. The parent process, which survives, keeps the provider's state (outside.ts). It gets `{ url, admin_url }` when the
 * service listens. After a message from it, this process ends when every run has ended and every webhook was sent.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  createBookingServer,
  createLog,
  createMetrics,
  createSandboxProvider,
  startAdminServer,
  type OpenedPayment,
  type PaymentReading,
  type PaymentService,
  type Provider,
  type ProviderEvent,
} from '../../src/index.ts';
import { createSandboxClock } from '@booking-service/kernel/time';
import {
  type Engine,
  openStore,
  type Passed,
  paymentsWithPoints,
  providerWithPoints,
  storeWithPoints,
} from './points.ts';
import { bothSides } from '../../src/testing.ts';

export interface ChildOptions {
  readonly engine: Engine;
  /** The URL of the provider's side in the parent process. */
  readonly outside: string;
  /** The point at which the process kills itself. Default: never. */
  readonly point?: string;
  /** The number of times that the process passes the point before. Default: 0. */
  readonly after?: number;
  /** The lead of this process's clock. On PostgreSQL it exceeds the leases of the previous process. */
  readonly ahead_ms?: number;
}

// The parent serializes ChildOptions.
const { engine, outside, point, after = 0, ahead_ms = 0 } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;

/** Longer than the lease of a read. */
const readLease_ms = 61_000;

let remaining = after;
const passed: Passed = (name) => {
  if (name !== point) return;
  if (remaining === 0) process.kill(process.pid, 'SIGKILL');
  remaining -= 1;
};

async function callOutside(path: string, body: object): Promise<unknown> {
  const response = await fetch(outside + path, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

const clock = createSandboxClock();
if (ahead_ms > 0) await clock.advance(ahead_ms);
const sandbox = createSandboxProvider({ clock });
const provider: Provider = {
  ...sandbox,
  async book({ booking, reference }) {
    if (booking.metadata['fails']) return { outcome: 'failed', error_code: 'provider_failed' };
    // outside.ts creates the response.
    const { confirmation_code } = (await callOutside('/book', { id: booking.id, reference })) as {
      confirmation_code: string;
    };
    return { outcome: 'confirmed', confirmation_code };
  },
  async modify({ booking, changes, reference }) {
    await callOutside('/modify', { id: booking.id, reference });
    if (booking.metadata['refuses']) return { outcome: 'refused' };
    // A party of one costs half of a party of two.
    const amount = 2500 * (changes.party_size ?? booking.party_size);
    return { outcome: 'modified', price: { amount, currency: 'EUR' } };
  },
  async readBooking({ metadata }) {
    return { state: metadata['left'] === undefined ? 'confirmed' : 'cancelled' };
  },
  async readEvent({ body }) {
    // stories.ts sends an event of this form.
    return JSON.parse(Buffer.from(body).toString()) as ProviderEvent;
  },
  async release({ id, metadata, price }) {
    await callOutside('/release', { id });
    return metadata['half_back'] && price ? { refund: { ...price, amount: price.amount / 2 } } : {};
  },
};

const pay = async (method: string, body: object) => (await callOutside(`/cards/${method}`, body)) as PaymentReading;
const payments: PaymentService = {
  open: async (payment) => (await callOutside('/cards/open', payment)) as OpenedPayment,
  read: (payment) => pay('read', payment),
  capture: (payment) => pay('capture', payment),
  void: (payment) => pay('void', payment),
  refund: (payment) => pay('refund', payment),
};

const store = await openStore(engine);
const log = createLog({ level: 'silent' });
const server = createBookingServer({
  store: storeWithPoints(store, passed),
  suppliers: [bothSides(providerWithPoints(provider, passed))],
  payments: bothSides(paymentsWithPoints(payments, passed)),
  clock,
  log,
  tick_seconds: 1,
  allowLoopbackWebhooks: true,
});
const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
const admin = await startAdminServer({
  port: 0,
  server,
  metrics: createMetrics({ store, clock, log }),
  log,
  administration: { store, clock, access: 'open', allowLoopbackWebhooks: true },
});
process.send?.({ url, admin_url: admin.url });
process.on('message', () => void end());

/** Ends the process when every run has ended and every webhook was sent. A run may add events, so the runs come first. */
async function end(): Promise<void> {
  // On one process, a read that was killed is due when its lease ends.
  if ((await store.findNextRead()) !== null) await clock.advance(readLease_ms);
  while ((await store.findNextRead()) !== null || (await store.findNextDue()).runs !== null) await pause(20);
  for (const { id: organization_id } of await store.listOrganizations()) {
    const pending = { organization_id, state: 'pending', limit: 1 } as const;
    while ((await store.listDeliveries(pending)).rows.length > 0) await pause(20);
  }
  await admin[Symbol.asyncDispose]();
  await server.close();
  await store[Symbol.asyncDispose]();
  process.disconnect();
}
