/** What of the contract a whole test run has seen cross the wire, and what not. */

/** The parts of the contract's document (packages/contract/src/generated/openapi.json) that name what can cross. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly 'x-unrouted': Readonly<Record<string, unknown>>;
  readonly 'x-errors': Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface WireCoverage {
  /** `wire: 127 of 127 answers, 7 of 7 webhooks, 39 of 39 codes` */
  readonly line: string;
  /** What was never seen, in the contract's order: `createBooking 201`, `unrouted 404`, `webhook …`, `code …`. */
  readonly missing: readonly string[];
}

/** `seen` is named as the wire validator names it (packages/server/src/testing/wire-validator.ts). */
export function wireCoverage(contract: ContractDocument, seen: ReadonlySet<string>): WireCoverage {
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const answers = [
    ...operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => [operationId, status]),
    ),
    ...Object.keys(contract['x-unrouted']).map((status) => ['unrouted', status]),
  ].map((words) => words.join(' '));
  const kinds = {
    answers,
    webhooks: Object.keys(contract.webhooks).map((type) => `webhook ${type}`),
    codes: Object.keys(contract['x-errors']).map((code) => `code ${code}`),
  };

  const parts = Object.entries(kinds).map(([kind, names]) => {
    return `${names.filter((name) => seen.has(name)).length} of ${names.length} ${kind}`;
  });
  const missing = Object.values(kinds).flatMap((names) => names.filter((name) => !seen.has(name)));
  return { line: `wire: ${parts.join(', ')}`, missing };
}
