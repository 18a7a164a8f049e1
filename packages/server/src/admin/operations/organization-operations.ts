import type {
  AllowanceUsage,
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  CreatedOrganization,
  Organization,
  OrganizationList,
  PreparedSecret,
  RateUsage,
  Settings,
  SigningSecrets,
  TestEvent,
  Usage,
} from '@booking-service/contract/admin';
import {
  type EveryField,
  type NewEvent,
  newSigningSecret,
  randomId,
  requireAllTaken,
} from '@booking-service/kernel/contract';
import { findWebhookUrlFault, rateWindowAt, toTargetRules } from '@booking-service/kernel/http';
import type { ListedOrganization, ApiKey as StoredApiKey } from '@booking-service/kernel/store';
import { delivery, type EventType, limits } from '@booking-service/contract';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { drawApiKey, drawOrganization, findCellNumber } from '../organizations/create-organization.ts';
import {
  type AdminCaller,
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  noOrganization,
  type OwnFields,
  toAuditEntry,
} from '../admin-context.ts';
import { readPage } from './lists.ts';

type OrganizationOperations = Pick<
  AdminHandlers,
  'listOrganizations' | 'createOrganization' | 'getOrganization' | 'setStanding' | 'setLimits'
>;

async function requireWebhookUrl(url: string, rules: ReturnType<typeof toTargetRules>): Promise<void> {
  const message = await findWebhookUrlFault(url, rules);
  if (message === undefined) return;
  throw new AdminRefusal('invalid_request', message, { details: [{ in: 'body', path: '/webhook_url', message }] });
}

