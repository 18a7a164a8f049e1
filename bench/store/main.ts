/**
 * Measures creates by 32 callers at once on both engines, each beside its limit, calls on several databases beside one, and the size
 * of history.
 */
import { runBytes } from './bytes.ts';
import { runCells } from './cells.ts';
import { runPostgres } from './postgres.ts';
import { runSqlite } from './sqlite.ts';

const parts = {
  sqlite: runSqlite,
  postgres: runPostgres,
  cells: runCells,
  bytes: runBytes,
};

/** Runs these sections. Default: all. */
export async function run(sections: readonly string[]): Promise<string> {
  const reports: string[] = [];
  for (const [name, part] of Object.entries(parts))
    if (sections.length === 0 || sections.includes(name)) reports.push(await part());
  return reports.join('\n\n');
}
