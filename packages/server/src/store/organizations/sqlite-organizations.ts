import type { DatabaseSync } from 'node:sqlite';
import {
  maxPage,
  type Caller,
  type ListedOrganization,
  type Organization,
  type Organizations,
  type Store,
} from '../store.ts';
import { prepareRequeueing } from '../deliveries/sqlite-delivery-queues.ts';
import { afterEvery } from '../shared-statement.ts';
import { prepareOn } from '../sqlite/statement.ts';
import { inTransaction } from '../sqlite/writer/transaction.ts';

type OrganizationsAndCallers = Organizations &
  Pick<Store, 'setWebhookUrl' | 'createApiKey' | 'recordKeyUses' | 'authenticate'>;

/** Organizations, the writing of their API keys, and the callers that own them. Signing secrets are sealed. */
export function sqliteOrganizations(db: DatabaseSync): OrganizationsAndCallers {
  const prepare = prepareOn(db);
  const listed = 'id, name, created, suspended, webhook_url, rate_limit, test_allowance, test_confirmed';
  const insertOrganization = prepare.write(`
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES (:id, :name, :created, :webhook_url, :signing_secret, :rate_limit, :test_allowance)`);
  const selectOrganization = prepare.read(`SELECT ${listed}, signing_secret FROM organizations WHERE id = ?`);
  const selectOrganizations = prepare.read(`SELECT ${listed} FROM organizations WHERE id > ? ORDER BY id LIMIT ?`);
  const selectNewest = prepare.read(`SELECT ${listed} FROM organizations WHERE id < ? ORDER BY id DESC LIMIT ?`);
  const selectListed = prepare.read(`SELECT ${listed} FROM organizations WHERE id = ?`);
  const updateWebhookUrl = prepare.write('UPDATE organizations SET webhook_url = ? WHERE id = ?');
  const requeue = prepareRequeueing(db);
  const updateSuspended = prepare.write(`UPDATE organizations SET suspended = ? WHERE id = ? RETURNING ${listed}`);
  const updateLimits = prepare.write(`
    UPDATE organizations SET rate_limit = coalesce(?, rate_limit), test_allowance = coalesce(?, test_allowance)
    WHERE id = ? RETURNING ${listed}`);
  const insertKey = prepare.write(`
    INSERT INTO api_keys (id, organization_id, digest, name, last4, mode, scopes, created)
    VALUES (:id, :organization_id, :digest, :name, :last4, :mode, :scopes, :created)`);
  const updateUsed = prepare.write(`
    UPDATE api_keys SET last_used = :at WHERE id = :id AND (last_used IS NULL OR last_used < substr(:at, 1, 17))`);
  const selectCaller = prepare.read(`
    SELECT k.id AS key_id, k.mode, k.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.digest = ? AND k.revoked IS NULL`);

  return {
    async createOrganization(organization) {
      insertOrganization.run({ ...organization });
    },
    async findOrganization(id) {
      const row = selectOrganization.get(id) as Stored<Organization> | undefined;
      return row && toListed(row);
    },
    async listOrganizations({ after = '', limit = maxPage } = {}) {
      return (selectOrganizations.all(after, limit) as unknown as Stored<ListedOrganization>[]).map(toListed);
    },
    async listNewestOrganizations({ before = afterEvery('org'), limit }) {
      return (selectNewest.all(before, limit) as unknown as Stored<ListedOrganization>[]).map(toListed);
    },
    async findListedOrganization(id) {
      const row = selectListed.get(id) as Stored<ListedOrganization> | undefined;
      return row && toListed(row);
    },
    async setStanding(organization_id, standing) {
      const [row] = updateSuspended.all(Number(standing === 'suspended'), organization_id);
      return row && toListed(row as unknown as Stored<ListedOrganization>);
    },
    async setLimits(organization_id, { rate_limit = null, test_allowance = null }) {
      const [row] = updateLimits.all(rate_limit, test_allowance, organization_id);
      return row && toListed(row as unknown as Stored<ListedOrganization>);
    },
    async setWebhookUrl(organization_id, webhook_url) {
      inTransaction(db, () => {
        updateWebhookUrl.run(webhook_url, organization_id);
        requeue(organization_id);
      });
    },
    async createApiKey(key) {
      insertKey.run({ ...key, scopes: JSON.stringify(key.scopes) });
    },
    async recordKeyUses(uses) {
      inTransaction(db, () => {
        for (const use of uses) updateUsed.run({ ...use });
      });
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

/** A row of the columns selected above. The table is STRICT, so only the boolean has another type. */
type Stored<T extends { suspended: boolean }> = Omit<T, 'suspended'> & { readonly suspended: number };

function toListed<T extends { suspended: boolean }>(row: Stored<T>): Omit<T, 'suspended'> & { suspended: boolean } {
  return { ...row, suspended: row.suspended === 1 };
}

interface CallerRow extends Omit<Caller['organization'], 'suspended'> {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: string;
  readonly suspended: number;
}
