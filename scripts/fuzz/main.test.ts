import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readFuzzReport, type FuzzReport } from './fuzz-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'fuzz-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  readonly statuses: readonly number[];
  readonly unique_failures?: number;
  readonly complete?: boolean;
}

/** The report of a run over a contract with one operation, which answered with the statuses. */
function reportOf({ statuses, unique_failures = 0, complete = true }: Told): FuzzReport {
  const cases = Object.fromEntries(statuses.map((_, id) => [id, { value: { method: 'GET', path: '/v1/x/{id}' } }]));
  const interactions = Object.fromEntries(
    statuses.map((status_code, id) => [id, { request: {}, response: { status_code } }]),
  );
  const scenarios = [
    { ScenarioFinished: { phase: 'coverage', recorder: { cases, interactions } } },
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
  return readFuzzReport(folder, contract);
}

it('tells the answers of each operation and the cases of each phase', () => {
  expect(reportOf({ statuses: [404, 200, 404] })).toEqual({
    lines: ['  getX                 200×1 404×2', '  coverage             3 cases'],
    problems: [],
    cases: 3,
    failures: 1,
  });
});

it('an operation that never succeeded is a problem', () => {
  expect(reportOf({ statuses: [404, 500] }).problems).toEqual([expect.stringMatching(/^getX never succeeded/)]);
  expect(reportOf({ statuses: [] }).problems).toEqual([expect.stringMatching(/^getX never succeeded/)]);
});

it('counts failures and errors, and says where a run did not come to its end', () => {
  const { failures, problems } = reportOf({ statuses: [200], unique_failures: 2, complete: false });
  expect(failures).toBe(3);
  expect(problems).toEqual(['Schemathesis did not come to its end: max_time.']);
});

it('a run without a report is a problem', () => {
  const { problems, cases } = readFuzzReport(join(folder, 'nothing'), join(folder, 'openapi.json'));
  expect([problems, cases]).toEqual([['Schemathesis wrote no report: see above what it says.'], 0]);
});

it('without Python, says what is missing and how to get it', () => {
  const script = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ['--conditions=@booking-service/source', script], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  expect(stderr).toMatch(/needs Python 3\.11 .* no python3 on the PATH: apt-get install python3 python3-venv/);
  expect(status).toBe(1);
});
