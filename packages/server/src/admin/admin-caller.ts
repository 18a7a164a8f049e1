/**
 * Decides who calls an operation, and whether this caller may:
 *  1. caller        the holder of an access token, or the person who is signed in to the dashboard. Else unauthorized
 *  2. count         a member has units left in its window, else rate_limited (ADM-8)
 *  3. role          at least the one that the contract names for the operation. Else forbidden
 *  4. organization  exists, and is that of a member. Else not_found: a member cannot find out which other organizations exist
 */
import type { IncomingMessage } from 'node:http';
import { limits } from '@booking-service/contract';
import { adminLimits, type AdminRole, adminRoles, type Actor as ShownActor } from '@booking-service/contract/admin';
import { meter, type PathParameters, rateWindowAt } from '@booking-service/kernel/http';
import type { Clock } from '@booking-service/kernel/time';
import { type EveryField, newSecretPart, randomId, tokenDigest } from '@booking-service/kernel/contract';
import type { AdminStore } from '../store/store.ts';
import { AdminRefusal } from './admin-refusal.ts';
import type { Actor, AuditEntry } from '../store/access/audit-log.ts';

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

/** Throws invalid_request or not_found unless a caller can have the role in the organization. Only members have one. */
export async function requireHolder(
  store: Pick<AdminStore, 'findListedOrganization'>,
  { role, organization_id }: { readonly role: AdminRole; readonly organization_id?: string | undefined },
): Promise<void> {
  if (!adminRoles[role].organization) {
    if (organization_id === undefined) return;
    const message = `The role ${role} is for all organizations. Omit organization_id.`;
    throw new AdminRefusal('invalid_request', message);
  }
  if (organization_id === undefined) {
    throw new AdminRefusal('invalid_request', `The role ${role} is for a member. Set organization_id.`);
  }
  if (!(await store.findListedOrganization(organization_id))) throw noOrganization(organization_id);
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
    if (!found || found.revoked !== null || (found.expires !== null && Date.parse(found.expires) <= now.getTime())) {
      throw new AdminRefusal('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
    }
    const { id, name, role, organization_id, last_used } = found;
    if (last_used === null || now.getTime() - Date.parse(last_used) >= used_ms)
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
