/** The states of a verification session, as pure functions that return the changed session (SES-2). */
import { limits, type CreateSession, type Session } from '@booking-service/contract';
import { nothingLeft, type EveryField } from './every-field.ts';
import { maskDestination } from './mask-destination.ts';
import { Refusal } from './refusal.ts';

/** Returns a new session. */
export function openSession(id: string, request: CreateSession, now: Date): Session {
  const { channel, destination, ...rest } = request;
  nothingLeft(rest);
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

/** Returns the session with one attempt more, after the card service could not check a code. */
export function giveBackAttempt(session: Session): Session {
  return { ...session, attempts_left: Math.min(session.attempts_left + 1, limits.session.max_attempts) };
}

/** Returns the session as verified. */
export function verified(session: Session): Session {
  return { ...session, status: 'verified' };
}
