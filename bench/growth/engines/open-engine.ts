import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, EngineName } from './place.ts';
import { openPostgresEngine } from './postgres.ts';
import { openSqliteEngine } from './sqlite.ts';

/** Opens an engine. Its databases are in the folder `keep`, or in a temporary one that is removed with the engine. */
export async function openEngine(name: EngineName, keep: string | undefined): Promise<Engine> {
  if (name === 'postgres') return openPostgresEngine(keep && join(keep, name));
  if (keep !== undefined) return openSqliteEngine(join(keep, name));
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const engine = await openSqliteEngine(folder);
  return { ...engine, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
