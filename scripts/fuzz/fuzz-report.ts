/** The result of a run of Schemathesis, read from its two reports: report.json and events.ndjson. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FuzzReport {
  /** The responses of each operation by status, then the cases of each phase. */
  readonly lines: readonly string[];
  /** Failures that Schemathesis does not detect: an operation that never succeeded, or an incomplete run. */
  readonly problems: readonly string[];
  readonly cases: number;
  /** The number of different failed checks, plus the cases that Schemathesis could not judge. */
  readonly failures: number;
}

interface Report {
  readonly complete: boolean;
  readonly stop_reason: string;
  readonly test_cases: { readonly unique_failures: number };
  readonly errors: readonly unknown[];
}

interface Case {
  readonly method: string;
  readonly path: string;
  /** The phase that generated the request; absent if a hook added it. */
  readonly meta?: object;
}

interface Scenario {
  readonly phase: string;
  readonly recorder: {
    readonly cases: Readonly<Record<string, { readonly value: Case }>>;
    /** Absent if no request was sent. */
    readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } }>>;
  };
}

type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};

interface ReportOptions {
  /** The contract document of the run. */
  readonly contract: string;
  /** The operations that need not succeed. */
  readonly unreached?: readonly string[];
  /** The number of requests that a hook added to the examples of each operation. */
  readonly added?: Readonly<Record<string, number>>;
}

/** Reads the reports in `folder` of a run. */
export function readFuzzReport(folder: string, { contract, unreached = [], added = {} }: ReportOptions): FuzzReport {
  if (!existsSync(join(folder, 'report.json'))) {
    const problem = 'Schemathesis wrote no report. See its output above.';
    return { lines: [], problems: [problem], cases: 0, failures: 0 };
  }
  const { complete, stop_reason, test_cases, errors } = JSON.parse(read(join(folder, 'report.json'))) as Report;
  const document = JSON.parse(read(contract)) as Contract;
  const phases = new Map<string, number>();
  const sent = new Map<string, number>();
  const responses = new Map<string, Map<number, number>>(operationIds(document).map((id) => [id, new Map()]));

  for (const { phase, recorder } of scenarios(read(join(folder, 'events.ndjson')))) {
    for (const [id, { response }] of Object.entries(recorder.interactions ?? {})) {
      phases.set(phase, (phases.get(phase) ?? 0) + 1);
      const { method = '', path = '', meta } = recorder.cases[id]?.value ?? {};
      const operationId = document.paths[path]?.[method.toLowerCase()]?.operationId ?? '';
      if (phase === 'examples' && meta === undefined) sent.set(operationId, (sent.get(operationId) ?? 0) + 1);
      const counts = responses.get(operationId);
      if (counts && response) counts.set(response.status_code, (counts.get(response.status_code) ?? 0) + 1);
    }
  }

  const unsuccessful = [...responses].filter(
    ([id, counts]) => !unreached.includes(id) && ![...counts.keys()].some((status) => status < 300),
  );
  return {
    lines: [
      ...[...responses].map(([operationId, counts]) => `  ${operationId.padEnd(20)} ${toText(counts)}`),
      ...[...phases].map(([phase, count]) => `  ${phase.padEnd(20)} ${count} cases`),
    ],
    problems: [
      ...unsuccessful.map(([operationId]) => `${operationId} never succeeded, so no success response was checked.`),
      ...Object.entries(added).flatMap(([operationId, count]) => {
        const found = sent.get(operationId) ?? 0;
        return found < count ? [`Schemathesis sent ${found} of ${count} fixtures of ${operationId}.`] : [];
      }),
      ...(complete ? [] : [`Schemathesis stopped early: ${stop_reason}.`]),
    ],
    cases: [...phases.values()].reduce((sum, count) => sum + count, 0),
    failures: test_cases.unique_failures + errors.length,
  };
}

function operationIds({ paths }: Contract): string[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId = [] }) => operationId),
  );
}

function scenarios(events: string): Scenario[] {
  return events
    .split('\n')
    .filter((line) => line.startsWith('{"ScenarioFinished"'))
    .map((line) => (JSON.parse(line) as { ScenarioFinished: Scenario }).ScenarioFinished);
}

function toText(counts: ReadonlyMap<number, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status}×${count}`).join(' ');
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
