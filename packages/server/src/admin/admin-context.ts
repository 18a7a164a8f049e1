/** Everything that the handlers of the admin contract share: their dependencies, their caller and their refusals. */
import type { IncomingMessage } from 'node:http';
import {
  type AdminError,
  type AdminErrorCode,
  adminErrors,
  adminLimits,
  type AdminOperations,
  type AdminRole,
  adminRoles,
  type adminRoutes,
  type Actor as ShownActor,
} from '@booking-service/contract/admin';
import {
  type ErrorDetail,
  type EveryField,
  messageOf,
  type NamesEveryField,
  newSecretPart,
  randomId,
  Refusal,
  tokenDigest,
} from '@booking-service/kernel/contract';
import {
  type HttpResponse,
  meter,
  type PathParameters,
  rateWindowAt,
  toRawResponse,
} from '@booking-service/kernel/http';
import type { Clock } from '@booking-service/kernel/time';
import { BusyError } from '@booking-service/kernel/store';
import { limits } from '@booking-service/contract';
import type { MemberMail } from './members/member-mail.ts';
import type { ReadPayment } from '../domain/payment.ts';
import type { AdminStore } from '../store/store.ts';
import { readAvailable } from '../store/cells/merge-pages.ts';
import type { Actor, AuditEntry } from '../store/access/audit-log.ts';

/** The dependencies of the operations for administration. Each group of operations destructures the ones that it uses. */
export interface AdminContext {
  readonly store: AdminStore;
  readonly clock: Pick<Clock, 'now'>;
  /** True if webhooks may go to http URLs of this computer, as in a sandbox. */
  readonly allowLoopbackWebhooks: boolean;
  /** Private networks to which webhooks may go, as in the booking server. Default: none (ORG-6). */
  readonly webhookPrivateNetworks?: readonly string[] | undefined;
  /** The URL of the dashboard. Default: the service has none, so no sign-in link can be created. */
  readonly dashboard?: DashboardPlace | undefined;
  /** Reads a payment at the card service; see BookingServer.readPayment. Default: none, and reconcilePayments is refused. */
  readonly readPayment?: ReadPayment | undefined;
  /** Days for which an event is kept, as in the booking server. Default: 30 (DLV-14). */
  readonly retention_days?: number | undefined;
  /** The fate of older events, as in the booking server. Default: 'remove'. */
  readonly old_events?: 'remove' | 'archive' | undefined;
}

/** The dashboard of a service. */
export interface DashboardPlace {
  /** Its address, for example https://dashboard.example.com, without a path. */
  readonly url: string;
  /** The time of links and sessions: the computer's, also in a sandbox whose own clock is advanced. */
  readonly clock: Pick<Clock, 'now'>;
  /** Sends sign-in links to members. Default: no mail, and who invites a person hands the link over. */
  readonly mail?: MemberMail | undefined;
}

/** Who calls an operation that is for anyone. */
export interface Visitor {
  /** The network address of the client; undefined if it is not known, for example behind a proxy that is not a trusted one. */
  readonly source: string | undefined;
}

/** The implementations of admin operations. One that is for anyone receives a visitor. */
export type AdminHandlers = {
  readonly [K in keyof typeof adminRoutes]: (typeof adminRoutes)[K]['role'] extends 'anyone'
    ? AdminOperations<[Visitor]>[K]
    : AdminOperations<[AdminCaller]>[K];
};

/** The fields of a list that its handler sets, for EveryField: nameUnavailable sets the other one. */
export type OwnFields<Body> = EveryField<Omit<Body, 'unavailable_cells'>>;

/** Calls a handler. The body of a list of all organizations names the cells that did not respond, and has the rows of the others. */
export async function nameUnavailable(handle: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const { result, unavailable } = await readAvailable(handle);
  if (unavailable.length === 0 || typeof result.body !== 'object' || result.body === null) return result;
  return { ...result, body: { ...result.body, unavailable_cells: unavailable } };
}

/** A refused request of the admin contract. The message has the problem and its fix. Default: that of the catalogue. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly error_code: AdminErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: readonly ErrorDetail[] | undefined;

  constructor(
    error_code: AdminErrorCode,
    message: string = adminErrors[error_code].message,
    { headers = {}, details }: Partial<Pick<Refusal, 'headers' | 'details'>> = {},
  ) {
    super(message);
    this.error_code = error_code;
    this.headers = headers;
    this.details = details?.slice(0, limits.max_details);
  }

  get status(): number {
    return adminErrors[this.error_code].status;
  }
}

/**
 * Returns the error as a refusal of the admin contract. The request path (http/) throws a Refusal of the public contract for what
 * both contracts refuse: paths, methods and bodies. A store that is unavailable is service_unavailable. Every other
 * error becomes internal_error.
 */
