import type { DatabaseSync } from 'node:sqlite';
import type { Caller, Organization, Store } from '../store.ts';

type Organizations = Pick<
  Store,
  'createOrganization' | 'findOrganization' | 'suspendOrganization' | 'setWebhookUrl' | 'createApiKey' | 'authenticate'
>;

/** Organizations and their API keys. */
export function sqliteOrganizations(db: DatabaseSync): Organizations {
  const insertOrganization = db.prepare(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES (:id, :name, :created, :webhook_url, :signing_secret, :rate_limit, :test_allowance)`);
  const selectOrganization = db.prepare('SELECT * FROM organizations WHERE id = ?');
  const suspend = db.prepare('UPDATE organizations SET suspended = 1 WHERE id = ?');
  const updateWebhookUrl = db.prepare('UPDATE organizations SET webhook_url = ? WHERE id = ?');
  const insertKey = db.prepare(`
    INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created)
    VALUES (:id, :organization_id, :digest, :mode, :scopes, :created)`);
  const selectCaller = db.prepare(`
    SELECT k.id AS key_id, k.mode, k.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.digest = ? AND k.revoked IS NULL`);

  return {
    async createOrganization(organization) {
      insertOrganization.run({ ...organization });
    },
    async findOrganization(id) {
      // Every column is selected and the table is STRICT: the row has the shape of Organization, but for the boolean.
      const row = selectOrganization.get(id) as (Omit<Organization, 'suspended'> & { suspended: number }) | undefined;
      return row && { ...row, suspended: row.suspended === 1 };
    },
    async suspendOrganization(id) {
      suspend.run(id);
    },
    async setWebhookUrl(organization_id, webhook_url) {
      updateWebhookUrl.run(webhook_url, organization_id);
    },
    async createApiKey(key) {
      insertKey.run({ ...key, scopes: JSON.stringify(key.scopes) });
    },
    async authenticate(digest) {
      const row = selectCaller.get(digest) as CallerRow | undefined;
      if (!row) return undefined;
      const { key_id, mode, scopes, suspended, ...organization } = row;
      return {
        organization: { ...organization, suspended: suspended === 1 },
        key: { id: key_id, mode, scopes: JSON.parse(scopes) as Caller['key']['scopes'] },
      };
    },
  };
}

interface CallerRow extends Omit<Caller['organization'], 'suspended'> {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: string;
  readonly suspended: number;
}
