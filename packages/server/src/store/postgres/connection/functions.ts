/**
 * The functions of the database. Each is a file `name.sql` beside its caller, and every migration creates or replaces all of them. A
 * function over several organizations may have a second body for distributed tables, in `name.distributed.sql`.
 *  - The first parameter of a function about one organization is p_organization_id: on a distributed database it runs on the node
 *    that has the rows. More than five other values are one JSON argument; see jsonArgument in database.ts.
 *  - With variable_conflict a name that is both a column and a result is the column.
 *  - Times have the type text: a parameter of the type instant would give every parameter its collation, and the comparison of an
 *    id would not use the index.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** The folder whose folders have the functions. */
const storeFolder = new URL('../../', import.meta.url);

/** Marks the functions of this program: a schema may have others. */
const mark = 'booking-service';

/** Marks the functions that this transaction defined, and drops the marked ones that it did not define. */
const dropOthers = `
  DO $$
  DECLARE
    it record;
  BEGIN
    FOR it IN
      SELECT p.oid::regprocedure AS name, p.xmin = pg_current_xact_id()::xid AS is_defined FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
        AND (p.xmin = pg_current_xact_id()::xid OR obj_description(p.oid, 'pg_proc') = '${mark}')
    LOOP
      EXECUTE format(CASE WHEN it.is_defined THEN $x$COMMENT ON FUNCTION %s IS '${mark}'$x$ ELSE 'DROP FUNCTION %s' END, it.name);
    END LOOP;
  END $$`;

/** Returns the digest of all functions. A database with another digest needs a migration. */
export function digestOfFunctions(folder: URL = storeFolder): string {
  return createHash('sha256')
    .update(JSON.stringify(readFunctions(folder)))
    .digest('hex');
}

/** Creates or replaces all functions, and drops earlier ones. Runs in the transaction of a migration. */
export async function defineFunctions(
  client: Client,
  { distributed, folder = storeFolder }: { distributed: boolean; folder?: URL | undefined },
): Promise<void> {
  const files = readFunctions(folder).filter(({ name }) => distributed || !name.endsWith('.distributed.sql'));
  await client.query(files.map(({ sql }) => sql).join('\n'));
  await client.query(dropOthers);
}

/** Returns the files in order of their names. The body for distributed tables follows the other one, which it replaces. */
function readFunctions(folder: URL): { readonly name: string; readonly sql: string }[] {
  const ending = (name: string) => (name.endsWith('.distributed.sql') ? 1 : 0);
  return globSync('*/*.sql', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted((a, b) => ending(a) - ending(b) || (a < b ? -1 : 1))
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n') }));
}
