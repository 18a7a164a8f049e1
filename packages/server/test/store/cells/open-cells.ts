/** A service on three cells for tests: organizations with keys in each, and the endpoint that receives their webhooks. */
import type { Booking } from '@booking-service/contract';
import type { CreatedApiKey, CreatedOrganization } from '@booking-service/contract/admin';
import { openWebhookEndpoint } from '@booking-service/kernel/testing';
import { pino } from 'pino';
import {
  createBookingServer,
  createMetrics,
  createSandboxProvider,
  openPostgresCells,
  startAdminServer,
  systemClock,
  type PostgresCell,
  type Store,
} from '../../../src/index.ts';
import type { Contest } from '../../../src/store/cells/home-watch.ts';
import { bothSides, testSealing } from '../../../src/testing.ts';
import { startDashboardServer } from '../../../src/admin/dashboard/start-dashboard-server.ts';
import { newBooking } from '../../support/new-booking.ts';
import { callAdmin } from '../../support/worlds/admin-world.ts';

export const cellNames = ['one', 'two', 'three'] as const;
export type CellName = (typeof cellNames)[number];

export interface Response<Body> {
  readonly status: number;
  readonly body: Body;
}

/** One instance of the service. */
export interface Instance extends AsyncDisposable {
  readonly store: Store;
  readonly url: string;
  /** The server for operators; requests without a token are theirs. */
  readonly adminUrl: string;
  readonly dashboardUrl: string;
  readonly metrics: () => Promise<string>;
  /** The ids of the bookings that the supplier was asked to book. */
  readonly supplied: ReadonlySet<string>;
  /** The contests of organizations that the instance has reported. */
  readonly contests: readonly Contest[];
}

export interface CellService extends Instance {
  /** Sends a request to the admin server. */
  readonly admin: <Body = Record<string, unknown>>(
    target: `${string} /${string}`,
    body?: object,
  ) => Promise<Response<Body>>;
  /** The organization and the API key in each cell. */
  readonly organizations: Readonly<Record<CellName, { readonly id: string; readonly key: string }>>;
  /** Sends a request to the service, with the key of a cell or another one. */
  readonly call: <Body>(
    key: string,
    target: string,
    more?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ) => Promise<Response<Body>>;
  /** Creates a booking under an idempotency key, with the API key of the cell. */
  readonly book: (cell: CellName, idempotency_key: string) => Promise<Response<Booking>>;
  /** The ids of the received events, by the organization's booking. */
  readonly receivedOf: (booking_id: string) => readonly string[];
}

/** Returns the list of the cells of these databases, at most three. */
export function listCells(urls: readonly string[]): PostgresCell[] {
  return urls.map((url, index) => ({ name: cellNames[index] ?? '', number: index + 1, url }));
}

/** Starts an instance of the service on these databases. */
export async function startInstance(urls: readonly string[]): Promise<Instance> {
  await using opened = new AsyncDisposableStack();
  const contests: Contest[] = [];
  const onContested = (contest: Contest) => void contests.push(contest);
  const store = opened.use(await openPostgresCells(listCells(urls), { sealing: testSealing, onContested }));
  const log = pino({ level: 'silent' });
  const clock = systemClock;
  const metrics = createMetrics({ store, clock, log });
  const supplied = new Set<string>();
  const provider = createSandboxProvider({ clock });
  const book: typeof provider.book = (step, context) => {
    supplied.add(step.booking.id);
    return provider.book(step, context);
  };
  const suppliers = [bothSides({ ...provider, book })];
  const server = createBookingServer({ store, suppliers, log, tick_seconds: 1, allowLoopbackWebhooks: true });
  const dashboard = { url: 'http://127.0.0.1:7423', clock };
  const administration = { store, clock, allowLoopbackWebhooks: true, access: 'open', dashboard } as const;
  const shared = { port: 0, server, metrics, log, administration };
  const facts = { modes: ['test'] } as const;
  const { url: adminUrl } = opened.use(await startAdminServer(shared));
  const { url: dashboardUrl } = opened.use(
    await startDashboardServer({ ...shared, ...dashboard, facts, files: undefined }),
  );
  opened.defer(() => server.close());
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  const running = opened.move();
  return {
    store,
    url,
    adminUrl,
    dashboardUrl,
    metrics: () => metrics.text(),
    supplied,
    contests,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export async function openCellService(urls: readonly string[]): Promise<CellService> {
  await using opened = new AsyncDisposableStack();
  const instance = opened.use(await startInstance(urls));
  const endpoint = opened.use(await openWebhookEndpoint());
  const { url, adminUrl } = instance;
  const admin: CellService['admin'] = (target, body) => callAdmin(adminUrl, target, body && { body });

  async function addOrganization(cell: CellName) {
    const settings = { name: cell, webhook_url: endpoint.url, cell, rate_limit: 1_000_000, test_allowance: 100_000 };
    const { body } = await admin<CreatedOrganization>('POST /organizations', settings);
    const { id } = body.organization;
    const created = await admin<CreatedApiKey>(`POST /organizations/${id}/keys`, { mode: 'test' });
    return { id, key: created.body.key };
  }

  async function call<Body>(key: string, target: string, { headers, body }: Parameters<CellService['call']>[2] = {}) {
    const [method = '', path = ''] = target.split(' ');
    const sent = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers };
    const response = await fetch(url + path, { method, headers: sent, ...(body !== undefined && { body }) });
    return { status: response.status, body: (await response.json()) as Body };
  }

  const added: [CellName, { readonly id: string; readonly key: string }][] = [];
  for (const cell of cellNames.slice(0, urls.length)) added.push([cell, await addOrganization(cell)]);
  // A test calls only organizations of its cells.
  const organizations = Object.fromEntries(added) as CellService['organizations'];
  const running = opened.move();
  return {
    ...instance,
    admin,
    organizations,
    call,
    book: (cell, idempotency_key) =>
      call(organizations[cell].key, 'POST /v1/bookings', {
        body: JSON.stringify(newBooking({ date: tomorrow() })),
        headers: { 'Idempotency-Key': idempotency_key },
      }),
    receivedOf: (booking_id) =>
      endpoint.received.filter(({ text }) => text.includes(booking_id)).map(({ event }) => event.id),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Returns the next day, on which the provider of the sandbox has slots. */
function tomorrow(): string {
  return new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
}
