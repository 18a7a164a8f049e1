/** A running service of notes, with a clock that a test moves. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreatedOrganization, RunningService, ServiceOptions } from '@booking-service/kernel';
import { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
import { emptyDatabase, type EngineName } from '../support/empty-database.ts';
import { createNotes } from './notes-service.ts';

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Notes extends AsyncDisposable {
  readonly service: RunningService;
  readonly organization: CreatedOrganization;
  readonly clock: ManualClock;
  readonly url: string;
  readonly database: string;
  readonly folder: string;
  /** Calls the service. Default: the key of the mode test. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  count(table: 'events' | 'deliveries' | 'notes'): Promise<number>;
}

interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const start = new Date('2026-11-21T09:30:00.000Z');
const webhook_url = 'http://127.0.0.1:9/webhooks';

/** Starts the service with one organization, which has a limit of ten requests. */
export async function startNotes(engine: EngineName, options: Partial<ServiceOptions> = {}): Promise<Notes> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'notes-')));
  const { database } = opened.use(await emptyDatabase(engine));
  const clock = createManualClock(start);
  const service = await createNotes({ database, folder: folder.path }, { clock, ...options });
  // Its clients are in this process, and have their responses.
  opened.defer(() => service.close({ grace_seconds: 0.1 }));
  const organization = await service.organizations.create({ name: 'Desk', webhook_url, rate_limit: 10 });
  const { url } = await service.listen({ port: 0, host: '127.0.0.1' });
  const running = opened.move();
  return {
    service,
    organization,
    clock,
    url,
    database,
    folder: folder.path,
    call: (method, path, { key = organization.api_keys['test'] ?? '', ...call } = {}) =>
      callAt(url, method, path, { key, ...call }),
    async count(table) {
      const statement = { name: `count_${table}`, text: `SELECT count(*) AS rows FROM ${table}` };
      const [row] = await service.store.query<{ rows: number | string }>(statement, []);
      return Number(row?.rows);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Calls an instance with this key. */
export async function callAt(
  url: string,
  method: string,
  path: string,
  { key, body, headers }: CallOptions,
): Promise<Called> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const received = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: received };
}
