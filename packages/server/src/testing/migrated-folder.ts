/** A data folder with all tables and no rows. Only the first one of a process runs the migrations; the others are copies of it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealing, type Sealing } from '@booking-service/kernel/store';
import type { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { migrateSqliteStore, openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';

let migrated: Promise<Buffer> | undefined;

/** Creates a temporary data folder, sealed with testSealing. The caller removes it. */
export async function createMigratedFolder(): Promise<string> {
  const folder = await createFolder();
  migrated ??= migrate();
  await writeFile(join(folder, 'booking-service.db'), await migrated, { mode: 0o600 });
  return folder;
}

async function migrate(): Promise<Buffer> {
  const folder = await createFolder();
  try {
    migrateSqliteStore(folder, { sealing: testSealing });
    return await readFile(join(folder, 'booking-service.db'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'booking-service-'));
}

/** Seals with the same key in every test, so that a test can reopen a folder. */
export const testSealing: Sealing = createSealing(new Uint8Array(32).fill(7));

/** Opens an embedded store. `opened` closes it and removes its folder. */
export async function openTemporaryStore(opened: Pick<AsyncDisposableStack, 'defer' | 'use'>): Promise<Store> {
  const folder = await createMigratedFolder();
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return opened.use(openSqliteStore(folder, { sealing: testSealing }));
}