export function toAdminRefusal(error: unknown): AdminRefusal {
  if (error instanceof AdminRefusal) return error;
  // Express could not decode the path, so no operation has it.
  if (error instanceof URIError) return new AdminRefusal('not_found', 'There is no such path.');
  if (error instanceof Refusal && Object.hasOwn(adminErrors, error.code)) {
    return new AdminRefusal(error.code as AdminErrorCode, textOf(error), error);
  }
  if (error instanceof BusyError) {
    const { cell } = error;
    const message = adminErrors.service_unavailable.message;
    return new AdminRefusal(
      'service_unavailable',
      cell === undefined ? message : `${message} Unavailable cell: ${cell}.`,
    );
  }
  return new AdminRefusal('internal_error');
}

/** Returns the refusal as a response to the request with this id. Default: a new id. */
export function toAdminErrorResponse(
  { status, headers, message, error_code, details }: AdminRefusal,
  request_id: string = randomId('req'),
): HttpResponse {
  const body = { error: message, error_code, request_id, details } satisfies NamesEveryField<AdminError>;
  return { status, headers: { ...headers, 'Request-Id': request_id }, body };
}

/** The response to a request that reaches no operation, because it is malformed or late, as the text to send. */
export function refuseUnserved({ message }: { message: string }): string {
  return toRawResponse(toAdminErrorResponse(new AdminRefusal('invalid_request', message)));
}

/** The refusal's message; with details, the first of them, which people read in the dashboard and on the command line. */
function textOf(refusal: Refusal): string {
  const [detail] = refusal.details ?? [];
  if (!detail) return messageOf(refusal, adminErrors);
  const place = detail.in === 'body' ? detail.path || 'The body' : `The ${detail.in} parameter ${detail.path}`;
  return `${place} ${detail.message}`;
}

// Decides who calls an operation, and whether this caller may:
//  1. caller        the holder of an access token, or the person who is signed in to the dashboard. Else unauthorized
//  2. count         a member has units left in its window, else rate_limited (ADM-8)
//  3. role          at least the one that the contract names for the operation. Else forbidden
//  4. organization  exists, and is that of a member. Else not_found: a member cannot find out which other organizations exist

/** A request for an operation that needs a caller. */
interface CallerRequest {
  readonly req: IncomingMessage;
  readonly params: PathParameters;
  /** The lowest role that may call the operation. */
  readonly role: AdminRole;
  /** The units that the request costs. */
  readonly cost: number;
  /** Receives the headers of the response, once the request is counted. */
  readonly noteWindow: (headers: Readonly<Record<string, string>>) => void;
}

/** Returns the caller of a request. Throws unauthorized, rate_limited, forbidden or not_found. */
export type AdmitCaller = (request: CallerRequest) => Promise<AdminCaller>;

/** Returns who sends a request. Throws unauthorized. */
export type FindCaller = (req: IncomingMessage) => Promise<AdminCaller>;

interface AdmissionOptions {
  readonly store: Pick<AdminStore, 'findListedOrganization' | 'countCall'>;
  /** The clock of the service, whose windows are those of the rate limit. */
  readonly clock: Pick<Clock, 'now'>;
  readonly findCaller: FindCaller;
}

/** The units of each caller in a window. */
const limit: number = adminLimits.calls.units;

/** The form of an id in the admin contract. The validator refuses every other one. */
const idForm = /^(?=.{1,100}$)[a-z]+_\w+$/;

/** Creates the admission of callers. */
export function createAdmission({ store, clock, findCaller }: AdmissionOptions): AdmitCaller {
  async function countRequest(caller: AdminCaller, { cost, noteWindow }: CallerRequest): Promise<void> {
    const { organization_id, actor, person = actor.id } = caller;
    if (organization_id === null || !store.countCall) return;
    const window = rateWindowAt(clock.now(), limits);
    const call = { organization_id, window: `${actor.kind} ${person}`, window_start: window.start, cost, limit };
    const count = await store.countCall(call);
    const { headers, refusal } = meter({ limit, count, cost, window }, limits.headers);
    noteWindow(headers);
    if (refusal) throw refusal;
  }

  async function requireOrganization(id: string, caller: AdminCaller): Promise<void> {
    if (!idForm.test(id)) return;
    // An organization is never deleted, so that of a member exists.
    const isFound =
      caller.organization_id === null
        ? (await store.findListedOrganization(id)) !== undefined
        : caller.organization_id === id;
    if (!isFound) throw noOrganization(id);
  }

  return async (request) => {
    const { req, params, role } = request;
    const caller = await findCaller(req);
    await countRequest(caller, request);
    if (!hasRole(caller.role, role)) {
      const message = `This operation needs the role ${role}. The caller has the role ${caller.role}.`;
      throw new AdminRefusal('forbidden', message);
    }
    const { organization_id } = params;
    if (organization_id !== undefined) await requireOrganization(organization_id, caller);
    return caller;
  };
}

