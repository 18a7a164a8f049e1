/**
 * Measures the CPU time of a call on three cells beside one database: that of the databases and of this process. Both have the same
 * organizations, connections and callers. A claim takes the turns of ten organizations, and the worker of each cell claims by itself.
 */
import {
  createOrganization,
  createSealing,
  openPostgresCells,
  openPostgresStore,
  type Store,
} from '@booking-service/server';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { readDatabaseCpu } from '../processes.ts';
import { amount } from '../report.ts';
import { callers, median, newCreate } from './creates.ts';

const rounds = amount(7, 1);
const creates = amount(3_000, 48);
const reads = amount(9_000, 48);
const organizations = amount(240, 6);
const claims = amount(20, 1);
/** The CPU time of a call on three cells may be this many times that on one database. */
const goal = 1.15;
const turns = 10;
/** The connections to each of the three databases. The single one has as many as all of them. */
const connections = 5;

interface Place {
  readonly store: Store;
  /** The stores whose workers claim: one for each database. */
  readonly claiming: readonly Store[];
  readonly urls: readonly string[];
  readonly organization_ids: readonly string[];
}

type Kind = 'create' | 'read' | 'claim';

export async function runCells(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const start = async () => opened.use(await startPostgresServer()).url;
  const sealing = createSealing(new Uint8Array(32));
  const [single, ...urls] = [await start(), await start(), await start(), await start()];
  const one = opened.use(await openPostgresStore(single, { sealing, connections: connections * urls.length }));
  const cells = urls.map((url, index) => ({ name: `cell-${index + 1}`, number: index + 1, url }));
  const three = opened.use(await openPostgresCells(cells, { sealing, connections }));
  const places = {
    one: await fill({ store: one, claiming: [one], urls: [single] }),
    three: await fill({ store: three, claiming: three.cells?.all.map(({ store }) => store) ?? [], urls }),
  };
  const lines = [
    `store: three cells beside one database, ${callers} callers, ${rounds} rounds, CPU time of all processes`,
  ];
  for (const kind of ['create', 'read', 'claim'] as const) {
    const measured: { one: number; three: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const each = { one: await measure(kind, places.one), three: await measure(kind, places.three) };
      // The first round only warms up.
      if (round > 0) measured.push(each);
    }
    const ratio = median(measured.map((each) => each.three / each.one));
    const us = (name: 'one' | 'three') => median(measured.map((each) => each[name])).toFixed(0);
    lines.push(
      `  ${kind.padEnd(8)}${us('one').padStart(7)} µs${us('three').padStart(7)} µs  ${ratio.toFixed(2)} ×, goal ${goal}: ${ratio > goal ? 'MISSED' : 'held'}`,
    );
  }
  return lines.join('\n');
}

/** Creates the organizations, each with due deliveries. In cells they are spread evenly. */
async function fill(place: Omit<Place, 'organization_ids'>): Promise<Place> {
  const organization_ids: string[] = [];
  for (let index = 0; index < organizations; index += 1) {
    const cell = place.claiming.length > 1 ? (index % place.claiming.length) + 1 : undefined;
    const settings = { name: 'Diner', webhook_url: 'https://diner.test/webhooks' };
    const target = cell === undefined ? place.store : { ...place.store, chooseCell: async () => cell };
    organization_ids.push((await createOrganization(target, settings, new Date())).organization_id);
  }
  for (const organization_id of organization_ids) await place.store.createBooking(newCreate(organization_id));
  return { ...place, organization_ids };
}

/** Returns the CPU time of one call in microseconds. */
async function measure(kind: Kind, place: Place): Promise<number> {
  const before = await readCpu(place);
  const calls = await { create, read, claim }[kind](place);
  return ((await readCpu(place)) - before) / calls;
}

async function create({ store, organization_ids }: Place): Promise<number> {
  return callAll(creates, (index) => store.createBooking(newCreate(organizationAt(organization_ids, index))));
}

async function read({ store, organization_ids }: Place): Promise<number> {
  return callAll(reads, (index) =>
    store.findBookingText({ organization_id: organizationAt(organization_ids, index), id: `bkg_${index}` }),
  );
}

/** Claims and ends the turns of every database, and returns their number. */
async function claim({ claiming }: Place): Promise<number> {
  let claimed = 0;
  const rest = claims * 3;
  for (let index = 0; index < rest; index += 1) {
    const store = claiming[index % claiming.length];
    if (!store) break;
    const now = new Date(Date.now() + 3_600_000);
    const lease = { lease_until: new Date(now.getTime() + 60_000), lease_token: `lease_${index}` };
    const found = await store.claimTurns({ ...lease, now, limit: turns, receivers: 'quick' });
    const { lease_token } = lease;
    await store.endTurns(
      found.map(({ organization_id }) => ({ organization_id, lease_token, now, receivers: 'quick' })),
    );
    claimed += found.length;
  }
  return claimed;
}

async function callAll(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const caller = async () => {
    for (let index = next; index < count; index = next) {
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return count;
}

function organizationAt(ids: readonly string[], index: number): string {
  return ids[index % ids.length] ?? '';
}

async function readCpu({ urls }: Place): Promise<number> {
  const { user, system } = process.cpuUsage();
  const databases = await Promise.all(urls.map(readDatabaseCpu));
  return databases.reduce((sum, each) => sum + each, user + system);
}
