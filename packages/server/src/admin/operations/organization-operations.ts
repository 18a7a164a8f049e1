import type { CreatedOrganization, Organization, OrganizationList } from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { findWebhookUrlFault, toTargetRules } from '@booking-service/kernel/http';
import type { ListedOrganization } from '@booking-service/kernel/store';
import { drawOrganization } from '../organizations/create-organization.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { noOrganization } from '../access/admit-caller.ts';
import { readPage } from './lists.ts';
import { toAuditEntry } from '../to-audit-entry.ts';

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
