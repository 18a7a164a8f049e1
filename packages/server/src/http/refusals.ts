/**
 * Checks a request before its handler runs: one check for each step of access.refusal_order, in the contract's order (AUT-11).
 * The checks of an operation are put together at start; those that it does not need are left out.
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
import type { IncomingMessage } from 'node:http';
import type { CallCheck } from '../providers/integrations.ts';
import type { ModePorts, PortsOf } from '../providers/ports.ts';
import { type Clock, withDeadline } from '@booking-service/kernel/time/clock';
import { Refusal } from '../domain/refusal.ts';
import { hasTestBookingLeft } from '../domain/limits.ts';
import type { Observer } from '../log/observer.ts';
import { contextOf, findReplay } from '../operations/own-booking.ts';
import type { Caller, Store } from '../store/store.ts';
import { type KeyUses, meter, type CountedRequest } from './authenticate.ts';
import {
  type HttpResponse,
  type PublicExchange,
  checkMediaType,
  parseJson,
  receiveBody,
  type ReceivedBody,
} from './exchange.ts';
import type { ValidatorOf, ValidRequest } from './validation/validate.ts';

/** An authenticated request under way. */
export interface IncomingRequest {
  readonly exchange: PublicExchange;
  readonly caller: Caller;
  /** Undefined if the operation is not metered. */
  readonly counted?: CountedRequest | undefined;
  /** The requests of the organization that are in progress, this one included. */
  readonly in_progress: number;
  /** The body, once it is read. */
  body?: ReceivedBody;
  /** The input of the handler, after the validation. */
  valid?: ValidRequest;
}

export interface CheckOptions {
  readonly store: Pick<
    Store,
    'authenticate' | 'admit' | 'findBookingByKey' | 'findBooking' | 'changeBooking' | 'readTestAllowance'
  >;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly observer: Pick<Observer, 'replayed'>;
  /** The key modes that this server accepts. */
  readonly servedModes: readonly KeyMode[];
  /** True if the sandbox's public keys are accepted. */
  readonly acceptPublicKeys: boolean;
  /** The checks of a mode are among its ports. */
  readonly portsOf: PortsOf;
  readonly validatorOf: ValidatorOf<OperationId>;
}

/** Throws the refusal, returns the response of a replay, or returns undefined to continue. */
type Check = (request: IncomingRequest) => Promise<HttpResponse | undefined> | undefined;

/** The operation that a check is for. */
interface CheckedOperation {
  readonly operationId: OperationId;
  readonly row: OperationRow;
}

const idempotencyField = idempotency.header.toLowerCase();
const escape = Buffer.from(String.raw`\u`);

type CheckedStep = Exclude<(typeof access.refusal_order)[number], 'unauthorized'>;

/** Creates each check for an operation; undefined if the operation does not need it. */
const checkFactories: Readonly<
  Record<CheckedStep, (operation: CheckedOperation, options: CheckOptions) => Check | undefined>
> = {
  rate_limited:
    () =>
    ({ exchange, caller, counted, in_progress }) => {
      if (counted) {
        const { headers, refusal } = meter(caller, counted);
        exchange.rate_limit = headers;
        if (refusal) throw refusal;
      }
      // 429 and not 503: the service is well, and only this organization has to wait.
      if (in_progress > maxInProgress)
        throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: '1' } });
    },
  org_suspended:
    () =>
    ({ caller: { organization } }) => {
      if (organization.suspended) throw new Refusal('org_suspended');
    },
  wrong_key_environment:
    (_operation, { servedModes }) =>
    ({ caller: { key } }) => {
      if (!servedModes.includes(key.mode)) throw new Refusal('wrong_key_environment');
    },
  live_key_required({ row }) {
    if (!row.live_key) return undefined;
    return ({ caller: { key } }) => {
      if (key.mode !== 'live') throw new Refusal('live_key_required');
    };
  },
  insufficient_scope:
    ({ row }) =>
    ({ caller: { key } }) => {
      if (!key.scopes.includes(row.scope)) throw new Refusal('insufficient_scope');
    },
  replay({ operationId }, options) {
    if (!idempotency.operations.some((each) => each === operationId)) return undefined;
    return (request) => replayUnderKey(request, options);
  },
  billing_required({ operationId, row }, { portsOf, clock }) {
    if (!row.billing) return undefined;
    const checkAll = async (caller: Caller, { billing, entitlements }: ModePorts): Promise<undefined> => {
      const request = { caller, operationId };
      if (billing) await requestVerdict(billing, { request, clock, unavailable: 'billing_check_unavailable' });
      if (entitlements)
        await requestVerdict(entitlements, { request, clock, unavailable: 'entitlement_check_unavailable' });
    };
    return ({ caller }) => {
      const ports = portsOf(contextOf(caller));
      return (ports.billing ?? ports.entitlements) && checkAll(caller, ports);
    };
  },
  free_tier_exhausted({ operationId, row }, options) {
    if (!row.test_allowance) return undefined;
    return (request) => {
      const { organization, key } = request.caller;
      if (key.mode !== 'test') return undefined;
      if (organization.test_confirmed >= organization.test_allowance) throw new Refusal('free_tier_exhausted');
      return operationId === 'createBooking' ? requireTestBookingLeft(request, options) : undefined;
    };
  },
  unsupported_media_type({ row }) {
    if (row.body === 'none') return undefined;
    return ({ exchange: { req } }) => {
      checkMediaType(req);
    };
  },
  payload_too_large({ row }) {
    if (row.body === 'none') return undefined;
    return async (request) => {
      request.body = await receiveBody(request.exchange.req, limits.max_body_bytes);
      return undefined;
    };
  },
  invalid_request({ operationId }, { validatorOf }) {
    const validate = validatorOf(operationId);
    return (request) => {
      if (request.body) parseInto(request.exchange, request.body);
      request.valid = validate(request.exchange);
    };
  },
};

