/** A verification session, pure: a session and what happens to it in, the changed session out (SES-2). */
import { limits, type CreateSession, type Session } from '@booking-service/contract';
import { nothingLeft, type EveryField } from './every-field.ts';
import { maskDestination } from './mask-destination.ts';
import { Refusal } from './refusal.ts';

/** A fresh session. */
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

/** The session as it is at `now`: expired, where it was not verified in its time. */
export function sessionAt(session: Session, now: Date): Session {
  const over = session.status === 'pending' && now.getTime() > Date.parse(session.expires_at);
  return over ? { ...session, status: 'expired' } : session;
}

/** The session with one attempt less. Throws session_expired or too_many_attempts where no code may be tried. */
export function takeAttempt(session: Session): Session {
  if (session.status === 'expired') throw new Refusal('session_expired');
  if (session.attempts_left === 0) throw new Refusal('too_many_attempts');
  return { ...session, attempts_left: session.attempts_left - 1 };
}

/** The session with the attempt given back whose code nobody could judge. */
export function giveBackAttempt(session: Session): Session {
  return { ...session, attempts_left: Math.min(session.attempts_left + 1, limits.session.max_attempts) };
}

/** The session, verified. */
export function verified(session: Session): Session {
  return { ...session, status: 'verified' };
}
