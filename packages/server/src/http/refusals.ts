/**
 * Checks a request before its handler runs: one check for each step of access.refusal_order, in the contract's order (AUT-11).
 * authenticate.ts makes the first step, which finds the caller. The replay step refuses nothing: it returns the response of a
 * replay, and the request ends there (IDM-7).
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
import { meter, type CountedRequest } from './meter.ts';
import { checkMediaType, parseJson, readBytes } from './read-body.ts';
import type { ValidatorOf, ValidRequest } from './validation/validate.ts';

/** An authenticated request under way. */
export interface IncomingRequest {
  readonly req: Request;
  readonly res: Response;
  readonly operationId: OperationId;
  readonly row: OperationRow;
  readonly caller: Caller;
  /** Undefined if the operation is not metered. */
  readonly counted?: CountedRequest | undefined;
  /** The bytes of the body, once they are read. */
  bytes?: Buffer;
  /** What the handler receives, once the request is validated. */
  valid?: ValidRequest;
}

export interface CheckOptions {
  readonly store: Pick<Store, 'authenticate' | 'admit' | 'findBookingByKey' | 'findBooking' | 'changeBooking'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly observer: Pick<Observer, 'replayed'>;
  /** The key modes that this server accepts. */
  readonly servedModes: readonly KeyMode[];
  /** Whether the sandbox's public keys are accepted. */
  readonly acceptPublicKeys: boolean;
  readonly billing?: CallCheck | undefined;
  readonly entitlements?: CallCheck | undefined;
  readonly validatorOf: ValidatorOf<OperationId>;
}

/** Throws the refusal, returns the response of a replay, or returns undefined to continue. */
type Check = (request: IncomingRequest, options: CheckOptions) => Promise<HttpResponse | undefined> | undefined;

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
  async billing_required(request, { billing, entitlements, clock }) {
    if (!request.row.billing) return undefined;
    if (billing) await requestVerdict(billing, { request, clock, unavailable: 'billing_check_unavailable' });
    if (entitlements)
      await requestVerdict(entitlements, { request, clock, unavailable: 'entitlement_check_unavailable' });
    return undefined;
  },
  free_tier_exhausted({ caller: { organization, key }, row }) {
    const usedUp = organization.test_confirmed >= organization.test_allowance;
    if (row.test_allowance && key.mode === 'test' && usedUp) throw new Refusal('free_tier_exhausted');
  },
  unsupported_media_type({ req, row }) {
    if (row.body !== 'none') checkMediaType(req);
  },
  async payload_too_large(request) {
    if (request.row.body !== 'none') request.bytes = await readBytes(request.req, limits.max_body_bytes);
    return undefined;
  },
  invalid_request(request, { validatorOf }) {
    request.req.body = request.bytes && parseJson(request.bytes);
    request.valid = validatorOf(request.operationId)(request.req);
  },
};

const [, ...ordered] = access.refusal_order;

/** Throws the request's first refusal in the contract's order. Returns the response if the request is a replay. */
export async function checkRequest(request: IncomingRequest, options: CheckOptions): Promise<HttpResponse | undefined> {
  for (const step of ordered) {
    const checking = checks[step](request, options);
    const replay = checking && (await checking);
    if (replay) return replay;
  }
  return undefined;
}

/** Returns a key that may name an earlier booking. A key that the contract forbids is refused later, with the body (IDM-4). */
function readIdempotencyKey({ headersDistinct }: Request): string | undefined {
  const [key = '', ...others] = headersDistinct[idempotency.header.toLowerCase()] ?? [];
  return key.length > 0 && key.length <= idempotency.max_length && others.length === 0 ? key : undefined;
}

async function requestVerdict(
  check: CallCheck,
  {
    request: { caller, operationId },
    clock,
    unavailable,
  }: {
    request: IncomingRequest;
    clock: CheckOptions['clock'];
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
