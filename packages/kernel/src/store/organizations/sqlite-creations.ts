import type { DatabaseSync } from 'node:sqlite';
import type { NewApiKey } from '../access/api-keys.ts';
import type { Part } from '../shared-statement.ts';
import { inTransaction, prepareOn } from '../sqlite/statement.ts';
import type { Creations } from './creations.ts';

/** Stores organizations and API keys. */
export function sqliteCreations(db: DatabaseSync): Part<object, Creations> {
  const prepare = prepareOn(db);
  const insertOrganization = prepare.write(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES (:id, :name, :created, :webhook_url, :signing_secret, :rate_limit, :test_allowance)`);
  const insertKey = prepare.write(`
    INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
    VALUES (:id, :organization_id, :digest, :name, :last4, :mode, :scopes, :created)`);
  const addKey = (key: NewApiKey) => insertKey.run({ ...key, scopes: JSON.stringify(key.scopes) });

  return {
    reads: {},
    writes: {
      async createOrganization(organization, keys = []) {
        inTransaction(db, () => {
          insertOrganization.run({ ...organization });
          for (const key of keys) addKey(key);
        });
      },
      async createApiKey(key) {
        addKey(key);
      },
    },
  };
}
