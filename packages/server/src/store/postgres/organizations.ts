import type { ApiKey, ListedOrganization, Organization, Organizations, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';
import { queueDeliveries } from './delivery-queues.ts';

type OrganizationsAndSettings = Organizations & Pick<Store, 'findOrganization' | 'setWebhookUrl'>;

const listed = 'id, name, created, suspended, webhook_url, rate_limit, test_allowance, test_confirmed';
const keyColumns = 'id, organization_id, mode, scopes, created, revoked';

const insertOrganization: Statement = {
  name: 'insert_organization',
  text: `
    INSERT INTO organizations (id, name, created, webhook_url, signing_secret, rate_limit, test_allowance)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const selectOrganization: Statement = {
  name: 'select_organization',
  text: `SELECT ${listed}, signing_secret FROM organizations WHERE id = $1`,
};
const selectOrganizations: Statement = {
  name: 'select_organizations',
  text: `SELECT ${listed} FROM organizations ORDER BY created, number`,
};
const updateWebhookUrl: Statement = {
  name: 'update_webhook_url',
  text: `
    WITH changed AS (UPDATE organizations SET webhook_url = $1 WHERE id = $2 RETURNING id, webhook_url),
    waiting AS (
      SELECT c.id AS organization_id, d.due_at FROM changed c CROSS JOIN LATERAL (
        SELECT d.due_at FROM deliveries d WHERE d.organization_id = c.id AND d.state = 'pending'
        ORDER BY d.organization_id, d.due_at LIMIT 1) AS d
      WHERE c.webhook_url IS NOT NULL),
    cleared AS (
      UPDATE delivery_queues q SET next_turn_at = NULL, oldest_due_at = NULL
      FROM changed c WHERE q.organization_id = c.id AND c.webhook_url IS NULL),
    ${queueDeliveries('waiting')}
    SELECT id FROM changed`,
};
const updateSuspended: Statement = {
  name: 'update_suspended',
  text: `UPDATE organizations SET suspended = $1 WHERE id = $2 RETURNING ${listed}`,
};
const insertKey: Statement = {
  name: 'insert_key',
  text: 'INSERT INTO api_keys (id, organization_id, digest, mode, scopes, created) VALUES ($1, $2, $3, $4, $5, $6)',
};
const selectKeys: Statement = {
  name: 'select_keys',
  text: `
    SELECT ${keyColumns} FROM api_keys WHERE $1::text IS NULL OR organization_id = $1 ORDER BY created, number`,
};
// A second revocation keeps the time of the first.
const updateRevoked: Statement = {
  name: 'update_revoked',
  text: `UPDATE api_keys SET revoked = coalesce(revoked, $1) WHERE id = $2 RETURNING ${keyColumns}`,
};

/** Organizations and their API keys. Signing secrets are sealed. */
export function postgresOrganizations(database: Database): OrganizationsAndSettings {
  return {
    async createOrganization({ id, name, created, webhook_url, signing_secret, rate_limit, test_allowance }) {
      const values = [id, name, created, webhook_url, signing_secret, rate_limit, test_allowance];
      await database.query(insertOrganization, values);
    },
    async findOrganization(id) {
      const [row] = await database.query<Organization>(selectOrganization, [id]);
      return row;
    },
    async listOrganizations() {
      return database.query<ListedOrganization>(selectOrganizations);
    },
    async setStanding(organization_id, standing) {
      const values = [standing === 'suspended', organization_id];
      const [row] = await database.query<ListedOrganization>(updateSuspended, values);
      return row;
    },
    async setWebhookUrl(organization_id, webhook_url) {
      await database.query(updateWebhookUrl, [webhook_url, organization_id]);
    },
    async createApiKey({ id, organization_id, digest, mode, scopes, created }) {
      await database.query(insertKey, [id, organization_id, digest, mode, scopes, created]);
    },
    async listApiKeys(organization_id) {
      return database.query<ApiKey>(selectKeys, [organization_id ?? null]);
    },
    async revokeApiKey(id, now) {
      const [row] = await database.query<ApiKey>(updateRevoked, [now.toISOString(), id]);
      return row;
    },
  };
}
