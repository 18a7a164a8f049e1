/**
 * Imports the collection of the docs with Postman's command line and with Bruno's, and sends its requests to a sandbox: it searches, creates
 * a booking and reads it.
 *
 * Reads   the contract, scripts/tools/pinned.ts (installs newman and the command line of Bruno)
 * Run     npm run verify -- collections
 * Prints  the responses of each. Exits 1 if a request of the flow has another status.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '@booking-service/testing';
import { buildSite } from '../docs/build-site.ts';
import { installNpmTools } from '../tools/pinned.ts';

/** The requests of the flow, in the order of the collection, with their statuses. */
const flow: Readonly<Record<string, number>> = {
  'venues/Search venues': 200,
  'availability/Search availability': 200,
  'bookings/Create a booking': 201,
  'bookings/Read a booking': 200,
  'bookings/Cancel a booking': 200,
  'events/List events': 200,
  'events/Read an event': 200,
};

const tools = installNpmTools('collections');
const require = createRequire(import.meta.url);
using temporary = mkdtempDisposableSync(join(tmpdir(), 'collections-'));
const folder = temporary.path;
await using sandbox = await startSandbox();
const site = await buildSite(fileURLToPath(new URL('../..', import.meta.url)));
const file = join(folder, 'postman.json');
writeFileSync(file, (site.get('postman.json') ?? '').replaceAll('{base_url}', sandbox.url));

for (const [name, run] of Object.entries({ Postman: runPostman, Bruno: runBruno })) {
  const statuses = await run();
  console.log(
    `${name}: ${Object.entries(statuses)
      .map((each) => each.join(' '))
      .join(', ')}`,
  );
  deepStrictEqual(statuses, flow);
}

async function runPostman(): Promise<Record<string, number>> {
  const requests = Object.keys(flow).flatMap((name) => ['--folder', name.split('/')[1] ?? '']);
  const report = join(folder, 'newman.json');
  const program = join(tools, 'newman/bin/newman.js');
  const key = ['--env-var', `api_key=${sandbox.keys.test}`];
  await start(program, ['run', file, ...key, ...requests, '--reporters', 'json', '--reporter-json-export', report]);
  const { run }: { run: { executions: readonly NewmanExecution[] } } = JSON.parse(readFileSync(report, 'utf8'));
  return statusesOf(run.executions.map(({ item, response }) => [item.name, response.code]));
}

interface NewmanExecution {
  readonly item: { readonly name: string };
  readonly response: { readonly code: number };
}

async function runBruno(): Promise<Record<string, number>> {
  // The import of the app: it converts the collection, and writes a file for each request.
  const { postmanToBruno } = require(join(tools, '@usebruno/converters')) as BrunoConverters;
  const { createCollectionFromBrunoObject } = require(
    join(tools, '@usebruno/cli/src/utils/collection.js'),
  ) as BrunoCollections;
  const { collection } = await postmanToBruno(JSON.parse(readFileSync(file, 'utf8')));
  const to = join(folder, 'bruno');
  mkdirSync(to);
  await createCollectionFromBrunoObject(collection, to);
  const report = join(folder, 'bruno.json');
  const requests = Object.keys(flow).map((name) => `${name}.yml`);
  const key = ['--env-var', `api_key=${sandbox.keys.test}`];
  await start(join(tools, '@usebruno/cli/bin/bru.js'), ['run', ...requests, ...key, '--reporter-json', report], to);
  const [{ results }]: [{ results: readonly BrunoResult[] }] = JSON.parse(readFileSync(report, 'utf8'));
  return statusesOf(results.map(({ name, response }) => [name, response.status]));
}

interface BrunoConverters {
  readonly postmanToBruno: (collection: unknown) => Promise<{ readonly collection: unknown }>;
}

interface BrunoCollections {
  readonly createCollectionFromBrunoObject: (collection: unknown, folder: string) => Promise<void>;
}

interface BrunoResult {
  readonly name: string;
  readonly response: { readonly status: number };
}

/** Runs a program to its end, while this process serves the sandbox. */
async function start(program: string, args: readonly string[], cwd = folder): Promise<void> {
  await promisify(execFile)(process.execPath, [program, ...args], { cwd });
}

/** The statuses by the name of the flow. A request that the flow does not have keeps its own name. */
function statusesOf(statuses: readonly (readonly [name: string, status: number])[]): Record<string, number> {
  const names = new Map(Object.keys(flow).map((name) => [name.split('/')[1], name]));
  return Object.fromEntries(
    statuses.map(([name, status]) => [names.get(name.split('/').at(-1) ?? '') ?? name, status]),
  );
}
