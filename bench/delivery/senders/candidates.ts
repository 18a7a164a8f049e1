import { Resolver } from 'node:dns/promises';
import {
  createBookingServer,
  type CreatedOrganization,
  createLog,
  createOrganization,
  createSandboxProvider,
  createSealing,
  openPostgresStore,
  openSqliteStore,
  type Provider,
  type Store,
  systemClock,
} from '@booking-service/server';
import { createRequest } from '../../http/request.ts';
import {
  openGraphileWorker,
  openPgBoss,
  type OpenSender,
  openSvixServer,
  type Order,
  type Sender,
  type SenderOptions,
  program as svixServer,
} from './other-senders.ts';

const sealing = createSealing(new Uint8Array(32));
const tick_seconds = 1;
const fillTick_seconds = 3_600;

const sandbox = createSandboxProvider({ clock: systemClock });
/** Confirms every booking in its request, so that each has two events. */
const confirming: Provider = {
  ...sandbox,
  checkRequest: async () => ({ at_once: true }),
  book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: booking.id.slice(4, 12) }),
};
/** Its bookings stay pending, so that each has one event. */
const pending: Provider = { ...sandbox, book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }) };

/** The service as it is: bookings come over HTTP, and its worker delivers their events. */
const openOnSqlite: OpenSender = async ({ folder, nameServer }) =>
  open(openSqliteStore(folder, { sealing }), nameServer);

const openOnPostgres: OpenSender = async ({ database, nameServer }) =>
  open(await openPostgresStore(database, { sealing }), nameServer);

async function open(store: Store, nameServer: SenderOptions['nameServer']): Promise<Sender> {
  if (nameServer !== undefined) useNameServer(nameServer);
  const keys = new Map<string, CreatedOrganization['keys']>();
  // Sends nothing while the backlog is stored.
  let server = await listen(store, fillTick_seconds);
  return {
    async add({ url, count }: Order) {
      const key = keys.get(url) ?? (await addOrganization(store, url));
      keys.set(url, key);
      const creates = [...Array<string>(Math.floor(count / 2)).fill(key.live), ...(count % 2 === 1 ? [key.test] : [])];
      for (let done = 0; done < creates.length; done += 50)
        await Promise.all(creates.slice(done, done + 50).map((each) => create(server.url, each)));
    },
    async start() {
      await server.close();
      server = await listen(store, tick_seconds);
    },
  };
}

async function listen(store: Store, tick: number) {
  const log = createLog({ level: 'silent' });
  const server = createBookingServer({
    store,
    suppliers: [{ live: confirming, test: pending }],
    log,
    tick_seconds: tick,
    allowLoopbackWebhooks: true,
  });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => server.close({ grace_seconds: 0 }) };
}

async function addOrganization(store: Store, webhook_url: string): Promise<CreatedOrganization['keys']> {
  const settings = { name: 'Bench', webhook_url, rate_limit: 1_000_000_000 };
  return (await createOrganization(store, settings, new Date())).keys;
}

async function create(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(createRequest),
  });
  await response.body?.cancel();
  if (response.status !== 201) throw new Error(`A create returned ${response.status} instead of 201.`);
}

/** The service reads its name servers from the operating system and has no setting for them. */
function useNameServer(address: string): void {
  const { resolve4 } = Resolver.prototype;
  Resolver.prototype.resolve4 = function (this: Resolver, ...given: Parameters<typeof resolve4>) {
    this.setServers([address]);
    return Reflect.apply(resolve4, this, given);
  } as typeof resolve4;
}

/** The candidates, in the order of the reports. */
export const openers = {
  'ours, sqlite': openOnSqlite,
  'ours, postgres': openOnPostgres,
  'graphile-worker': openGraphileWorker,
  'pg-boss': openPgBoss,
  'svix-server': openSvixServer,
} satisfies Record<string, OpenSender>;

export type CandidateName = keyof typeof openers;

/** The candidates of this run. */
export const candidateNames: readonly CandidateName[] =
  // The keys of the table.
  (Object.keys(openers) as CandidateName[]).filter((name) => name !== 'svix-server' || svixServer !== undefined);

const task = 'a task signs with Service-Signature, posts with undici and stores the attempt';
const descriptions: Readonly<Record<CandidateName, string>> = {
  'ours, sqlite': 'signs with Service-Signature; the queue is in SQLite',
  'ours, postgres': 'signs with Service-Signature; the queue is in PostgreSQL',
  'graphile-worker': `${task}; the queue is in PostgreSQL`,
  'pg-boss': `${task}; the queue is in PostgreSQL`,
  'svix-server':
    svixServer === undefined
      ? 'skipped, because SVIX_SERVER names no program'
      : 'signs with Svix-Signature; messages and attempts are in PostgreSQL, the queue is in Redis, which counts as database. ' +
        'Its API takes the backlog in another process, which does not count; the start of the process that sends it does',
};

/** Returns a line for each candidate: its work, or the reason why it is skipped. */
export function describeCandidates(): string {
  return Object.entries(descriptions)
    .map(([name, description]) => `  ${name}: ${description}.`)
    .join('\n');
}
