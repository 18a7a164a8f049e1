import { maxPage, type ListedOrganization, type Organization, type Organizations, type Store } from '../store.ts';
import { afterEvery } from '../shared-statement.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

type OrganizationsAndSettings = Organizations & Pick<Store, 'setWebhookUrl' | 'createApiKey'>;

const listed = 'id, name, created, suspended, webhook_url, rate_limit, test_allowance, test_confirmed';

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
  text: `SELECT ${listed} FROM organizations WHERE id > $1 ORDER BY id LIMIT $2`,
};
const selectNewest: Statement = {
  name: 'select_newest_organizations',
  text: `SELECT ${listed} FROM organizations WHERE id < $1 ORDER BY id DESC LIMIT $2`,
};
const selectListed: Statement = {
  name: 'select_listed_organization',
  text: `SELECT ${listed} FROM organizations WHERE id = $1`,
};
const setWebhookUrl: Statement = { name: 'set_webhook_url', text: 'SELECT set_webhook_url($1, $2)' };
const updateSuspended: Statement = {
  name: 'update_suspended',
  text: `UPDATE organizations SET suspended = $1 WHERE id = $2 RETURNING ${listed}`,
};
const updateLimits: Statement = {
  name: 'update_limits',
  text: `
    UPDATE organizations SET rate_limit = coalesce($2, rate_limit), test_allowance = coalesce($3, test_allowance)
    WHERE id = $1 RETURNING ${listed}`,
};
const insertKey: Statement = {
  name: 'create_api_key',
  text: 'SELECT create_api_key($1, $2, $3, $4, $5, $6, $7, $8)',
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
    async listOrganizations({ after = '', limit = maxPage } = {}) {
      return database.query<ListedOrganization>(selectOrganizations, [after, limit]);
    },
    async listNewestOrganizations({ before = afterEvery('org'), limit }) {
      return database.query<ListedOrganization>(selectNewest, [before, limit]);
    },
    async findListedOrganization(id) {
      const [row] = await database.query<ListedOrganization>(selectListed, [id]);
      return row;
    },
    async setStanding(organization_id, standing) {
      const values = [standing === 'suspended', organization_id];
      const [row] = await database.query<ListedOrganization>(updateSuspended, values);
      return row;
    },
    async setLimits(organization_id, { rate_limit = null, test_allowance = null }) {
      const values = [organization_id, rate_limit, test_allowance];
      const [row] = await database.query<ListedOrganization>(updateLimits, values);
      return row;
    },
    async setWebhookUrl(organization_id, webhook_url) {
      await database.query(setWebhookUrl, [organization_id, webhook_url]);
    },
    async createApiKey({ id, organization_id, digest, name, last4, mode, scopes, created }) {
      await database.query(insertKey, [id, organization_id, digest, name, last4, mode, scopes, created]);
    },
  };
}
