/**
 * Runs the workflows against a sandbox, with `redocly respect`: every step must do what its document says.
 *  1. starts a sandbox on free ports, with its data in a temporary folder
 *  2. moves its clock, so that what takes seconds is done at once
 *  3. runs each document in a process of its own, all at once
 *
 * Reads   openapi/workflows
 * Run     npm run verify -- workflows [FILE …]     other documents instead, for example one that must fail
 * Prints  a line for each workflow and the number of steps that passed. Exits 1 if a step failed or a workflow did not run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox, type StartedSandbox } from '../sandbox/start-sandbox.ts';
import { type CountedSteps, countSteps, readDocument, readWorkflows, type RespectReport } from './read-workflows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readWorkflows().map(({ file }) => `openapi/workflows/${file}`);
const longest_ms = 400_000;
const pause_ms = 200;

const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
try {
  await using sandbox = await startSandbox(join(folder, 'data'));
  const over = new AbortController();
  const moving = moveClock(sandbox.adminUrl, over.signal);
  const ran = await Promise.all(files.map((file) => runRespect(file, sandbox))).finally(() => over.abort());
  await moving;
  for (const { line, printed, sound } of ran) console.log(sound ? line : `${line}\n${printed}`);
  const sum = (field: 'passed' | 'all') => ran.reduce((total, each) => total + each[field], 0);
  const complete = ran.filter(({ sound }) => sound).length;
  console.log(`${sum('passed')} of ${sum('all')} steps passed, ${complete} of ${files.length} workflows`);
  if (complete < files.length) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The result of one document. */
interface Ran extends CountedSteps {
  readonly line: string;
  readonly printed: string;
  /** True if every step passed, of all steps that the document has. */
  readonly sound: boolean;
}

/** Runs one document. Each has its own number of the order, which is its Idempotency-Key. */
async function runRespect(file: string, { url, adminUrl, own }: StartedSandbox): Promise<Ran> {
  const output = join(folder, `${basename(file)}.json`);
  const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const inputs = { key: own.keys.test, date, organization_id: own.organization_id, order: `order-${basename(file)}` };
  const args = [
    'respect',
    file,
    '--server',
    `booking=${url}`,
    '--server',
    `admin=${adminUrl}`,
    ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
    '--json-output',
    output,
    '--execution-timeout',
    String(longest_ms),
  ];
  const child = spawn(join(root, 'node_modules/.bin/redocly'), args, {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const report = await readFile(output, 'utf8').catch(() => '{"files":{}}');
  const counted = countSteps(JSON.parse(report) as RespectReport, readDocument(resolve(root, file)));
  const { passed, all } = counted;
  const line = `${basename(file)}: ${passed} of ${all} steps passed`;
  return { ...counted, line, printed, sound: passed === all && all > 0 && code === 0 };
}

/** Moves the clock a little, again and again, so that providers and deliveries take no time. */
async function moveClock(adminUrl: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"ms":5000}' };
    await fetch(`${adminUrl}/sandbox/clock/advance`, request);
    await new Promise((done) => setTimeout(done, pause_ms));
  }
}
