import type { KeyMode, OperationRow } from '@booking-service/contract';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';

/**
 * Refuses a known caller, in the order of AUT-11: suspended, wrong environment, no live key, no scope, allowance used up.
 * `served` are the key modes this server takes calls of.
 */
export function refuseCaller({ organization, key }: Caller, row: OperationRow, served: readonly KeyMode[]): void {
  if (organization.suspended) throw new Refusal('org_suspended');
  if (!served.includes(key.mode)) throw new Refusal('wrong_key_environment');
  if (row.live_key && key.mode !== 'live') throw new Refusal('live_key_required');
  if (!key.scopes.includes(row.scope)) throw new Refusal('insufficient_scope');
  if (row.test_allowance && key.mode === 'test' && organization.test_confirmed >= organization.test_allowance) {
    throw new Refusal('free_tier_exhausted');
  }
}
