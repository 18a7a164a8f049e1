/**
 * Starts a sandbox and runs Schemathesis against it with the contract and the admin contract: every check, in the phases examples,
 * coverage, fuzzing and stateful (docs/contribute/checks.md).
 *
 * Reads   packages/contract/src/generated/openapi.json and admin.json, scripts/fuzz; python3 3.11 or newer, and PyPI on the first run
 * Run     npm run verify -- fuzz [--contract NAME --seed N --max-examples N --for SECONDS]
 *         --contract      openapi or admin; default both, one after the other
 *         --seed          selects other cases; default 1
 *         --max-examples  the maximum of cases per operation and phase; default 200, for the admin contract a quarter of it
 *         --for           repeats the fuzzing for this number of seconds
 * Prints  the output of Schemathesis, the responses of each operation, the cases of each phase, and `N cases, N failures`.
 *         Exits 1 if a check failed, an operation never succeeded, or the service did not survive.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationTable } from '@booking-service/contract';
import { closeResponses } from '@booking-service/contract/close-responses';
import { readFuzzReport } from './fuzz-report.ts';
import { readFlags } from '../programs/run-program.ts';
import { startSandbox, type StartedSandbox } from '../sandbox/start-sandbox.ts';
import { installPythonTools, python } from '../tools/pinned.ts';

const fixtures = fileURLToPath(new URL('../../packages/contract/fixtures/', import.meta.url));
const generated = fileURLToPath(new URL('../../packages/contract/src/generated/', import.meta.url));
const folderOfFuzz = fileURLToPath(new URL('.', import.meta.url));

const { values: options } = readFlags({
  options: {
    contract: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'max-examples': { type: 'string', default: '200' },
    for: { type: 'string' },
  },
});

type ContractName = 'openapi' | 'admin';

interface Fuzzed {
  readonly config: string;
  readonly hooks: string;
  /** The share of the cases: the admin contract has three times as many operations. */
  readonly share: number;
  /** The paths of another server. */
  readonly elsewhere: RegExp | undefined;
  /** The operations that no random request lets succeed. */
  readonly unreached: readonly string[];
}

const contracts: Readonly<Record<ContractName, Fuzzed>> = {
  openapi: { config: 'schemathesis.toml', hooks: 'hooks.py', share: 1, elsewhere: undefined, unreached: [] },
  admin: {
    config: 'admin.toml',
    hooks: 'admin_hooks.py',
    share: 0.25,
    // The server of the dashboard has them, not the admin server.
    elsewhere: /^\/session(?:\/|$)/,
    // They need a booking whose work is at the provider at that moment, or a captured payment. The tests stuck-bookings.test.ts and
    // refund-payment.test.ts of packages/server/test/admin have them.
    unreached: ['retryBooking', 'failBooking', 'refundPayment'],
  },
};
// The table has these keys.
const names = (Object.keys(contracts) as ContractName[]).filter((name) => name === (options.contract ?? name));
if (names.length === 0) throw new Error(`--contract must be openapi or admin, not ${options.contract}.`);

await using cleanUp = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), 'booking-service-fuzz-'));
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

const missing = findMissing();
if (missing !== undefined) {
  console.error(`npm run verify -- fuzz needs Python 3.11 or newer with venv. ${missing}`);
  process.exitCode = 1;
} else {
  const program = join(installPythonTools('fuzz'), 'schemathesis');
  const sandbox = cleanUp.use(await startSandbox(join(folder, 'data')));
  let cases = 0;
  let failures = 0;
  if (names.includes('admin')) await makeDelivery(sandbox);
  for (const name of names) {
    const run = await fuzz(program, { name, sandbox });
    cases += run.cases;
    failures += run.failures;
  }
  const faults = await sandbox.findFaults();
  for (const fault of faults) console.log(fault);
  failures += faults.length;
  console.log(`${cases} cases, ${failures} failures (seed ${options.seed})`);
  process.exitCode = failures === 0 ? 0 : 1;
}

/** Returns what is missing on this computer to install Schemathesis, and how to install it. */
function findMissing(): string | undefined {
  const advice = 'Install it: apt-get install python3 python3-venv, or brew install python';
  const probe = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 11), sys.version.split()[0])';
  const { error, status, stdout } = spawnSync(python, ['-c', probe], { encoding: 'utf8' });
  if (error) return `${python} is not on the PATH. ${advice}.`;
  if (status !== 0) return `The ${python} on the PATH lacks the module venv or ensurepip. ${advice}.`;
  const [newEnough, version] = stdout.trim().split(' ');
  return newEnough === 'True' ? undefined : `The ${python} on the PATH is ${version}. ${advice}.`;
}

