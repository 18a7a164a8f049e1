/** Lists the parts of the contract that a whole test run has seen on the wire, and the parts that it has not. */

import type { BundledContract, ContractOperation } from '@booking-service/toolkit';

/** The parts of the contract that describe responses, webhooks and error codes. */
export interface WireContract extends Pick<BundledContract, 'x-unrouted'> {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Pick<ContractOperation, 'operationId' | 'responses'>>>>
  >;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly 'x-errors': Readonly<Record<string, unknown>>;
}

export interface WireCoverage {
  /** `wire: 127 of 127 responses, 7 of 7 webhooks, 39 of 39 codes` */
  readonly line: string;
  /** The parts that no test has seen, in the contract's order: `createBooking 201`, `unrouted 404`, `webhook …`, `code …`. */
  readonly missing: readonly string[];
}

/** `seen` holds names as the wire validator writes them (packages/server/src/testing/wire-validator.ts). */
export function wireCoverage(contract: WireContract, seen: ReadonlySet<string>): WireCoverage {
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const statuses = [
    ...operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => [operationId, status]),
    ),
    ...Object.keys(contract['x-unrouted']).map((status) => ['unrouted', status]),
  ].map((words) => words.join(' '));
  const kinds = {
    responses: statuses,
    webhooks: Object.keys(contract.webhooks).map((type) => `webhook ${type}`),
    codes: Object.keys(contract['x-errors']).map((code) => `code ${code}`),
  };

  const parts = Object.entries(kinds).map(([kind, names]) => {
    return `${names.filter((name) => seen.has(name)).length} of ${names.length} ${kind}`;
  });
  const missing = Object.values(kinds).flatMap((names) => names.filter((name) => !seen.has(name)));
  return { line: `wire: ${parts.join(', ')}`, missing };
}
