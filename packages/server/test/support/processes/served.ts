/** booking-service as a process: serve outside the sandbox, and the commands on the folder of a running server. */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type CreatedOrganization, createOrganization, openSqliteStore } from '../../../src/index.ts';
import { openWorld, testSealing, type World } from '../../../src/testing.ts';
import { freePorts } from './free-ports.ts';
import { type Command, type Ended, openFolder, startCommand } from './server-process.ts';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { openSandboxSealing } from '../../../src/command/open-store.ts';

export const environment: { readonly BOOKING_SERVICE_SEALING_KEY: string } = {
  BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const index = JSON.stringify(import.meta.resolve('../../../src/index.ts'));
export const goodModule: string = `import { createSandboxProvider } from ${index};
  export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`;
export const loggingModule: string = goodModule.replace('({ clock }) => (', `({ clock, log }) => (log.info('made'), `);

export interface Prepared extends AsyncDisposable {
  readonly data: string;
  readonly providers: string;
}

/** Creates a folder with a module of providers. The data folder below it does not exist yet. */
export async function prepare(text: string = goodModule): Promise<Prepared> {
  const folder = await openFolder();
  const providers = join(folder.path, 'providers.mjs');
  await writeFile(providers, text);
  return { data: join(folder.path, 'data'), providers, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

export async function createDatabase(data: string): Promise<CreatedOrganization> {
  await using store = openSqliteStore(data, { sealing: testSealing });
  return await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
}

/** Starts the service and returns its address when it runs. Default of the database: a file in the data folder. */
export async function serve(
  { data, providers, database }: Prepared & { readonly database?: string },
  ...flags: string[]
): Promise<Command & { url: string }> {
  const [port, admin] = await freePorts();
  const args = ['serve', '--data', data, '--providers', providers, '--port', port, '--admin-port', admin, ...flags];
  const inDatabase = database !== undefined && { BOOKING_SERVICE_DATABASE: database };
  const command = startCommand(args, { environment: { ...environment, ...inDatabase } });
  const printed = await command.printed('Stop: Ctrl-C');
  return { ...command, url: /http:\S+/.exec(printed)?.[0] ?? '' };
}

/** Returns the bytes of the files in a folder. */
export function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** Returns the only line of a command that failed. */
export function lineOf({ code, stdout, stderr }: Ended, expected: 1 | 2 = 1): string {
  expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.any(String) });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr.trimEnd();
}

/** The environment of a service whose sealing key is set. */
const folderEnvironment: { readonly BOOKING_SERVICE_SEALING_KEY: string } = {
  BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
};
/** All scopes. */
export const scopes: readonly string[] = [
  'venues:read',
  'availability:read',
  'bookings:read',
  'events:read',
  'requests:read',
  'bookings:write',
  'sessions:write',
  'cards:read',
];

export interface CommandService extends AsyncDisposable {
  readonly folder: string;
  readonly world: World;
  /** Runs a command on the server's data folder and expects this exit code. */
  run(line: string, exitCode?: number): Promise<string>;
}

/** Opens a running server and its command. */
export async function openService({
  kind = 'service',
}: { kind?: 'service' | 'sandbox' } = {}): Promise<CommandService> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openFolder());
  const sealing = kind === 'service' ? testSealing : openSandboxSealing(folder.path, { sealed: false });
  const store = opened.use(openSqliteStore(folder.path, { sealing }));
  const world = opened.use(await openWorld({ store }));
  const running = opened.move();
  return {
    folder: folder.path,
    world,
    async run(line, exitCode = 0) {
      const ended = await runCommandLine([...line.split(' '), '--data', folder.path], folderEnvironment);
      if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
      return ended.text;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Returns the outcome of a request with a key: 200, or the status and the code. */
export async function statusOf(world: World, key: string): Promise<unknown> {
  const { status, body } = await world.call('POST', '/v1/venues/search', { key, body: {} });
  return status === 200 ? 200 : `${status} ${String(body['error_code'] ?? body['error'])}`;
}

/** Returns the value on the line that begins with this word. */
export function find(text: string, word: string): string {
  const found = new RegExp(`^${word} +(\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`The text has no line with ${word}: ${text}`);
  return found;
}
