import { delivery, type EventType, limits } from '@booking-service/contract';
import type {
  AllowanceUsage,
  PreparedSecret,
  RateUsage,
  Settings,
  SigningSecrets,
  TestEvent,
  Usage,
} from '@booking-service/contract/admin';
import { createTestEvent } from '@booking-service/webhooks/testing';
import {
  type EveryField,
  type NewEvent,
  newSigningSecret,
  randomId,
  requireAllTaken,
} from '@booking-service/kernel/contract';
import { findWebhookUrlFault, rateWindowAt, toTargetRules } from '@booking-service/kernel/http';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { type AdminCaller, noOrganization, toAuditEntry } from '../admin-caller.ts';

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
      if (webhook_url !== null) {
        const fault = await findWebhookUrlFault(webhook_url, rules);
        if (fault !== undefined) throw new AdminRefusal('invalid_request', fault);
      }
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
        window_start,
        resets: new Date(Date.parse(window_start) + limits.window_seconds * 1000).toISOString(),
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
      const { signing_secret, prepared_secret, secret_prepared } = found;
      const prepared =
        prepared_secret === null || secret_prepared === null
          ? null
          : toPrepared({ organization_id, secret: prepared_secret, created: secret_prepared });
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
