/** Measures creates by 32 callers at once on both engines, each beside its limit. */
import { runPostgres } from './postgres.ts';
import { runSqlite } from './sqlite.ts';

export async function run(): Promise<string> {
  return [await runSqlite(), await runPostgres()].join('\n\n');
}
