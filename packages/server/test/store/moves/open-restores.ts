/** A service on several cells whose databases a test backs up and restores. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedApiKey } from '@booking-service/contract/admin';
import { expect } from 'vitest';
import { runCommandLine, type CommandResult } from '../../../src/command/run-command-line.ts';
import { eventually, openFolder } from '../../support/processes/server-process.ts';
import { cellNames, type CellName, type Instance } from '../cells/open-cells.ts';
import { untilDelivered } from './load.ts';
import { openMoves, type OpenMoves } from './open-moves.ts';

export interface Restores extends OpenMoves {
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
