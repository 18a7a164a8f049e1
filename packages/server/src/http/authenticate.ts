import { access } from '@booking-service/contract';
import { apiKeyDigest } from '../domain/api-key.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, Store } from '../store/store.ts';

const prefixes = Object.values(access.key_modes).map(({ prefix }) => prefix);
const maxKeyLength = 200;

/** Finds who calls by the Authorization header (AUT-1, AUT-7). Throws unauthorized. */
export async function authenticate(
  authorization: string | undefined,
  store: Pick<Store, 'authenticate'>,
): Promise<Caller> {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (key === undefined || key.length > maxKeyLength || !prefixes.some((prefix) => key.startsWith(prefix))) {
    throw new Refusal('unauthorized');
  }
  const caller = await store.authenticate(apiKeyDigest(key));
  if (!caller) throw new Refusal('unauthorized');
  return caller;
}
