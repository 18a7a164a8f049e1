/**
 * Starts a sandbox and runs Schemathesis against it with the contract: every check, in the phases examples, coverage, fuzzing
 * and stateful (docs/fuzzing.md).
 *
 * Reads   packages/contract/src/generated/openapi.json, scripts/fuzz; python3 3.11 or newer, and PyPI on the first run
 * Writes  node_modules/.cache/schemathesis: Schemathesis and its dependencies, by the hashes in scripts/fuzz/requirements.txt
 * Run     npm run test:fuzz [-- --seed N --max-examples N --for SECONDS]
 *         --seed          selects other cases; default 1
 *         --max-examples  the maximum of cases per operation and phase; default 200
 *         --for           repeats the fuzzing until so many seconds have passed
 * Prints  the output of Schemathesis, the responses of each operation, the cases of each phase, and `N cases, N failures`.
 *         Exits 1 if a check failed, an operation never succeeded, or the service did not survive.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closeResponses } from '@booking-service/contract/close-responses';
import { readFuzzReport } from './fuzz-report.ts';
import { installSchemathesis } from './install-schemathesis.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const published = fileURLToPath(new URL('../../packages/contract/src/generated/openapi.json', import.meta.url));
const folderOfFuzz = fileURLToPath(new URL('.', import.meta.url));

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    'max-examples': { type: 'string', default: '200' },
    for: { type: 'string' },
  },
});

await using cleanUp = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), 'booking-service-fuzz-'));
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

// The closed contract: the service itself may send only documented responses.
const contract = join(folder, 'contract.json');
writeFileSync(contract, JSON.stringify(closeResponses(JSON.parse(readFileSync(published, 'utf8')) as object)));

const schemathesis = installSchemathesis();
if ('missing' in schemathesis) {
  console.error(schemathesis.missing);
  process.exitCode = 1;
} else {
  const sandbox = cleanUp.use(await startSandbox(join(folder, 'data')));
  const exitCode = await runSchemathesis(schemathesis.program, sandbox);
  const { lines, problems, cases, failures } = readFuzzReport(folder, contract);
  const faults = await sandbox.findFaults();

  console.log(lines.join('\n'));
  for (const problem of [...problems, ...faults]) console.log(problem);
  const all = failures + problems.length + faults.length;
  // Schemathesis also exits with a code after its own errors and warnings, which it has printed above.
  const more = exitCode !== 0 && all === 0 ? 1 : 0;
  console.log(`${cases} cases, ${all + more} failures (seed ${options.seed})`);
  process.exitCode = all + more === 0 ? 0 : 1;
}

async function runSchemathesis(program: string, { url, key }: { url: string; key: string }): Promise<number | null> {
  const child = spawn(
    program,
    [
      `--config-file=${join(folderOfFuzz, 'schemathesis.toml')}`,
      'run',
      contract,
      `--seed=${options.seed}`,
      `--max-examples=${options['max-examples']}`,
      ...(options.for === undefined ? [] : [`--max-time=${options.for}`]),
      '--report=json,ndjson',
      `--report-json-path=${join(folder, 'report.json')}`,
      `--report-ndjson-path=${join(folder, 'events.ndjson')}`,
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        FUZZ_HOOKS: join(folderOfFuzz, 'hooks.py'),
        FUZZ_CONTRACT: contract,
        FUZZ_URL: url,
        FUZZ_KEY: key,
      },
    },
  );
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
