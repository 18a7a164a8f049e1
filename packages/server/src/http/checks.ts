/** The steps of access.refusal_order that only this service has, and its replay. The kernel runs them in the contract's order. */
import { contract, limits, type OperationId, type OperationRow } from '@booking-service/contract';
import {
  type CheckFactory,
  type CheckOptions,
  type HttpResponse,
  type IncomingRequest,
  replayUnderKey,
} from '@booking-service/kernel/http';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import { hasTestBookingLeft } from '../domain/booking.ts';
import { Refusal } from '../domain/contract.ts';
import type { Observer } from '../log/observer.ts';
import { contextOf, findReplay } from '../operations/own.ts';
import type { CallCheck } from '../providers/integrations.ts';
import type { ModePorts, PortsOf } from '../providers/ports.ts';
import type { Caller, Store } from '../store/store.ts';

export interface BookingChecksOptions {
  readonly store: Pick<Store, 'findBookingByKey' | 'findBooking' | 'changeBooking' | 'readTestAllowance'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly observer: Pick<Observer, 'replayed'>;
  /** The checks of a mode are among its ports. */
  readonly portsOf: PortsOf;
}

/** Creates the checks and the replay. */
export function createBookingChecks(
  options: BookingChecksOptions,
): Pick<CheckOptions<Caller>, 'contract' | 'checks' | 'findReplay'> {
  const { store, clock, portsOf } = options;
  const replaying = {
    contract,
    findReplay: (key: string, caller: Caller) => findReplay(key, caller, options),
  };
  /** The rows of the contract have further fields than the kernel reads. */
  const rowOf = (operationId: string): OperationRow => contract.operations[operationId as OperationId];

  const billing_required: CheckFactory<Caller> = ({ operationId }) => {
    if (!rowOf(operationId).billing) return undefined;
    const checkAll = async (caller: Caller, { billing, entitlements }: ModePorts): Promise<undefined> => {
      // The kernel passes the operations of the contract.
      const request = { caller, operationId: operationId as OperationId };
      if (billing) await requestVerdict(billing, { request, clock, unavailable: 'billing_check_unavailable' });
      if (entitlements)
        await requestVerdict(entitlements, { request, clock, unavailable: 'entitlement_check_unavailable' });
    };
    return ({ caller }) => {
      const ports = portsOf(contextOf(caller));
      return (ports.billing ?? ports.entitlements) && checkAll(caller, ports);
    };
  };

  const free_tier_exhausted: CheckFactory<Caller> = ({ operationId }) => {
    if (!rowOf(operationId).test_allowance) return undefined;
    return (request) => {
      const { organization, key } = request.caller;
      if (key.mode !== 'test') return undefined;
      if (organization.test_confirmed >= organization.test_allowance) throw new Refusal('free_tier_exhausted');
      return operationId === 'createBooking' ? requireTestBookingLeft(request) : undefined;
    };
  };

  /** Refuses what the store would refuse too, before the body is read and the provider is called (AUT-11, MOD-3). */
  async function requireTestBookingLeft(request: IncomingRequest<Caller>): Promise<HttpResponse | undefined> {
    const allowance = await store.readTestAllowance(request.caller.organization.id);
    if (!allowance || hasTestBookingLeft(allowance)) return undefined;
    // The same create, sent twice at once, may have made the last reservation since the check for a replay (IDM-1).
    const replay = await replayUnderKey(request, replaying);
    if (!replay) throw new Refusal('free_tier_exhausted');
    return replay;
  }

  return { ...replaying, checks: { billing_required, free_tier_exhausted } };
}

async function requestVerdict(
  check: CallCheck,
  {
    request: { caller, operationId },
    clock,
    unavailable,
  }: {
    request: { readonly caller: Caller; readonly operationId: OperationId };
    clock: BookingChecksOptions['clock'];
    unavailable: 'billing_check_unavailable' | 'entitlement_check_unavailable';
  },
): Promise<void> {
  const checking = async () =>
    check.check({ organization_id: caller.organization.id, mode: caller.key.mode, operationId });
  const verdict = await withDeadline(clock, limits.check_timeout_seconds, checking).catch((cause: unknown) => {
    throw new Refusal(unavailable, { cause });
  });
  if (verdict !== 'allowed') throw new Refusal('billing_required');
}