/** Everyone is the operator: for a server that has only health, metrics and operations of a sandbox. */
export const admitOperator: AdmitCaller = async () => operatorCaller('operator');

/** The refusal of an organization that does not exist, or that the caller may not name. */
export function noOrganization(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No organization has the id ${id}.`);
}

/** The caller of an operation of the admin contract. */
export interface AdminCaller {
  readonly role: AdminRole;
  /** The organization of a member; null for a role of all organizations. */
  readonly organization_id: string | null;
  readonly actor: Actor;
  /** The person, whose requests are counted together over all sessions. Default: the id of the actor. */
  readonly person?: string | undefined;
}

/** Returns whether a role may do what the lowest role `needed` may do. */
function hasRole(role: AdminRole, needed: AdminRole): boolean {
  const included: readonly AdminRole[] = adminRoles[role].includes;
  return role === needed || included.includes(needed);
}

/** A caller who may do everything. */
export function operatorCaller(kind: 'operator' | 'command'): AdminCaller {
  return { role: 'operator', organization_id: null, actor: { kind, id: null, name: null } };
}

/** Throws not_found if an organization is named that does not exist. The contract states which roles have one. */
export async function requireNamed(
  store: Pick<AdminStore, 'findListedOrganization'>,
  organization_id: string | undefined,
): Promise<void> {
  if (organization_id === undefined || (await store.findListedOrganization(organization_id))) return;
  throw noOrganization(organization_id);
}

export interface TokenCallerOptions {
  readonly store: Pick<AdminStore, 'findAccessToken' | 'markAccessTokenUsed'>;
  readonly clock: Pick<Clock, 'now'>;
  /** `open`: a request without a token is the operator's. `token`: every request needs a token. */
  readonly access: 'open' | 'token';
}

/** The time of the last use of a token or a session is exact to a minute: a write for each request would cost more than the request. */
export const used_ms = 60_000;

/**
 * Finds the holder of the access token of a request. The store finds it by an index over digests, so that no code compares tokens. Throws
 * unauthorized.
 */
export function createFindTokenCaller({ store, clock, access }: TokenCallerOptions): FindCaller {
  return async function findTokenCaller({ headers: { authorization } }) {
    if (authorization === undefined && access === 'open') return operatorCaller('operator');
    const token = findAccessToken(authorization ?? '');
    const found = token && (await store.findAccessToken(tokenDigest(token)));
    const now = clock.now();
    if (
      !found ||
      found.revoked_at !== null ||
      (found.expires_at !== null && Date.parse(found.expires_at) <= now.getTime())
    ) {
      throw new AdminRefusal('unauthorized', undefined, { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    const { id, name, role, organization_id, last_used_at } = found;
    if (last_used_at === null || now.getTime() - Date.parse(last_used_at) >= used_ms)
      await store.markAccessTokenUsed(id, now);
    return { role, organization_id, actor: { kind: 'access_token', id, name } };
  };
}

const form = /^Bearer +(adm_(?:\d{1,3}_)?[\w-]{43}) *$/i;

/** Returns a new access token of 256 random bits, with the number of its cell. It is shown once and never stored. */
export function newAccessToken(cell?: number): string {
  return `adm_${newSecretPart('access_token', cell)}`;
}

/** Returns the token of an Authorization header; undefined if it has none. */
function findAccessToken(authorization: string): string | undefined {
  return form.exec(authorization)?.[1];
}

/** An action to record. */
interface AuditedAction {
  /** The operation. */
  readonly action: AuditEntry['action'];
  /** Null for an action on the whole service. */
  readonly organization_id: string | null;
  /** The id of the part of the organization that it changes. Default: null, the organization itself. */
  readonly target?: string | null;
  /** At most ten small facts, without secrets. Default: none. */
  readonly details?: AuditEntry['details'];
}

/** Returns the entry of the audit log for an action of this caller. */
export function toAuditEntry(
  { action, organization_id, target = null, details = {} }: AuditedAction,
  { caller, now }: { caller: AdminCaller; now: Date },
): AuditEntry {
  return {
    id: randomId('aud'),
    organization_id,
    created: now.toISOString(),
    actor: caller.actor,
    action,
    target,
    details,
  };
}

/** Returns an actor in the form of the contract. */
export function toShownActor({ kind, id, name }: Actor): ShownActor {
  return { kind, id, name } satisfies EveryField<ShownActor>;
}
