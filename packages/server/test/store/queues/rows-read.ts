/** How many rows a statement of PostgreSQL reads. */
import { Client } from 'pg';
import type { Statement } from '../../../src/store/postgres/connection/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface RowsRead {
  readonly name: string;
  /** The largest number of rows that a step of a plan read. */
  readonly most: number;
  /** The tables that were scanned, without empty partitions. */
  readonly scanned: readonly (string | undefined)[];
}

/**
 * Runs each statement in a transaction that is rolled back, planned once for all values, as in the service. Reads the plans of all
 * statements that it executes, also of those in a function.
 */
export async function readRows(
  url: string,
  statements: readonly (readonly [Statement, readonly unknown[], ...unknown[]])[],
): Promise<RowsRead[]> {
  const client = new Client({ connectionString: url });
  const plans: PlanNode[] = [];
  client.on('notice', ({ message = '' }) => {
    const found = /plan:\n(\{.*\})$/s.exec(message)?.[1];
    // auto_explain sends this JSON.
    if (found !== undefined) plans.push((JSON.parse(found) as { Plan: PlanNode }).Plan);
  });
  await client.connect();
  try {
    await client.query(`
      SET plan_cache_mode = force_generic_plan;
      LOAD 'auto_explain'; SET client_min_messages = log; SET auto_explain.log_format = json;
      SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on; SET auto_explain.log_nested_statements = on`);
    const results: RowsRead[] = [];
    for (const [{ name, text }, values] of statements) {
      plans.length = 0;
      await client.query('BEGIN');
      await client.query({ name, text, values: [...values] });
      await client.query('ROLLBACK');
      const nodes = plans.flatMap(flatten);
      const read = nodes.map(
        (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      );
      const scans = nodes.filter((node, index) => node['Node Type'] === 'Seq Scan' && (read[index] ?? 0) > 0);
      results.push({ name, most: Math.max(...read), scanned: scans.map((node) => node['Relation Name']) });
    }
    return results;
  } finally {
    await client.end();
  }
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
