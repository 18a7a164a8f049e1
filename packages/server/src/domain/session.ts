/** The states of a verification session, as pure functions that return the changed session (SES-2). */
import { randomInt } from 'node:crypto';
import { limits, type CreateSession, type Session } from '@booking-service/contract';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { Refusal } from './contract.ts';

/** Returns the code of a new session: six digits. */
export type NewCode = () => string;

const digits = 6;

/** Each code is equally likely. */
export const randomCode: NewCode = () => String(randomInt(10 ** digits)).padStart(digits, '0');

/** Returns a new session. */
export function openSession(id: string, request: CreateSession, now: Date): Session {
  const { channel, destination, ...rest } = request;
  requireAllTaken(rest);
  return {
    id,
    object: 'session',
    status: 'pending',
    channel,
    destination: maskDestination(destination),
    created: now.toISOString(),
    expires_at: new Date(now.getTime() + limits.session.lifetime_seconds * 1000).toISOString(),
    attempts_left: limits.session.max_attempts,
  } satisfies EveryField<Session>;
}

/** Returns the session at `now`: expired, if it was not verified in time. */
export function sessionAt(session: Session, now: Date): Session {
  const over = session.status === 'pending' && now.getTime() > Date.parse(session.expires_at);
  return over ? { ...session, status: 'expired' } : session;
}

/** Returns the session with one attempt less. Throws session_expired or too_many_attempts if no attempt is allowed. */
export function takeAttempt(session: Session): Session {
  if (session.status === 'expired') throw new Refusal('session_expired');
  if (session.attempts_left === 0) throw new Refusal('too_many_attempts');
  return { ...session, attempts_left: session.attempts_left - 1 };
}

/** Returns the session with one attempt more, after a code could not be checked. */
export function giveBackAttempt(session: Session): Session {
  return { ...session, attempts_left: Math.min(session.attempts_left + 1, limits.session.max_attempts) };
}

/** Returns the session as ended. Its code could not be sent, so no code may verify it. */
export function ended(session: Session): Session {
  return { ...session, status: 'expired' };
}

/** Returns the session as verified. */
export function verified(session: Session): Session {
  return { ...session, status: 'verified' };
}

/* When a new session may be created for a destination (SES-4), as pure functions of the earlier creations, oldest first. */

const spans = Object.values(limits.session.creations);
const maxKept = Math.max(...spans.map(({ max }) => max));
const longest_ms = Math.max(...spans.map(({ window_seconds }) => window_seconds)) * 1000;

/** Returns when the next session may be created; undefined if it may be created immediately. */
export function nextCreation(earlier: readonly string[], now: Date): Date | undefined {
  const free = spans.map(({ max, window_seconds }) => {
    const blocking = earlier.at(-max);
    return blocking === undefined ? 0 : Date.parse(blocking) + window_seconds * 1000;
  });
  const next = Math.max(...free);
  return next > now.getTime() ? new Date(next) : undefined;
}

/** Returns the creations including this one, without those that can no longer limit a later one. */
export function addCreation(earlier: readonly string[], now: Date): string[] {
  return [...earlier, now.toISOString()].toSorted().slice(-maxKept);
}

/** Returns the instant before which creations no longer limit new ones. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - longest_ms);
}

/** Masks the destination of a code for responses: `a***@diner.test`, `+35***12`. */
export function maskDestination(destination: string): string {
  return destination.includes('@')
    ? destination.replace(/^(.)[^@]*/, '$1***')
    : `${destination.slice(0, 3)}***${destination.slice(-2)}`;
}

/**
 * Returns one form for all spellings of a destination that reach the same person. An email address is in lower case, without spaces
 * and without a +tag in its local part. A phone number is its digits.
 */
export function normalizeDestination(destination: string): string {
  const text = destination.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  const at = text.lastIndexOf('@');
  if (at === -1) return text.replaceAll(/\D/g, '');
  return text.slice(0, at).replace(/(?<=.)\+.*$/, '') + text.slice(at);
}