const [, ...ordered] = access.refusal_order;

/**
 * Creates the checks of an operation, as one function. It throws the request's first refusal in the contract's order, and returns the
 * response if the request is a replay. It waits only for the checks that have to wait.
 */
export function createChecks(operation: CheckedOperation, options: CheckOptions): Check {
  const checks = ordered.flatMap((step) => checkFactories[step](operation, options) ?? []);

  async function continueAfter(
    waiting: Promise<HttpResponse | undefined>,
    request: IncomingRequest,
    next: number,
  ): Promise<HttpResponse | undefined> {
    return (await waiting) ?? run(request, next);
  }

  function run(request: IncomingRequest, from: number): Promise<HttpResponse | undefined> | undefined {
    for (let index = from; index < checks.length; index += 1) {
      const waiting = checks[index]?.(request);
      if (waiting) return continueAfter(waiting, request, index + 1);
    }
    return undefined;
  }

  return (request) => run(request, 0);
}

/** Keeps the value of the body in the exchange. Only the text of a body shows whether it has escape sequences. */
function parseInto(exchange: PublicExchange, body: ReceivedBody): void {
  exchange.body = 'parsed' in body ? body.parsed : parseJson(body.bytes);
  exchange.hasEscapes = 'parsed' in body || body.bytes.includes(escape);
}

/** Returns a key that may name an earlier booking. A key that the contract forbids is refused later, with the body (IDM-4). */
function readIdempotencyKey(req: IncomingMessage): string | undefined {
  // Node counts how often a header was sent only when the count is read.
  if (req.headers[idempotencyField] === undefined) return undefined;
  const [key = '', ...others] = req.headersDistinct[idempotencyField] ?? [];
  return key.length > 0 && key.length <= idempotency.max_length && others.length === 0 ? key : undefined;
}

/** Refuses what the store would refuse too, before the body is read and the provider is called (AUT-11, MOD-3). */
async function requireTestBookingLeft(
  request: IncomingRequest,
  options: CheckOptions,
): Promise<HttpResponse | undefined> {
  const allowance = await options.store.readTestAllowance(request.caller.organization.id);
  if (!allowance || hasTestBookingLeft(allowance)) return undefined;
  // The same create, sent twice at once, may have made the last reservation since the check for a replay (IDM-1).
  const replay = await replayUnderKey(request, options);
  if (!replay) throw new Refusal('free_tier_exhausted');
  return replay;
}

/** Returns the replay of the request; undefined if it has no key, or one that no create has used. */
function replayUnderKey(
  { exchange, caller }: IncomingRequest,
  options: CheckOptions,
): Promise<HttpResponse | undefined> | undefined {
  const key = readIdempotencyKey(exchange.req);
  return key === undefined ? undefined : findReplay(key, caller, options);
}

async function requestVerdict(
  check: CallCheck,
  {
    request: { caller, operationId },
    clock,
    unavailable,
  }: {
    request: { readonly caller: Caller; readonly operationId: OperationId };
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

/** The number of requests of one organization that this process serves at the same time. One more gets 429 (LIM-7). */
export const maxInProgress = 256;

/**
 * Counts the requests in progress by organization. Requests wait for suppliers, for the database and for their own bodies, and each
 * holds a connection, so an organization whose requests all wait would take every connection of the port.
 */
export interface RequestShares {
  /** Begins a request. Returns the number of requests in progress, this one included. */
  begin(organization_id: string): number;
  end(organization_id: string): void;
}

export function createRequestShares(): RequestShares {
  const inProgress = new Map<string, number>();
  return {
    begin(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) + 1;
      inProgress.set(organization_id, count);
      return count;
    },
    end(organization_id) {
      const count = (inProgress.get(organization_id) ?? 0) - 1;
      if (count > 0) inProgress.set(organization_id, count);
      else inProgress.delete(organization_id);
    },
  };
}
