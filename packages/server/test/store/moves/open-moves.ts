/** Services on several databases, between which a test moves its organizations, and which it backs up and restores under load. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import { expect } from 'vitest';
import type { CreatedApiKey } from '@booking-service/contract/admin';
import type { MoveOptions } from '../../../src/store/moves/move-organization.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../../support/engines.ts';
import {
  type CellName,
  cellNames,
  type CellService,
  type Instance,
  listCells,
  openCellService,
  type Response as CellResponse,
} from '../cells/open-cells.ts';
import { eventually, openFolder } from '../../support/processes/server-process.ts';
import { type CommandResult, runCommandLine } from '../../../src/command/run-command-line.ts';

export interface OpenMoves extends AsyncDisposable {
  readonly service: CellService;
  readonly databases: readonly PostgresDatabase[];
  /** Returns the options of a move of the organization that was created in the cell `of`. The rows are deleted at once. */
  readonly between: (
    from: CellName,
    to: CellName,
    of?: CellName,
  ) => Pick<MoveOptions, 'organization_id' | 'source' | 'target' | 'delete_after_ms'>;
  /** Returns the number of bookings of the organization in each cell. */
  countBookings(organization_id: string): Promise<number[]>;
}

/** Opens the service on this many databases of the tests' server, each with an organization. */
export async function openMoves(count: 2 | 3): Promise<OpenMoves> {
  await using opened = new AsyncDisposableStack();
  const databases: PostgresDatabase[] = [];
  for (let made = 0; made < count; made += 1) databases.push(opened.use(await makePostgresDatabase({ tables: true })));
  const urls = databases.map(({ url }) => url);
  const cells = listCells(urls);
  const service = opened.use(await openCellService(urls));
  const find = (name: CellName) => {
    const cell = cells.find((each) => each.name === name);
    if (!cell) throw new Error(`The test has no cell ${name}.`);
    return cell;
  };
  const running = opened.move();
  return {
    service,
    databases,
    between: (from, to, of = 'one') => ({
      organization_id: service.organizations[of].id,
      source: find(from),
      target: find(to),
      delete_after_ms: 0,
    }),
    async countBookings(organization_id) {
      const counted = `SELECT count(*)::integer AS n FROM bookings WHERE organization_id = '${organization_id}'`;
      const rows = await Promise.all(databases.map((database) => database.query(counted)));
      return rows.map(([row]) => Number(row?.['n']));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/**
 * The bookings that the clients create beyond those that a test waits for. So on a slow machine the load ends, and the test with
 * it.
 */
const ahead = 200;

interface Load {
  readonly created: ReadonlySet<string>;
  /** The refusals with 503, by error code. */
  readonly refused: ReadonlyMap<string, number>;
  /** Waits until the clients have created this many more bookings. */
  more(bookings: number): Promise<void>;
  /** Ends the clients. Rejects if a response was neither a booking nor a 503. */
  end(): Promise<void>;
}

/** Starts clients of the organization that was created in the cell. Default: the first. */
export function startLoad(
  { book }: Pick<CellService, 'book'>,
  { clients = 3, cell = 'one' }: { readonly clients?: number; readonly cell?: CellName } = {},
): Load {
  const created = new Set<string>();
  const refused = new Map<string, number>();
  let orders = 0;
  let allowed = ahead;
  let allowing = Promise.withResolvers<void>();
  const ending = new AbortController();

  async function create(idempotency_key: string): Promise<void> {
    for (;;) {
      const { status, body }: CellResponse<Booking & { readonly error_code?: string }> = await book(
        cell,
        idempotency_key,
      );
      if (status !== 503) {
        expect([200, 201]).toContain(status);
        expect(created).not.toContain(body.id);
        created.add(body.id);
        return;
      }
      const code = String(body.error_code);
      refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  }

  async function client(): Promise<void> {
    while (!ending.signal.aborted) {
      if (orders < allowed) await create(`order-${(orders += 1)}`);
      else await allowing.promise;
    }
  }

  function allow(bookings: number): void {
    allowed = bookings;
    allowing.resolve();
    allowing = Promise.withResolvers();
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  // `end` reports it.
  running.catch(() => undefined);
  return {
    created,
    refused,
    async more(bookings) {
      const enough = created.size + bookings;
      allow(enough + ahead);
      await Promise.race([
        running,
        eventually(
          async () => created.size,
          (size) => size >= enough,
        ),
      ]);
    },
    async end() {
      ending.abort();
      allow(allowed);
      await running;
    },
  };
}

/**
 * Waits until each booking is confirmed and its two events have arrived. Each must arrive once, except where a database is
 * killed: the outcome of
 * an attempt may be lost, and the webhook is sent again (DLV-6).
 */
export async function untilDelivered(
  { call, receivedOf }: Pick<CellService, 'call' | 'receivedOf'>,
  key: string,
  created: ReadonlySet<string>,
  { repeats = false }: { readonly repeats?: boolean } = {},
): Promise<void> {
  for (const id of created)
    await eventually(
      () => call<Booking>(key, `GET /v1/bookings/${id}`),
      ({ body }) => body.status === 'confirmed',
    );
  await eventually(
    async () => [...created].map(receivedOf),
    (events) => events.every((ids) => new Set(ids).size >= 2),
  );
  if (repeats) return;
  for (const id of created) expect([id, ...new Set(receivedOf(id))]).toEqual([id, ...receivedOf(id)]);
  for (const id of created) expect([id, receivedOf(id).length]).toEqual([id, 2]);
}

interface Restores extends OpenMoves {
  readonly urls: readonly string[];
  /** Books with the key of the organization of the first cell. Returns the id. */
  readonly book: (idempotency_key: string) => Promise<string>;
  /** Returns the status of a read of the booking by the instance. */
  readonly read: (instance: Instance, booking_id: string) => Promise<number>;
  /** Backs up the database of the cell, and returns the function that restores it. */
  readonly backUp: (cell: CellName) => Promise<() => Promise<void>>;
  /** Runs a command of the service. */
  readonly run: (line: string) => Promise<CommandResult>;
}

export async function openRestores(count: 2 | 3): Promise<Restores> {
  await using opened = new AsyncDisposableStack();
  const moves = opened.use(await openMoves(count));
  const { service, databases } = moves;
  const folder = opened.use(await openFolder());
  const cells = databases.map(
    (_, at) => `  - { name: ${cellNames[at]}, number: ${at + 1}, database: { env: CELL_${at} } }`,
  );
  const file = join(folder.path, 'cells.yaml');
  await writeFile(file, ['cells:', ...cells].join('\n'));
  const environment = {
    BOOKING_SERVICE_CELLS: file,
    // The key of testSealing.
    BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...Object.fromEntries(databases.map(({ url }, at) => [`CELL_${at}`, url])),
  };
  const running = opened.move();
  return {
    ...moves,
    urls: databases.map(({ url }) => url),
    async book(idempotency_key) {
      const { status, body } = await eventually(
        () => service.book('one', idempotency_key),
        (response) => response.status !== 503,
      );
      expect([200, 201]).toContain(status);
      // A backup ends connections, and the lease of work under way would outlive them.
      await untilDelivered(service, service.organizations.one.key, new Set([body.id]));
      return body.id;
    },
    read: async ({ url }, id) => (await get(url, service.organizations.one.key, `/v1/bookings/${id}`)).status,
    async backUp(cell) {
      const database = databases[cellNames.indexOf(cell)];
      if (!database) throw new Error(`The test has no cell ${cell}.`);
      return database.backUp();
    },
    run: (line) => runCommandLine(line.split(' '), environment),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export function get(url: string, key: string, path: string): Promise<Response> {
  return fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
}

/** Waits until the instance has noticed the restore of the cell: it serves another organization of it. */
export async function untilReconnected(instance: Instance, key: string): Promise<void> {
  await eventually(
    async () => (await get(instance.url, key, '/v1/bookings')).status,
    (status) => status === 200,
  );
}

/** Creates an organization in the cell. Returns its key. */
export async function addOrganization({ service }: OpenMoves, cell: CellName): Promise<string> {
  const settings = { name: 'Bar', webhook_url: null, cell };
  const { body } = await service.admin<{ organization: { id: string } }>('POST /organizations', settings);
  return (await addKey(service, body.organization.id)).key;
}

/** Creates a key of the organization, also while the instance connects again. */
export async function addKey({ admin }: OpenMoves['service'], organization_id: string): Promise<CreatedApiKey> {
  const { body } = await eventually(
    () => admin<CreatedApiKey>(`POST /organizations/${organization_id}/keys`, { mode: 'test' }),
    ({ status }) => status === 201,
  );
  return body;
}
