/** booking-service serve outside the sandbox, as a process. */
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createOrganization, openSqliteStore, type CreatedOrganization } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { freePorts } from './free-ports.ts';
import { openFolder, startCommand, type Command, type Ended } from './server-process.ts';

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
