import type { KeyMode, OperationId } from '@booking-service/contract';

/** A call, as far as billing needs to know of it. */
export interface BilledCall {
  readonly organization_id: string;
  readonly mode: KeyMode;
  readonly operationId: OperationId;
}

/**
 * The port to a check that a call must pass: of billing (is the organization paid up?) or of entitlement (does its plan
 * have this call?). `refused` answers billing_required. A check that rejects, or takes longer than check_timeout_seconds
 * of the contract's limits, answers billing_check_unavailable or entitlement_check_unavailable.
 */
export interface CallCheck {
  check(call: BilledCall): Promise<'allowed' | 'refused'>;
}
