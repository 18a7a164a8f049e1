import type { NewApiKey } from '../access/api-keys.ts';
import { jsonArgument, type Database, type Statement } from '../postgres/database.ts';
import type { Creations } from './creations.ts';

const insertOrganization: Statement = { name: 'create_organization', text: 'SELECT create_organization($1)' };
const insertKey: Statement = { name: 'create_api_key', text: 'SELECT create_api_key($1)' };

/** Stores organizations and API keys. */
export function postgresCreations(database: Database): Creations {
  return {
    async createOrganization(organization, keys = []) {
      await database.query(insertOrganization, [jsonArgument({ ...organization, keys: keys.map(toFields) })]);
    },
    async createApiKey(key) {
      await database.query(insertKey, [jsonArgument(toFields(key))]);
    },
  };
}

function toFields({ id, organization_id, digest, name, last4, mode, scopes, created }: NewApiKey): NewApiKey {
  return { id, organization_id, digest, name, last4, mode, scopes, created };
}