/** Makes a booking whose webhook is delivered, so that the operations of the admin contract have something to show. */
async function makeDelivery({ url, adminUrl, own }: StartedSandbox): Promise<void> {
  const post = async (target: string, body: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${own.keys.test}` };
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${target} returned ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const search = { venue_id: 'ven_express_counter', date, party_size: 2 };
  const slots = (await post(`${url}/v1/availability/search`, search)) as { readonly data: readonly { id: string }[] };
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const booking = { venue_id: search.venue_id, slot_id: slots.data[0]?.id, party_size: 2, guest };
  await post(`${url}/v1/bookings`, booking);
  // A tick of the worker delivers it. The admin port is open: a key means nothing there, and a wrong token would be refused.
  const headers = { 'Content-Type': 'application/json' };
  for (let isSent = false; !isSent;) {
    await fetch(`${adminUrl}/sandbox/clock/advance`, { method: 'POST', headers, body: '{"ms":35000}' });
    const listed = await fetch(`${adminUrl}/organizations/${own.organization_id}/deliveries`);
    const { data } = (await listed.json()) as { readonly data: readonly { readonly state: string }[] };
    isSent = data.some(({ state }) => state !== 'pending');
  }
}

/** Runs Schemathesis with one contract, and prints the responses of each operation and the cases of each phase. */
async function fuzz(
  program: string,
  { name, sandbox }: { name: ContractName; sandbox: StartedSandbox },
): Promise<{ cases: number; failures: number }> {
  const reports = join(folder, name);
  mkdirSync(reports);
  // The closed contract: the service itself may send only documented responses.
  const contract = join(reports, 'contract.json');
  const { elsewhere, unreached } = contracts[name];
  const document = JSON.parse(readFileSync(join(generated, `${name}.json`), 'utf8')) as { paths: object };
  const paths = Object.entries(document.paths).filter(([path]) => elsewhere?.test(path) !== true);
  document.paths = Object.fromEntries(paths);
  writeFileSync(contract, JSON.stringify(closeResponses(document)));
  const exitCode = await runSchemathesis(program, { name, sandbox, reports, contract });
  const added = name === 'openapi' ? countFixtures() : {};
  const { lines, problems, cases, failures } = readFuzzReport(reports, { contract, unreached, added });
  console.log([...lines, ...problems].join('\n'));
  const all = failures + problems.length;
  // Schemathesis also exits with a code after its own errors and warnings, which it has printed above.
  return { cases, failures: exitCode !== 0 && all === 0 ? 1 : all };
}

/** The number of requests that hooks.py adds to the examples of each operation. */
function countFixtures(): Record<string, number> {
  return Object.fromEntries(
    Object.keys(operationTable).map((operationId) => {
      const file = JSON.parse(readFileSync(join(fixtures, `${operationId}.json`), 'utf8')) as Record<string, unknown[]>;
      const successes = Object.entries(file).filter(([status]) => status < '300');
      return [operationId, successes.flatMap(([, each]) => each).length];
    }),
  );
}

interface Run {
  readonly name: ContractName;
  readonly sandbox: StartedSandbox;
  /** The folder for the reports. */
  readonly reports: string;
  /** The file of the closed contract. */
  readonly contract: string;
}

async function runSchemathesis(program: string, { name, sandbox, reports, contract }: Run): Promise<number | null> {
  const { config, hooks, share } = contracts[name];
  const child = spawn(
    program,
    [
      `--config-file=${join(folderOfFuzz, config)}`,
      'run',
      contract,
      `--seed=${options.seed}`,
      `--max-examples=${Math.ceil(Number(options['max-examples']) * share)}`,
      ...(options.for === undefined ? [] : [`--max-time=${options.for}`]),
      '--report=json,ndjson',
      `--report-json-path=${join(reports, 'report.json')}`,
      `--report-ndjson-path=${join(reports, 'events.ndjson')}`,
    ],
    {
      cwd: reports,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        FUZZ_HOOKS: join(folderOfFuzz, hooks),
        FUZZ_CONTRACT: contract,
        FUZZ_FIXTURES: fixtures,
        FUZZ_URL: name === 'admin' ? sandbox.adminUrl : sandbox.url,
        FUZZ_KEY: sandbox.key,
        FUZZ_ORGANIZATION: sandbox.own.organization_id,
      },
    },
  );
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
