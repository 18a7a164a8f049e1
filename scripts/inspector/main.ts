/**
 * Calls the tools for agents with the command line of the MCP Inspector, as a person who tries them does, against a sandbox. It is a
 * client of its own: it reports schemas that other clients may not read, and reads a refusal as the error of a tool.
 *
 * Reads   scripts/tools/pinned.ts (installs the package)
 * Run     npm run verify -- inspector
 * Prints  a line for each call. Exits 1 if one does not do what is expected.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { operationTable } from '@booking-service/contract';
import { startSandbox, type StartedSandbox } from '../sandbox/start-sandbox.ts';
import { installNpmTools } from '../tools/pinned.ts';

const server = fileURLToPath(new URL('../../packages/mcp/bin/booking-mcp.js', import.meta.url));
const inspector = join(installNpmTools('inspector'), '.bin/mcp-inspector');
const longest_ms = 60_000;
const unknown = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

await using folder = await mkdtempDisposable(join(tmpdir(), 'inspector-'));
await using sandbox = await startSandbox(join(folder.path, 'data'));

const listed = await inspect(sandbox, ['tools/list', '--strict']);
assert.equal(listed.code, 0, listed.stderr);
assert.equal(listed.stderr, '', 'The Inspector reports schemas that other clients may not read.');
const names = (listed.result['tools'] as { readonly name: string }[]).map(({ name }) => name);
const ofTestKey = Object.entries(operationTable).flatMap(([name, { live_key }]) => (live_key ? [] : [name]));
assert.deepEqual(names.toSorted(), ofTestKey.toSorted());
console.log(`tools/list: ${names.length} tools, each with schemas that other clients can read`);

const found = await call(sandbox, 'searchVenues', { city: 'Lisbon', limit: 1 });
assert.equal(found.code, 0, found.stderr);
assert.partialDeepStrictEqual(found.result, { structuredContent: { object: 'list', data: [{ city: 'Lisbon' }] } });
console.log('searchVenues: a page of venues');

const refused = await call(sandbox, 'getBooking', { id: unknown });
assert.equal(refused.code, 5, `The Inspector must end with 5, for the error of a tool. ${refused.stderr}`);
assert.partialDeepStrictEqual(refused.result, {
  isError: true,
  structuredContent: {
    refusal: { error: `There is no booking ${unknown}.`, code: 'not_found', http_status: 404, can_retry: false },
  },
});
console.log('getBooking: refused with not_found');

interface Inspected {
  readonly code: number | null;
  readonly result: Readonly<Record<string, unknown>>;
  readonly stderr: string;
}

function call(target: StartedSandbox, name: string, given: object): Promise<Inspected> {
  return inspect(target, ['tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(given)]);
}

/** Starts the Inspector, which starts the server and sends one request. Throws if it prints no result. */
async function inspect(
  { url, own }: StartedSandbox,
  [method, ...flags]: readonly [string, ...string[]],
): Promise<Inspected> {
  const started = ['--', process.execPath, '--conditions=@booking-service/source', server, '--url', url];
  const key = `BOOKING_API_KEY=${own.keys.test}`;
  const child = spawn(inspector, ['--cli', '--format', 'json', '--method', method, ...flags, '-e', key, ...started], {
    // Its folder for saved servers is in the home folder.
    env: { ...process.env, HOME: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest_ms,
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  assert.notEqual(stdout, '', `${method} printed no result: ${stderr}`);
  const { result } = JSON.parse(stdout) as Pick<Inspected, 'result'>;
  return { code, result, stderr };
}
