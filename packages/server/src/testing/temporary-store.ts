import { rm } from 'node:fs/promises';
import type { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { createMigratedFolder, testSealing } from './migrated-folder.ts';

/** Opens an embedded store. `opened` closes it and removes its folder. */
export async function openTemporaryStore(opened: Pick<AsyncDisposableStack, 'defer' | 'use'>): Promise<Store> {
  const folder = await createMigratedFolder();
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return opened.use(openSqliteStore(folder, { sealing: testSealing }));
}