/** The operations on organizations, their standing (AUT-5) and their limits (LIM-4, LIM-5). */
export function organizationOperations({ store, clock, ...context }: AdminContext): OrganizationOperations {
  const rules = toTargetRules(context);
  async function requireListed(id: string): Promise<ListedOrganization> {
    return requireFound(await store.findListedOrganization(id), id);
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
      if (webhook_url !== null) await requireWebhookUrl(webhook_url, rules);
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
      const api_key = toShown({ ...created, last_used_at: null, revoked_at: null });
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

type SettingsHandlers = Pick<AdminHandlers, 'getSettings' | 'setWebhookUrl' | 'sendTestEvent' | 'getUsage'>;

/** The operations on the webhook URL of an organization, its test events and its usage (ORG-1, ORG-6, LIM-1). */
export function settingsOperations({ store, clock, ...context }: AdminContext): SettingsHandlers {
  const rules = toTargetRules(context);
  return {
    async getSettings({ path: { organization_id } }) {
      return { status: 200, body: await readSettings(store, organization_id) };
    },
    async setWebhookUrl({ path: { organization_id }, body: { webhook_url, ...rest } }, caller) {
      requireAllTaken(rest);
      if (webhook_url !== null) await requireWebhookUrl(webhook_url, rules);
      // Only the host: the path of a URL may contain a secret.
      const host = webhook_url === null ? null : new URL(webhook_url).host;
      const action = { action: 'setWebhookUrl', organization_id, details: { host } } as const;
      const entry = toAuditEntry(action, { caller, now: clock.now() });
      await store.audited(entry).setWebhookUrl(organization_id, webhook_url);
      return { status: 200, body: await readSettings(store, organization_id) };
    },
    async sendTestEvent({ path: { organization_id }, body: { type, ...rest } }, caller) {
      requireAllTaken(rest);
      const now = clock.now();
      const event = toTestEvent(type, now);
      const action = { action: 'sendTestEvent', organization_id, target: event.id, details: { type } } as const;
      const entry = toAuditEntry(action, { caller, now });
      const added = await store.audited(entry).addTestEvent({ organization_id, subject_id: testBookingId, event });
      if (!added) {
        throw new AdminRefusal(
          'invalid_state',
          'The organization has no webhook URL. Set one, then send a test event.',
        );
      }
      const { id: event_id, created, deliveries } = event;
      const delivery_id = deliveries[0]?.id ?? '';
      const body = { object: 'test_event', organization_id, event_id, delivery_id, type, created } as const;
      return { status: 201, body: body satisfies EveryField<TestEvent> };
    },
    async getUsage({ path: { organization_id } }) {
      const { start: window_start } = rateWindowAt(clock.now(), limits);
      const usage = await store.readUsage({ organization_id, window_start });
      const allowance = await store.readTestAllowance(organization_id);
      if (!usage || !allowance) throw noOrganization(organization_id);
      const { rate_limit, calls } = usage;
      const { test_allowance, test_confirmed, test_reserved } = allowance;
      const rate = {
        limit: rate_limit,
        used: calls,
        remaining: Math.max(0, rate_limit - calls),
        window_started_at: window_start,
        resets_at: new Date(Date.parse(window_start) + limits.window_seconds * 1000).toISOString(),
      } satisfies EveryField<RateUsage>;
      const test_bookings = {
        allowance: test_allowance,
        confirmed: test_confirmed,
        reserved: test_reserved,
        remaining: Math.max(0, test_allowance - test_confirmed - test_reserved),
      } satisfies EveryField<AllowanceUsage>;
      const body = { object: 'usage', organization_id, rate, test_bookings } as const;
      return { status: 200, body: body satisfies EveryField<Usage> };
    },
  };
}

/** Returns the settings as the contract shows them. */
async function readSettings(
  store: Pick<AdminContext['store'], 'findSettings'>,
  organization_id: string,
): Promise<Settings> {
  const found = await store.findSettings(organization_id);
  if (!found) throw noOrganization(organization_id);
  const { id, ...settings } = found;
  return { object: 'settings', organization_id: id, ...settings } satisfies EveryField<Settings>;
}

/** The id in the data of every test event. No booking has it. */
export const testBookingId: string = `bkg_${'0'.repeat(32)}`;

/** Returns a test event: the contract's example of its type, with its own id and time, and one delivery that is due now. */
function toTestEvent(type: EventType, now: Date): NewEvent {
  const id = randomId('evt', now);
  const created = now.toISOString();
  const payload = JSON.stringify(createTestEvent(type, { id, created: now, object: { id: testBookingId } }));
  const sent = { id: randomId('dlv', now), due_at: created, attempts_allowed: delivery.max_attempts };
  return { id, type, created, payload, deliveries: [sent] };
}

type SecretHandlers = Pick<
  AdminHandlers,
  'revealSigningSecret' | 'prepareSigningSecret' | 'activateSigningSecret' | 'discardPreparedSecret'
>;

/**
 * The operations that rotate a signing secret (ORG-5): prepare the next one, let every receiver verify with both, then activate it or
 * discard it. One secret signs at any time.
 */
export function signingSecretOperations({ store, clock }: AdminContext): SecretHandlers {
  /** Returns the store's methods, which record the action. */
  function audited(action: keyof SecretHandlers, organization_id: string, caller: AdminCaller) {
    return store.audited(toAuditEntry({ action, organization_id }, { caller, now: clock.now() }));
  }

  return {
    async revealSigningSecret({ path: { organization_id } }, caller) {
      const found = await audited('revealSigningSecret', organization_id, caller).findSecrets(organization_id);
      if (!found) throw noOrganization(organization_id);
      const { signing_secret, prepared_secret, secret_prepared_at } = found;
      const prepared =
        prepared_secret === null || secret_prepared_at === null
          ? null
          : toPrepared({ organization_id, secret: prepared_secret, created: secret_prepared_at });
      const body = { object: 'signing_secrets', organization_id, signing_secret, prepared } as const;
      return { status: 200, body: body satisfies EveryField<SigningSecrets> };
    },
    async prepareSigningSecret({ path: { organization_id } }, caller) {
      const next = { organization_id, secret: newSigningSecret(), created: clock.now().toISOString() };
      if (!(await audited('prepareSigningSecret', organization_id, caller).prepareSecret(next))) {
        throw new AdminRefusal(
          'invalid_state',
          'A signing secret is prepared already. Activate it, or discard it first.',
        );
      }
      return { status: 201, body: toPrepared(next) };
    },
    async activateSigningSecret({ path: { organization_id } }, caller) {
      if (!(await audited('activateSigningSecret', organization_id, caller).activateSecret(organization_id))) {
        throw nothingPrepared();
      }
      return { status: 200, body: await readSettings(store, organization_id) };
    },
    async discardPreparedSecret({ path: { organization_id } }, caller) {
      if (!(await audited('discardPreparedSecret', organization_id, caller).discardSecret(organization_id))) {
        throw nothingPrepared();
      }
      return { status: 200, body: await readSettings(store, organization_id) };
    },
  };
}

function nothingPrepared(): AdminRefusal {
  return new AdminRefusal('invalid_state', 'No signing secret is prepared. Prepare one first.');
}

function toPrepared({
  organization_id,
  secret: signing_secret,
  created,
}: {
  organization_id: string;
  secret: string;
  created: string;
}): PreparedSecret {
  return { object: 'prepared_secret', organization_id, signing_secret, created } satisfies EveryField<PreparedSecret>;
}
