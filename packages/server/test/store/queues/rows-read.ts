/** The number of rows that a statement of PostgreSQL reads. */
import type { Statement } from '@booking-service/kernel/store/postgres';
import { openPlanningClient } from '../../support/postgres/query-postgres.ts';

export interface RowsRead {
  readonly name: string;
  /** The largest number of rows that a step of a plan read. */
  readonly maxRows: number;
  /** The tables that were scanned, without empty partitions. */
  readonly scanned: readonly (string | undefined)[];
  /** The texts of the statement, and of those in its functions. */
  readonly texts: readonly string[];
}

/**
 * Runs each statement in a transaction that is rolled back, planned once for all values, as in the service. Reads the plans of all
 * statements that it executes, also of those in a function. `onError` gets the error of a statement; default: rejects with it.
 */
export async function readRows(
  url: string,
  statements: readonly (readonly [Statement, readonly unknown[], ...unknown[]])[],
  onError: (error: unknown, statement: Statement) => void = (error) => {
    throw error;
  },
): Promise<RowsRead[]> {
  await using planning = await openPlanningClient(url);
  const { client } = planning;
  await client.query('SET plan_cache_mode = force_generic_plan');
  const results: RowsRead[] = [];
  for (const [{ name, text }, values] of statements) {
    planning.takePlans();
    await client.query('BEGIN');
    await client.query({ name, text, values: [...values] }).catch((error: unknown) => onError(error, { name, text }));
    await client.query('ROLLBACK');
    const plans = planning.takePlans();
    const nodes = plans.flatMap((plan) => plan.nodes);
    const read = nodes.map(
      (node) => ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
    );
    const scans = nodes.filter((node, index) => node['Node Type'] === 'Seq Scan' && (read[index] ?? 0) > 0);
    results.push({
      name,
      maxRows: read.reduce((most, rows) => Math.max(most, rows), 0),
      scanned: scans.map((node) => node['Relation Name']),
      texts: plans.map((plan) => plan.text),
    });
  }
  return results;
}
