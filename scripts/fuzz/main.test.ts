import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readFuzzReport, type FuzzReport } from './fuzz-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'fuzz-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface ReportOptions {
  readonly statuses: readonly number[];
  readonly unique_failures?: number;
  readonly complete?: boolean;
  readonly phase?: string;
}

/** The report of a run with a contract of one operation, which returned `statuses`. */
function reportOf({ statuses, unique_failures = 0, complete = true, phase = 'coverage' }: ReportOptions): FuzzReport {
  const cases = Object.fromEntries(statuses.map((_, id) => [id, { value: { method: 'GET', path: '/v1/x/{id}' } }]));
  const interactions = Object.fromEntries(
    statuses.map((status_code, id) => [id, { request: {}, response: { status_code } }]),
  );
  const scenarios = [
    { ScenarioFinished: { phase, recorder: { cases, interactions } } },
    { ScenarioFinished: { phase: 'stateful', recorder: { cases: {} } } },
  ];
  const lines = [{ Initialize: {} }, ...scenarios].map((line) => JSON.stringify(line));
  writeFileSync(join(folder, 'events.ndjson'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(folder, 'report.json'),
    JSON.stringify({ complete, stop_reason: 'max_time', test_cases: { unique_failures }, errors: [{}] }),
  );
  const contract = join(folder, 'openapi.json');
  writeFileSync(contract, JSON.stringify({ paths: { '/v1/x/{id}': { get: { operationId: 'getX' } } } }));
  return readFuzzReport(folder, { contract });
}

it('counts the responses of each operation and the cases of each phase', () => {
  expect(reportOf({ statuses: [404, 200, 404] })).toEqual({
    lines: ['  getX                 200×1 404×2', '  coverage             3 cases'],
    problems: [],
    cases: 3,
    failures: 1,
  });
});

it('reports an operation that never succeeded', () => {
  expect(reportOf({ statuses: [404, 500] }).problems).toEqual([expect.stringMatching(/^getX never succeeded/)]);
  expect(reportOf({ statuses: [] }).problems).toEqual([expect.stringMatching(/^getX never succeeded/)]);
  expect(readFuzzReport(folder, { contract: join(folder, 'openapi.json'), unreached: ['getX'] }).problems).toEqual([]);
});

it('reports fixtures that were not sent', () => {
  reportOf({ statuses: [200, 404], phase: 'examples' });
  const contract = join(folder, 'openapi.json');
  expect(readFuzzReport(folder, { contract, added: { getX: 2 } }).problems).toEqual([]);
  expect(readFuzzReport(folder, { contract, added: { getX: 3 } }).problems).toEqual([
    'Schemathesis sent 2 of 3 fixtures of getX.',
  ]);
});

it('counts failures and errors, and reports a run that stopped early', () => {
  const { failures, problems } = reportOf({ statuses: [200], unique_failures: 2, complete: false });
  expect(failures).toBe(3);
  expect(problems).toEqual(['Schemathesis stopped early: max_time.']);
});

it('reports a run without a report', () => {
  const { problems, cases } = readFuzzReport(join(folder, 'nothing'), { contract: join(folder, 'openapi.json') });
  expect([problems, cases]).toEqual([['Schemathesis wrote no report. See its output above.'], 0]);
});

it('reports a missing Python and how to install it', () => {
  const script = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@booking-service/source', script], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  expect(stderr).toMatch(
    /needs Python 3\.11 .* python3 is not on the PATH\. Install it: apt-get install python3 python3-venv/,
  );
  expect(status).toBe(1);
});
