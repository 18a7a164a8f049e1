import type {
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  CreatedOrganization,
  Organization,
  OrganizationList,
} from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { findWebhookUrlFault, toTargetRules } from '@booking-service/kernel/http';
import type { ListedOrganization, ApiKey as StoredApiKey } from '@booking-service/kernel/store';
import { drawApiKey, drawOrganization, findCellNumber } from '../organizations/create-organization.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { noOrganization, toAuditEntry } from '../admin-caller.ts';
import { readPage } from './lists.ts';

type OrganizationOperations = Pick<
  AdminHandlers,
  'listOrganizations' | 'createOrganization' | 'getOrganization' | 'setStanding' | 'setLimits'
>;

/** The operations on organizations, their standing (AUT-5) and their limits (LIM-4, LIM-5). */
export function organizationOperations({ store, clock, ...context }: AdminContext): OrganizationOperations {
  const rules = toTargetRules(context);
  async function requireListed(id: string): Promise<ListedOrganization> {
    return requireFound(await store.findListedOrganization(id), id);
  }

  async function requireWebhookUrl(url: string): Promise<void> {
    const fault = await findWebhookUrlFault(url, rules);
    if (fault !== undefined) throw new AdminRefusal('invalid_request', fault);
  }

  async function chooseCell(name: string | undefined): Promise<number | undefined> {
    const chosen = await store.chooseCell?.(name);
    if (chosen !== undefined || (name === undefined && !store.chooseCell)) return chosen;
    const reason = store.chooseCell ? `No cell has the name ${name}.` : 'This service has one database.';
    throw new AdminRefusal('not_found', `${reason} Leave out cell, or use a name of cells.yaml.`);
  }

  return {
    async listOrganizations({ query }) {
      const body = await readPage(query, (page) => store.listNewestOrganizations(page), toOrganization);
      return { status: 200, body: body satisfies OwnFields<OrganizationList> };
    },
    async createOrganization(
      { body: { name, webhook_url = null, rate_limit, test_allowance, cell, ...rest } },
      caller,
    ) {
      requireAllTaken(rest);
      const settings = { name, webhook_url, rate_limit, test_allowance };
      if (webhook_url !== null) await requireWebhookUrl(webhook_url);
      const now = clock.now();
      const drawn = drawOrganization(settings, { now, cell: await chooseCell(cell) });
      const { id: organization_id, signing_secret } = drawn;
      const action = { action: 'createOrganization', organization_id, details: { name } } as const;
      await store.audited(toAuditEntry(action, { caller, now })).createOrganization(drawn);
      const organization = toOrganization(await requireListed(organization_id));
      const body = { object: 'created_organization', organization, signing_secret } as const;
      return { status: 201, body: body satisfies EveryField<CreatedOrganization> };
    },
    async getOrganization({ path: { organization_id } }) {
      return { status: 200, body: toOrganization(await requireListed(organization_id)) };
    },
    async setStanding({ path: { organization_id }, body: { standing, ...rest } }, caller) {
      requireAllTaken(rest);
      const action = { action: 'setStanding', organization_id, details: { standing } } as const;
      const entry = toAuditEntry(action, { caller, now: clock.now() });
      const organization = await store.audited(entry).setStanding(organization_id, standing);
      return { status: 200, body: toOrganization(requireFound(organization, organization_id)) };
    },
    async setLimits({ path: { organization_id }, body: { rate_limit, test_allowance, ...rest } }, caller) {
      requireAllTaken(rest);
      const details = {
        ...(rate_limit !== undefined && { rate_limit }),
        ...(test_allowance !== undefined && { test_allowance }),
      };
      const entry = toAuditEntry({ action: 'setLimits', organization_id, details }, { caller, now: clock.now() });
      const organization = await store.audited(entry).setLimits(organization_id, { rate_limit, test_allowance });
      return { status: 200, body: toOrganization(requireFound(organization, organization_id)) };
    },
  };
}

function requireFound(found: ListedOrganization | undefined, id: string): ListedOrganization {
  if (!found) throw noOrganization(id);
  return found;
}

function toOrganization(listed: ListedOrganization): Organization {
  const { id, name, created, suspended, webhook_url, rate_limit, test_allowance, test_confirmed } = listed;
  const standing = suspended ? 'suspended' : 'active';
  return {
    id,
    object: 'organization',
    name,
    created,
    standing,
    webhook_url,
    rate_limit,
    test_allowance,
    test_confirmed,
  } satisfies EveryField<Organization>;
}

type KeyHandlers = Pick<AdminHandlers, 'listApiKeys' | 'createApiKey' | 'renameApiKey' | 'revokeApiKey'>;

/** The operations on API keys (ORG-3, AUT-7, AUT-8). */
export function apiKeyOperations({ store, clock }: AdminContext): KeyHandlers {
  return {
    async listApiKeys({ path: { organization_id }, query }) {
      const page = await readPage(query, (newest) => store.listApiKeys({ organization_id, ...newest }), toShown);
      return { status: 200, body: page satisfies EveryField<ApiKeyList> };
    },
    async createApiKey({ path: { organization_id }, body: { name, mode, scopes, ...rest } }, caller) {
      requireAllTaken(rest);
      const now = clock.now();
      const cell = await findCellNumber(store, organization_id);
      const { key, stored } = drawApiKey(
        { organization_id, mode, cell, ...(name !== undefined && { name }), ...(scopes && { scopes }) },
        now,
      );
      const details = { name: stored.name, mode, scopes: stored.scopes.join() };
      const entry = toAuditEntry(
        { action: 'createApiKey', organization_id, target: stored.id, details },
        { caller, now },
      );
      await store.audited(entry).createApiKey(stored);
      const { digest: _digest, ...created } = stored;
      const api_key = toShown({ ...created, last_used: null, revoked: null });
      const body = { object: 'created_api_key', api_key, key } as const;
      return { status: 201, body: body satisfies EveryField<CreatedApiKey> };
    },
    async renameApiKey({ path: { organization_id, key_id: id }, body: { name, ...rest } }, caller) {
      requireAllTaken(rest);
      const action = { action: 'renameApiKey', organization_id, target: id, details: { name } } as const;
      const entry = toAuditEntry(action, { caller, now: clock.now() });
      const key = await store.audited(entry).renameApiKey({ organization_id, id }, name);
      if (!key) throw noKey();
      return { status: 200, body: toShown(key) };
    },
    async revokeApiKey({ path: { organization_id, key_id: id } }, caller) {
      const now = clock.now();
      const entry = toAuditEntry({ action: 'revokeApiKey', organization_id, target: id }, { caller, now });
      const key = await store.audited(entry).revokeApiKey({ organization_id, id }, now);
      if (!key) throw noKey();
      return { status: 200, body: toShown(key) };
    },
  };
}

function toShown(key: StoredApiKey): ApiKey {
  return { object: 'api_key', ...key } satisfies EveryField<ApiKey>;
}

/** The id may be a key that was passed by mistake, so the message does not repeat it. */
function noKey(): AdminRefusal {
  return new AdminRefusal(
    'not_found',
    'No API key of the organization has this id. Pass the id of the key, not the key.',
  );
}
