import { adminLimits, type SearchResult, type SearchResults } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import type { FoundObject, ObjectKind } from '../../store/lists/search-objects.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal, type OwnFields } from '../admin-context.ts';

const kinds: Readonly<Record<string, ObjectKind>> = {
  org: 'organization',
  bkg: 'booking',
  dlv: 'delivery',
  evt: 'event',
  ses: 'session',
  req: 'request',
  key: 'key',
};
/** An API key, a signing secret, an access token or a sign-in link. */
const secret = /^(?:sk_|whsec_|adm_|bsl_)/;
const { search_digest_characters: digestLength, search_results: limit } = adminLimits;
const digest = new RegExp(`^[\\da-f]{${digestLength},64}$`);

/** The search over the ids of all kinds of objects. */
export function searchOperations({ store }: Pick<AdminContext, 'store'>): Pick<AdminHandlers, 'searchObjects'> {
  /** Returns the path of the page that shows the object; null if none does. */
  async function pageOf(kind: ObjectKind, { id, organization_id }: FoundObject): Promise<string | null> {
    const of = `/organizations/${organization_id}`;
    if (kind === 'organization') return of;
    if (kind === 'booking') return `${of}/bookings/${id}`;
    if (kind === 'delivery') return `${of}/webhooks/${id}`;
    if (kind === 'request') return `${of}/requests/${id}`;
    if (kind === 'key') return `${of}/api-keys/${id}`;
    if (kind === 'session') return null;
    const event = await store.findEvent({ organization_id, id });
    // A test event has no booking.
    return event && event.livemode !== null ? `${of}/bookings/${event.booking_id}` : `${of}/webhooks`;
  }

  return {
    async searchObjects({ query: { q } }, caller) {
      const text = q.trim();
      if (secret.test(text)) {
        const message = `This is a secret, so it is not searched. Search for the first ${digestLength} characters of its SHA-256.`;
        throw new AdminRefusal('invalid_request', message);
      }
      const kind = kindOf(text);
      const organization_id = caller.organization_id ?? undefined;
      const found = await store.searchObjects({ kind, text, organization_id, limit });
      const toResult = async (each: FoundObject): Promise<SearchResult> => {
        const { id, name } = each;
        const result = { id, organization_id: each.organization_id, name, page: await pageOf(kind, each) };
        return result satisfies EveryField<SearchResult>;
      };
      const body = { object: 'search_results', kind, data: await Promise.all(found.map(toResult)) } as const;
      return { status: 200, body: body satisfies OwnFields<SearchResults> };
    },
  };
}

function kindOf(text: string): ObjectKind {
  if (digest.test(text)) return 'key';
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(text) ?? [];
  return (Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined) ?? 'organization';
}
