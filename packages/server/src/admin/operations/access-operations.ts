import type {
  AccessToken as ShownToken,
  AccessTokenList,
  CallerView,
  CreatedAccessToken,
} from '@booking-service/contract/admin';
import { type EveryField, newNumberedId, requireAllTaken, tokenDigest } from '@booking-service/kernel/contract';
import type { AccessToken } from '../../store/access/access-tokens.ts';
import { newAccessToken } from '../access/find-token-caller.ts';
import { findCellNumber } from '../organizations/cell-number.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { readPage } from './lists.ts';
import { toAuditEntry, toShownActor } from '../to-audit-entry.ts';
import { requireHolder } from '../access/admit-caller.ts';

type AccessOperations = Pick<
  AdminHandlers,
  'getCaller' | 'listAccessTokens' | 'createAccessToken' | 'revokeAccessToken'
>;

const day_ms = 86_400_000;

/** The operations on callers and their access tokens. */
export function accessOperations({ store, clock }: Pick<AdminContext, 'store' | 'clock'>): AccessOperations {
  return {
    async getCaller(_request, { role, organization_id, actor }) {
      const body = { object: 'caller', role, organization_id, actor: toShownActor(actor) } as const;
      return { status: 200, body: body satisfies EveryField<CallerView> };
    },
    async listAccessTokens({ query }) {
      const body = await readPage(query, (page) => store.listAccessTokens(page), toShown);
      return { status: 200, body: body satisfies OwnFields<AccessTokenList> };
    },
    async createAccessToken({ body: { name, role, organization_id, expires_in_days, ...rest } }, caller) {
      requireAllTaken(rest);
      await requireHolder(store, { role, organization_id });
      const now = clock.now();
      const expires =
        expires_in_days === undefined ? null : new Date(now.getTime() + expires_in_days * day_ms).toISOString();
      const owner = organization_id ?? null;
      const cell = await findCellNumber(store, owner);
      const id = newNumberedId('tok', cell);
      const stored = { id, organization_id: owner, role, name, created: now.toISOString(), expires };
      const action = {
        action: 'createAccessToken',
        organization_id: owner,
        target: stored.id,
        details: { name, role, expires },
      } as const;
      const token = newAccessToken(cell);
      const audited = store.audited(toAuditEntry(action, { caller, now }));
      await audited.createAccessToken({ ...stored, digest: tokenDigest(token) });
      const access_token = toShown({ ...stored, last_used: null, revoked: null });
      const body = { object: 'created_access_token', access_token, token } as const;
      return { status: 201, body: body satisfies EveryField<CreatedAccessToken> };
    },
    async revokeAccessToken({ path: { access_token_id: id } }, caller) {
      const now = clock.now();
      const found = await store.findAccessTokenById(id);
      if (!found) throw new AdminRefusal('not_found', `No access token has the id ${id}.`);
      const { organization_id, name } = found;
      const action = { action: 'revokeAccessToken', organization_id, target: id, details: { name } } as const;
      const revoked = await store.audited(toAuditEntry(action, { caller, now })).revokeAccessToken(id, now);
      return { status: 200, body: toShown(revoked ?? found) };
    },
  };
}

function toShown(token: AccessToken): ShownToken {
  return { object: 'access_token', ...token } satisfies EveryField<ShownToken>;
}
