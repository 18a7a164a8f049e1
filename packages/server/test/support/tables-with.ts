import type { EngineWorld } from './engines.ts';

/** Returns the tables that have a row with one of these texts. */
export async function tablesWith({ query }: Pick<EngineWorld, 'query'>, texts: readonly string[]): Promise<string[]> {
  const sqlite = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`;
  const postgres = `SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
  const listed = await query(sqlite).catch(() => query(postgres));
  const names = listed.map(({ name }) => String(name)).toSorted();
  if (names.length < 10) throw new Error(`Only these tables were found: ${names.join(', ')}.`);
  const found: string[] = [];
  for (const name of names) {
    const rows = JSON.stringify(await query(`SELECT * FROM ${name}`));
    if (texts.some((text) => rows.includes(text))) found.push(name);
  }
  return found;
}
