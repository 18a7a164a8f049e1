/** What came of a run of Schemathesis, from the two reports it writes: report.json and events.ndjson. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FuzzReport {
  /** The answers of each operation by status, then the cases of each phase. */
  readonly lines: readonly string[];
  /** What Schemathesis does not judge by itself: an operation that never succeeded. */
  readonly problems: readonly string[];
  readonly cases: number;
  /** Failed checks, each different one once, and cases that could not be judged. */
  readonly failures: number;
}

interface Report {
  readonly complete: boolean;
  readonly stop_reason: string;
  readonly test_cases: { readonly unique_failures: number };
  readonly errors: readonly unknown[];
}

interface Scenario {
  readonly phase: string;
  readonly recorder: {
    readonly cases: Readonly<Record<string, { readonly value: { readonly method: string; readonly path: string } }>>;
    /** Left out where nothing was sent. */
    readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } }>>;
  };
}

type Contract = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
};

/** Reads the reports in `folder` of a run over the contract's document at `contract`. */
export function readFuzzReport(folder: string, contract: string): FuzzReport {
  if (!existsSync(join(folder, 'report.json'))) {
    const problem = 'Schemathesis wrote no report: see above what it says.';
    return { lines: [], problems: [problem], cases: 0, failures: 0 };
  }
  const { complete, stop_reason, test_cases, errors } = JSON.parse(read(join(folder, 'report.json'))) as Report;
  const document = JSON.parse(read(contract)) as Contract;
  const phases = new Map<string, number>();
  const answers = new Map<string, Map<number, number>>(operationIds(document).map((id) => [id, new Map()]));

  for (const { phase, recorder } of scenarios(read(join(folder, 'events.ndjson')))) {
    for (const [id, { response }] of Object.entries(recorder.interactions ?? {})) {
      phases.set(phase, (phases.get(phase) ?? 0) + 1);
      const { method = '', path = '' } = recorder.cases[id]?.value ?? {};
      const operationId = document.paths[path]?.[method.toLowerCase()]?.operationId;
      const counts = answers.get(operationId ?? '');
      if (counts && response) counts.set(response.status_code, (counts.get(response.status_code) ?? 0) + 1);
    }
  }

  const unmet = [...answers].filter(([, counts]) => ![...counts.keys()].some((status) => status < 300));
  return {
    lines: [
      ...[...answers].map(([operationId, counts]) => `  ${operationId.padEnd(20)} ${toText(counts)}`),
      ...[...phases].map(([phase, count]) => `  ${phase.padEnd(20)} ${count} cases`),
    ],
    problems: [
      ...unmet.map(([operationId]) => `${operationId} never succeeded: what it answers then was not checked.`),
      ...(complete ? [] : [`Schemathesis did not come to its end: ${stop_reason}.`]),
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
  const sorted = [...counts].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status}×${count}`).join(' ');
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
