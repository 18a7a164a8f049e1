import type { ApiKey, ApiKeyList, CreatedApiKey } from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import type { ApiKey as StoredApiKey } from '@booking-service/kernel/store';
import { findCellNumber } from '../organizations/cell-number.ts';
import { drawApiKey } from '../organizations/create-api-key.ts';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { readPage } from './lists.ts';

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
