/** Queries of PostgreSQL: their rows, their plans, and the number of rows that they read. */
import { Client } from 'pg';
import type { Statement } from '@booking-service/kernel/store/postgres';

/** Runs SQL on a separate connection. */
export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

/** Lets the leases of this user's connections follow the clock of the caller, which tests move. See lease_time.sql. */
export async function leaseByCallersClock(url: string): Promise<void> {
  await queryPostgres(url, `ALTER ROLE CURRENT_USER SET leases.clock = 'caller'`);
}

/** Returns the URL of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  return url.replace(/[^/?]*(?=\?|$)/, name);
}

/** A node of a plan, as PostgreSQL describes it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A connection that reports the plan of every statement that it runs, also inside functions. */
interface PlanningClient extends AsyncDisposable {
  readonly client: Client;
  /** Returns the plans of the statements since the last call, each as the list of its nodes. */
  takePlans(): { readonly text: string; readonly nodes: readonly PlanNode[] }[];
}

/** Opens such a connection. Its user must be a superuser. */
export async function openPlanningClient(url: string): Promise<PlanningClient> {
  const client = new Client({ connectionString: url });
  const plans: { text: string; nodes: PlanNode[] }[] = [];
  client.on('notice', ({ message = '' }) => {
    const [, json] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? [];
    if (json === undefined) return;
    // auto_explain writes these fields.
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    plans.push({ text, nodes: flatten(plan) });
  });
  await client.connect();
  await client.query(`
    LOAD 'auto_explain';
    SET auto_explain.log_format = json;
    SET auto_explain.log_level = notice;
    SET auto_explain.log_analyze = on;
    SET auto_explain.log_nested_statements = on;
    SET auto_explain.log_min_duration = 0`);
  return {
    client,
    takePlans: () => plans.splice(0),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

interface RowsRead {
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
