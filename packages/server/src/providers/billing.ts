import type { KeyMode, OperationId } from '@booking-service/contract';

/** The parts of a request that a billing check needs. */
export interface BilledCall {
  readonly organization_id: string;
  readonly mode: KeyMode;
  readonly operationId: OperationId;
}

/**
 * The port to a check that a request must pass: billing (has the organization paid?) or entitlement (does its plan include
 * the operation?). If the check returns `refused`, the request gets billing_required. If the check rejects or exceeds
 * check_timeout_seconds of openapi/behavior/limits.yaml, the request gets billing_check_unavailable or
 * entitlement_check_unavailable.
 */
export interface CallCheck {
  check(call: BilledCall): Promise<'allowed' | 'refused'>;
}
