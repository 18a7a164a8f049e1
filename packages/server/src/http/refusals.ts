/**
 * Why a call is refused before its operation begins: one check for each step of access.refusal_order, run in the
 * contract's order (AUT-11). The first one, unauthorized, tells who calls; all others build on that. One step refuses
 * nothing: it answers a replay, and the call is over (IDM-7).
 */
import {
  access,
  idempotency,
  limits,
  type KeyMode,
  type OperationId,
  type OperationRow,
} from '@booking-service/contract';
import type { Request, Response } from 'express';
import type { CallCheck } from '../providers/billing.ts';
import type { Clock } from '../time/clock.ts';
import { withDeadline } from '../time/deadline.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Observer } from '../log/observer.ts';
import { findReplay } from '../operations/replay-booking.ts';
import type { Caller, Store } from '../store/store.ts';
import type { HttpResponse } from './send-response.ts';
import { meter, type CountedCall } from './meter.ts';
import { judgeMediaType, parseJson, readBytes } from './read-body.ts';
import type { Validate } from './validate.ts';

/** A call under way. */
export interface IncomingCall {
  readonly req: Request;
  readonly res: Response;
  readonly operationId: OperationId;
  readonly row: OperationRow;
  readonly caller: Caller;
  /** Left out where the operation is not metered. */
  readonly counted?: CountedCall | undefined;
  /** The body's bytes, once they are read. */
  bytes?: Buffer;
}

export interface CheckOptions {
  readonly store: Pick<Store, 'authenticate' | 'admit' | 'findBookingByKey' | 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly observer: Pick<Observer, 'replayed'>;
  /** The modes whose keys this server takes. */
  readonly servedModes: readonly KeyMode[];
  /** Whether the sandbox's public keys are taken. */
  readonly acceptPublicKeys: boolean;
  readonly billing?: CallCheck | undefined;
  readonly entitlements?: CallCheck | undefined;
  readonly validatorOf: (operationId: OperationId) => Validate;
}

/** Throws the refusal, returns the answer that ends the call, or goes on. */
type Check = (call: IncomingCall, options: CheckOptions) => Promise<HttpResponse | undefined> | undefined;

type CheckedStep = Exclude<(typeof access.refusal_order)[number], 'unauthorized'>;

const checks: Readonly<Record<CheckedStep, Check>> = {
  rate_limited({ caller, counted, res }) {
    if (!counted) return;
    const { headers, refusal } = meter(caller, counted);
    res.locals.rate_limit = headers;
    if (refusal) throw refusal;
  },
  org_suspended({ caller: { organization } }) {
    if (organization.suspended) throw new Refusal('org_suspended');
  },
  wrong_key_environment({ caller: { key } }, { servedModes }) {
    if (!servedModes.includes(key.mode)) throw new Refusal('wrong_key_environment');
  },
  live_key_required({ caller: { key }, row }) {
    if (row.live_key && key.mode !== 'live') throw new Refusal('live_key_required');
  },
  insufficient_scope({ caller: { key }, row }) {
    if (!key.scopes.includes(row.scope)) throw new Refusal('insufficient_scope');
  },
  replay({ req, caller, operationId }, options) {
    const key = operationId === idempotency.operation ? readIdempotencyKey(req) : undefined;
    return key === undefined ? undefined : findReplay(key, caller, options);
  },
  async billing_required(call, { billing, entitlements, clock }) {
    if (!call.row.billing) return undefined;
    if (billing) await ask(billing, { call, clock, unavailable: 'billing_check_unavailable' });
    if (entitlements) await ask(entitlements, { call, clock, unavailable: 'entitlement_check_unavailable' });
    return undefined;
  },
  free_tier_exhausted({ caller: { organization, key }, row }) {
    const usedUp = organization.test_confirmed >= organization.test_allowance;
    if (row.test_allowance && key.mode === 'test' && usedUp) throw new Refusal('free_tier_exhausted');
  },
  unsupported_media_type({ req, row }) {
    if (row.body !== 'none') judgeMediaType(req);
  },
  async payload_too_large(call) {
    if (call.row.body !== 'none') call.bytes = await readBytes(call.req);
  },
  invalid_request({ req, operationId, bytes }, { validatorOf }) {
    req.body = bytes && bytes.length > 0 ? parseJson(bytes) : undefined;
    validatorOf(operationId)(req);
  },
};

const [, ...ordered] = access.refusal_order;

/** Throws the first refusal that the call meets, in the contract's order. Returns the answer where the call is a replay. */
export async function checkCall(call: IncomingCall, options: CheckOptions): Promise<HttpResponse | undefined> {
  for (const step of ordered) {
    const checking = checks[step](call, options);
    const answer = checking && (await checking);
    if (answer) return answer;
  }
  return undefined;
}

/** A key that a booking may have been made under. One that the contract does not allow is refused with the body (IDM-4). */
function readIdempotencyKey({ headersDistinct }: Request): string | undefined {
  const [key = '', ...others] = headersDistinct[idempotency.header.toLowerCase()] ?? [];
  return key.length > 0 && key.length <= idempotency.max_length && others.length === 0 ? key : undefined;
}

async function ask(
  check: CallCheck,
  {
    call: { caller, operationId },
    clock,
    unavailable,
  }: {
    call: IncomingCall;
    clock: CheckOptions['clock'];
    unavailable: 'billing_check_unavailable' | 'entitlement_check_unavailable';
  },
): Promise<void> {
  const asking = async () =>
    check.check({ organization_id: caller.organization.id, mode: caller.key.mode, operationId });
  const verdict = await withDeadline(clock, limits.check_timeout_seconds, asking).catch((cause: unknown) => {
    throw new Refusal(unavailable, { cause });
  });
  if (verdict !== 'allowed') throw new Refusal('billing_required');
}
