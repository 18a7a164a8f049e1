import type { PreparedSecret, SigningSecrets } from '@booking-service/contract/admin';
import { type EveryField, newSigningSecret } from '@booking-service/kernel/contract';
import { type AdminCaller, noOrganization } from '../access/admit-caller.ts';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { readSettings } from './settings-operations.ts';

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
